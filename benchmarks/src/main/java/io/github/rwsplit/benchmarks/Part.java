package io.github.rwsplit.benchmarks;

/** A part of the run, which ends in a piece of the document. */
interface Part {

  /**
   * Measures.
   *
   * @param quick only to see that it works: its figures are no good
   * @return Markdown
   */
  String run(boolean quick) throws Exception;
}
