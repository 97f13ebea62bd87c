package io.github.rwsplit.hostile;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.github.rwsplit.node.HostileNode;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class NodeFuzzingTest extends Fuzzing {

  static Stream<Arguments> seeds() throws Exception {
    return seeds("io.github.rwsplit.node.HostileNode");
  }

  @MethodSource("seeds")
  @FuzzTest(maxDuration = "15s")
  void fuzz(byte[] input) throws Exception {
    take(HostileNode::new, input);
  }
}
