package io.github.rwsplit.boot;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Import;

/**
 * Makes the DataSource bean of {@code rwsplit.primary}, so that Spring Boot makes none. Without
 * {@code rwsplit.primary.url} it does nothing, and the DataSource is the application's.
 *
 * <p>Names of Boot 3.5 and of Boot 4 stand side by side: a name that does not exist is ignored.
 */
@AutoConfiguration(
    beforeName = {
      RwSplitAutoConfiguration.DATA_SOURCE_BOOT_3,
      RwSplitAutoConfiguration.DATA_SOURCE_BOOT_4
    })
@ConditionalOnProperty("rwsplit.primary.url")
@Import(PrimaryBean.class)
public final class RwSplitPrimaryAutoConfiguration {

  /** Made by Spring Boot. */
  public RwSplitPrimaryAutoConfiguration() {}
}
