package io.github.jellybridge.borsh;

import io.github.jellybridge.model.Statement;
import io.github.jellybridge.model.Term;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import net.jpountz.lz4.LZ4Factory;
import net.jpountz.lz4.LZ4FrameOutputStream;
import net.jpountz.lz4.LZ4SafeDecompressor;

/**
 * Encodes and decodes files directly by the specification, without the code under test. Tests
 * compare against it and can replace every part by a wrong one.
 */
public final class BorshFile {
  private static final LZ4Factory LZ4 = LZ4Factory.safeInstance();
  private static final int LARGEST = 1 << 22;

  /** The first term of {@link #valid}. */
  static final byte[] A = entry(Term.iri("x:a"));

  static final byte[] B = entry(Term.iri("x:b"));

  byte[] magic = {'R', 'D', 'F', 'B'};

  /** The version byte. */
  public int version = 1;

  int flags = 7;
  long headerCount;
  byte[] terms;
  byte[] quads;

  /** A file of terms, encoded by {@link #entry}, and of quads of ids in the order g, s, p, o. */
  BorshFile(List<byte[]> entries, int[]... quads) {
    headerCount = quads.length;
    terms = termsBlock(entries.size(), entries);
    ByteBuffer block = little(4 + 8 * quads.length).putInt(quads.length);
    for (int[] quad : quads) {
      for (int id : quad) {
        block.putShort((short) id);
      }
    }
    this.quads = block.array();
  }

  /** A valid file of two terms and two quads, of which tests replace parts. */
  static BorshFile valid() {
    return new BorshFile(List.of(A, B), new int[] {0, 1, 2, 1}, new int[] {2, 2, 2, 2});
  }

  /** A file of statements, with terms in the order of their first use. */
  public static BorshFile of(List<Statement> statements) {
    List<Term> terms = new ArrayList<>();
    List<int[]> quads = new ArrayList<>();
    for (Statement st : statements) {
      int s = id(terms, st.s());
      int p = id(terms, st.p());
      int o = id(terms, st.o());
      quads.add(new int[] {st.g() == null ? 0 : id(terms, st.g()), s, p, o});
    }
    return new BorshFile(
        terms.stream().map(BorshFile::entry).toList(), quads.toArray(int[][]::new));
  }

  private static int id(List<Term> terms, Term term) {
    if (!terms.contains(term)) {
      terms.add(term);
    }
    return terms.indexOf(term) + 1;
  }

  static byte[] termsBlock(int count, List<byte[]> entries) {
    List<byte[]> parts = new ArrayList<>(List.of(little(4).putInt(count).array()));
    parts.addAll(entries);
    return concat(parts.toArray(byte[][]::new));
  }

  /** A term entry ("Terms Dictionary Section"). */
  static byte[] entry(Term term) {
    if (term instanceof Term.Iri iri) {
      return entry(1, utf8(iri.value()));
    } else if (term instanceof Term.Bnode bnode) {
      return entry(2, utf8(bnode.label()));
    }
    Term.Literal literal = (Term.Literal) term;
    if (literal.lang() != null) {
      return entry(5, utf8(literal.lex()), utf8(literal.lang()));
    } else if (literal.datatype() != null) {
      return entry(4, utf8(literal.lex()), utf8(literal.datatype()));
    }
    return entry(3, utf8(literal.lex()));
  }

  static byte[] entry(int type, byte[]... texts) {
    List<byte[]> parts = new ArrayList<>(List.of(new byte[] {(byte) type}));
    for (byte[] text : texts) {
      parts.add(little(4).putInt(text.length).array());
      parts.add(text);
    }
    return concat(parts.toArray(byte[][]::new));
  }

  byte[] header() {
    return concat(
        magic,
        new byte[] {(byte) version, (byte) flags},
        little(4).putInt((int) headerCount).array());
  }

  /** The file in the layout of the specification: two raw blocks. */
  public byte[] bytes() {
    return bytes(pack(terms), pack(quads));
  }

  /** The file with blocks that are already compressed. */
  byte[] bytes(byte[] packedTerms, byte[] packedQuads) {
    return concat(
        header(),
        little(4).putInt(packedTerms.length).array(),
        packedTerms,
        little(4).putInt(packedQuads.length).array(),
        packedQuads);
  }

  /** The file in the layout of the Rust implementation: one LZ4 frame with independent blocks. */
  public byte[] framed() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(header());
    try (LZ4FrameOutputStream frame = new LZ4FrameOutputStream(out)) {
      frame.write(terms);
      frame.write(quads);
    }
    return out.toByteArray();
  }

  static byte[] pack(byte[] block) {
    return LZ4.fastCompressor().compress(block);
  }

  /** An LZ4 block that expands to about 255 times its size, all of it the letter x. */
  static byte[] bomb(int size) {
    byte[] bomb = new byte[size];
    Arrays.fill(bomb, (byte) 0xff);
    byte[] start = {0x1f, 'x', 1, 0};
    byte[] end = {0, 0x50, 'x', 'x', 'x', 'x', 'x'};
    System.arraycopy(start, 0, bomb, 0, start.length);
    System.arraycopy(end, 0, bomb, size - end.length, end.length);
    return bomb;
  }

  /** An LZ4 frame of blocks of 4 MiB, in a few kilobytes each. */
  static byte[] manyBlocks(int blocks) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (LZ4FrameOutputStream frame = new LZ4FrameOutputStream(out)) {
      for (int i = 0; i < blocks; i++) {
        frame.write(new byte[LARGEST]);
      }
    }
    return out.toByteArray();
  }

  static ByteBuffer little(int size) {
    return ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
  }

  static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  static byte[] concat(byte[]... parts) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      out.writeBytes(part);
    }
    return out.toByteArray();
  }

  // ---- reading -------------------------------------------------------------------------------

  /** The statements of a file of two raw blocks; null if it is malformed. */
  public static List<Statement> decode(byte[] file) {
    try {
      ByteBuffer in = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
      byte[] magic = new byte[4];
      in.get(magic);
      byte version = in.get();
      int flags = in.get();
      long count = Integer.toUnsignedLong(in.getInt());
      check(Arrays.equals(magic, new byte[] {'R', 'D', 'F', 'B'}));
      check((version == 1 || version == '1') && (flags & 7) == 7);
      List<Term> terms = terms(unpack(in));
      ByteBuffer quads = unpack(in);
      check(!in.hasRemaining());
      check(Integer.toUnsignedLong(quads.getInt()) == count && quads.remaining() == 8 * count);
      List<Statement> statements = new ArrayList<>();
      while (quads.hasRemaining()) {
        int g = quads.getShort() & 0xffff;
        Term graph = g == 0 ? null : terms.get(g - 1);
        Term s = terms.get((quads.getShort() & 0xffff) - 1);
        Term p = terms.get((quads.getShort() & 0xffff) - 1);
        Term o = terms.get((quads.getShort() & 0xffff) - 1);
        statements.add(new Statement(0, s, p, o, graph));
      }
      return statements;
    } catch (RuntimeException | CharacterCodingException e) {
      return null;
    }
  }

  private static ByteBuffer unpack(ByteBuffer in) {
    long size = Integer.toUnsignedLong(in.getInt());
    check(size > 0 && size <= in.remaining());
    byte[] packed = new byte[(int) size];
    in.get(packed);
    LZ4SafeDecompressor decompressor = LZ4.safeDecompressor();
    byte[] block = new byte[(int) Math.min(LARGEST, size * 256)];
    int length = decompressor.decompress(packed, 0, packed.length, block, 0, block.length);
    check(!hasOffsetZero(packed));
    return ByteBuffer.wrap(block, 0, length).order(ByteOrder.LITTLE_ENDIAN);
  }

  /**
   * Returns whether an LZ4 block has a match offset of 0, which is malformed ("LZ4 Block Format
   * Description", Match) but which lz4-java accepts.
   *
   * @param packed a block that lz4-java decompresses
   */
  private static boolean hasOffsetZero(byte[] packed) {
    ByteBuffer in = ByteBuffer.wrap(packed).order(ByteOrder.LITTLE_ENDIAN);
    while (true) {
      int token = in.get() & 0xff;
      int literals = lengthOf(in, token >>> 4);
      in.position(in.position() + literals);
      if (!in.hasRemaining()) {
        return false;
      }
      if (in.getShort() == 0) {
        return true;
      }
      lengthOf(in, token & 15);
    }
  }

  private static int lengthOf(ByteBuffer in, int inToken) {
    int length = inToken;
    int more = inToken == 15 ? 255 : 0;
    while (more == 255) {
      more = in.get() & 0xff;
      length += more;
    }
    return length;
  }

  private static List<Term> terms(ByteBuffer in) throws CharacterCodingException {
    int count = in.getInt();
    check(count >= 0 && count <= 65535);
    List<Term> terms = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      byte type = in.get();
      String text = text(in);
      terms.add(
          switch (type) {
            case 1 -> Term.iri(text);
            case 2 -> Term.bnode(text);
            case 3 -> Term.text(text);
            case 4 -> Term.typed(text, text(in));
            case 5 -> Term.lang(text, tag(text(in)));
            default -> throw new IllegalArgumentException();
          });
    }
    check(!in.hasRemaining());
    return terms;
  }

  private static String tag(String text) {
    check(!text.isEmpty() && text.chars().allMatch(c -> c < 128));
    return text;
  }

  private static String text(ByteBuffer in) throws CharacterCodingException {
    int length = in.getInt();
    check(length >= 0 && length <= in.remaining());
    byte[] bytes = new byte[length];
    in.get(bytes);
    return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
  }

  private static void check(boolean holds) {
    if (!holds) {
      throw new IllegalArgumentException();
    }
  }
}
