package io.github.jellybridge.spark.publish.model;

import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * An immutable state of the file system, and its clock.
 *
 * @param entries files and folders by path, without a slash at the end
 * @param now the time of changes, in leases: 1 is when a lease of time 0 has expired
 */
record ModelFiles(NavigableMap<String, Entry> entries, int now) {
  /** The answer for a file or folder that does not exist. */
  static final String MISSING = "missing";

  static final String YES = "yes";
  static final String NO = "no";

  /** The answer for a folder that is not empty. */
  static final String NOT_EMPTY = "not empty";

  /**
   * A file or folder.
   *
   * @param content null for a folder
   * @param time when it changed
   */
  record Entry(String content, int time) {
    boolean isFolder() {
      return content == null;
    }

    /** The description in answers. */
    String describe() {
      return isFolder() ? "folder" : "file";
    }
  }

  /** The state after an operation, and its answer. */
  record Step(ModelFiles after, String answer) {}

  /** A file system with an empty folder. */
  static ModelFiles withFolder(String folder) {
    NavigableMap<String, Entry> entries = new TreeMap<>();
    entries.put(folder, new Entry(null, 0));
    return new ModelFiles(entries, 0);
  }

  /** Runs an operation. */
  Step apply(Operation operation) {
    String path = operation.path();
    Entry entry = entries.get(path);
    return switch (operation.kind()) {
      case STATUS -> same(entry == null ? MISSING : entry.describe() + " " + entry.time());
      case LIST -> same(entry == null ? MISSING : list(path));
      case OPEN -> same(entry == null || entry.isFolder() ? MISSING : "=" + entry.content());
      case CREATE -> new Step(with(path, ""), YES);
      // A file that was deleted while it was written stays deleted.
      case WRITE -> entry == null ? same(YES) : new Step(with(path, operation.other()), YES);
      case MAKE_FOLDER -> new Step(with(path, null), YES);
      case RENAME -> move(operation, entry);
      case DELETE -> delete(path, entry);
    };
  }

  private Step same(String answer) {
    return new Step(this, answer);
  }

  private String list(String folder) {
    return children(folder).entrySet().stream()
        .map(
            child ->
                child.getValue().describe() + " " + child.getKey().substring(folder.length() + 1))
        .collect(Collectors.joining("\n"));
  }

  private Map<String, Entry> children(String folder) {
    String below = folder + "/";
    Map<String, Entry> children = new TreeMap<>(entries.subMap(below, folder + "0"));
    children.keySet().removeIf(path -> path.indexOf('/', below.length()) >= 0);
    return children;
  }

  private Step move(Operation operation, Entry from) {
    String to = operation.other();
    if (from == null || entries.containsKey(to) || !entries.containsKey(parent(to))) {
      return same(NO);
    }
    if (from.isFolder()) {
      return new Step(moveFolder(operation.path(), to), YES);
    }
    return new Step(with(to, from.content()).without(operation.path()), YES);
  }

  private ModelFiles moveFolder(String from, String to) {
    NavigableMap<String, Entry> changed = new TreeMap<>();
    entries.forEach(
        (path, entry) ->
            changed.put(
                path.equals(from) || path.startsWith(from + "/")
                    ? to + path.substring(from.length())
                    : path,
                entry));
    return new ModelFiles(changed, now);
  }

  private Step delete(String path, Entry entry) {
    if (entry == null) {
      return same(NO);
    }
    return entry.isFolder() && !children(path).isEmpty()
        ? same(NOT_EMPTY)
        : new Step(without(path), YES);
  }

  private ModelFiles with(String path, String content) {
    NavigableMap<String, Entry> changed = new TreeMap<>(entries);
    changed.put(path, new Entry(content, now));
    for (String folder = parent(path); !folder.isEmpty(); folder = parent(folder)) {
      if (!changed.containsKey(folder)) {
        changed.put(folder, new Entry(null, now));
      }
    }
    changed.put(parent(path), new Entry(null, now));
    return new ModelFiles(changed, now);
  }

  private ModelFiles without(String path) {
    NavigableMap<String, Entry> changed = new TreeMap<>(entries);
    changed.remove(path);
    changed.computeIfPresent(parent(path), (folder, entry) -> new Entry(null, now));
    return new ModelFiles(changed, now);
  }

  private static String parent(String path) {
    return path.substring(0, Math.max(0, path.lastIndexOf('/')));
  }

  /**
   * Advances the clock beyond the duration of a lease.
   *
   * @param renewed the paths of the files whose writers have renewed them
   */
  ModelFiles later(Predicate<String> renewed) {
    NavigableMap<String, Entry> changed = new TreeMap<>(entries);
    changed.replaceAll(
        (path, entry) -> renewed.test(path) ? new Entry(entry.content(), now + 1) : entry);
    return new ModelFiles(changed, now + 1);
  }

  /** Omits what readers do not look at. */
  ModelFiles forReaders() {
    NavigableMap<String, Entry> visible = new TreeMap<>();
    entries.forEach(
        (path, entry) -> {
          if (!Operation.isPrivateFile(path)) {
            visible.put(path, new Entry(entry.content(), 0));
          }
        });
    return new ModelFiles(visible, 0);
  }
}
