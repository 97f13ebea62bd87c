package io.github.rwsplit.test;

/**
 * The contract on the servers that this machine gives: the embedded ones, unless told otherwise.
 */
class MySqlClusterTest extends MySqlClusterContract {

  MySqlClusterTest(MySqlCluster cluster) {
    super(cluster);
  }
}
