package io.github.rwsplit.histories;

import com.baomidou.mybatisplus.extension.plugins.pagination.Page;
import com.github.pagehelper.PageHelper;
import io.github.rwsplit.annotation.ConsistencyLevel;
import io.github.rwsplit.histories.Frame.Context;
import io.github.rwsplit.histories.Frame.Expected;
import io.github.rwsplit.histories.History.Promise;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.apache.ibatis.cursor.Cursor;
import org.apache.ibatis.session.ExecutorType;
import org.jspecify.annotations.Nullable;
import org.mybatis.spring.SqlSessionTemplate;

/** Reads and writes for one program, and notes what it saw and did. */
final class Statements {

  private static final String RAW_CELL =
      "select (select name from whoami) as server, marks from cells where id = ?";
  private static final String RAW_APPEND =
      "update cells set marks = concat(marks, ?, ',') where id = ?";
  private static final String RAW_INSERT = "insert into notes (owner, mark) values (?, ?)";
  private static final int PAGE = 1_000;

  private final Instance instance;
  private final boolean batch;

  /** An equal select within a cursor takes its statement, and MyBatis takes that for its end. */
  private final boolean reuse;

  private final History history;
  private final SqlSessionTemplate template;
  private final Mappers.Writes writes;

  Statements(Instance instance, ExecutorType executor, History history) {
    this.instance = instance;
    this.batch = executor == ExecutorType.BATCH;
    this.reuse = executor == ExecutorType.REUSE;
    this.history = history;
    this.template = instance.template(executor);
    this.writes = template.getMapper(Mappers.Writes.class);
  }

  private long row(int cell) {
    return Servers.firstRow(history.number) + cell;
  }

  // ---------------------------------------------------------------- reads

  /** The rows of one read, and what a pager counted. */
  private record Rows(List<Row> rows, long total) {

    static Rows of(@Nullable Row row) {
      return new Rows(row == null ? List.of() : List.of(row), -1);
    }
  }

  void read(Step.Read read, Context context, Runnable body) {
    Step.ReadHow how = read.how();
    Frame frame = context.frame();
    boolean needsScope = how == Step.ReadHow.CURSOR || how == Step.ReadHow.RAW;
    boolean transaction = Runner.inTransaction(context);
    // what a batch has queued is not seen past its session
    boolean misses = batch && transaction && how.pastMappers();
    boolean blocked = how == Step.ReadHow.LOCKED && context.blocked().contains(read.cell());
    if (misses || blocked || (needsScope && frame == null)) {
      return;
    }
    if (how == Step.ReadHow.LOCKED && transaction && frame != null) {
      frame.locked.add(read.cell());
    }
    if (frame != null && !how.pastMappers()) {
      frame.selects();
    }
    int place = how.ofNotes() ? History.NOTES : read.cell();
    Reading reading = new Reading(read, context, place);
    try {
      perform(read, reading::answered, reuse && how == Step.ReadHow.CURSOR ? () -> {} : body);
    } catch (RuntimeException e) {
      throwIfProgram(e);
      history.failed(read.line(), e);
      if (transaction) {
        throw new Runner.Broken(e);
      }
    }
    if (how == Step.ReadHow.RAW && frame != null) {
      frame.pin();
    }
  }

  /** What a handler throws arrives wrapped. */
  private static void throwIfProgram(Throwable thrown) {
    for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
      if (cause instanceof Runner.Wanted wanted) {
        throw wanted;
      }
      if (cause instanceof Runner.Broken broken) {
        throw broken;
      }
    }
  }

  private void perform(Step.Read read, Consumer<Rows> answered, Runnable body) {
    long row = row(read.cell());
    long owner = history.number;
    Mappers.Reads reads = reads(read.level());
    switch (read.how()) {
      case PLAIN -> answered.accept(Rows.of(reads.cell(row)));
      case CACHED -> answered.accept(Rows.of(cached(read.level(), row)));
      case LOCKED -> answered.accept(Rows.of(reads.locked(row)));
      case HANDLER ->
          reads.each(
              row,
              result -> {
                answered.accept(Rows.of(result.getResultObject()));
                body.run();
              });
      case JDBC ->
          answered.accept(
              new Rows(
                  instance.jdbc.query(
                      RAW_CELL, (rows, number) -> row(rows.getString(1), rows.getString(2)), row),
                  -1));
      case RAW -> answered.accept(raw(row));
      case LIST -> answered.accept(new Rows(reads.notes(owner), -1));
      case CURSOR -> answered.accept(stream(reads, owner, body));
      case PAGE_HELPER -> answered.accept(pageHelper(reads, owner));
      case PLUS_PAGE -> {
        Page<Row> page = new Page<>(1, PAGE);
        List<Row> rows = reads.page(page, owner);
        answered.accept(new Rows(rows, page.getTotal()));
      }
    }
  }

  private Mappers.Reads reads(Step.Level level) {
    Class<? extends Mappers.Reads> mapper =
        switch (level) {
          case STRONG -> Mappers.StrongReads.class;
          case SESSION -> Mappers.SessionReads.class;
          case EVENTUAL -> Mappers.EventualReads.class;
          case EVENTUAL_WITH_MAX_LAG -> Mappers.FreshReads.class;
          case UNDECLARED -> Mappers.UndeclaredReads.class;
        };
    return template.getMapper(mapper);
  }

  private @Nullable Row cached(Step.Level level, long row) {
    Mappers.CachedCells cells = template.getMapper(Mappers.CachedCells.class);
    return switch (level) {
      case STRONG -> cells.strong(row);
      case SESSION -> cells.session(row);
      case EVENTUAL, EVENTUAL_WITH_MAX_LAG -> cells.eventual(row);
      case UNDECLARED -> cells.undeclared(row);
    };
  }

  /** The statement, as a cache tells it from others: two levels share one behind the cache. */
  private static String statement(Step.Read read, int place) {
    boolean shared =
        read.how() == Step.ReadHow.CACHED && read.level() == Step.Level.EVENTUAL_WITH_MAX_LAG;
    return read.how() + " " + (shared ? Step.Level.EVENTUAL : read.level()) + " " + place;
  }

  private static Rows stream(Mappers.Reads reads, long owner, Runnable body) {
    List<Row> rows = new ArrayList<>();
    try (Cursor<Row> cursor = reads.stream(owner)) {
      for (Row row : cursor) {
        rows.add(row);
        if (rows.size() == 1) {
          body.run();
        }
      }
    } catch (java.io.IOException e) {
      throw new IllegalStateException(e);
    }
    return new Rows(rows, -1);
  }

  private static Rows pageHelper(Mappers.Reads reads, long owner) {
    try (com.github.pagehelper.Page<Row> page = PageHelper.startPage(1, PAGE)) {
      List<Row> rows = List.copyOf(reads.notes(owner));
      return new Rows(rows, page.getTotal());
    } finally {
      PageHelper.clearPage();
    }
  }

  private Rows raw(long id) {
    try (PreparedStatement statement = template.getConnection().prepareStatement(RAW_CELL)) {
      statement.setLong(1, id);
      try (ResultSet rows = statement.executeQuery()) {
        return Rows.of(rows.next() ? row(rows.getString(1), rows.getString(2)) : null);
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Row row(String server, String marks) {
    Row row = new Row();
    row.setServer(server);
    row.setMarks(marks);
    return row;
  }

  /** One read on its way: what it has to see is known before it is sent. */
  private final class Reading {
    private final Step.Read read;
    private final Context context;
    private final int place;
    private final String statement;
    private final Expected expected;
    private final Set<Integer> live;
    private final @Nullable String primaryBecause;

    /** Whether the local cache may have the rows, while what is counted for them is asked anew. */
    private final boolean maybeKept;

    Reading(Step.Read read, Context context, int place) {
      this.read = read;
      this.context = context;
      this.place = place;
      this.statement = statement(read, place);
      Frame frame = context.frame();
      long begun = History.now();
      this.expected =
          frame == null
              ? new Expected(begun, begun, Set.of())
              : frame.expect(statement, read.how().cachedLocally(), place, begun);
      this.maybeKept = expected.asked() != begun;
      this.live = new TreeSet<>(expected.own());
      // a body may pin the scope while a cursor is open
      this.primaryBecause = primaryBecause();
      if (frame != null) {
        live.addAll(frame.live(place));
        // also of a select that locks: that does not hold for its select of the server's name
        frame.sent(begun);
      }
    }

    void answered(Rows rows) {
      final long ended = History.now();
      String server = rows.rows().isEmpty() ? null : rows.rows().get(0).getServer();
      Frame frame = context.frame();
      boolean locking = read.how() == Step.ReadHow.LOCKED;
      Expected seen = expected;
      if (frame != null && locking && Runner.inTransaction(context)) {
        // it sees the newest data, whatever the snapshot; MyBatis may answer the next one like it
        // from its cache, like any other
        frame.keep(statement, expected);
      } else if (frame != null) {
        seen = frame.answered(statement, read.how().cachedLocally(), expected, server);
      }
      List<Integer> marks = new ArrayList<>();
      for (Row row : rows.rows()) {
        if (place == History.NOTES) {
          marks.add(Integer.valueOf(row.getMarks()));
        } else {
          marks.addAll(Servers.marks(row.getMarks()));
        }
      }
      Promise promise = promise();
      history.add(
          new History.Read(
              place,
              promise,
              // what is read past mappers the library knows nothing of
              read.how().pastMappers() ? null : context.session(),
              context.tokens(),
              marks,
              promise == Promise.SOMETHING_COMMITTED ? Set.of() : seen.own(),
              live,
              seen.since(),
              seen.asked(),
              ended,
              server,
              primaryBecause,
              frame == null ? 0 : frame.number,
              // one that was EVENTUAL binds nobody, wherever it was answered
              !locking
                  && !read.how().pastMappers()
                  && live.isEmpty()
                  && level() != ConsistencyLevel.EVENTUAL,
              maybeKept ? -1 : rows.total(),
              read.line()));
    }

    private @Nullable ConsistencyLevel level() {
      ConsistencyLevel hint = context.hint();
      ConsistencyLevel declared =
          switch (read.level()) {
            case STRONG -> ConsistencyLevel.STRONG;
            case SESSION -> ConsistencyLevel.SESSION;
            case EVENTUAL, EVENTUAL_WITH_MAX_LAG -> ConsistencyLevel.EVENTUAL;
            case UNDECLARED -> null;
          };
      return declared == null || hint == null
          ? Objects.requireNonNullElse(
              declared, Objects.requireNonNullElse(hint, ConsistencyLevel.STRONG))
          : declared.stricter(hint);
    }

    private boolean onThePrimaryAnyway() {
      return read.how() == Step.ReadHow.LOCKED || read.how().pastMappers();
    }

    private Promise promise() {
      if (onThePrimaryAnyway()) {
        return Promise.STRONG;
      }
      ConsistencyLevel level = level();
      if (read.how() == Step.ReadHow.CACHED
          && (read.level() == Step.Level.UNDECLARED || level == ConsistencyLevel.EVENTUAL)) {
        return Promise.SOMETHING_COMMITTED;
      }
      return level == ConsistencyLevel.STRONG
          ? Promise.STRONG
          : level == ConsistencyLevel.SESSION ? Promise.SESSION : Promise.EVENTUAL;
    }

    private @Nullable String primaryBecause() {
      Frame frame = context.frame();
      ConsistencyLevel level = level();
      if (onThePrimaryAnyway()) {
        return "a lock, or past mappers";
      }
      if (level == ConsistencyLevel.STRONG) {
        return "STRONG";
      }
      if (level == ConsistencyLevel.SESSION && context.session() == null) {
        return "SESSION without a session";
      }
      if (frame == null) {
        return null;
      }
      if (frame.transaction) {
        return frame.readOnly && instance.readOnlyOnReplica ? null : "in a transaction";
      }
      return frame.pinned() ? "behind a write in its scope" : null;
    }
  }

  // ---------------------------------------------------------------- writes

  void write(Step.Write step, Context context) {
    Frame frame = context.frame();
    int place = step.how().ofNotes() ? History.NOTES : step.cell();
    if (context.blocked().contains(place)) {
      return;
    }
    boolean transaction = Runner.inTransaction(context);
    String session = context.session();
    if (frame != null
        && transaction
        && step.how().pastMappers()
        && !Objects.equals(session, frame.around.session())) {
      // only the driver hears of it, at the commit, in whose session it then is
      session = null;
    }
    History.Write write = history.begin(place, session, step.line());
    if (frame != null
        && (step.how() == Step.WriteHow.KEY_BEFORE || step.how() == Step.WriteHow.CALL)) {
      // the select of the key makes a snapshot, and so does the driver's for the parameters
      frame.sent(write.begun);
    }
    try {
      send(step.how(), write, frame != null);
    } catch (RuntimeException e) {
      history.failed(write.toString(), e);
      if (transaction || Runner.definite(e)) {
        write.undone();
      }
      if (frame != null && transaction && !frame.readOnly) {
        throw new Runner.Broken(e);
      }
      return;
    }
    boolean mapper = !step.how().pastMappers();
    boolean queued = batch && mapper && frame != null && !transaction;
    if (!transaction && !queued) {
      write.acknowledgedAt(History.now());
    }
    if (frame != null) {
      frame.wrote(write, mapper);
      if (step.how() == Step.WriteHow.RAW) {
        frame.pin();
      }
    }
  }

  /**
   * In a callback behind the commit. The connection still commits nothing by itself there, so the
   * write is committed with the connection's return.
   */
  void writeAfterCommit(Step.Write step, Frame frame) {
    int place = step.how().ofNotes() ? History.NOTES : step.cell();
    History.Write write =
        history.begin(place, frame.around.session(), step.line() + " after the commit");
    try {
      send(step.how(), write, true);
    } catch (RuntimeException e) {
      history.failed(write.toString(), e);
      if (Runner.definite(e)) {
        write.undone();
      }
      return;
    }
    if (batch && !step.how().pastMappers()) {
      // nobody flushes it any more, with or without the library
      return;
    }
    if (frame.transaction) {
      frame.late.add(write);
    } else {
      write.acknowledgedAt(History.now());
    }
  }

  private void send(Step.WriteHow how, History.Write write, boolean inScope) {
    long row = row(write.place);
    Note note = new Note(history.number, write.mark);
    switch (how) {
      case UPDATE -> writes.append(row, write.mark);
      case CACHED_UPDATE -> template.getMapper(Mappers.CachedCells.class).append(row, write.mark);
      case CALL -> writes.call(row, write.mark);
      case JDBC -> instance.jdbc.update(RAW_APPEND, write.mark, row);
      case RAW -> {
        if (inScope) {
          rawAppend(row, write.mark);
        } else {
          instance.jdbc.update(RAW_APPEND, write.mark, row);
        }
      }
      case INSERT -> writes.insert(note);
      case GENERATED_KEY -> writes.generatedKey(note);
      case KEY_BEFORE -> writes.keyBefore(note);
      case KEY_AFTER -> writes.keyAfter(note);
      case PLUS_INSERT -> template.getMapper(Mappers.PlusNotes.class).insert(note);
      case JDBC_INSERT -> instance.jdbc.update(RAW_INSERT, history.number, write.mark);
    }
    Long key = note.getId();
    if (key != null && !batch) {
      write.key = key;
    }
  }

  private void rawAppend(long row, int mark) {
    try (PreparedStatement statement = template.getConnection().prepareStatement(RAW_APPEND)) {
      statement.setInt(1, mark);
      statement.setLong(2, row);
      statement.executeUpdate();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
