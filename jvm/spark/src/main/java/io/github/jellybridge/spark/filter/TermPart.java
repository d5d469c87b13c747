package io.github.jellybridge.spark.filter;

/** The parts of a term that a predicate, a key or an aggregate can name. */
public enum TermPart {
  /** The struct itself. */
  TERM(""),
  /** The field {@code kind}. */
  KIND("kind"),
  /** The field {@code value}. */
  VALUE("value"),
  /** The field {@code lang}, null if there is no language tag. */
  LANG("lang"),
  /** The field {@code datatype}, null for plain strings and for terms that are not literals. */
  DATATYPE("datatype"),
  /** The column itself with {@code termFormat=ntriples}: the N-Triples text of the term. */
  TEXT("");

  private final String field;

  TermPart(String field) {
    this.field = field;
  }

  /** The name of the struct's field; empty for the whole column. */
  String field() {
    return field;
  }

  /** Returns the part with this field name, or null if there is no such field. */
  public static TermPart ofField(String name) {
    return switch (name) {
      case "kind" -> KIND;
      case "value" -> VALUE;
      case "lang" -> LANG;
      case "datatype" -> DATATYPE;
      default -> null;
    };
  }
}
