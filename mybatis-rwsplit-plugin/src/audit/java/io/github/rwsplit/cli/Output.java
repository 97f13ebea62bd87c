package io.github.rwsplit.cli;

import io.github.rwsplit.cli.log.InputException;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.jspecify.annotations.Nullable;

/** Where a result goes: standard output, or a file that appears only when it is whole. */
final class Output {

  /** Writes a result. */
  interface Body {
    void write(Writer out) throws IOException;
  }

  private Output() {}

  static void write(@Nullable Path file, OutputStream standardOutput, Body body)
      throws InputException {
    try {
      if (file == null) {
        Writer out = new OutputStreamWriter(standardOutput, StandardCharsets.UTF_8);
        body.write(out);
        out.flush();
        return;
      }
      Path whole = file.toAbsolutePath();
      Path part = whole.resolveSibling(whole.getFileName() + ".part");
      try (Writer out = Files.newBufferedWriter(part, StandardCharsets.UTF_8)) {
        body.write(out);
      }
      Files.move(part, whole, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new InputException(
          (file == null ? "standard output" : file.toString())
              + " cannot be written: "
              + e
              + "; check that its directory exists and has room",
          e);
    }
  }
}
