package io.github.rwsplit.proof;

import java.awt.Color;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.style.Styler.LegendPosition;

/** Draws what the rounds showed, for the documentation. */
final class Charts {

  /** Okabe and Ito's colours, which colour-blind people can tell apart. */
  private static final List<Color> COLOURS =
      List.of(new Color(0xD55E00), new Color(0xE69F00), new Color(0x0072B2));

  private Charts() {}

  /** One picture of stale reads, one of reads on the primary, both as shares of all reads. */
  static void write(List<Round> rounds, int sessions, Path directory) throws IOException {
    List<Round> chosen = rounds.stream().filter(round -> round.sessions() == sessions).toList();
    draw(
        "Stale reads, % of all reads, " + sessions + " sessions",
        chosen,
        tally -> 100.0 * tally.stale() / Math.max(1, tally.reads()),
        directory.resolve("stale-reads.png"));
    draw(
        "Reads on the primary, % of all reads, " + sessions + " sessions",
        chosen,
        tally -> 100.0 * tally.primaryShare(),
        directory.resolve("reads-on-the-primary.png"));
  }

  private static void draw(
      String title, List<Round> rounds, ToDoubleFunction<Tally> value, Path file)
      throws IOException {
    CategoryChart chart =
        new CategoryChartBuilder().width(900).height(320).title(title).yAxisTitle("%").build();
    chart.getStyler().setLegendPosition(LegendPosition.OutsideE);
    chart.getStyler().setChartBackgroundColor(Color.WHITE);
    chart.getStyler().setSeriesColors(COLOURS.toArray(Color[]::new));
    chart.getStyler().setYAxisMin(0.0);
    List<String> faults = rounds.stream().map(round -> round.fault().words()).toList();
    for (Strategy strategy : Strategy.values()) {
      List<Double> values = new ArrayList<>();
      rounds.forEach(round -> values.add(value.applyAsDouble(round.tallies().get(strategy))));
      chart.addSeries(strategy.word(), faults, values);
    }
    BitmapEncoder.saveBitmap(chart, file.toString(), BitmapEncoder.BitmapFormat.PNG);
  }
}
