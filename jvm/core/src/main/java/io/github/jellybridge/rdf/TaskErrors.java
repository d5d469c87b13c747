package io.github.jellybridge.rdf;

import java.io.IOException;
import java.net.URL;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.regex.Pattern;

/**
 * Replaces errors on their way from a Spark task to a driver that does not have their classes.
 *
 * <p>Spark Connect keeps a jar sent by a client in a folder named by the session's id, and only
 * that session's tasks load classes from it. The driver cannot deserialize an error of such a
 * class, and Spark then reports only {@code UnknownReason} (Spark 4.0 to 4.3). Only in this case,
 * errors are sent as errors of Java's own classes.
 */
public final class TaskErrors {
  /** The name of a session's folder: the session id that clients choose, a UUID. */
  private static final Pattern SESSION =
      Pattern.compile("\\p{XDigit}{8}(-\\p{XDigit}{4}){3}-\\p{XDigit}{12}");

  private static final boolean SENT_BY_A_CLIENT = isOfSession(location(TaskErrors.class));

  private TaskErrors() {}

  /**
   * Returns the object to serialize instead of an error, for its {@code writeReplace}.
   *
   * @return the error itself, unless this class is in a jar of one session
   */
  public static Throwable sent(Throwable error) {
    return SENT_BY_A_CLIENT ? ofJava(error) : error;
  }

  /** Tells whether this class is in a jar that a client has sent, on an executor or the driver. */
  public static boolean isSentByClient() {
    return SENT_BY_A_CLIENT || isArtifact(location(TaskErrors.class));
  }

  /** Tells whether a jar is in the folder {@code jars} of a session, as on the driver. */
  static boolean isArtifact(Path jar) {
    return jar != null && jar.getParent() != null && isOfSession(jar.getParent());
  }

  /** Tells whether a jar is in the folder of a session. */
  static boolean isOfSession(Path jar) {
    Path folder = jar == null ? null : jar.getParent();
    Path name = folder == null ? null : folder.getFileName();
    return name != null && SESSION.matcher(name.toString()).matches();
  }

  private static Path location(Class<?> type) {
    CodeSource source = type.getProtectionDomain().getCodeSource();
    URL url = source == null ? null : source.getLocation();
    try {
      return url == null || !"file".equals(url.getProtocol()) ? null : Path.of(url.getPath());
    } catch (InvalidPathException e) {
      return null;
    }
  }

  /** Copies an error whose class is in this jar. Keeps its message, stack trace and cause. */
  static Throwable ofJava(Throwable error) {
    if (error == null || error.getClass().getClassLoader() != TaskErrors.class.getClassLoader()) {
      return error;
    }
    Throwable cause = ofJava(error.getCause());
    Throwable copy;
    if (error instanceof IOException) {
      copy = new IOException(error.getMessage(), cause);
    } else if (error instanceof IllegalArgumentException) {
      copy = new IllegalArgumentException(error.getMessage(), cause);
    } else {
      copy = new RuntimeException(error.toString(), cause);
    }
    copy.setStackTrace(error.getStackTrace());
    for (Throwable suppressed : error.getSuppressed()) {
      copy.addSuppressed(ofJava(suppressed));
    }
    return copy;
  }
}
