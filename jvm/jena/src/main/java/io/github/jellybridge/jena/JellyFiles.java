package io.github.jellybridge.jena;

import io.github.jellybridge.jelly.JellyReadOptions;
import io.github.jellybridge.jelly.JellyWriteOptions;
import io.github.jellybridge.jelly.PhysicalType;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Iterator;
import java.util.UUID;
import java.util.function.BiConsumer;
import org.apache.jena.graph.Triple;
import org.apache.jena.sparql.core.Quad;

/**
 * Statements of Jena from and to Jelly, without Spark and with this library's own codec. Streams
 * are plain; decompress or compress around them.
 */
public final class JellyFiles {
  private JellyFiles() {}

  /** Reads the quads of a file; blank nodes are its own. To be closed, or read to the end. */
  public static JellyIterator<Quad> readQuads(Path file) throws IOException {
    return JellyIterator.quads(
        Files.newInputStream(file), file.toString(), JellyReadOptions.defaults());
  }

  /** Reads the quads of a stream; no other stream has its blank nodes. */
  public static JellyIterator<Quad> readQuads(InputStream in) {
    return JellyIterator.quads(in, "stream", ofItsOwn());
  }

  /** Reads the triples of a file; a named graph in it is an error. As {@link #readQuads(Path)}. */
  public static JellyIterator<Triple> readTriples(Path file) throws IOException {
    return JellyIterator.triples(
        Files.newInputStream(file), file.toString(), JellyReadOptions.defaults());
  }

  /** Reads the triples of a stream; as {@link #readQuads(InputStream)}. */
  public static JellyIterator<Triple> readTriples(InputStream in) {
    return JellyIterator.triples(in, "stream", ofItsOwn());
  }

  private static JellyReadOptions ofItsOwn() {
    return JellyReadOptions.builder().scope(UUID.randomUUID().toString()).build();
  }

  /**
   * Writes quads to a stream, which stays open.
   *
   * @return how many
   * @throws io.github.jellybridge.jelly.JellyWriteException for a statement that the options do not
   *     allow
   */
  public static long writeQuads(Iterator<Quad> quads, OutputStream out, JellyWriteOptions options)
      throws IOException {
    return write(quads, out, options, JellyStreamRdf::quad);
  }

  /**
   * Writes quads to a file, which has all of them or is not there, or is the one before. A pipe or
   * a device gets them as they come.
   */
  public static long writeQuads(Iterator<Quad> quads, Path file, JellyWriteOptions options)
      throws IOException {
    return write(file, out -> writeQuads(quads, out, options));
  }

  /**
   * Writes triples to a stream, which stays open.
   *
   * @param options whose physical type need not be that of triples; it is then that, with no other
   *     logical type than theirs
   * @return how many
   * @throws io.github.jellybridge.jelly.JellyWriteException for a statement that the options do not
   *     allow
   */
  public static long writeTriples(
      Iterator<Triple> triples, OutputStream out, JellyWriteOptions options) throws IOException {
    return write(triples, out, ofTriples(options), JellyStreamRdf::triple);
  }

  /**
   * Writes triples to a file, which has all of them or is not there, or is the one before. A pipe
   * or a device gets them as they come.
   */
  public static long writeTriples(Iterator<Triple> triples, Path file, JellyWriteOptions options)
      throws IOException {
    return write(file, out -> writeTriples(triples, out, options));
  }

  private static JellyWriteOptions ofTriples(JellyWriteOptions options) {
    return options.physicalType() == PhysicalType.TRIPLES
        ? options
        : options.toBuilder().physicalType(PhysicalType.TRIPLES).logicalType(null).build();
  }

  private static <T> long write(
      Iterator<T> statements,
      OutputStream out,
      JellyWriteOptions options,
      BiConsumer<JellyStreamRdf, T> each)
      throws IOException {
    try {
      // Not closed: that is up to the caller.
      @SuppressWarnings("resource")
      JellyStreamRdf stream = new JellyStreamRdf(out, options);
      statements.forEachRemaining(statement -> each.accept(stream, statement));
      stream.finish();
      return stream.statements();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  /** Something that writes to a stream. */
  private interface Content {
    long write(OutputStream out) throws IOException;
  }

  private static long write(Path file, Content content) throws IOException {
    if (Files.exists(file) && !Files.isRegularFile(file)) {
      // A pipe or a device: nothing can be put in its place.
      try (OutputStream out = Files.newOutputStream(file)) {
        return content.write(out);
      }
    }
    // The target of a link is replaced, not the link.
    Path target = Files.isSymbolicLink(file) ? file.toRealPath() : file;
    Path unfinished = target.resolveSibling(".jelly-bridge." + UUID.randomUUID());
    try {
      long count;
      try (OutputStream out = Files.newOutputStream(unfinished)) {
        copyPermissions(target, unfinished);
        count = content.write(out);
      }
      Files.move(unfinished, target, StandardCopyOption.ATOMIC_MOVE);
      return count;
    } finally {
      Files.deleteIfExists(unfinished);
    }
  }

  private static void copyPermissions(Path from, Path to) throws IOException {
    if (Files.exists(from) && Files.getFileStore(from).supportsFileAttributeView("posix")) {
      Files.setPosixFilePermissions(to, Files.getPosixFilePermissions(from));
    }
  }
}
