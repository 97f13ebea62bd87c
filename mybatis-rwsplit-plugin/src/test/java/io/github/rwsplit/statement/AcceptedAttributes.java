package io.github.rwsplit.statement;

import io.github.rwsplit.RwSplitXml;
import org.apache.ibatis.io.Resources;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Lets mapper files carry the attributes during a test, and no longer. */
final class AcceptedAttributes implements BeforeEachCallback, AfterEachCallback {

  @Override
  public void beforeEach(ExtensionContext context) {
    Resources.setDefaultClassLoader(null);
    RwSplitXml.accept();
  }

  @Override
  public void afterEach(ExtensionContext context) {
    Resources.setDefaultClassLoader(null);
  }
}
