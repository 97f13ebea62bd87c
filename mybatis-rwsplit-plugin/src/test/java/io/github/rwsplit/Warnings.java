package io.github.rwsplit;

import java.util.List;
import java.util.regex.Pattern;
import org.springframework.boot.test.system.CapturedOutput;

/** What a test and the library warned of, in a JVM in which other tests have left pools dying. */
public final class Warnings {

  // the threads of logback-test.xml's pattern; HikariCP and the driver have others
  private static final Pattern OURS =
      Pattern.compile("^\\S+ (WARN |ERROR) \\[(main|rwsplit-[^]]*)] .*");

  private Warnings() {}

  public static List<String> in(CapturedOutput output) {
    return output.getOut().lines().filter(OURS.asMatchPredicate()).toList();
  }
}
