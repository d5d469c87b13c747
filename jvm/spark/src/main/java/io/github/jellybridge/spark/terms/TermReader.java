package io.github.jellybridge.spark.terms;

import io.github.jellybridge.rdf.TermTable;
import io.github.jellybridge.spark.schema.TermFormat;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.unsafe.Platform;
import org.apache.spark.unsafe.types.UTF8String;

/** Puts the terms of one column into a table, as bytes; a term that comes again keeps its id. */
public abstract class TermReader {
  final TermColumn column;
  final TermTable terms;

  TermReader(TermColumn column, TermTable terms) {
    this.column = column;
    this.terms = terms;
  }

  /** Makes the source of a column. */
  public static TermReader of(TermColumn column, TermTable terms) {
    return column.format() == TermFormat.STRUCT
        ? new StructTermReader(column, terms)
        : new NTriplesTermReader(column, terms);
  }

  /**
   * Reads the term of a row.
   *
   * @return its id; {@link TermTable#NO_TERM} when there is none
   * @throws IllegalArgumentException for what is no term; says which column
   */
  public abstract int read(InternalRow row);

  /** Forgets ids, because the table does. */
  public abstract void forget();

  final IllegalArgumentException wrong(String expected, String found) {
    return new IllegalArgumentException(
        "column " + column.name() + ": expected " + expected + ", found " + found);
  }

  /** The array that holds the bytes of a text; a copy if they are not in one. */
  public static byte[] array(UTF8String text) {
    return text.getBaseObject() instanceof byte[] bytes ? bytes : text.getBytes();
  }

  /** Where the bytes of a text start in {@link #array}. */
  public static int offset(UTF8String text) {
    return text.getBaseObject() instanceof byte[]
        ? (int) (text.getBaseOffset() - Platform.BYTE_ARRAY_OFFSET)
        : 0;
  }
}
