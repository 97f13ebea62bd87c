package io.github.rwsplit.demo.dataset;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * An article of the data set.
 *
 * @param id its key
 * @param category its category
 * @param name its name
 * @param price the price of one
 * @param available how many there are; 0 for some
 */
record Sku(long id, String category, String name, BigDecimal price, int available) {

  private static final List<String> MATERIALS =
      List.of("Oak", "Steel", "Linen", "Glass", "Cotton", "Copper", "Bamboo", "Wool");

  private record Category(String name, List<String> things) {}

  private static final List<Category> CATEGORIES =
      List.of(
          new Category("kitchen", List.of("Kettle", "Pan", "Bowl", "Knife", "Teapot")),
          new Category("office", List.of("Lamp", "Desk", "Folder", "Chair", "Clock")),
          new Category("garden", List.of("Rake", "Planter", "Bench", "Lantern", "Hose")),
          new Category("bedroom", List.of("Pillow", "Blanket", "Dresser", "Mirror", "Rug")),
          new Category("travel", List.of("Backpack", "Flask", "Suitcase", "Tent", "Umbrella")));

  /** The code on paper. */
  String code() {
    return "%s-%04d".formatted(category.substring(0, 3).toUpperCase(Locale.ROOT), id);
  }

  /** Every material of every thing: 200 articles. */
  static List<Sku> all(SplittableRandom random) {
    List<Sku> skus = new ArrayList<>();
    for (String material : MATERIALS) {
      for (Category category : CATEGORIES) {
        for (String thing : category.things()) {
          long id = skus.size() + 1L;
          // The first one is what the walk-through buys.
          boolean soldOut = id != 1 && random.nextInt(40) == 0;
          skus.add(
              new Sku(
                  id,
                  category.name(),
                  material + " " + thing,
                  BigDecimal.valueOf(random.nextInt(5, 150) * 100L + 99, 2),
                  soldOut ? 0 : random.nextInt(500, 5_000)));
        }
      }
    }
    return skus;
  }
}
