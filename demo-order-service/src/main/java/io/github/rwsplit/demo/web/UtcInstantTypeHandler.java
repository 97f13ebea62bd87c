package io.github.rwsplit.demo.web;

import java.sql.CallableStatement;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import org.apache.ibatis.type.BaseTypeHandler;
import org.apache.ibatis.type.JdbcType;
import org.apache.ibatis.type.MappedTypes;
import org.jspecify.annotations.Nullable;

/**
 * Instants in DATETIME columns that hold UTC. As a LocalDateTime the value passes the driver
 * untouched; as a Timestamp it would be shifted by the time zones of the JVM and the server.
 */
@MappedTypes(Instant.class)
public final class UtcInstantTypeHandler extends BaseTypeHandler<Instant> {

  @Override
  public void setNonNullParameter(
      PreparedStatement statement, int index, Instant value, @Nullable JdbcType type)
      throws SQLException {
    statement.setObject(index, LocalDateTime.ofInstant(value, ZoneOffset.UTC));
  }

  @Override
  public @Nullable Instant getNullableResult(ResultSet rows, String column) throws SQLException {
    return instant(rows.getObject(column, LocalDateTime.class));
  }

  @Override
  public @Nullable Instant getNullableResult(ResultSet rows, int column) throws SQLException {
    return instant(rows.getObject(column, LocalDateTime.class));
  }

  @Override
  public @Nullable Instant getNullableResult(CallableStatement call, int column)
      throws SQLException {
    return instant(call.getObject(column, LocalDateTime.class));
  }

  private static @Nullable Instant instant(@Nullable LocalDateTime utc) {
    return utc == null ? null : utc.toInstant(ZoneOffset.UTC);
  }
}
