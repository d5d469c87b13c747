package io.github.jellybridge.sparql.expression;

import static org.apache.spark.sql.functions.concat;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.udf;
import static org.apache.spark.sql.functions.when;

import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.TimeZone;
import javax.xml.datatype.DatatypeConstants;
import javax.xml.datatype.XMLGregorianCalendar;
import org.apache.jena.graph.Node;
import org.apache.jena.sparql.expr.NodeValue;
import org.apache.jena.vocabulary.XSD;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.expressions.UserDefinedFunction;
import org.apache.spark.sql.types.DataTypes;

/**
 * Makes bytes of terms that sort as ORDER BY does (section 15.1): unbound, blank nodes, IRIs,
 * literals. Among literals, numbers come first, by value, then booleans, dates and times, strings,
 * and others by their text.
 */
public final class SortKey {
  private static final UserDefinedFunction FUNCTION =
      udf((UDF1<Row, byte[]>) SortKey::of, DataTypes.BinaryType);

  private static final String INTEGER = XSD.integer.getURI();
  private static final String DECIMAL = XSD.decimal.getURI();

  private static final int BLANK_NODE = 1;
  private static final int IRI = 2;
  private static final int NUMBER = 3;
  private static final int BOOLEAN = 4;
  private static final int DATE_TIME = 5;
  private static final int DATE = 6;
  private static final int STRING = 7;
  private static final int OTHER = 8;
  private static final int TRIPLE = 9;

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

  private SortKey() {}

  /** Returns the key of a column of terms: natively for IRIs and strings. */
  public static Column of(Column term) {
    Column text = term.getField("value").cast(DataTypes.BinaryType);
    byte[] end = ("\0\0" + XSD.xstring.getURI()).getBytes(StandardCharsets.UTF_8);
    Column isPlain = term.getField("lang").isNull().and(term.getField("datatype").isNull());
    Column isString = term.getField("kind").equalTo("literal").and(isPlain);
    return when(term.getField("kind").equalTo("iri"), concat(lit(new byte[] {(byte) IRI}), text))
        .when(isString, concat(lit(new byte[] {(byte) STRING}), text, lit(end)))
        .otherwise(FUNCTION.apply(term));
  }

  /** Returns the key of a term as a row; null is unbound. */
  static byte[] of(Row term) {
    if (term == null) {
      return new byte[0];
    }
    String datatype = term.getString(3);
    if (!isNumber(term.getString(1), datatype)) {
      return of(Terms.node(term));
    }
    SortKey key = new SortKey();
    key.bytes.write(NUMBER);
    key.number(term.getString(1));
    key.text(0, term.getString(1));
    key.text(0, datatype);
    return key.bytes.toByteArray();
  }

  /** Tells whether a literal is one of the usual integers and decimals. */
  private static boolean isNumber(String text, String datatype) {
    boolean isInteger = INTEGER.equals(datatype);
    if (!isInteger && !DECIMAL.equals(datatype)) {
      return false;
    }
    boolean hasPoint = false;
    char before = '.';
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean isSign = i == 0 && (c == '-' || c == '+');
      boolean isPoint = c == '.' && !isInteger && !hasPoint && before >= '0';
      if (!isSign && !isPoint && (c < '0' || c > '9')) {
        return false;
      }
      hasPoint |= isPoint;
      before = c;
    }
    return before >= '0';
  }

  /** Returns the key of a term; null is unbound. */
  static byte[] of(Node node) {
    SortKey key = new SortKey();
    if (node == null) {
      return new byte[0];
    }
    if (node.isBlank()) {
      key.text(BLANK_NODE, node.getBlankNodeLabel());
    } else if (node.isURI()) {
      key.text(IRI, node.getURI());
    } else if (node.isLiteral()) {
      key.literal(node);
    } else {
      key.text(TRIPLE, node.toString());
    }
    return key.bytes.toByteArray();
  }

  private void literal(Node node) {
    NodeValue value = NodeValue.makeNode(node);
    String text = node.getLiteralLexicalForm();
    if (value.isNumber()) {
      bytes.write(NUMBER);
      if (value.isDecimal()) {
        number(value.getDecimal());
      } else {
        number(value.getDouble());
      }
    } else if (value.isBoolean()) {
      bytes.write(BOOLEAN);
      bytes.write(value.getBoolean() ? 1 : 0);
    } else if (value.isDateTime() || value.isDate()) {
      bytes.write(value.isDateTime() ? DATE_TIME : DATE);
      number(seconds(value.getDateTime()));
    } else {
      text(value.isString() ? STRING : OTHER, text);
      text(0, node.getLiteralLanguage());
      text(0, node.getLiteralDatatypeURI());
      return;
    }
    // Equal values in a fixed order.
    text(0, text);
    text(0, node.getLiteralDatatypeURI());
  }

  private void text(int first, String text) {
    bytes.write(first);
    bytes.writeBytes(text.getBytes(StandardCharsets.UTF_8));
  }

  private void number(double value) {
    if (Double.isNaN(value)) {
      bytes.write(0xff);
    } else if (Double.isInfinite(value)) {
      bytes.write(value > 0 ? 0xfe : 0);
    } else {
      number(new BigDecimal(value));
    }
  }

  private void number(BigDecimal value) {
    number(value.toPlainString());
  }

  /**
   * Writes sign, exponent and digits of a plain number, so that the bytes sort as the numbers. The
   * digits are those from the first to the last one that is not zero.
   */
  private void number(String text) {
    int point = text.indexOf('.');
    int end = point < 0 ? text.length() : point;
    int first = next(text, 0, 1);
    if (first == text.length()) {
      bytes.write(0x80);
      return;
    }
    int last = next(text, text.length() - 1, -1);
    int flip = text.charAt(0) == '-' ? 0xff : 0;
    bytes.write(flip == 0 ? 0x81 : 0x7f);
    long exponent = first < end ? end - first : end + 1 - first;
    for (int shift = Long.SIZE - Byte.SIZE; shift >= 0; shift -= Byte.SIZE) {
      bytes.write((int) ((exponent ^ Long.MIN_VALUE) >> shift) ^ flip);
    }
    for (int i = first; i <= last; i++) {
      if (i != point) {
        bytes.write(text.charAt(i) ^ flip);
      }
    }
    bytes.write(flip);
  }

  /** Returns the next position of a digit that is not zero. */
  private static int next(String text, int start, int step) {
    int i = start;
    while (i >= 0 && i < text.length() && (text.charAt(i) < '1' || text.charAt(i) > '9')) {
      i += step;
    }
    return i;
  }

  private static BigDecimal seconds(XMLGregorianCalendar time) {
    TimeZone zone = TimeZone.getTimeZone("UTC");
    boolean hasZone = time.getTimezone() != DatatypeConstants.FIELD_UNDEFINED;
    long millis = time.toGregorianCalendar(hasZone ? null : zone, null, null).getTimeInMillis();
    BigDecimal fraction = time.getFractionalSecond();
    BigDecimal whole = BigDecimal.valueOf(Math.floorDiv(millis, 1000L));
    return fraction == null ? whole : whole.add(fraction);
  }
}
