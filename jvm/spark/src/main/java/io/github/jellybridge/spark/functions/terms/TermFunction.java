package io.github.jellybridge.spark.functions.terms;

import java.io.Serializable;
import org.apache.spark.sql.connector.catalog.functions.BoundFunction;
import org.apache.spark.sql.connector.catalog.functions.UnboundFunction;
import org.apache.spark.sql.types.StructType;

/** A function on terms before the types of its arguments are known. */
final class TermFunction implements UnboundFunction {
  private static final long serialVersionUID = 1L;

  /** Creates the function for the types of the arguments. */
  interface Binder extends Serializable {
    /** Returns the function; throws {@link IllegalArgumentException} for unsupported types. */
    BoundFunction bind(Arguments arguments);
  }

  private final String name;
  private final String signature;
  private final Binder binder;

  /**
   * Describes a function.
   *
   * @param signature its arguments and result, the text after its name
   */
  TermFunction(String name, String signature, Binder binder) {
    this.name = name;
    this.signature = signature;
    this.binder = binder;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public String description() {
    return name + signature;
  }

  /**
   * Returns the function for the types of the arguments.
   *
   * @throws UnsupportedOperationException if the types are not supported
   */
  @Override
  public BoundFunction bind(StructType arguments) {
    try {
      return binder.bind(new Arguments(arguments));
    } catch (IllegalArgumentException e) {
      throw new UnsupportedOperationException(
          // Spark's message names the types of the arguments and ends with a full stop.
          e.getMessage() + "; the function is " + description(), e);
    }
  }
}
