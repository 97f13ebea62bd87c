-- Run once, when the primary is initialized. What the image itself has set up is no transaction of the primary's:
-- each server has its own. From here on everything is replicated.
RESET BINARY LOGS AND GTIDS;

CREATE DATABASE shop;
CREATE USER 'replicator'@'%' IDENTIFIED BY 'replicator';
GRANT REPLICATION SLAVE ON *.* TO 'replicator'@'%';

-- REPLICATION CLIENT lets the account see what a replica reports of itself
CREATE USER 'shop'@'%' IDENTIFIED BY 'shop';
GRANT ALL ON shop.* TO 'shop'@'%';
GRANT REPLICATION CLIENT ON *.* TO 'shop'@'%';
