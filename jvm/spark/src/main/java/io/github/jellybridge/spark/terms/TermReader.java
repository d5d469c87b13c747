package io.github.jellybridge.spark.terms;

import io.github.jellybridge.rdf.TermTable;
import io.github.jellybridge.spark.schema.TermFormat;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.unsafe.Platform;
import org.apache.spark.unsafe.types.UTF8String;

/** Adds the terms of one column to a table, as bytes; a repeated term keeps its id. */
public abstract class TermReader {
  final TermColumn column;
  final TermTable terms;

  TermReader(TermColumn column, TermTable terms) {
    this.column = column;
    this.terms = terms;
  }

  /** Creates the reader of a column. */
  public static TermReader of(TermColumn column, TermTable terms) {
    return column.format() == TermFormat.STRUCT
        ? new StructTermReader(column, terms)
        : new NTriplesTermReader(column, terms);
  }

  /**
   * Reads the term of a row.
   *
   * @return its id; {@link TermTable#NO_TERM} for null
   * @throws IllegalArgumentException if the value is not a term; names the column
   */
  public abstract int read(InternalRow row);

  /** Forgets ids; called when the table forgets them. */
  public abstract void forget();

  final IllegalArgumentException wrong(String expected, String found) {
    return new IllegalArgumentException(
        "column " + column.name() + ": expected " + expected + ", found " + found);
  }

  /** Returns the array that holds the bytes of a text; a copy if they are not in an array. */
  public static byte[] array(UTF8String text) {
    return text.getBaseObject() instanceof byte[] bytes ? bytes : text.getBytes();
  }

  /** Returns the offset of a text in {@link #array}. */
  public static int offset(UTF8String text) {
    return text.getBaseObject() instanceof byte[]
        ? (int) (text.getBaseOffset() - Platform.BYTE_ARRAY_OFFSET)
        : 0;
  }
}
