package io.github.rwsplit.mybatis;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.pagehelper.Page;
import com.github.pagehelper.PageHelper;
import com.github.pagehelper.PageInterceptor;
import io.github.rwsplit.audit.StatementEvent;
import io.github.rwsplit.connection.Item;
import io.github.rwsplit.connection.TwoDatabases;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a result map loads does not pass the pager, wherever the pager stands. */
class NestedWrapperTest {

  @ParameterizedTest(name = "set by setPlugins: {0}")
  @ValueSource(booleans = {true, false})
  void pagedParent_childrenAreAllThere_andCountAndPageOfOneNode(boolean early) throws Exception {
    TwoDatabases.Builder builder = TwoDatabases.builder();
    PageInterceptor pager = new PageInterceptor();
    try (TwoDatabases both = (early ? builder.plugin(pager) : builder.latePlugin(pager)).open()) {
      both.replica().update("insert into child values (11, 1, 'Rk1b')");
      PageHelper.startPage(1, 1);
      List<Item> page = both.items().withChildren();

      assertThat(page).extracting(Item::text).containsExactly("R1[Rk1, Rk1b]");
      assertThat(((Page<?>) page).getTotal()).isEqualTo(3);
      assertThat(both.events()).extracting(StatementEvent::node).containsOnly("replica-1");
      assertThat(both.events().stream().map(StatementEvent::decision).distinct()).hasSize(1);
    }
  }
}
