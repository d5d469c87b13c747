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

/** A shop's product graph: products, vendors and categories that mostly point at each other. */
public final class IriHeavy implements DataGenerator {
  private static final String BASE = "https://shop.example.org/";
  private static final String SCHEMA = "https://schema.org/";
  private static final String SKOS = "http://www.w3.org/2004/02/skos/core#";
  private static final int VENDORS = 4_000;
  private static final int CATEGORIES = 1_500;

  private static final Node[] KINDS = numbered("class/Kind", 40);
  private static final Node[] COUNTRIES = numbered("country/C", 90);
  private static final Node[] MATERIALS = numbered("material/m", 60);
  private static final Node[] COLORS = numbered("colour/c", 30);
  private static final Node[] BRANDS = numbered("brand/b", 800);
  private static final Node[] STOCK = {
    iri(SCHEMA + "InStock"), iri(SCHEMA + "OutOfStock"), iri(SCHEMA + "PreOrder")
  };
  private static final Node[] STATES = {
    iri(SCHEMA + "NewCondition"),
    iri(SCHEMA + "UsedCondition"),
    iri(SCHEMA + "RefurbishedCondition")
  };

  @Override
  public String name() {
    return "iri-heavy";
  }

  @Override
  public RdfStreamOptions preset() {
    return JellyOptions.BIG_STRICT;
  }

  @Override
  public void subject(long index, SplittableRandom random, Statements out) {
    // Vendors and categories come first in the export, products follow.
    if (index < CATEGORIES) {
      category((int) index, random, out);
    } else if (index < CATEGORIES + VENDORS) {
      vendor((int) index - CATEGORIES, random, out);
    } else {
      product(index - CATEGORIES - VENDORS, random, out);
    }
  }

  private static void category(int number, SplittableRandom random, Statements out) {
    Node s = categoryIri(number);
    out.accept(s, TYPE, iri(SKOS + "Concept"));
    out.accept(s, iri(SKOS + "inScheme"), iri(BASE + "category/scheme"));
    if (number > 0) {
      out.accept(s, iri(SKOS + "broader"), categoryIri(number / 6));
    }
    out.accept(s, iri(SKOS + "prefLabel"), literal(Prose.phrase(random, "en", 2), "en"));
    out.accept(s, iri(SKOS + "prefLabel"), literal(Prose.phrase(random, "de", 2), "de"));
  }

  private static void vendor(int number, SplittableRandom random, Statements out) {
    Node s = vendorIri(number);
    out.accept(s, TYPE, iri(SCHEMA + "Organization"));
    out.accept(s, LABEL, literal(Prose.phrase(random, "en", 2)));
    out.accept(s, iri(SCHEMA + "location"), pick(random, COUNTRIES));
    out.accept(
        s,
        iri("http://xmlns.com/foaf/0.1/homepage"),
        iri("https://vendor" + number + ".example.com/"));
  }

  private static void product(long number, SplittableRandom random, Statements out) {
    Node s = productIri(number);
    out.accept(s, TYPE, iri(SCHEMA + "Product"));
    out.accept(s, TYPE, pick(random, KINDS));
    out.accept(s, LABEL, literal(Prose.phrase(random, "en", 3)));
    out.accept(s, iri(BASE + "ns#vendor"), vendorIri(skewed(random, VENDORS)));
    out.accept(s, iri(SCHEMA + "brand"), pick(random, BRANDS));
    for (int i = random.nextInt(3); i >= 0; i--) {
      out.accept(s, iri(SCHEMA + "category"), categoryIri(skewed(random, CATEGORIES)));
    }
    out.accept(s, iri(SCHEMA + "countryOfOrigin"), pick(random, COUNTRIES));
    for (int i = random.nextInt(2); i >= 0; i--) {
      out.accept(s, iri(SCHEMA + "material"), pick(random, MATERIALS));
    }
    out.accept(s, iri(SCHEMA + "color"), pick(random, COLORS));
    out.accept(s, iri(SCHEMA + "availability"), pick(random, STOCK));
    if (random.nextInt(4) == 0) {
      out.accept(s, iri(SCHEMA + "itemCondition"), pick(random, STATES));
    }
    for (int i = random.nextInt(4); i > 0; i--) {
      // Similar products were entered around the same time.
      out.accept(
          s,
          iri(SCHEMA + "isSimilarTo"),
          productIri(Math.max(0, number - 1 - random.nextInt(5_000))));
    }
    if (random.nextInt(8) == 0) {
      out.accept(
          s, iri(SCHEMA + "isAccessoryOrSparePartFor"), productIri(random.nextLong(number + 1)));
    }
    if (random.nextInt(3) == 0) {
      String price = random.nextInt(1, 500) + ".99";
      out.accept(s, iri(SCHEMA + "price"), literal(price, XSDDatatype.XSDdecimal));
    }
  }

  private static Node pick(SplittableRandom random, Node[] nodes) {
    return nodes[skewed(random, nodes.length)];
  }

  private static Node productIri(long number) {
    return iri(BASE + "product/p" + number);
  }

  private static Node vendorIri(int number) {
    return iri(BASE + "vendor/v" + number);
  }

  private static Node categoryIri(int number) {
    return iri(BASE + "category/k" + number);
  }

  private static Node[] numbered(String stem, int n) {
    Node[] nodes = new Node[n];
    for (int i = 0; i < n; i++) {
      nodes[i] = iri(BASE + stem + i);
    }
    return nodes;
  }
}
