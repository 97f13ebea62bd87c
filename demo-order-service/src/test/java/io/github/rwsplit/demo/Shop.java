package io.github.rwsplit.demo;

import com.jayway.jsonpath.JsonPath;
import io.github.rwsplit.test.MySqlCluster;
import io.github.rwsplit.test.MySqlNode;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import org.springframework.core.env.Environment;
import org.springframework.http.MediaType;
import org.springframework.test.web.servlet.client.RestTestClient;
import org.springframework.test.web.servlet.client.RestTestClient.ResponseSpec;

/** The running demo from outside: its HTTP interface and what its primary holds. */
public final class Shop {

  private final RestTestClient http;
  private final MySqlCluster servers;

  /** The demo that listens on the environment's {@code local.server.port}. */
  public Shop(Environment environment, MySqlCluster servers) {
    this.http =
        RestTestClient.bindToServer()
            .baseUrl("http://127.0.0.1:" + environment.getRequiredProperty("local.server.port"))
            .build();
    this.servers = servers;
  }

  /** What the tables add up to; equal where nothing was written. */
  public record Books(long orders, long payments, long refunded, long cancelled, long stock) {}

  public RestTestClient http() {
    return http;
  }

  public ResponseSpec get(String path, Object... values) {
    return http.get().uri(path, values).exchange();
  }

  public ResponseSpec getAs(String user, String path, Object... values) {
    return http.get().uri(path, values).header("X-User", user).exchange();
  }

  public ResponseSpec post(String path, Object... values) {
    return http.post().uri(path, values).exchange();
  }

  public ResponseSpec place(String body) {
    return http.post().uri("/orders").contentType(MediaType.APPLICATION_JSON).body(body).exchange();
  }

  public ResponseSpec place(String user, long userId, long skuId, int quantity) {
    return http.post()
        .uri("/orders")
        .header("X-User", user)
        .contentType(MediaType.APPLICATION_JSON)
        .body(Map.of("userId", userId, "skuId", skuId, "quantity", quantity))
        .exchange();
  }

  /** Places an order that is accepted, and gives its id. */
  public long placed(String user, long userId, long skuId, int quantity) {
    String body =
        place(user, userId, skuId, quantity)
            .expectStatus()
            .isCreated()
            .expectBody(String.class)
            .returnResult()
            .getResponseBody();
    return JsonPath.<Number>read(body, "$.id").longValue();
  }

  public Books books() {
    return new Books(
        number("SELECT COUNT(*) FROM orders"),
        number("SELECT COUNT(*) FROM payment"),
        number("SELECT COUNT(*) FROM payment WHERE status = 'REFUNDED'"),
        number("SELECT COUNT(*) FROM orders WHERE status = 'CANCELLED'"),
        number("SELECT SUM(available) FROM inventory"));
  }

  /** One number from the primary, asked as the administrator. */
  public long number(String sql) {
    MySqlNode primary = servers.primary();
    try (Connection connection = primary.adminConnection();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      row.next();
      return row.getLong(1);
    } catch (SQLException e) {
      throw new IllegalStateException(sql, e);
    }
  }

  /** Changes something on the primary as the administrator. */
  public void change(String... statements) {
    MySqlNode primary = servers.primary();
    try (Connection connection = primary.adminConnection();
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    } catch (SQLException e) {
      throw new IllegalStateException(String.join("; ", statements), e);
    }
  }
}
