package io.github.rwsplit.test;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.exception.NotFoundException;
import com.github.dockerjava.api.model.ExposedPort;
import com.github.dockerjava.api.model.HostConfig;
import com.github.dockerjava.api.model.PortBinding;
import com.github.dockerjava.api.model.Ports;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.Network;
import org.testcontainers.mysql.MySQLContainer;
import org.testcontainers.utility.DockerImageName;

/** A server in a container. Loaded only where Testcontainers is there. */
final class DockerServer implements Server {

  private static final int PORT = 3306;
  private static final String GENERAL_LOG = "/var/lib/mysql/general.log";
  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final int SHUTDOWN_SECONDS = 60;

  private final String name;
  private final Accounts accounts;
  private final MySQLContainer container;
  private final Port port;
  private final LogTail tail;
  private boolean created;

  private DockerServer(
      NodePlan plan, Accounts accounts, DockerImageName image, Network network, Port port) {
    this.name = plan.name();
    this.accounts = accounts;
    this.port = port;
    this.container = new MySQLContainer(image);
    this.tail = new LogTail(this::logFrom);
    container
        .withNetwork(network)
        .withNetworkAliases(name)
        .withDatabaseName(accounts.database())
        .withUsername("root")
        .withPassword(accounts.admin().password())
        .withStartupTimeout(PATIENCE)
        .withEnv(plan.environment().get())
        .withCommand(command(plan).toArray(String[]::new))
        // a port that Docker chooses would be another one after a restart
        .withCreateContainerCmdModifier(
            create -> {
              HostConfig host = create.getHostConfig();
              create.withHostConfig(
                  (host == null ? new HostConfig() : host)
                      .withPortBindings(
                          new PortBinding(
                              Ports.Binding.bindPort(port.number()), new ExposedPort(PORT))));
            });
  }

  static boolean engineAnswers() {
    return DockerClientFactory.instance().isDockerAvailable();
  }

  static ClusterSource.Supply supply(ClusterOptions options, String image) throws IOException {
    Accounts accounts = Accounts.random(options.database());
    DockerImageName imageName = DockerImageName.parse(image).asCompatibleSubstituteFor("mysql");
    Network network = Network.newNetwork();
    CacheFolder cache = CacheFolder.configured();
    List<DockerServer> servers = new ArrayList<>();
    for (NodePlan plan : options.plans()) {
      servers.add(new DockerServer(plan, accounts, imageName, network, Port.reserve(cache)));
    }
    return new ClusterSource.Supply(servers, accounts, "image " + image, true, network::close);
  }

  private static List<String> command(NodePlan plan) {
    List<String> command = new ArrayList<>();
    command.add("mysqld");
    command.addAll(MysqldOptions.replication());
    command.addAll(MysqldOptions.footprint());
    command.addAll(
        List.of(
            "--server-id=" + plan.serverId(),
            "--report-host=" + plan.name(),
            "--skip-name-resolve",
            "--general-log=ON",
            "--log-output=FILE",
            "--general-log-file=" + GENERAL_LOG));
    command.addAll(plan.options());
    return command;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Address address() {
    return new Address(container.getHost(), port.number());
  }

  @Override
  public Address addressForServers() {
    return new Address(name, PORT);
  }

  @Override
  public synchronized void start(boolean readOnly) {
    if (isRunning()) {
      return;
    }
    if (created) {
      client().startContainerCmd(container.getContainerId()).exec();
      Readiness.await(name, address(), accounts.admin(), PATIENCE, this::whyEnded);
      try (AdminSession session = session(accounts.admin())) {
        Replication.setReadOnly(session, readOnly);
      }
      return;
    }
    container.start();
    created = true;
    Accounts.Account root = new Accounts.Account("root", accounts.admin().password());
    try (AdminSession session = session(root)) {
      session.execute(accounts.creation().toArray(String[]::new));
      // what the image did to set itself up is not part of the cluster's history
      Replication.resetGtids(session);
    }
  }

  private AdminSession session(Accounts.Account account) {
    return AdminSession.open(
        name, Accounts.jdbcUrl(address().host(), address().port(), null), account);
  }

  private @Nullable String whyEnded() {
    return isRunning() ? null : name + " ended at its start. Its log says: " + container.getLogs();
  }

  @Override
  public boolean isRunning() {
    return created
        && Boolean.TRUE.equals(container.getCurrentContainerInfo().getState().getRunning());
  }

  @Override
  public void kill() {
    if (isRunning()) {
      resume();
      client().killContainerCmd(container.getContainerId()).exec();
    }
  }

  @Override
  public void shutdown() {
    if (isRunning()) {
      client().stopContainerCmd(container.getContainerId()).withTimeout(SHUTDOWN_SECONDS).exec();
    }
  }

  @Override
  public void pause() {
    client().pauseContainerCmd(container.getContainerId()).exec();
  }

  @Override
  public void resume() {
    if (created
        && Boolean.TRUE.equals(container.getCurrentContainerInfo().getState().getPaused())) {
      client().unpauseContainerCmd(container.getContainerId()).exec();
    }
  }

  private static DockerClient client() {
    return DockerClientFactory.instance().client();
  }

  private byte[] logFrom(long position) {
    if (!created) {
      return new byte[0];
    }
    try {
      return container.copyFileFromContainer(
          GENERAL_LOG,
          stream -> {
            stream.skipNBytes(position);
            return stream.readAllBytes();
          });
    } catch (NotFoundException nothingIsRecorded) {
      return new byte[0];
    }
  }

  @Override
  public void readLogInto(StatementLog log) {
    tail.readInto(log);
  }

  @Override
  public void close() {
    container.stop();
    try {
      port.close();
    } catch (IOException e) {
      throw new MySqlClusterException("The port of " + name + " could not be given back", e);
    }
  }
}
