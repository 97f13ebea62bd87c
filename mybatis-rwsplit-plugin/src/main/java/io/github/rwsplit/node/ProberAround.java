package io.github.rwsplit.node;

/** A prober that adds something to the questions of another one. */
abstract class ProberAround implements Prober {

  private final Prober inner;

  ProberAround(Prober inner) {
    this.inner = inner;
  }

  /** The one that asks the server. */
  Prober inner() {
    return inner;
  }

  @Override
  public void alsoAsk(LagQuestion question) {
    inner.alsoAsk(question);
  }

  @Override
  public void alsoAsk(StandingQuestion question) {
    inner.alsoAsk(question);
  }

  @Override
  public boolean isInTheWay() {
    return inner.isInTheWay();
  }

  @Override
  public void close() {
    inner.close();
  }
}
