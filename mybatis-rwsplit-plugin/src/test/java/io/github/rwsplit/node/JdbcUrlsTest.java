package io.github.rwsplit.node;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What of an address may be shown, right ones and mistaken ones. */
class JdbcUrlsTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:mysql://root:hush@h:3306/shop",
        "jdbc:mysql://h/shop?user=root&password=hush",
        "jdbc:mysql://h/shop;password=hush",
        "jdbc:mysql://root:hu?hush@h/shop",
        "jdbc:mysql://root:hush;x@h/shop",
        "jdbc:mysql://root:hush?x=1@h/shop",
        "jdbc:mysql://root:hush/?x@h/shop",
        "jdbc:mysql://root:a@hush@h/shop",
        "jdbc:mysql:/root:hush@h/shop",
        "jdbc:mysql:root:hush@h/shop",
        "jdbc:mysql://a:hush@h1:1,b:hush@h2:2/shop",
        "jdbc:mysql://address=(host=h)(user=root)(password=hush)/shop",
        "jdbc:mysql://address=(host=h)(password=x,hush)/shop",
        "jdbc:mysql://(host=h,port=1,user=root,password=hush)/shop",
        "jdbc:mysql://(PASSWORD = hush,host=h)/shop",
        "jdbc:mysql://[(host=h,password=hush),(host=i,password1=hush)]/shop",
        "jdbc:mysql:loadbalance://root:hush@h1,h2/shop",
        "jdbc:p6spy:mysql://root:hush@h/shop?password2=hush"
      })
  void shown_neverHasAPassword(String url) {
    assertThat(JdbcUrls.shown(url)).startsWith("jdbc:").doesNotContain("hush");
  }

  @ParameterizedTest
  @CsvSource({
    "jdbc:mysql://h:3306/shop, jdbc:mysql://h:3306/shop",
    "jdbc:mysql://[::1]:3306/shop?a=b, jdbc:mysql://[::1]:3306/shop",
    "jdbc:mysql://h/shop?user=a@b, jdbc:mysql://h/shop",
    "'jdbc:mysql://h1,u:p@h2/shop', jdbc:mysql://h2/shop",
    "jdbc:h2:mem:x;MODE=MySQL, jdbc:h2:mem:x",
  })
  void shown_keepsWhichServerItIs(String url, String shown) {
    assertThat(JdbcUrls.shown(url)).isEqualTo(shown);
  }

  @Test
  void parameters_thatAreNotEncodedAsTheyShould_stayAsTheyAre() {
    assertThat(JdbcUrls.parameters("jdbc:mysql://h/d?password=50%off&a=%41"))
        .containsEntry("password", "50%off")
        .containsEntry("a", "A");
    assertThat(JdbcUrls.database("jdbc:mysql://h/%zz")).isEqualTo("%zz");
  }
}
