package io.github.rwsplit.cli.report;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;

/**
 * What every page has: style, scripts, and the policy that lets a browser run these and nothing
 * else.
 *
 * @param css the page's style and that of the chart
 * @param chart the script of uPlot (MIT licence)
 * @param script the page's own script
 */
record PageParts(String css, String chart, String script) {

  private static final String UPLOT = "/META-INF/resources/webjars/uplot/1.6.30/";

  static PageParts load() throws IOException {
    String licence = read(UPLOT + "LICENSE");
    return new PageParts(
        read(UPLOT + "dist/uPlot.min.css") + "\n" + read("page.css"),
        "/*\nuPlot\n" + licence + "*/\n" + read(UPLOT + "dist/uPlot.iife.min.js"),
        read("page.js"));
  }

  private static String read(String resource) throws IOException {
    try (InputStream in = PageParts.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new FileNotFoundException(resource + " must be in this jar, but was not");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  String head(String title, String dataId) {
    return "<!DOCTYPE html>\n<html lang=en><head><meta charset=utf-8>\n"
        + "<meta http-equiv=Content-Security-Policy content=\"default-src 'none'; script-src "
        + hash(chart)
        + " "
        + hash(script)
        + "; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'\">\n"
        + "<meta name=viewport content='width=device-width, initial-scale=1'>\n"
        + "<meta name=color-scheme content='light dark'>\n"
        + "<title>"
        + title
        + "</title>\n<style>"
        + css
        + "</style></head>\n<body data-chart="
        + dataId
        + "><main>\n";
  }

  String tail() {
    return "</main>\n<script>"
        + chart
        + "</script>\n<script>"
        + script
        + "</script></body></html>\n";
  }

  private static String hash(String script) {
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(script.getBytes(StandardCharsets.UTF_8));
      return "'sha256-" + Base64.getEncoder().encodeToString(hash) + "'";
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
