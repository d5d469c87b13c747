package io.github.jellybridge.spark.functions.terms;

import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * {@code rdf_lang_matches(term or tag, range)}: basic filtering of language tags (RFC 4647, section
 * 3.3.1), as {@code langMatches} of SPARQL 1.1, section 17.4.3.6. Ignores the base direction.
 *
 * @param layout the layout of the terms; null for texts that are tags
 * @param type the type of the terms or tags
 * @param rangeType the type of the ranges
 */
public record RdfLangMatches(TermLayout layout, DataType type, DataType rangeType)
    implements TermScalar<Boolean> {
  private static final long serialVersionUID = 1L;

  static final String NAME = "rdf_lang_matches";

  static RdfLangMatches of(Arguments arguments) {
    return new RdfLangMatches(
        arguments.termOrText(0), arguments.termOrTextType(0), arguments.textType(1));
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public DataType[] inputTypes() {
    return new DataType[] {type, rangeType};
  }

  @Override
  public DataType resultType() {
    return DataTypes.BooleanType;
  }

  /**
   * Tells whether the tag of a literal is in a range; a literal without a tag is in none. Generated
   * code calls this method by its name.
   *
   * @return null if an argument is null or not a literal
   */
  public Boolean invoke(InternalRow term, UTF8String range) {
    if (term == null || range == null || !layout.is(term, TermLayout.LITERAL)) {
      return null;
    }
    UTF8String tag = layout.lang(term);
    return tag != null && matches(tag, range);
  }

  /** Tells whether a tag is in a range; the empty text means no tag. */
  public Boolean invoke(UTF8String tag, UTF8String range) {
    return tag == null || range == null ? null : matches(tag, range);
  }

  private static boolean matches(UTF8String tag, UTF8String range) {
    int length = range.numBytes();
    int available = tag.numBytes() - RdfDirection.length(tag);
    if (length == 1 && range.getByte(0) == '*') {
      return available > 0;
    }
    if (length == 0 || available < length || available > length && tag.getByte(length) != '-') {
      return false;
    }
    for (int i = 0; i < length; i++) {
      if (lower(tag.getByte(i)) != lower(range.getByte(i))) {
        return false;
      }
    }
    return true;
  }

  private static int lower(byte letter) {
    return letter >= 'A' && letter <= 'Z' ? letter + ('a' - 'A') : letter;
  }

  /** Returns the name of the function in plans. */
  @Override
  public String toString() {
    return NAME;
  }
}
