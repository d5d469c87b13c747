package io.github.jellybridge.jelly.columns.encode;

import io.github.jellybridge.model.Statement;
import io.github.jellybridge.model.Term;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Random statements with all kinds of terms of RDF 1.2, whose columns repeat more or less. */
final class Rdf12Statements {
  private static final String[] TAGS = {"en", "de-CH", "ar--rtl", "en--ltr", "he--rtl"};

  private final Random random;
  private final boolean quads;
  private final boolean terms12;
  private final int names;
  private final int namespaces;

  /**
   * Creates a source of statements.
   *
   * @param quads whether there are named graphs
   * @param terms12 whether there are triple terms and base directions
   */
  Rdf12Statements(Random random, boolean quads, boolean terms12) {
    this.random = random;
    this.quads = quads;
    this.terms12 = terms12;
    this.names = 1 + random.nextInt(random.nextInt(3) == 0 ? 1000 : 40);
    this.namespaces = 1 + random.nextInt(random.nextInt(3) == 0 ? 60 : 4);
  }

  List<Statement> next(int count) {
    List<Statement> made = new ArrayList<>();
    Statement last = null;
    // Streams differ in how much their columns repeat.
    int[] repeats = {random.nextInt(100), random.nextInt(100), random.nextInt(100), 90};
    for (int i = 0; i < count; i++) {
      Term s = last != null && chance(repeats[0]) ? last.s() : node();
      Term p = last != null && chance(repeats[1]) ? last.p() : iri();
      Term o = last != null && chance(repeats[2]) ? last.o() : object(0);
      Term g = last != null && chance(repeats[3]) ? last.g() : chance(30) ? null : node();
      last = new Statement(0, s, p, o, quads ? g : null);
      made.add(last);
    }
    return made;
  }

  private boolean chance(int percent) {
    return random.nextInt(100) < percent;
  }

  private Term iri() {
    int namespace = random.nextInt(namespaces);
    String name = chance(3) ? "" : "name" + random.nextInt(names);
    return Term.iri(
        switch (namespace % 4) {
          case 0 -> "http://example.org/" + namespace + "/" + name;
          case 1 -> "http://example.org/" + namespace + "#" + name;
          case 2 -> "urn:x" + namespace + ":" + name;
          default -> "http://example.org/été/" + namespace + "/" + name;
        });
  }

  private Term node() {
    return chance(25) ? Term.bnode("b" + random.nextInt(9)) : iri();
  }

  private Term object(int depth) {
    return switch (random.nextInt(terms12 && depth < 3 ? 6 : 5)) {
      case 0 -> Term.text(chance(20) ? "" : "Straße \"" + random.nextInt(20) + "\"\n");
      case 1 -> Term.lang("text " + random.nextInt(20), TAGS[random.nextInt(terms12 ? 5 : 2)]);
      case 2 -> Term.typed("" + random.nextInt(20), "http://example.org/type" + random.nextInt(5));
      case 5 -> Term.quoted(node(), iri(), object(depth + 1));
      default -> node();
    };
  }
}
