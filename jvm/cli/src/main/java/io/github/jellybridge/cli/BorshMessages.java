package io.github.jellybridge.cli;

import io.github.jellybridge.borsh.BorshReadOptions;
import io.github.jellybridge.borsh.BorshReader;
import io.github.jellybridge.borsh.BorshWriteOptions;
import io.github.jellybridge.borsh.BorshWriter;
import io.github.jellybridge.files.CompressedOutput;
import io.github.jellybridge.files.Compression;
import io.github.jellybridge.files.Decompression;
import io.github.jellybridge.files.DecompressionLimits;
import io.github.jellybridge.rdf.NTriples;
import io.github.jellybridge.rdf.NTriplesParser;
import io.github.jellybridge.rdf.StatementBatch;
import io.github.jellybridge.rdf.TermKind;
import io.github.jellybridge.rdf.TermTable;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * Converts RDF/Borsh files to messages for Python and back. A message is the sequence of the terms
 * of all statements (s, p, o, g). Each term is an entry of a dictionary ("Terms Dictionary
 * Section"), with the additional types 0 for no graph name and 6 for N-Triples text (only to Java).
 */
final class BorshMessages {
  private static final int NOTHING = 0;
  private static final int IRI = 1;
  private static final int BNODE = 2;
  private static final int PLAIN = 3;
  private static final int TYPED = 4;
  private static final int TAGGED = 5;
  private static final int NTRIPLES = 6;

  /** Number of statements read or written together. */
  private static final int BATCH = 4096;

  private final ByteBuffer message;
  private final TermTable terms = new TermTable();
  private final NTriplesParser parser = new NTriplesParser(terms);

  private BorshMessages(byte[] message) {
    this.message = ByteBuffer.wrap(message).order(ByteOrder.LITTLE_ENDIAN);
  }

  /**
   * Converts a message to a file.
   *
   * @throws IOException if RDF/Borsh cannot represent a statement, or there are too many statements
   * @throws IllegalArgumentException if a text is not N-Triples, or the compression is supported
   *     only for reading
   */
  static byte[] toFile(byte[] message, BorshWriteOptions options, Compression compression)
      throws IOException {
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    try (OutputStream out = CompressedOutput.of(compression).wrap(file)) {
      BorshMessages in = new BorshMessages(message);
      BorshWriter writer = BorshWriter.open(out, options);
      StatementBatch batch = new StatementBatch(BATCH, true, true, true, true);
      while (in.message.hasRemaining()) {
        in.fill(batch);
        writer.write(batch, in.terms);
      }
      writer.finish();
    }
    return file.toByteArray();
  }

  private void fill(StatementBatch batch) {
    terms.reset(new byte[1 << 16], 0);
    int i = 0;
    for (; i < BATCH && message.hasRemaining(); i++) {
      batch.s[i] = term();
      batch.p[i] = term();
      batch.o[i] = term();
      batch.g[i] = term();
    }
    batch.size(i);
  }

  private int term() {
    int type = message.get();
    if (type == NOTHING) {
      return TermTable.NO_TERM;
    }
    byte[] text = text();
    return switch (type) {
      case IRI -> terms.addCopy(TermKind.IRI, text, 0, text.length);
      case BNODE -> terms.addCopy(TermKind.BNODE, text, 0, text.length);
      case PLAIN -> terms.addLiteralCopy(text, 0, text.length, 0, 0);
      case TYPED -> terms.addLiteralCopy(text, 0, text.length, 0, datatype(text()));
      case TAGGED -> terms.addLiteralCopy(text, 0, text.length, language(text()), 0);
      case NTRIPLES -> parser.term(text, 0, text.length);
      default -> throw new IllegalArgumentException("no type of a term: " + type);
    };
  }

  private byte[] text() {
    byte[] text = new byte[message.getInt()];
    message.get(text);
    return text;
  }

  private int datatype(byte[] iri) {
    String text = new String(iri, StandardCharsets.UTF_8);
    return text.equals(NTriples.XSD_STRING) ? 0 : terms.symbols().intern(iri, 0, iri.length);
  }

  private int language(byte[] tag) {
    if (tag.length == 0) {
      throw new IllegalArgumentException("expected a language tag, found an empty text");
    }
    return terms.symbols().intern(tag, 0, tag.length);
  }

  /** Converts a file to a message. */
  static byte[] ofFile(byte[] file, String name, Compression compression) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    DecompressionLimits limits = DecompressionLimits.DEFAULT;
    try (InputStream in =
            Decompression.decompress(new ByteArrayInputStream(file), compression, name, limits);
        BorshReader reader = BorshReader.open(in, name, BorshReadOptions.defaults())) {
      while (reader.nextBatch(BATCH)) {
        StatementBatch batch = reader.batch();
        for (int i = 0; i < batch.size(); i++) {
          write(reader.terms(), batch.s[i], out);
          write(reader.terms(), batch.p[i], out);
          write(reader.terms(), batch.o[i], out);
          write(reader.terms(), batch.g[i], out);
        }
      }
    }
    return out.toByteArray();
  }

  private static void write(TermTable terms, int term, ByteArrayOutputStream out) {
    if (term == TermTable.NO_TERM) {
      out.write(NOTHING);
      return;
    }
    byte kind = terms.kind(term);
    int symbol = Math.max(terms.langId(term), terms.datatypeId(term));
    int literal = symbol == 0 ? PLAIN : terms.langId(term) == 0 ? TYPED : TAGGED;
    out.write(kind == TermKind.IRI ? IRI : kind == TermKind.BNODE ? BNODE : literal);
    int offset = terms.valueOffset(term);
    write(terms.data(), offset, terms.valueLength(term), out);
    if (symbol != 0) {
      byte[] text = terms.symbols().bytes(symbol);
      write(text, 0, text.length, out);
    }
  }

  private static void write(byte[] text, int offset, int length, ByteArrayOutputStream out) {
    for (int shift = 0; shift < Integer.SIZE; shift += Byte.SIZE) {
      out.write(length >>> shift);
    }
    out.write(text, offset, length);
  }
}
