package io.github.jellybridge.jelly.encode;

import io.github.jellybridge.jelly.JellyWriteException;
import io.github.jellybridge.jelly.wire.FrameBuffer;
import io.github.jellybridge.rdf.TermKind;
import io.github.jellybridge.rdf.TermTable;
import io.github.jellybridge.rdf.Utf8;
import io.github.jellybridge.rdf.text.LanguageTags;
import java.nio.charset.StandardCharsets;

/** Writes the terms that are stored as text: blank nodes and literals. */
final class TextEncoder {
  private TextEncoder() {}

  /** Returns the maximum length of the field of a term other than a quoted triple, in bytes. */
  static long room(TermTable terms, byte kind, int id) {
    if (kind == TermKind.IRI) {
      return IriEncoder.MAX_BYTES + 2L;
    }
    if (kind == TermKind.NONE) {
      return 2;
    }
    int lang = terms.langId(id);
    return terms.valueLength(id) + 32L + (lang == 0 ? 0 : terms.symbols().bytes(lang).length);
  }

  /** Writes the length and the label of a blank node; returns the position after it. */
  static int bnode(byte[] d, int at, TermTable terms, int id, long statement)
      throws JellyWriteException {
    return text(d, at, terms, id, "blank node label", statement);
  }

  /** Writes the length and the bytes of a value. */
  private static int text(byte[] d, int at, TermTable terms, int id, String what, long statement)
      throws JellyWriteException {
    int from = terms.valueOffset(id);
    int length = terms.valueLength(id);
    byte[] source = terms.data();
    if (Utf8.firstInvalid(source, from, from + length) >= 0) {
      throw new JellyWriteException(
          statement, "a " + what + " that is valid UTF-8", "a malformed sequence", null);
    }
    int p = FrameBuffer.varint(d, at, length);
    System.arraycopy(source, from, d, p, length);
    return p + length;
  }

  /** Writes the length and the fields of a literal message; returns the position after it. */
  static int literal(byte[] d, int at, TermTable terms, int id, int datatype, long statement)
      throws JellyWriteException {
    int length = terms.valueLength(id);
    int langId = terms.langId(id);
    byte[] lang = langId == 0 ? null : terms.symbols().bytes(langId);
    int body = length == 0 ? 0 : 1 + FrameBuffer.varintLength(length) + length;
    if (lang != null) {
      body += 1 + FrameBuffer.varintLength(lang.length) + lang.length;
    } else if (datatype != 0) {
      body += 1 + FrameBuffer.varintLength(datatype);
    }
    int p = FrameBuffer.varint(d, at, body);
    if (length > 0) {
      d[p] = 0x0a;
      p = text(d, p + 1, terms, id, "lexical form", statement);
    }
    if (lang != null) {
      if (lang.length == 0) {
        throw new JellyWriteException(statement, "a language tag", "an empty text", null);
      }
      if (Utf8.firstInvalid(lang, 0, lang.length) >= 0) {
        throw new JellyWriteException(
            statement, "a language tag that is valid UTF-8", "a malformed sequence", null);
      }
      if (LanguageTags.hasDirection(lang)) {
        throw new JellyWriteException(
            statement,
            "a language tag without a base direction, which only Jelly-RDF with protocolVersion 1.2"
                + " has",
            new String(lang, StandardCharsets.UTF_8),
            null);
      }
      d[p] = 0x12;
      p = FrameBuffer.varint(d, p + 1, lang.length);
      System.arraycopy(lang, 0, d, p, lang.length);
      p += lang.length;
    } else if (datatype != 0) {
      d[p] = 0x18;
      p = FrameBuffer.varint(d, p + 1, datatype);
    }
    return p;
  }
}
