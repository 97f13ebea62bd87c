package io.github.rwsplit.demo;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.UseMainMethod;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;

/** A test of the demo as it is started, on servers of its own; all such tests share one start. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@SpringBootTest(
    useMainMethod = UseMainMethod.ALWAYS,
    webEnvironment = WebEnvironment.RANDOM_PORT,
    properties = {
      "demo.orders=" + DemoTest.ORDERS,
      "demo.logs=" + DemoTest.LOGS,
      "demo.servers.record-statements=true",
      "rwsplit.audit.sql=normalized",
      "rwsplit.session.window=2s",
      "rwsplit.session.token.enabled=true",
      "rwsplit.session.token.secrets=the secret of the demo's tests"
    })
public @interface DemoTest {

  /** How many orders there are at first. */
  int ORDERS = 2_000;

  /** Not where {@code run} writes, which may be running. */
  String LOGS = "target/test-logs";
}
