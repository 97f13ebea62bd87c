package io.github.rwsplit;

import io.github.rwsplit.statement.MapperAttributes;

/**
 * Makes mapper XML accept the attributes {@code consistency}, {@code group}, {@code maxLag}, {@code
 * sideEffectFree} and {@code onEmpty} on {@code <select>} and {@code <mapper>}, while the files
 * keep MyBatis' own DOCTYPE.
 *
 * <p>Spring applications need not call it: the auto-configuration and {@code @EnableRwSplit} do. In
 * plain MyBatis, call {@link #accept()} once, before the first mapper file is read:
 *
 * <pre>{@code
 * RwSplitXml.accept();
 * SqlSessionFactory factory = new SqlSessionFactoryBuilder().build(config);
 * }</pre>
 *
 * <p>It works by {@code Resources.setDefaultClassLoader}. A loader that was set before keeps being
 * asked for everything but the mapper DTD. A library that sets another loader later, without asking
 * ours, displaces it: {@link #accepted()} tells, and calling {@link #accept()} again repairs it for
 * the files that are still to be read.
 *
 * <p>A file that declares the attributes in the internal subset of its DOCTYPE needs none of this:
 *
 * <pre>{@code
 * <!DOCTYPE mapper PUBLIC "-//mybatis.org//DTD Mapper 3.0//EN" "https://mybatis.org/dtd/mybatis-3-mapper.dtd" [
 *   <!ATTLIST select consistency (STRONG|SESSION|EVENTUAL) #IMPLIED>
 * ]>
 * }</pre>
 */
public final class RwSplitXml {

  private RwSplitXml() {}

  /** Makes all mapper files that are read from now on accept the attributes. Safe to repeat. */
  public static void accept() {
    MapperAttributes.accept();
  }

  /**
   * Tells whether a mapper file that is read now would be allowed the attributes.
   *
   * @return false before {@link #accept()}, and after another library has replaced the hook
   */
  public static boolean accepted() {
    return MapperAttributes.accepted();
  }
}
