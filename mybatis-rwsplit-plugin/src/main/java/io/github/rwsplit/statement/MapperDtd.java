package io.github.rwsplit.statement;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.apache.ibatis.io.Resources;
import org.jspecify.annotations.Nullable;

/**
 * Makes MyBatis' own mapper DTD allow our attributes.
 *
 * <p>MyBatis validates each mapper file against a DTD that it looks up, by name, through {@link
 * Resources}, and there the default class loader is asked first. So a default class loader that
 * answers this one name with MyBatis' DTD and our attribute lists behind it reaches every road by
 * which a mapper file is read. A class loader that somebody else had set before becomes its parent
 * and is asked for everything else, and for the DTD that is to be extended.
 *
 * <p>No state is kept here: whether the attributes are accepted is always found out by looking.
 */
final class MapperDtd {

  static final String NAME = "org/apache/ibatis/builder/xml/mybatis-3-mapper.dtd";

  private static final String ATTRIBUTES =
      """
      consistency (STRONG|SESSION|EVENTUAL) #IMPLIED
      group CDATA #IMPLIED
      maxLag CDATA #IMPLIED
      sideEffectFree (true|false) #IMPLIED
      onEmpty (RETURN|PRIMARY) #IMPLIED
      """;

  private static final String LISTS =
      "\n<!ATTLIST select\n" + ATTRIBUTES + ">\n<!ATTLIST mapper\n" + ATTRIBUTES + ">\n";

  private MapperDtd() {}

  /** Installs the hook unless the attributes are accepted already. */
  static void install() {
    synchronized (MapperDtd.class) {
      String dtd = current();
      if (!dtd.contains(LISTS)) {
        ClassLoader before = Resources.getDefaultClassLoader();
        Resources.setDefaultClassLoader(new Loader(before, dtd + LISTS));
      }
    }
  }

  /** Tells whether a mapper file read now by this thread may carry the attributes. */
  static boolean effective() {
    return current().contains(LISTS);
  }

  private static String current() {
    try (InputStream in = Resources.getResourceAsStream(NAME)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(
          NAME + " must be on the class path, but was not to be read; is mybatis.jar complete?", e);
    }
  }

  /** Answers one resource, and leaves all else to the loader that was there before, if any. */
  private static final class Loader extends ClassLoader {

    private final @Nullable ClassLoader before;
    private final byte[] dtd;

    Loader(@Nullable ClassLoader before, String dtd) {
      super("rwsplit-mapper-dtd", before);
      this.before = before;
      this.dtd = dtd.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (before == null) {
        throw new ClassNotFoundException(name);
      }
      return before.loadClass(name);
    }

    @Override
    public @Nullable InputStream getResourceAsStream(String name) {
      if (name.equals(NAME)) {
        return new ByteArrayInputStream(dtd);
      }
      return before == null ? null : before.getResourceAsStream(name);
    }

    @Override
    public String toString() {
      return "mapper DTD of rwsplit" + (before == null ? "" : ", then " + before);
    }
  }
}
