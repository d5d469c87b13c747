package io.github.jellybridge.ntriples;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.fuzz.Sampling;
import io.github.jellybridge.model.Statement;
import io.github.jellybridge.rdf.Batches;
import io.github.jellybridge.rdf.SyntaxOptions;
import io.github.jellybridge.rdf.SyntaxParseException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.jena.riot.Lang;
import org.apache.jena.sys.JenaSystem;

/**
 * Checks that we accept a text if and only if RIOT does, with the same meaning. The known
 * differences are listed here.
 */
public final class NTriplesFuzz {
  /** Which of the two readers accept a text. */
  record Outcome(boolean read, boolean readByRiot) {}

  private NTriplesFuzz() {}

  /** Loads Jena, whose time does not count for the first text; called by Jazzer. */
  public static void fuzzerInitialize() {
    JenaSystem.init();
  }

  /** Checks one text; called by Jazzer. */
  public static void fuzzerTestOneInput(byte[] text) throws IOException {
    check(text, Arrays.hashCode(text) & 31, Sampling.isSampled(text));
  }

  /**
   * Whether RIOT accepts an error even when strict: several statements on a line, a statement on
   * several lines, quotation marks of Turtle, halves of surrogates, invalid UTF-8, and its own
   * notation {@code <_:label>} of blank nodes.
   */
  private static boolean isLayout(SyntaxParseException refusal) {
    return refusal.found().equals("the end of the text")
        || refusal.found().equals("byte 0x0c")
        || refusal.found().equals("'_'") && refusal.expected().startsWith("an absolute IRI")
        || Set.of(
                "the end of the line",
                "a graph name or '.'",
                "'.' at the end of the statement",
                "')>>'",
                "a Unicode character",
                "valid UTF-8",
                "an object: '<', '_:', '\"' or '<<('")
            .contains(refusal.expected());
  }

  /** Syntax that RIOT does not know: quoted triples as they were before RDF 1.2. */
  private static final Pattern UNKNOWN = Pattern.compile("<<[^(]|<<[(].*[^)]>>|[)]>>.*<");

  /** The three bytes in UTF-8. */
  private static final String BYTE_ORDER_MARK = "\u00ef\u00bb\u00bf";

  /** The start of labels that stand for others, see {@link io.github.jellybridge.rdf.NTriples}. */
  private static final String REWRITTEN = "_:jbx";

  /**
   * Checks a text.
   *
   * @param variant selects the options of another reading of the text
   * @param compareRefused whether RIOT must refuse a text that we refuse; RIOT takes most of the
   *     time
   */
  static Outcome check(byte[] text, int variant, boolean compareRefused) throws IOException {
    List<Statement> ours = null;
    SyntaxParseException refusal = null;
    try {
      ours = Text.read(text, Text.QUADS);
    } catch (SyntaxParseException e) {
      refusal = e;
    }
    List<Statement> riot =
        ours != null || compareRefused ? Text.lenientRiot(text, Lang.NQUADS) : null;
    boolean readByRiot = riot != null;
    String shown = new String(text, StandardCharsets.UTF_8);
    if (ours != null && readByRiot && !shown.contains(REWRITTEN)) {
      assertEquals(shown, lowerCase(riot), lowerCase(ours));
    } else if (ours != null && readByRiot) {
      assertEquals(shown, riot.size(), ours.size());
    } else if (ours != null) {
      assertTrue(shown, UNKNOWN.matcher(shown).find());
    } else if (readByRiot) {
      // Without its checks, RIOT only warns of errors in IRIs.
      readByRiot = Text.strictRiot(text, Lang.NQUADS) != null;
      assertTrue(shown + ": " + refusal.getMessage(), !readByRiot || isLayout(refusal));
    }
    checkOurselves(text, ours, variant);
    return new Outcome(ours != null, readByRiot);
  }

  /** RIOT changes the case of language tags. */
  private static String lowerCase(List<Statement> statements) {
    return statements.toString().toLowerCase(Locale.ROOT);
  }

  /** Checks that the result depends neither on the options of reading nor on the lines before. */
  private static void checkOurselves(byte[] text, List<Statement> ours, int i) throws IOException {
    try (NTriplesReader reader = Text.open(text, Text.QUADS.withDropMalformed(true))) {
      List<Statement> kept = Batches.readAll(reader, 1);
      assertEquals(ours == null, reader.malformedLines() > 0);
      if (ours != null) {
        assertEquals(ours, kept);
        assertEquals(ours.size(), Text.count(text, Text.QUADS));
        SyntaxOptions some = Text.QUADS.withColumns(i % 16).withCheckUnread(i % 32 < 16);
        assertEquals(ours.size(), Text.read(text, some).size());
      }
    }
    String once = new String(text, StandardCharsets.ISO_8859_1);
    // A byte order mark may be at the start only.
    String again = once.startsWith(BYTE_ORDER_MARK) ? once.substring(3) : once;
    byte[] twice = (once + "\n" + again + "\n").getBytes(StandardCharsets.ISO_8859_1);
    if (ours == null) {
      Text.refused(twice, Text.QUADS);
    } else {
      assertEquals(2 * ours.size(), Text.read(twice, Text.QUADS).size());
    }
  }
}
