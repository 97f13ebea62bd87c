package io.github.rwsplit.mybatis;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.baomidou.dynamic.datasource.plugin.MasterSlaveAutoRoutingPlugin;
import com.github.pagehelper.PageInterceptor;
import org.apache.ibatis.session.Configuration;
import org.junit.jupiter.api.Test;

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
  void refuseRouters_pager_isWelcome() {
    configuration.addInterceptor(new PageInterceptor());

    assertThatCode(() -> ForeignPlugins.refuseRouters(configuration)).doesNotThrowAnyException();
  }
}
