package io.github.jellybridge.bench;

import eu.neverblink.jelly.core.JellyOptions;
import eu.neverblink.jelly.core.proto.v1.RdfStreamOptions;
import java.util.SplittableRandom;
import org.apache.jena.datatypes.xsd.XSDDatatype;
import org.apache.jena.graph.Node;
import org.apache.jena.graph.NodeFactory;

/** A review site: long texts in several languages, labels, dates, numbers. */
final class TextHeavy implements DataGenerator {
  private static final String BASE = "https://reviews.example.org/";
  private static final String SCHEMA = "https://schema.org/";

  private static final Node TYPE = iri("http://www.w3.org/1999/02/22-rdf-syntax-ns#type");
  private static final Node LABEL = iri("http://www.w3.org/2000/01/rdf-schema#label");
  private static final Node REVIEW = iri(SCHEMA + "Review");
  private static final Node PRODUCT = iri(SCHEMA + "Product");
  private static final Node ABOUT = iri(SCHEMA + "itemReviewed");
  private static final Node AUTHOR = iri(SCHEMA + "author");
  private static final Node HEADLINE = iri(SCHEMA + "headline");
  private static final Node BODY = iri(SCHEMA + "reviewBody");
  private static final Node RATING = iri(SCHEMA + "ratingValue");
  private static final Node UPVOTES = iri(SCHEMA + "upvoteCount");
  private static final Node PUBLISHED = iri(SCHEMA + "datePublished");
  private static final Node MODIFIED = iri("http://purl.org/dc/terms/modified");
  private static final Node LANGUAGE = iri(SCHEMA + "inLanguage");
  private static final Node DESCRIPTION = iri(SCHEMA + "description");
  private static final Node SKU = iri(SCHEMA + "sku");

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
    out.accept(s, TYPE, PRODUCT);
    out.accept(s, SKU, NodeFactory.createLiteralString("SKU-" + (10_000_000 + number)));
    for (String lang : Prose.LANGUAGES) {
      out.accept(s, LABEL, NodeFactory.createLiteralLang(Prose.phrase(random, lang, 4), lang));
    }
    for (int i = 0; i < 3; i++) {
      String lang = Prose.LANGUAGES.get(i);
      out.accept(s, DESCRIPTION, NodeFactory.createLiteralLang(Prose.text(random, lang, 90), lang));
    }
  }

  private static void review(long index, SplittableRandom random, Statements out) {
    Node s = iri(BASE + "review/r" + index);
    int skew = DataGenerator.skewed(random, Prose.LANGUAGES.size());
    String lang = Prose.LANGUAGES.get(skew);
    out.accept(s, TYPE, REVIEW);
    out.accept(s, ABOUT, iri(BASE + "item/i" + index / 10));
    out.accept(s, AUTHOR, iri(BASE + "user/u" + DataGenerator.skewed(random, 200_000)));
    out.accept(s, HEADLINE, NodeFactory.createLiteralLang(Prose.phrase(random, lang, 5), lang));
    int words = 15 + DataGenerator.skewed(random, 250);
    out.accept(s, BODY, NodeFactory.createLiteralLang(Prose.text(random, lang, words), lang));
    out.accept(s, LANGUAGE, NodeFactory.createLiteralString(lang));
    out.accept(s, RATING, integer(1 + random.nextInt(5)));
    out.accept(s, UPVOTES, integer(DataGenerator.skewed(random, 400)));
    String date =
        "20%02d-%02d-%02d"
            .formatted(10 + random.nextInt(16), 1 + random.nextInt(12), 1 + random.nextInt(28));
    out.accept(s, PUBLISHED, NodeFactory.createLiteralDT(date, XSDDatatype.XSDdate));
    if (random.nextInt(4) == 0) {
      String time = date + "T%02d:%02d:00Z".formatted(random.nextInt(24), random.nextInt(60));
      out.accept(s, MODIFIED, NodeFactory.createLiteralDT(time, XSDDatatype.XSDdateTime));
    }
  }

  private static Node integer(int value) {
    return NodeFactory.createLiteralDT(Integer.toString(value), XSDDatatype.XSDinteger);
  }

  private static Node iri(String iri) {
    return NodeFactory.createURI(iri);
  }
}
