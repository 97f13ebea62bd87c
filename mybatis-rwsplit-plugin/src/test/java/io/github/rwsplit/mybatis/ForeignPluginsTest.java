package io.github.rwsplit.mybatis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.baomidou.dynamic.datasource.plugin.MasterSlaveAutoRoutingPlugin;
import com.github.pagehelper.PageInterceptor;
import java.util.Properties;
import org.apache.ibatis.session.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@ExtendWith(OutputCaptureExtension.class)
class ForeignPluginsTest {

  private final Configuration configuration = new Configuration();

  @Test
  void refuseRouters_secondRouter_isNamedWithAdvice() {
    configuration.addInterceptor(new MasterSlaveAutoRoutingPlugin() {});

    assertThatThrownBy(() -> ForeignPlugins.refuseRouters(configuration))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage(
            "Only one plugin may choose where statements run, but MyBatis has also"
                + " com.baomidou.dynamic.datasource.plugin.MasterSlaveAutoRoutingPlugin (remove the"
                + " bean or the plugin element that adds it; @DS and @DSTransactional stay as they"
                + " are)");
  }

  @Test
  void warnAboutAsyncCount_on_isSaidWithAdvice(CapturedOutput output) {
    configuration.addInterceptor(pager("true"));

    ForeignPlugins.warnAboutAsyncCount(configuration);

    assertThat(output).contains("PageHelper's asyncCount is on", "set asyncCount to false");
  }

  @Test
  void warnAboutAsyncCount_off_isSilent(CapturedOutput output) {
    configuration.addInterceptor(pager("false"));
    configuration.addInterceptor(new PageInterceptor());

    ForeignPlugins.warnAboutAsyncCount(configuration);

    assertThat(output).doesNotContain("asyncCount");
  }

  private static PageInterceptor pager(String asyncCount) {
    PageInterceptor pager = new PageInterceptor();
    Properties properties = new Properties();
    properties.setProperty("helperDialect", "mysql");
    properties.setProperty("asyncCount", asyncCount);
    pager.setProperties(properties);
    return pager;
  }

  @Test
  void refuseRouters_pager_isWelcome() {
    configuration.addInterceptor(new PageInterceptor());

    assertThatCode(() -> ForeignPlugins.refuseRouters(configuration)).doesNotThrowAnyException();
  }
}
