package io.github.rwsplit.cli.log;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Reads logs one after the other and hands on what their audit lines say. Holds one line at a time,
 * whatever the size of the logs.
 */
public final class LogReader {

  private static final int EXAMPLES = 5;

  private final List<LogFile> files = new ArrayList<>();
  private final InputStream standardInput;
  private final Progress progress;
  private final EntryParser parser = new EntryParser();
  private final List<LogSummary.Broken> examples = new ArrayList<>();
  private final List<String> problems = new ArrayList<>();
  private long lines;
  private long entries;
  private long broken;

  /** Takes what the lines say, in the order of the logs. */
  public interface Sink {
    /**
     * An audit line was read.
     *
     * @param entry what it says
     * @param place where it stands
     */
    void take(Entry entry, Place place);
  }

  /**
   * Looks at what was named, without reading it.
   *
   * @param logs paths, or {@code -} for standard input
   * @param standardInput what {@code -} reads
   * @param progress is told how far it is
   * @throws InputException if one of them cannot be read
   */
  public LogReader(List<String> logs, InputStream standardInput, Progress progress)
      throws InputException {
    Set<String> seen = new LinkedHashSet<>();
    for (String log : logs) {
      if (!seen.add(log)) {
        throw new InputException(log + " is named twice; its lines would count twice");
      }
      files.add(LogFile.of(log));
    }
    this.standardInput = standardInput;
    this.progress = progress;
  }

  /**
   * Reads all of them. A log that breaks off is a problem of the summary, and the next is read.
   *
   * @param sink takes the lines
   * @return how it went
   */
  public LogSummary read(Sink sink) {
    progress.begin(files.stream().mapToLong(LogFile::size).sum());
    for (LogFile file : files) {
      try (InputStream in = file.open(standardInput, progress::advance)) {
        read(file.name(), in, sink);
      } catch (IOException e) {
        problems.add(file.problem(e));
      }
    }
    progress.end();
    return new LogSummary(
        files.stream().map(LogFile::name).toList(),
        lines,
        entries,
        lines - entries - broken,
        broken,
        examples,
        problems);
  }

  private void read(String name, InputStream in, Sink sink) throws IOException {
    LineReader reader = new LineReader(in);
    long number = 0;
    for (String line = reader.next(); line != null; line = reader.next()) {
      number++;
      lines++;
      try {
        Entry entry = parser.parse(line);
        if (entry != null) {
          if (reader.cut()) {
            throw new BrokenLineException("is longer than " + LineReader.LONGEST + " bytes");
          }
          entries++;
          sink.take(entry, new Place(name, number));
        }
      } catch (BrokenLineException e) {
        broken++;
        if (examples.size() < EXAMPLES) {
          examples.add(new LogSummary.Broken(new Place(name, number), e.reason()));
        }
      }
    }
  }
}
