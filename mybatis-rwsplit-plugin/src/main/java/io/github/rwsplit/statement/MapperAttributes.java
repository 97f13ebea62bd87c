package io.github.rwsplit.statement;

import org.apache.ibatis.io.Resources;
import org.jspecify.annotations.Nullable;

/**
 * Whether mapper XML may carry {@code consistency}, {@code group}, {@code maxLag}, {@code
 * sideEffectFree} and {@code onEmpty} under MyBatis' own DOCTYPE. Applications call {@code
 * io.github.rwsplit.RwSplitXml}, which leads here.
 *
 * <p>All methods are safe for use by several threads.
 */
public final class MapperAttributes {

  private MapperAttributes() {}

  /**
   * Makes all mapper files that are read from now on accept the attributes. Calling it again does
   * nothing, unless another library has replaced the hook in the meantime: then it is put back, in
   * front of what that library has set.
   */
  public static void accept() {
    MapperDtd.install();
  }

  /**
   * Tells whether a mapper file that is read now would be allowed the attributes.
   *
   * @return false before {@link #accept()}, and after another library has replaced the hook
   */
  public static boolean accepted() {
    return MapperDtd.effective();
  }

  /**
   * Tells what keeps mapper files that are read now from carrying the attributes.
   *
   * @return who replaced the hook, and what can be done; null where nothing does
   */
  public static @Nullable String displacement() {
    return accepted()
        ? null
        : "The default class loader of org.apache.ibatis.io.Resources must be the one that"
            + " RwSplitXml.accept() sets, so that mapper files may carry consistency=\"...\", but"
            + " was "
            + Resources.getDefaultClassLoader()
            + ". Call RwSplitXml.accept() after whatever sets that loader and before mapper files"
            + " are read, or declare the attributes in the files themselves:"
            + " <!DOCTYPE mapper PUBLIC ... [<!ATTLIST select consistency"
            + " (STRONG|SESSION|EVENTUAL) #IMPLIED>]>";
  }

  /**
   * Fails if the hook was replaced.
   *
   * @throws IllegalStateException with the {@link #displacement}, if there is one
   */
  public static void requireAccepted() {
    String displacement = displacement();
    if (displacement != null) {
      throw new IllegalStateException(displacement);
    }
  }
}
