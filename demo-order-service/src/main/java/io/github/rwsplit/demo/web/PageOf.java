package io.github.rwsplit.demo.web;

import com.github.pagehelper.Page;
import java.util.List;

/**
 * One page of a list.
 *
 * @param total how many there are on all pages
 * @param page the number of this page, from 1
 * @param size how many a page holds
 * @param items this page's
 * @param <T> what is listed
 */
public record PageOf<T>(long total, int page, int size, List<T> items) {

  /** The last page that may be asked for: an offset beyond it reads a table for nothing. */
  public static final int LAST_PAGE = 10_000;

  /** The largest page that may be asked for. */
  public static final int LARGEST = 100;

  /** Copies what may be mutable. */
  public PageOf {
    items = List.copyOf(items);
  }

  /** The page that PageHelper read. */
  public static <T> PageOf<T> of(Page<T> page) {
    return new PageOf<>(page.getTotal(), page.getPageNum(), page.getPageSize(), page.getResult());
  }
}
