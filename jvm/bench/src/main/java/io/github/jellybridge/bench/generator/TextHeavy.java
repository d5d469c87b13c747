package io.github.jellybridge.bench.generator;

import static io.github.jellybridge.bench.generator.DataGenerator.LABEL;
import static io.github.jellybridge.bench.generator.DataGenerator.TYPE;
import static io.github.jellybridge.bench.generator.DataGenerator.iri;
import static io.github.jellybridge.bench.generator.DataGenerator.literal;
import static io.github.jellybridge.bench.generator.DataGenerator.skewed;

import eu.neverblink.jelly.core.JellyOptions;
import eu.neverblink.jelly.core.proto.v1.RdfStreamOptions;
import java.util.SplittableRandom;
import org.apache.jena.datatypes.xsd.XSDDatatype;
import org.apache.jena.graph.Node;

/** A review site: long texts in several languages, labels, dates, numbers. */
public final class TextHeavy implements DataGenerator {
  private static final String BASE = "https://reviews.example.org/";
  private static final String SCHEMA = "https://schema.org/";

  @Override
  public String name() {
    return "text-heavy";
  }

  @Override
  public RdfStreamOptions preset() {
    return JellyOptions.BIG_STRICT;
  }

  @Override
  public void subject(long index, SplittableRandom random, Statements out) {
    // A product page with its labels, then the reviews of that product.
    if (index % 10 == 0) {
      product(index / 10, random, out);
    } else {
      review(index, random, out);
    }
  }

  private static void product(long number, SplittableRandom random, Statements out) {
    Node s = iri(BASE + "item/i" + number);
    out.accept(s, TYPE, iri(SCHEMA + "Product"));
    out.accept(s, iri(SCHEMA + "sku"), literal("SKU-" + (10_000_000 + number)));
    for (String lang : Prose.LANGUAGES) {
      out.accept(s, LABEL, literal(Prose.phrase(random, lang, 4), lang));
    }
    for (int i = 0; i < 3; i++) {
      String lang = Prose.LANGUAGES.get(i);
      out.accept(s, iri(SCHEMA + "description"), literal(Prose.text(random, lang, 90), lang));
    }
  }

  private static void review(long index, SplittableRandom random, Statements out) {
    Node s = iri(BASE + "review/r" + index);
    int skew = skewed(random, Prose.LANGUAGES.size());
    String lang = Prose.LANGUAGES.get(skew);
    out.accept(s, TYPE, iri(SCHEMA + "Review"));
    out.accept(s, iri(SCHEMA + "itemReviewed"), iri(BASE + "item/i" + index / 10));
    out.accept(s, iri(SCHEMA + "author"), iri(BASE + "user/u" + skewed(random, 200_000)));
    out.accept(s, iri(SCHEMA + "headline"), literal(Prose.phrase(random, lang, 5), lang));
    int words = 15 + skewed(random, 250);
    out.accept(s, iri(SCHEMA + "reviewBody"), literal(Prose.text(random, lang, words), lang));
    out.accept(s, iri(SCHEMA + "inLanguage"), literal(lang));
    out.accept(
        s,
        iri(SCHEMA + "ratingValue"),
        literal("" + (1 + random.nextInt(5)), XSDDatatype.XSDinteger));
    out.accept(
        s,
        iri(SCHEMA + "upvoteCount"),
        literal("" + (skewed(random, 400)), XSDDatatype.XSDinteger));
    String date =
        "20%02d-%02d-%02d"
            .formatted(10 + random.nextInt(16), 1 + random.nextInt(12), 1 + random.nextInt(28));
    out.accept(s, iri(SCHEMA + "datePublished"), literal(date, XSDDatatype.XSDdate));
    if (random.nextInt(4) == 0) {
      String time = date + "T%02d:%02d:00Z".formatted(random.nextInt(24), random.nextInt(60));
      out.accept(
          s, iri("http://purl.org/dc/terms/modified"), literal(time, XSDDatatype.XSDdateTime));
    }
  }
}
