package io.github.jellybridge.spark.schema;

import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/** The string fields of an RDF term in Spark, named as in the table schema. */
public enum TermField {
  /** {@code iri}, {@code bnode}, {@code literal} or {@code triple}. */
  KIND("kind", false),
  /** IRI, blank node label, lexical form, or N-Triples text of a triple term. */
  VALUE("value", false),
  /** Language tag of a literal, with its case kept; null for everything else. */
  LANG("lang", true),
  /**
   * Datatype IRI; null for xsd:string, for literals with a language and for terms that are not
   * literals.
   */
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
   * The type of a column that may have no term. Its fields are also nullable, because conversions
   * to Arrow reject a null struct with a field that is not.
   */
  public static StructType nullableStructType() {
    StructType type = new StructType();
    for (StructField field : structType().fields()) {
      type = type.add(field.name(), field.dataType(), true);
    }
    return type;
  }

  /**
   * Returns the field of a name in {@link #structType()}.
   *
   * @throws IllegalArgumentException if there is no such field
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
