package io.github.rwsplit.statement;

import static io.github.rwsplit.annotation.ConsistencyLevel.EVENTUAL;
import static io.github.rwsplit.annotation.ConsistencyLevel.SESSION;
import static io.github.rwsplit.annotation.ConsistencyLevel.STRONG;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.rwsplit.annotation.Consistency;
import io.github.rwsplit.annotation.ConsistencyLevel;
import io.github.rwsplit.statement.DeclarationSettings.DeclaredStatements;
import java.lang.annotation.Annotation;
import java.nio.file.Path;
import java.util.List;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.description.annotation.AnnotationDescription;
import net.bytebuddy.description.modifier.Visibility;
import net.bytebuddy.dynamic.DynamicType;
import net.bytebuddy.dynamic.scaffold.TypeValidation;
import org.apache.ibatis.annotations.Select;
import org.apache.ibatis.session.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Kotlin gives methods with inline classes names that Java cannot write. */
@ExtendWith(AcceptedAttributes.class)
class MangledNamesTest {

  private static final String METHOD = "byVc-G0hu5fU";
  private static final String ID = "kotlin.made.OrderMapper." + METHOD;

  @TempDir Path folder;

  @Test
  void annotation_onAMangledMethod_isFound() {
    Configuration configuration = MapperFiles.configuration();
    configuration.addMapper(mapper(select(), consistency(EVENTUAL)));

    assertThat(MapperFiles.profile(configuration, ID).declaration())
        .isEqualTo(Declaration.of(EVENTUAL));
  }

  @Test
  void xml_ofAMangledMethod_isFound() {
    Configuration configuration = MapperFiles.configuration();
    MapperFiles.load(
        configuration,
        folder,
        "<mapper namespace='kotlin.made.OrderMapper'><select id='"
            + METHOD
            + "' resultType='int' consistency='EVENTUAL'>select 1</select></mapper>");

    assertThat(MapperFiles.profile(configuration, ID).declaration())
        .isEqualTo(Declaration.of(EVENTUAL));
  }

  @Test
  void pattern_namesAMangledMethod() {
    Configuration configuration = MapperFiles.configuration();
    configuration.addMapper(mapper(select(), consistency(EVENTUAL)));
    StatementCatalog catalog =
        MapperFiles.catalog(
            configuration,
            new DeclaredStatements(List.of("**." + METHOD), Declaration.of(SESSION)));

    assertThat(catalog.profile(configuration.getMappedStatement(ID)).declaration())
        .isEqualTo(Declaration.of(SESSION));
    assertThat(catalog.verify().warnings()).isEmpty();
  }

  @Test
  void start_countsAMangledMethod() {
    Configuration configuration = MapperFiles.configuration();
    configuration.addMapper(mapper(select(), consistency(STRONG)));

    assertThat(MapperFiles.catalog(configuration).verify().text())
        .isEqualTo("1 STRONG, 0 SESSION, 0 EVENTUAL, 0 undeclared, 0 warnings");
  }

  private static Class<?> mapper(AnnotationDescription... annotations) {
    try (DynamicType.Unloaded<?> made =
        new ByteBuddy()
            .with(TypeValidation.DISABLED)
            .makeInterface()
            .name("kotlin.made.OrderMapper")
            .defineMethod(METHOD, int.class, Visibility.PUBLIC)
            .withParameters(long.class)
            .withoutCode()
            .annotateMethod(annotations)
            .make()) {
      return made.load(MangledNamesTest.class.getClassLoader()).getLoaded();
    }
  }

  private static AnnotationDescription select() {
    return of(Select.class).defineArray("value", "select 1").build();
  }

  private static AnnotationDescription consistency(ConsistencyLevel level) {
    return of(Consistency.class).define("value", level).build();
  }

  private static AnnotationDescription.Builder of(Class<? extends Annotation> type) {
    return AnnotationDescription.Builder.ofType(type);
  }
}
