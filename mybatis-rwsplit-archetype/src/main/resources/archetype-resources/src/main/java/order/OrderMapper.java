package ${package}.order;

import java.util.List;
import org.apache.ibatis.annotations.Mapper;
import org.apache.ibatis.annotations.Param;

/** Orders: SQL, and how fresh each read must be, are in mapper/OrderMapper.xml. */
@Mapper
public interface OrderMapper {

  /** Stores the order and sets its id. */
  int insert(Order order);

  /** Cancels a paid order; 0 where there is none. */
  int cancel(long id);

  /** The order, or null. STRONG: who decides upon it must not see an old one. */
  Order find(long id);

  /** Where the order stands, or null. SESSION: whoever changed it sees it at once. */
  String status(long id);

  /** The newest orders of a customer. EVENTUAL: a list may be a moment late. */
  List<Order> ofCustomer(@Param("customerId") long customerId, @Param("limit") int limit);

  /** What was sold, by item. EVENTUAL, in the group of replicas that serve reports. */
  List<Sales> sales();
}
