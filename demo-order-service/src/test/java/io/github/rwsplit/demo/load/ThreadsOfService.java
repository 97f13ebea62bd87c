package io.github.rwsplit.demo.load;

import java.util.Set;
import java.util.stream.Collectors;

/** The threads that a context of the demo makes: the library's, the pools' and the web server's. */
final class ThreadsOfService {

  private static final String NAMES = "rwsplit.*|.*ikari.*|http-nio.*|Catalina.*|container-.*";

  private ThreadsOfService() {}

  static Set<Thread> now() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().matches(NAMES))
        .collect(Collectors.toSet());
  }
}
