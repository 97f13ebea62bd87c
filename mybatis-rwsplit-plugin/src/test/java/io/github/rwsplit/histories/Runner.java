package io.github.rwsplit.histories;

import io.github.rwsplit.RwSplit;
import io.github.rwsplit.histories.Frame.Context;
import io.github.rwsplit.histories.History.Outcome;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.apache.ibatis.session.ExecutorType;
import org.jspecify.annotations.Nullable;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.UnexpectedRollbackException;
import org.springframework.transaction.support.DefaultTransactionDefinition;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Carries out what one thread of a program does, and records it. */
final class Runner {

  /** What the program throws on purpose. */
  static final class Wanted extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Wanted() {
      super("wanted", null, false, false);
    }
  }

  /** The database failed in a transaction, which has to end. */
  static final class Broken extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Broken(Throwable cause) {
      super(cause);
    }
  }

  private final Instance instance;
  private final History history;
  private final ExecutorService threads;
  private final AtomicReferenceArray<History.@Nullable Token> tokens;
  private final Statements statements;
  private final boolean batch;

  Runner(
      Instance instance,
      ExecutorType executor,
      History history,
      ExecutorService threads,
      AtomicReferenceArray<History.@Nullable Token> tokens) {
    this.instance = instance;
    this.history = history;
    this.threads = threads;
    this.tokens = tokens;
    this.batch = executor == ExecutorType.BATCH;
    this.statements = new Statements(instance, executor, history);
  }

  void run(Program.Worker thread) {
    Context nothing = new Context(null, null, List.of(), null, null, Set.of());
    for (Step step : thread.steps()) {
      try {
        step(step, nothing);
      } catch (Wanted | Broken e) {
        // both have ended what they were to end
        history.failed("at the top", e);
      }
    }
  }

  private void all(List<Step> steps, Context context) {
    for (Step step : steps) {
      step(step, context);
    }
  }

  private void step(Step step, Context context) {
    if (step instanceof Step.Read read) {
      statements.read(read, context, () -> all(read.body(), context));
    } else if (step instanceof Step.Write write) {
      statements.write(write, context);
    } else if (step instanceof Step.Scope scope) {
      scope(scope, context);
    } else if (step instanceof Step.Savepoint savepoint) {
      savepoint(savepoint, context);
    } else if (step instanceof Step.InSession in) {
      String key = "program-" + history.number + "-session-" + in.session();
      Context inner = context.inSession("s" + in.session() + "@" + instance.number);
      call(() -> RwSplit.inSession(key, () -> within(in.body(), inner)));
    } else if (step instanceof Step.Hint hint) {
      Context inner = context.withHint(hint.level());
      call(() -> RwSplit.withConsistency(hint.level(), () -> within(hint.body(), inner)));
    } else if (step instanceof Step.TakeToken take) {
      takeToken(take.slot(), context);
    } else if (step instanceof Step.WithToken with) {
      withToken(with, context);
    } else if (step instanceof Step.OtherThread other) {
      otherThread(other, context);
    } else if (step instanceof Step.AfterCommit after) {
      afterCommit(after.write(), context);
    } else if (step instanceof Step.Catch caught) {
      try {
        all(caught.body(), context);
      } catch (Wanted e) {
        history.failed("caught", e);
      }
    } else {
      throw new Wanted();
    }
  }

  private void withToken(Step.WithToken with, Context context) {
    History.Token token = tokens.get(with.slot());
    if (token == null) {
      all(with.body(), context);
      return;
    }
    Context inner = context.withToken(token, "work-" + history.nextScope());
    call(() -> RwSplit.withToken(token.text(), () -> within(with.body(), inner)));
  }

  private @Nullable Void within(List<Step> steps, Context context) {
    all(steps, context);
    return null;
  }

  private static void call(Callable<?> work) {
    try {
      work.call();
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  /** Only outside of transactions: what is not committed is no token's. */
  private void takeToken(int slot, Context context) {
    if (inTransaction(context)) {
      return;
    }
    long taken = History.now();
    String text;
    try {
      text = RwSplit.currentToken();
    } catch (RuntimeException e) {
      history.failed("take token", e);
      return;
    }
    tokens.set(slot, new History.Token(taken, context.session(), context.tokens(), text));
  }

  static boolean inTransaction(Context context) {
    return context.frame() != null && context.frame().transaction;
  }

  private void otherThread(Step.OtherThread other, Context context) {
    Context there = context.elsewhere(other.carried());
    Runnable work = () -> all(other.body(), there);
    try {
      threads.submit(other.carried() ? RwSplit.snapshot().wrap(work) : work).get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof Wanted || e.getCause() instanceof Broken) {
        history.failed("on another thread", e.getCause());
      } else {
        throw new IllegalStateException(e.getCause());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  // ---------------------------------------------------------------- scopes

  private void scope(Step.Scope scope, Context context) {
    boolean inTransaction = inTransaction(context);
    boolean begins =
        switch (scope.propagation()) {
          case REQUIRED, NESTED -> !inTransaction;
          case REQUIRES_NEW -> true;
          default -> false;
        };
    boolean suspends = scope.propagation() == Step.Propagation.NOT_SUPPORTED && inTransaction;
    Frame current = context.frame();
    boolean own = begins || suspends || current == null;
    Frame frame =
        current == null || own
            ? new Frame(history.nextScope(), begins, begins && scope.readOnly(), context)
            : current;
    Frame.Savepoint savepoint =
        scope.propagation() == Step.Propagation.NESTED && inTransaction ? frame.savepoint() : null;
    Entered entered = new Entered();
    RuntimeException thrown = null;
    try {
      template(scope)
          .executeWithoutResult(
              status -> {
                entered.yes = true;
                body(scope, context.in(frame, status), status);
                entered.done = true;
              });
    } catch (RuntimeException e) {
      thrown = e;
    }
    if (!entered.yes) {
      if (thrown == null || !refusal(thrown)) {
        throw new IllegalStateException("a scope was not entered: " + scope.line(), thrown);
      }
      history.failed("scope " + scope.line(), thrown);
      return;
    }
    boolean undone = !entered.done || scope.end() == Step.End.ROLLBACK_ONLY;
    if (savepoint != null && undone) {
      frame.undoBehind(savepoint, batch);
    }
    if (own) {
      frame.ended(outcome(undone, thrown));
    }
    if (thrown != null) {
      leave(scope, frame, own, thrown);
    }
  }

  private static final class Entered {
    boolean yes;
    boolean done;
  }

  private void body(Step.Scope scope, Context context, TransactionStatus status) {
    all(scope.body(), context);
    switch (scope.end()) {
      case NORMALLY -> {}
      case ROLLBACK_ONLY -> status.setRollbackOnly();
      case EXCEPTION, EXCEPTION_CAUGHT_OUTSIDE -> throw new Wanted();
    }
  }

  private static Outcome outcome(boolean undone, @Nullable RuntimeException thrown) {
    if (undone || thrown instanceof UnexpectedRollbackException) {
      return Outcome.UNDONE;
    }
    return thrown == null ? Outcome.ACKNOWLEDGED : Outcome.UNKNOWN;
  }

  /** What ends where it was thrown, and what goes on. */
  private void leave(Step.Scope scope, Frame frame, boolean own, RuntimeException thrown) {
    history.failed("scope " + scope.line(), thrown);
    if (thrown instanceof Wanted) {
      if (scope.end() != Step.End.EXCEPTION_CAUGHT_OUTSIDE) {
        throw thrown;
      }
      return;
    }
    if (!(thrown instanceof Broken) && !refusal(thrown)) {
      throw thrown;
    }
    if (!own && frame.transaction) {
      throw new Broken(thrown);
    }
  }

  private static boolean refusal(RuntimeException thrown) {
    return thrown instanceof TransactionException
        || thrown instanceof org.springframework.dao.DataAccessException;
  }

  private TransactionTemplate template(Step.Scope scope) {
    DefaultTransactionDefinition definition =
        new DefaultTransactionDefinition(scope.propagation().number());
    definition.setReadOnly(scope.readOnly());
    return new TransactionTemplate(instance.transactions, definition);
  }

  private void savepoint(Step.Savepoint step, Context context) {
    TransactionStatus status = context.status();
    Frame frame = context.frame();
    if (status == null || frame == null || !frame.transaction) {
      all(step.body(), context);
      return;
    }
    Frame.Savepoint before = frame.savepoint();
    Object savepoint;
    try {
      savepoint = status.createSavepoint();
    } catch (TransactionException e) {
      // marked as rollback-only already
      history.failed(step.line(), e);
      return;
    }
    all(step.body(), context);
    try {
      if (step.undone()) {
        status.rollbackToSavepoint(savepoint);
      } else {
        status.releaseSavepoint(savepoint);
      }
    } catch (TransactionException e) {
      throw new Broken(e);
    }
    if (step.undone()) {
      frame.undoBehind(before, batch);
    }
  }

  private void afterCommit(Step.Write write, Context context) {
    Frame frame = context.frame();
    if (frame == null || (!write.how().ofNotes() && context.blocked().contains(write.cell()))) {
      return;
    }
    TransactionSynchronizationManager.registerSynchronization(
        new TransactionSynchronization() {
          @Override
          public void afterCommit() {
            statements.writeAfterCommit(write, frame);
          }
        });
  }

  /**
   * Whether the server said no, in contrast to nobody having said anything: errors of the driver
   * have no number, and may hide that a connection was lost, as after a batch.
   */
  static boolean definite(Throwable error) {
    for (Throwable cause = error; cause != null; cause = cause.getCause()) {
      if (cause instanceof SQLException sql) {
        String state = sql.getSQLState();
        return sql.getErrorCode() > 0 && state != null && !state.startsWith("08");
      }
    }
    return false;
  }
}
