package io.github.rwsplit.statement;

import static io.github.rwsplit.annotation.ConsistencyLevel.EVENTUAL;
import static io.github.rwsplit.annotation.ConsistencyLevel.SESSION;
import static io.github.rwsplit.annotation.ConsistencyLevel.STRONG;
import static org.assertj.core.api.Assertions.assertThat;

import com.baomidou.mybatisplus.core.MybatisConfiguration;
import com.baomidou.mybatisplus.core.mapper.BaseMapper;
import io.github.rwsplit.annotation.Consistency;
import io.github.rwsplit.annotation.OnEmpty;
import io.github.rwsplit.statement.StatementProfile.Role;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.apache.ibatis.annotations.Flush;
import org.apache.ibatis.annotations.Insert;
import org.apache.ibatis.annotations.Lang;
import org.apache.ibatis.annotations.Select;
import org.apache.ibatis.annotations.SelectKey;
import org.apache.ibatis.annotations.SelectProvider;
import org.apache.ibatis.executor.BatchResult;
import org.apache.ibatis.scripting.defaults.RawLanguageDriver;
import org.apache.ibatis.session.Configuration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

@ExtendWith(AcceptedAttributes.class)
class AnnotationDeclarationTest {

  @TempDir Path folder;
  private final Configuration configuration = MapperFiles.configuration();

  @Consistency(SESSION)
  interface Orders {
    @Consistency(
        value = EVENTUAL,
        group = "reporting",
        maxLag = "30s",
        sideEffectFree = true,
        onEmpty = OnEmpty.PRIMARY)
    @Select("select 1")
    int whole();

    @Select("select 1")
    int inherited();

    @Consistency(EVENTUAL)
    @SelectProvider(type = AnnotationDeclarationTest.class, method = "sql")
    int provided();

    @Consistency(EVENTUAL)
    @Lang(RawLanguageDriver.class)
    @Select("select 1")
    int otherLanguage();

    @SelectKey(statement = "select 1", keyProperty = "id", before = true, resultType = int.class)
    @Insert("insert into t values (1)")
    int add(Object order);

    @Flush
    List<BatchResult> flush();

    @Consistency(STRONG)
    default int inherited(String overloaded) {
      return inherited();
    }
  }

  public static String sql() {
    return "select 1";
  }

  @Test
  void method_isTakenWholeInPlaceOfItsInterface() {
    configuration.addMapper(Orders.class);

    assertThat(declared(Orders.class, "whole"))
        .isEqualTo(
            new Declaration(EVENTUAL, "reporting", Duration.ofSeconds(30), true, OnEmpty.PRIMARY));
    assertThat(declared(Orders.class, "inherited")).isEqualTo(Declaration.of(SESSION));
    assertThat(declared(Orders.class, "provided")).isEqualTo(Declaration.of(EVENTUAL));
    assertThat(declared(Orders.class, "otherLanguage")).isEqualTo(Declaration.of(EVENTUAL));
    assertThat(profile(Orders.class, "add").role()).isEqualTo(Role.WRITE);
    assertThat(profile(Orders.class, "add!selectKey").role()).isEqualTo(Role.SELECT_KEY);
    assertThat(profile(Orders.class, "add!selectKey").declaration()).isNull();
    assertThat(MapperFiles.catalog(configuration).verify().warnings()).isEmpty();
  }

  interface Plain {
    int x();

    default int y() {
      return x();
    }
  }

  @Consistency(EVENTUAL)
  interface Annotated extends Plain {
    @Override
    int x();

    @Consistency(STRONG)
    int z();
  }

  @Test
  void interfaceAnnotation_isTheDefaultOfXmlStatements_andAMethodsOfItsXmlStatement() {
    load(
        Annotated.class,
        "",
        "<select id='x'>select 1</select><select id='z'>select 2</select>"
            + "<select id='noMethod'>select 3</select>");

    assertThat(declared(Annotated.class, "x")).isEqualTo(Declaration.of(EVENTUAL));
    assertThat(declared(Annotated.class, "z")).isEqualTo(Declaration.of(STRONG));
    assertThat(declared(Annotated.class, "noMethod")).isEqualTo(Declaration.of(EVENTUAL));
  }

  @Test
  void xmlAndAnnotation_thatSayTheSame_areFine() {
    load(
        Annotated.class,
        "consistency='EVENTUAL'",
        "<select id='x'>select 1</select><select id='z' consistency='STRONG'>select 2</select>");

    assertThat(MapperFiles.catalog(configuration).verify().text())
        .isEqualTo("1 STRONG, 0 SESSION, 1 EVENTUAL, 0 undeclared, 0 warnings");
  }

  @Consistency(SESSION)
  interface Base<T> {
    @Consistency(EVENTUAL)
    @Select("select 1")
    T annotated(T id);

    @Select("select 1")
    T plain(T id);
  }

  interface Child extends Base<Integer> {
    @Select("select 1")
    int own();
  }

  interface Overriding extends Base<Integer> {
    @Override
    @Select("select 2")
    @Consistency(STRONG)
    Integer annotated(Integer id);

    @Override
    @Select("select 2")
    Integer plain(Integer id);
  }

  @Test
  void genericParent_itsMethodsBringTheirAnnotationAndThatOfTheParent() {
    configuration.addMapper(Child.class);
    configuration.addMapper(Overriding.class);

    assertThat(declared(Child.class, "annotated")).isEqualTo(Declaration.of(EVENTUAL));
    assertThat(declared(Child.class, "plain")).isEqualTo(Declaration.of(SESSION));
    assertThat(declared(Child.class, "own")).isNull();
    assertThat(declared(Overriding.class, "annotated")).isEqualTo(Declaration.of(STRONG));
    assertThat(declared(Overriding.class, "plain")).isNull();
  }

  interface XmlParent {
    int x();
  }

  @Consistency(EVENTUAL)
  interface XmlChild extends XmlParent {}

  @Test
  void statementInTheNamespaceOfAParent_doesNotSeeTheChild() {
    load(XmlParent.class, "", "<select id='x'>select 1</select>");
    configuration.addMapper(XmlChild.class);
    assertThat(declared(XmlParent.class, "x")).isNull();
  }

  interface Mangled {
    @Consistency(EVENTUAL)
    int overload(String one);

    @Consistency(EVENTUAL)
    int overload(int other);
  }

  @Test
  void overloadsOfOneStatement_thatSayTheSame_areFine() {
    load(Mangled.class, "", "<select id='overload'>select 1</select>");
    assertThat(declared(Mangled.class, "overload")).isEqualTo(Declaration.of(EVENTUAL));
  }

  @Test
  void namespaceWithoutAClass_isFine() {
    MapperFiles.load(
        configuration,
        folder,
        "<mapper namespace='no.such.Mapper' consistency='SESSION'>"
            + "<select id='by-Vc-G0hu5fU'>select 1</select></mapper>");
    assertThat(MapperFiles.profile(configuration, "no.such.Mapper.by-Vc-G0hu5fU").declaration())
        .isEqualTo(Declaration.of(SESSION));
  }

  @Consistency(EVENTUAL)
  static class Dao {
    @Consistency(STRONG)
    void add() {}
  }

  @Test
  void namespaceOfAClass_isNoMapper_soItsAnnotationsAreABeans() {
    load(
        Dao.class,
        "",
        "<insert id='add'>insert into t values (1)</insert><select id='x'>select 1</select>");
    assertThat(declared(Dao.class, "x")).isNull();
    assertThat(MapperFiles.catalog(configuration).verify().undeclared()).isEqualTo(1);
  }

  @Consistency(EVENTUAL)
  interface Items extends BaseMapper<Item> {
    @Override
    @Consistency(STRONG)
    Item selectById(java.io.Serializable id);
  }

  public static class Item {
    public long id;
    public String name = "";
  }

  @Test
  void mybatisPlus_injectedStatementsFollowTheInterfaceAndItsOverrides() {
    MybatisConfiguration plus = new MybatisConfiguration();
    plus.addMapper(Items.class);
    String namespace = Items.class.getName();

    assertThat(MapperFiles.profile(plus, namespace + ".selectList").declaration())
        .isEqualTo(Declaration.of(EVENTUAL));
    assertThat(MapperFiles.profile(plus, namespace + ".selectById").declaration())
        .isEqualTo(Declaration.of(STRONG));
    assertThat(MapperFiles.profile(plus, namespace + ".insert").role()).isEqualTo(Role.WRITE);
    assertThat(MapperFiles.catalog(plus).verify().warnings()).isEmpty();
  }

  private void load(Class<?> mapper, String attributes, String statements) {
    MapperFiles.load(
        configuration,
        folder,
        "<mapper namespace='"
            + mapper.getName()
            + "' "
            + attributes
            + ">"
            + statements
            + "</mapper>");
  }

  private StatementProfile profile(Class<?> mapper, String name) {
    return MapperFiles.profile(configuration, mapper.getName() + "." + name);
  }

  private @Nullable Declaration declared(Class<?> mapper, String name) {
    return profile(mapper, name).declaration();
  }
}
