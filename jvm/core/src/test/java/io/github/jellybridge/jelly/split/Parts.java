package io.github.jellybridge.jelly.split;

import static org.junit.Assert.assertEquals;

import io.github.jellybridge.jelly.JellyParseException;
import io.github.jellybridge.jelly.JellyReadOptions;
import io.github.jellybridge.jelly.JellyReader;
import io.github.jellybridge.jelly.Reading;
import io.github.jellybridge.jelly.wire.BufferPool;
import io.github.jellybridge.model.Statement;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;

/** Reads files in parts. */
public final class Parts {
  private Parts() {}

  /** Returns the split points of a file that one thread finds, at least so many bytes apart. */
  public static List<SplitPoint> index(byte[] file, long every) throws IOException {
    return SplitIndexer.index(
        () -> new ByteArrayInputStream(file), Reading.FILE, Reading.OPTIONS, every, 1);
  }

  /** Returns a source with the bytes of a file and the given length, which may be wrong. */
  static SplitIndexer.Source source(byte[] file, long length) {
    return new SplitIndexer.Source() {
      @Override
      public InputStream open() {
        return new ByteArrayInputStream(file);
      }

      @Override
      public long length() {
        return length;
      }
    };
  }

  /**
   * Reads a file in parts, in batches that do not match frames, and checks the counters of the
   * readers.
   */
  public static List<Statement> read(byte[] file, List<SplitPoint> points, JellyReadOptions options)
      throws IOException {
    List<Statement> found = new ArrayList<>();
    long bytes = 0;
    for (Split split : Split.at(points)) {
      try (JellyReader reader = open(file, split, options)) {
        long before = found.size();
        while (reader.nextBatch(37)) {
          assertEquals("first statement", found.size(), reader.batch().firstStatement());
          found.addAll(Reading.statements(reader));
        }
        assertEquals("statements read", found.size() - before, reader.statementsRead());
        bytes += reader.bytesRead();
      }
    }
    assertEquals("bytes read", file.length, bytes);
    return found;
  }

  /** Reads a file in parts. */
  public static List<Statement> statements(byte[] file, List<SplitPoint> points)
      throws IOException {
    List<Statement> found = new ArrayList<>();
    for (Split split : Split.at(points)) {
      found.addAll(readOne(file, split, Reading.OPTIONS));
    }
    return found;
  }

  /** Reads one part of a file. */
  public static List<Statement> readOne(byte[] file, Split split, JellyReadOptions options)
      throws IOException {
    List<Statement> found = new ArrayList<>();
    try (JellyReader reader = open(file, split, options)) {
      while (reader.nextBatch(100)) {
        found.addAll(Reading.statements(reader));
      }
    }
    return found;
  }

  /** Counts the statements of a file in parts. */
  public static long counted(byte[] file, List<SplitPoint> points) throws IOException {
    long count = 0;
    for (Split split : Split.at(points)) {
      try (JellyReader reader = open(file, split, Reading.OPTIONS)) {
        count += reader.countStatements();
      }
    }
    return count;
  }

  /** Returns the statements of a file, or the message of the error that one of its parts throws. */
  public static Object outcome(byte[] file, List<SplitPoint> points) throws IOException {
    try {
      return statements(file, points);
    } catch (JellyParseException e) {
      return e.getMessage();
    }
  }

  /** Opens a part of a file. */
  public static JellyReader open(byte[] file, Split split, JellyReadOptions options) {
    int from = (int) split.offset();
    return JellyReader.open(
        new ByteArrayInputStream(file, from, file.length - from),
        Reading.FILE,
        options,
        new BufferPool(),
        split);
  }

  /** Returns the total size of the prologues of the split points, in bytes. */
  static long stateBytes(List<SplitPoint> points) {
    return points.stream().mapToLong(point -> point.state().prologue().length).sum();
  }
}
