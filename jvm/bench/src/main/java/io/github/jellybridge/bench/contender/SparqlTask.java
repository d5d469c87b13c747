package io.github.jellybridge.bench.contender;

import java.util.Locale;

/** The queries of {@code ./scripts/bench sparql}. */
public enum SparqlTask {
  SINGLE("SELECT (COUNT(*) AS ?n) { ?s s:availability s:PreOrder }"),
  STAR_3("SELECT (COUNT(*) AS ?n) { ?s s:brand ?b ; s:color ?c ; s:availability s:OutOfStock }"),
  STAR_6(
      "SELECT (COUNT(*) AS ?n) { ?s a s:Product ; s:brand ?b ; s:color ?c ; s:countryOfOrigin ?o ;"
          + " ns:vendor ?v ; s:availability s:PreOrder }"),
  CHAIN(
      "SELECT (COUNT(*) AS ?n) { ?a s:isSimilarTo ?b . ?b s:isAccessoryOrSparePartFor ?c ."
          + " ?c s:isSimilarTo ?d }"),
  SNOWFLAKE(
      "SELECT (COUNT(*) AS ?n) { ?s s:isAccessoryOrSparePartFor ?o ; ns:vendor ?v ."
          + " ?v s:location ?l . ?o s:brand ?b }"),
  FILTER_NUMBER("SELECT (COUNT(*) AS ?n) { ?s s:price ?p FILTER(?p > 400) }"),
  FILTER_TEXT("SELECT (COUNT(*) AS ?n) { ?s rdfs:label ?l FILTER(CONTAINS(?l, 'battery')) }"),
  OPTIONAL(
      "SELECT (COUNT(*) AS ?n) (COUNT(?p) AS ?m) { ?s s:isAccessoryOrSparePartFor ?o"
          + " OPTIONAL { ?s s:price ?p } }"),
  AGGREGATION("SELECT ?b (COUNT(*) AS ?n) { ?s s:brand ?b } GROUP BY ?b"),
  TOP_K("SELECT ?s ?p { ?s s:price ?p } ORDER BY DESC(?p) ?s LIMIT 10"),
  DISTINCT("SELECT (COUNT(*) AS ?n) { SELECT DISTINCT ?b ?c { ?s s:brand ?b ; s:color ?c } }"),
  PATH(
      "SELECT (COUNT(*) AS ?n) { ?c skos:broader+ <https://shop.example.org/category/k1> ."
          + " ?s s:category ?c }"),
  UNION(
      "SELECT (COUNT(*) AS ?n) { { ?s s:itemCondition s:NewCondition } UNION"
          + " { ?s s:isAccessoryOrSparePartFor ?o } }");

  private static final String PREFIXES =
      """
      PREFIX s: <https://schema.org/>
      PREFIX ns: <https://shop.example.org/ns#>
      PREFIX skos: <http://www.w3.org/2004/02/skos/core#>
      PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#>
      """;

  private final String query;

  SparqlTask(String query) {
    this.query = query;
  }

  /** The name in tables. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The query, on one line. */
  public String query() {
    return PREFIXES.replace('\n', ' ') + query;
  }
}
