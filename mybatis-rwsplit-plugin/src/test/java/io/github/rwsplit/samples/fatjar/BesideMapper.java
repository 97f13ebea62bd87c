package io.github.rwsplit.samples.fatjar;

/** Its XML is beside it. */
public interface BesideMapper {
  int beside();
}
