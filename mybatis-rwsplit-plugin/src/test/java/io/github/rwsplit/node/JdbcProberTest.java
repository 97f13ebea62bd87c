package io.github.rwsplit.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A server that speaks MySQL's protocol without MySQL's variables, as MariaDB does. */
class JdbcProberTest {

  private int questions;
  private boolean alive = true;
  private final JdbcProber prober = JdbcProber.onOwnConnection(this::connection, 1_000, true);

  @Test
  void ask_serverWithoutTheVariables_isAliveAndSaysWhyItTellsNoPositions() throws Exception {
    assertThat(prober.ask())
        .isEqualTo(Answer.alive("it lacks a variable of MySQL's (1193), as MariaDB does"));
    assertThat(prober.ask().lacks()).contains("1193");
    assertThat(questions).as("it is not asked again for what it lacks").isEqualTo(1);
    assertThat(prober.isInTheWay()).isFalse();
  }

  @Test
  void ask_afterALostConnection_anotherServerMayStandThere() throws Exception {
    prober.ask();
    alive = false;
    assertThatThrownBy(prober::ask).isInstanceOf(SQLException.class);
    alive = true;

    prober.ask();

    assertThat(questions).isEqualTo(2);
  }

  @Test
  void ask_notMySql_isAliveAndSaysSo() throws Exception {
    try (JdbcProber ofH2 =
        JdbcProber.onOwnConnection(
            () -> DriverManager.getConnection("jdbc:h2:mem:prober"), 1_000, true)) {
      assertThat(ofH2.ask()).isEqualTo(Answer.alive("it is not MySQL"));
    }
  }

  private Connection connection() {
    return stub(
        Connection.class,
        method ->
            switch (method) {
              case "getMetaData" -> stub(DatabaseMetaData.class, name -> "MySQL");
              case "createStatement" ->
                  stub(
                      Statement.class,
                      name -> {
                        if (!name.equals("executeQuery")) {
                          return null;
                        }
                        questions++;
                        throw new SQLException(
                            "Unknown system variable 'super_read_only'", "HY000", 1193);
                      });
              case "isValid" -> alive;
              default -> null;
            });
  }

  private interface Behaviour {
    @Nullable Object call(String method) throws SQLException;
  }

  private static <T> T stub(Class<T> type, Behaviour behaviour) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> behaviour.call(method.getName())));
  }
}
