package io.github.rwsplit.session;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.github.rwsplit.session.SharedSessions.Known;
import io.github.rwsplit.session.SharedSessions.Read;
import io.github.rwsplit.session.SharedSessions.Told;
import io.github.rwsplit.session.SharedSessions.UnderWay;
import io.github.rwsplit.session.SharedSessions.Writes;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * What sessions wrote and read on any instance: asks and tells a {@link SharedSessions}. Nothing
 * that it keeps is ever taken for the newest; a store that does not answer makes a session unknown,
 * and unknown is the primary.
 *
 * <p>What was read is told when the server changes. While a session reads one replica, every
 * instance lets it read that replica and no other, and nobody tells anything. Reads on the primary
 * are told once in a while: each word of them holds a little longer than the teller relies on it,
 * so that who finds an older word knows when the last of them must have ended. Safe for use by many
 * threads.
 */
final class SharedMarkers {

  /** How long the word that the primary is being read covers reads of whoever told it. */
  static final long TOLD_LATELY = Duration.ofMillis(20).toNanos();

  /** How long it has to be heeded: a read may have begun to run just before another word came. */
  static final long HEEDED = 2 * TOLD_LATELY;

  private static final Duration OWN_WORDS_REMEMBERED = Duration.ofMinutes(2);
  private static final long MOST_OWN_WORDS = 100_000;
  private static final long NANOS = 1_000;

  /** What this instance told last of a session. */
  private record Own(
      long readAt, String readId, @Nullable Position position, @Nullable Long unprovenAt) {
    static final Own NOTHING = new Own(Marker.NEVER, "", null, null);
  }

  /**
   * What the store said.
   *
   * @param marker the same as a marker of ours; its reads are those of all instances
   * @param floor everything was committed before it that the store may have lost
   * @param known as it was said
   * @param asked when the store was asked
   */
  record Answer(Marker marker, long floor, Known known, long asked) {}

  private final SharedSessions store;
  private final Servers servers;
  private final LongSupplier now;
  private final SharedCircuit circuit;
  private final String instance = id();
  private final AtomicLong sequence = new AtomicLong();
  private final ConcurrentHashMap<String, Integer> underWay = new ConcurrentHashMap<>();
  private final SharedPart[] parts =
      IntStream.range(0, SharedSessions.PARTS)
          .mapToObj(i -> new SharedPart())
          .toArray(SharedPart[]::new);
  private final Cache<String, Own> own;

  SharedMarkers(SharedSessions store, Servers servers, LongSupplier now) {
    this.store = store;
    this.servers = servers;
    this.now = now;
    this.circuit = new SharedCircuit(now);
    this.own =
        Caffeine.newBuilder()
            .maximumSize(MOST_OWN_WORDS)
            .ticker(now::getAsLong)
            .expireAfterWrite(OWN_WORDS_REMEMBERED)
            .build();
  }

  /** What all instances know of a session; null where that cannot be found out now. */
  @Nullable Answer ask(String key) {
    return exchange(hash(key), null, null, null);
  }

  /** A commit begins. */
  void underWay(String key) {
    String session = hash(key);
    tell(session, count(session, 1), null, null);
  }

  /** A commit has ended without writing. */
  void abandoned(String key) {
    String session = hash(key);
    tell(session, count(session, -1), null, null);
  }

  /**
   * A session has written.
   *
   * @param marker what this instance knows of it now
   * @param ended whether this is the end of a commit that {@link #underWay} was told of
   */
  void wrote(String key, Marker marker, boolean ended) {
    String session = hash(key);
    Own last = own(session);
    Long unproven = marker.unprovenAt() == Marker.NEVER ? null : marker.unprovenAt();
    boolean same =
        marker.position() != null
            && marker.position().equals(last.position())
            && (unproven == null ? last.unprovenAt() == null : unproven.equals(last.unprovenAt()));
    UnderWay end = ended ? count(session, -1) : null;
    Read covered =
        marker.readAt() == Marker.NEVER && !last.readId().isEmpty()
            ? new Read.Covered(last.readId())
            : null;
    if (same && end == null && covered == null) {
      return;
    }
    long time = now.getAsLong();
    Writes writes =
        new Writes(
            marker.position(),
            (marker.committedAt() - time) / NANOS,
            unproven == null ? null : (unproven - time) / NANOS);
    if (tell(session, end, writes, covered) != null) {
      own.asMap()
          .compute(
              session,
              (s, o) -> {
                Own so = o == null ? Own.NOTHING : o;
                return new Own(so.readAt(), so.readId(), marker.position(), unproven);
              });
    }
  }

  /** The position of a commit is known; its end is told by {@link #wrote}, where there is one. */
  void delivered(String key, Marker marker) {
    if (!underWay.containsKey(hash(key))) {
      wrote(key, marker, false);
    }
  }

  /**
   * From now on each read of a session on the primary is told: one that is not must not be taken
   * for older than the write that is about to be told.
   */
  void tellReadsAnew(String key) {
    own.asMap()
        .computeIfPresent(
            hash(key), (s, o) -> new Own(Marker.NEVER, o.readId(), o.position(), o.unprovenAt()));
  }

  /**
   * A session has read something that it must not go back behind.
   *
   * @param server the server that served it, as {@link Servers} numbers them
   * @param chosenBy what the store had said when the server was chosen; null where it was not asked
   */
  void read(String key, long server, @Nullable Answer chosenBy) {
    String session = hash(key);
    long time = now.getAsLong();
    String uuid = chosenBy == null ? null : servers.serverUuid(server);
    if (uuid == null || chosenBy == null) {
      onPrimary(session, time);
      return;
    }
    boolean there = uuid.equals(chosenBy.known().readOn());
    if (there && time - chosenBy.asked() < TOLD_LATELY) {
      return;
    }
    tell(session, null, null, new Read.OnReplica(uuid, chosenBy.known().readId()));
  }

  private void onPrimary(String session, long time) {
    long told = own(session).readAt();
    if (told != Marker.NEVER && time - told < TOLD_LATELY) {
      return;
    }
    Answer answer = tell(session, null, null, new Read.OnPrimary());
    if (answer != null) {
      String readId = answer.known().readId();
      own.asMap()
          .compute(
              session,
              (s, o) -> {
                Own so = o == null ? Own.NOTHING : o;
                return new Own(time, readId, so.position(), so.unprovenAt());
              });
    }
  }

  private Own own(String session) {
    Own known = own.getIfPresent(session);
    return known == null ? Own.NOTHING : known;
  }

  /** Counts the commits that are under way, and numbers the word of it in the same moment. */
  private UnderWay count(String session, int by) {
    UnderWay[] drawn = new UnderWay[1];
    underWay.compute(
        session,
        (s, n) -> {
          int commits = Math.max(0, (n == null ? 0 : n) + by);
          drawn[0] = new UnderWay(sequence.incrementAndGet(), commits);
          return commits == 0 ? null : commits;
        });
    return drawn[0];
  }

  private @Nullable Answer tell(
      String session, @Nullable UnderWay commits, @Nullable Writes writes, @Nullable Read read) {
    Answer answer = exchange(session, commits, writes, read);
    if (answer == null) {
      parts[SharedSessions.part(session)].notArrived();
    }
    return answer;
  }

  private @Nullable Answer exchange(
      String session, @Nullable UnderWay commits, @Nullable Writes writes, @Nullable Read read) {
    if (!circuit.lets()) {
      return null;
    }
    long sent = now.getAsLong();
    try {
      SharedPart part = parts[SharedSessions.part(session)];
      Known known = toldAll(session, commits, writes, read);
      long arrived = now.getAsLong();
      if (circuit.answered()) {
        for (SharedPart each : parts) {
          each.missed(arrived);
        }
        tellOfLosses(session);
      }
      long floor = part.heard(known, sent, arrived);
      return new Answer(marker(known, floor, arrived), floor, known, sent);
    } catch (IOException e) {
      circuit.failed(e);
      return null;
    }
  }

  /** Also that something did not arrive before, where that is so. */
  private Known toldAll(
      String session, @Nullable UnderWay commits, @Nullable Writes writes, @Nullable Read read)
      throws IOException {
    SharedPart part = parts[SharedSessions.part(session)];
    int untold = part.untold();
    Known known =
        store.exchange(session, new Told(instance, id(), untold > 0, commits, writes, read));
    part.toldOfLoss(untold);
    return known;
  }

  /** The other parts do not wait until somebody asks for a session in them. */
  private void tellOfLosses(String session) throws IOException {
    String rest = session.substring(1);
    for (int i = 0; i < parts.length; i++) {
      if (parts[i].untold() > 0) {
        toldAll(Integer.toHexString(i) + rest, null, null, null);
      }
    }
  }

  private Marker marker(Known known, long trusted, long arrived) {
    long committedAt = time(known.committedAt(), known, trusted, arrived);
    long unprovenAt = time(known.unprovenAt(), known, trusted, arrived);
    long readAt = time(known.readAt(), known, trusted, arrived);
    long term = Servers.NONE;
    if (known.readOn() != null) {
      // others may be reading it at this moment
      readAt = arrived;
      term = servers.number(known.readOn());
    } else if (readAt != Marker.NEVER) {
      readAt += HEEDED;
    }
    return new Marker(0, 0, committedAt, unprovenAt, known.position(), readAt, term);
  }

  private static long time(long theirs, Known known, long trusted, long arrived) {
    if (theirs == SharedSessions.NEVER) {
      return Marker.NEVER;
    }
    long ours = SharedPart.ours(theirs, known, arrived);
    return ours - trusted > 0 ? ours : trusted;
  }

  private static String id() {
    return Long.toHexString(ThreadLocalRandom.current().nextLong());
  }

  /** The first half of the key's SHA-256: nobody finds the key by it, and none share one. */
  private static String hash(String key) {
    return KeyHash.hex(key, 16);
  }
}
