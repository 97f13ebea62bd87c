-- Times are UTC. Amounts are in one currency, so no table names it.

CREATE TABLE users (
  id   BIGINT      NOT NULL PRIMARY KEY,
  name VARCHAR(80) NOT NULL
);

CREATE TABLE sku (
  id       BIGINT         NOT NULL PRIMARY KEY,
  code     VARCHAR(32)    NOT NULL,
  name     VARCHAR(120)   NOT NULL,
  category VARCHAR(40)    NOT NULL,
  price    DECIMAL(10, 2) NOT NULL,
  CONSTRAINT uq_sku_code UNIQUE (code),
  CONSTRAINT ck_sku_price CHECK (price > 0),
  -- the catalog is listed by category, in the order of the ids
  KEY ix_sku_category (category)
);

CREATE TABLE inventory (
  sku_id    BIGINT NOT NULL PRIMARY KEY,
  available INT    NOT NULL,
  CONSTRAINT fk_inventory_sku FOREIGN KEY (sku_id) REFERENCES sku (id),
  CONSTRAINT ck_inventory_available CHECK (available >= 0)
);

CREATE TABLE orders (
  id         BIGINT         NOT NULL AUTO_INCREMENT PRIMARY KEY,
  user_id    BIGINT         NOT NULL,
  sku_id     BIGINT         NOT NULL,
  quantity   INT            NOT NULL,
  unit_price DECIMAL(10, 2) NOT NULL,
  total      DECIMAL(12, 2) NOT NULL,
  status     VARCHAR(16)    NOT NULL,
  created_at DATETIME(3)    NOT NULL,
  updated_at DATETIME(3)    NOT NULL,
  CONSTRAINT fk_orders_user FOREIGN KEY (user_id) REFERENCES users (id),
  CONSTRAINT fk_orders_sku FOREIGN KEY (sku_id) REFERENCES sku (id),
  CONSTRAINT ck_orders_quantity CHECK (quantity > 0),
  CONSTRAINT ck_orders_status CHECK (status IN ('PAID', 'SHIPPED', 'DELIVERED', 'CANCELLED')),
  -- a user's orders, newest first: the primary key behind it gives the order without a sort
  KEY ix_orders_user (user_id),
  KEY ix_orders_sku (sku_id),
  -- the sales report reads a range of days and nothing but these columns
  KEY ix_orders_sales (created_at, status, sku_id, quantity, total)
);

CREATE TABLE payment (
  id          BIGINT         NOT NULL AUTO_INCREMENT PRIMARY KEY,
  order_id    BIGINT         NOT NULL,
  amount      DECIMAL(12, 2) NOT NULL,
  status      VARCHAR(16)    NOT NULL,
  captured_at DATETIME(3)    NOT NULL,
  refunded_at DATETIME(3)    NULL,
  -- an order is paid once
  CONSTRAINT uq_payment_order UNIQUE (order_id),
  CONSTRAINT fk_payment_order FOREIGN KEY (order_id) REFERENCES orders (id),
  CONSTRAINT ck_payment_status CHECK (status IN ('CAPTURED', 'REFUNDED'))
);
