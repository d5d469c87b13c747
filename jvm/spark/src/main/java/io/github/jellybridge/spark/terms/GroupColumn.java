package io.github.jellybridge.spark.terms;

import java.io.Serializable;
import org.apache.spark.sql.types.DataType;

/** A column whose change starts a new frame. */
public record GroupColumn(int ordinal, DataType type) implements Serializable {
  private static final long serialVersionUID = 1L;
}
