package io.github.rwsplit.benchmarks;

import java.lang.reflect.Modifier;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.List;
import java.util.Properties;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.implementation.StubMethod;
import net.bytebuddy.matcher.ElementMatchers;
import org.jspecify.annotations.Nullable;

/**
 * A driver whose every query answers with the same row at once, the name of the node in it. It says
 * that it is MySQL and tells a position, so that sessions can be measured on it.
 *
 * <p>Only what is used is written here; the rest of JDBC's interfaces are methods that return
 * nothing, made by Byte Buddy once.
 */
public final class StubDriver extends BareDriver {

  static final String PREFIX = "jdbc:stub:";

  private static final String UUID_OF_ALL = "3e11fa47-71ca-11e1-9e33-c80aa9429562";

  private static final Maker<StubConnection> CONNECTIONS = Maker.of(StubConnection.class);
  private static final Maker<StubStatement> STATEMENTS = Maker.of(StubStatement.class);
  private static final Maker<StubRow> ROWS = Maker.of(StubRow.class);
  private static final StubMetaData META_DATA = Maker.of(StubMetaData.class).make();
  private static final StubColumns COLUMNS = Maker.of(StubColumns.class).make();

  static {
    try {
      DriverManager.registerDriver(new StubDriver());
    } catch (SQLException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** For those who make drivers by the names of their classes. */
  public StubDriver() {
    super(PREFIX);
  }

  @Override
  public @Nullable Connection connect(String url, Properties info) {
    if (!acceptsURL(url)) {
      return null;
    }
    StubConnection connection = CONNECTIONS.make();
    connection.node = url.substring(PREFIX.length());
    return connection;
  }

  /** Makes objects of a class in which the abstract methods return nothing. */
  private record Maker<T>(java.lang.reflect.Constructor<? extends T> constructor) {

    static <T> Maker<T> of(Class<T> type) {
      try {
        return new Maker<>(
            new ByteBuddy()
                .subclass(type)
                .modifiers(Modifier.PUBLIC)
                .method(ElementMatchers.isAbstract())
                .intercept(StubMethod.INSTANCE)
                .make()
                .load(type.getClassLoader())
                .getLoaded()
                .getConstructor());
      } catch (ReflectiveOperationException e) {
        throw new ExceptionInInitializerError(e);
      }
    }

    T make() {
      try {
        return constructor.newInstance();
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  /** A connection to one node. */
  public abstract static class StubConnection implements Connection {

    String node = "";
    private boolean closed;
    private boolean autoCommit = true;
    private boolean readOnly;

    @Override
    public Statement createStatement() {
      return statement("");
    }

    @Override
    public PreparedStatement prepareStatement(String sql) {
      return statement(sql);
    }

    private StubStatement statement(String sql) {
      StubStatement statement = STATEMENTS.make();
      statement.connection = this;
      statement.sql = sql;
      return statement;
    }

    @Override
    public DatabaseMetaData getMetaData() {
      return META_DATA;
    }

    @Override
    public boolean isValid(int timeout) {
      return true;
    }

    @Override
    public boolean getAutoCommit() {
      return autoCommit;
    }

    @Override
    public void setAutoCommit(boolean autoCommit) {
      this.autoCommit = autoCommit;
    }

    @Override
    public boolean isReadOnly() {
      return readOnly;
    }

    @Override
    public void setReadOnly(boolean readOnly) {
      this.readOnly = readOnly;
    }

    @Override
    public int getTransactionIsolation() {
      return TRANSACTION_REPEATABLE_READ;
    }

    @Override
    public boolean isClosed() {
      return closed;
    }

    @Override
    public void close() {
      closed = true;
    }
  }

  /** A statement; every query has one row. */
  public abstract static class StubStatement implements PreparedStatement {

    @Nullable StubConnection connection;
    String sql = "";
    private boolean consumed;

    @Override
    public Connection getConnection() {
      return node();
    }

    private StubConnection node() {
      if (connection == null) {
        throw new IllegalStateException("made without a connection");
      }
      return connection;
    }

    @Override
    public boolean execute() {
      consumed = false;
      return sql.startsWith("select") || sql.startsWith("SELECT");
    }

    @Override
    public boolean execute(String sql) {
      this.sql = sql;
      return execute();
    }

    @Override
    public ResultSet executeQuery(String sql) {
      this.sql = sql;
      return getResultSet();
    }

    @Override
    public ResultSet executeQuery() {
      return getResultSet();
    }

    @Override
    public ResultSet getResultSet() {
      StubRow row = ROWS.make();
      row.node = node().node;
      row.statement = this;
      return row;
    }

    @Override
    public int getUpdateCount() {
      if (consumed) {
        return -1;
      }
      consumed = true;
      return sql.startsWith("update") ? 1 : -1;
    }
  }

  /** The row of a node, or what a server tells of itself, by the number of the column. */
  public abstract static class StubRow implements ResultSet {

    String node = "";
    @Nullable StubStatement statement;
    private boolean read;

    @Override
    public boolean next() {
      boolean first = !read;
      read = true;
      return first;
    }

    @Override
    public ResultSetMetaData getMetaData() {
      return COLUMNS;
    }

    @Override
    public @Nullable Statement getStatement() {
      return statement;
    }

    @Override
    public long getLong(String column) {
      return 1;
    }

    @Override
    public String getString(String column) {
      return node;
    }

    @Override
    public BigDecimal getBigDecimal(String column) {
      return BigDecimal.TEN;
    }

    /** The answer to a probe: who it is, and what it has executed. */
    @Override
    public String getString(int column) {
      return switch (column) {
        case 1 -> node + UUID_OF_ALL.substring(Math.min(node.length(), 36));
        case 5 -> "ON";
        default -> UUID_OF_ALL + ":1-1000";
      };
    }

    @Override
    public int getInt(int column) {
      return column == 4 ? 1_000 : 0;
    }
  }

  /** What the product calls itself. */
  public abstract static class StubMetaData implements DatabaseMetaData {

    @Override
    public String getDatabaseProductName() {
      return "MySQL";
    }

    @Override
    public String getDatabaseProductVersion() {
      return "8.0.31";
    }
  }

  /** The columns of the row. */
  public abstract static class StubColumns implements ResultSetMetaData {

    private static final List<String> NAMES = List.of("id", "name", "price");

    @Override
    public int getColumnCount() {
      return NAMES.size();
    }

    @Override
    public String getColumnLabel(int column) {
      return NAMES.get(column - 1);
    }

    @Override
    public String getColumnName(int column) {
      return NAMES.get(column - 1);
    }

    @Override
    public int getColumnType(int column) {
      return switch (column) {
        case 1 -> Types.BIGINT;
        case 2 -> Types.VARCHAR;
        default -> Types.DECIMAL;
      };
    }

    @Override
    public String getColumnClassName(int column) {
      return switch (column) {
        case 1 -> "java.lang.Long";
        case 2 -> "java.lang.String";
        default -> "java.math.BigDecimal";
      };
    }
  }
}
