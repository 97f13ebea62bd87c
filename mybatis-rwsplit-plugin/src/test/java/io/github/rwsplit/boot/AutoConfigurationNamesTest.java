package io.github.rwsplit.boot;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.autoconfigure.AutoConfiguration;

/**
 * A wrong name in {@code afterName} or of an {@code .imports} file is ignored without a word, so
 * each is looked up in the line that it is for.
 */
class AutoConfigurationNamesTest {

  private static final String AVAILABLE_ENDPOINT =
      "org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint";

  private static final Path LINES = Path.of("target", "lines");

  private static boolean has(String jar, String entry) throws IOException {
    try (ZipFile zip = new ZipFile(LINES.resolve(jar + ".jar").toFile())) {
      return zip.getEntry(entry) != null;
    }
  }

  @ParameterizedTest
  @CsvSource({
    "spring-boot-autoconfigure-3.5.7, " + RwSplitAutoConfiguration.DATA_SOURCE_BOOT_3,
    "spring-boot-jdbc-4.0.7, " + RwSplitAutoConfiguration.DATA_SOURCE_BOOT_4,
    "spring-boot-jdbc-4.1.2, " + RwSplitAutoConfiguration.DATA_SOURCE_BOOT_4,
    "mybatis-spring-boot-autoconfigure-3.0.5, " + RwSplitAutoConfiguration.MYBATIS,
    "mybatis-spring-boot-autoconfigure-4.0.1, " + RwSplitAutoConfiguration.MYBATIS,
    "mybatis-plus-spring-boot3-starter-3.5.16, " + RwSplitAutoConfiguration.MYBATIS_PLUS,
    "mybatis-plus-spring-boot4-starter-3.5.17, " + RwSplitAutoConfiguration.MYBATIS_PLUS,
    "pagehelper-spring-boot-autoconfigure-2.1.1, " + RwSplitAutoConfiguration.PAGE_HELPER,
    "pagehelper-spring-boot-autoconfigure-4.1.0, " + RwSplitAutoConfiguration.PAGE_HELPER,
    "mybatis-spring-boot-test-autoconfigure-3.0.5, "
        + "org.mybatis.spring.boot.test.autoconfigure.AutoConfigureMybatis",
    "mybatis-plus-spring-boot-test-autoconfigure-3.5.15, "
        + "com.baomidou.mybatisplus.test.autoconfigure.AutoConfigureMybatisPlus",
    "spring-boot-actuator-3.5.7, " + RwSplitHealthBoot3AutoConfiguration.INDICATOR,
    "spring-boot-actuator-3.5.7, " + RwSplitHealthBoot3AutoConfiguration.HEALTH,
    "spring-boot-health-4.0.7, " + RwSplitHealthAutoConfiguration.INDICATOR,
    "spring-boot-health-4.1.2, " + RwSplitHealthAutoConfiguration.INDICATOR,
    "spring-boot-actuator-autoconfigure-3.5.7, " + AVAILABLE_ENDPOINT,
    "spring-boot-actuator-autoconfigure-4.0.7, " + AVAILABLE_ENDPOINT,
  })
  void name_existsInItsLine(String jar, String name) throws IOException {
    assertThat(has(jar, name.replace('.', '/') + ".class")).as("%s in %s", name, jar).isTrue();
  }

  @ParameterizedTest
  @CsvSource({"spring-boot-actuator-3.5.7, false", "spring-boot-health-4.0.7, true"})
  void health_ofEachLine_isOnlyInIts(String jar, boolean four) throws IOException {
    assertThat(has(jar, RwSplitHealthAutoConfiguration.INDICATOR.replace('.', '/') + ".class"))
        .isEqualTo(four);
    assertThat(has(jar, RwSplitHealthBoot3AutoConfiguration.INDICATOR.replace('.', '/') + ".class"))
        .isNotEqualTo(four);
  }

  @Test
  void names_thatTheAutoConfigurationGives_areThoseLookedUpHere() {
    AutoConfiguration annotation =
        RwSplitAutoConfiguration.class.getAnnotation(AutoConfiguration.class);

    assertThat(Arrays.asList(annotation.afterName()))
        .containsExactlyInAnyOrder(
            RwSplitAutoConfiguration.DATA_SOURCE_BOOT_3,
            RwSplitAutoConfiguration.DATA_SOURCE_BOOT_4,
            RwSplitAutoConfiguration.MYBATIS,
            RwSplitAutoConfiguration.MYBATIS_PLUS,
            RwSplitAutoConfiguration.PAGE_HELPER);
  }

  @Test
  void primary_comesBeforeTheDataSourceOfEachLine() {
    AutoConfiguration annotation =
        RwSplitPrimaryAutoConfiguration.class.getAnnotation(AutoConfiguration.class);

    assertThat(Arrays.asList(annotation.beforeName()))
        .containsExactlyInAnyOrder(
            RwSplitAutoConfiguration.DATA_SOURCE_BOOT_3,
            RwSplitAutoConfiguration.DATA_SOURCE_BOOT_4);
  }
}
