package io.github.rwsplit.demo.load;

import java.util.List;

/**
 * What the sessions found since the start of the load.
 *
 * @param running whether it goes on
 * @param plan what is, or was, asked for
 * @param writes orders and cancellations that were answered
 * @param checked SESSION reads that were compared with what their session had written
 * @param stale those that did not have it: never more than 0
 * @param eventual EVENTUAL reads
 * @param behind EVENTUAL reads without the session's last write, which they need not have
 * @param failed requests that were refused or not answered
 * @param findings the last stale reads, in words
 */
public record LoadReport(
    boolean running,
    LoadPlan plan,
    long writes,
    long checked,
    long stale,
    long eventual,
    long behind,
    long failed,
    List<String> findings) {}
