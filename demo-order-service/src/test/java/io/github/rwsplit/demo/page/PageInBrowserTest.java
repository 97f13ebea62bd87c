package io.github.rwsplit.demo.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.rwsplit.RwSplitSwitches;
import io.github.rwsplit.demo.DemoTest;
import io.github.rwsplit.demo.load.Load;
import io.github.rwsplit.test.MySqlCluster;
import java.util.List;
import java.util.Map;
import org.apache.ibatis.mapping.MappedStatement;
import org.apache.ibatis.mapping.ResultMap;
import org.apache.ibatis.mapping.SqlCommandType;
import org.apache.ibatis.scripting.defaults.RawSqlSource;
import org.apache.ibatis.session.Configuration;
import org.apache.ibatis.session.SqlSession;
import org.apache.ibatis.session.SqlSessionFactory;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebDriverException;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.core.env.Environment;

/** The page as a person uses it, in a real browser on real servers. */
@DemoTest
@WithChromium
class PageInBrowserTest {

  private static final String REPLICA = "[data-node='replica-1']";

  @Autowired MySqlCluster servers;
  @Autowired Environment environment;
  @Autowired SqlSessionFactory factory;
  @Autowired Load load;
  @Autowired Faults faults;
  @Autowired RwSplitSwitches switches;
  Browser browser;

  @BeforeEach
  void open() {
    browser =
        new Browser("http://127.0.0.1:" + environment.getRequiredProperty("local.server.port"));
    awaitText("#connection", "live");
  }

  @AfterEach
  void close() {
    browser.close();
    load.stop();
    switches.by("test", "the end").reset();
    faults.turn("replica-1", Fault.DELAYED, false, "the end of the test");
    servers.awaitReplication();
  }

  @Test
  void replicaIsDelayedUnderLoad_isShownAsLate_naiveIsStaleAndPositionIsNot() {
    browser.click("#load-start");
    patiently()
        .untilAsserted(
            () -> {
              assertThat(browser.number("#load-checked")).isGreaterThan(20);
              assertThat(browser.number(REPLICA + " .figures div:nth-child(3) dd")).isPositive();
            });

    browser.click(REPLICA + " [data-fault='DELAYED']");
    assertThat(browser.text("#ask-title")).isEqualTo("Delay by 5 s: replica-1?");
    browser.screenshot("dialog", 1280);
    browser.desktop();
    browser.click("#ask-yes");
    awaitText(REPLICA + " .note", "delayed by 5 s");
    awaitText(REPLICA + " .state", "▲ LATE");

    browser.click("#run-start");
    awaitText("#run-state", "done");
    String ofStrategy = "[data-strategy='%s'] td:nth-child(%d)";
    assertThat(browser.number(ofStrategy.formatted("naive splitting", 3))).isPositive();
    assertThat(browser.number(ofStrategy.formatted("by position", 2))).isPositive();
    assertThat(browser.number(ofStrategy.formatted("by position", 3))).isZero();
    assertThat(browser.number("#load-checked")).isGreaterThan(100);
    assertThat(browser.number("#load-stale")).isZero();

    for (String scheme : List.of("light", "dark")) {
      browser.scheme(scheme);
      browser.screenshot("desktop-" + scheme, 1280);
      browser.phone();
      assertThat(browser.run("return document.documentElement.scrollWidth")).isEqualTo(360L);
      browser.screenshot("phone-" + scheme, 360);
      browser.desktop();
    }
    assertThat(browser.complaints()).isEmpty();
  }

  @Test
  void switch_byKeyboard_isTurnedOnlyAfterTheQuestion() {
    String button = "[data-switch='PRIMARY_ONLY']";
    browser.find(button).sendKeys(Keys.ENTER);
    assertThat(browser.text("#ask-title")).isEqualTo("Turn primary only on?");
    browser.find("#ask-why").sendKeys(Keys.ESCAPE);
    assertThat(browser.find("#ask").isDisplayed()).isFalse();
    assertThat(switches.state().primaryOnly()).isNull();

    browser.find(button).sendKeys(Keys.ENTER);
    browser.find("#ask-why").clear();
    browser.find("#ask-why").sendKeys("<img src=x onerror=alert(1)>", Keys.ENTER);
    patiently()
        .untilAsserted(
            () ->
                assertThat(browser.text("#switch-list .on .hint"))
                    .isEqualTo("demo page: <img src=x onerror=alert(1)>"));
    assertThat(browser.run("return document.images.length")).isEqualTo(0L);
  }

  /** A statement id is any text to MyBatis. */
  @Test
  void statement_itsIdIsMarkup_isShownAsText() {
    String hostile = "<img src=x onerror=\"document.title='taken'\"><script>alert(1)</script>";
    Configuration configuration = factory.getConfiguration();
    if (!configuration.hasStatement(hostile)) {
      configuration.addMappedStatement(
          new MappedStatement.Builder(
                  configuration,
                  hostile,
                  new RawSqlSource(configuration, "SELECT 1", Map.class),
                  SqlCommandType.SELECT)
              .resultMaps(
                  List.of(
                      new ResultMap.Builder(configuration, "hostile", Long.class, List.of())
                          .build()))
              .build());
    }
    try (SqlSession session = factory.openSession()) {
      session.<Long>selectOne(hostile);
    }

    patiently().untilAsserted(() -> assertThat(browser.text("#statements")).contains("onerror"));
    assertThat(browser.run("return document.images.length")).isEqualTo(0L);
    assertThat(browser.run("return document.querySelectorAll('td script').length")).isEqualTo(0L);
    assertThat(browser.run("return document.title")).isNotEqualTo("taken");
    assertThat(browser.complaints()).isEmpty();
  }

  /** Even if something got in: the browser is told to run nothing that is not a file of ours. */
  @Test
  void markup_broughtInSomehow_isNotRun() {
    browser.run(
        "const made = document.createElement('div');"
            + "made.innerHTML = `<img src=x onerror=\"document.title='taken'\">`;"
            + "document.body.append(made);"
            + "return new Promise(done => made.firstChild.addEventListener('error', () => done()))");

    assertThat(browser.run("return document.title")).isNotEqualTo("taken");
    assertThat(browser.complaints())
        .anyMatch(complaint -> complaint.contains("Content Security Policy"));
  }

  /** The page is made anew under the eyes of a test: what is looked for may not be there yet. */
  private static ConditionFactory patiently() {
    return await().atMost(Browser.patience()).ignoreExceptionsInstanceOf(WebDriverException.class);
  }

  private void awaitText(String css, String text) {
    patiently().untilAsserted(() -> assertThat(browser.text(css)).isEqualTo(text));
  }
}
