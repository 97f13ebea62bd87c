package io.github.rwsplit.test;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Turns the text of a general query log, fed piece by piece, into statements.
 *
 * <p>Entries of threads that no client opened (the replica's receiver and appliers, the init file)
 * are dropped: a thread counts only after its {@code Connect} entry. Thread-safe.
 */
final class StatementLog {

  private static final Pattern ENTRY =
      Pattern.compile(
          "\\A\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d+\\S*\\t *(\\d+) ([^\\t]+?)(?:\\t(.*))?\\z");
  private static final Pattern CONNECT = Pattern.compile("\\A([^@]*)@\\S* on .*", Pattern.DOTALL);

  private final Map<Long, String> users = new HashMap<>();
  private final List<ReceivedStatement> statements = new ArrayList<>();
  private final StringBuilder unfinishedLine = new StringBuilder();
  private final StringBuilder text = new StringBuilder();
  private long connectionId = -1;
  private String command = "";
  private int cleared;

  /** Takes the next piece of the log, which may end anywhere. */
  synchronized void append(String piece) {
    int start = 0;
    for (int end = piece.indexOf('\n'); end >= 0; end = piece.indexOf('\n', start)) {
      line(unfinishedLine.append(piece, start, end).toString());
      unfinishedLine.setLength(0);
      start = end + 1;
    }
    unfinishedLine.append(piece, start, piece.length());
  }

  /**
   * Ends the entry that is open, and gives all entries since position {@code mark}. To be called
   * when all that was sent before is known to be in the log: the server flushes each entry as a
   * whole.
   */
  synchronized List<ReceivedStatement> since(int mark) {
    endEntry();
    return List.copyOf(statements.subList(Math.max(0, mark - cleared), statements.size()));
  }

  /** The position after everything read so far. */
  synchronized int mark() {
    endEntry();
    return cleared + statements.size();
  }

  /** Forgets the statements read so far, but not who is connected. */
  synchronized void clear() {
    endEntry();
    cleared += statements.size();
    statements.clear();
  }

  private void line(String line) {
    Matcher entry = ENTRY.matcher(line);
    if (entry.matches()) {
      endEntry();
      connectionId = Long.parseLong(entry.group(1));
      command = entry.group(2).strip();
      text.append(entry.group(3) == null ? "" : entry.group(3));
    } else if (line.endsWith("started with:") && line.contains(", Version: ")) {
      // a restarted server appends to the same file and counts its connections from the start again
      endEntry();
      users.clear();
    } else if (connectionId >= 0) {
      text.append('\n').append(line);
    }
  }

  private void endEntry() {
    if (connectionId < 0) {
      return;
    }
    String content = text.toString();
    Matcher connect = CONNECT.matcher(content);
    if ((command.equals("Connect") || command.equals("Change user")) && connect.matches()) {
      users.put(connectionId, connect.group(1));
    }
    String user = users.get(connectionId);
    if (user != null) {
      statements.add(new ReceivedStatement(connectionId, user, command, content));
    }
    if (command.equals("Quit")) {
      users.remove(connectionId);
    }
    text.setLength(0);
    connectionId = -1;
    command = "";
  }
}
