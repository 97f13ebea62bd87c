package io.github.rwsplit.benchmarks;

import io.github.rwsplit.annotation.Consistency;
import io.github.rwsplit.annotation.ConsistencyLevel;
import java.io.IOException;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.description.annotation.AnnotationDescription;
import net.bytebuddy.dynamic.DynamicType;

/**
 * Mappers as a large application has them: an interface each with XML beside it; of twenty
 * statements twelve read, four with a level in an annotation and four with one in the XML.
 */
final class ManyMappers {

  static final String PACKAGE = "shop.mapper";

  /** One with a level, which a replica serves. */
  static final String FIRST = PACKAGE + ".Table1Mapper.statement0";

  static final int STATEMENTS_OF_ONE = 20;

  private static final int READS = 12;
  private static final int DECLARED_BY_ANNOTATION = 4;
  private static final int DECLARED_IN_XML = 8;

  private ManyMappers() {}

  /**
   * Writes them.
   *
   * @param declared whether XML has levels, which MyBatis alone refuses
   */
  static void write(Path folder, int mappers, boolean declared) throws IOException {
    Path resources = Files.createDirectories(folder.resolve(PACKAGE.replace('.', '/')));
    for (int number = 1; number <= mappers; number++) {
      String name = "Table%dMapper".formatted(number);
      type(PACKAGE + "." + name).saveIn(folder.toFile());
      Files.writeString(resources.resolve(name + ".xml"), xml(name, number, declared));
    }
  }

  private static DynamicType.Unloaded<?> type(String name) {
    DynamicType.Builder<?> type = new ByteBuddy().makeInterface().name(name);
    for (int i = 0; i < STATEMENTS_OF_ONE; i++) {
      var method =
          type.defineMethod(
                  "statement" + i,
                  i < READS ? Object.class : int.class,
                  Modifier.PUBLIC | Modifier.ABSTRACT)
              .withParameters(long.class)
              .withoutCode();
      type = i < DECLARED_BY_ANNOTATION ? method.annotateMethod(level()) : method;
    }
    return type.make();
  }

  private static AnnotationDescription level() {
    return AnnotationDescription.Builder.ofType(Consistency.class)
        .define("value", ConsistencyLevel.EVENTUAL)
        .build();
  }

  private static String xml(String mapper, int number, boolean declared) {
    StringBuilder xml =
        new StringBuilder(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE mapper PUBLIC "-//mybatis.org//DTD Mapper 3.0//EN" "http://mybatis.org/dtd/mybatis-3-mapper.dtd">
            <mapper namespace="%s.%s">
            """
                .formatted(PACKAGE, mapper));
    for (int i = 0; i < STATEMENTS_OF_ONE; i++) {
      boolean level = declared && i >= DECLARED_BY_ANNOTATION && i < DECLARED_IN_XML;
      xml.append(i < READS ? select(number, i, level) : update(number, i));
    }
    return xml.append("</mapper>\n").toString();
  }

  private static String select(int table, int number, boolean level) {
    return """
      <select id="statement%d"%s resultType="%s">
        select t.id, t.name, t.price from table_%d t
        <where><if test="_parameter != null">t.id = #{id} and t.kind = %d</if></where>
        order by t.id limit 10
      </select>
      """
        .formatted(
            number, level ? " consistency=\"SESSION\"" : "", Item.class.getName(), table, number);
  }

  private static String update(int table, int number) {
    return """
      <update id="statement%d">update table_%d set price = price + %d where id = #{id}</update>
      """
        .formatted(number, table, number);
  }
}
