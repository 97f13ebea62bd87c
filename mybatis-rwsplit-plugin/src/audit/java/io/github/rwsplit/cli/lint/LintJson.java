package io.github.rwsplit.cli.lint;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.Writer;
import org.jspecify.annotations.Nullable;

/** What lint found, as one JSON object. */
record LintJson(LintResult result) {

  void write(Writer out) throws IOException {
    try (JsonGenerator json = new JsonFactory().createGenerator(out)) {
      json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
      json.useDefaultPrettyPrinter();
      json.writeStartObject();
      json.writeNumberField("version", 1);
      json.writeArrayFieldStart("statements");
      for (Statement statement : result.statements) {
        Words own = statement.own();
        json.writeStartObject();
        json.writeStringField("statement", statement.id());
        json.writeStringField("command", statement.command());
        text(json, "declared", own == null ? null : own.consistency());
        text(json, "group", own == null ? null : own.group());
        text(json, "maxLag", own == null ? null : own.maxLag());
        text(json, "level", statement.level().isEmpty() ? null : statement.level());
        text(json, "sql", statement.verdict().kind());
        json.writeBooleanField("mayLeavePrimary", statement.mayLeave() && own != null);
        place(json, statement.place());
        json.writeEndObject();
      }
      json.writeEndArray();
      json.writeArrayFieldStart("findings");
      for (LintFinding finding : result.findings) {
        json.writeStartObject();
        json.writeStringField("rule", finding.rule().name());
        json.writeStringField("severity", finding.severity().name());
        json.writeStringField("statement", finding.statement());
        json.writeStringField("message", finding.message());
        place(json, finding.place());
        json.writeEndObject();
      }
      json.writeEndArray();
      json.writeEndObject();
    }
    out.write('\n');
  }

  private static void place(JsonGenerator json, Place place) throws IOException {
    json.writeStringField("file", place.file());
    if (place.line() > 0) {
      json.writeNumberField("line", place.line());
    }
  }

  private static void text(JsonGenerator json, String name, @Nullable Object value)
      throws IOException {
    if (value != null) {
      json.writeStringField(name, value.toString());
    }
  }
}
