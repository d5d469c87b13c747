package io.github.jellybridge.jelly;

import static io.github.jellybridge.wire.WireRow.TRIPLES;
import static io.github.jellybridge.wire.WireRow.datatype;
import static io.github.jellybridge.wire.WireRow.name;
import static io.github.jellybridge.wire.WireRow.options;
import static io.github.jellybridge.wire.WireRow.prefix;

import com.google.protobuf.MessageLite;
import io.github.jellybridge.model.Statement;
import io.github.jellybridge.model.Term;
import io.github.jellybridge.wire.Wire;
import io.github.jellybridge.wire.WireRow;
import io.github.jellybridge.wire.WireTerm;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized;

/**
 * Runs the tests of a class in both layouts, with a vocabulary that keeps them short.
 *
 * <p>These tests are about rules of both Jelly-RDF 1.x and the 1.0.0 draft.
 */
@RunWith(Parameterized.class)
public abstract class BothLayouts {
  /** The prefix that {@link #LOOKUPS} defines as 1. */
  static final String EX = "http://example.org/";

  /** xsd:integer, which {@link #LOOKUPS} defines as datatype 1. */
  static final String INTEGER = "http://www.w3.org/2001/XMLSchema#integer";

  /** Names 1 to 4 are a, b, c and d; prefix 1 is {@link #EX}; datatype 1 is xsd:integer. */
  static final List<WireRow> LOOKUPS =
      List.of(
          prefix(1, EX),
          name(1, "a"),
          name(2, "b"),
          name(3, "c"),
          name(4, "d"),
          datatype(1, INTEGER));

  /** The wire form of {@link #TA} to {@link #TD}. */
  public static final WireTerm A = WireTerm.iri(1, 1);

  public static final WireTerm B = WireTerm.iri(1, 2);
  public static final WireTerm C = WireTerm.iri(1, 3);
  public static final WireTerm D = WireTerm.iri(1, 4);

  /** The terms that {@link #A} to {@link #D} encode. */
  protected static final Term TA = Term.iri(EX + "a");

  protected static final Term TB = Term.iri(EX + "b");
  protected static final Term TC = Term.iri(EX + "c");
  protected static final Term TD = Term.iri(EX + "d");

  /** The layout under test. */
  @Parameterized.Parameter public Wire wire;

  /** Both layouts. */
  @Parameterized.Parameters(name = "{0}")
  public static List<Wire> layouts() {
    return List.of(Wire.values());
  }

  /** A delimited file of one frame: options of a physical type, {@link #LOOKUPS}, and rows. */
  protected byte[] file(int physicalType, WireRow... rows) {
    return file(options(physicalType), rows);
  }

  /** A delimited file of one frame: options, {@link #LOOKUPS}, and rows. */
  protected byte[] file(WireRow.Options options, WireRow... rows) {
    return Wire.delimited(opening(options, rows));
  }

  /** A frame of options, {@link #LOOKUPS}, and rows. */
  protected MessageLite opening(WireRow.Options options, WireRow... rows) {
    List<WireRow> all = new ArrayList<>();
    all.add(options);
    all.addAll(LOOKUPS);
    all.addAll(Arrays.asList(rows));
    return wire.frame(all);
  }

  /**
   * A delimited file of triples: the given number of frames, each with the given number of copies
   * of the row.
   */
  byte[] frames(int count, int size, WireRow row) {
    WireRow[] rows = new WireRow[size];
    Arrays.fill(rows, row);
    MessageLite[] frames = new MessageLite[count];
    frames[0] = opening(options(TRIPLES), rows);
    for (int i = 1; i < count; i++) {
      frames[i] = wire.frame(rows);
    }
    return Wire.delimited(frames);
  }

  /** An encoded row with a triple that repeats the subject and predicate before it. */
  byte[] tripleOfLiteral(byte[] literal) {
    byte[] repeat = Wire.field(10, new byte[0]);
    byte[] triple =
        wire == Wire.V1
            ? Wire.field(11, literal)
            : Wire.concat(
                Wire.field(1, repeat),
                Wire.field(2, repeat),
                Wire.field(3, Wire.field(3, literal)));
    return Wire.field(1, Wire.field(2, triple));
  }

  /** A statement of frame 0 in the default graph. */
  protected static Statement statement(Term s, Term p, Term o) {
    return new Statement(0, s, p, o, null);
  }

  /** A statement of frame 0. */
  protected static Statement statement(Term s, Term p, Term o, Term g) {
    return new Statement(0, s, p, o, g);
  }
}
