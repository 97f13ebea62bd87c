package io.github.rwsplit.boot;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;
import org.junit.jupiter.api.Test;

/** What {@code @EnableRwSplit} imports must not need Spring Boot. */
class WithoutBootClassesTest {

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("io.github.rwsplit");

  @Test
  void classes_butTheAutoConfigurationsAndWhatTheyMake_doNotNeedBoot() {
    ArchRuleDefinition.noClasses()
        .that()
        .haveSimpleNameNotEndingWith("AutoConfiguration")
        .and()
        .haveSimpleNameNotEndingWith("FailureAnalyzer")
        .and()
        .haveSimpleNameNotEndingWith("HealthIndicator")
        .and()
        .haveSimpleNameNotStartingWith("RwSplitEndpoint")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("org.springframework.boot..")
        .check(CLASSES);
  }
}
