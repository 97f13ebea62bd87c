package io.github.rwsplit.demo.load;

import io.github.rwsplit.demo.load.Samples.Sample;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Tells a leak from noise. The first quarter of the time is for caches that fill and classes that
 * load. Then a resource has grown if both say so: the median of the last quarter is above that of
 * the second one by more than the tolerance, and the slope by Theil and Sen (the median of the
 * slopes of all pairs) from the second quarter on comes to as much. Outliers move neither.
 */
final class Flatness {

  /**
   * How much more is no leak: so many, or such a share of what there is, whichever is more.
   *
   * @param least in the unit of the resource
   * @param share of the median of the second quarter
   */
  record Tolerance(long least, double share) {}

  /** Two in each quarter. */
  private static final int FEWEST = 8;

  private static final Tolerance FEW = new Tolerance(3, 0);
  private static final Tolerance HELD = new Tolerance(3, 0.1);

  private static final Map<String, Tolerance> TOLERANCES =
      Map.of(
          Resources.THREADS, FEW,
          Resources.HEAP, new Tolerance(2_048, 0.03),
          Resources.HANDLES, new Tolerance(8, 0),
          Resources.DIRECT, new Tolerance(256, 0),
          Resources.METASPACE, new Tolerance(1_024, 0.01),
          Resources.CLASSES, new Tolerance(50, 0));

  /**
   * What fills for an hour, the slower the longer: the clock keeps looks a sixteenth of their age
   * apart, which comes to 300, and each of them has a set.
   */
  private static final Map<String, Integer> FULL =
      Map.of(
          Resources.HELD + "GtidClock.newestFirst", 320,
          Resources.HELD + "GtidSet.intervals", 360);

  private Flatness() {}

  static Tolerance toleranceOf(String resource) {
    if (resource.startsWith(Resources.CONNECTIONS)) {
      return FEW;
    }
    return TOLERANCES.getOrDefault(resource, HELD);
  }

  /** How a resource has grown, in words; null where it has not. */
  static @Nullable String growth(String resource, List<Sample> samples) {
    if (samples.size() < FEWEST) {
      return "%s: %d samples are too few".formatted(resource, samples.size());
    }
    double end = samples.get(samples.size() - 1).seconds();
    List<Sample> second = between(samples, end / 4, end / 2);
    List<Sample> last = between(samples, end * 3 / 4, end);
    if (second.isEmpty() || last.isEmpty()) {
      // it was there for a while only, such as a server that was down
      return null;
    }
    double before = median(values(second));
    double after = median(values(last));
    if (after <= FULL.getOrDefault(resource, 0)) {
      return null;
    }
    Tolerance tolerance = toleranceOf(resource);
    double most = Math.max((double) tolerance.least(), tolerance.share() * before);
    // as far apart as the middles of the two quarters
    double risen = slope(between(samples, end / 4, end)) * end / 2;
    return after - before > most && risen > most
        ? "%s has grown from %.0f to %.0f, %.0f by its slope; tolerance %.0f"
            .formatted(resource, before, after, risen, most)
        : null;
  }

  private static List<Sample> between(List<Sample> samples, double from, double to) {
    return samples.stream()
        .filter(sample -> sample.seconds() >= from && sample.seconds() <= to)
        .toList();
  }

  private static double[] values(List<Sample> samples) {
    return samples.stream().mapToDouble(Sample::value).toArray();
  }

  /** Per second. */
  static double slope(List<Sample> samples) {
    double[] slopes = new double[samples.size() * (samples.size() - 1) / 2];
    int pair = 0;
    for (int i = 0; i < samples.size(); i++) {
      for (int j = i + 1; j < samples.size(); j++) {
        Sample a = samples.get(i);
        Sample b = samples.get(j);
        slopes[pair++] = (b.value() - a.value()) / (b.seconds() - a.seconds());
      }
    }
    return median(slopes);
  }

  static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }
}
