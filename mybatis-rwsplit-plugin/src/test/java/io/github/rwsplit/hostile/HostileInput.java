package io.github.rwsplit.hostile;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Makes bytes out of examples: changed, cut, doubled, mixed, with words where they hurt. */
final class HostileInput {

  private static final int LONGEST = 4_096;

  private final Random random;
  private final List<byte[]> seeds;
  private final List<byte[]> words;

  HostileInput(long seed, List<byte[]> seeds, List<String> words) {
    this.random = new Random(seed);
    this.seeds = seeds;
    this.words = words.stream().map(word -> word.getBytes(StandardCharsets.UTF_8)).toList();
  }

  byte[] next() {
    byte[] made = any(seeds).clone();
    int changes = 1 + random.nextInt(4);
    for (int i = 0; i < changes; i++) {
      made = changed(made);
    }
    return made.length > LONGEST ? Arrays.copyOf(made, LONGEST) : made;
  }

  private byte[] changed(byte[] from) {
    int at = random.nextInt(from.length + 1);
    int end = Math.min(from.length, at + random.nextInt(16));
    switch (random.nextInt(7)) {
      case 0:
        byte[] flipped = from.clone();
        if (flipped.length > 0) {
          flipped[at % flipped.length] ^= (byte) (1 << random.nextInt(8));
        }
        return flipped;
      case 1:
        return put(from, at, end, new byte[0]);
      case 2:
        return put(from, at, at, Arrays.copyOfRange(from, at, end));
      case 3:
        byte[] other = any(seeds);
        int start = random.nextInt(other.length + 1);
        return put(from, at, from.length, Arrays.copyOfRange(other, start, other.length));
      case 4:
        byte[] bytes = new byte[1 + random.nextInt(4)];
        random.nextBytes(bytes);
        return put(from, at, end, bytes);
      case 5:
        return Arrays.copyOf(from, at);
      default:
        return put(from, at, random.nextBoolean() ? at : end, any(words));
    }
  }

  private byte[] any(List<byte[]> list) {
    return list.get(random.nextInt(list.size()));
  }

  private static byte[] put(byte[] into, int from, int to, byte[] what) {
    ByteArrayOutputStream out = new ByteArrayOutputStream(into.length + what.length);
    out.write(into, 0, from);
    out.writeBytes(what);
    out.write(into, to, into.length - to);
    return out.toByteArray();
  }
}
