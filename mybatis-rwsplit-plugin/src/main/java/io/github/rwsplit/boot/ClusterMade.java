package io.github.rwsplit.boot;

import io.github.rwsplit.RwSplitCluster;

/** A bean of ours that waits for the cluster, which is made with the first SqlSessionFactory. */
interface ClusterMade {

  /** The cluster is there and about to start; called once. */
  void clusterMade(RwSplitCluster cluster);
}
