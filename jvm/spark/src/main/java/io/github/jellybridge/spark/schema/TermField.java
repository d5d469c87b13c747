package io.github.jellybridge.spark.schema;

import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/** The strings that Spark can see of an RDF term, named as in the table schema. */
public enum TermField {
  /** {@code iri}, {@code bnode}, {@code literal} or {@code triple}. */
  KIND("kind", false),
  /** IRI, blank node label, lexical form, or N-Triples-star text of a quoted triple. */
  VALUE("value", false),
  /** Language tag of a literal, with its case kept; null for everything else. */
  LANG("lang", true),
  /** Datatype IRI; null for all but literals, and for xsd:string and language-tagged strings. */
  DATATYPE("datatype", true),
  /** The whole term as N-Triples text: not a field of the struct but the column itself. */
  NTRIPLES("ntriples", false);

  private final String fieldName;
  private final boolean nullable;

  TermField(String fieldName, boolean nullable) {
    this.fieldName = fieldName;
    this.nullable = nullable;
  }

  /** The type of a term column: {@code struct<kind, value, lang, datatype>}. */
  public static StructType structType() {
    return new StructType(
        new StructField[] {
          KIND.structField(), VALUE.structField(), LANG.structField(), DATATYPE.structField()
        });
  }

  /**
   * The type of a column that may have no term: its fields may be null as well, since Arrow's
   * conversions refuse a null struct with a field that may not be.
   */
  public static StructType nullableStructType() {
    StructType type = new StructType();
    for (StructField field : structType().fields()) {
      type = type.add(field.name(), field.dataType(), true);
    }
    return type;
  }

  /**
   * The field of a name in {@link #structType()}.
   *
   * @throws IllegalArgumentException when there is none
   */
  public static TermField of(String name) {
    for (TermField field : values()) {
      if (field != NTRIPLES && field.fieldName.equals(name)) {
        return field;
      }
    }
    throw new IllegalArgumentException("An RDF term has no field '" + name + "'.");
  }

  private StructField structField() {
    return DataTypes.createStructField(fieldName, DataTypes.StringType, nullable);
  }
}
