package io.github.jellybridge.spark;

import static org.apache.spark.sql.functions.call_function;
import static org.apache.spark.sql.functions.lit;

import io.github.jellybridge.spark.functions.FromJelly;
import io.github.jellybridge.spark.functions.ToJelly;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.SparkSession;

/**
 * The SQL functions as functions on columns, named as in SQL, for Java and Scala: {@code import
 * io.github.jellybridge.spark.RdfFunctions._}. They register themselves in the active session.
 */
public final class RdfFunctions {
  /** Name of the catalog of the functions in SQL. */
  public static final String CATALOG = "jelly_bridge";

  private RdfFunctions() {}

  /** Registers the functions in a session as {@code jelly_bridge.rdf_value} and so on. */
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

  /** Returns the statements of Jelly messages; see {@link FromJelly}. */
  public static Column from_jelly(Column message) {
    return call("from_jelly", message);
  }

  /** Returns the statements of Jelly messages, with options as a map of strings. */
  public static Column from_jelly(Column message, Column options) {
    return call("from_jelly", message, options);
  }

  /**
   * Returns Jelly messages for arrays of statements, or for the rows of a group; see {@link
   * ToJelly}.
   */
  public static Column to_jelly(Column... arguments) {
    return call("to_jelly", arguments);
  }

  /** Returns the term of N-Triples text; fails for text that is not a term. */
  public static Column rdf_term(Column ntriples) {
    return call("rdf_term", ntriples);
  }

  /** Returns the term of N-Triples text, with options as a map of strings. */
  public static Column rdf_term(Column ntriples, Column options) {
    return call("rdf_term", ntriples, options);
  }

  /** Returns the N-Triples text of a term. */
  public static Column rdf_ntriples(Column term) {
    return call("rdf_ntriples", term);
  }

  /** Returns the value of a literal, as a struct with a field for each SQL type. */
  public static Column rdf_value(Column term) {
    return call("rdf_value", term);
  }

  /** Returns the value of a literal as one SQL type; {@code type} names the field. */
  public static Column rdf_value(Column term, String type) {
    return rdf_value(term).getField(type);
  }

  /**
   * Tells whether the language of a literal, or a language tag, is in a range such as {@code de}.
   */
  public static Column rdf_lang_matches(Column termOrTag, String range) {
    return rdf_lang_matches(termOrTag, lit(range));
  }

  /** Tells whether the language of a literal, or a language tag, is in the range of its row. */
  public static Column rdf_lang_matches(Column termOrTag, Column range) {
    return call("rdf_lang_matches", termOrTag, range);
  }

  /** Returns the base direction of a literal or a language tag, {@code ltr} or {@code rtl}. */
  public static Column rdf_direction(Column termOrTag) {
    return call("rdf_direction", termOrTag);
  }

  /** Returns the part of an IRI after its namespace. */
  public static Column rdf_local_name(Column termOrIri) {
    return call("rdf_local_name", termOrIri);
  }

  /**
   * Returns the namespace of an IRI: everything up to the {@code #}, or else up to the last {@code
   * /} or colon.
   */
  public static Column rdf_namespace(Column termOrIri) {
    return call("rdf_namespace", termOrIri);
  }

  /** Replaces blank nodes by IRIs below a base such as {@code https://example.org}. */
  public static Column rdf_skolemize(Column term, String base) {
    return rdf_skolemize(term, lit(base));
  }

  /** Replaces blank nodes by IRIs below the base of each row. */
  public static Column rdf_skolemize(Column term, Column base) {
    return call("rdf_skolemize", term, base);
  }
}
