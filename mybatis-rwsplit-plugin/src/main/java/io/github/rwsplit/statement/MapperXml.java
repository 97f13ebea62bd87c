package io.github.rwsplit.statement;

import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import javax.xml.XMLConstants;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.parsers.SAXParser;
import javax.xml.parsers.SAXParserFactory;
import org.jspecify.annotations.Nullable;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;
import org.xml.sax.helpers.DefaultHandler;

/**
 * What one mapper file declares, read in one pass without a tree.
 *
 * <p>MyBatis has validated the file already, so nothing is validated here and no DTD is fetched;
 * the internal subset is read, because it may give attributes a default value.
 *
 * @param namespace the file's namespace
 * @param defaults the attributes of {@code <mapper>}; null: none
 * @param statements every statement of the file
 */
record MapperXml(String namespace, @Nullable Attributes defaults, Map<Key, Statement> statements) {

  /** A statement, of which a file may hold one variant for each database. */
  record Key(String id, @Nullable String databaseId) {}

  /** What one statement says; no attributes: nothing. */
  record Statement(@Nullable Attributes attributes) {}

  /**
   * Reads a file.
   *
   * @param in the file, closed by the caller
   * @param variables replaces <code>${...}</code> in attributes as MyBatis does
   * @throws IOException if it cannot be read or is no XML
   */
  static MapperXml read(InputStream in, UnaryOperator<String> variables) throws IOException {
    Reader reader = new Reader(variables);
    try {
      parser().parse(new InputSource(in), reader);
    } catch (SAXException e) {
      throw new IOException("is no readable XML", e);
    }
    return new MapperXml(reader.namespace, reader.defaults, reader.statements);
  }

  private static SAXParser parser() throws SAXException {
    try {
      SAXParserFactory factory = SAXParserFactory.newDefaultInstance();
      factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
      factory.setFeature("http://apache.org/xml/features/nonvalidating/load-external-dtd", false);
      return factory.newSAXParser();
    } catch (ParserConfigurationException e) {
      throw new IllegalStateException("The JDK's own XML parser must know its features", e);
    }
  }

  private static final class Reader extends DefaultHandler {

    private static final Set<String> TAGS = Set.of("select", "insert", "update", "delete");

    private final UnaryOperator<String> variables;
    private final Map<Key, Statement> statements = new HashMap<>();
    private String namespace = "";
    private @Nullable Attributes defaults;
    private int depth;

    Reader(UnaryOperator<String> variables) {
      this.variables = variables;
    }

    @Override
    public void startElement(String uri, String name, String tag, org.xml.sax.Attributes xml) {
      if (depth == 0) {
        namespace = text(xml, "namespace", "");
        defaults = Attributes.of(xml, variables);
      } else if (depth == 1 && TAGS.contains(tag)) {
        String id = text(xml, "id", "");
        String full = id.startsWith(namespace + ".") ? id : namespace + "." + id;
        String database = xml.getValue("databaseId");
        statements.putIfAbsent(
            new Key(full, database == null ? null : variables.apply(database)),
            new Statement(Attributes.of(xml, variables)));
      }
      depth++;
    }

    private String text(org.xml.sax.Attributes xml, String name, String otherwise) {
      String value = xml.getValue(name);
      return value == null ? otherwise : variables.apply(value);
    }

    @Override
    public void endElement(String uri, String name, String tag) {
      depth--;
    }

    @Override
    public InputSource resolveEntity(@Nullable String publicId, @Nullable String systemId) {
      return new InputSource(new StringReader(""));
    }
  }
}
