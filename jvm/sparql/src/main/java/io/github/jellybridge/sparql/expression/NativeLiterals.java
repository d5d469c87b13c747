package io.github.jellybridge.sparql.expression;

import static org.apache.spark.sql.functions.lit;

import java.util.ArrayList;
import java.util.List;
import org.apache.jena.sparql.expr.NodeValue;
import org.apache.jena.vocabulary.XSD;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;

/**
 * The usual literals of some datatypes: those that Spark's casts, or the order of their texts,
 * compare as XSD does.
 */
enum NativeLiterals {
  /** Integers of up to 18 digits. */
  INTEGER(XSD.integer.getURI(), "[+-]?[0-9]{1,18}", DataTypes.LongType),
  /** Decimals that a decimal of Spark holds exactly. */
  DECIMAL(
      XSD.decimal.getURI(),
      "[+-]?[0-9]{1,18}(\\.[0-9]{1,18})?",
      DataTypes.createDecimalType(38, 18)),
  /** Doubles except infinities, NaN and -0, which ARQ, unlike Spark, takes as less than 0. */
  DOUBLE(
      XSD.xdouble.getURI(),
      "(?!-0+(\\.0*)?([eE]|\\z))[+-]?[0-9]+(\\.[0-9]*)?([eE][+-]?[0-9]+)?",
      DataTypes.DoubleType),
  /** Days up to the 28th of any month, without a time zone. */
  DATE(XSD.date.getURI(), Patterns.DATE, DataTypes.StringType),
  /** The same with times in UTC, in whole seconds. */
  DATE_TIME(
      XSD.dateTime.getURI(),
      Patterns.DATE + "T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]Z",
      DataTypes.StringType);

  private static final int LONG_DIGITS = 18;

  private final String datatype;
  private final String pattern;
  private final DataType type;

  NativeLiterals(String datatype, String pattern, DataType type) {
    this.datatype = datatype;
    this.pattern = "\\A" + pattern + "\\z";
    this.type = type;
  }

  /** The common part of two patterns. */
  private static final class Patterns {
    static final String DATE = "[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|1[0-9]|2[0-8])";

    private Patterns() {}
  }

  /** Returns the literals that Spark can compare with a constant; none for most constants. */
  static List<NativeLiterals> comparableWith(NodeValue constant) {
    List<NativeLiterals> kinds = new ArrayList<>();
    String text = constant.asNode().isLiteral() ? constant.asNode().getLiteralLexicalForm() : "";
    if (constant.isNumber()) {
      boolean exact = constant.isInteger() || constant.isDecimal();
      if (exact && text.length() <= LONG_DIGITS) {
        if (constant.isInteger()) {
          kinds.add(INTEGER);
        }
        kinds.add(DECIMAL);
      }
      boolean isFloat = XSD.xfloat.getURI().equals(constant.asNode().getLiteralDatatypeURI());
      double number = constant.getDouble();
      boolean negativeZero = number == 0 && 1 / number < 0;
      if (Double.isFinite(number) && !negativeZero && !isFloat) {
        kinds.add(DOUBLE);
      }
    } else {
      for (NativeLiterals kind : List.of(DATE, DATE_TIME)) {
        boolean same =
            constant.asNode().isLiteral()
                && kind.datatype.equals(constant.asNode().getLiteralDatatypeURI());
        if (same && text.matches(kind.pattern)) {
          kinds.add(kind);
        }
      }
    }
    return kinds;
  }

  /** Tells whether a term is one of these literals. */
  Column contains(Column term) {
    return term.getField("datatype").equalTo(datatype).and(term.getField("value").rlike(pattern));
  }

  /** Returns the value of a term that is one of these literals. */
  Column value(Column term) {
    return term.getField("value").try_cast(type);
  }

  /** Returns the value of a constant. */
  Column constant(NodeValue constant) {
    return switch (this) {
      case INTEGER -> lit(constant.getInteger().longValueExact());
      case DECIMAL -> lit(constant.getDecimal()).cast(type);
      case DOUBLE -> lit(constant.getDouble());
      case DATE, DATE_TIME -> lit(constant.asNode().getLiteralLexicalForm());
    };
  }
}
