package io.github.rwsplit.matrix;

import static io.github.rwsplit.route.RouteReason.EVENTUAL_REPLICA;
import static io.github.rwsplit.route.RouteReason.SCOPE_PINNED;
import static io.github.rwsplit.route.RouteReason.SESSION_MARKER;
import static io.github.rwsplit.route.RouteReason.SESSION_REPLICA;
import static io.github.rwsplit.route.RouteReason.STRONG;
import static io.github.rwsplit.route.RouteReason.TX_READ_ONLY;
import static io.github.rwsplit.route.RouteReason.TX_READ_ONLY_REPLICA;
import static io.github.rwsplit.route.RouteReason.TX_READ_WRITE;
import static io.github.rwsplit.route.RouteReason.UNDECLARED;

import io.github.rwsplit.matrix.Cell.Level;
import io.github.rwsplit.route.RouteReason;

/**
 * The contract in a page: why a measured select goes where it goes. Written from the contract's
 * words, not from the router's code. The time window decides ({@code strategy: window}), since it
 * gives one answer, where a position gives the one or the other, as replication happens to be.
 * EVENTUAL reads do not follow writes here ({@code eventual-follows-writes: false}), so that they
 * tell the scopes apart.
 */
final class Model {

  private Model() {}

  static RouteReason expected(Cell cell) {
    return switch (cell.scope()) {
      case REQUIRED, REQUIRES_NEW, NESTED, TEMPLATE, PLAIN_MANUAL -> TX_READ_WRITE;
      case READ_ONLY_ON_PRIMARY -> TX_READ_ONLY;
      case READ_ONLY_ON_REPLICA ->
          switch (cell.level()) {
            case STRONG -> STRONG;
            case UNDECLARED -> UNDECLARED;
            case SESSION, EVENTUAL -> TX_READ_ONLY_REPLICA;
          };
      case SUPPORTS, NOT_SUPPORTED, PLAIN_AUTOCOMMIT ->
          cell.first().writesByMapper() ? SCOPE_PINNED : byLevel(cell.level(), false);
      case NONE -> byLevel(cell.level(), cell.first().writesByMapper());
    };
  }

  private static RouteReason byLevel(Level level, boolean sessionWrote) {
    return switch (level) {
      case STRONG -> STRONG;
      case UNDECLARED -> UNDECLARED;
      case SESSION -> sessionWrote ? SESSION_MARKER : SESSION_REPLICA;
      case EVENTUAL -> EVENTUAL_REPLICA;
    };
  }

  static boolean onReplica(RouteReason reason) {
    return reason == TX_READ_ONLY_REPLICA
        || reason == SESSION_REPLICA
        || reason == EVENTUAL_REPLICA;
  }
}
