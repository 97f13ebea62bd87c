package io.github.rwsplit.session;

import com.github.benmanes.caffeine.cache.Ticker;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.ObjLongConsumer;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes and reads tokens: what is known of a session, encrypted and authenticated (AES-256-GCM),
 * so that a client can neither read nor change it. The first secret writes, all of them read, so
 * that secrets can be exchanged one after the other.
 *
 * <p>Keys are derived from the secrets (HKDF with SHA-256, RFC 5869), for each issuer its own: so
 * many instances do not share the number of random nonces that one key can bear (NIST SP 800-38D,
 * 8.3).
 *
 * <p>A token that is forged, foreign, truncated or too old is ignored and counted, never trusted,
 * and no text makes reading throw. Wall clocks decide of the age alone, with generous limits in
 * both directions. Whoever reads a token of its own counts times from when it was written, by its
 * own monotonic clock; of a stranger's, from when it arrived.
 *
 * <p>Safe for use by many threads.
 */
public final class Tokens {

  /** How much longer than the session's window a token is good for. */
  static final Duration GRACE = Duration.ofMinutes(10);

  private static final Logger log = LoggerFactory.getLogger(Tokens.class);
  private static final Duration CLOCKS_DIFFER = Duration.ofMinutes(1);

  /** Between the tokens of several clusters, and of several responses in one header. */
  private static final String BETWEEN_TOKENS = ".,";

  private static final int MOST_TOKENS = 64;
  private static final byte VERSION = 1;
  private static final int ISSUER_BYTES = 6;
  private static final int NONCE_BYTES = 12;
  private static final int TAG_BYTES = 16;
  private static final int HEAD_BYTES = 1 + ISSUER_BYTES + NONCE_BYTES;
  private static final int LONGEST_TEXT = 3_072;
  private static final byte[] SALT = "io.github.rwsplit/token".getBytes(StandardCharsets.US_ASCII);

  private final List<byte[]> secrets;
  private final Duration life;
  private final InstantSource wallClock;
  private final Ticker ticker;
  private final long startedAt;
  private final byte[] issuer = new byte[ISSUER_BYTES];
  private final SecureRandom random = new SecureRandom();
  private final LongAdder ignored = new LongAdder();
  private final AtomicBoolean warned = new AtomicBoolean();

  /**
   * A token that was read.
   *
   * @param carried what it says
   * @param issuedAt when it was written, by the clock of the markers; null where another instance
   *     wrote it, whose clock says nothing here
   * @param age how old it is by the wall clocks of both, which may differ
   */
  record Opened(Carried carried, @Nullable Long issuedAt, Duration age) {}

  /**
   * Makes the reader and writer of one cluster.
   *
   * @param secrets the secrets; the first one writes; not empty
   * @param window the session's window, which every token outlives
   * @param wallClock tells the age of tokens
   * @param ticker the clock of the markers
   */
  public Tokens(List<String> secrets, Duration window, InstantSource wallClock, Ticker ticker) {
    if (secrets.isEmpty()) {
      throw new IllegalArgumentException("tokens must have a secret, but had none");
    }
    this.secrets =
        secrets.stream()
            .map(secret -> hmac(SALT, secret.getBytes(StandardCharsets.UTF_8)))
            .toList();
    this.life = window.plus(GRACE);
    this.wallClock = wallClock;
    this.ticker = ticker;
    this.startedAt = ticker.read();
    random.nextBytes(issuer);
  }

  /**
   * How long a token is good for.
   *
   * @return a positive duration
   */
  public Duration life() {
    return life;
  }

  /**
   * How many texts were ignored because they were no valid tokens.
   *
   * @return a count since the start, for meters
   */
  public long ignored() {
    return ignored.sum();
  }

  /** A token that says this; of letters, digits, {@code -} and {@code _} only. */
  String write(Carried carried) {
    // rounded up: what happened before the token was written stays before it
    long millis = (ticker.read() - startedAt) / 1_000_000 + 1;
    byte[] plain = new TokenText(carried, wallClock.instant().getEpochSecond(), millis).toBytes();
    byte[] nonce = new byte[NONCE_BYTES];
    random.nextBytes(nonce);
    ByteBuffer head = ByteBuffer.allocate(HEAD_BYTES).put(VERSION).put(issuer).put(nonce);
    try {
      byte[] sealed =
          cipher(Cipher.ENCRYPT_MODE, secrets.get(0), head.array(), HEAD_BYTES).doFinal(plain);
      byte[] whole = Arrays.copyOf(head.array(), HEAD_BYTES + sealed.length);
      System.arraycopy(sealed, 0, whole, HEAD_BYTES, sealed.length);
      return Base64.getUrlEncoder().withoutPadding().encodeToString(whole);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this JVM has no AES/GCM, which tokens need", e);
    }
  }

  /**
   * What all valid tokens of a text say, each with the time from which that counts. Of a text with
   * more tokens than can be meant, anything may have been written by now.
   *
   * @param byWindow whether the window alone decides
   * @param taker takes what each of them says
   * @return whether there was any
   */
  boolean readAll(String text, boolean byWindow, ObjLongConsumer<Carried> taker) {
    boolean any = false;
    int from = 0;
    for (int i = 0; i < MOST_TOKENS && from <= text.length(); i++) {
      int end = endOfToken(text, from);
      Opened opened = read(text.substring(from, end).strip());
      if (opened != null) {
        taker.accept(opened.carried(), countedFrom(opened, byWindow));
        any = true;
      }
      from = end + 1;
    }
    if (any && from <= text.length()) {
      taker.accept(new Carried(null, Duration.ZERO, null, false), ticker.read());
    }
    return any;
  }

  /** By hand: a pattern with blanks around would look at a header full of them again and again. */
  private static int endOfToken(String text, int from) {
    int end = from;
    while (end < text.length() && BETWEEN_TOKENS.indexOf(text.charAt(end)) < 0) {
      end++;
    }
    return end;
  }

  /**
   * When what a token says had happened. A stranger's clock says nothing of what came before what,
   * so that it counts from its arrival. Only the window, which proves nothing anyway, may end for a
   * token that has been with the client for longer than clocks differ; it would begin anew with
   * each request otherwise.
   */
  private long countedFrom(Opened token, boolean byWindow) {
    Long issuedAt = token.issuedAt();
    if (issuedAt != null) {
      return issuedAt;
    }
    Duration surely = token.age().minus(CLOCKS_DIFFER);
    return ticker.read() - (byWindow && !surely.isNegative() ? surely.toNanos() : 0);
  }

  /** What a token says; null for any text that is no valid token. */
  @Nullable Opened read(String text) {
    byte[] whole = decoded(text);
    TokenText found = whole == null ? null : decrypted(whole);
    if (whole == null || found == null) {
      ignored.increment();
      if (warned.compareAndSet(false, true)) {
        log.warn(
            "A token is forged, truncated, or was written with a secret that is not known here; it"
                + " is ignored, as all such are, and its bearer reads as without one. More are"
                + " counted, and told at DEBUG only; if there are many, see that all instances have"
                + " the same rwsplit.session.token.secrets");
      } else {
        log.debug("A token is forged, truncated or of an unknown secret; it is ignored");
      }
      return null;
    }
    long age = wallClock.instant().getEpochSecond() - found.issuedAtSecond();
    if (Math.abs(age) > life.toSeconds()) {
      ignored.increment();
      log.debug("A token is {} s old, and good for {} s; it is ignored", age, life.toSeconds());
      return null;
    }
    boolean own = Arrays.equals(whole, 1, 1 + ISSUER_BYTES, issuer, 0, ISSUER_BYTES);
    return new Opened(
        found.carried(),
        own ? (Long) (startedAt + found.issuedAtMillis() * 1_000_000) : null,
        Duration.ofSeconds(age));
  }

  private static byte @Nullable [] decoded(String text) {
    if (text.length() > LONGEST_TEXT) {
      return null;
    }
    try {
      byte[] whole = Base64.getUrlDecoder().decode(text);
      return whole.length > HEAD_BYTES + TAG_BYTES && whole[0] == VERSION ? whole : null;
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  private @Nullable TokenText decrypted(byte[] whole) {
    for (byte[] secret : secrets) {
      try {
        byte[] plain =
            cipher(Cipher.DECRYPT_MODE, secret, whole, HEAD_BYTES)
                .doFinal(whole, HEAD_BYTES, whole.length - HEAD_BYTES);
        return TokenText.of(plain);
      } catch (GeneralSecurityException e) {
        log.trace("A token was not written with this secret; another one may fit", e);
      }
    }
    return null;
  }

  private static Cipher cipher(int mode, byte[] secret, byte[] head, int length)
      throws GeneralSecurityException {
    byte[] issuerAndOne = Arrays.copyOfRange(head, 1, 2 + ISSUER_BYTES);
    issuerAndOne[ISSUER_BYTES] = 1;
    Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
    cipher.init(
        mode,
        new SecretKeySpec(hmac(secret, issuerAndOne), "AES"),
        new GCMParameterSpec(TAG_BYTES * 8, head, 1 + ISSUER_BYTES, NONCE_BYTES));
    cipher.updateAAD(head, 0, length);
    return cipher;
  }

  private static byte[] hmac(byte[] key, byte[] text) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(key, "HmacSHA256"));
      return mac.doFinal(text);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this JVM has no HmacSHA256, which tokens need", e);
    }
  }
}
