package io.github.rwsplit.node;

import java.io.IOException;
import java.util.List;
import java.util.Set;

/**
 * What the instances of an application tell one another of their servers, so that not each of them
 * has to ask each server as often as its sessions need it. The store numbers every exchange; these
 * tickets, and no clock, say what happened after what: whoever got a ticket before it asked a
 * server has seen what was there after every earlier ticket was asked for.
 *
 * <p>Safe for use by many threads.
 */
@FunctionalInterface
public interface SharedLooks {

  /** No ticket, or no time. */
  long NONE = -1;

  /**
   * Tells looks, and asks for a ticket and for looks of others. Takes no longer than a small limit
   * of the store's own, whatever has become of it.
   *
   * @param told what is told and wanted
   * @return what others have told
   * @throws IOException if there was no answer within the limit; what was told may have arrived or
   *     not, and may still do
   */
  Heard exchange(Told told) throws IOException;

  /** A store of something else that has looks beside it. */
  @FunctionalInterface
  interface Source {

    /**
     * The looks; closed with the store.
     *
     * @return always the same
     */
    SharedLooks looks();
  }

  /**
   * What one instance tells and wants.
   *
   * @param history the {@link Heard#history} of the looks' tickets; looks of another one are not
   *     kept
   * @param looks at servers; one with a lower ticket than what is kept already is not kept
   * @param wanted the servers of which it needs a look
   */
  record Told(String history, List<Seen> looks, List<Wanted> wanted) {

    /** Copies what may be mutable. */
    public Told {
      looks = List.copyOf(looks);
      wanted = List.copyOf(wanted);
    }
  }

  /**
   * What a server said.
   *
   * @param server its {@code server_uuid}
   * @param ticket one that its asker had been given before it asked
   * @param writable whether it accepted writes
   * @param executed its executed set, as MySQL writes it; of a primary with the commits under way
   */
  record Seen(String server, long ticket, boolean writable, String executed) {}

  /**
   * A need for a look.
   *
   * @param server its {@code server_uuid}
   * @param fromTicket the lowest ticket of a look that helps; {@link #NONE}: none can help yet
   * @param askableAfter how many microseconds after somebody was let to ask the server the next one
   *     may be; {@link #NONE}: this instance cannot ask it now
   */
  record Wanted(String server, long fromTicket, long askableAfter) {}

  /**
   * What an instance is answered.
   *
   * @param history stands for the store's past: another text whenever tickets of before say nothing
   *     any more, because they may have been lost or given twice
   * @param ticket higher than all that were given in this history before
   * @param looks those that help
   * @param yours servers that this instance is to ask, since nobody has done so lately
   */
  record Heard(String history, long ticket, List<Seen> looks, Set<String> yours) {

    /** Copies what may be mutable. */
    public Heard {
      looks = List.copyOf(looks);
      yours = Set.copyOf(yours);
    }
  }
}
