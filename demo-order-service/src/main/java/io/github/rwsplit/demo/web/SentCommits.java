package io.github.rwsplit.demo.web;

import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionExecution;
import org.springframework.transaction.TransactionExecutionListener;
import org.springframework.web.context.request.RequestAttributes;
import org.springframework.web.context.request.RequestContextHolder;

/**
 * Remembers of a request that it has sent a commit. From then on no error means that nothing was
 * done: the answer may have been lost, or something that came after it may have failed.
 */
@Component
final class SentCommits implements TransactionExecutionListener {

  private static final String SENT = SentCommits.class.getName();

  @Override
  public void beforeCommit(TransactionExecution transaction) {
    RequestAttributes request = RequestContextHolder.getRequestAttributes();
    if (request != null && !transaction.isReadOnly()) {
      request.setAttribute(SENT, true, RequestAttributes.SCOPE_REQUEST);
    }
  }

  static boolean in(RequestAttributes request) {
    return request.getAttribute(SENT, RequestAttributes.SCOPE_REQUEST) != null;
  }
}
