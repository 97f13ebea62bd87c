package io.github.rwsplit.test;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The database and the three accounts of a cluster; the same on all its servers.
 *
 * <p>The application's account may do everything in its database and nothing else, so that {@code
 * super_read_only} binds it. Replication and administration have accounts of their own.
 */
record Accounts(String database, Account application, Account admin, Account replication) {

  /** A user and its password. */
  record Account(String user, String password) {
    @Override
    public String toString() {
      return user;
    }
  }

  /** New random passwords. */
  static Accounts random(String database) {
    return new Accounts(
        database,
        new Account("app", Secrets.token(20)),
        new Account("rwsplit_admin", Secrets.token(20)),
        new Account("rwsplit_repl", Secrets.token(20)));
  }

  /** What makes them on a new server, one statement a line, leaving no GTID behind. */
  List<String> creation() {
    return List.of(
        "SET SESSION sql_log_bin=0",
        create(admin),
        "GRANT ALL ON *.* TO '" + admin.user() + "'@'%' WITH GRANT OPTION",
        create(replication),
        "GRANT REPLICATION SLAVE ON *.* TO '" + replication.user() + "'@'%'",
        create(application),
        "GRANT ALL ON `" + database + "`.* TO '" + application.user() + "'@'%'",
        "CREATE DATABASE IF NOT EXISTS `" + database + "`");
  }

  /** What locks the account that an initialized data directory has, which is without a password. */
  String lockRoot() {
    return "ALTER USER 'root'@'localhost' IDENTIFIED BY '" + Secrets.token(20) + "' ACCOUNT LOCK";
  }

  private static String create(Account account) {
    return "CREATE USER '" + account.user() + "'@'%' IDENTIFIED BY '" + account.password() + "'";
  }

  /** What to append to the URL of a primary, so that commits tell their position. */
  static final String POSITIONS =
      "&trackSessionState=true&sessionVariables=session_track_gtids=OWN_GTID"
          + "&connectionLifecycleInterceptors=io.github.rwsplit.connection.GtidInterceptor";

  /** The URL of a server, complete but for user and password. */
  static String jdbcUrl(String host, int port, @Nullable String database) {
    return "jdbc:mysql://%s:%d/%s?sslMode=DISABLED&allowPublicKeyRetrieval=true"
        .formatted(host, port, database == null ? "" : database);
  }
}
