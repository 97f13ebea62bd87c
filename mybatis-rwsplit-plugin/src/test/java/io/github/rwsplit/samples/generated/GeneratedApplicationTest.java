package io.github.rwsplit.samples.generated;

import static io.github.rwsplit.route.RouteReason.EVENTUAL_REPLICA;
import static io.github.rwsplit.route.RouteReason.SELECT_KEY;
import static io.github.rwsplit.route.RouteReason.STRONG;
import static io.github.rwsplit.route.RouteReason.TX_READ_WRITE;
import static io.github.rwsplit.route.RouteReason.UNDECLARED;
import static io.github.rwsplit.route.RouteReason.WRITE;
import static io.github.rwsplit.test.NodeRole.PRIMARY;
import static io.github.rwsplit.test.NodeRole.REPLICA;
import static io.github.rwsplit.test.RwSplitAssertions.assertThatCall;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.rwsplit.samples.Sample;
import io.github.rwsplit.samples.generated.GeneratedApplication.Invoices;
import io.github.rwsplit.test.MySqlCluster;
import io.github.rwsplit.test.WithMySqlCluster;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@WithMySqlCluster(replicas = 2)
class GeneratedApplicationTest {

  private static final String MAPPER = InvoiceMapper.class.getName();

  @BeforeEach
  void createTable(MySqlCluster servers) throws Exception {
    Sample.sql(
        servers,
        "drop table if exists invoice",
        "create table invoice (id bigint primary key auto_increment,"
            + " customer varchar(20) not null, cents int not null)",
        "insert into invoice values (1, 'ann', 100), (2, 'bob', 200), (3, 'ann', 5000)");
  }

  @Test
  void reads_runWhereTheYamlDeclares(MySqlCluster servers) {
    try (var context = sample(servers).start()) {
      Invoices invoices = context.getBean(Invoices.class);
      InvoiceMapper mapper = context.getBean(InvoiceMapper.class);
      assertThat(
              assertThatCall(() -> invoices.of("ann"))
                  .ranOn(REPLICA)
                  .because(EVENTUAL_REPLICA)
                  .returning())
          .extracting(Invoice::getId)
          .containsExactly(1L);
      assertThatCall(() -> mapper.selectByExample(null)).ranOn(REPLICA).because(EVENTUAL_REPLICA);
      assertThatCall(() -> mapper.selectByPrimaryKey(1L)).ranOn(PRIMARY).because(STRONG);
      assertThatCall(() -> mapper.countByExample(null)).ranOn(PRIMARY).because(UNDECLARED);
    }
  }

  @Test
  void writes_runOnThePrimary_withTheKeyOfTheSameConnection(MySqlCluster servers) {
    try (var context = sample(servers).start()) {
      Invoices invoices = context.getBean(Invoices.class);
      InvoiceMapper mapper = context.getBean(InvoiceMapper.class);
      Invoice first = invoice("eve", 10);
      assertThatCall(() -> mapper.insertSelective(first)).ranOn(PRIMARY);
      assertThat(first.getId()).isEqualTo(4);

      assertThat(
              assertThatCall(() -> invoices.addAndRead(invoice("eve", 20)))
                  .ranOn(PRIMARY)
                  .because(SELECT_KEY, WRITE, TX_READ_WRITE)
                  .returning())
          .extracting(Invoice::getId)
          .containsExactly(4L, 5L);

      InvoiceExample ofEve = new InvoiceExample();
      ofEve.createCriteria().andCustomerEqualTo("eve").andCustomerIsNotNull();
      assertThatCall(() -> mapper.updateByExampleSelective(invoice(null, 30), ofEve))
          .ranOn(PRIMARY)
          .because(WRITE);
      assertThat(mapper.selectByPrimaryKey(5L).getCents()).isEqualTo(30);
      first.setCents(40);
      assertThatCall(() -> mapper.updateByPrimaryKey(first)).ranOn(PRIMARY).because(WRITE);
      assertThatCall(() -> mapper.deleteByExample(ofEve)).ranOn(PRIMARY).because(WRITE);
      assertThatCall(() -> mapper.deleteByPrimaryKey(1L)).ranOn(PRIMARY).because(WRITE);
      assertThat(mapper.countByExample(new InvoiceExample())).isEqualTo(2);
    }
  }

  @Test
  void undeclaredFail_listsTheOneThatNoPatternMatches(MySqlCluster servers) {
    assertThat(sample(servers).undeclared()).containsExactly(MAPPER + ".countByExample");
  }

  private static Sample sample(MySqlCluster servers) {
    return Sample.of(GeneratedApplication.class, servers)
        .pool("spring.datasource", servers.primary())
        .own("mybatis.mapper-locations", "classpath*:generated/*.xml")
        .line("declarations[0].statements", "**.selectByExample")
        .line("declarations[0].level", "EVENTUAL")
        .line("declarations[1].statements", "**.selectByPrimaryKey")
        .line("declarations[1].level", "STRONG");
  }

  private static Invoice invoice(String customer, Integer cents) {
    Invoice invoice = new Invoice();
    invoice.setCustomer(customer);
    invoice.setCents(cents);
    return invoice;
  }
}
