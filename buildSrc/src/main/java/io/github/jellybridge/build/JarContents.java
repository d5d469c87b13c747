/** The entries of the self-contained jar: decides which are kept, moved, merged or left out. */
package io.github.jellybridge.build;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.gradle.api.GradleException;

/** Collects entries of several libraries; two different entries with one path are an error. */
final class JarContents {

  private static final String SERVICES = "META-INF/services/";

  /** Licence texts, at the root of a jar or in its META-INF. */
  private static final Pattern NOTICE =
      Pattern.compile("(?:META-INF/)?((?:LICEN[CS]E|NOTICE|COPYING|DEPENDENCIES)[^/]*)");

  /**
   * Signatures and indexes are wrong once jars are merged, module descriptors name packages that
   * have moved, and the rest is for build tools. Spark's jars already contain Protobuf's own {@code
   * .proto} files.
   */
  private static final Pattern LEFT_OUT =
      Pattern.compile(
          "META-INF/(?:MANIFEST\\.MF|INDEX\\.LIST|[^/]+\\.(?:SF|RSA|DSA|EC)|(?:maven|proguard|versions)/.*)"
              + "|(?:.*/)?module-info\\.class|google/protobuf/.*\\.proto");

  private final Relocator relocator;
  private final SortedMap<String, byte[]> files = new TreeMap<>();
  private final SortedMap<String, Set<String>> services = new TreeMap<>();

  JarContents(Relocator relocator) {
    this.relocator = relocator;
  }

  /** Adds a licence text of the project itself. */
  void addOwnNotice(String name, byte[] content) {
    putOnce("META-INF/" + name, content, "jelly-bridge");
  }

  /**
   * Adds one entry.
   *
   * @param library the library that the entry comes from; named in error messages and used as the
   *     folder of its licence texts
   * @param path path of the entry in that library
   */
  void add(String library, String path, byte[] content) {
    Matcher notice = NOTICE.matcher(path);
    if (notice.matches()) {
      putOnce("META-INF/third-party/" + library + "/" + notice.group(1), content, library);
    } else if (LEFT_OUT.matcher(path).matches()) {
      return;
    } else if (path.startsWith(SERVICES)) {
      addService(path.substring(SERVICES.length()), content);
    } else if (path.endsWith(".class")) {
      putOnce(relocator.path(path), relocator.rewrite(content), library);
    } else {
      putOnce(relocator.path(path), content, library);
    }
  }

  private void addService(String service, byte[] content) {
    Set<String> providers =
        services.computeIfAbsent(relocator.dotted(service), s -> new LinkedHashSet<>());
    for (String line : new String(content, UTF_8).split("\\R")) {
      String provider = line.replaceFirst("#.*", "").strip();
      if (!provider.isEmpty()) {
        providers.add(relocator.dotted(provider));
      }
    }
  }

  private void putOnce(String path, byte[] content, String library) {
    byte[] before = files.putIfAbsent(path, content);
    if (before != null && !Arrays.equals(before, content)) {
      throw new GradleException(
          path + " of " + library + " is in another library, too, and differs");
    }
  }

  /** All entries by path, in the order in which they are written. */
  Map<String, byte[]> entries() {
    SortedMap<String, byte[]> all = new TreeMap<>(files);
    services.forEach(
        (service, providers) ->
            all.put(SERVICES + service, (String.join("\n", providers) + "\n").getBytes(UTF_8)));
    return all;
  }
}
