package io.github.rwsplit.cli.text;

import java.util.ArrayList;
import java.util.List;

/** A table in plain text: columns as wide as what stands in them. */
public final class Columns {

  private static final int GAP = 2;

  private final List<String[]> rows = new ArrayList<>();
  private final boolean[] right;

  /**
   * Makes a table.
   *
   * @param heads the heads of its columns; one that begins with {@code >} has numbers, which are
   *     put to the right
   */
  public Columns(String... heads) {
    right = new boolean[heads.length];
    String[] row = new String[heads.length];
    for (int i = 0; i < heads.length; i++) {
      right[i] = heads[i].startsWith(">");
      row[i] = right[i] ? heads[i].substring(1) : heads[i];
    }
    rows.add(row);
  }

  /**
   * Adds a row.
   *
   * @param cells its cells; made safe for a terminal here
   */
  public void row(String... cells) {
    String[] row = new String[right.length];
    for (int i = 0; i < row.length; i++) {
      row[i] = Shown.plain(cells[i]);
    }
    rows.add(row);
  }

  /**
   * Writes the table.
   *
   * @param out where to
   * @param indent what stands before each row
   */
  public void write(Appendable out, String indent) throws java.io.IOException {
    int[] widths = new int[right.length];
    for (String[] row : rows) {
      for (int i = 0; i < row.length; i++) {
        widths[i] = Math.max(widths[i], row[i].length());
      }
    }
    for (String[] row : rows) {
      StringBuilder line = new StringBuilder(indent);
      for (int i = 0; i < row.length; i++) {
        String pad = " ".repeat(widths[i] - row[i].length());
        line.append(right[i] ? pad + row[i] : row[i] + pad).append(" ".repeat(GAP));
      }
      out.append(line.toString().stripTrailing()).append('\n');
    }
  }
}
