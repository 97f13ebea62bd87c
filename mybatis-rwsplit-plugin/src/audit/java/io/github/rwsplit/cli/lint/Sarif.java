package io.github.rwsplit.cli.lint;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.Writer;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;

/**
 * What lint found, as SARIF 2.1.0 (OASIS Standard of 27 March 2020).
 *
 * @see <a href="https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html">SARIF 2.1.0</a>
 */
record Sarif(LintResult result, String version) {

  void write(Writer out) throws IOException {
    try (JsonGenerator json = new JsonFactory().createGenerator(out)) {
      json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
      json.useDefaultPrettyPrinter();
      json.writeStartObject();
      json.writeStringField("$schema", "https://json.schemastore.org/sarif-2.1.0.json");
      json.writeStringField("version", "2.1.0");
      json.writeArrayFieldStart("runs");
      json.writeStartObject();
      tool(json);
      json.writeStringField("columnKind", "utf16CodeUnits");
      json.writeArrayFieldStart("results");
      for (LintFinding finding : result.findings) {
        result(json, finding);
      }
      json.writeEndArray();
      json.writeEndObject();
      json.writeEndArray();
      json.writeEndObject();
    }
    out.write('\n');
  }

  private void tool(JsonGenerator json) throws IOException {
    json.writeObjectFieldStart("tool");
    json.writeObjectFieldStart("driver");
    json.writeStringField("name", "mybatis-rwsplit lint");
    json.writeStringField("version", version);
    json.writeArrayFieldStart("rules");
    for (LintRule rule : LintRule.values()) {
      json.writeStartObject();
      json.writeStringField("id", rule.name());
      json.writeObjectFieldStart("shortDescription");
      json.writeStringField("text", rule.title());
      json.writeEndObject();
      json.writeObjectFieldStart("defaultConfiguration");
      json.writeStringField("level", rule.severity().name());
      json.writeEndObject();
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeEndObject();
    json.writeEndObject();
  }

  private static void result(JsonGenerator json, LintFinding finding) throws IOException {
    json.writeStartObject();
    json.writeStringField("ruleId", finding.rule().name());
    json.writeNumberField("ruleIndex", List.of(LintRule.values()).indexOf(finding.rule()));
    json.writeStringField("level", finding.severity().name());
    json.writeObjectFieldStart("message");
    json.writeStringField("text", finding.statement() + " " + finding.message());
    json.writeEndObject();
    json.writeArrayFieldStart("locations");
    json.writeStartObject();
    json.writeObjectFieldStart("physicalLocation");
    json.writeObjectFieldStart("artifactLocation");
    json.writeStringField("uri", uri(finding.place().file()));
    json.writeEndObject();
    if (finding.place().line() > 0) {
      json.writeObjectFieldStart("region");
      json.writeNumberField("startLine", finding.place().line());
      json.writeEndObject();
    }
    json.writeEndObject();
    json.writeArrayFieldStart("logicalLocations");
    json.writeStartObject();
    json.writeStringField("fullyQualifiedName", finding.statement());
    json.writeEndObject();
    json.writeEndArray();
    json.writeEndObject();
    json.writeEndArray();
    json.writeEndObject();
  }

  /** Relative where the path is, so that a review finds the file in its own checkout. */
  private static String uri(String file) {
    try {
      boolean absolute = file.startsWith("/");
      return new URI(absolute ? "file" : null, absolute ? "" : null, file, null).toString();
    } catch (URISyntaxException e) {
      return "unknown";
    }
  }
}
