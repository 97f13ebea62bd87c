package io.github.rwsplit.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rwsplit.hostile.Target;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Any text that comes as a token: nothing is believed but what was written with the secret, byte by
 * byte, and no text makes reading throw.
 */
public final class HostileToken implements Target {

  private static final String UUID = "3e11fa47-71ca-11e1-9e33-c80aa9429562";
  private static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");

  private final Tokens reader = tokens("a secret for tests only");
  private final Map<String, Carried> written = new HashMap<>();
  private final List<byte[]> seeds;

  private final boolean onlyItsOwn;

  /** Tokens of this secret, which are right, and of another one, which are not. */
  public HostileToken() {
    this(true);
  }

  /**
   * @param onlyItsOwn false: other targets with the same secret may have written tokens as well, so
   *     that only their contents are known
   */
  public HostileToken(boolean onlyItsOwn) {
    this.onlyItsOwn = onlyItsOwn;
    Tokens ours = tokens("a secret for tests only");
    List<Carried> all =
        List.of(
            Carried.NOTHING,
            new Carried(Position.of(UUID, 7), Duration.ofSeconds(1), UUID, true),
            new Carried(Position.parse(UUID + ":1-7:orders:12"), null, null, false));
    all.forEach(carried -> written.put(hex(ours.write(carried)), carried));
    List<String> texts =
        new java.util.ArrayList<>(written.keySet().stream().map(key -> base64(key)).toList());
    all.forEach(carried -> texts.add(tokens("another secret entirely").write(carried)));
    seeds = texts.stream().map(text -> text.getBytes(StandardCharsets.UTF_8)).toList();
  }

  private static Tokens tokens(String secret) {
    return new Tokens(List.of(secret), Duration.ofSeconds(5), () -> NOW, () -> 0);
  }

  private static String hex(String token) {
    return java.util.HexFormat.of().formatHex(Base64.getUrlDecoder().decode(token));
  }

  private static String base64(String hex) {
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(java.util.HexFormat.of().parseHex(hex));
  }

  @Override
  public List<byte[]> seeds() {
    return seeds;
  }

  @Override
  public List<String> words() {
    return List.of("A", "_", "-", "=", ".", ",", " ", "\t", "\n", "\u0000", "AQ", "AAAA", "\u00e9");
  }

  @Override
  public void take(byte[] input) {
    String text = new String(input, StandardCharsets.UTF_8);
    long ignored = reader.ignored();
    Tokens.Opened opened = reader.read(text);
    if (opened == null) {
      assertThat(reader.ignored()).isEqualTo(ignored + 1);
    } else if (onlyItsOwn) {
      assertThat(opened.carried()).isEqualTo(written.get(hex(text)));
    } else {
      assertThat(written.values()).contains(opened.carried());
    }
    reader.readAll(text, false, (carried, from) -> assertThat(written.values()).contains(carried));

    TokenText inside = TokenText.of(input);
    if (inside != null) {
      assertThat(TokenText.of(inside.toBytes())).isEqualTo(inside);
    }
    try {
      Position position = Position.parse(text);
      assertThat(position.highest()).isNotEmpty();
    } catch (IllegalArgumentException refused) {
      assertThat(refused).hasMessageContaining("GTID set");
    }
  }
}
