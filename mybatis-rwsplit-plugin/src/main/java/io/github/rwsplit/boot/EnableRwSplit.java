package io.github.rwsplit.boot;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.context.annotation.Import;

/**
 * Attaches the library to the MyBatis of a Spring application without Spring Boot (Spring 6.2 or
 * later). Put it on one {@code @Configuration} class. The configuration is what stands under {@code
 * rwsplit} in the Environment, as from a {@code @PropertySource}.
 *
 * <pre>{@code
 * @Configuration
 * @EnableRwSplit
 * @MapperScan("com.acme.shop.mapper")
 * @PropertySource("classpath:application.properties")   // rwsplit.replicas.replica-1.url=jdbc:mysql://...
 * class AppConfig {
 *
 *   @Bean
 *   SqlSessionFactoryBean sqlSessionFactory(DataSource dataSource) { ... }   // as it was
 * }
 * }</pre>
 *
 * <p>With {@code rwsplit.primary.url} the DataSource bean, {@code dataSource}, is made here too.
 *
 * <p>Where {@code rwsplit.session.key} or {@code rwsplit.session.token} is set, web requests need
 * the filter bean {@code rwSplitSessionFilter}: register a {@code DelegatingFilterProxy} of that
 * name for all dispatcher types, in front of the filters that log in.
 *
 * <p>With Spring Boot it is not needed, and does no harm.
 *
 * @see io.github.rwsplit.RwSplitConfig#read(org.springframework.core.env.ConfigurableEnvironment)
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
@Import({RwSplitConfiguration.class, PrimaryBean.class})
public @interface EnableRwSplit {}
