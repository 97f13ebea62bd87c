package io.github.rwsplit.test;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** What a cluster is to be like; see {@link MySqlCluster#builder()}. */
public final class MySqlClusterBuilder {

  private String database = "shop";
  private List<String> replicaNames = List.of();
  private boolean recordStatements = true;
  private List<String> serverOptions = List.of();
  private Function<String, Map<String, String>> environment = server -> Map.of();
  private @Nullable Consumer<Runnable> atEndOfJvm;

  MySqlClusterBuilder() {}

  /**
   * Asks for so many replicas, named {@code replica-1} and so on.
   *
   * @param count 0 or more
   * @return this builder
   */
  public MySqlClusterBuilder replicas(int count) {
    if (count < 0) {
      throw new IllegalArgumentException("replicas must be 0 or more, but was " + count);
    }
    this.replicaNames = IntStream.rangeClosed(1, count).mapToObj(i -> "replica-" + i).toList();
    return this;
  }

  /**
   * Asks for replicas of these names.
   *
   * @param names lower-case letters, digits and hyphens, each once, and not {@code primary}
   * @return this builder
   */
  public MySqlClusterBuilder replicas(String... names) {
    for (String name : names) {
      if (!name.matches("[a-z][a-z0-9-]{0,30}") || name.equals(ClusterOptions.PRIMARY)) {
        throw new IllegalArgumentException(
            "a replica's name must be lower-case letters, digits and hyphens and not primary, but was "
                + name);
      }
    }
    if (Arrays.stream(names).distinct().count() != names.length) {
      throw new IllegalArgumentException(
          "replicas must have a name each, but were " + List.of(names));
    }
    this.replicaNames = List.of(names);
    return this;
  }

  /**
   * Names the test database.
   *
   * @param name letters, digits and underscores; {@code shop} unless said otherwise
   * @return this builder
   */
  public MySqlClusterBuilder database(String name) {
    if (!name.matches("[A-Za-z0-9_]{1,60}")) {
      throw new IllegalArgumentException(
          "database must be letters, digits and underscores, but was " + name);
    }
    this.database = name;
    return this;
  }

  /**
   * Says whether the servers keep a log of what they receive; without it {@link
   * MySqlNode#statements} is empty.
   *
   * @param record true unless said otherwise; false is for measurements
   * @return this builder
   */
  public MySqlClusterBuilder recordStatements(boolean record) {
    this.recordStatements = record;
    return this;
  }

  /**
   * Adds options of mysqld, which win over those that every server is given.
   *
   * @param options such as {@code --max-connections=20}
   * @return this builder
   */
  public MySqlClusterBuilder serverOptions(String... options) {
    this.serverOptions = List.of(options);
    return this;
  }

  /**
   * Sets environment variables of servers, such as {@code TZ}, or {@code LD_PRELOAD} of a library
   * that gives a server a clock of its own. Servers that run already have theirs; a container keeps
   * those that it was made with.
   *
   * @param ofServer is asked at each start of a server for what to add: given {@code primary} or a
   *     replica's name, answers with variables, which win over those that the server is given
   *     anyway; an empty map for none
   * @return this builder
   */
  public MySqlClusterBuilder environment(Function<String, Map<String, String>> ofServer) {
    this.environment = Objects.requireNonNull(ofServer, "ofServer");
    return this;
  }

  /**
   * Hands the end of the servers to somebody else than a shutdown hook of the cluster. For an
   * application: shutdown hooks run side by side, so its requests and pools would lose their
   * servers while they end. Spring Boot has {@code SpringApplication.getShutdownHandlers()::add},
   * which are run after the application has ended.
   *
   * @param registrar is given, before the first server starts, what must run when the JVM ends;
   *     running it twice, or after {@link MySqlCluster#close}, does no harm
   * @return this builder
   */
  public MySqlClusterBuilder atEndOfJvm(Consumer<Runnable> registrar) {
    this.atEndOfJvm = registrar;
    return this;
  }

  /**
   * Starts the servers.
   *
   * @return a cluster that is ready, all replicas caught up
   * @throws MySqlClusterException if no source of servers fits, or a server does not start
   */
  public MySqlCluster start() {
    return MySqlCluster.start(ClusterSources.choose(), options());
  }

  ClusterOptions options() {
    return new ClusterOptions(
        database, replicaNames, recordStatements, serverOptions, environment, atEndOfJvm);
  }
}
