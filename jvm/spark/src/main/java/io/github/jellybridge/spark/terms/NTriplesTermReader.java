package io.github.jellybridge.spark.terms;

import io.github.jellybridge.rdf.NTriplesParser;
import io.github.jellybridge.rdf.TermTable;
import java.util.Arrays;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.unsafe.types.UTF8String;

/** Reads terms that are N-Triples text. */
final class NTriplesTermReader extends TermReader {
  private final NTriplesParser parser;
  private byte[] lastText = new byte[0];
  private int last;

  NTriplesTermReader(TermColumn column, TermTable terms) {
    super(column, terms);
    parser = new NTriplesParser(terms);
  }

  @Override
  public int read(InternalRow row) {
    if (row.isNullAt(column.ordinal())) {
      return TermTable.NO_TERM;
    }
    UTF8String text = row.getUTF8String(column.ordinal());
    byte[] data = array(text);
    int from = offset(text);
    int to = from + text.numBytes();
    if (last == 0 || !Arrays.equals(data, from, to, lastText, 0, lastText.length)) {
      try {
        last = parser.term(data, from, to);
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException("column " + column.name() + ": " + e.getMessage(), e);
      }
      lastText = Arrays.copyOfRange(data, from, to);
    }
    return last;
  }

  @Override
  public void forget() {
    last = 0;
  }
}
