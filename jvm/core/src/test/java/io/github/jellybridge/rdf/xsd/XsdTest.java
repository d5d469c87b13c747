package io.github.jellybridge.rdf.xsd;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.testing.Cases;
import io.github.jellybridge.testing.TestSize;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.time.format.SignStyle;
import java.time.temporal.ChronoField;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.jena.datatypes.RDFDatatype;
import org.apache.jena.datatypes.TypeMapper;
import org.junit.Test;

/** Lexical forms of XSD, compared with Jena's validator, java.math and java.time. */
public class XsdTest {
  private static final int ROUNDS = TestSize.of(5_000, 40_000);

  /** Values that XSD 1.1 added; Jena follows XSD 1.0. */
  private static final Set<String> NEW_IN_1_1 = Set.of("+INF");

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** Whether we accept a text as a value of a datatype. */
  private static boolean valid(XsdType type, String text) {
    // The text does not start at index 0, as in Spark.
    byte[] data = bytes("1" + text + "1");
    int to = data.length - 1;
    return switch (type) {
      case DECIMAL -> XsdNumber.decimal(data, 1, to) != null;
      case FLOAT, DOUBLE ->
          XsdNumber.floating(data, 1, to) != null || XsdNumber.special(data, 1, to) != null;
      case DATE -> XsdTime.date(data, 1, to) != null;
      case DATE_TIME -> XsdTime.dateTime(data, 1, to) != null;
      case DATE_TIME_STAMP -> {
        XsdTime time = XsdTime.dateTime(data, 1, to);
        yield time != null && time.offset() != null;
      }
      case STRING, BOOLEAN -> throw new IllegalArgumentException("not here");
      default -> {
        XsdNumber number = XsdNumber.integer(data, 1, to);
        yield number != null && type.contains(number);
      }
    };
  }

  /** The regular expressions and the constraint of XSD 1.1 Part 2, sections 3.3.7.2 and 3.3.9.2. */
  private static boolean inLexicalSpace(XsdType type, String text) {
    String date = "(-?(?:[1-9][0-9]{3,}|0[0-9]{3})-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01]))";
    String time = "T(([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]+)?|(24:00:00(\\.0+)?))";
    String zone = "(Z|(\\+|-)((0[0-9]|1[0-3]):[0-5][0-9]|14:00))";
    String pattern =
        switch (type) {
          case DATE -> date + zone + '?';
          case DATE_TIME -> date + time + zone + '?';
          default -> date + time + zone;
        };
    Matcher match = Pattern.compile(pattern).matcher(text);
    try {
      return match.matches() && LocalDate.parse(match.group(1), DAY) != null;
    } catch (DateTimeException e) {
      return false;
    }
  }

  private static final DateTimeFormatter DAY =
      new DateTimeFormatterBuilder()
          .appendValue(ChronoField.YEAR, 4, 9, SignStyle.NORMAL)
          .appendPattern("-MM-dd")
          .toFormatter(Locale.ROOT)
          .withResolverStyle(ResolverStyle.STRICT);

  private static void assertAsSpecified(XsdType type, String text) {
    assertEquals(type + " '" + text + "'", inLexicalSpace(type, text), valid(type, text));
  }

  private static void assertLikeJena(XsdType type, String text) {
    RDFDatatype jena = TypeMapper.getInstance().getTypeByName(type.iri());
    assertNotNull(type.iri(), jena);
    if (!NEW_IN_1_1.contains(text)) {
      assertEquals(type + " '" + text + "'", jena.isValid(text), valid(type, text));
    }
  }

  private static void fuzz(
      List<XsdType> types, BiConsumer<XsdType, String> check, String alphabet, String... seeds) {
    Random random = new Random(7);
    for (int i = 0; i < ROUNDS; i++) {
      StringBuilder text = new StringBuilder(seeds[random.nextInt(seeds.length)]);
      for (int change = random.nextInt(4); change > 0; change--) {
        int at = random.nextInt(text.length() + 1);
        if (at < text.length() && random.nextBoolean()) {
          text.deleteCharAt(at);
        }
        if (random.nextBoolean()) {
          text.insert(
              Math.min(at, text.length()), alphabet.charAt(random.nextInt(alphabet.length())));
        }
      }
      for (XsdType type : types) {
        check.accept(type, text.toString());
      }
    }
  }

  @Test
  public void numbersAreThoseThatJenaTakes() {
    List<XsdType> types =
        List.of(XsdType.values()).stream()
            .filter(t -> t.name().matches(".*(INTEGER|LONG|INT|SHORT|BYTE)|DECIMAL|FLOAT|DOUBLE"))
            .toList();
    assertEquals(16, types.size());
    fuzz(
        types,
        XsdTest::assertLikeJena,
        "0123456789+-.eEINFaxf",
        "0",
        "-0",
        "+12",
        "007",
        "127",
        "-129",
        "255",
        "256",
        "65536",
        "4294967295",
        "-2147483648",
        "9223372036854775807",
        "-9223372036854775809",
        "18446744073709551615",
        "-98765432109876543210987",
        "00000000000000000000000001",
        "1.5",
        ".5",
        "5.",
        "-1.5e10",
        "1E-7",
        "INF",
        "-INF",
        "NaN",
        "123456789012345678901234567890.123");
  }

  @Test
  public void datesAreThoseOfTheSpecification() {
    fuzz(
        List.of(XsdType.DATE, XsdType.DATE_TIME, XsdType.DATE_TIME_STAMP),
        XsdTest::assertAsSpecified,
        "0123456789-+:TZ.",
        "2024-02-29",
        "2023-02-28Z",
        "1900-02-28",
        "-0044-03-15",
        "12024-12-31-14:00",
        "2024-02-29T12:34:56Z",
        "2000-02-29T23:59:59.999999999+05:30",
        "1999-12-31T24:00:00",
        "1970-01-01T00:00:00.1-00:00");
  }

  @Test
  public void theEndOfADayIsNothingButZeros() {
    Cases.each(
        List.of("", "Z", ".0", ".000000000Z", ".00-14:00"),
        end -> {
          assertTrue(end, valid(XsdType.DATE_TIME, "1999-12-31T24:00:00" + end));
        });
    for (String time :
        List.of("24:00:00.1", "24:00:00.0000001Z", "24:00:01", "24:01:00", "25:00:00")) {
      assertFalse(time, valid(XsdType.DATE_TIME, "1999-12-31T" + time));
    }
  }

  @Test
  public void aFractionHasDigits() {
    assertFalse(valid(XsdType.DATE_TIME, "1999-12-31T23:59:59."));
    assertFalse(valid(XsdType.DATE_TIME, "1999-12-31T23:59:59.Z"));
    assertFalse(valid(XsdType.DATE_TIME, "1999-12-31T24:00:00."));
  }

  @Test
  public void yearsHaveNoMoreDigitsThanThoseOfJava() {
    Cases.each(
        List.of("", "-"),
        sign -> {
          assertTrue(valid(XsdType.DATE, sign + "999999999-12-31"));
          for (String year : List.of("1000000000", "9999999999", "4294968296", "9".repeat(30))) {
            assertFalse(year, valid(XsdType.DATE, sign + year + "-12-31"));
          }
        });
  }

  @Test
  public void additionsOfXsd11AreValid() {
    assertTrue(valid(XsdType.DOUBLE, "+INF"));
    assertTrue(valid(XsdType.DATE, "0000-01-01"));
    assertEquals(
        LocalDate.of(0, 2, 29), XsdTime.date(bytes("0000-02-29"), 0, "0000-02-29".length()).date());
  }

  @Test
  public void whiteSpaceIsNotPartOfALexicalForm() {
    Cases.each(
        List.of(XsdType.INTEGER, XsdType.DECIMAL, XsdType.DOUBLE),
        type -> {
          assertFalse(valid(type, " 1"));
          assertFalse(valid(type, "1\n"));
        });
    assertFalse(valid(XsdType.DATE, "2024-02-29 "));
  }

  @Test
  public void numbersHaveTheValueThatJavaGives() {
    Random random = new Random(11);
    for (int i = 0; i < ROUNDS; i++) {
      BigDecimal value =
          new BigDecimal(new BigInteger(1 + random.nextInt(90), random), random.nextInt(30));
      value = random.nextBoolean() ? value.negate() : value;
      String text = value.toPlainString();
      byte[] data = bytes(text);
      XsdNumber decimal = XsdNumber.decimal(data, 0, data.length);
      assertEquals(text, value, decimal.decimalValue());
      int places = random.nextInt(30);
      BigDecimal rounded =
          value.scale() > places ? value.setScale(places, RoundingMode.HALF_UP) : value;
      assertEquals(text, rounded, decimal.decimalValue(places));
      assertEquals(text, Double.parseDouble(text) + 0.0, decimal.doubleValue() + 0.0, 0);
      String floating = text + "E" + (random.nextInt(60) - 30);
      data = bytes(floating);
      XsdNumber number = XsdNumber.floating(data, 0, data.length);
      assertEquals(floating, Double.parseDouble(floating), number.doubleValue(), 0);
      assertEquals(floating, Float.parseFloat(floating), number.floatValue(), 0);
      BigInteger whole = value.toBigInteger();
      data = bytes(whole.toString());
      XsdNumber integer = XsdNumber.integer(data, 0, data.length);
      assertEquals(whole, integer.integerValue());
      assertEquals(whole.bitLength() < 64, integer.fitsLong());
      if (integer.fitsLong()) {
        assertEquals(whole.longValue(), integer.longValue());
      }
    }
  }

  /** Tests numbers that would take java.math minutes. */
  @Test
  public void numbersMayHaveMillionsOfDigits() {
    String digits = "7".repeat(3_000_000);
    XsdNumber integer = XsdNumber.integer(bytes("-" + digits), 0, digits.length() + 1);
    assertEquals(digits.length(), integer.wholeDigits());
    assertFalse(integer.fitsLong());
    assertFalse(XsdType.BYTE.contains(integer));
    assertFalse(XsdType.POSITIVE_INTEGER.contains(integer));
    assertTrue(XsdType.NEGATIVE_INTEGER.contains(integer));
    assertEquals(Double.NEGATIVE_INFINITY, integer.doubleValue(), 0);
    Cases.each(
        List.of("", "0".repeat(3_000_000)),
        zeros -> {
          byte[] data = bytes("0." + zeros + digits);
          XsdNumber decimal = XsdNumber.decimal(data, 0, data.length);
          BigDecimal expected = new BigDecimal(zeros.isEmpty() ? "0.777777777777777778" : "0e-18");
          assertEquals(expected, decimal.decimalValue(18));
        });
  }

  @Test
  public void namesOfDoubles() {
    assertEquals(Double.NaN, XsdNumber.special(bytes("NaN"), 0, 3), 0);
    assertEquals(Double.NEGATIVE_INFINITY, XsdNumber.special(bytes("-INF"), 0, 4), 0);
    Cases.each(
        List.of("Infinity", "inf", "nan", "-NaN", "+NaN", ""),
        text -> {
          assertNull(text, XsdNumber.special(bytes(text), 0, text.length()));
        });
  }

  @Test
  public void instantsAreThoseOfJavaTime() {
    Random random = new Random(13);
    for (int i = 0; i < ROUNDS; i++) {
      Instant instant = Instant.ofEpochSecond(random.nextLong(-60_000_000_000L, 250_000_000_000L));
      instant = instant.plusNanos(random.nextInt(1_000_000_000));
      int minutes = random.nextInt(-14 * 60, 14 * 60 + 1);
      OffsetDateTime time = instant.atOffset(ZoneOffset.ofTotalSeconds(minutes * 60));
      String text = time.toString().replaceAll("(T\\d\\d:\\d\\d)(?=[Z+-])", "$1:00");
      XsdTime found = XsdTime.dateTime(bytes(text), 0, text.length());
      assertNotNull(text, found);
      assertEquals(
          text,
          instant.getEpochSecond() * 1_000_000 + instant.getNano() / 1_000,
          found.epochMicros(ZoneOffset.UTC));
    }
  }

  @Test
  public void timeWithoutZoneIsInTheImplicitOne() {
    String text = "2024-07-01T24:00:00.0";
    long expected = OffsetDateTime.parse("2024-07-02T00:00:00+02:00").toEpochSecond() * 1_000_000;
    XsdTime time = XsdTime.dateTime(bytes(text), 0, text.length());
    assertEquals(expected, time.epochMicros(ZoneId.of("Europe/Prague")));
  }

  @Test
  public void firstAndLastMicrosecondsFit() {
    ZoneId east = ZoneId.of("Pacific/Kiritimati");
    ZoneId west = ZoneOffset.ofHours(-10);
    assertInstant(Long.MIN_VALUE, "-290308-12-21T19:59:05.224192Z", east);
    assertInstant(Long.MIN_VALUE, "-290308-12-21T09:59:05.224192", west);
    assertInstant(Long.MAX_VALUE, "294247-01-10T04:00:54.775807Z", west);
    assertInstant(Long.MAX_VALUE, "294247-01-10T18:00:54.775807", east);
  }

  private static void assertInstant(long micros, String text, ZoneId implicit) {
    XsdTime time = XsdTime.dateTime(bytes(text), 0, text.length());
    assertEquals(text, micros, time.epochMicros(implicit));
  }

  @Test
  public void instantsThatDoNotFitAreErrors() {
    for (String text :
        List.of(
            "999999999-12-31T24:00:00",
            "-999999999-01-01T00:00:00Z",
            "-290308-12-21T19:59:05.224191Z",
            "294247-01-10T04:00:54.775808Z",
            "294247-01-10T05:00:54.775808")) {
      XsdTime time = XsdTime.dateTime(bytes(text), 0, text.length());
      assertThrows(ArithmeticException.class, () -> time.epochMicros(ZoneId.of("Europe/Prague")));
    }
  }
}
