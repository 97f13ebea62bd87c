package io.github.rwsplit.connection;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.github.rwsplit.test.MySqlCluster;
import io.github.rwsplit.test.MySqlNode;
import io.github.rwsplit.test.WithMySqlCluster;
import java.sql.Connection;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@WithMySqlCluster(replicas = 2)
@ExtendWith(OutputCaptureExtension.class)
class ViewsWithEffectsTest {

  @Test
  void warnAbout_viewOverAStoredFunction_isNamedAndAPlainOneIsNot(
      MySqlCluster servers, CapturedOutput output) throws Exception {
    MySqlNode primary = servers.primary();
    try (Connection connection = primary.adminConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("use `" + servers.database() + "`");
      statement.execute("create table numbers (n int primary key)");
      statement.execute("set global log_bin_trust_function_creators = 1");
      statement.execute("create function twice(x int) returns int reads sql data return x * 2");
      statement.execute("create view doubled as select twice(n) as n from numbers");
      statement.execute("create view plain_numbers as select n + 1 as n from numbers where n > 0");
    }
    try (HikariDataSource pool = new HikariDataSource()) {
      pool.setJdbcUrl(primary.jdbcUrl());
      pool.setUsername(primary.user());
      pool.setPassword(primary.password());
      PrimarySource source = new PrimarySource(pool);
      source.look();

      ViewsWithEffects.warnAbout(source);
    }

    assertThat(output)
        .contains("These views are no pure reads: doubled (SIDE_EFFECT_FUNCTION).")
        .doesNotContain("plain_numbers");
  }
}
