package io.github.rwsplit.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rwsplit.hostile.Target;
import io.github.rwsplit.node.SharedLooks;
import io.github.rwsplit.session.Position;
import io.github.rwsplit.session.SharedSessions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Any words as an answer of Redis: what was asked for, or an {@code IOException}, which makes the
 * primary the answer.
 */
public final class HostileRedis implements Target {

  private static final String UUID = "3e11fa47-71ca-11e1-9e33-c80aa9429562";

  @Override
  public List<byte[]> seeds() {
    return List.of(
            "h\n1700000000000000\n0\n1699999999999999\n\n\n\n\n" + UUID + "\n12",
            "h\n17\n1\n1\n2\n3\n" + UUID + "\nread\n" + UUID + "\n12\n" + UUID + ":orders\n3",
            "h\n7\n1\n" + UUID + "\n5\n1\n" + UUID + ":1-9\n" + UUID,
            "h\n7\n0")
        .stream()
        .map(text -> text.getBytes(StandardCharsets.UTF_8))
        .toList();
  }

  @Override
  public List<String> words() {
    return List.of(
        "\n",
        "-1",
        "0",
        "9223372036854775808",
        "1e3",
        "1073741824",
        "x",
        "",
        UUID,
        ":",
        "-",
        "'",
        "\u0000",
        " 1");
  }

  @Override
  public void take(byte[] input) {
    List<String> words = List.of(new String(input, StandardCharsets.UTF_8).split("\n", -1));
    try {
      SharedSessions.Known known = RedisSessions.known(words);
      Position position = known.position();
      if (position != null) {
        position.each(
            (source, number) -> {
              assertThat(source).matches("[0-9a-f-]{36}(:[a-z_][a-z0-9_]{0,31})?");
              assertThat(number).isPositive();
            });
      }
    } catch (IOException refused) {
      assertThat(refused).hasMessageContaining("no answer");
    }
    try {
      SharedLooks.Heard heard = RedisLooks.heard(words);
      assertThat(heard.looks().size()).isLessThanOrEqualTo(words.size());
    } catch (IOException refused) {
      assertThat(refused).hasMessageContaining("no answer");
    }
  }
}
