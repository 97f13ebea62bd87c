package io.github.rwsplit.connection;

import io.github.rwsplit.node.OneLine;
import io.github.rwsplit.statement.SqlKind;
import io.github.rwsplit.statement.SqlRecognizer;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks for views that are no pure reads: a select on one looks like a read, and the text cannot
 * show that a stored function with effects stands behind it. Needs the SHOW VIEW privilege to see a
 * definition; views whose definition is hidden are not spoken of.
 */
public final class ViewsWithEffects {

  private static final Logger log = LoggerFactory.getLogger(ViewsWithEffects.class);

  private static final String VIEWS =
      "select table_name, view_definition from information_schema.views"
          + " where table_schema = database() order by table_name";

  private ViewsWithEffects() {}

  /**
   * Warns about such views of the primary's database, all in one line.
   *
   * @param primary the primary; nothing is asked of one that is not MySQL
   * @throws SQLException where it gives no connection, or no answer
   */
  public static void warnAbout(PrimarySource primary) throws SQLException {
    PrimarySource.Product product = primary.product();
    if (product == null || !product.name().equals("MySQL")) {
      return;
    }
    List<String> found = find(primary);
    if (!found.isEmpty()) {
      log.warn(
          "These views are no pure reads: {}. A select on one may run on a replica if it is declared"
              + " SESSION or EVENTUAL; leave it undeclared unless the view only reads",
          OneLine.of(String.join(", ", found)));
    }
  }

  private static List<String> find(PrimarySource primary) throws SQLException {
    List<String> found = new ArrayList<>();
    try (Connection connection = primary.dataSource().getConnection();
        PreparedStatement question = connection.prepareStatement(VIEWS);
        ResultSet views = question.executeQuery()) {
      while (views.next()) {
        String definition = views.getString(2);
        if (definition != null && !definition.isBlank()) {
          SqlKind kind = SqlRecognizer.recognize(definition).kind();
          if (kind != SqlKind.READ) {
            found.add(views.getString(1) + " (" + kind + ")");
          }
        }
      }
    }
    return found;
  }
}
