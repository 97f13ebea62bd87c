package io.github.rwsplit.samples.ruoyi;

import java.util.List;

/** All statements are in {@code mapper/system/SysOrderMapper.xml}. */
public interface SysOrderMapper {

  List<SysOrder> selectSysOrderList(SysOrder example);

  SysOrder selectSysOrderById(Long orderId);

  int countByUserName(String userName);

  int insertSysOrder(SysOrder order);

  int updateSysOrder(SysOrder order);
}
