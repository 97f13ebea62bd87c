package io.github.rwsplit.cli.report;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.github.rwsplit.cli.log.LogSummary;
import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The whole report as one JSON object; names and units stand in docs/audit.md. */
record JsonWriter() implements ReportWriter {

  @Override
  public void write(Report report, Writer out) throws IOException {
    try (JsonGenerator json = new JsonFactory().createGenerator(out)) {
      json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
      json.useDefaultPrettyPrinter();
      json.writeStartObject();
      json.writeNumberField("version", 1);
      read(report, json);
      json.writeNumberField("violations", report.violations());
      json.writeArrayFieldStart("findings");
      for (Finding finding : report.findings()) {
        finding(finding, json);
      }
      json.writeEndArray();
      nodes(report, json);
      reasons(report, json);
      days(report, json);
      cells(report, json);
      timeline(report, json);
      json.writeEndObject();
    }
    out.write('\n');
  }

  private static void read(Report report, JsonGenerator json) throws IOException {
    LogSummary read = report.read();
    texts(json, "logs", read.logs());
    json.writeBooleanField("complete", read.problems().isEmpty());
    texts(json, "problems", read.problems());
    json.writeNumberField("lines", read.lines());
    json.writeNumberField("statements", read.entries());
    json.writeNumberField("otherLines", read.others());
    json.writeNumberField("brokenLines", read.broken());
    json.writeArrayFieldStart("brokenExamples");
    for (LogSummary.Broken broken : read.examples()) {
      json.writeStartObject();
      json.writeStringField("log", broken.place().log());
      json.writeNumberField("line", broken.place().line());
      json.writeStringField("reason", broken.reason());
      json.writeEndObject();
    }
    json.writeEndArray();
    text(json, "first", report.first());
    text(json, "last", report.last());
    json.writeStringField("zone", report.zone().getId());
    json.writeNumberField("reads", report.reads());
    json.writeNumberField("replicaReads", report.replicaReads());
    json.writeNumberField("errors", report.errors());
    json.writeNumberField("refused", report.refused());
    json.writeNumberField("observed", report.observed());
    json.writeBooleanField("folded", report.folded());
  }

  private static void finding(Finding finding, JsonGenerator json) throws IOException {
    json.writeStartObject();
    json.writeStringField("rule", finding.rule().name());
    json.writeStringField("severity", finding.rule().severity());
    json.writeStringField("title", finding.rule().title());
    text(json, "statement", finding.statement());
    json.writeStringField("detail", finding.detail());
    json.writeNumberField("count", finding.count());
    if (finding.first() != null) {
      json.writeStringField("firstLog", finding.first().log());
      json.writeNumberField("firstLine", finding.first().line());
    }
    json.writeStringField("next", finding.rule().next());
    json.writeEndObject();
  }

  private static void nodes(Report report, JsonGenerator json) throws IOException {
    json.writeArrayFieldStart("nodes");
    for (Report.Node node : report.nodes()) {
      json.writeStartObject();
      json.writeStringField("node", node.name());
      json.writeStringField("role", node.role());
      texts(json, "servers", node.servers());
      json.writeNumberField("reads", node.reads());
      json.writeNumberField("writes", node.writes());
      json.writeNumberField("p50Micros", node.p50());
      json.writeNumberField("p95Micros", node.p95());
      json.writeNumberField("p99Micros", node.p99());
      json.writeNumberField("maxMicros", node.max());
      if (node.lagMax() >= 0) {
        json.writeNumberField("lag95Millis", node.lag95());
        json.writeNumberField("lagMaxMillis", node.lagMax());
      }
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private static void reasons(Report report, JsonGenerator json) throws IOException {
    json.writeObjectFieldStart("reasons");
    for (Report.Reason reason : report.reasons()) {
      json.writeNumberField(reason.name(), reason.count());
    }
    json.writeEndObject();
  }

  private static void days(Report report, JsonGenerator json) throws IOException {
    json.writeArrayFieldStart("days");
    for (Report.Day day : report.days()) {
      json.writeStartObject();
      json.writeStringField("day", day.date().toString());
      json.writeNumberField("reads", day.reads());
      json.writeNumberField("replicaReads", day.replicaReads());
      json.writeNumberField("writes", day.writes());
      json.writeNumberField("fallbacks", day.fallbacks());
      json.writeNumberField("failed", day.errors());
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private static void cells(Report report, JsonGenerator json) throws IOException {
    json.writeArrayFieldStart("byStatement");
    for (Report.Cell cell : report.cells()) {
      json.writeStartObject();
      json.writeStringField("statement", cell.statement());
      for (Map.Entry<String, String> field :
          List.of(
              Map.entry("command", cell.command()),
              Map.entry("level", cell.level()),
              Map.entry("group", cell.group()),
              Map.entry("reason", cell.reason()),
              Map.entry("node", cell.node()),
              Map.entry("role", cell.role()))) {
        if (!field.getValue().isEmpty()) {
          json.writeStringField(field.getKey(), field.getValue());
        }
      }
      json.writeNumberField("count", cell.count());
      json.writeNumberField("errors", cell.errors());
      json.writeNumberField("refused", cell.refused());
      json.writeNumberField("rows", cell.rows());
      json.writeNumberField("totalMicros", cell.totalMicros());
      json.writeNumberField("maxMicros", cell.maxMicros());
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private static void timeline(Report report, JsonGenerator json) throws IOException {
    Report.Timeline line = report.series();
    json.writeObjectFieldStart("readsOverTime");
    json.writeNumberField("startMicros", line.startMicros());
    json.writeNumberField("stepMicros", line.stepMicros());
    json.writeObjectFieldStart("nodes");
    for (int i = 0; i < line.names().size(); i++) {
      json.writeFieldName(line.names().get(i));
      long[] counts = line.counts().get(i);
      json.writeArray(counts, 0, counts.length);
    }
    json.writeEndObject();
    json.writeEndObject();
  }

  private static void texts(JsonGenerator json, String name, List<String> texts)
      throws IOException {
    json.writeArrayFieldStart(name);
    for (String text : texts) {
      json.writeString(text);
    }
    json.writeEndArray();
  }

  private static void text(JsonGenerator json, String name, @Nullable Object value)
      throws IOException {
    if (value != null) {
      json.writeStringField(name, value.toString());
    }
  }
}
