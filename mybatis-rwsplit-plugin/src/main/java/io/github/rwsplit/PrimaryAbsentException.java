package io.github.rwsplit;

/**
 * The primary cannot be reached when a cluster starts. A replica may be absent then; without the
 * primary nothing can be written, and starting is only right where the configuration says so.
 */
public final class PrimaryAbsentException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private static final String ADVICE =
      "Start it, or check the DataSource's URL and account and the network between. To start"
          + " without it, set rwsplit.switches.read-only to true, or HikariCP's"
          + " initialization-fail-timeout of that DataSource to -1.";

  private final String description;

  PrimaryAbsentException(String description, Throwable cause) {
    super(description + " " + ADVICE, cause);
    this.description = description;
  }

  /**
   * Which server cannot be reached, and why.
   *
   * @return one sentence, without credentials
   */
  public String description() {
    return description;
  }

  /**
   * What to do.
   *
   * @return some sentences
   */
  public String advice() {
    return ADVICE;
  }
}
