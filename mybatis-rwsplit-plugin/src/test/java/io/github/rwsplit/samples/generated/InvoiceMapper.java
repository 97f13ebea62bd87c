package io.github.rwsplit.samples.generated;

import java.util.List;
import org.apache.ibatis.annotations.Param;

/** As a generator writes it; whoever changes it loses the change. */
public interface InvoiceMapper {

  long countByExample(InvoiceExample example);

  int deleteByExample(InvoiceExample example);

  int deleteByPrimaryKey(Long id);

  int insertSelective(Invoice row);

  List<Invoice> selectByExample(InvoiceExample example);

  Invoice selectByPrimaryKey(Long id);

  int updateByExampleSelective(@Param("row") Invoice row, @Param("example") InvoiceExample example);

  int updateByPrimaryKey(Invoice row);
}
