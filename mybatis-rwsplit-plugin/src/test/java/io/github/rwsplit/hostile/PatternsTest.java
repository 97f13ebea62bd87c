package io.github.rwsplit.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Every regular expression of the product, found in its class files, is given texts that repeat
 * what it likes: the characters that it looks at grow with the text and no faster, and no text is
 * too long for the stack.
 */
class PatternsTest {

  private static final int LENGTH = 1_000;

  /**
   * Of a pattern that is linear, for each character of the text; a quadratic one takes hundreds.
   */
  private static final int LOOKS_PER_CHARACTER = 60;

  private static final int LONG = 20_000;
  private static final int SMALL_STACK = 256 << 10;

  private static final Set<String> OF_STRING =
      Set.of("matches", "replaceAll", "replaceFirst", "split");

  /** Patterns that are made while it runs: of words that the developer of a mapper wrote. */
  private static final Set<String> MADE_WHILE_IT_RUNS =
      Set.of("io/github/rwsplit/test/AuditLine.value", "io/github/rwsplit/cli/lint/Sources.find");

  /** By regular expression, where it stands and whether it is only held against whole texts. */
  private record Found(String where, boolean whole) {}

  private final Map<String, Found> found = new TreeMap<>();
  private final Set<String> madeWhileItRuns = new TreeSet<>();

  @Test
  void eachPattern_looksAtEachCharacterAFewTimes_andNeedsNoStack() throws Exception {
    readClasses();
    assertThat(found).hasSizeGreaterThan(30).containsKey("(?i)jdbc:(?:[a-z0-9-]+:)?mysql:");
    assertThat(madeWhileItRuns).isSubsetOf(MADE_WHILE_IT_RUNS);

    Map<String, String> slow = new LinkedHashMap<>();
    found.forEach(
        (regex, where) -> {
          String hurt = whatHurts(regex, where.whole());
          if (hurt != null) {
            slow.put(regex + "   in " + where.where(), hurt);
          }
        });
    assertThat(slow).isEmpty();
  }

  /** Its module is built after this one. */
  @Test
  void theDemo_hasOnePattern_whichIsHeldAgainstTheNameOfAHost() throws IOException {
    Path sources = Path.of("../demo-order-service/src/main/java");
    List<String> lines = new ArrayList<>();
    try (Stream<Path> files = Files.walk(sources)) {
      for (Path file : files.filter(path -> path.toString().endsWith(".java")).toList()) {
        Files.readAllLines(file).stream()
            .filter(
                line ->
                    line.matches(".*(Pattern.compile|\\.matches\\(\"|replaceAll|\\.split\\().*"))
            .map(String::strip)
            .forEach(lines::add);
      }
    }

    assertThat(lines)
        .singleElement()
        .asString()
        .isEqualTo(
            "Pattern.compile(\"localhost|\\\\d{1,3}(\\\\.\\\\d{1,3}){3}|\\\\[[0-9a-fA-F:.]+]\");");
    assertThat(whatHurts("localhost|\\d{1,3}(\\.\\d{1,3}){3}|\\[[0-9a-fA-F:.]+]", true)).isNull();
  }

  private void readClasses() throws IOException {
    for (String module : List.of(".", "../mybatis-rwsplit-test", "../sql-annotations")) {
      try (Stream<Path> files = Files.walk(Path.of(module, "target", "classes"))) {
        for (Path file : files.filter(path -> path.toString().endsWith(".class")).toList()) {
          read(Files.readAllBytes(file));
        }
      }
    }
  }

  private void read(byte[] classFile) {
    Map<String, Set<String>> regexes = new LinkedHashMap<>();
    boolean[] partly = new boolean[1];
    new ClassReader(classFile)
        .accept(
            new ClassVisitor(Opcodes.ASM9) {
              private String type = "";

              @Override
              public void visit(
                  int version, int access, String name, String of, String parent, String[] faces) {
                type = name;
              }

              @Override
              public MethodVisitor visitMethod(
                  int access, String name, String descriptor, String of, String[] thrown) {
                return new Texts(
                    texts -> {
                      if (texts.usesRegex) {
                        regexes
                            .computeIfAbsent(type + "." + name, n -> new LinkedHashSet<>())
                            .addAll(texts.constants);
                      }
                      partly[0] |= texts.partly;
                    });
              }
            },
            ClassReader.SKIP_DEBUG);
    regexes.forEach(
        (where, texts) -> {
          if (texts.isEmpty()) {
            madeWhileItRuns.add(where);
          }
          texts.forEach(text -> add(text, where, !partly[0]));
        });
  }

  /** Any other text beside a pattern is taken for one, where it can be, which does no harm. */
  private void add(String text, String where, boolean whole) {
    if (isPattern(text)) {
      Found before = found.get(text);
      found.put(text, new Found(where, whole && (before == null || before.whole())));
    }
  }

  private static boolean isPattern(String text) {
    try {
      return !Pattern.compile(text).pattern().isEmpty();
    } catch (PatternSyntaxException e) {
      return false;
    }
  }

  /** What one method has in texts, and whether it gives any to a pattern. */
  private static final class Texts extends MethodVisitor {

    private final List<String> constants = new ArrayList<>();
    private final java.util.function.Consumer<Texts> taker;
    private boolean usesRegex;
    private boolean partly;

    Texts(java.util.function.Consumer<Texts> taker) {
      super(Opcodes.ASM9);
      this.taker = taker;
    }

    @Override
    public void visitLdcInsn(Object value) {
      if (value instanceof String text) {
        constants.add(text);
      }
    }

    @Override
    public void visitMethodInsn(int code, String owner, String name, String of, boolean face) {
      usesRegex |=
          (owner.equals("java/lang/String") && OF_STRING.contains(name))
              || (owner.equals("java/util/regex/Pattern")
                  && (name.equals("compile") || name.equals("matches")));
      partly |=
          (owner.equals("java/util/regex/Matcher")
                  && Set.of("find", "lookingAt", "replaceAll", "replaceFirst", "results")
                      .contains(name))
              || (owner.equals("java/lang/String")
                  && OF_STRING.contains(name)
                  && !name.equals("matches"));
    }

    @Override
    public void visitEnd() {
      taker.accept(this);
    }
  }

  private static final class TooManyLooks extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  /** Counts how often a character is looked at. */
  private static final class Watched implements CharSequence {
    private final String text;
    private long looks;

    Watched(String text) {
      this.text = text;
    }

    @Override
    public int length() {
      return text.length();
    }

    @Override
    public char charAt(int index) {
      if (++looks > (long) LOOKS_PER_CHARACTER * text.length()) {
        throw new TooManyLooks();
      }
      return text.charAt(index);
    }

    @Override
    public CharSequence subSequence(int start, int end) {
      return text.substring(start, end);
    }

    @Override
    public String toString() {
      return text;
    }
  }

  private static @Nullable String whatHurts(String regex, boolean whole) {
    Pattern pattern = Pattern.compile(regex);
    Set<String> pieces = pieces(regex);
    for (String before : pieces) {
      for (String pump : pieces) {
        if (!pump.isEmpty()) {
          for (String behind : List.of("", "\u0001")) {
            String text = before + pump.repeat(LENGTH / pump.length()) + behind;
            try {
              run(pattern, new Watched(text), whole);
            } catch (TooManyLooks e) {
              return "%s, many of '%s', '%s'".formatted(before, pump, behind);
            }
          }
        }
      }
    }
    for (String pump : pieces) {
      if (!pump.isEmpty() && overflows(pattern, pump.repeat(LONG), whole)) {
        return "the stack, by many of '%s'".formatted(pump);
      }
    }
    return null;
  }

  /** Its words, its characters, and pairs of those, as far as they are few. */
  private static Set<String> pieces(String regex) {
    Set<String> words = new LinkedHashSet<>(List.of("", " ", "a", "0", "a.", "a,", "_"));
    Matcher word = Pattern.compile("[A-Za-z0-9_]++|[^A-Za-z0-9_]").matcher(regex);
    while (word.find()) {
      words.add(word.group());
      words.add(word.group().substring(0, 1));
    }
    words.addAll(List.of("A", "\n", "\u00e9", "0-", "(a", "=a"));
    List<String> few = List.copyOf(words).subList(0, Math.min(words.size(), 16));
    return new LinkedHashSet<>(few);
  }

  private static void run(Pattern pattern, CharSequence text, boolean whole) {
    Matcher matcher = pattern.matcher(text);
    if (whole) {
      matcher.matches();
    } else {
      while (matcher.find()) {
        matcher.start();
      }
    }
  }

  private static boolean overflows(Pattern pattern, String text, boolean whole) {
    boolean[] overflowed = new boolean[1];
    Thread thread =
        new Thread(
            null,
            () -> {
              try {
                run(pattern, text, whole);
                pattern.matcher(text).matches();
              } catch (StackOverflowError e) {
                overflowed[0] = true;
              }
            },
            "small stack",
            SMALL_STACK);
    thread.start();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
    return overflowed[0];
  }
}
