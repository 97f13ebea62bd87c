package io.github.rwsplit.boot;

import static io.github.rwsplit.boot.AttachmentTest.assertAttached;
import static io.github.rwsplit.boot.AttachmentTest.assertRefused;
import static io.github.rwsplit.boot.AttachmentTest.cluster;
import static io.github.rwsplit.boot.AttachmentTest.database;
import static io.github.rwsplit.boot.AttachmentTest.factory;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.rwsplit.ClusterProbe;
import io.github.rwsplit.Warnings;
import javax.sql.DataSource;
import org.apache.ibatis.session.SqlSessionFactory;
import org.apache.ibatis.session.SqlSessionManager;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.mybatis.spring.SqlSessionTemplate;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;

/** Which of an application's SqlSessionFactories are attached, and what is said of the others. */
@ExtendWith(OutputCaptureExtension.class)
class FactorySelectionTest {

  private static final String REPLICA = AttachmentTest.REPLICA;

  private final ApplicationContextRunner boot =
      new ApplicationContextRunner()
          .withConfiguration(AutoConfigurations.of(RwSplitAutoConfiguration.class));

  @Configuration(proxyBeanMethods = false)
  static class TwoOnOneDatabase {
    @Bean
    DataSource dataSource() {
      return database("shop");
    }

    @Bean
    SqlSessionFactory orders(DataSource dataSource) throws Exception {
      return factory(dataSource);
    }

    @Bean
    SqlSessionFactory stock(DataSource dataSource) throws Exception {
      return factory(dataSource);
    }
  }

  @Configuration(proxyBeanMethods = false)
  static class TwoDatabases {
    @Bean
    DataSource shop() {
      return database("shop");
    }

    @Bean
    DataSource crm() {
      return database("crm");
    }

    @Bean
    SqlSessionFactory shopFactory(@Qualifier("shop") DataSource shop) throws Exception {
      return factory(shop);
    }

    @Bean
    SqlSessionFactory crmFactory(@Qualifier("crm") DataSource crm) throws Exception {
      return factory(crm);
    }
  }

  @Test
  void start_severalFactoriesAndNoneNamed_isRefusedWithAdvice() {
    boot.withUserConfiguration(TwoDatabases.class)
        .withPropertyValues(REPLICA)
        .run(
            context ->
                assertRefused(
                    context,
                    "rwsplit.sql-session-factories must say which",
                    "shopFactory, crmFactory"));
  }

  @Test
  void start_oneOfSeveralNamed_onlyThatIsAttached() {
    boot.withUserConfiguration(TwoDatabases.class)
        .withPropertyValues(REPLICA, "rwsplit.sql-session-factories=crmFactory")
        .run(
            context -> {
              assertAttached(context, "crmFactory");
              assertThat(
                      cluster(context)
                          .attached(context.getBean("shopFactory", SqlSessionFactory.class)))
                  .isFalse();
            });
  }

  @Test
  void start_namedFactoriesOnOneDataSource_areAllAttached() {
    boot.withUserConfiguration(TwoOnOneDatabase.class)
        .withPropertyValues(REPLICA, "rwsplit.sql-session-factories=orders,stock")
        .run(context -> assertAttached(context, "orders", "stock"));
  }

  @Test
  void start_namedFactoriesOnTwoDataSources_isRefused() {
    boot.withUserConfiguration(TwoDatabases.class)
        .withPropertyValues(REPLICA, "rwsplit.sql-session-factories=shopFactory,crmFactory")
        .run(
            context ->
                assertRefused(context, "share one DataSource", "'shopFactory'", "'crmFactory'"));
  }

  @Test
  void start_unknownFactoryName_isRefusedWithThoseThereAre() {
    boot.withUserConfiguration(TwoDatabases.class)
        .withPropertyValues(REPLICA, "rwsplit.sql-session-factories=shopFactry")
        .run(
            context ->
                assertRefused(context, "has [shopFactry]", "there are [shopFactory, crmFactory]"));
  }

  @Configuration(proxyBeanMethods = false)
  static class HiddenInTemplate {
    @Bean
    DataSource dataSource() {
      return database("shop");
    }

    @Bean
    SqlSessionTemplate template(DataSource dataSource) throws Exception {
      return new SqlSessionTemplate(factory(dataSource));
    }
  }

  @Test
  void start_factoryHiddenInATemplate_isAttachedAtTheEnd() {
    boot.withUserConfiguration(HiddenInTemplate.class, AttachmentTest.Scan.class)
        .withPropertyValues(REPLICA)
        .run(
            context ->
                assertThat(
                        cluster(context)
                            .attached(
                                context.getBean(SqlSessionTemplate.class).getSqlSessionFactory()))
                    .isTrue());
  }

  @Configuration(proxyBeanMethods = false)
  static class SecondHiddenInTemplate extends HiddenInTemplate {
    @Bean
    SqlSessionFactory visible(DataSource dataSource) throws Exception {
      return factory(dataSource);
    }
  }

  @Test
  void start_secondFactoryHidden_isLeftAloneWithAWarning(CapturedOutput output) {
    boot.withUserConfiguration(SecondHiddenInTemplate.class)
        .withPropertyValues(REPLICA)
        .run(context -> assertAttached(context, "visible"));
    assertThat(output).contains("inside 'template' is not attached");
  }

  @Test
  void start_severalAndTheHiddenOneNotNamed_isLeftAloneWithAWarning(CapturedOutput output) {
    boot.withUserConfiguration(SecondHiddenInTemplate.class)
        .withPropertyValues(REPLICA, "rwsplit.sql-session-factories=visible")
        .run(context -> assertAttached(context, "visible"));
    assertThat(output).containsOnlyOnce("inside 'template' is not attached");
  }

  @Configuration(proxyBeanMethods = false)
  static class SecondMadeLate extends TwoOnOneDatabase {
    @Bean
    @Lazy
    @Override
    SqlSessionFactory stock(DataSource dataSource) throws Exception {
      return super.stock(dataSource);
    }
  }

  @Test
  void start_unnamedFactoryIsMadeLate_isWarnedAboutThen(CapturedOutput output) {
    boot.withUserConfiguration(SecondMadeLate.class)
        .withPropertyValues(REPLICA, "rwsplit.sql-session-factories=orders")
        .run(
            context -> {
              assertAttached(context, "orders");
              assertThat(output).doesNotContain("is not attached");
              context.getBean("stock");
            });
    assertThat(output).containsOnlyOnce("The SqlSessionFactory 'stock' is not attached");
  }

  @Test
  void start_modeOffAndOneNamed_saysNothingOfTheOther(CapturedOutput output) {
    boot.withUserConfiguration(TwoOnOneDatabase.class)
        .withPropertyValues(REPLICA, "rwsplit.mode=off", "rwsplit.sql-session-factories=orders")
        .run(context -> assertAttached(context, "orders"));
    assertThat(Warnings.in(output)).isEmpty();
  }

  @Configuration(proxyBeanMethods = false)
  static class Manager {
    @Bean
    DataSource dataSource() {
      return database("shop");
    }

    @Bean
    SqlSessionFactory real(DataSource dataSource) throws Exception {
      return factory(dataSource);
    }

    @Bean
    SqlSessionManager manager(@Qualifier("real") SqlSessionFactory real) {
      return SqlSessionManager.newInstance(real);
    }
  }

  @Test
  void start_managerAroundTheFactory_isNoSecondFactory(CapturedOutput output) {
    boot.withUserConfiguration(Manager.class)
        .withPropertyValues(REPLICA)
        .run(
            context -> {
              assertAttached(context, "real", "manager");
              assertThat(ClusterProbe.attached(cluster(context))).isEqualTo(1);
            });
    assertThat(output).doesNotContain("is not attached");
  }
}
