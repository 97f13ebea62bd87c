package io.github.rwsplit.around;

import static io.github.rwsplit.route.RouteReason.EVENTUAL_REPLICA;
import static io.github.rwsplit.route.RouteReason.TX_READ_ONLY;
import static io.github.rwsplit.route.RouteReason.TX_READ_WRITE;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.rwsplit.Pools;
import io.github.rwsplit.RwSplit;
import io.github.rwsplit.connection.Item;
import io.github.rwsplit.connection.TwoDatabases;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import java.sql.Connection;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import javax.sql.DataSource;
import org.hibernate.Session;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.orm.jpa.JpaTransactionManager;
import org.springframework.orm.jpa.LocalContainerEntityManagerFactoryBean;
import org.springframework.orm.jpa.SharedEntityManagerCreator;
import org.springframework.orm.jpa.persistenceunit.PersistenceManagedTypes;
import org.springframework.orm.jpa.vendor.HibernateJpaVendorAdapter;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/** JPA's transactions around mappers. Pools of one: a second connection would fail. */
class JpaTest {

  private final AtomicReference<String> key = new AtomicReference<>();
  private TwoDatabases both;
  private LocalContainerEntityManagerFactoryBean bean;
  private EntityManager entities;
  private JpaTransactionManager manager;

  @BeforeEach
  void open() throws Exception {
    both = TwoDatabases.builder().poolsOfOne().sessionKeys(key::get).open();
    bean = factory(both.dataSource());
    EntityManagerFactory factory = Objects.requireNonNull(bean.getObject());
    manager = new JpaTransactionManager(factory);
    entities = SharedEntityManagerCreator.createSharedEntityManager(factory);
  }

  @AfterEach
  void close() {
    assertThat(both.leased()).isZero();
    Pools.assertAllReturned(both.primaryPool());
    bean.destroy();
    both.close();
  }

  static LocalContainerEntityManagerFactoryBean factory(DataSource dataSource) {
    LocalContainerEntityManagerFactoryBean bean = new LocalContainerEntityManagerFactoryBean();
    bean.setDataSource(dataSource);
    bean.setPersistenceUnitName("shop");
    bean.setManagedTypes(PersistenceManagedTypes.of(JpaItem.class.getName()));
    bean.setJpaVendorAdapter(new HibernateJpaVendorAdapter());
    bean.setJpaPropertyMap(Map.of("hibernate.hbm2ddl.auto", "none"));
    bean.afterPropertiesSet();
    return bean;
  }

  private TransactionTemplate jpa() {
    return new TransactionTemplate(manager);
  }

  @Test
  void jpaTransaction_mapperReads_seeWhatWasFlushed_onTheSameConnection() {
    jpa()
        .executeWithoutResult(
            status -> {
              entities.find(JpaItem.class, 1).setName("jpa");
              entities.flush();
              Connection shared = DataSourceUtils.getConnection(both.dataSource());
              assertThat(both.items().eventual(1)).isEqualTo("jpa");
              assertThat(both.items().undeclared(1)).isEqualTo("jpa");
              assertThat(both.items().session(1)).isEqualTo("jpa");
              assertThat(DataSourceUtils.getConnection(both.dataSource())).isSameAs(shared);
              Connection hibernates =
                  entities.unwrap(Session.class).doReturningWork(connection -> connection);
              assertThat(hibernates).isSameAs(shared);
              status.setRollbackOnly();
            });

    assertThat(both.reasons()).containsOnly(TX_READ_WRITE).hasSize(3);
    assertThat(both.items().strong(1)).isEqualTo("P1");
    assertThat(both.items().eventual(1)).isEqualTo("R1");
    assertThat(both.reasons()).last().isEqualTo(EVENTUAL_REPLICA);
  }

  @Test
  void jpaTransaction_mapperWrites_areCommittedWithIt() {
    key.set("user-1");
    jpa()
        .executeWithoutResult(
            status -> {
              both.items().rename(new Item(2, "mapper"));
              assertThat(entities.find(JpaItem.class, 2).getName()).isEqualTo("mapper");
              entities.persist(new JpaItem(4, "jpa"));
            });

    assertThat(both.items().session(2)).isEqualTo("mapper");
    assertThat(both.items().session(4)).isEqualTo("jpa");
  }

  /** Only what goes through MyBatis is seen. */
  @Test
  void jpaTransaction_thatOnlyJpaWroteIn_isFollowedOnlyWhereToldSo() throws Exception {
    key.set("user-1");
    jpa().executeWithoutResult(status -> entities.find(JpaItem.class, 3).setName("jpa"));

    assertThat(both.items().session(3)).isEqualTo("R3");
    assertThat(RwSplit.forcePrimary(() -> both.items().session(3))).isEqualTo("jpa");
  }

  @Test
  void readOnlyJpaTransaction_isOnThePrimary() {
    TransactionTemplate readOnly = jpa();
    readOnly.setReadOnly(true);
    assertThat(readOnly.<String>execute(status -> both.items().eventual(1))).isEqualTo("P1");
    assertThat(both.reasons()).containsExactly(TX_READ_ONLY);
  }

  @Test
  void suspendedJpaTransaction_readOutsideOfIt_isOnTheReplica() {
    TransactionTemplate outside = jpa();
    outside.setPropagationBehavior(TransactionDefinition.PROPAGATION_NOT_SUPPORTED);
    jpa()
        .executeWithoutResult(
            status -> {
              entities.find(JpaItem.class, 1);
              assertThat(outside.<String>execute(x -> both.items().eventual(1))).isEqualTo("R1");
              assertThat(both.items().eventual(1)).isEqualTo("P1");
            });
  }
}
