CREATE TABLE item (
  id    BIGINT         NOT NULL PRIMARY KEY,
  name  VARCHAR(80)    NOT NULL,
  price DECIMAL(10, 2) NOT NULL
);

CREATE TABLE orders (
  id          BIGINT         NOT NULL AUTO_INCREMENT PRIMARY KEY,
  customer_id BIGINT         NOT NULL,
  item_id     BIGINT         NOT NULL,
  quantity    INT            NOT NULL,
  total       DECIMAL(12, 2) NOT NULL,
  status      VARCHAR(16)    NOT NULL,
  CONSTRAINT fk_orders_item FOREIGN KEY (item_id) REFERENCES item (id),
  KEY ix_orders_customer (customer_id)
);

INSERT INTO item (id, name, price) VALUES (1, 'Kettle', 24.90), (2, 'Lamp', 39.00), (3, 'Rake', 12.50);
