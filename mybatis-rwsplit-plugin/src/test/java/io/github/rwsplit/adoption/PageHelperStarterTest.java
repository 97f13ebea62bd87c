package io.github.rwsplit.adoption;

import static io.github.rwsplit.route.RouteReason.EVENTUAL_REPLICA;
import static io.github.rwsplit.test.NodeRole.REPLICA;
import static io.github.rwsplit.test.RwSplitAssertions.assertThatCall;
import static org.assertj.core.api.Assertions.assertThat;

import com.github.pagehelper.PageHelper;
import com.github.pagehelper.PageInfo;
import io.github.rwsplit.test.MySqlCluster;
import io.github.rwsplit.test.WithMySqlCluster;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** PageHelper's starter, which adds its plugin late. */
@WithMySqlCluster(replicas = 2)
class PageHelperStarterTest {

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void page_countAndRows_areOnOneReplica(boolean lazily, MySqlCluster servers) throws Exception {
    Application.createItems(servers);
    try (var context =
        Application.on(servers)
            .starter("com.github.pagehelper")
            .with("spring.main.lazy-initialization=" + lazily)
            .start()) {
      ItemMapper items = context.getBean(ItemMapper.class);
      for (int i = 0; i < 4; i++) {
        PageInfo<String> page =
            assertThatCall(() -> page(items))
                .ranOn(REPLICA)
                .ranOnOneNode()
                .because(EVENTUAL_REPLICA)
                .returning();
        assertThat(page.getTotal()).isEqualTo(3);
        assertThat(page.getList()).isEqualTo(List.of("pen", "ink"));
      }
      Application.assertRoutes(context);
    }
  }

  private static PageInfo<String> page(ItemMapper items) {
    PageHelper.startPage(1, 2);
    return new PageInfo<>(items.all());
  }
}
