/**
 * A real MySQL primary with replicas, and assertions about where a call ran.
 *
 * <p>Begin with {@link io.github.rwsplit.test.MySqlCluster}; in JUnit with {@link
 * io.github.rwsplit.test.WithMySqlCluster}; for proofs with {@link
 * io.github.rwsplit.test.RwSplitAssertions}. System properties that change where the servers come
 * from:
 *
 * <table>
 *   <caption>System properties</caption>
 *   <tr><th>name</th><th>meaning</th></tr>
 *   <tr><td>{@code mysqlcluster.source}</td><td>{@code external}, {@code embedded}, {@code docker} or {@code local};
 *     else the first of these that fits</td></tr>
 *   <tr><td>{@code mysqlcluster.cache}</td><td>the folder for unpacked servers, data templates and running data; else one
 *     in the user's cache folder</td></tr>
 *   <tr><td>{@code mysqlcluster.home}</td><td>the folder of an installed MySQL, for {@code local}; else a mysqld on
 *     PATH</td></tr>
 *   <tr><td>{@code mysqlcluster.image}</td><td>the image for {@code docker}</td></tr>
 *   <tr><td>{@code mysqlcluster.external.primary}, {@code .replicas}, {@code .user}, {@code .password}, {@code
 *     .admin.user}, {@code .admin.password}, {@code .replication.user}, {@code .replication.password}</td><td>servers
 *     that somebody else runs: JDBC URLs (the replicas' separated by blanks) and accounts</td></tr>
 * </table>
 */
@NullMarked
package io.github.rwsplit.test;

import org.jspecify.annotations.NullMarked;
