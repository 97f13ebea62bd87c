package io.github.rwsplit.around;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rwsplit.ClusterProbe;
import io.github.rwsplit.RwSplit;
import io.github.rwsplit.cases.Shop;
import io.github.rwsplit.session.Carried;
import io.github.rwsplit.test.MySqlCluster;
import io.github.rwsplit.test.WithMySqlCluster;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.springframework.orm.jpa.JpaTransactionManager;
import org.springframework.orm.jpa.LocalContainerEntityManagerFactoryBean;
import org.springframework.orm.jpa.SharedEntityManagerCreator;
import org.springframework.transaction.support.TransactionTemplate;

/** What JPA commits in a session is followed where the primary's URL lets the driver tell. */
@WithMySqlCluster(replicas = 1)
class JpaOnMySqlTest {

  private static Shop.Builder shop(MySqlCluster servers) {
    return Shop.on(servers)
        .schema(
            "drop table if exists item",
            "create table item (id int primary key, name varchar(20))",
            "insert into item values (1, 'a')");
  }

  private interface Work {
    void with(EntityManager entities);
  }

  private static Carried committed(Shop shop, Work work) throws Exception {
    LocalContainerEntityManagerFactoryBean bean = JpaTest.factory(shop.dataSource());
    try {
      EntityManagerFactory factory = Objects.requireNonNull(bean.getObject());
      EntityManager entities = SharedEntityManagerCreator.createSharedEntityManager(factory);
      TransactionTemplate jpa = new TransactionTemplate(new JpaTransactionManager(factory));
      return RwSplit.inSession(
          "u",
          () -> {
            jpa.executeWithoutResult(status -> work.with(entities));
            return ClusterProbe.carried(shop.cluster());
          });
    } finally {
      bean.destroy();
    }
  }

  @Test
  void jpaAlone_givesTheSessionItsPosition(MySqlCluster servers) throws Exception {
    try (Shop shop = shop(servers).open()) {
      Carried carried = committed(shop, entities -> entities.find(JpaItem.class, 1).setName("jpa"));
      assertThat(carried.position()).isEqualTo(ClusterProbe.ownCommits(servers.primary()));
      assertThat(carried.unprovenFor()).isNull();
    }
  }

  @Test
  void mapperInItsTransaction_givesTheSessionItsPosition(MySqlCluster servers) throws Exception {
    try (Shop shop = shop(servers).open()) {
      Carried carried = committed(shop, entities -> shop.orders().updateStatus(1, "JPA"));
      assertThat(carried.position()).isEqualTo(ClusterProbe.ownCommits(servers.primary()));
      assertThat(carried.unprovenFor()).isNull();
    }
  }

  @Test
  void mapperInItsTransaction_withoutTheDriverTelling_isAskedOnItsConnection(MySqlCluster servers)
      throws Exception {
    try (Shop shop = shop(servers).withoutPositions().poolSize(1).open()) {
      Carried carried = committed(shop, entities -> shop.orders().updateStatus(1, "JPA"));
      assertThat(carried.position()).isEqualTo(ClusterProbe.ownCommits(servers.primary()));
      assertThat(carried.unprovenFor()).isNull();
    }
  }
}
