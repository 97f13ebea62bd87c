package io.github.rwsplit.demo.page;

import io.github.rwsplit.RwSplitOperator;
import io.github.rwsplit.RwSplitSwitches;
import io.github.rwsplit.demo.load.Load;
import io.github.rwsplit.demo.load.LoadPlan;
import io.github.rwsplit.demo.sidebyside.SideBySide;
import io.github.rwsplit.demo.web.Refusal;
import io.github.rwsplit.test.MySqlCluster;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.context.annotation.DependsOn;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** What the page's buttons do. Not there where servers were given: they may be somebody else's. */
@RestController
@RequestMapping("/page")
@ResponseStatus(HttpStatus.NO_CONTENT)
@ConditionalOnBean(MySqlCluster.class)
@DependsOn("sqlSessionFactory") // with which the library makes its own beans
final class ActsController {

  private static final String WHO = "demo page";

  private final RwSplitSwitches switches;
  private final Faults faults;
  private final Load load;
  private final SideBySide sideBySide;

  ActsController(RwSplitSwitches switches, Faults faults, Load load, SideBySide sideBySide) {
    this.switches = switches;
    this.faults = faults;
    this.load = load;
    this.sideBySide = sideBySide;
  }

  /** The switches that the page has. */
  enum SwitchName {
    PRIMARY_ONLY,
    READ_ONLY,
    DRAIN
  }

  /**
   * A switch to turn.
   *
   * @param name which
   * @param node the replica, for DRAIN
   * @param on whether it is on then
   * @param why for the log
   */
  record SwitchTurn(
      @NotNull SwitchName name,
      @Nullable String node,
      boolean on,
      @NotBlank @Size(max = 200) String why) {}

  /**
   * A fault to make or to undo.
   *
   * @param server the server's name
   * @param fault which
   * @param on false: undo it
   * @param why for the log
   */
  record FaultTurn(
      @NotBlank String server,
      @NotNull Fault fault,
      boolean on,
      @NotBlank @Size(max = 200) String why) {}

  /**
   * A server to make the primary.
   *
   * @param server the server's name
   * @param why for the log
   */
  record Promotion(@NotBlank String server, @NotBlank @Size(max = 200) String why) {}

  /**
   * A run side by side.
   *
   * @param seconds how long
   */
  record Run(@Min(2) @Max(60) int seconds) {}

  @ModelAttribute
  void check(HttpServletRequest request) {
    SameOrigin.check(request);
  }

  @PostMapping("/switches")
  void turn(@Valid @RequestBody SwitchTurn turn) {
    RwSplitOperator operator = switches.by(WHO, turn.why());
    switch (turn.name()) {
      case PRIMARY_ONLY -> operator.primaryOnly(turn.on());
      case READ_ONLY -> operator.readOnly(turn.on());
      case DRAIN -> drain(operator, String.valueOf(turn.node()), turn.on());
    }
  }

  private static void drain(RwSplitOperator operator, String node, boolean on) {
    try {
      operator.drain(node, on);
    } catch (IllegalArgumentException e) {
      throw Refusal.notFound("replica", node);
    }
  }

  @PostMapping("/faults")
  void turn(@Valid @RequestBody FaultTurn turn) {
    faults.turn(turn.server(), turn.fault(), turn.on(), turn.why());
  }

  @PostMapping("/promotions")
  void promote(@Valid @RequestBody Promotion promotion) {
    faults.promote(promotion.server(), promotion.why());
  }

  @PostMapping("/load")
  void start(@Valid @RequestBody LoadPlan plan) {
    load.start(plan);
  }

  @DeleteMapping("/load")
  void stop() {
    load.stop();
  }

  @PostMapping("/runs")
  void run(@Valid @RequestBody Run run) {
    sideBySide.start(run.seconds());
  }
}
