package io.github.jellybridge.jelly.decode;

import io.github.jellybridge.jelly.BlankNodes;
import io.github.jellybridge.rdf.BlankNodeScope;
import io.github.jellybridge.rdf.ByteBuilder;
import io.github.jellybridge.rdf.NTriples;
import io.github.jellybridge.rdf.StatementBatch;
import io.github.jellybridge.rdf.TermKind;
import io.github.jellybridge.rdf.TermTable;
import java.util.Arrays;

/**
 * Makes blank nodes unique per frame ({@link BlankNodes#FRAME}). Rows are decoded with unchanged
 * labels, because a repeated term means the same label in the frame that repeats it. Terms of the
 * batch then get the mark of their frame.
 */
public final class FrameBlankNodes {
  private final TermTable terms;
  private final String scope;
  private final ByteBuilder text = new ByteBuilder();
  private long frame;

  /** The mark of the frame; null until a label needs it. */
  private byte[] mark;

  private long epoch = -1;

  // The term in this frame of each original term; 0 if it has not been needed yet.
  private int[] scoped = new int[64];
  // The original terms that have one. Used to reset the array: frames are small, ids large.
  private int[] known = new int[64];
  private int knownTerms;

  public FrameBlankNodes(TermTable terms, String scope) {
    this.terms = terms;
    this.scope = scope;
  }

  /** Starts the scope of another frame, or of another message in streams of messages. */
  public void start(long number) {
    frame = number;
    mark = null;
    forget();
  }

  private void forget() {
    for (int i = 0; i < knownTerms; i++) {
      scoped[known[i]] = 0;
    }
    knownTerms = 0;
  }

  /** Replaces the blank nodes in the entries of a batch from {@code from} on. */
  public void apply(StatementBatch batch, int from) {
    apply(batch, from, batch.size());
    apply(batch.value, from, batch.size());
  }

  /** Replaces the blank nodes in a range of the entries of a batch. */
  public void apply(StatementBatch batch, int from, int to) {
    apply(batch.s, from, to);
    apply(batch.p, from, to);
    apply(batch.o, from, to);
    apply(batch.g, from, to);
  }

  /** Replaces the blank nodes in part of a column; null is a column that is not read. */
  private void apply(int[] column, int from, int to) {
    if (column == null) {
      return;
    }
    if (epoch != terms.epoch()) {
      epoch = terms.epoch();
      forget();
    }
    for (int i = from; i < to; i++) {
      byte kind = terms.kind(column[i]);
      if (kind == TermKind.BNODE || kind == TermKind.TRIPLE) {
        column[i] = scoped(column[i], kind);
      }
    }
  }

  private int scoped(int id, byte kind) {
    if (id >= scoped.length) {
      scoped = Arrays.copyOf(scoped, Math.max(id + 1, scoped.length * 2));
    }
    if (scoped[id] == 0) {
      int offset = terms.valueOffset(id);
      byte[] value = Arrays.copyOfRange(terms.data(), offset, offset + terms.valueLength(id));
      byte[] result = kind == TermKind.BNODE ? label(value) : quoted(value);
      scoped[id] = terms.addCopy(kind, result, 0, result.length);
      if (knownTerms == known.length) {
        known = Arrays.copyOf(known, 2 * knownTerms);
      }
      known[knownTerms++] = id;
    }
    return scoped[id];
  }

  private byte[] label(byte[] label) {
    if (mark == null) {
      mark = BlankNodeScope.mark(scope + "#frame=" + frame);
    }
    text.clear();
    if (BlankNodeScope.marked(label, 0, label.length)) {
      text.append(BlankNodeScope.fold(mark, label, 0));
      text.append(label, BlankNodeScope.LENGTH, label.length - BlankNodeScope.LENGTH);
    } else {
      text.append(mark);
      text.append(label);
    }
    return text.toByteArray();
  }

  /** Replaces the labels in N-Triples text; skips IRIs and literals, which may contain "_:". */
  private byte[] quoted(byte[] triple) {
    ByteBuilder out = new ByteBuilder();
    int i = 0;
    while (i < triple.length) {
      byte x = triple[i];
      int end = i + 1;
      if (x == '<' && triple[end] == '<') {
        end++;
      } else if (x == '<') {
        while (triple[end - 1] != '>') {
          end++;
        }
      } else if (x == '"') {
        while (triple[end] != '"') {
          end += triple[end] == '\\' ? 2 : 1;
        }
        end++;
      } else if (x == '_' && triple[i + 1] == ':') {
        while (triple[end] != ' ') {
          end++;
        }
        byte[] written = Arrays.copyOfRange(triple, i + 2, end);
        out.append('_');
        out.append(':');
        out.append(text(label(raw(written))));
        i = end;
        continue;
      }
      out.append(triple, i, end - i);
      i = end;
    }
    return out.toByteArray();
  }

  /** Returns the original label of one that was escaped for N-Triples. */
  private static byte[] raw(byte[] written) {
    byte[] label = NTriples.labelBefore(written, 0, written.length);
    return label == null ? written : label;
  }

  private static byte[] text(byte[] label) {
    ByteBuilder out = new ByteBuilder();
    NTriples.appendLabel(label, 0, label.length, out);
    return out.toByteArray();
  }
}
