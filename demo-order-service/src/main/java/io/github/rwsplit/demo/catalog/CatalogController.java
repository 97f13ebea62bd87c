package io.github.rwsplit.demo.catalog;

import com.github.pagehelper.PageHelper;
import io.github.rwsplit.demo.web.PageOf;
import jakarta.validation.Valid;
import jakarta.validation.constraints.DecimalMin;
import jakarta.validation.constraints.Digits;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The catalog over HTTP. */
@RestController
final class CatalogController {

  private final CatalogMapper catalog;
  private final Catalog articles;

  CatalogController(CatalogMapper catalog, Catalog articles) {
    this.catalog = catalog;
    this.articles = articles;
  }

  /**
   * A new price.
   *
   * @param price as the table keeps it
   */
  record NewPrice(
      @NotNull @DecimalMin("0.01") @Digits(integer = 8, fraction = 2) BigDecimal price) {}

  /** From the cache, or a replica. */
  @GetMapping("/catalog/{skuId}")
  Article find(@PathVariable long skuId) {
    return articles.find(skuId);
  }

  @PutMapping("/catalog/{skuId}/price")
  Article changePrice(@PathVariable long skuId, @Valid @RequestBody NewPrice wanted) {
    return articles.changePrice(skuId, wanted.price());
  }

  @GetMapping("/catalog")
  PageOf<CatalogItem> list(
      @RequestParam(required = false) @Size(max = 40) @Nullable String category,
      @RequestParam(defaultValue = "1") @Min(1) @Max(PageOf.LAST_PAGE) int page,
      @RequestParam(defaultValue = "20") @Min(1) @Max(PageOf.LARGEST) int size) {
    return PageOf.of(
        PageHelper.<CatalogItem>startPage(page, size).doSelectPage(() -> catalog.list(category)));
  }
}
