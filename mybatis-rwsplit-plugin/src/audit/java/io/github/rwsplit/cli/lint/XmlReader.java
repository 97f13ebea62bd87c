package io.github.rwsplit.cli.lint;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.xml.XMLConstants;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.parsers.SAXParserFactory;
import org.jspecify.annotations.Nullable;
import org.xml.sax.Attributes;
import org.xml.sax.InputSource;
import org.xml.sax.Locator;
import org.xml.sax.SAXException;
import org.xml.sax.SAXParseException;
import org.xml.sax.helpers.DefaultHandler;

/**
 * Reads XML into {@link Piece}s that know their lines. No DTD is fetched and no entity of a file is
 * followed: what is checked may come from anybody.
 */
final class XmlReader extends DefaultHandler {

  /** What reads the pieces goes down by calls. */
  private static final int DEEPEST = 200;

  private final Deque<Piece.Tag> open = new ArrayDeque<>();
  private @Nullable Locator locator;
  private Piece.@Nullable Tag root;

  private final String[] lines;

  private XmlReader(String[] lines) {
    this.lines = lines;
  }

  /** Says what is wrong with a file and where. */
  static final class UnreadableException extends Exception {
    private static final long serialVersionUID = 1;
    private final int line;

    UnreadableException(String message, int line) {
      super(message);
      this.line = line;
    }

    int line() {
      return line;
    }
  }

  static Piece.Tag read(byte[] file) throws UnreadableException {
    // only line ends and ASCII are looked for, so that the encoding does not matter
    String[] lines = new String(file, StandardCharsets.ISO_8859_1).split("\n", -1);
    return read(new InputSource(new ByteArrayInputStream(file)), lines);
  }

  static Piece.Tag read(String text) throws UnreadableException {
    return read(new InputSource(new StringReader(text)), text.split("\n", -1));
  }

  private static Piece.Tag read(InputSource source, String[] lines) throws UnreadableException {
    XmlReader reader = new XmlReader(lines);
    try {
      SAXParserFactory factory = SAXParserFactory.newDefaultInstance();
      factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
      factory.setFeature("http://apache.org/xml/features/nonvalidating/load-external-dtd", false);
      factory.setFeature("http://xml.org/sax/features/external-general-entities", false);
      factory.setFeature("http://xml.org/sax/features/external-parameter-entities", false);
      factory.newSAXParser().parse(source, reader);
    } catch (SAXParseException e) {
      throw new UnreadableException(String.valueOf(e.getMessage()), e.getLineNumber());
    } catch (SAXException | IOException e) {
      throw new UnreadableException(String.valueOf(e.getMessage()), 0);
    } catch (ParserConfigurationException e) {
      throw new IllegalStateException("The JDK's own XML parser must know its features", e);
    }
    if (reader.root == null) {
      throw new UnreadableException("has no element", 0);
    }
    return reader.root;
  }

  @Override
  public void setDocumentLocator(Locator given) {
    locator = given;
  }

  @Override
  public void startElement(String uri, String name, String tag, Attributes xml)
      throws SAXException {
    if (open.size() >= DEEPEST) {
      throw new SAXParseException("has elements more than " + DEEPEST + " deep", locator);
    }
    Map<String, String> attributes = new LinkedHashMap<>();
    for (int i = 0; i < xml.getLength(); i++) {
      attributes.put(xml.getQName(i), xml.getValue(i));
    }
    Piece.Tag piece = new Piece.Tag(tag, attributes, new ArrayList<>(), begin(tag));
    Piece.Tag outer = open.peek();
    if (outer == null) {
      root = piece;
    } else {
      outer.inside().add(piece);
    }
    open.push(piece);
  }

  /** The parser stands behind the tag, which may have several lines. */
  private int begin(String tag) {
    int end = locator == null ? 0 : locator.getLineNumber();
    for (int line = Math.min(end, lines.length); line > 0; line--) {
      if (lines[line - 1].contains("<" + tag)) {
        return line;
      }
    }
    return end;
  }

  @Override
  public void endElement(String uri, String name, String tag) {
    open.pop();
  }

  @Override
  public void characters(char[] text, int start, int length) {
    Piece.Tag outer = open.peek();
    if (outer != null) {
      outer.inside().add(new Piece.Text(new String(text, start, length)));
    }
  }

  @Override
  public InputSource resolveEntity(@Nullable String publicId, @Nullable String systemId) {
    return new InputSource(new StringReader(""));
  }

  @Override
  public void fatalError(SAXParseException e) throws SAXException {
    throw e;
  }
}
