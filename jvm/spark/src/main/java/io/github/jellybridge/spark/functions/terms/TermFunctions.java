package io.github.jellybridge.spark.functions.terms;

import io.github.jellybridge.spark.options.SessionSettings;
import java.util.List;
import org.apache.spark.sql.connector.catalog.functions.UnboundFunction;

/** The functions on terms that can be registered in a session. */
public final class TermFunctions {
  private TermFunctions() {}

  /** The functions, in the order of their names. */
  public static List<UnboundFunction> all() {
    return List.of(
        new TermFunction(
            RdfDirection.NAME,
            "(term or language tag) -> string: the base direction, ltr or rtl",
            a -> RdfDirection.of(a.count(1, 1))),
        new TermFunction(
            RdfIriPart.LOCAL_NAME,
            "(term or IRI) -> string: the part of the IRI after its namespace",
            a -> RdfIriPart.of(a.count(1, 1), true)),
        new TermFunction(
            RdfIriPart.NAMESPACE,
            "(term or IRI) -> string: the IRI up to its #, last / or last :",
            a -> RdfIriPart.of(a.count(1, 1), false)),
        new TermFunction(
            RdfLangMatches.NAME,
            "(term or language tag, range) -> boolean: basic filtering of RFC 4647",
            a -> RdfLangMatches.of(a.count(2, 2).text(1))),
        new TermFunction(
            RdfNTriples.NAME,
            "(term) -> string: the term as N-Triples text",
            a -> new RdfNTriples(a.count(1, 1).term(0))),
        new TermFunction(
            RdfSkolemize.NAME,
            "(term, base) -> term: IRIs below base in place of blank nodes",
            a -> new RdfSkolemize(a.count(2, 2).text(1).term(0), a.textType(1))),
        new TermFunction(
            RdfTerm.NAME,
            "(ntriples string[, options map<string,string>]) -> "
                + TermLayout.STANDARD.type().catalogString()
                + "; options are mode (FAILFAST, PERMISSIVE)",
            a -> new RdfTerm(a.count(1, 2).text(0).textType(0), a.options(1).count() == 2)),
        new TermFunction(
            RdfValue.NAME,
            "(term) -> " + RdfValue.TYPE.catalogString() + ": the value of a literal",
            a -> new RdfValue(a.count(1, 1).term(0), SessionSettings.activeTimeZone())));
  }
}
