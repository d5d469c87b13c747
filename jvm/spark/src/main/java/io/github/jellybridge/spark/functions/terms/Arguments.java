package io.github.jellybridge.spark.functions.terms;

import io.github.jellybridge.spark.functions.OptionMap;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.NullType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructType;

/**
 * The types of the arguments of a call. What asks for one of another type than the call has throws
 * {@link IllegalArgumentException}.
 */
record Arguments(StructType types) {
  /** Checks how many there are. */
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

  /** Whether an argument is a text. */
  boolean isText(int i) {
    return type(i) instanceof StringType;
  }

  /** Checks that an argument is a text. */
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

  /** The layout of an argument that is a term. */
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

  /** The layout of an argument that is a term; null for one that is a text. */
  TermLayout termOrText(int i) {
    return isText(i) ? null : term(i);
  }

  /** The type of an argument that is a text, with its collation: Spark does not cast those. */
  DataType textType(int i) {
    return isText(i) ? type(i) : DataTypes.StringType;
  }

  /** The type of an argument that is a term or a text. */
  DataType termOrTextType(int i) {
    return isText(i) ? type(i) : term(i).type();
  }

  private DataType type(int i) {
    return types.fields()[i].dataType();
  }
}
