package io.github.rwsplit.demo.report;

import java.time.Instant;
import java.util.List;
import org.apache.ibatis.annotations.Mapper;
import org.apache.ibatis.annotations.Param;

/** The statements of reports; SQL and consistency are in {@code mapper/ReportMapper.xml}. */
@Mapper
interface ReportMapper {

  /** The sales by category from {@code from} until before {@code before}. */
  List<CategorySales> salesByCategory(@Param("from") Instant from, @Param("before") Instant before);
}
