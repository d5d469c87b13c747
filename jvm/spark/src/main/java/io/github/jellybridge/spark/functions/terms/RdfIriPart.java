package io.github.jellybridge.spark.functions.terms;

import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * {@code rdf_namespace(term or IRI)} and {@code rdf_local_name(term or IRI)}: the parts of an IRI
 * up to and after its first {@code #}, or else its last {@code /}, or else its last {@code :}.
 * Concatenated, they are the IRI.
 *
 * @param layout the layout of the terms; null for texts that are IRIs
 * @param type the type of the argument
 * @param local whether to return the local name, not the namespace
 */
public record RdfIriPart(TermLayout layout, DataType type, boolean local)
    implements TermScalar<UTF8String> {
  private static final long serialVersionUID = 1L;

  static final String LOCAL_NAME = "rdf_local_name";
  static final String NAMESPACE = "rdf_namespace";

  static RdfIriPart of(Arguments arguments, boolean local) {
    return new RdfIriPart(arguments.termOrText(0), arguments.termOrTextType(0), local);
  }

  @Override
  public String name() {
    return local ? LOCAL_NAME : NAMESPACE;
  }

  @Override
  public DataType[] inputTypes() {
    return new DataType[] {type};
  }

  @Override
  public DataType resultType() {
    return layout == null ? type : DataTypes.StringType;
  }

  /**
   * Returns the part of the IRI of a term. Generated code calls this method by its name.
   *
   * @return null for null, and for terms that are not IRIs
   */
  public UTF8String invoke(InternalRow term) {
    return term != null && layout.is(term, TermLayout.IRI) ? invoke(layout.value(term)) : null;
  }

  /** Returns the part of an IRI given as text. */
  public UTF8String invoke(UTF8String iri) {
    if (iri == null) {
      return null;
    }
    int length = iri.numBytes();
    int split = split(iri);
    int from = local ? split : 0;
    int to = local ? length : split;
    return UTF8String.fromAddress(iri.getBaseObject(), iri.getBaseOffset() + from, to - from);
  }

  private static int split(UTF8String iri) {
    int slash = 0;
    int colon = 0;
    for (int i = 0; i < iri.numBytes(); i++) {
      switch (iri.getByte(i)) {
        case '#' -> {
          return i + 1;
        }
        case '/' -> slash = i + 1;
        case ':' -> colon = i + 1;
        default -> {
          // Any other character of the IRI.
        }
      }
    }
    return slash > 0 ? slash : colon;
  }

  /** Returns the name of the function in plans. */
  @Override
  public String toString() {
    return name();
  }
}
