package io.github.rwsplit;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Holds the packages to the order in which a statement passes them. */
@AnalyzeClasses(
    packages = "io.github.rwsplit",
    importOptions = ArchitectureTest.MainClassesOfThisModule.class)
class ArchitectureTest {

  private static final String ROOT = "io.github.rwsplit";

  /** The test module and the annotations lie in folders of the same name. */
  static final class MainClassesOfThisModule implements ImportOption {
    @Override
    public boolean includes(Location location) {
      return location.contains("mybatis-rwsplit-plugin/target/classes/");
    }
  }

  @ArchTest
  static final ArchRule packages_have_no_circles =
      slices().matching("io.github.rwsplit.(*)..").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule nobody_uses_boot =
      noClasses()
          .that()
          .resideOutsideOfPackage(ROOT + ".boot")
          .should()
          .dependOnClassesThat()
          .resideInAPackage(ROOT + ".boot");

  @ArchTest
  static final ArchRule spring_boot_stands_only_in_boot =
      noClasses()
          .that()
          .resideOutsideOfPackage(ROOT + ".boot")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("org.springframework.boot..");

  /** It has a jar of its own, with its libraries; the library must load without all of that. */
  @ArchTest
  static final ArchRule nobody_uses_the_command_line =
      noClasses()
          .that()
          .resideOutsideOfPackage(ROOT + ".cli..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              ROOT + ".cli..",
              "picocli..",
              "org.objectweb.asm..",
              "com.fasterxml.jackson..",
              "org.HdrHistogram..",
              "org.yaml..");

  /** What it uses is packed into its jar: these packages and no others. */
  @ArchTest
  static final ArchRule the_command_line_uses_declarations_alone =
      noClasses()
          .that()
          .resideInAPackage(ROOT + ".cli..")
          .should()
          .dependOnClassesThat(
              resideInAPackage(ROOT + "..")
                  .and(
                      not(
                          resideInAnyPackage(
                              ROOT + ".cli..", ROOT + ".statement", ROOT + ".annotation"))))
          .orShould()
          .dependOnClassesThat()
          .resideInAnyPackage("org.apache.ibatis..", "org.springframework..", "org.slf4j..");

  @ArchTest
  static final ArchRule rules_and_declarations_are_pure =
      noClasses()
          .that()
          .resideInAnyPackage(ROOT + ".route", ROOT + ".statement")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("java.sql..", "javax.sql..", "org.springframework..", "com.zaxxer..");

  @ArchTest
  static final ArchRule rules_and_declarations_start_no_thread =
      noClasses()
          .that()
          .resideOutsideOfPackages(ROOT + ".node", ROOT + ".audit")
          .should()
          .callConstructor(Thread.class, Runnable.class)
          .orShould()
          .callConstructor(Thread.class, Runnable.class, String.class)
          .orShould()
          .dependOnClassesThat()
          .haveFullyQualifiedName("java.util.concurrent.Executors");

  @ArchTest
  static final ArchRule session_and_audit_know_no_mybatis =
      noClasses()
          .that()
          .resideInAnyPackage(ROOT + ".route", ROOT + ".session", ROOT + ".node", ROOT + ".audit")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("org.apache.ibatis..");

  @ArchTest
  static final ArchRule mybatis_spring_is_optional =
      noClasses()
          .that()
          .resideOutsideOfPackage(ROOT + ".boot")
          .and()
          .doNotHaveSimpleName("SpringRoutingTransactionFactory")
          .and()
          .doNotHaveSimpleName("AttachedFactory")
          .and()
          .doNotHaveSimpleName("SpringStyle")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("org.mybatis.spring..");

  @ArchTest
  static final ArchRule nothing_static_changes =
      fields()
          .that()
          .areStatic()
          .and()
          .areDeclaredInClassesThat()
          .resideInAPackage(ROOT + "..")
          .should()
          .beFinal();

  /** Of a monitor a test can see that it is held across JDBC (CaseB13MonitorsTest). */
  @ArchTest
  static final ArchRule monitors_are_the_only_locks =
      noClasses().should().dependOnClassesThat().resideInAPackage("java.util.concurrent.locks..");

  @ArchTest
  static final ArchRule classes_are_final_or_closed =
      classes()
          .that()
          .areNotInterfaces()
          .and()
          .areNotEnums()
          .and()
          .areNotAnonymousClasses()
          .and()
          .doNotHaveModifier(JavaModifier.ABSTRACT)
          .and()
          .areNotAnnotatedWith("org.springframework.context.annotation.Configuration")
          .should()
          .haveModifier(JavaModifier.FINAL);
}
