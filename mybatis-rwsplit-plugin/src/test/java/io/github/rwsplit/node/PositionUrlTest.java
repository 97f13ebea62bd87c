package io.github.rwsplit.node;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PositionUrlTest {

  private static final String TRACK = "trackSessionState=true";
  private static final String VARIABLE = "session_track_gtids=OWN_GTID";
  private static final String OURS = "io.github.rwsplit.connection.GtidInterceptor";

  private static @Nullable String advice(String url, String... driverProperties) {
    HikariDataSource pool = new HikariDataSource();
    pool.setJdbcUrl(url);
    for (int i = 0; i < driverProperties.length; i += 2) {
      pool.addDataSourceProperty(driverProperties[i], driverProperties[i + 1]);
    }
    return PositionUrl.advice(PoolSettings.of(pool));
  }

  private static String all(String separator) {
    return "%s%s&sessionVariables=%s&connectionLifecycleInterceptors=%s"
        .formatted(separator, TRACK, VARIABLE, OURS);
  }

  @ParameterizedTest
  @CsvSource({
    "jdbc:mysql://host/shop, ?",
    "jdbc:mysql://host/shop?, ''",
    "jdbc:mysql://host/shop?useSSL=false, &",
    "jdbc:mysql://host/shop?useSSL=false&, ''",
    "jdbc:p6spy:mysql://host/shop?useSSL=false, &"
  })
  void nothingThere_isAppendedAsAWhole(String url, String separator) {
    assertThat(advice(url)).endsWith("Append to this URL: " + all(separator));
  }

  @Test
  void whatIsThere_isKept_andOnlyTheRestIsAppended() {
    String url =
        "jdbc:mysql://host/shop?trackSessionState=TRUE&sessionVariables=sql_mode='ANSI',a=1"
            + "&connectionLifecycleInterceptors=com.acme.Hook";
    assertThat(advice(url))
        .endsWith(
            "&sessionVariables=sql_mode='ANSI',a=1,%s&connectionLifecycleInterceptors=com.acme.Hook,%s"
                .formatted(VARIABLE, OURS));
  }

  @Test
  void everythingThere_needsNoAdvice() {
    assertThat(advice("jdbc:mysql://host/shop" + all("?"))).isNull();
    assertThat(
            advice(
                "jdbc:mysql://host/shop?sessionVariables=SESSION_TRACK_GTIDS=own_gtid",
                "trackSessionState",
                "true",
                "connectionLifecycleInterceptors",
                OURS))
        .isNull();
  }

  @Test
  void settingOfThePool_isToBeChangedThere() {
    assertThat(advice("jdbc:mysql://host/shop", "sessionVariables", "a=1"))
        .contains("sessionVariables=a=1," + VARIABLE)
        .endsWith("(but sessionVariables among the pool's own driver properties, where it is now)");
  }

  @Test
  void credentials_areNotShown() {
    assertThat(advice("jdbc:mysql://root:geheim@host/shop?user=root&password=geheim"))
        .doesNotContain("geheim", "root");
  }

  @Test
  void otherDatabases_needNone() {
    assertThat(advice("jdbc:h2:mem:shop")).isNull();
  }

  @Test
  void replicas_doNotListen_butKeepOtherInterceptors() {
    Map<String, String> settings = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    settings.put("connectionLifecycleInterceptors", OURS);
    PositionUrl.stopListening(settings, "jdbc:mysql://replica/shop");
    assertThat(settings).isEmpty();

    settings.put("connectionLifecycleInterceptors", "com.acme.Hook," + OURS);
    PositionUrl.stopListening(settings, "jdbc:mysql://replica/shop");
    assertThat(settings).containsEntry("connectionLifecycleInterceptors", "com.acme.Hook");

    settings.clear();
    PositionUrl.stopListening(settings, "jdbc:mysql://replica/shop" + all("?"));
    assertThat(settings).containsEntry("connectionLifecycleInterceptors", "");
  }
}
