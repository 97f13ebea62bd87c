-- Run once, when a replica is initialized; replication begins when the server starts for good.
RESET BINARY LOGS AND GTIDS;
CHANGE REPLICATION SOURCE TO
  SOURCE_HOST = 'primary',
  SOURCE_USER = 'replicator',
  SOURCE_PASSWORD = 'replicator',
  SOURCE_AUTO_POSITION = 1,
  SOURCE_CONNECT_RETRY = 1,
  GET_SOURCE_PUBLIC_KEY = 1;
SET PERSIST super_read_only = ON;
