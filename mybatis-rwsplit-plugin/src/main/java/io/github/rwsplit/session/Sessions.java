package io.github.rwsplit.session;

import io.github.rwsplit.route.SessionLook;
import java.time.Duration;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The sessions of one cluster: whose statement runs now, what that session has written, and up to
 * where it has read.
 *
 * <p>A key named by {@code RwSplit.inSession} comes first, then the resolver's. Whatever is told of
 * a session is also told of the work whose position travels ({@link Carrying}); what counts is the
 * maximum of both. Safe for use by many threads.
 */
public final class Sessions {

  private final SessionKeyResolver resolver;
  private final Markers markers;
  private final Servers servers;
  private final SessionSettings.Strategy strategy;
  private final Duration longestWait;

  /**
   * Makes the sessions of one cluster.
   *
   * @param resolver tells the key of the current session where the calling code has not named it
   * @param markers what this cluster's sessions wrote and read
   * @param servers numbers the replicas
   * @param strategy whether positions count, or the window alone
   * @param longestWait how long a read may wait for a replica; zero: not at all
   */
  public Sessions(
      SessionKeyResolver resolver,
      Markers markers,
      Servers servers,
      SessionSettings.Strategy strategy,
      Duration longestWait) {
    this.resolver = resolver;
    this.markers = markers;
    this.servers = servers;
    this.strategy = strategy;
    this.longestWait = longestWait;
  }

  /**
   * How long a read may wait for a replica to reach what its session needs.
   *
   * @return {@code rwsplit.session.wait}; zero: not at all
   */
  public Duration longestWait() {
    return longestWait;
  }

  /**
   * The key of the session that the current thread works for.
   *
   * @return the key; null where there is none
   */
  public @Nullable String currentKey() {
    String named = CallContext.current().sessionKey();
    return named == null ? resolver.currentKey() : named;
  }

  /**
   * Who is to be told of what is written on this thread.
   *
   * @return the writer; null where nobody is
   */
  public @Nullable Writer currentWriter() {
    String key = currentKey();
    Carrying carrying = CallContext.current().carrying();
    return key == null && carrying == null ? null : new Writer(key, carrying);
  }

  /**
   * A commit of a session that wrote begins.
   *
   * @param writer who wrote
   */
  public void underWay(Writer writer) {
    change(writer, Marker::begin);
  }

  /**
   * A commit that was under way has ended without writing.
   *
   * @param writer who wrote
   */
  public void abandoned(Writer writer) {
    change(writer, Marker::end);
  }

  /**
   * A commit that was under way has ended with its writes in the database.
   *
   * @param writer who wrote
   * @param began {@link #now} from before the commit
   */
  public void committed(Writer writer, long began) {
    long now = markers.now();
    int thread = thread();
    change(writer, marker -> marker.end().committed(began, now, thread));
  }

  /**
   * A session has written, and the write is committed already.
   *
   * @param writer who wrote
   * @param began {@link #now} from before the statement
   */
  public void wrote(Writer writer, long began) {
    long now = markers.now();
    int thread = thread();
    change(writer, marker -> marker.committed(began, now, thread));
  }

  /**
   * A session may have written, and nobody knows whether or when: the connection was lost at the
   * commit, or the commit comes when nobody of us looks. It reads the primary for the window, and
   * after that what a look at the primary shows that begins then: an earlier one might miss it.
   *
   * @param writer who wrote
   * @param wasUnderWay whether {@link #underWay} was told of it
   */
  public void outcomeUnknown(Writer writer, boolean wasUnderWay) {
    long until = markers.now() + markers.windowNanos();
    change(writer, marker -> (wasUnderWay ? marker.end() : marker).unknownUntil(until));
  }

  /**
   * The server has told the position of a commit that was made on this thread. To be called before
   * {@link #committed} or {@link #wrote} tells of the commit itself; without those it is one.
   *
   * @param writer who wrote
   * @param position the position of the commit
   */
  public void delivered(Writer writer, Position position) {
    long now = markers.now();
    int thread = thread();
    change(writer, marker -> marker.delivered(position, now, thread));
  }

  /**
   * A session has read something that it must not go back behind.
   *
   * @param writer whose read it was
   * @param server the replica that served it, as {@link Servers} numbers them; {@link Servers#NONE}
   *     for the primary
   * @param at a time at which the read had ended, or at which the snapshot was there in which it
   *     ran
   * @param needed what was asked of the server before; null: nothing
   */
  public void read(Writer writer, long server, long at, @Nullable Needed needed) {
    long decidedAfter = needed == null ? Marker.NEVER : needed.readAt();
    change(writer, marker -> marker.read(server, at, decidedAfter));
  }

  /**
   * The present time of the clock that sessions use.
   *
   * @return nanoseconds, comparable with {@code System.nanoTime()}
   */
  public long now() {
    return markers.now();
  }

  /**
   * One session goes on under another name, as after a login: what held for the one holds for the
   * other as well.
   *
   * @param from the key so far
   * @param to the key from now on
   */
  public void renamed(String from, String to) {
    Marker before = markers.find(from);
    if (before != null && !from.equals(to)) {
      markers.change(to, marker -> marker.max(settled(before)));
    }
  }

  /**
   * What a piece of work has written and read holds for a session too, as after a login.
   *
   * @param carrying the work
   * @param to the session's key
   */
  public void joined(Carrying carrying, String to) {
    markers.change(to, marker -> marker.max(settled(carrying.marker())));
  }

  /** A commit under way is ended by whoever began it, under the name that it began with. */
  private Marker settled(Marker marker) {
    return marker.commitsUnderWay() == 0
        ? marker
        : new Marker(
                0,
                0,
                marker.committedAt(),
                marker.unprovenAt(),
                marker.position(),
                marker.readAt(),
                marker.readTerm())
            .unknownUntil(markers.now() + markers.windowNanos());
  }

  /**
   * What another instance has to know of the current session, and of the current work.
   *
   * @return what may be sent there
   */
  public Carried carried() {
    String key = currentKey();
    Marker stored = key == null ? null : markers.find(key);
    Carrying carrying = CallContext.current().carrying();
    Marker both = Carrying.markerOf(carrying).max(stored == null ? Marker.NONE : stored);
    return Carried.of(both, markers.now(), servers);
  }

  /**
   * Begins a piece of work with what another instance sent.
   *
   * @param carried what it sent
   * @return the work
   */
  public Carrying receive(Carried carried) {
    return Carrying.of(carried.received(markers.now(), servers));
  }

  /**
   * Whether the positions of commits count.
   *
   * @return false where {@code rwsplit.session.strategy} is the window alone
   */
  public boolean usePositions() {
    return strategy != SessionSettings.Strategy.WINDOW;
  }

  /**
   * The markers of the sessions.
   *
   * @return shared by all threads
   */
  public Markers markers() {
    return markers;
  }

  /**
   * Looks at the current session, no earlier than it is asked.
   *
   * @param asOf the moment at which a replica's data were fixed; null: now
   * @return the look, for one statement on this thread
   */
  public Look look(@Nullable Long asOf) {
    return new Look(asOf, CallContext.current().carrying());
  }

  private void change(Writer writer, UnaryOperator<Marker> by) {
    if (writer.key() != null) {
      markers.change(writer.key(), by);
    }
    if (writer.carrying() != null) {
      writer.carrying().change(by);
    }
  }

  private static int thread() {
    int id = (int) Thread.currentThread().getId();
    return id == 0 ? 1 : id;
  }

  /** One statement's look at its session; finds the key once. Belongs to one thread. */
  public final class Look implements SessionLook {

    private final @Nullable Long asOf;
    private final @Nullable Carrying carrying;
    private @Nullable String key;
    private boolean resolved;

    private Look(@Nullable Long asOf, @Nullable Carrying carrying) {
      this.asOf = asOf;
      this.carrying = carrying;
    }

    /**
     * The session's key.
     *
     * @return the key; null where there is no session
     */
    public @Nullable String key() {
      if (!resolved) {
        key = currentKey();
        resolved = true;
      }
      return key;
    }

    /**
     * Who is to be told of what this statement reads.
     *
     * @return the reader; null where nobody is
     */
    public @Nullable Writer reader() {
      String session = key();
      return session == null && carrying == null ? null : new Writer(session, carrying);
    }

    @Override
    public boolean known() {
      return key() != null || (carrying != null && carrying.arrived());
    }

    @Override
    public boolean mayMissWrites() {
      if (!known()) {
        return true;
      }
      Marker stored = stored();
      boolean byWindow = strategy == SessionSettings.Strategy.WINDOW;
      Marker travelling = Carrying.markerOf(carrying);
      return travelling.commitsUnderWay() > 0
          || (stored != null && stored.commitsUnderWay() > 0)
          || (byWindow && key() != null && markers.windowOpen(stored, at()))
          || (byWindow && markers.windowOpen(travelling, at()));
    }

    /**
     * What a replica must be proved to have before it may serve the statement.
     *
     * @param strict whether it is a SESSION read, for which also counts what may have been written
     *     before memory goes back, and what was read; else only writes that are remembered count
     * @return what is needed; null where any replica will do
     */
    public @Nullable Needed needed(boolean strict) {
      Marker stored = stored();
      Marker travelling = Carrying.markerOf(carrying);
      Marker both = stored == null ? travelling : travelling.max(stored);
      Needed known = Needed.of(both, markers.windowNanos());
      boolean forgotten = strict && stored == null && key() != null;
      Needed all = forgotten ? known.and(markers.floor()) : known;
      Needed counting = strict ? all : all.ofWrites();
      if (counting.nothing()) {
        return null;
      }
      return strategy == SessionSettings.Strategy.GTID ? counting.onlyProven() : counting;
    }

    private @Nullable Marker stored() {
      String session = key();
      return session == null ? null : markers.find(session);
    }

    private long at() {
      return asOf == null ? markers.now() : asOf;
    }

    /**
     * How long ago the session committed its last write.
     *
     * @return milliseconds; null where no write is remembered
     */
    public @Nullable Long markerAgeMillis() {
      Marker stored = stored();
      Marker both = Carrying.markerOf(carrying).max(stored == null ? Marker.NONE : stored);
      return both.wrote() ? Math.max(0, (markers.now() - both.committedAt()) / 1_000_000) : null;
    }
  }
}
