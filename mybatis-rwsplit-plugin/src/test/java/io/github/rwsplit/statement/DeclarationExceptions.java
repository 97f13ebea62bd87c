package io.github.rwsplit.statement;

import java.util.List;

/** Makes the exception for tests of other packages. */
public final class DeclarationExceptions {

  private DeclarationExceptions() {}

  public static DeclarationException of(String... problems) {
    return new DeclarationException(List.of(problems));
  }
}
