package io.github.jellybridge.spark.functions.terms;

import io.github.jellybridge.rdf.text.LanguageTags;
import io.github.jellybridge.spark.terms.TermReader;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * {@code rdf_direction(term or tag)}: the base direction of a literal (RDF 1.2 Concepts, section
 * 3.4), which is the end of its language tag: {@code rtl} of {@code ar--rtl}.
 *
 * @param layout the layout of the terms; null for texts that are tags
 * @param type the type of the argument
 */
public record RdfDirection(TermLayout layout, DataType type) implements TermScalar<UTF8String> {
  private static final long serialVersionUID = 1L;

  static final String NAME = "rdf_direction";

  /** Number of hyphens before a direction. */
  private static final int HYPHENS = 2;

  static RdfDirection of(Arguments arguments) {
    return new RdfDirection(arguments.termOrText(0), arguments.termOrTextType(0));
  }

  @Override
  public String name() {
    return NAME;
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
   * Returns the direction of a literal. Generated code calls this method by its name.
   *
   * @return {@code ltr} or {@code rtl}; null for null, for literals without a direction, and for
   *     terms that are not literals
   */
  public UTF8String invoke(InternalRow term) {
    return term != null && layout.is(term, TermLayout.LITERAL) ? invoke(layout.lang(term)) : null;
  }

  /** Returns the direction at the end of a tag; null for a tag without one. */
  public UTF8String invoke(UTF8String tag) {
    int length = tag == null ? 0 : length(tag) - HYPHENS;
    if (length <= 0) {
      return null;
    }
    int from = tag.numBytes() - length;
    return UTF8String.fromAddress(tag.getBaseObject(), tag.getBaseOffset() + from, length);
  }

  /** Returns the length of the direction of a tag, with its hyphens; 0 for a tag without one. */
  static int length(UTF8String tag) {
    int from = TermReader.offset(tag);
    return LanguageTags.directionLength(TermReader.array(tag), from, from + tag.numBytes());
  }

  /** Returns the name of the function in plans. */
  @Override
  public String toString() {
    return NAME;
  }
}
