package io.github.rwsplit.session;

import java.time.Duration;
import java.util.function.BiConsumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The sessions of one cluster: whose statement runs now, what that session has written, and up to
 * where it has read.
 *
 * <p>A key named by {@code RwSplit.inSession} comes first, then the resolver's. Whatever is told of
 * a session is also told of the work whose position travels ({@link Carrying}); what counts is the
 * maximum of both. Safe for use by many threads.
 */
public final class Sessions {

  private static final Logger log = LoggerFactory.getLogger(Sessions.class);

  private final SessionKeyResolver resolver;
  private final Markers markers;
  private final Servers servers;
  private final SessionSettings.Strategy strategy;
  private final Duration longestWait;
  private final @Nullable SessionTokens tokens;
  private final @Nullable SharedMarkers shared;

  /** The look of all statements that run in no session. */
  private final StatementLook nobody;

  /**
   * Makes the sessions of one cluster.
   *
   * @param resolver tells the key of the current session where the calling code has not named it
   * @param markers what this cluster's sessions wrote and read
   * @param servers numbers the replicas
   * @param strategy whether positions count, or the window alone
   * @param longestWait how long a read may wait for a replica; zero: not at all
   * @param tokens writes and reads tokens; null where positions do not travel
   */
  public Sessions(
      SessionKeyResolver resolver,
      Markers markers,
      Servers servers,
      SessionSettings.Strategy strategy,
      Duration longestWait,
      @Nullable Tokens tokens) {
    this(resolver, markers, servers, strategy, longestWait, tokens, null);
  }

  private Sessions(
      SessionKeyResolver resolver,
      Markers markers,
      Servers servers,
      SessionSettings.Strategy strategy,
      Duration longestWait,
      @Nullable Tokens tokens,
      @Nullable SharedMarkers shared) {
    this.resolver = resolver;
    this.markers = markers;
    this.servers = servers;
    this.strategy = strategy;
    this.longestWait = longestWait;
    this.tokens = tokens == null ? null : new SessionTokens(this, tokens);
    this.shared = shared;
    this.nobody = StatementLook.of(this, null, null);
  }

  /**
   * The same sessions, of which other instances know what this one does.
   *
   * @param store shared by all instances; not closed here
   * @return the sessions, to be used in place of these
   */
  public Sessions sharing(SharedSessions store) {
    return new Sessions(
        resolver,
        markers,
        servers,
        strategy,
        longestWait,
        tokens == null ? null : tokens.text(),
        new SharedMarkers(store, servers, markers::now));
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
    CallContext context = CallContext.current();
    String named = context.sessionKey();
    if (named != null) {
      return named;
    }
    String key = resolver.currentKey();
    Carrying carrying = context.carrying();
    if (key != null && carrying != null) {
      belongsTo(carrying, key);
    }
    return key;
  }

  /**
   * A piece of work belongs to a session. Where it belonged to another one so far, or to none and
   * has done something already, that holds for this one too, as after a login: at once, so that the
   * next statement and the next request know of it.
   *
   * @param carrying the work
   * @param key the session's key
   */
  public void belongsTo(Carrying carrying, String key) {
    String before = carrying.key(this);
    if (key.equals(before)) {
      return;
    }
    carrying.key(this, key);
    if (before != null) {
      renamed(before, key);
    }
    if (carrying.changes(this) > 0) {
      joined(carrying, key);
    }
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
    tell(writer, SharedMarkers::underWay);
  }

  /**
   * A commit that was under way has ended without writing.
   *
   * @param writer who wrote
   */
  public void abandoned(Writer writer) {
    change(writer, Marker::end);
    tell(writer, SharedMarkers::abandoned);
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
    tell(writer, SharedMarkers::tellReadsAnew);
    tellWrites(writer, change(writer, marker -> marker.end().committed(began, now, thread)), true);
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
    tell(writer, SharedMarkers::tellReadsAnew);
    tellWrites(writer, change(writer, marker -> marker.committed(began, now, thread)), false);
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
    Marker after =
        change(writer, marker -> (wasUnderWay ? marker.end() : marker).unknownUntil(until));
    tellWrites(writer, after, wasUnderWay);
  }

  /**
   * The server has told the position of a commit that was made on this thread. To be called before
   * {@link #committed} or {@link #wrote} tells of the commit itself; without those it is one.
   *
   * @param writer who wrote
   * @param position the position of the commit
   */
  public void delivered(Writer writer, Position position) {
    delivered(writer, position, thread());
  }

  /**
   * The same of a position that was asked for after the commit, which need not have had one.
   *
   * @param writer who wrote
   * @param position what the server had executed by then
   */
  public void asked(Writer writer, Position position) {
    delivered(writer, position, -thread());
  }

  private void delivered(Writer writer, Position position, int thread) {
    long now = markers.now();
    Marker after = change(writer, marker -> marker.delivered(position, now, thread));
    if (after != null) {
      tell(writer, (all, key) -> all.delivered(key, after));
    }
  }

  /**
   * A session has read something that it must not go back behind.
   *
   * @param writer whose read it was
   * @param server the server that served it, as {@link Servers} numbers them
   * @param at a time at which the read had ended, or at which the snapshot was there in which it
   *     ran
   * @param needed what was asked of the server before; null: nothing
   */
  public void read(Writer writer, long server, long at, @Nullable Needed needed) {
    read(writer, server, at, needed, null);
  }

  void read(
      Writer writer,
      long server,
      long at,
      @Nullable Needed needed,
      SharedMarkers.@Nullable Answer chosenBy) {
    long decidedAfter = needed == null ? Marker.NEVER : needed.readAt();
    change(writer, marker -> marker.read(server, at, decidedAfter));
    tell(writer, (all, key) -> all.read(key, server, chosenBy));
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
   * What somebody without a session needs who has just read.
   *
   * @param server the server that was read, as {@link Servers} numbers them
   * @return that server, or what shows as much
   */
  public Needed readNow(long server) {
    return Needed.of(Marker.NONE.read(server, markers.now(), Marker.NEVER), markers.windowNanos());
  }

  /**
   * One session goes on under another name, as after a login: what held for the one holds for the
   * other as well.
   *
   * @param from the key so far
   * @param to the key from now on
   */
  public void renamed(String from, String to) {
    Marker before = from.equals(to) ? null : everywhere(from);
    if (before != null) {
      join(to, before);
    }
  }

  /** What is known of a session on any instance; null: nothing. */
  private @Nullable Marker everywhere(String key) {
    Marker here = markers.find(key);
    if (shared == null) {
      return here;
    }
    SharedMarkers.Answer answer = shared.ask(key);
    long now = markers.now();
    Marker there =
        answer == null || answer.known().underWay()
            ? Marker.NONE.unknownUntil(now + markers.windowNanos())
            : answer.marker().unknownUntil(answer.floor());
    return here == null ? there : here.max(there);
  }

  private void join(String key, Marker before) {
    long until = markers.now() + markers.windowNanos();
    Marker after = markers.change(key, marker -> marker.max(before.settled(until)));
    if (shared != null) {
      if (after.wrote()) {
        shared.wrote(key, after, false);
      }
      if (before.readAt() != Marker.NEVER) {
        shared.read(key, Servers.PRIMARY, null);
      }
    }
  }

  /**
   * What a piece of work has written and read holds for a session too, as after a login.
   *
   * @param carrying the work
   * @param to the session's key
   */
  public void joined(Carrying carrying, String to) {
    join(to, carrying.marker(this));
  }

  /**
   * What another instance has to know of a session, and of a piece of work. Of a session that is
   * not remembered, and outside of any, all that is known is that something may have been written
   * before.
   *
   * @param key the session's key; null outside any
   * @param carrying the work; null: none
   * @return what may be sent there
   */
  public Carried carried(@Nullable String key, @Nullable Carrying carrying) {
    return Carried.of(known(key, carrying), markers.now(), servers);
  }

  private Marker known(@Nullable String key, @Nullable Carrying carrying) {
    Marker stored = key == null ? null : markers.find(key);
    Marker travelling = travelling(carrying);
    if (stored != null) {
      return travelling.max(stored);
    }
    boolean nothing = travelling.equals(Marker.NONE);
    if (!nothing || (carrying != null && carrying.arrived(this))) {
      return travelling;
    }
    return Marker.NONE.unknownUntil(key == null ? markers.now() : markers.floorAt());
  }

  /**
   * Whether positions travel.
   *
   * @return true where tokens are enabled
   */
  public boolean hasTokens() {
    return tokens != null;
  }

  /**
   * What travels in tokens.
   *
   * @return the only one of this cluster
   * @throws IllegalStateException where tokens are not enabled
   */
  public SessionTokens tokens() {
    if (tokens == null) {
      throw new IllegalStateException(
          "tokens must be enabled to be used, but rwsplit.session.token.enabled is false; set it to"
              + " true, and rwsplit.session.token.secrets to at least one secret");
    }
    return tokens;
  }

  /**
   * How often a piece of work has written or read something that others have to know.
   *
   * @param carrying the work
   * @return a number that only ever grows
   */
  public int changes(Carrying carrying) {
    return carrying.changes(this);
  }

  Marker travelling(@Nullable Carrying carrying) {
    return carrying == null ? Marker.NONE : carrying.marker(this);
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
   * Looks at the current session. Where its resolver fails, it is asked again by whoever needs the
   * key, who fails then.
   *
   * @param asOf the moment at which a replica's data were fixed; null: now
   * @return the look, for one statement on this thread
   */
  public StatementLook look(@Nullable Long asOf) {
    Carrying carrying = CallContext.current().carrying();
    if (carrying != null) {
      return new StatementLook(this, asOf, carrying);
    }
    String key;
    try {
      key = currentKey();
    } catch (RuntimeException e) {
      log.debug("The resolver of session keys failed; who needs the key asks again", e);
      return new StatementLook(this, asOf, null);
    }
    return key == null ? nobody : StatementLook.of(this, asOf, key);
  }

  /** Returns what is remembered of the session now; null where the writer has none. */
  private @Nullable Marker change(Writer writer, UnaryOperator<Marker> by) {
    if (writer.carrying() != null) {
      writer.carrying().change(this, by);
    }
    return writer.key() == null ? null : markers.change(writer.key(), by);
  }

  private void tell(Writer writer, BiConsumer<SharedMarkers, String> word) {
    if (shared != null && writer.key() != null) {
      word.accept(shared, writer.key());
    }
  }

  private void tellWrites(Writer writer, @Nullable Marker after, boolean ended) {
    if (after != null) {
      tell(writer, (all, key) -> all.wrote(key, after, ended));
    }
  }

  Servers servers() {
    return servers;
  }

  @Nullable SharedMarkers shared() {
    return shared;
  }

  SessionSettings.Strategy strategy() {
    return strategy;
  }

  /** Positive: its negative stands for something else. */
  private static int thread() {
    int id = (int) Thread.currentThread().getId() & Integer.MAX_VALUE;
    return id == 0 ? 1 : id;
  }
}
