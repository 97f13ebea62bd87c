package io.github.rwsplit.samples.ruoyi;

import com.github.pagehelper.PageHelper;
import com.github.pagehelper.PageInfo;
import java.util.List;
import org.springframework.transaction.annotation.Transactional;

/** Pages as the base controller of such applications does, and one method on the other database. */
public class SysOrderService {

  private final SysOrderMapper orders;

  public SysOrderService(SysOrderMapper orders) {
    this.orders = orders;
  }

  public PageInfo<SysOrder> page(SysOrder example, int page, int size) {
    PageHelper.startPage(page, size).setReasonable(true);
    List<SysOrder> list = orders.selectSysOrderList(example);
    return new PageInfo<>(list);
  }

  public PageInfo<SysOrder> insertAndPage(SysOrder order) {
    orders.insertSysOrder(order);
    return page(new SysOrder(), 1, 2);
  }

  @Transactional
  public PageInfo<SysOrder> insertAndPageInTransaction(SysOrder order) {
    orders.insertSysOrder(order);
    return page(new SysOrder(), 1, 2);
  }

  @Transactional
  public void failAfterWriting(SysOrder order) {
    orders.updateSysOrder(order);
    throw new IllegalStateException("rolled back");
  }

  @UsePool("SLAVE")
  public PageInfo<SysOrder> pageOfTheOtherDatabase() {
    return page(new SysOrder(), 1, 2);
  }
}
