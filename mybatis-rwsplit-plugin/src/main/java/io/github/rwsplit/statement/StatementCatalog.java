package io.github.rwsplit.statement;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.github.rwsplit.annotation.ConsistencyLevel;
import io.github.rwsplit.statement.Resolution.Resolved;
import io.github.rwsplit.statement.StatementProfile.Role;
import java.util.ArrayList;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.ibatis.mapping.MappedStatement;
import org.apache.ibatis.session.Configuration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the statements of one MyBatis configuration declare.
 *
 * <h2>Where a declaration is looked for</h2>
 *
 * <ol>
 *   <li>the annotation of the mapper method, or the attributes of the {@code <select>}; where both
 *       exist they must say the same
 *   <li>the annotation of the mapper interface, or the attributes of {@code <mapper>}; the same
 *   <li>{@code rwsplit.declarations}; where a mapper declares too, the stricter level and the
 *       narrower {@code maxLag} hold, and a group that the mapper names is kept
 * </ol>
 *
 * <p>A {@code <select>} that has some of the attributes but no {@code consistency} takes what it
 * leaves out from its {@code <mapper>} or interface; with a {@code consistency} it stands alone, as
 * an annotation on a method does.
 *
 * <h2>Copies</h2>
 *
 * <p>A statement that a pager copied from a registered one has the profile of the original. A
 * select whose original cannot be found is taken for {@code STRONG}: it may be a copy of one. A
 * registered statement whose name ends in {@code _COUNT} is no copy and has its own declaration.
 *
 * <h2>Selects that load others</h2>
 *
 * <p>MyBatis runs the selects of a result map on the connection of their parent, so a parent must
 * be as strict as all that it loads, lazily or eagerly, through nested result maps, all cases of
 * discriminators, and what those load in turn:
 *
 * <ul>
 *   <li>the level is the strictest of the parent's and of all declared loaded selects, {@code
 *       maxLag} the narrowest; the group and the rest are the parent's
 *   <li>a loaded select without declaration inherits the parent's
 *   <li>a parent without declaration stays so, unless it loads a select that declares {@code
 *       STRONG} or {@code SESSION} or a {@code maxLag}: then it is {@code STRONG}, since a default
 *       or a hint could be weaker than what the loaded select needs
 *   <li>a parent that loads an {@code affectData} select, a write, or a select that MyBatis does
 *       not know yet is {@code STRONG}
 * </ul>
 *
 * <p>A lazy property that is touched after its parent has ended is a call of its own, and MyBatis
 * does not say who its parent was. A loaded select without declaration is then at least as strict
 * as the strictest that may have loaded it ({@link #loadedBy}), and so it is when it is called by
 * itself, which cannot be told apart.
 *
 * <p>All methods are safe for use by several threads. No copy is kept from being collected.
 */
public final class StatementCatalog {

  private static final Logger LOG = LoggerFactory.getLogger(StatementCatalog.class);
  private static final int REMEMBERED_WARNINGS = 1_000;

  private final Configuration configuration;
  private final DeclarationSettings settings;
  private final DeclaredPatterns patterns;
  private final Registered registered;

  /** Of registered statements, which the configuration keeps as well. */
  private final Map<MappedStatement, StatementProfile> profiles = new ConcurrentHashMap<>();

  /** Of copies and strangers. */
  private final Cache<MappedStatement, StatementProfile> copies =
      Caffeine.newBuilder().weakKeys().executor(Runnable::run).build();

  private final Map<MappedStatement, ConsistencyLevel> loadedBy = new ConcurrentHashMap<>();
  private final Cache<String, Boolean> warned =
      Caffeine.newBuilder().maximumSize(REMEMBERED_WARNINGS).executor(Runnable::run).build();

  /**
   * Makes a catalog that has looked at nothing yet.
   *
   * @param configuration the configuration whose statements it knows, not null
   * @param settings what is declared outside the mappers, not null
   */
  public StatementCatalog(Configuration configuration, DeclarationSettings settings) {
    this.configuration = configuration;
    this.settings = settings;
    this.patterns = DeclaredPatterns.of(settings);
    this.registered = new Registered(configuration);
  }

  /**
   * Tells what is known of a statement. A statement that is seen for the first time, because its
   * mapper was loaded after {@link #verify()}, is checked now.
   *
   * @param statement a statement of the configuration, or a copy of one; not null
   * @return its profile
   * @throws DeclarationException if what it declares cannot be used
   */
  public StatementProfile profile(MappedStatement statement) {
    StatementProfile profile = profiles.get(statement);
    return profile != null ? profile : notRegistered(statement);
  }

  /**
   * The level of the strictest known select that loads this one, which declares nothing itself.
   *
   * @param statement a registered statement; not null
   * @return STRONG or SESSION; null where nothing stricter than EVENTUAL loads it
   */
  public @Nullable ConsistencyLevel loadedBy(MappedStatement statement) {
    return loadedBy.get(statement);
  }

  /**
   * Looks at all statements, and refuses what cannot be used. It may be called again after more
   * mappers were loaded.
   *
   * <p>While a statement refers to something that is not loaded, MyBatis can list none of them;
   * this is then a warning, and every statement is checked when it is first seen.
   *
   * @return the counts for a line in the log; warnings are logged already
   * @throws DeclarationException with all mistakes at once
   */
  public DeclarationSummary verify() {
    Resolution resolution = newResolution();
    Verification verification = new Verification(configuration, settings, patterns, resolution);
    DeclarationSummary summary = verification.run();
    remember(resolution);
    verification.profiles().forEach(profiles::put);
    return summary;
  }

  private void remember(Resolution resolution) {
    resolution.loadedBy.forEach(
        (child, level) -> loadedBy.merge(child, level, ConsistencyLevel::stricter));
  }

  private Resolution newResolution() {
    return new Resolution(configuration, settings, patterns);
  }

  private StatementProfile notRegistered(MappedStatement statement) {
    StatementProfile profile = copies.getIfPresent(statement);
    return profile != null ? profile : firstSeen(statement);
  }

  private StatementProfile firstSeen(MappedStatement statement) {
    MappedStatement original = registered.original(statement);
    if (original == statement) {
      return registered(statement);
    }
    StatementProfile profile =
        original == null ? unknown(statement) : copy(statement, profile(original));
    copies.put(statement, profile);
    return profile;
  }

  private StatementProfile registered(MappedStatement statement) {
    Resolution resolution = newResolution();
    Resolved resolved = resolution.resolve(statement);
    StatementProfile profile = profile(statement, resolved);
    if (settings.failUndeclared()) {
      Verification.refuseUndeclared(statement, resolved, resolution);
    }
    if (!resolution.problems.isEmpty()) {
      throw new DeclarationException(new ArrayList<>(resolution.problems));
    }
    resolution.warnings.forEach(this::warnOnce);
    remember(resolution);
    if (resolved.complete()) {
      profiles.put(statement, profile);
    }
    return profile;
  }

  static StatementProfile profile(MappedStatement statement, Resolved resolved) {
    return new StatementProfile(
        statement.getId(),
        Resolution.role(statement),
        statement.isDirtySelect(),
        resolved.effective());
  }

  private static StatementProfile copy(MappedStatement statement, StatementProfile original) {
    Role role = Resolution.role(statement);
    boolean select = role == Role.SELECT;
    boolean selectOfSelect = select && original.role() == Role.SELECT;
    return new StatementProfile(
        statement.getId(),
        original.registeredId(),
        role,
        statement.isDirtySelect() || original.affectsData(),
        selectOfSelect
            ? original.declaration()
            : select ? Declaration.of(ConsistencyLevel.STRONG) : null);
  }

  private StatementProfile unknown(MappedStatement statement) {
    Role role = Resolution.role(statement);
    if (role == Role.SELECT) {
      warnOnce(
          statement.getId()
              + " is no registered statement and no copy of one, so what it declares is not known;"
              + " it runs on the primary");
    }
    return new StatementProfile(
        statement.getId(),
        role,
        statement.isDirtySelect(),
        role == Role.SELECT ? Declaration.of(ConsistencyLevel.STRONG) : null);
  }

  /**
   * Some plugins make a new copy for each call, which is then seen for the first time each time.
   */
  private void warnOnce(String warning) {
    if (warned.asMap().putIfAbsent(warning, true) == null) {
      LOG.warn(warning);
    }
  }
}
