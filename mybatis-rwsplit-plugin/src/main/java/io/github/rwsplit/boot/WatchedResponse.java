package io.github.rwsplit.boot;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.IOException;
import java.io.PrintWriter;
import org.jspecify.annotations.Nullable;

/**
 * Calls somebody before the response is committed, while headers can still be added: before a
 * flush, a redirect, an error, a close, and the write that may fill the buffer. It may call more
 * than once. Used by one thread at a time, as responses are.
 */
final class WatchedResponse extends HttpServletResponseWrapper {

  /** No character takes more bytes in any usual encoding. */
  private static final int MOST_BYTES_OF_A_CHARACTER = 4;

  private final Runnable beforeCommit;
  private @Nullable ServletOutputStream stream;
  private @Nullable PrintWriter writer;
  private long written;
  private long announced = Long.MAX_VALUE;

  WatchedResponse(HttpServletResponse response, Runnable beforeCommit) {
    super(response);
    this.beforeCommit = beforeCommit;
  }

  void beforeCommit() {
    if (!isCommitted()) {
      beforeCommit.run();
    }
  }

  void beforeBytes(long bytes) {
    written += bytes;
    if (written >= Math.min(getBufferSize(), announced)) {
      beforeCommit();
    }
  }

  void beforeCharacters(long characters) {
    beforeBytes(characters * MOST_BYTES_OF_A_CHARACTER);
  }

  @Override
  public void sendError(int status) throws IOException {
    beforeCommit();
    super.sendError(status);
  }

  @Override
  public void sendError(int status, @Nullable String message) throws IOException {
    beforeCommit();
    super.sendError(status, message);
  }

  @Override
  public void sendRedirect(String location) throws IOException {
    beforeCommit();
    super.sendRedirect(location);
  }

  @Override
  public void sendRedirect(String location, int status, boolean clearBuffer) throws IOException {
    beforeCommit();
    super.sendRedirect(location, status, clearBuffer);
  }

  @Override
  public void sendRedirect(String location, int status) throws IOException {
    beforeCommit();
    super.sendRedirect(location, status);
  }

  @Override
  public void sendRedirect(String location, boolean clearBuffer) throws IOException {
    beforeCommit();
    super.sendRedirect(location, clearBuffer);
  }

  @Override
  public void flushBuffer() throws IOException {
    beforeCommit();
    super.flushBuffer();
  }

  @Override
  public void setContentLength(int length) {
    announced = length;
    super.setContentLength(length);
  }

  @Override
  public void setContentLengthLong(long length) {
    announced = length;
    super.setContentLengthLong(length);
  }

  @Override
  public void reset() {
    written = 0;
    super.reset();
  }

  @Override
  public void resetBuffer() {
    written = 0;
    super.resetBuffer();
  }

  @Override
  public ServletOutputStream getOutputStream() throws IOException {
    ServletOutputStream known = stream;
    if (known == null) {
      known = new WatchedStream(super.getOutputStream(), this);
      stream = known;
    }
    return known;
  }

  @Override
  public PrintWriter getWriter() throws IOException {
    PrintWriter known = writer;
    if (known == null) {
      known = new WatchedWriter(super.getWriter(), this);
      writer = known;
    }
    return known;
  }
}
