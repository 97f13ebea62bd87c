package io.github.rwsplit.demo.page;

import jakarta.servlet.http.HttpServletRequest;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;
import tools.jackson.databind.json.JsonMapper;

/** What the page reads. */
@RestController
final class PageController {

  private final Viewers viewers;

  PageController(Snapshots snapshots, JsonMapper json) {
    this.viewers = new Viewers(() -> json.writeValueAsString(snapshots.now()));
  }

  @ModelAttribute
  void check(HttpServletRequest request) {
    SameOrigin.check(request);
  }

  /** One {@link Snapshot} a second. */
  @GetMapping(path = "/page/events", produces = MediaType.TEXT_EVENT_STREAM_VALUE)
  SseEmitter events() {
    return viewers.open();
  }

  int viewers() {
    return viewers.count();
  }

  /** Before the web server ends: it waits for open responses, and these never end by themselves. */
  @EventListener(ContextClosedEvent.class)
  void end() {
    viewers.close();
  }
}
