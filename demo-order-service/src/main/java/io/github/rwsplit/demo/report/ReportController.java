package io.github.rwsplit.demo.report;

import io.github.rwsplit.demo.web.Refusal;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Reports over HTTP. */
@RestController
final class ReportController {

  private static final int USUAL_DAYS = 30;
  private static final int MOST_DAYS = 366;
  private static final LocalDate EARLIEST = LocalDate.of(2000, 1, 1);
  private static final LocalDate LATEST = LocalDate.of(2099, 12, 31);

  private final ReportMapper reports;
  private final Clock clock;

  ReportController(ReportMapper reports, Clock clock) {
    this.reports = reports;
    this.clock = clock;
  }

  @GetMapping("/reports/sales")
  SalesReport sales(
      @RequestParam(required = false) @Nullable LocalDate from,
      @RequestParam(required = false) @Nullable LocalDate to) {
    LocalDate last =
        Objects.requireNonNullElseGet(
            to, () -> LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC));
    LocalDate first = Objects.requireNonNullElseGet(from, () -> last.minusDays(USUAL_DAYS - 1));
    long days = ChronoUnit.DAYS.between(first, last) + 1;
    if (days < 1 || days > MOST_DAYS) {
      throw Refusal.badRequest(
          "report-range",
          "'from' to 'to' must be 1 to %d days, but was %d.".formatted(MOST_DAYS, days));
    }
    if (first.isBefore(EARLIEST) || last.isAfter(LATEST)) {
      throw Refusal.badRequest(
          "report-range",
          "'from' and 'to' must be in %s to %s, but were %s and %s."
              .formatted(EARLIEST, LATEST, first, last));
    }
    return SalesReport.of(
        first, last, reports.salesByCategory(startOf(first), startOf(last.plusDays(1))));
  }

  private static Instant startOf(LocalDate day) {
    return day.atStartOfDay(ZoneOffset.UTC).toInstant();
  }
}
