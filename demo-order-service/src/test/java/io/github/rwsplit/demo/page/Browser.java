package io.github.rwsplit.demo.page;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.openqa.selenium.By;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;

/** Chromium without a window, on the page. */
final class Browser implements AutoCloseable {

  private static final Path SCREENSHOTS = Path.of("target/screenshots");

  /** It warns that it does not know this version of the developer tools, which nobody uses here. */
  private static final Logger SELENIUM = Logger.getLogger("org.openqa.selenium");

  private final ChromeDriver driver;

  /** Opens the page and waits until it is live. */
  Browser(String url) {
    SELENIUM.setLevel(Level.SEVERE);
    ChromeOptions options = new ChromeOptions();
    options.setBinary(WithChromium.Condition.binary().orElseThrow().toFile());
    // root, as in a build container, has no sandbox
    options.addArguments(
        "--headless=new",
        "--no-sandbox",
        "--disable-dev-shm-usage",
        "--disable-gpu",
        "--no-proxy-server");
    options.setCapability("goog:loggingPrefs", Map.of(LogType.BROWSER, "ALL"));
    // with a driver by name, Selenium looks for none and downloads none
    ChromeDriverService service =
        new ChromeDriverService.Builder()
            .usingDriverExecutable(WithChromium.Condition.driver().orElseThrow().toFile())
            .build();
    driver = new ChromeDriver(service, options);
    desktop();
    driver.get(url);
  }

  void desktop() {
    size(1280, 900, false);
  }

  void phone() {
    size(360, 760, true);
  }

  /** A window cannot be as narrow as a phone; what is emulated can. */
  private void size(int width, int height, boolean mobile) {
    driver.executeCdpCommand(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", mobile));
  }

  void scheme(String name) {
    driver.executeCdpCommand(
        "Emulation.setEmulatedMedia",
        Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", name))));
  }

  WebElement find(String css) {
    return driver.findElement(By.cssSelector(css));
  }

  String text(String css) {
    return find(css).getText();
  }

  long number(String css) {
    return Long.parseLong(text(css).replaceAll("[^0-9]", ""));
  }

  /** Clicks as a person does: what lies under something else is not clicked. */
  void click(String css) {
    driver.executeScript(
        "document.querySelector(arguments[0]).scrollIntoView({block: 'center'})", css);
    find(css).click();
  }

  Object run(String script, Object... arguments) {
    return driver.executeScript(script, arguments);
  }

  /** What the page's scripts and the browser have complained of since the last call. */
  List<String> complaints() {
    return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
        .map(LogEntry::toString)
        .toList();
  }

  /** The whole page, from top to bottom. */
  void screenshot(String name, int width) {
    Object height = run("return document.documentElement.scrollHeight");
    size(width, ((Number) height).intValue(), width < 600);
    // charts are drawn anew for another width
    run("return new Promise(done => setTimeout(done, 300))");
    try {
      Files.createDirectories(SCREENSHOTS);
      Files.write(SCREENSHOTS.resolve(name + ".png"), driver.getScreenshotAs(OutputType.BYTES));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Duration patience() {
    return Duration.ofSeconds(40);
  }

  @Override
  public void close() {
    driver.quit();
  }
}
