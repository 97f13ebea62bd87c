package io.github.rwsplit.adoption;

import io.github.rwsplit.annotation.Consistency;
import io.github.rwsplit.annotation.ConsistencyLevel;
import org.springframework.transaction.annotation.Transactional;

/** A service of the application; not final, as those of applications are not. */
public class ItemService {

  private final ItemMapper items;

  ItemService(ItemMapper items) {
    this.items = items;
  }

  /** An EVENTUAL read, a write and an EVENTUAL read in one transaction. */
  @Transactional
  public String renameInTransaction(long id, String name) {
    items.name(id);
    items.rename(id, name);
    return items.name(id);
  }

  @Consistency(ConsistencyLevel.STRONG)
  public String nameOnThePrimary(long id) {
    return items.name(id);
  }
}
