package io.github.jellybridge.spark.schema;

import java.util.List;
import org.apache.spark.sql.types.StructType;

/** The columns of a table of patches, which has one row for each operation. */
public final class PatchSchema {
  /** All columns, in order. */
  public static final StructType TABLE = TableKind.OPERATIONS.schema(TermFormat.STRUCT);

  /** The columns that make a statement. */
  public static final List<String> TERMS = TableKind.STATEMENTS.columns();

  private PatchSchema() {}
}
