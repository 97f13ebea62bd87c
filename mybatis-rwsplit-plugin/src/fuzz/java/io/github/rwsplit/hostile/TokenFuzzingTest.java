package io.github.rwsplit.hostile;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.github.rwsplit.session.HostileToken;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class TokenFuzzingTest extends Fuzzing {

  static Stream<Arguments> seeds() throws Exception {
    return seeds("io.github.rwsplit.session.HostileToken");
  }

  @MethodSource("seeds")
  @FuzzTest(maxDuration = "15s")
  void fuzz(byte[] input) throws Exception {
    // the first inputs are of another one
    take(() -> new HostileToken(false), input);
  }
}
