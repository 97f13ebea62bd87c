package io.github.rwsplit.samples.plus;

import static io.github.rwsplit.route.RouteReason.EVENTUAL_REPLICA;
import static io.github.rwsplit.route.RouteReason.NO_SESSION_CONTEXT;
import static io.github.rwsplit.route.RouteReason.UNDECLARED;
import static io.github.rwsplit.route.RouteReason.WRITE;
import static io.github.rwsplit.test.NodeRole.PRIMARY;
import static io.github.rwsplit.test.NodeRole.REPLICA;
import static io.github.rwsplit.test.RwSplitAssertions.assertThatCall;
import static org.assertj.core.api.Assertions.assertThat;

import com.baomidou.mybatisplus.core.metadata.IPage;
import com.baomidou.mybatisplus.extension.plugins.pagination.Page;
import io.github.rwsplit.RwSplit;
import io.github.rwsplit.samples.Sample;
import io.github.rwsplit.test.MySqlCluster;
import io.github.rwsplit.test.WithMySqlCluster;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@WithMySqlCluster(replicas = 2)
class PlusApplicationTest {

  private static final String MAPPER = ProductMapper.class.getName();

  @BeforeEach
  void createTable(MySqlCluster servers) throws Exception {
    Sample.sql(
        servers,
        "drop table if exists product",
        "create table product (id bigint primary key auto_increment, name varchar(20) not null,"
            + " version int not null, deleted int not null default 0, created_at datetime,"
            + " changed_by varchar(20), tenant_id bigint not null)",
        "insert into product (id, name, version, deleted, tenant_id) values"
            + " (1, 'pen', 1, 0, 7), (2, 'ink', 1, 0, 7), (3, 'pad', 1, 0, 7),"
            + " (4, 'gone', 1, 1, 7), (5, 'theirs', 1, 0, 8)");
  }

  @Test
  void pages_countAndRows_areOnOneReplica(MySqlCluster servers) {
    try (var context = sample(servers).start()) {
      ProductService service = context.getBean(ProductService.class);
      ProductMapper mapper = context.getBean(ProductMapper.class);
      for (int i = 0; i < 4; i++) {
        IPage<Product> page =
            assertThatCall(() -> service.page(Page.of(1, 2)))
                .ranOn(REPLICA)
                .ranOnOneNode()
                .because(EVENTUAL_REPLICA)
                .returning();
        assertThat(page.getTotal()).isEqualTo(3);
        assertThat(page.getRecords()).extracting(Product::getName).containsExactly("pen", "ink");
        IPage<Product> own =
            assertThatCall(() -> mapper.pageByName(Page.of(1, 1), "p%"))
                .ranOn(REPLICA)
                .ranOnOneNode()
                .because(EVENTUAL_REPLICA)
                .returning();
        assertThat(own.getTotal()).isEqualTo(2);
        assertThat(own.getRecords()).extracting(Product::getName).containsExactly("pen");
      }
    }
  }

  @Test
  void inheritedReads_runWhereTheYamlDeclares(MySqlCluster servers) {
    try (var context = sample(servers).start()) {
      ProductService service = context.getBean(ProductService.class);
      ProductMapper mapper = context.getBean(ProductMapper.class);
      assertThatCall(() -> service.getById(1)).ranOn(PRIMARY).because(NO_SESSION_CONTEXT);
      assertThatCall(() -> RwSplit.inSession("ann", () -> service.getById(1))).ranOn(REPLICA);
      assertThatCall(() -> service.list()).ranOn(REPLICA).because(EVENTUAL_REPLICA);
      assertThatCall(() -> service.count()).ranOn(PRIMARY).because(UNDECLARED);
      assertThatCall(() -> mapper.nameOf(1)).ranOn(PRIMARY).because(UNDECLARED);
      assertThat(mapper.nameOf(5)).as("of another tenant").isNull();
      assertThat(service.getById(4)).as("deleted").isNull();
    }
  }

  @Test
  void batch_isOnThePrimary_withKeysAndFilledFields(MySqlCluster servers) {
    try (var context = sample(servers).start()) {
      ProductService service = context.getBean(ProductService.class);
      List<Product> products =
          IntStream.range(0, 5).mapToObj(i -> Product.named("new" + i)).toList();

      assertThat(
              assertThatCall(() -> service.saveBatch(products, 2))
                  .ranOn(PRIMARY)
                  .because(WRITE)
                  .returning())
          .isTrue();

      assertThat(products).extracting(Product::getId).containsExactly(6L, 7L, 8L, 9L, 10L);
      assertThat(service.count()).isEqualTo(8);
      Product read = service.getById(6);
      assertThat(read.getName()).isEqualTo("new0");
      assertThat(read.getChangedBy()).isEqualTo("inserter");
      assertThat(read.getCreatedAt()).isEqualTo("2026-01-02T03:04:00");
    }
  }

  @Test
  void optimisticLock_isDecidedOnThePrimary(MySqlCluster servers) {
    try (var context = sample(servers).start()) {
      ProductService service = context.getBean(ProductService.class);
      Product mine = service.getById(1);
      Product theirs = service.getById(1);
      mine.setName("nib");
      theirs.setName("cap");

      assertThatCall(() -> service.updateById(mine)).ranOn(PRIMARY).because(WRITE);
      assertThat(service.updateById(theirs)).as("its version is old").isFalse();

      Product read = service.getById(1);
      assertThat(read.getName()).isEqualTo("nib");
      assertThat(read.getVersion()).isEqualTo(2);
      assertThat(read.getChangedBy()).isEqualTo("updater");
    }
  }

  @Test
  void logicDelete_isAWrite_andItsSessionSeesIt(MySqlCluster servers) throws Exception {
    try (var context = sample(servers).start()) {
      ProductService service = context.getBean(ProductService.class);
      RwSplit.inSession(
          "bob",
          () -> {
            assertThatCall(() -> service.removeById(2)).ranOn(PRIMARY).because(WRITE);
            assertThat(service.getById(2)).isNull();
            return null;
          });
      assertThat(service.count()).isEqualTo(2);
    }
  }

  @Test
  void undeclaredFail_listsTheRestOfBaseMapperToo(MySqlCluster servers) {
    assertThat(sample(servers).undeclared())
        .containsExactly(
            MAPPER + ".nameOf",
            MAPPER + ".selectByIds",
            MAPPER + ".selectCount",
            MAPPER + ".selectMaps",
            MAPPER + ".selectObjs",
            MAPPER + ".selectWithCursor");
  }

  private static Sample sample(MySqlCluster servers) {
    return Sample.of(PlusApplication.class, servers)
        .pool("spring.datasource", servers.primary())
        .line("declarations[0].statements", MAPPER + ".selectList")
        .line("declarations[0].level", "EVENTUAL")
        .line("declarations[1].statements", MAPPER + ".selectById")
        .line("declarations[1].level", "SESSION");
  }
}
