package io.github.jellybridge.bench;

import eu.neverblink.jelly.core.JellyOptions;
import eu.neverblink.jelly.core.proto.v1.RdfStreamOptions;
import java.util.SplittableRandom;
import org.apache.jena.datatypes.xsd.XSDDatatype;
import org.apache.jena.graph.Node;
import org.apache.jena.graph.NodeFactory;

/** A shop's product graph: products, vendors and categories that mostly point at each other. */
final class IriHeavy implements DataGenerator {
  private static final String BASE = "https://shop.example.org/";
  private static final String SCHEMA = "https://schema.org/";
  private static final String SKOS = "http://www.w3.org/2004/02/skos/core#";
  private static final int VENDORS = 4_000;
  private static final int CATEGORIES = 1_500;

  private static final Node TYPE = iri("http://www.w3.org/1999/02/22-rdf-syntax-ns#type");
  private static final Node LABEL = iri("http://www.w3.org/2000/01/rdf-schema#label");
  private static final Node PRODUCT = iri(SCHEMA + "Product");
  private static final Node ORGANIZATION = iri(SCHEMA + "Organization");
  private static final Node CONCEPT = iri(SKOS + "Concept");
  private static final Node VENDOR = iri(BASE + "ns#vendor");
  private static final Node CATEGORY = iri(SCHEMA + "category");
  private static final Node BRAND = iri(SCHEMA + "brand");
  private static final Node ORIGIN = iri(SCHEMA + "countryOfOrigin");
  private static final Node MATERIAL = iri(SCHEMA + "material");
  private static final Node COLOR = iri(SCHEMA + "color");
  private static final Node AVAILABILITY = iri(SCHEMA + "availability");
  private static final Node CONDITION = iri(SCHEMA + "itemCondition");
  private static final Node SIMILAR = iri(SCHEMA + "isSimilarTo");
  private static final Node ACCESSORY = iri(SCHEMA + "isAccessoryOrSparePartFor");
  private static final Node PRICE = iri(SCHEMA + "price");
  private static final Node LOCATION = iri(SCHEMA + "location");
  private static final Node HOMEPAGE = iri("http://xmlns.com/foaf/0.1/homepage");
  private static final Node BROADER = iri(SKOS + "broader");
  private static final Node IN_SCHEME = iri(SKOS + "inScheme");
  private static final Node PREF_LABEL = iri(SKOS + "prefLabel");
  private static final Node SCHEME = iri(BASE + "category/scheme");
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
    // Vendors and categories stand at the head of the export, products follow.
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
    out.accept(s, TYPE, CONCEPT);
    out.accept(s, IN_SCHEME, SCHEME);
    if (number > 0) {
      out.accept(s, BROADER, categoryIri(number / 6));
    }
    out.accept(s, PREF_LABEL, NodeFactory.createLiteralLang(Prose.phrase(random, "en", 2), "en"));
    out.accept(s, PREF_LABEL, NodeFactory.createLiteralLang(Prose.phrase(random, "de", 2), "de"));
  }

  private static void vendor(int number, SplittableRandom random, Statements out) {
    Node s = vendorIri(number);
    out.accept(s, TYPE, ORGANIZATION);
    out.accept(s, LABEL, NodeFactory.createLiteralString(Prose.phrase(random, "en", 2)));
    out.accept(s, LOCATION, pick(random, COUNTRIES));
    out.accept(s, HOMEPAGE, iri("https://vendor" + number + ".example.com/"));
  }

  private static void product(long number, SplittableRandom random, Statements out) {
    Node s = productIri(number);
    out.accept(s, TYPE, PRODUCT);
    out.accept(s, TYPE, pick(random, KINDS));
    out.accept(s, LABEL, NodeFactory.createLiteralString(Prose.phrase(random, "en", 3)));
    out.accept(s, VENDOR, vendorIri(DataGenerator.skewed(random, VENDORS)));
    out.accept(s, BRAND, pick(random, BRANDS));
    for (int i = random.nextInt(3); i >= 0; i--) {
      out.accept(s, CATEGORY, categoryIri(DataGenerator.skewed(random, CATEGORIES)));
    }
    out.accept(s, ORIGIN, pick(random, COUNTRIES));
    for (int i = random.nextInt(2); i >= 0; i--) {
      out.accept(s, MATERIAL, pick(random, MATERIALS));
    }
    out.accept(s, COLOR, pick(random, COLORS));
    out.accept(s, AVAILABILITY, pick(random, STOCK));
    if (random.nextInt(4) == 0) {
      out.accept(s, CONDITION, pick(random, STATES));
    }
    for (int i = random.nextInt(4); i > 0; i--) {
      // Similar products were entered around the same time.
      out.accept(s, SIMILAR, productIri(Math.max(0, number - 1 - random.nextInt(5_000))));
    }
    if (random.nextInt(8) == 0) {
      out.accept(s, ACCESSORY, productIri(random.nextLong(number + 1)));
    }
    if (random.nextInt(3) == 0) {
      String price = random.nextInt(1, 500) + ".99";
      out.accept(s, PRICE, NodeFactory.createLiteralDT(price, XSDDatatype.XSDdecimal));
    }
  }

  private static Node pick(SplittableRandom random, Node[] nodes) {
    return nodes[DataGenerator.skewed(random, nodes.length)];
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

  private static Node iri(String iri) {
    return NodeFactory.createURI(iri);
  }
}
