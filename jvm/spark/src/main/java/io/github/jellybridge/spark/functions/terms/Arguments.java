package io.github.jellybridge.spark.functions.terms;

import io.github.jellybridge.spark.functions.OptionMap;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.NullType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructType;

/**
 * The types of the arguments of a call. All methods throw {@link IllegalArgumentException} if an
 * argument has another type than requested.
 */
record Arguments(StructType types) {
  /** Checks the number of arguments. */
  Arguments count(int least, int most) {
    if (types.length() < least || types.length() > most) {
      throw new IllegalArgumentException(
          "expected " + (least == most ? "" : least + " or ") + most + " arguments");
    }
    return this;
  }

  int count() {
    return types.length();
  }

  /** Tells whether an argument is text. */
  boolean isText(int i) {
    return type(i) instanceof StringType;
  }

  /** Checks that an argument is text. */
  Arguments text(int i) {
    if (!isText(i) && !(type(i) instanceof NullType)) {
      throw new IllegalArgumentException("argument " + (i + 1) + " must be a string");
    }
    return this;
  }

  /** Checks that an argument holds options. */
  Arguments options(int i) {
    if (i < count() && !OptionMap.isOptions(type(i))) {
      throw new IllegalArgumentException("argument " + (i + 1) + " must be a map of options");
    }
    return this;
  }

  /** Returns the layout of an argument that is a term. */
  TermLayout term(int i) {
    if (type(i) instanceof NullType) {
      return TermLayout.STANDARD;
    }
    if (type(i) instanceof StructType struct) {
      return TermLayout.of(struct);
    }
    throw new IllegalArgumentException(
        "argument "
            + (i + 1)
            + " must be a term, struct<kind, value, lang, datatype>"
            + (isText(i) ? "; rdf_term makes one of N-Triples text" : ""));
  }

  /** Returns the layout of an argument that is a term; null for text. */
  TermLayout termOrText(int i) {
    return isText(i) ? null : term(i);
  }

  /**
   * Returns the type of a text argument including its collation, because Spark does not cast
   * between collations.
   */
  DataType textType(int i) {
    return isText(i) ? type(i) : DataTypes.StringType;
  }

  /** Returns the type of an argument that is a term or text. */
  DataType termOrTextType(int i) {
    return isText(i) ? type(i) : term(i).type();
  }

  private DataType type(int i) {
    return types.fields()[i].dataType();
  }
}
