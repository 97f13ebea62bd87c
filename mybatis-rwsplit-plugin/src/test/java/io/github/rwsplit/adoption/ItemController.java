package io.github.rwsplit.adoption;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** The application's controller. */
@RestController
final class ItemController {

  private final ItemMapper items;

  ItemController(ItemMapper items) {
    this.items = items;
  }

  @GetMapping("/items/{id}")
  String name(@PathVariable("id") long id) {
    return items.nameAsISawIt(id);
  }

  @PutMapping("/items/{id}")
  void rename(@PathVariable("id") long id, @RequestBody String name) {
    items.rename(id, name);
  }

  /** As a form does: the browser is sent on to the page that shows it. */
  @PostMapping("/items/{id}")
  void rename(@PathVariable("id") long id, @RequestBody String name, HttpServletResponse response)
      throws IOException {
    items.rename(id, name);
    response.sendRedirect("/items/" + id);
  }
}
