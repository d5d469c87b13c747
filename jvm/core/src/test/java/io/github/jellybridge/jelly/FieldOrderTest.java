package io.github.jellybridge.jelly;

import static io.github.jellybridge.wire.Wire.concat;
import static io.github.jellybridge.wire.Wire.field;
import static org.junit.Assert.assertEquals;

import io.github.jellybridge.model.Statement;
import io.github.jellybridge.model.Term;
import io.github.jellybridge.wire.Wire;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.Test;

/**
 * Tests that the fields of a message may come in any order (Protocol Buffers, "Field order").
 *
 * <p>Fixtures here are written field by field, as generated classes always write in field order.
 */
public class FieldOrderTest {
  private static final byte[] NONE = {};

  private static final byte[] OPTIONS =
      row(1, field(15, 1), field(11, 8), field(9, 16), field(10, 8), field(4, 1), field(2, 1));

  private static final byte[] LOOKUPS =
      concat(
          row(10, field(2, utf8("p")), field(1, 1)),
          row(9, field(2, utf8("n1")), field(1, 1)),
          row(9, field(2, utf8("n2"))),
          row(9, field(2, utf8("n3"))),
          row(9, field(2, utf8("n4"))),
          row(11, field(2, utf8("type")), field(1, 1)));

  private static final Term N1 = Term.iri("pn1");
  private static final Term N2 = Term.iri("pn2");
  private static final Term N3 = Term.iri("pn3");
  private static final Term N4 = Term.iri("pn4");

  @Test
  public void optionsAndEntriesMayBeInAnyOrder() throws Exception {
    assertEquals(
        List.of(new Statement(0, N1, N2, N3, null)),
        read(OPTIONS, row(2, field(1, field(1, 1)), field(5, NONE), field(9, NONE))));
  }

  @Test
  public void repeatedOptionsInAnotherOrderAreIdentical() throws Exception {
    byte[] again =
        row(
            1,
            field(2, 1),
            field(3, 0),
            field(4, 1),
            field(9, 16),
            field(10, 8),
            field(11, 8),
            field(14, 0),
            field(15, 1));
    assertEquals(
        1,
        read(OPTIONS, again, row(2, field(1, field(1, 1)), field(5, NONE), field(9, NONE))).size());
  }

  @Test
  public void irisOfATripleAreReadInTheOrderOfTheirPositions() throws Exception {
    assertEquals(
        List.of(new Statement(0, N1, N2, N3, null), new Statement(0, N4, N2, N3, null)),
        read(
            OPTIONS,
            row(2, field(9, NONE), field(5, NONE), field(1, field(1, 1))),
            row(2, field(9, field(2, 3)), field(5, field(2, 2)), field(1, NONE))));
  }

  @Test
  public void anObjectWrittenFirstDoesNotCountFromTheStatementBefore() throws Exception {
    byte[] last = field(2, 4);
    assertEquals(
        List.of(new Statement(0, N4, N4, N4, null), new Statement(0, N1, N2, N3, null)),
        read(
            OPTIONS,
            row(2, field(1, concat(field(1, 1), last)), field(5, last), field(9, last)),
            row(2, field(9, NONE), field(5, NONE), field(1, field(2, 1)))));
  }

  @Test
  public void violationsAreCountedOnceInAnyOrder() throws Exception {
    byte[] options = row(1, field(2, 1), field(9, 16), field(10, 8), field(11, 8), field(15, 1));
    byte[] bnode = field(6, utf8("p"));
    byte[] iri = concat(field(1, 1), field(2, 1));
    assertEquals(1, Reading.violations(file(options, row(2, bnode, field(9, iri), field(1, iri)))));
  }

  @Test
  public void irisOfAQuadAreReadInTheOrderOfTheirPositions() throws Exception {
    byte[] options = row(1, field(2, 2), field(9, 16), field(10, 8), field(11, 8), field(15, 1));
    assertEquals(
        List.of(new Statement(0, N1, N2, N3, N4)),
        read(
            options,
            row(3, field(13, NONE), field(5, NONE), field(9, NONE), field(1, field(1, 1)))));
  }

  @Test
  public void irisOfQuotedTriplesAreReadInTheOrderOfTheirPositions() throws Exception {
    byte[] quoted = concat(field(9, NONE), field(5, NONE), field(1, NONE));
    assertEquals(
        List.of(new Statement(0, N1, N1, Term.quoted(N2, N3, N4), null)),
        read(OPTIONS, row(2, field(12, quoted), field(5, field(2, 1)), field(1, field(1, 1)))));
  }

  @Test
  public void theFieldsOfAnIriMayBeInAnyOrder() throws Exception {
    byte[] iri = concat(field(2, 4), field(1, 1));
    assertEquals(
        List.of(new Statement(0, N4, N4, N4, null)),
        read(OPTIONS, row(2, field(5, iri), field(9, iri), field(1, iri))));
  }

  @Test
  public void theFieldsOfALiteralMayBeInAnyOrder() throws Exception {
    byte[] lang = concat(field(2, utf8("en")), field(1, utf8("text")));
    byte[] typed = concat(field(3, 1), field(1, utf8("text")));
    byte[] iri = concat(field(1, 1), field(2, 1));
    assertEquals(
        List.of(
            new Statement(0, N1, N1, Term.lang("text", "en"), null),
            new Statement(0, N1, N1, Term.typed("text", "type"), null)),
        read(
            OPTIONS,
            row(2, field(11, lang), field(5, iri), field(1, iri)),
            row(2, field(11, typed), field(5, iri), field(1, iri))));
  }

  @Test
  public void zeroMayBeWrittenOut() throws Exception {
    byte[] next = concat(field(1, 0), field(2, 0));
    assertEquals(
        List.of(new Statement(0, N1, N2, Term.text(""), null)),
        read(OPTIONS, row(2, field(1, field(1, 1)), field(5, next), field(11, field(1, NONE)))));
  }

  @Test
  public void aNamespaceDeclarationMayBeInAnyOrder() throws Exception {
    byte[] options = row(1, field(2, 1), field(9, 16), field(10, 8), field(11, 8), field(15, 2));
    byte[] iri = concat(field(1, 1), field(2, 1));
    byte[] file = file(options, row(6, field(2, iri), field(1, utf8("ns"))));
    assertEquals(List.of(new NamespaceDeclaration("ns", "pn1")), Reading.namespaces(file));
  }

  @Test
  public void theTermsOfADraftTripleMayBeInAnyOrder() throws Exception {
    byte[] options =
        row(1, field(15, 1), field(5, 1), field(4, 1), field(9, 16), field(10, 8), field(2, 1));
    byte[] iri1 = field(1, concat(field(2, 1), field(1, 1)));
    byte[] iri2 = field(1, concat(field(2, 2), field(1, 1)));
    byte[] literal = field(3, concat(field(2, NONE), field(1, utf8("x"))));
    byte[] entries =
        concat(
            row(10, field(2, utf8("p")), field(1, 1)),
            row(9, field(2, utf8("n1")), field(1, 1)),
            row(9, field(2, utf8("n2")), field(1, 2)));
    byte[] frame =
        concat(options, entries, row(2, field(3, literal), field(2, iri2), field(1, iri1)));
    assertEquals(
        List.of(new Statement(0, N1, N2, Term.text("x"), null)),
        Reading.read(Wire.delimited(frame)));
  }

  private static List<Statement> read(byte[] options, byte[]... rows) throws Exception {
    return Reading.read(file(options, rows));
  }

  private static byte[] file(byte[] options, byte[]... rows) {
    return Wire.delimited(concat(options, LOOKUPS, concat(rows)));
  }

  private static byte[] row(int kind, byte[]... fields) {
    return field(1, field(kind, concat(fields)));
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
