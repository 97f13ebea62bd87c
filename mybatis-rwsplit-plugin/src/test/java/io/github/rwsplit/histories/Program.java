package io.github.rwsplit.histories;

import java.util.List;
import org.apache.ibatis.session.ExecutorType;

/** What some threads do at once, with rows and sessions of their own. */
record Program(ExecutorType executor, List<Worker> threads) {

  /** How many cells a program has; its notes come behind them. */
  static final int CELLS = 3;

  /** What one thread does, in one of the two instances of the application. */
  record Worker(int instance, List<Step> steps) {}

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("executor " + executor + "\n");
    for (int i = 0; i < threads.size(); i++) {
      Worker thread = threads.get(i);
      text.append("thread ").append(i).append(", instance ").append(thread.instance()).append('\n');
      append(text, thread.steps(), "  ");
    }
    return text.toString();
  }

  private static void append(StringBuilder text, List<Step> steps, String indent) {
    for (Step step : steps) {
      text.append(indent).append(step.line()).append('\n');
      append(text, step.body(), indent + "  ");
    }
  }
}
