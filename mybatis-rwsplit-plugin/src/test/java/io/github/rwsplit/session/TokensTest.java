package io.github.rwsplit.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.rwsplit.Warnings;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@ExtendWith(OutputCaptureExtension.class)
class TokensTest {

  private static final String UUID = "3e11fa47-71ca-11e1-9e33-c80aa9429562";
  private static final String OTHER = "ffffffff-0000-4000-8000-00000000000f";
  private static final String SECRET = "a secret for tests only";
  private static final Duration WINDOW = Duration.ofSeconds(5);

  private Instant wallClock = Instant.parse("2026-11-30T12:00:00Z");
  private final AtomicLong ticker = new AtomicLong(-7_000_000_000L);
  private final Tokens tokens = tokens(SECRET);

  private Tokens tokens(String... secrets) {
    return new Tokens(List.of(secrets), WINDOW, () -> wallClock, ticker::get);
  }

  private static Carried usual() {
    return new Carried(
        Position.of(UUID, 123_456),
        null,
        OTHER,
        true,
        Duration.ofMinutes(5),
        Duration.ofMillis(150));
  }

  static Stream<Carried> whatIsCarried() {
    Map<String, Long> many = new TreeMap<>();
    IntStream.range(0, 32)
        .forEach(i -> many.put("%08x-0000-4000-8000-000000000000".formatted(i), 1L + i));
    return Stream.of(
        Carried.NOTHING,
        usual(),
        new Carried(null, null, null, true),
        new Carried(null, Duration.ZERO, null, false),
        new Carried(Position.of(UUID, 1), Duration.ofMillis(4_711), null, false),
        new Carried(Position.of(UUID, (1L << 48) - 1), null, null, false),
        new Carried(Position.parse(UUID + ":1-7:orders:12," + OTHER + ":5"), null, UUID, true),
        new Carried(Position.of(many), Duration.ofDays(1), UUID, true));
  }

  @ParameterizedTest
  @MethodSource("whatIsCarried")
  void read_whatAnyInstanceWroteWithTheSecret_isWhatWasCarried(Carried carried) {
    assertThat(opened(tokens(SECRET), tokens.write(carried)).carried()).isEqualTo(carried);
    assertThat(tokens.ignored()).isZero();
  }

  @Test
  void write_oneSource_isShortAndFitsIntoACookie() {
    ticker.addAndGet(Duration.ofDays(300).toNanos());
    assertThat(tokens.write(usual())).hasSizeLessThan(120).matches("[A-Za-z0-9_-]+");
  }

  @Test
  void write_twiceTheSame_looksDifferent() {
    assertThat(tokens.write(usual())).isNotEqualTo(tokens.write(usual()));
  }

  @Test
  void write_anyNumber_hasTheSameLength() {
    assertThat(tokens.write(new Carried(Position.of(UUID, 1), null, null, false)))
        .hasSameSizeAs(
            tokens.write(new Carried(Position.of(UUID, (1L << 48) - 1), null, null, false)));
  }

  @Test
  void write_whatHasNoPlaceInAToken_isLeftOutOnTheSafeSide() {
    Map<String, Long> many = new TreeMap<>();
    IntStream.range(0, 33)
        .forEach(i -> many.put("%08x-0000-4000-8000-000000000000".formatted(i), 1L + i));
    Carried unproven = new Carried(null, Duration.ZERO, null, true);

    assertThat(
            opened(tokens, tokens.write(new Carried(Position.of(many), null, "a server", true)))
                .carried())
        .isEqualTo(unproven);
    for (Position position :
        List.of(
            Position.of("no uuid", 1),
            Position.of(UUID + ":NO TAG", 1),
            Position.of(UUID, 1L << 48))) {
      assertThat(
              opened(tokens, tokens.write(new Carried(position, null, "a server", true))).carried())
          .isEqualTo(unproven);
    }
  }

  @Test
  void read_ofItsOwn_knowsWhenItWasWrittenByItsOwnClock() {
    String token = tokens.write(usual());
    long written = ticker.get();
    ticker.addAndGet(Duration.ofMinutes(1).toNanos());

    long issuedAt = Objects.requireNonNull(opened(tokens, token).issuedAt());
    assertThat(issuedAt - written).isBetween(0L, 2_000_000L);
    assertThat(opened(tokens(SECRET), token).issuedAt()).isNull();
  }

  @Test
  void read_whileSecretsAreExchanged_knowsTheOldAndTheNew() {
    String old = tokens.write(usual());
    Tokens both = tokens("the next secret of all", SECRET);

    assertThat(opened(both, old).carried()).isEqualTo(usual());
    assertThat(opened(tokens("the next secret of all"), both.write(usual())).carried())
        .isEqualTo(usual());
    assertThat(tokens.read(both.write(usual()))).isNull();
  }

  @Test
  void read_tokenTooOldOrFromTheFuture_isIgnoredAndCounted(CapturedOutput output) {
    String token = tokens.write(usual());
    Instant written = wallClock;

    wallClock = written.plus(tokens.life());
    assertThat(tokens.read(token)).isNotNull();
    wallClock = written.minus(tokens.life());
    assertThat(tokens.read(token)).isNotNull();
    wallClock = written.plus(tokens.life()).plusSeconds(1);
    assertThat(tokens.read(token)).isNull();
    wallClock = written.minus(tokens.life()).minusSeconds(1);
    assertThat(tokens.read(token)).isNull();

    assertThat(tokens.ignored()).isEqualTo(2);
    assertThat(Warnings.in(output)).isEmpty();
  }

  @Test
  void read_everyBitChangedAndEveryLengthCut_isIgnored() {
    String token = tokens.write(usual());
    byte[] whole = Base64.getUrlDecoder().decode(token);
    for (int bit = 0; bit < whole.length * 8; bit++) {
      byte[] changed = whole.clone();
      changed[bit / 8] ^= (byte) (1 << (bit % 8));
      assertThat(tokens.read(text(changed))).as("bit " + bit).isNull();
    }
    for (int length = 0; length < token.length(); length++) {
      assertThat(tokens.read(token.substring(0, length))).as("length " + length).isNull();
    }
    assertThat(tokens.read(token + "A")).isNull();
    assertThat(tokens.ignored()).isEqualTo(whole.length * 8L + token.length() + 1);
  }

  @Test
  void read_anyText_neverThrows() {
    Random random = new Random(20_261_130);
    for (int i = 0; i < 2_000; i++) {
      byte[] bytes = new byte[random.nextInt(200)];
      random.nextBytes(bytes);
      if (bytes.length > 0 && random.nextBoolean()) {
        bytes[0] = 1;
      }
      assertThat(tokens.read(text(bytes))).isNull();
      assertThat(tokens.read(new String(bytes, StandardCharsets.ISO_8859_1))).isNull();
    }
    assertThat(tokens.read("A".repeat(1_000_000))).isNull();
    assertThat(tokens.read("")).isNull();
    assertThat(tokens.read("\u0000\ud800 \u4e2d\u6587=")).isNull();
  }

  @Test
  void textInside_anyBytes_neverThrow() {
    Random random = new Random(20_261_130);
    byte[] right = new TokenText(usual(), 1, 1).toBytes();
    for (int i = 0; i < 5_000; i++) {
      byte[] bytes = right.clone();
      int changes = random.nextInt(4) + 1;
      for (int c = 0; c < changes; c++) {
        bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
      }
      TokenText read = TokenText.of(bytes);
      if (read != null) {
        assertThat(TokenText.of(read.toBytes())).isEqualTo(read);
      }
      byte[] any = new byte[random.nextInt(60)];
      random.nextBytes(any);
      TokenText.of(any);
    }
  }

  @Test
  void read_forgedTokens_areToldOnceAndWithoutTheirText(CapturedOutput output) {
    String foreign = tokens("another secret entirely").write(usual());

    for (int i = 0; i < 3; i++) {
      assertThat(tokens.read(foreign)).isNull();
    }

    assertThat(output).containsOnlyOnce("A token is forged, truncated").doesNotContain(foreign);
    assertThat(output).doesNotContain(SECRET);
    assertThat(tokens.ignored()).isEqualTo(3);
  }

  /** One header or cookie may bring several, with anything between them. */
  @ParameterizedTest
  @ValueSource(strings = {".", ",", " , ", "\t.\n", ", ,", ",x,"})
  void readAll_severalTokens_areAllTaken(String between) {
    Carried other = new Carried(Position.of(OTHER, 5), null, null, true);
    List<Carried> taken = new ArrayList<>();

    boolean any =
        tokens.readAll(
            " " + tokens.write(usual()) + between + tokens.write(other) + " ",
            false,
            (carried, from) -> taken.add(carried));

    assertThat(any).isTrue();
    assertThat(taken).containsExactly(usual(), other);
  }

  @Test
  void readAll_moreTokensThanCanBeMeant_isAsIfAnythingHadBeenWritten() {
    List<Carried> taken = new ArrayList<>();
    String token = tokens.write(usual());

    tokens.readAll(
        String.join(",", Collections.nCopies(64, token)), false, (c, from) -> taken.add(c));
    assertThat(taken).hasSize(64).containsOnly(usual());
    taken.clear();
    tokens.readAll(
        String.join(",", Collections.nCopies(65, token)), false, (c, from) -> taken.add(c));
    assertThat(taken).hasSize(65);
    assertThat(taken.get(64).unprovenFor()).isEqualTo(Duration.ZERO);
  }

  /** The text is encrypted: what parts of two tokens would mean together cannot be made. */
  @Test
  void read_partsOfTwoTokens_areNone() {
    byte[] one = Base64.getUrlDecoder().decode(tokens.write(usual()));
    byte[] two = Base64.getUrlDecoder().decode(tokens.write(usual()));
    assertThat(one).hasSameSizeAs(two);
    for (int cut = 1; cut < one.length; cut++) {
      byte[] spliced = one.clone();
      System.arraycopy(two, cut, spliced, cut, two.length - cut);
      boolean whole = Arrays.equals(spliced, one) || Arrays.equals(spliced, two);
      assertThat(tokens.read(text(spliced)) != null).as("cut at " + cut).isEqualTo(whole);
    }
  }

  @Test
  void read_secretThatWasTakenAway_isKnownNoMore() {
    Tokens before = tokens(SECRET);
    Tokens both = tokens("the next secret of all", SECRET);
    Tokens after = tokens("the next secret of all");
    String old = before.write(usual());

    assertThat(both.read(old)).isNotNull();
    assertThat(after.read(old)).isNull();
    assertThat(before.read(after.write(usual()))).isNull();
    assertThat(tokens("the next secret of al").read(both.write(usual()))).isNull();
  }

  @Test
  void tokens_withoutAnySecret_areRefused() {
    assertThatThrownBy(this::tokens)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("tokens must have a secret, but had none");
  }

  @Test
  void text_ofATimeLongerAgoThanAnyThatIsWritten_isNobodys() {
    assertThat(TokenText.of(Base64.getDecoder().decode("NDEjNzJH/7///xJH/7///zI="))).isNull();
  }

  private static Tokens.Opened opened(Tokens by, String token) {
    Tokens.@Nullable Opened opened = by.read(token);
    return Objects.requireNonNull(opened);
  }

  private static String text(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }
}
