package io.github.rwsplit.boot;

import java.io.PrintWriter;

/** The writer of a {@link WatchedResponse}; all other methods of PrintWriter end in these. */
final class WatchedWriter extends PrintWriter {

  private final PrintWriter writer;
  private final WatchedResponse response;

  WatchedWriter(PrintWriter writer, WatchedResponse response) {
    super(writer);
    this.writer = writer;
    this.response = response;
  }

  @Override
  public void write(int one) {
    response.beforeCharacters(1);
    writer.write(one);
  }

  @Override
  public void write(char[] text, int from, int length) {
    response.beforeCharacters(length);
    writer.write(text, from, length);
  }

  @Override
  public void write(String text, int from, int length) {
    response.beforeCharacters(length);
    writer.write(text, from, length);
  }

  /** As the container ends lines. */
  @Override
  public void println() {
    response.beforeCharacters(2);
    writer.println();
  }

  @Override
  public void flush() {
    response.beforeCommit();
    writer.flush();
  }

  @Override
  public void close() {
    response.beforeCommit();
    writer.close();
  }

  @Override
  public boolean checkError() {
    response.beforeCommit();
    return writer.checkError();
  }
}
