package io.github.rwsplit.statement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.rwsplit.RwSplitXml;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.apache.ibatis.builder.BuilderException;
import org.apache.ibatis.io.Resources;
import org.apache.ibatis.session.Configuration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MapperDtdTest {

  private static final String MAPPER =
      "<mapper namespace='a.M'><select id='x' consistency='STRONG' resultType='int'>select 1"
          + "</select></mapper>";

  @TempDir Path folder;

  @BeforeEach
  @AfterEach
  void noHook() {
    Resources.setDefaultClassLoader(null);
  }

  @Test
  void withoutTheHook_theAttributeIsRefused_andTheErrorSaysWhatToDo() {
    assertThat(RwSplitXml.accepted()).isFalse();
    assertThatThrownBy(() -> MapperFiles.load(new Configuration(), folder, MAPPER))
        .isInstanceOf(BuilderException.class)
        .hasStackTraceContaining("Attribute \"consistency\" must be declared");
    assertThatThrownBy(MapperAttributes::requireAccepted)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage(
            "The default class loader of org.apache.ibatis.io.Resources must be the one that"
                + " RwSplitXml.accept() sets, so that mapper files may carry consistency=\"...\","
                + " but was null. Call RwSplitXml.accept() after whatever sets that loader and"
                + " before mapper files are read, or declare the attributes in the files"
                + " themselves: <!DOCTYPE mapper PUBLIC ... [<!ATTLIST select consistency"
                + " (STRONG|SESSION|EVENTUAL) #IMPLIED>]>");
  }

  @Test
  void accept_twice_keepsTheFirstLoader() {
    RwSplitXml.accept();
    ClassLoader first = Resources.getDefaultClassLoader();
    RwSplitXml.accept();

    assertThat(Resources.getDefaultClassLoader()).isSameAs(first);
    assertThat(RwSplitXml.accepted()).isTrue();
    assertThatCode(MapperAttributes::requireAccepted).doesNotThrowAnyException();
  }

  @Test
  void accept_byManyThreadsAtOnce_installsOneLoader() throws InterruptedException {
    int threads = 8;
    CountDownLatch go = new CountDownLatch(1);
    Set<ClassLoader> seen = java.util.Collections.synchronizedSet(new HashSet<>());
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    for (int i = 0; i < threads; i++) {
      pool.execute(
          () -> {
            try {
              go.await();
            } catch (InterruptedException e) {
              Thread.currentThread().interrupt();
            }
            RwSplitXml.accept();
            seen.add(Resources.getDefaultClassLoader());
          });
    }
    go.countDown();
    pool.shutdown();

    assertThat(pool.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
    assertThat(seen).hasSize(1);
  }

  @Test
  void accept_leavesClassesAndResourcesAlone() throws Exception {
    URL before = Resources.getResourceURL("io/github/rwsplit/statement/roads/RoadMapper.xml");
    RwSplitXml.accept();

    assertThat(Resources.classForName("io.github.rwsplit.statement.MapperDtdTest"))
        .isSameAs(MapperDtdTest.class);
    assertThat(Resources.classForName("java.lang.String")).isSameAs(String.class);
    assertThat(Resources.getResourceURL("io/github/rwsplit/statement/roads/RoadMapper.xml"))
        .isEqualTo(before);
    assertThatThrownBy(() -> Resources.classForName("no.such.Type"))
        .isInstanceOf(ClassNotFoundException.class);
    assertThatThrownBy(() -> Resources.getResourceAsStream("no/such.xml"))
        .isInstanceOf(IOException.class);
  }

  @Test
  void accept_afterSomebodySetALoader_keepsAskingIt() throws Exception {
    Files.writeString(folder.resolve("only-here.txt"), "found");
    try (URLClassLoader theirs = new URLClassLoader(new URL[] {folder.toUri().toURL()}, null)) {
      Resources.setDefaultClassLoader(theirs);
      RwSplitXml.accept();

      assertThat(RwSplitXml.accepted()).isTrue();
      assertThat(Resources.getResourceURL("only-here.txt")).isNotNull();
      try (InputStream in = Resources.getResourceAsStream("only-here.txt")) {
        assertThat(in).hasContent("found");
      }
      assertThat(Resources.classForName("io.github.rwsplit.statement.MapperDtdTest"))
          .isSameAs(MapperDtdTest.class);
    }
  }

  @Test
  void accept_extendsTheDtdThatSomebodyElseServes() {
    Resources.setDefaultClassLoader(new DtdOfAnother("<!ATTLIST select theirs CDATA #IMPLIED>"));
    RwSplitXml.accept();

    assertThatCode(
            () ->
                MapperFiles.load(
                    new Configuration(),
                    folder,
                    MAPPER.replace("id='x'", "id='x' theirs='1' group='online'")))
        .doesNotThrowAnyException();
  }

  @Test
  void displacedByAnotherLibrary_isNoticed_andRepairedByCallingAgain() {
    RwSplitXml.accept();
    Resources.setDefaultClassLoader(new DtdOfAnother(""));

    assertThat(RwSplitXml.accepted()).isFalse();
    assertThatThrownBy(MapperAttributes::requireAccepted)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("but was a loader of another library. Call RwSplitXml.accept()");

    RwSplitXml.accept();
    assertThat(RwSplitXml.accepted()).isTrue();
    MapperFiles.load(new Configuration(), folder, MAPPER);
  }

  @ParameterizedTest
  @ValueSource(strings = {"consistency='eventual'", "sideEffectFree='yes'", "onEmpty='primary'"})
  void badValue_isRefusedByMyBatisWithTheListOfValues(String attribute) {
    RwSplitXml.accept();
    String mapper = MAPPER.replace("consistency='STRONG'", attribute);

    assertThatThrownBy(() -> MapperFiles.load(new Configuration(), folder, mapper))
        .isInstanceOf(BuilderException.class)
        .hasStackTraceContaining("must have a value from the list");
  }

  @ParameterizedTest
  @ValueSource(strings = {"insert", "update", "delete"})
  void levelOnAWrite_isRefusedByMyBatis(String tag) {
    RwSplitXml.accept();
    String mapper = "<mapper namespace='a.M'><" + tag + " id='x' consistency='STRONG'/></mapper>";

    assertThatThrownBy(() -> MapperFiles.load(new Configuration(), folder, mapper))
        .isInstanceOf(BuilderException.class)
        .hasStackTraceContaining(
            "Attribute \"consistency\" must be declared for element type \"" + tag + "\"");
  }

  private static final class DtdOfAnother extends ClassLoader {
    private final byte[] dtd;

    DtdOfAnother(String more) {
      super(null);
      try (InputStream in = MapperDtdTest.class.getResourceAsStream("/" + MapperDtd.NAME)) {
        dtd =
            (new String(in.readAllBytes(), StandardCharsets.UTF_8) + more)
                .getBytes(StandardCharsets.UTF_8);
      } catch (IOException e) {
        throw new AssertionError(e);
      }
    }

    @Override
    public @org.jspecify.annotations.Nullable InputStream getResourceAsStream(String name) {
      return name.equals(MapperDtd.NAME) ? new ByteArrayInputStream(dtd) : null;
    }

    @Override
    public String toString() {
      return "a loader of another library";
    }
  }
}
