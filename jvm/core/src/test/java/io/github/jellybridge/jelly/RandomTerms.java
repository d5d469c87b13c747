package io.github.jellybridge.jelly;

import io.github.jellybridge.model.Term;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Random terms like those of real data: many prefixes and names, Unicode, languages, datatypes. */
final class RandomTerms {
  private static final int POOL = 400;
  private static final String[] TAGS = {"en", "de", "de-CH", "zh-Hant", "ja"};
  private static final String[] LEXICAL = {
    "", "short", "Straße", "日本語のテキスト", "😀 emoji", "line\nbreak", "tab\t\"quoted\" back\\slash"
  };

  private final Random random;
  private final boolean generalized;
  private final boolean rdfStar;
  private final List<Term> iris = new ArrayList<>();

  RandomTerms(Random random, boolean generalized, boolean rdfStar) {
    this.random = random;
    this.generalized = generalized;
    this.rdfStar = rdfStar;
    for (int i = 0; i < POOL; i++) {
      String prefix = "http://example" + random.nextInt(40) + ".org/";
      String path = random.nextBoolean() ? "été/" : random.nextBoolean() ? "ns#" : "";
      String name = chance(5) ? "" : "name" + random.nextInt(POOL);
      iris.add(Term.iri(chance(3) ? "urn:uuid:" + i : prefix + path + name));
    }
  }

  Term subject() {
    return any(0, 0);
  }

  Term predicate() {
    return any(1, 0);
  }

  Term object() {
    return any(2, 0);
  }

  /** A graph name; null for the default graph. */
  Term graph() {
    return chance(30) ? null : any(3, 0);
  }

  private boolean chance(int percent) {
    return random.nextInt(100) < percent;
  }

  private Term any(int position, int depth) {
    boolean odd = generalized && chance(20);
    if (rdfStar
        && depth < 4
        && chance(20)
        && (position == 0 || position == 2 || position == 1 && odd)) {
      return Term.quoted(any(0, depth + 1), any(1, depth + 1), any(2, depth + 1));
    }
    if ((position == 2 || odd) && chance(50)) {
      return literal();
    }
    if ((position != 1 || odd) && chance(25)) {
      return Term.bnode("b" + random.nextInt(30));
    }
    // jelly-jvm cannot write a statement that needs more prefixes than the table has.
    int few = depth > 0 ? 10 : 20;
    return iris.get(depth > 0 || chance(60) ? random.nextInt(few) : random.nextInt(POOL));
  }

  private Term literal() {
    String lex = LEXICAL[random.nextInt(LEXICAL.length)] + (chance(50) ? random.nextInt(100) : "");
    return switch (random.nextInt(4)) {
      case 0 -> Term.lang(lex, TAGS[random.nextInt(TAGS.length)]);
      case 1 -> Term.typed(lex, "http://example.org/type#" + random.nextInt(12));
      case 2 -> Term.typed(Integer.toString(random.nextInt()), BothLayouts.INTEGER);
      default -> Term.text(lex);
    };
  }
}
