package io.github.rwsplit.session;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What stands inside a token, in as few bytes as it needs: a uuid takes 16, a transaction number
 * always 6, so that the length of a token does not tell how many there were.
 *
 * @param carried what is known of the session
 * @param issuedAtSecond when it was written, in seconds of the issuer's wall clock since 1970
 * @param issuedAtMillis the same by the issuer's own monotonic clock, in milliseconds since its
 *     start
 */
record TokenText(Carried carried, long issuedAtSecond, long issuedAtMillis) {

  private static final int READ = 1;
  private static final int READ_ON = 2;
  private static final int UNPROVEN = 4;
  private static final int POSITION = 8;
  private static final int WROTE_AGO = 16;
  private static final int READ_AGO = 32;

  /** The position is that of one source without a tag. */
  private static final int ONE_SOURCE = 64;

  private static final long HIGHEST_NUMBER = (1L << 48) - 1;
  private static final long LONGEST_AGO = (1L << 28) - 1;

  private static final int MOST_SOURCES = 32;
  private static final int MOST_BYTES = 2_048;
  private static final int UUID_LENGTH = 36;

  byte[] toBytes() {
    Carried fits = fitting(carried);
    ByteBuffer out = ByteBuffer.allocate(MOST_BYTES);
    Duration unproven = fits.unprovenFor();
    String server = fits.readOn();
    Position position = fits.position();
    long wroteAgo = Math.min(LONGEST_AGO, fits.wroteAgo().toMillis());
    long readAgo = Math.min(LONGEST_AGO, fits.readAgo().toMillis());
    boolean one = position instanceof Position.One alone && alone.source().indexOf(':') < 0;
    int flags =
        (fits.read() ? READ : 0)
            | (server == null ? 0 : READ_ON)
            | (unproven == null ? 0 : UNPROVEN)
            | (position == null ? 0 : POSITION)
            | (wroteAgo == 0 ? 0 : WROTE_AGO)
            | (readAgo == 0 ? 0 : READ_AGO)
            | (one ? ONE_SOURCE : 0);
    out.put((byte) flags);
    out.putInt((int) issuedAtSecond);
    putVariable(out, issuedAtMillis);
    if (wroteAgo != 0) {
      putVariable(out, wroteAgo);
    }
    if (readAgo != 0) {
      putVariable(out, readAgo);
    }
    if (unproven != null) {
      // rounded up: longer is safe, as above shorter is
      putVariable(out, (Math.max(0, unproven.toNanos()) + 999_999) / 1_000_000);
    }
    if (server != null) {
      putUuid(out, server);
    }
    if (position != null) {
      putPosition(out, position, one);
    }
    byte[] bytes = new byte[out.position()];
    out.flip().get(bytes);
    return bytes;
  }

  /** The same, with what this form cannot hold left out on the safe side. */
  private static Carried fitting(Carried carried) {
    String server = carried.readOn();
    if (server != null && !(server.length() == UUID_LENGTH && Position.isSource(server))) {
      server = null;
    }
    Position position = carried.position();
    Duration unproven = carried.unprovenFor();
    if (position != null && !fits(position)) {
      position = null;
      unproven = unproven == null ? Duration.ZERO : unproven;
    }
    return new Carried(
        position, unproven, server, carried.read(), carried.wroteAgo(), carried.readAgo());
  }

  private static boolean fits(Position position) {
    Map<String, Long> highest = position.highest();
    return highest.size() <= MOST_SOURCES
        && highest.values().stream().allMatch(number -> number <= HIGHEST_NUMBER)
        && highest.keySet().stream().allMatch(Position::isSource);
  }

  private static void putPosition(ByteBuffer out, Position position, boolean one) {
    if (!one) {
      putVariable(out, position.highest().size());
    }
    position.each(
        (source, number) -> {
          int colon = source.indexOf(':');
          putUuid(out, colon < 0 ? source : source.substring(0, colon));
          out.putShort((short) (number >> 32)).putInt((int) number);
          if (!one) {
            String tag = colon < 0 ? "" : source.substring(colon + 1);
            byte[] bytes = tag.getBytes(StandardCharsets.US_ASCII);
            out.put((byte) bytes.length).put(bytes);
          }
        });
  }

  private static void putUuid(ByteBuffer out, String text) {
    UUID uuid = UUID.fromString(text);
    out.putLong(uuid.getMostSignificantBits()).putLong(uuid.getLeastSignificantBits());
  }

  private static void putVariable(ByteBuffer out, long value) {
    long rest = value;
    while ((rest & ~0x7FL) != 0) {
      out.put((byte) ((rest & 0x7F) | 0x80));
      rest >>>= 7;
    }
    out.put((byte) rest);
  }

  /** What was written; null for bytes that no version of this class has written. */
  static @Nullable TokenText of(byte[] bytes) {
    try {
      ByteBuffer in = ByteBuffer.wrap(bytes);
      int flags = in.get();
      long second = Integer.toUnsignedLong(in.getInt());
      long millis = variable(in);
      Duration wroteAgo = ago(in, flags, WROTE_AGO);
      Duration readAgo = ago(in, flags, READ_AGO);
      Duration unproven = millis(in, flags, UNPROVEN);
      String server = (flags & READ_ON) == 0 ? null : uuid(in);
      Position position = (flags & POSITION) == 0 ? null : position(in, (flags & ONE_SOURCE) != 0);
      Carried carried =
          new Carried(position, unproven, server, (flags & READ) != 0, wroteAgo, readAgo);
      return flags < 0 || in.hasRemaining() ? null : new TokenText(carried, second, millis);
    } catch (BufferUnderflowException | IllegalArgumentException e) {
      return null;
    }
  }

  private static Duration ago(ByteBuffer in, int flags, int flag) {
    Duration ago = millis(in, flags, flag);
    if (ago != null && ago.toMillis() > LONGEST_AGO) {
      throw new IllegalArgumentException("nothing was written longer ago than " + LONGEST_AGO);
    }
    return ago == null ? Duration.ZERO : ago;
  }

  private static @Nullable Duration millis(ByteBuffer in, int flags, int flag) {
    return (flags & flag) == 0 ? null : Duration.ofMillis(variable(in));
  }

  private static Position position(ByteBuffer in, boolean one) {
    long size = one ? 1 : variable(in);
    if (size < 1 || size > MOST_SOURCES) {
      throw new IllegalArgumentException("sources must be 1 to 32, but were " + size);
    }
    Map<String, Long> highest = new TreeMap<>();
    for (int i = 0; i < size; i++) {
      String uuid = uuid(in);
      long number =
          (Short.toUnsignedLong(in.getShort()) << 32) | Integer.toUnsignedLong(in.getInt());
      byte[] tag = new byte[one ? 0 : in.get() & 0x3F];
      in.get(tag);
      String name = new String(tag, StandardCharsets.US_ASCII);
      String source = name.isEmpty() ? uuid : uuid + ":" + name;
      if (number < 1 || !Position.isSource(source)) {
        throw new IllegalArgumentException("a source must be a uuid, a tag and a number");
      }
      highest.put(source, number);
    }
    return Position.of(highest);
  }

  private static String uuid(ByteBuffer in) {
    return new UUID(in.getLong(), in.getLong()).toString();
  }

  private static long variable(ByteBuffer in) {
    long value = 0;
    for (int shift = 0; shift < 42; shift += 7) {
      byte next = in.get();
      value |= (long) (next & 0x7F) << shift;
      if (next >= 0) {
        return value;
      }
    }
    throw new IllegalArgumentException("a number must have 42 bits at most");
  }
}
