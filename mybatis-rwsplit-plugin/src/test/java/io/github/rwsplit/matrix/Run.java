package io.github.rwsplit.matrix;

import com.baomidou.mybatisplus.core.mapper.BaseMapper;
import com.baomidou.mybatisplus.core.metadata.IPage;
import com.baomidou.mybatisplus.extension.plugins.pagination.Page;
import com.github.pagehelper.PageHelper;
import io.github.rwsplit.RwSplit;
import io.github.rwsplit.matrix.Cell.Pager;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.apache.ibatis.session.ExecutorType;
import org.apache.ibatis.session.SqlSession;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.DefaultTransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/** Runs one cell against a wired application. */
final class Run {

  private final Application application;
  private final Cell cell;

  /** The names in the rows, and the count that the pager asked for; -1 without a pager. */
  record Seen(List<String> names, long total) {}

  Run(Application application, Cell cell) {
    this.application = application;
    this.cell = cell;
  }

  Seen run(String session) throws Exception {
    return RwSplit.inSession(session, this::inScope);
  }

  private Seen inScope() throws Exception {
    return switch (cell.scope()) {
      case NONE -> firstThenRead(type -> application.template.getMapper(type));
      case REQUIRED -> inTransaction(TransactionDefinition.PROPAGATION_REQUIRED, false);
      case TEMPLATE ->
          new TransactionTemplate(application.transactions)
              .execute(status -> unchecked(this::bySpring));
      case REQUIRES_NEW ->
          inTransaction(
              TransactionDefinition.PROPAGATION_REQUIRED,
              false,
              () -> inTransaction(TransactionDefinition.PROPAGATION_REQUIRES_NEW, false));
      case NESTED ->
          inTransaction(
              TransactionDefinition.PROPAGATION_REQUIRED,
              false,
              () -> inTransaction(TransactionDefinition.PROPAGATION_NESTED, false));
      case SUPPORTS -> inTransaction(TransactionDefinition.PROPAGATION_SUPPORTS, false);
      case NOT_SUPPORTED ->
          inTransaction(
              TransactionDefinition.PROPAGATION_REQUIRED,
              false,
              () -> inTransaction(TransactionDefinition.PROPAGATION_NOT_SUPPORTED, false));
      case READ_ONLY_ON_PRIMARY, READ_ONLY_ON_REPLICA ->
          inTransaction(TransactionDefinition.PROPAGATION_REQUIRED, true);
      case PLAIN_MANUAL -> inPlainSession(false);
      case PLAIN_AUTOCOMMIT -> inPlainSession(true);
    };
  }

  private Seen inPlainSession(boolean autoCommit) throws Exception {
    ExecutorType type = ExecutorType.valueOf(cell.runner().name());
    try (SqlSession session = application.factory.openSession(type, autoCommit)) {
      Seen seen = firstThenRead(session::getMapper);
      session.commit();
      return seen;
    }
  }

  private Seen inTransaction(int propagation, boolean readOnly) throws Exception {
    return inTransaction(propagation, readOnly, this::bySpring);
  }

  private Seen inTransaction(int propagation, boolean readOnly, Callable<Seen> work)
      throws Exception {
    DefaultTransactionDefinition definition = new DefaultTransactionDefinition(propagation);
    definition.setReadOnly(readOnly);
    return new TransactionTemplate(application.transactions, definition)
        .execute(status -> unchecked(work));
  }

  private Seen bySpring() throws Exception {
    return firstThenRead(type -> application.template.getMapper(type));
  }

  private static <T> T unchecked(Callable<T> work) {
    try {
      return work.call();
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private Seen firstThenRead(Function<Class<?>, Object> mappers) {
    WhoMapper mapper = (WhoMapper) mappers.apply(WhoMapper.class);
    switch (cell.first()) {
      case READ -> mapper.first();
      case WRITE -> mapper.mark(cell.toString());
      case SELECT_KEY -> mapper.markWithKey(new Mark(cell.toString()));
      case JDBC_TEMPLATE ->
          application.jdbc.update("insert into marks (note) values (?)", cell.toString());
    }
    application.events.clear();
    if (cell.pager() == Pager.NONE) {
      return new Seen(names(read(mappers, mapper, null)), -1);
    }
    if (cell.pager() == Pager.MYBATIS_PLUS) {
      IPage<Who> page = new Page<>(1, 1);
      List<Who> rows = read(mappers, mapper, page);
      return new Seen(names(rows), page.getTotal());
    }
    try (com.github.pagehelper.Page<Who> page = PageHelper.startPage(1, 1)) {
      List<Who> rows = read(mappers, mapper, null);
      return new Seen(names(rows), page.getTotal());
    }
  }

  private static List<String> names(List<Who> rows) {
    return rows.stream().map(Who::getName).toList();
  }

  private List<Who> read(Function<Class<?>, Object> mappers, WhoMapper mapper, IPage<Who> page) {
    return switch (cell.kind()) {
      case XML ->
          switch (cell.level()) {
            case STRONG -> mapper.xmlStrong(page);
            case SESSION -> mapper.xmlSession(page);
            case EVENTUAL -> mapper.xmlEventual(page);
            case UNDECLARED -> mapper.xmlUndeclared(page);
          };
      case ANNOTATION ->
          switch (cell.level()) {
            case STRONG -> mapper.annotatedStrong(page);
            case SESSION -> mapper.annotatedSession(page);
            case EVENTUAL -> mapper.annotatedEventual(page);
            case UNDECLARED -> mapper.annotatedUndeclared(page);
          };
      case PROVIDER ->
          switch (cell.level()) {
            case STRONG -> mapper.providedStrong(page);
            case SESSION -> mapper.providedSession(page);
            case EVENTUAL -> mapper.providedEventual(page);
            case UNDECLARED -> mapper.providedUndeclared(page);
          };
      case GENERIC_PARENT ->
          switch (cell.level()) {
            case STRONG -> mapper.inheritedStrong(page);
            case SESSION -> mapper.inheritedSession(page);
            case EVENTUAL -> mapper.inheritedEventual(page);
            case UNDECLARED -> mapper.inheritedUndeclared(page);
          };
      case BASE_MAPPER -> {
        BaseMapper<Who> plus = plus(mappers);
        yield page == null ? plus.selectList(null) : plus.selectList(page, null);
      }
    };
  }

  @SuppressWarnings("unchecked")
  private BaseMapper<Who> plus(Function<Class<?>, Object> mappers) {
    Class<?> type =
        switch (cell.level()) {
          case STRONG -> WhoMapper.PlusStrong.class;
          case SESSION -> WhoMapper.PlusSession.class;
          case EVENTUAL -> WhoMapper.PlusEventual.class;
          case UNDECLARED -> WhoMapper.PlusUndeclared.class;
        };
    return (BaseMapper<Who>) mappers.apply(type);
  }
}
