package io.github.rwsplit.test;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StatementLogTest {

  private static final String HEADER =
      """
      /opt/mysqld, Version: 8.0.31 (MySQL Community Server - GPL). started with:
      Tcp port: 23456  Unix socket: s
      Time                 Id Command    Argument
      """;
  private static final String CONNECT = entry(9, "Connect", "app@127.0.0.1 on shop using TCP/IP");

  private final StatementLog log = new StatementLog();

  private static String entry(int id, String command, String text) {
    return "2026-01-01T00:00:00.000001Z\t%5d %s\t%s\n".formatted(id, command, text);
  }

  @Test
  void append_statementOfSeveralLines_isOneStatement() {
    log.append(HEADER + CONNECT + entry(9, "Query", "select a,\n\n  b\nfrom t"));

    assertThat(log.since(1))
        .containsExactly(new ReceivedStatement(9, "app", "Query", "select a,\n\n  b\nfrom t"));
  }

  @Test
  void append_piecesCutAnywhere_giveTheSameStatements() {
    String text =
        HEADER + CONNECT + entry(9, "Prepare", "select ?") + entry(9, "Execute", "select 1");
    for (int cut = 0; cut < text.length(); cut++) {
      StatementLog pieces = new StatementLog();
      pieces.append(text.substring(0, cut));
      pieces.append(text.substring(cut));
      assertThat(pieces.since(0))
          .extracting(ReceivedStatement::command)
          .containsExactly("Connect", "Prepare", "Execute");
    }
  }

  @Test
  void append_threadsWithoutConnect_areDropped() {
    log.append(
        HEADER
            + entry(0, "Execute", "create table x")
            + entry(7, "Query", "BEGIN")
            + entry(5, "Connect Out", "r@h:1"));

    assertThat(log.since(0)).isEmpty();
  }

  @Test
  void append_restartedServer_forgetsWhoWasConnected() {
    log.append(HEADER + CONNECT + HEADER + entry(9, "Query", "BEGIN"));

    assertThat(log.since(0))
        .extracting(ReceivedStatement::text)
        .containsExactly("app@127.0.0.1 on shop using TCP/IP");
  }

  @Test
  void clear_keepsConnectionsAndMarks() {
    log.append(HEADER + CONNECT + entry(9, "Query", "select 1"));
    int mark = log.mark();
    log.clear();
    log.append(entry(9, "Query", "select 2"));

    assertThat(log.since(0))
        .isEqualTo(log.since(mark))
        .extracting(ReceivedStatement::text)
        .containsExactly("select 2");
  }
}
