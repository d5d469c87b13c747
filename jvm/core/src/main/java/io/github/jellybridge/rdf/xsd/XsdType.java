package io.github.jellybridge.rdf.xsd;

import java.math.BigInteger;

/**
 * The datatypes of XML Schema whose values have a counterpart in SQL (XSD 1.1 Part 2, sections 3.3
 * and 3.4).
 */
public enum XsdType {
  STRING("string"),
  BOOLEAN("boolean"),
  DECIMAL("decimal"),
  FLOAT("float"),
  DOUBLE("double"),
  DATE("date"),
  DATE_TIME("dateTime"),
  DATE_TIME_STAMP("dateTimeStamp"),
  INTEGER("integer"),
  LONG("long", -63, 63),
  INT("int", -31, 31),
  SHORT("short", -15, 15),
  BYTE("byte", -7, 7),
  UNSIGNED_LONG("unsignedLong", 0, 64),
  UNSIGNED_INT("unsignedInt", 0, 32),
  UNSIGNED_SHORT("unsignedShort", 0, 16),
  UNSIGNED_BYTE("unsignedByte", 0, 8),
  NON_NEGATIVE_INTEGER("nonNegativeInteger", BigInteger.ZERO, null),
  POSITIVE_INTEGER("positiveInteger", BigInteger.ONE, null),
  NON_POSITIVE_INTEGER("nonPositiveInteger", null, BigInteger.ZERO),
  NEGATIVE_INTEGER("negativeInteger", null, BigInteger.ONE.negate());

  /** The namespace of the datatypes. */
  public static final String NAMESPACE = "http://www.w3.org/2001/XMLSchema#";

  /** Number of digits of the largest bound of a type. */
  private static final int MAX_DIGITS = 20;

  private final String localName;
  private final BigInteger min;
  private final BigInteger max;

  XsdType(String localName) {
    this(localName, null, null);
  }

  XsdType(String localName, BigInteger min, BigInteger max) {
    this.localName = localName;
    this.min = min;
    this.max = max;
  }

  /** Creates an integer type with values from -2^-minBits (0 if minBits is 0) to 2^maxBits - 1. */
  XsdType(String localName, int minBits, int maxBits) {
    this(
        localName,
        minBits == 0 ? BigInteger.ZERO : BigInteger.TWO.pow(-minBits).negate(),
        BigInteger.TWO.pow(maxBits).subtract(BigInteger.ONE));
  }

  /** Returns the IRI of the datatype. */
  public String iri() {
    return NAMESPACE + localName;
  }

  /** Returns whether an integer is in the value space. */
  public boolean contains(XsdNumber value) {
    if (min == null && max == null) {
      return true;
    }
    if (value.wholeDigits() > MAX_DIGITS) {
      return (value.isNegative() ? min : max) == null;
    }
    BigInteger whole =
        value.fitsLong() ? BigInteger.valueOf(value.longValue()) : value.integerValue();
    return (min == null || whole.compareTo(min) >= 0) && (max == null || whole.compareTo(max) <= 0);
  }
}
