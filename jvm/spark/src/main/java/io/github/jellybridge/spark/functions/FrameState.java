package io.github.jellybridge.spark.functions;

import io.github.jellybridge.jelly.BlankNodes;
import io.github.jellybridge.jelly.JellyReadOptions;
import io.github.jellybridge.jelly.JellyReader;
import io.github.jellybridge.jelly.JellyWriteOptions;
import io.github.jellybridge.jelly.JellyWriter;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * The statements that an aggregate has collected so far, in compact form: as frames. Usually there
 * is one frame at the end, which is the result; several frames are merged.
 *
 * <p>Spark writes states with Java serialization. It reads them with a class loader that finds the
 * classes of Spark and of Java, but none from {@code spark.jars}. A state is therefore written as a
 * list of Java's own classes: the options, the frames, and whether there were empty rows.
 *
 * <p>Empty rows have neither subject nor object. For a query with several distinct aggregates,
 * Spark creates separate groups for each of them. Rows of such groups are null in the arguments of
 * the other aggregates, except for constants (usually a predicate), and Spark discards the results.
 * Empty rows are therefore an error only in a group that also has other rows.
 */
final class FrameState implements Serializable {
  private static final long serialVersionUID = 1L;

  private static final int BATCH = 4096;

  /** Usual number of statements in a group. */
  private static final int GROUP = 64;

  private static final int SUBJECT = 0;
  private static final int OBJECT = 2;

  private final List<byte[]> done = new ArrayList<>();
  private Options options;
  private boolean emptyRows;
  private transient MessageFormat.Message open;

  /**
   * The options of a call.
   *
   * @param texts as given by the caller
   * @param codec the parsed options
   */
  record Options(Map<String, String> texts, JellyWriteOptions codec) implements Serializable {
    static Options parse(CaseInsensitiveStringMap map, MessageFormat format) {
      return new Options(map.asCaseSensitiveMap(), format.options(map));
    }
  }

  /** Returns the state that Spark passes in, whether it has been serialized in between or not. */
  static FrameState of(Serializable given, MessageFormat format) {
    if (given instanceof FrameState state) {
      return state;
    }
    FrameState state = new FrameState();
    for (Object part : (List<?>) given) {
      if (part instanceof Map<?, ?> texts) {
        Map<String, String> copy = new HashMap<>();
        texts.forEach((name, text) -> copy.put((String) name, (String) text));
        state.options = Options.parse(new CaseInsensitiveStringMap(copy), format);
      } else if (part instanceof Boolean emptyRows) {
        state.emptyRows = emptyRows;
      } else {
        state.done.add((byte[]) part);
      }
    }
    return state;
  }

  private Object writeReplace() {
    close();
    ArrayList<Serializable> parts = new ArrayList<>();
    if (options != null) {
      parts.add(new HashMap<>(options.texts()));
    }
    parts.addAll(done);
    parts.add(emptyRows);
    return parts;
  }

  /**
   * Adds a statement.
   *
   * @throws IllegalArgumentException if it cannot be written, or its options differ from those of
   *     earlier statements
   */
  void add(InternalRow row, MessageFormat format, Options given) {
    use(given);
    if (row.isNullAt(SUBJECT) && row.isNullAt(OBJECT)) {
      emptyRows = true;
      return;
    }
    if (open == null) {
      open = format.start(options.codec(), GROUP);
    }
    open.add(row);
  }

  private void use(Options given) {
    if (options == null) {
      options = given;
    } else if (options != given && !options.codec().equals(given.codec())) {
      throw new IllegalArgumentException(
          "to_jelly writes one frame of a group, so its options must be the same for all rows.");
    }
  }

  void merge(FrameState other) {
    if (other.options != null) {
      use(other.options);
    }
    other.close();
    done.addAll(other.done);
    emptyRows |= other.emptyRows;
  }

  /** Ends the current frame; the next statement starts a new one. */
  private void close() {
    if (open != null) {
      done.add(open.finish());
      open = null;
    }
  }

  /**
   * Returns all statements as one frame; null without any.
   *
   * @throws IllegalArgumentException if there were also empty rows
   */
  byte[] frame() {
    close();
    if (emptyRows && !done.isEmpty()) {
      throw new IllegalArgumentException(
          "to_jelly cannot write a row of a group: expected a subject and an object, found neither;"
              + " leave such rows out with FILTER (WHERE s IS NOT NULL).");
    }
    if (done.size() > 1) {
      byte[] together = join();
      done.clear();
      done.add(together);
    }
    return done.isEmpty() ? null : done.get(0);
  }

  private byte[] join() {
    // Reading must accept everything that writing has accepted.
    JellyReadOptions read =
        JellyReadOptions.builder()
            .strict(false)
            .blankNodes(BlankNodes.PRESERVE)
            .maxFrameBytes(1 << 30)
            .maxNameTable(1 << 24)
            .maxPrefixTable(1 << 24)
            .maxDatatypeTable(1 << 24)
            .maxNesting(JellyReadOptions.MAX_NESTING_LIMIT)
            .build();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JellyWriter writer = JellyWriter.open(bytes, options.codec())) {
      for (byte[] frame : done) {
        try (JellyReader reader =
            JellyReader.open(new ByteArrayInputStream(frame), "part of a frame", read)) {
          while (reader.nextBatch(BATCH)) {
            writer.write(reader.batch(), reader.terms());
          }
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot put frames together: " + e.getMessage(), e);
    }
    return bytes.toByteArray();
  }
}
