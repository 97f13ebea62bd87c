package io.github.rwsplit.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.rwsplit.Warnings;
import io.github.rwsplit.annotation.Consistency;
import io.github.rwsplit.annotation.ConsistencyLevel;
import jakarta.servlet.Filter;
import org.apache.ibatis.annotations.Select;
import org.apache.ibatis.session.SqlSessionFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.mybatis.spring.SqlSessionFactoryBean;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What the start says of sessions, and the filter that it adds. */
@ExtendWith(OutputCaptureExtension.class)
class SessionAdviceTest {

  private static final String[] TOKEN = {
    "rwsplit.session.token.enabled=true", "rwsplit.session.token.secrets=the secret of the tests"
  };

  private final ApplicationContextRunner application =
      new ApplicationContextRunner()
          .withConfiguration(AutoConfigurations.of(RwSplitAutoConfiguration.class))
          .withUserConfiguration(TwoSessionSelects.class)
          .withPropertyValues("rwsplit.replicas.replica-1.url=jdbc:h2:mem:replica");

  /** A mapper that needs sessions. */
  interface SessionSelects {

    @Consistency(ConsistencyLevel.SESSION)
    @Select("select 4")
    int four();

    @Consistency(ConsistencyLevel.SESSION)
    @Select("select 5")
    int five();
  }

  @Configuration(proxyBeanMethods = false)
  static class TwoSessionSelects {
    @Bean
    SqlSessionFactory sqlSessionFactory() throws Exception {
      SqlSessionFactoryBean bean = new SqlSessionFactoryBean();
      bean.setDataSource(AttachmentTest.database("advice"));
      org.apache.ibatis.session.Configuration configuration =
          new org.apache.ibatis.session.Configuration();
      configuration.addMapper(SessionSelects.class);
      bean.setConfiguration(configuration);
      return bean.getObject();
    }
  }

  @Test
  void start_sessionSelectsAndNobodyWhoNamesSessions_warnsOnceWithTheirNumber(
      CapturedOutput output) {
    application.run(
        context -> {
          assertThat(context).hasNotFailed();
          assertThat(context).doesNotHaveBean(Filter.class);
        });
    assertThat(output)
        .containsOnlyOnce("2 selects are declared SESSION, but nothing tells whose session it is");
  }

  @Test
  void start_modeOff_warnsOfNothing(CapturedOutput output) {
    application
        .withPropertyValues("rwsplit.mode=off", "rwsplit.instances=3")
        .run(context -> assertThat(context).hasNotFailed());
    assertThat(Warnings.in(output)).isEmpty();
  }

  @Test
  void start_keyOrToken_addsTheFilterAndDoesNotWarn(CapturedOutput output) {
    for (String[] properties :
        new String[][] {
          {"rwsplit.session.key=principal"}, {"rwsplit.session.anonymous=request"}, TOKEN
        }) {
      application
          .withPropertyValues(properties)
          .run(context -> assertThat(context).hasBean(SessionFilter.BEAN));
    }
    assertThat(output).doesNotContain("nothing tells whose session it is");
  }

  @Test
  void start_severalInstancesThatShareNothing_warns(CapturedOutput output) {
    application
        .withPropertyValues("rwsplit.instances=3", "rwsplit.session.key=principal")
        .run(context -> assertThat(context).hasNotFailed());
    assertThat(output)
        .containsOnlyOnce(
            "rwsplit.instances is 3, but an instance knows only what was written through itself");
  }

  @Test
  void start_severalInstancesWithTokens_doesNotWarn(CapturedOutput output) {
    application
        .withPropertyValues(TOKEN)
        .withPropertyValues("rwsplit.instances=3")
        .run(context -> assertThat(context).hasNotFailed());
    assertThat(output).doesNotContain("an instance knows only");
  }

  @Test
  void start_badToken_isRefusedWithoutItsSecret(CapturedOutput output) {
    application
        .withPropertyValues(
            "rwsplit.session.token.enabled=true", "rwsplit.session.token.secrets=hush hush")
        .run(
            context ->
                AttachmentTest.assertRefused(
                    context, "rwsplit.session.token.secrets[0] must have at least 16 characters"));
    assertThat(output).doesNotContain("hush");
  }
}
