package io.github.rwsplit.boot;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import java.io.IOException;

/** The stream of a {@link WatchedResponse}. */
final class WatchedStream extends ServletOutputStream {

  private final ServletOutputStream stream;
  private final WatchedResponse response;

  WatchedStream(ServletOutputStream stream, WatchedResponse response) {
    this.stream = stream;
    this.response = response;
  }

  @Override
  public void write(int one) throws IOException {
    response.beforeBytes(1);
    stream.write(one);
  }

  @Override
  public void write(byte[] bytes, int from, int length) throws IOException {
    response.beforeBytes(length);
    stream.write(bytes, from, length);
  }

  @Override
  public void flush() throws IOException {
    response.beforeCommit();
    stream.flush();
  }

  @Override
  public void close() throws IOException {
    response.beforeCommit();
    stream.close();
  }

  @Override
  public boolean isReady() {
    return stream.isReady();
  }

  @Override
  public void setWriteListener(WriteListener listener) {
    stream.setWriteListener(listener);
  }
}
