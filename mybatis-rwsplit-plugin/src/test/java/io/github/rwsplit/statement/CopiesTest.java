package io.github.rwsplit.statement;

import static io.github.rwsplit.annotation.ConsistencyLevel.EVENTUAL;
import static io.github.rwsplit.annotation.ConsistencyLevel.SESSION;
import static io.github.rwsplit.annotation.ConsistencyLevel.STRONG;
import static org.assertj.core.api.Assertions.assertThat;

import com.baomidou.mybatisplus.annotation.DbType;
import com.baomidou.mybatisplus.core.MybatisConfiguration;
import com.baomidou.mybatisplus.core.metadata.IPage;
import com.baomidou.mybatisplus.extension.plugins.MybatisPlusInterceptor;
import com.baomidou.mybatisplus.extension.plugins.inner.PaginationInnerInterceptor;
import com.baomidou.mybatisplus.extension.plugins.pagination.Page;
import com.github.pagehelper.PageHelper;
import com.github.pagehelper.PageInterceptor;
import io.github.rwsplit.annotation.Consistency;
import io.github.rwsplit.statement.StatementProfile.Role;
import java.lang.ref.WeakReference;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.apache.ibatis.annotations.Select;
import org.apache.ibatis.cache.CacheKey;
import org.apache.ibatis.executor.Executor;
import org.apache.ibatis.mapping.BoundSql;
import org.apache.ibatis.mapping.Environment;
import org.apache.ibatis.mapping.MappedStatement;
import org.apache.ibatis.mapping.SqlCommandType;
import org.apache.ibatis.mapping.SqlSource;
import org.apache.ibatis.plugin.Interceptor;
import org.apache.ibatis.plugin.Intercepts;
import org.apache.ibatis.plugin.Invocation;
import org.apache.ibatis.plugin.Signature;
import org.apache.ibatis.session.Configuration;
import org.apache.ibatis.session.ResultHandler;
import org.apache.ibatis.session.RowBounds;
import org.apache.ibatis.session.SqlSession;
import org.apache.ibatis.session.defaults.DefaultSqlSessionFactory;
import org.apache.ibatis.transaction.jdbc.JdbcTransactionFactory;
import org.awaitility.Awaitility;
import org.h2.jdbcx.JdbcDataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

@ExtendWith(AcceptedAttributes.class)
class CopiesTest {

  @TempDir Path folder;
  private final Configuration configuration = MapperFiles.configuration();
  private final Recorder recorder = new Recorder();

  @Test
  void pageHelpersCount_hasTheProfileOfItsPage() {
    load(
        configuration,
        "<select id='page' consistency='SESSION' group='online' resultType='int'>"
            + "select x from system_range(1, 50)</select>");
    PageInterceptor pages = new PageInterceptor();
    Properties properties = new Properties();
    properties.setProperty("helperDialect", "h2");
    pages.setProperties(properties);
    configuration.addInterceptor(recorder);
    configuration.addInterceptor(pages);

    try (SqlSession session = new DefaultSqlSessionFactory(configuration).openSession()) {
      PageHelper.startPage(2, 10);
      assertThat(session.selectList("a.M.page")).hasSize(10);
    }

    assertThat(recorder.ids()).containsExactly("a.M.page_COUNT", "a.M.page");
    assertThat(recorder.profiles(MapperFiles.catalog(configuration)))
        .extracting(StatementProfile::declaration)
        .containsExactly(
            new Declaration(
                SESSION, "online", null, false, io.github.rwsplit.annotation.OnEmpty.RETURN),
            new Declaration(
                SESSION, "online", null, false, io.github.rwsplit.annotation.OnEmpty.RETURN));
  }

  @Consistency(EVENTUAL)
  interface Paged {
    @Consistency(STRONG)
    @Select("select x from system_range(1, 50)")
    IPage<Integer> page(IPage<Integer> page);
  }

  @Test
  void mybatisPlusCount_hasTheProfileOfItsPage_evenOutOfTheCacheOfAnotherFactory() {
    MybatisConfiguration first = plus();
    MybatisConfiguration second = plus();
    for (MybatisConfiguration each : List.of(first, second)) {
      try (SqlSession session = new DefaultSqlSessionFactory(each).openSession()) {
        assertThat(session.getMapper(Paged.class).page(new Page<>(1, 10)).getRecords()).hasSize(10);
      }
    }
    String page = Paged.class.getName() + ".page";

    assertThat(recorder.ids()).containsExactly(page + "_mpCount", page, page + "_mpCount", page);
    assertThat(recorder.seen.get(2).getConfiguration()).isSameAs(first);
    assertThat(recorder.profiles(MapperFiles.catalog(second)))
        .extracting(StatementProfile::declaration)
        .containsOnly(Declaration.of(STRONG));
  }

  private MybatisConfiguration plus() {
    JdbcDataSource h2 = new JdbcDataSource();
    h2.setUrl("jdbc:h2:mem:");
    MybatisConfiguration plus = new MybatisConfiguration();
    plus.setEnvironment(new Environment("test", new JdbcTransactionFactory(), h2));
    MybatisPlusInterceptor pages = new MybatisPlusInterceptor();
    pages.addInnerInterceptor(new PaginationInnerInterceptor(DbType.H2));
    plus.addInterceptor(recorder);
    plus.addInterceptor(pages);
    plus.addMapper(Paged.class);
    return plus;
  }

  @Test
  void handWrittenCount_hasItsOwn_andADifferenceIsWarnedAbout() {
    load(
        configuration,
        "<select id='page' consistency='STRONG'>select 1</select>"
            + "<select id='page_COUNT' consistency='EVENTUAL' group='online'>select 1</select>"
            + "<select id='same' consistency='SESSION'>select 1</select>"
            + "<select id='same_COUNT' consistency='SESSION'>select 1</select>");
    StatementCatalog catalog = MapperFiles.catalog(configuration);

    assertThat(catalog.verify().warnings())
        .containsExactly(
            "a.M.page_COUNT is EVENTUAL in group 'online', but the page it counts, a.M.page, is"
                + " STRONG");
    assertThat(catalog.profile(configuration.getMappedStatement("a.M.page_COUNT")).declaration())
        .isNotNull()
        .extracting(Declaration::level)
        .isEqualTo(EVENTUAL);
  }

  @Test
  void copyWithTheSameIdAndAnotherSqlSource_isThatStatement() {
    load(configuration, "<select id='x' consistency='SESSION'>select 1</select>");
    MappedStatement original = configuration.getMappedStatement("a.M.x");
    MappedStatement copy = copy(configuration, original, "a.M.x", original::getBoundSql);

    assertThat(MapperFiles.catalog(configuration).profile(copy))
        .isEqualTo(new StatementProfile("a.M.x", Role.SELECT, false, Declaration.of(SESSION)));
  }

  @Test
  void selectCopiedFromAWrite_isStrong() {
    load(configuration, "<update id='x'>update t set a = 1</update>");
    MappedStatement original = configuration.getMappedStatement("a.M.x");
    MappedStatement copy = copy(configuration, original, "a.M.rows", original.getSqlSource());

    assertThat(MapperFiles.catalog(configuration).profile(copy).declaration())
        .isEqualTo(Declaration.of(STRONG));
  }

  @Test
  void copyOfNothingKnown_isStrong() {
    load(configuration, "<select id='x' consistency='EVENTUAL'>select 1</select>");
    MappedStatement original = configuration.getMappedStatement("a.M.x");
    MappedStatement copy = copy(configuration, original, "other", original::getBoundSql);

    assertThat(MapperFiles.catalog(configuration).profile(copy).declaration())
        .isEqualTo(Declaration.of(STRONG));
  }

  @Test
  void copyOfAStatementThatOnlyAnotherConfigurationKnows_isStrong() {
    Configuration other = MapperFiles.configuration();
    load(other, "<select id='x' consistency='EVENTUAL'>select 1</select>");
    MappedStatement original = other.getMappedStatement("a.M.x");
    MappedStatement copy = copy(other, original, "a.M.x_mpCount", original.getSqlSource());

    assertThat(MapperFiles.catalog(configuration).profile(copy).declaration())
        .isEqualTo(Declaration.of(STRONG));
  }

  @Test
  void copies_areNotKeptFromBeingCollected() {
    load(configuration, "<select id='x' consistency='EVENTUAL'>select 1</select>");
    StatementCatalog catalog = MapperFiles.catalog(configuration);
    WeakReference<MappedStatement> copy = new WeakReference<>(profiledCopy(catalog));

    Awaitility.await()
        .untilAsserted(
            () -> {
              System.gc();
              assertThat(copy.get()).isNull();
            });
  }

  private MappedStatement profiledCopy(StatementCatalog catalog) {
    MappedStatement original = configuration.getMappedStatement("a.M.x");
    MappedStatement copy = copy(configuration, original, "a.M.x_COUNT", original.getSqlSource());
    assertThat(catalog.profile(copy).declaration()).isEqualTo(Declaration.of(EVENTUAL));
    return copy;
  }

  private static MappedStatement copy(
      Configuration configuration, MappedStatement original, String id, SqlSource source) {
    return new MappedStatement.Builder(configuration, id, source, SqlCommandType.SELECT)
        .resource(original.getResource())
        .build();
  }

  private void load(Configuration target, String body) {
    MapperFiles.load(target, folder, "<mapper namespace='a.M'>" + body + "</mapper>");
  }

  /** Stands innermost, where count and page are seen apart. */
  @Intercepts(
      @Signature(
          type = Executor.class,
          method = "query",
          args = {
            MappedStatement.class,
            Object.class,
            RowBounds.class,
            ResultHandler.class,
            CacheKey.class,
            BoundSql.class
          }))
  static final class Recorder implements Interceptor {
    private final List<MappedStatement> seen = new ArrayList<>();

    @Override
    public @Nullable Object intercept(Invocation invocation) throws Throwable {
      seen.add((MappedStatement) invocation.getArgs()[0]);
      return invocation.proceed();
    }

    List<String> ids() {
      return seen.stream().map(MappedStatement::getId).toList();
    }

    List<StatementProfile> profiles(StatementCatalog catalog) {
      return seen.stream().map(catalog::profile).toList();
    }
  }
}
