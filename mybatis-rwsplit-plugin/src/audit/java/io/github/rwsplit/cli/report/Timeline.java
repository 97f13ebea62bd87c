package io.github.rwsplit.cli.report;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.github.rwsplit.cli.text.Shown;
import java.io.IOException;
import java.io.StringWriter;
import java.io.Writer;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;

/** The data that the page's script draws: an object in the page that no browser runs. */
final class Timeline {

  static final String DATA_ID = "data";
  private static final long MICROS = 1_000_000;
  private static final int MOST_DAYS = 400;

  private Timeline() {}

  static void write(Report report, Writer out) throws IOException {
    StringWriter text = new StringWriter();
    Report.Timeline line = report.series();
    int steps = line.counts().isEmpty() ? 0 : line.counts().get(0).length;
    try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
      json.writeStartObject();
      json.writeStringField("zone", report.zone().getId());
      json.writeNumberField("start", line.startMicros() / MICROS);
      json.writeNumberField("step", line.stepMicros() / MICROS);
      json.writeNumberField("steps", steps);
      json.writeArrayFieldStart("names");
      for (String name : line.names()) {
        json.writeString(Shown.plain(name));
      }
      json.writeEndArray();
      json.writeArrayFieldStart("roles");
      for (Report.Node node : report.nodes()) {
        json.writeString(node.role());
      }
      json.writeEndArray();
      json.writeArrayFieldStart("counts");
      for (long[] counts : line.counts()) {
        json.writeArray(counts, 0, counts.length);
      }
      json.writeEndArray();
      json.writeArrayFieldStart("days");
      days(report.zone(), line, steps, json);
      json.writeEndArray();
      json.writeEndObject();
    }
    out.write("<script type='application/json' id=" + DATA_ID + ">");
    out.write(
        text.toString().replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e"));
    out.write("</script>\n");
  }

  /** When days begin, by the clocks of the zone, which may go forward or back at night. */
  private static void days(ZoneId zone, Report.Timeline line, int steps, JsonGenerator json)
      throws IOException {
    long start = line.startMicros() / MICROS;
    long end = start + steps * (line.stepMicros() / MICROS);
    LocalDate day = Instant.ofEpochSecond(start).atZone(zone).toLocalDate().plusDays(1);
    for (int i = 0; i < MOST_DAYS; i++, day = day.plusDays(1)) {
      long begins = day.atStartOfDay(zone).toEpochSecond();
      if (begins >= end) {
        return;
      }
      json.writeNumber(begins);
    }
  }
}
