-- Counts the changes of an article. A cache tells by it which of two copies is the newer one.
ALTER TABLE sku ADD COLUMN version BIGINT NOT NULL DEFAULT 0;
