package io.github.rwsplit.cli.lint;

import java.util.List;
import java.util.Map;

/** A piece of a statement as it is written in XML. */
sealed interface Piece {

  /** Text between tags. */
  record Text(String text) implements Piece {}

  /** A tag and what is in it. */
  record Tag(String name, Map<String, String> attributes, List<Piece> inside, int line)
      implements Piece {

    String attribute(String key) {
      return attributes.getOrDefault(key, "");
    }
  }
}
