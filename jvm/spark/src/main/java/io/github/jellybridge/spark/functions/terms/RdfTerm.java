package io.github.jellybridge.spark.functions.terms;

import io.github.jellybridge.rdf.NTriplesParseException;
import io.github.jellybridge.spark.functions.OptionMap;
import io.github.jellybridge.spark.functions.Spare;
import io.github.jellybridge.spark.options.OptionRegistry;
import io.github.jellybridge.spark.options.OptionSpec;
import io.github.jellybridge.spark.schema.TermField;
import java.util.List;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.util.MapData;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.apache.spark.unsafe.types.UTF8String;

/** {@code rdf_term(ntriples[, options])}: the term of an N-Triples text. */
public final class RdfTerm implements TermScalar<InternalRow> {
  private static final long serialVersionUID = 1L;

  /** The name of the function. */
  public static final String NAME = "rdf_term";

  /** The options of the function. */
  public static final OptionRegistry OPTIONS =
      OptionRegistry.forFunction(
          NAME,
          OptionSpec.choice(
              "mode",
              "FAILFAST",
              List.of("FAILFAST", "PERMISSIVE"),
              "Reaction to a text that is not a term. `FAILFAST` fails the query; `PERMISSIVE`"
                  + " gives null."));

  private final DataType type;
  private final boolean hasOptions;
  private transient OptionMap<Boolean> options;
  private final Spare<TermText> texts = new Spare<>(TermText::new);

  /**
   * Creates the function for a type of texts, including its collation.
   *
   * @param hasOptions whether the call has options
   */
  RdfTerm(DataType type, boolean hasOptions) {
    this.type = type;
    this.hasOptions = hasOptions;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public DataType[] inputTypes() {
    return hasOptions ? new DataType[] {type, OptionMap.TYPE} : new DataType[] {type};
  }

  @Override
  public DataType resultType() {
    return TermField.nullableStructType();
  }

  /**
   * Returns the term of a text. Generated code calls this method by its name.
   *
   * @return null for null, and in mode PERMISSIVE for a text that is not a term
   * @throws IllegalArgumentException in mode FAILFAST for a text that is not a term; for wrong
   *     options
   */
  public InternalRow invoke(UTF8String text, MapData given) {
    boolean permissive = permissive(given);
    if (text == null) {
      return null;
    }
    TermText parser = texts.take();
    try {
      return parser.parse(text);
    } catch (NTriplesParseException e) {
      if (permissive) {
        return null;
      }
      throw new IllegalArgumentException(
          "rdf_term: the text is not a term of N-Triples: "
              + text
              + ": "
              + e.getMessage()
              + ". With the option mode=PERMISSIVE such texts give null.",
          e);
    } finally {
      texts.give(parser);
    }
  }

  /** Returns the term of a text, without options. */
  public InternalRow invoke(UTF8String text) {
    return invoke(text, null);
  }

  private synchronized boolean permissive(MapData given) {
    if (options == null) {
      options = new OptionMap<>(RdfTerm::parse);
    }
    return options.get(given);
  }

  private static boolean parse(CaseInsensitiveStringMap map) {
    return OPTIONS.parse(map).string("mode").equals("PERMISSIVE");
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof RdfTerm term && type.equals(term.type) && hasOptions == term.hasOptions;
  }

  @Override
  public int hashCode() {
    return 31 * type.hashCode() + Boolean.hashCode(hasOptions);
  }

  /** Returns the name of the function in plans. */
  @Override
  public String toString() {
    return NAME;
  }
}
