package io.github.rwsplit.demo.load;

import io.github.rwsplit.test.MySqlNode;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Orders that were asked for, no two of them alike, and what their callers were told; held against
 * the rows of a server in the end. Kept in a file, so that an hour of it takes no heap. Safe for
 * use by many threads.
 */
final class Attempts implements AutoCloseable {

  private static final int USERS = 2_000;
  private static final int ARTICLES = 200;

  /** What the answer to a write means. */
  enum Told {
    DONE,
    /** Not done: it may be sent again. */
    REFUSED,
    /** Everything else, no answer among it. */
    UNKNOWN;

    /** 4xx is a mistake or a refusal, 503 asks to try again: whoever says so has done nothing. */
    static Told by(int status) {
      if (status / 100 == 2) {
        return DONE;
      }
      return status / 100 == 4 || status == 503 ? REFUSED : UNKNOWN;
    }
  }

  /** What is ordered: by these three its row is known. */
  record Attempt(long user, long article, int quantity) {}

  /**
   * What the rows say.
   *
   * @param done orders that were acknowledged
   * @param refused those that were said not to be done
   * @param unknown those of which nothing was said
   * @param unknownThere those of them that are there
   * @param cancelled cancellations that were acknowledged
   * @param violations in words
   */
  record Comparison(
      long done,
      long refused,
      long unknown,
      long unknownThere,
      long cancelled,
      List<String> violations) {}

  private record Row(long id, String status, int times, int payments) {}

  private final Path file;
  private final BufferedWriter out;
  private final AtomicLong numbers = new AtomicLong();

  Attempts(Path file) {
    this.file = file;
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
      this.out = Files.newBufferedWriter(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * One that nobody has made yet; of another article than the ones before, whose stock is locked.
   */
  Attempt next() {
    long number = numbers.getAndIncrement();
    return new Attempt(
        1 + number % USERS,
        1 + (number + number / USERS) % ARTICLES,
        Math.toIntExact(1 + number / USERS / ARTICLES));
  }

  /**
   * An order was answered, or was not.
   *
   * @param id of an acknowledged one
   */
  void ordered(Attempt attempt, Told told, long id) {
    line("order,%s,%s,%d".formatted(key(attempt), told, id));
  }

  void cancelled(long id, Told told) {
    line("cancel,%d,%s".formatted(id, told));
  }

  private static String key(Attempt attempt) {
    return attempt.user() + "/" + attempt.article() + "/" + attempt.quantity();
  }

  private synchronized void line(String text) {
    try {
      out.write(text);
      out.newLine();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Holds everything up to now against a server; nobody may write meanwhile.
   *
   * @param after the last order that was there before the first attempt
   */
  synchronized Comparison compareWith(MySqlNode server, long after)
      throws IOException, SQLException {
    out.flush();
    Map<String, Row> rows = rows(server, after);
    Map<Long, Told> cancellations = new HashMap<>();
    List<String[]> orders = new ArrayList<>();
    for (String line : Files.readAllLines(file)) {
      String[] words = line.split(",", -1);
      if (words[0].equals("cancel")) {
        cancellations.put(Long.valueOf(words[1]), Told.valueOf(words[2]));
      } else {
        orders.add(words);
      }
    }
    Map<Told, Long> counts = new EnumMap<>(Told.class);
    long there = 0;
    List<String> violations = new ArrayList<>();
    for (String[] order : orders) {
      Told told = Told.valueOf(order[2]);
      counts.merge(told, 1L, Long::sum);
      Row row = rows.remove(order[1]);
      there += told == Told.UNKNOWN && row != null ? 1 : 0;
      String wrong = wrong(told, Long.parseLong(order[3]), row);
      if (wrong == null && row != null) {
        wrong = wrong(row, cancellations.get(row.id()));
      }
      if (wrong != null) {
        violations.add("%s, told %s: %s".formatted(order[1], told, wrong));
      }
    }
    rows.forEach((key, row) -> violations.add(key + " was asked for by nobody: " + row));
    return new Comparison(
        counts.getOrDefault(Told.DONE, 0L),
        counts.getOrDefault(Told.REFUSED, 0L),
        counts.getOrDefault(Told.UNKNOWN, 0L),
        there,
        cancellations.values().stream().filter(told -> told == Told.DONE).count(),
        violations);
  }

  private static @Nullable String wrong(Told told, long id, @Nullable Row row) {
    if (row == null) {
      return told == Told.DONE ? "it is not there" : null;
    }
    if (told == Told.REFUSED) {
      return "it is there: " + row;
    }
    boolean once = row.times() == 1 && row.payments() == 1;
    return once && (told == Told.UNKNOWN || row.id() == id) ? null : "it is there as " + row;
  }

  private static @Nullable String wrong(Row row, @Nullable Told cancellation) {
    boolean cancelled = row.status().equals("CANCELLED");
    if (cancellation == Told.UNKNOWN || cancelled == (cancellation == Told.DONE)) {
      return null;
    }
    return "its cancellation was told %s: %s".formatted(cancellation, row);
  }

  private static Map<String, Row> rows(MySqlNode server, long after) throws SQLException {
    Map<String, Row> rows = new HashMap<>();
    try (Connection connection = server.adminConnection();
        Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                """
                SELECT MAX(o.id), o.user_id, o.sku_id, o.quantity, MAX(o.status),
                       COUNT(DISTINCT o.id), COUNT(p.id)
                  FROM orders o LEFT JOIN payment p ON p.order_id = o.id
                 WHERE o.id > %d GROUP BY o.user_id, o.sku_id, o.quantity
                """
                    .formatted(after))) {
      while (row.next()) {
        rows.put(
            key(new Attempt(row.getLong(2), row.getLong(3), row.getInt(4))),
            new Row(row.getLong(1), row.getString(5), row.getInt(6), row.getInt(7)));
      }
    }
    return rows;
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}
