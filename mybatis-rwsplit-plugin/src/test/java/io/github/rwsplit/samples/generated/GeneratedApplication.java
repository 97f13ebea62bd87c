package io.github.rwsplit.samples.generated;

import java.util.List;
import org.mybatis.spring.annotation.MapperScan;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.transaction.annotation.Transactional;

/** Boot's own DataSource and MyBatis' own starter, on mappers that a generator wrote. */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
@MapperScan(basePackageClasses = InvoiceMapper.class)
class GeneratedApplication {

  /** What people wrote around them. */
  public static class Invoices {

    private final InvoiceMapper invoices;

    public Invoices(InvoiceMapper invoices) {
      this.invoices = invoices;
    }

    public List<Invoice> of(String customer) {
      InvoiceExample example = new InvoiceExample();
      example.createCriteria().andCustomerEqualTo(customer).andCentsBetween(1, 1_000);
      example.or().andIdIn(List.of(99L, 100L));
      example.setOrderByClause("id");
      example.setDistinct(true);
      return invoices.selectByExample(example);
    }

    @Transactional
    public List<Invoice> addAndRead(Invoice invoice) {
      invoices.insertSelective(invoice);
      return of(invoice.getCustomer());
    }
  }

  @Bean
  Invoices invoices(InvoiceMapper invoices) {
    return new Invoices(invoices);
  }
}
