package io.github.jellybridge.spark;

import static org.apache.spark.sql.functions.call_function;
import static org.apache.spark.sql.functions.lit;

import io.github.jellybridge.spark.functions.FromJelly;
import io.github.jellybridge.spark.functions.ToJelly;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.SparkSession;

/**
 * The SQL functions as functions on columns, named as in SQL, for Java and Scala: {@code import
 * io.github.jellybridge.spark.RdfFunctions._}. They make themselves known to the active session.
 */
public final class RdfFunctions {
  /** The catalog of the functions in SQL. */
  public static final String CATALOG = "jelly_bridge";

  private RdfFunctions() {}

  /** Makes the functions known to a session as {@code jelly_bridge.rdf_value} and so on. */
  public static void register(SparkSession spark) {
    String key = "spark.sql.catalog." + CATALOG;
    if (spark.conf().getOption(key).isEmpty()) {
      spark.conf().set(key, JellyFunctionCatalog.class.getName());
    }
  }

  private static Column call(String name, Column... arguments) {
    register(SparkSession.active());
    return call_function(CATALOG + "." + name, arguments);
  }

  /** The statements of messages in Jelly; see {@link FromJelly}. */
  public static Column from_jelly(Column message) {
    return call("from_jelly", message);
  }

  /** As {@link #from_jelly(Column)}, with options, a map of strings. */
  public static Column from_jelly(Column message, Column options) {
    return call("from_jelly", message, options);
  }

  /** Jelly of an array of statements, or of the rows of a group; see {@link ToJelly}. */
  public static Column to_jelly(Column... arguments) {
    return call("to_jelly", arguments);
  }

  /** The term of N-Triples text; what is no term fails. */
  public static Column rdf_term(Column ntriples) {
    return call("rdf_term", ntriples);
  }

  /** As {@link #rdf_term(Column)}, with options, a map of strings. */
  public static Column rdf_term(Column ntriples, Column options) {
    return call("rdf_term", ntriples, options);
  }

  /** The N-Triples text of a term. */
  public static Column rdf_ntriples(Column term) {
    return call("rdf_ntriples", term);
  }

  /** The value of a literal, as a struct with a field for each SQL type. */
  public static Column rdf_value(Column term) {
    return call("rdf_value", term);
  }

  /** The value of a literal as one SQL type; {@code type} names the field. */
  public static Column rdf_value(Column term, String type) {
    return rdf_value(term).getField(type);
  }

  /** Whether the language of a literal, or a language tag, is in a range such as {@code de}. */
  public static Column rdf_lang_matches(Column termOrTag, String range) {
    return rdf_lang_matches(termOrTag, lit(range));
  }

  /** As {@link #rdf_lang_matches(Column, String)}, with a range for each row. */
  public static Column rdf_lang_matches(Column termOrTag, Column range) {
    return call("rdf_lang_matches", termOrTag, range);
  }

  /** What stands in an IRI behind its namespace. */
  public static Column rdf_local_name(Column termOrIri) {
    return call("rdf_local_name", termOrIri);
  }

  /** The namespace of an IRI: all up to the {@code #}, or else the last {@code /} or colon. */
  public static Column rdf_namespace(Column termOrIri) {
    return call("rdf_namespace", termOrIri);
  }

  /** Terms with IRIs below a base, such as {@code https://example.org}, for blank nodes. */
  public static Column rdf_skolemize(Column term, String base) {
    return rdf_skolemize(term, lit(base));
  }

  /** As {@link #rdf_skolemize(Column, String)}, with a base for each row. */
  public static Column rdf_skolemize(Column term, Column base) {
    return call("rdf_skolemize", term, base);
  }
}
