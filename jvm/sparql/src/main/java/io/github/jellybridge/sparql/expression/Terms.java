package io.github.jellybridge.sparql.expression;

import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.lower;
import static org.apache.spark.sql.functions.struct;

import io.github.jellybridge.jena.TermFields;
import io.github.jellybridge.spark.schema.TermField;
import java.util.List;
import java.util.Locale;
import org.apache.jena.graph.Node;
import org.apache.jena.vocabulary.XSD;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** Terms as columns, rows and nodes. */
public final class Terms {
  /** The type of the column of a variable. */
  public static final StructType TYPE = TermField.nullableStructType();

  private Terms() {}

  /** Returns the column of a variable that is unbound in all solutions. */
  public static Column unbound() {
    return lit(null).cast(TYPE);
  }

  /** Returns a term as a constant. */
  public static Column constant(Node node) {
    TermFields term = TermFields.of(node);
    return struct(
        lit(term.kind()).as("kind"),
        lit(term.value()).as("value"),
        text(term.lang()).as("lang"),
        text(term.datatype()).as("datatype"));
  }

  private static Column text(String text) {
    return text == null ? lit(null).cast(DataTypes.StringType) : lit(text);
  }

  /** Returns a number as a literal of type xsd:integer. */
  public static Column integer(Column number) {
    return struct(
        lit("literal").as("kind"),
        number.cast(DataTypes.StringType).as("value"),
        text(null).as("lang"),
        lit(XSD.integer.getURI()).as("datatype"));
  }

  /** Tells whether a term of the table is a constant. Language tags are compared without case. */
  public static Column matches(Column term, Node constant) {
    TermFields fields = TermFields.of(constant);
    if (fields.lang() == null) {
      return term.equalTo(constant(constant));
    }
    return term.getField("value")
        .equalTo(fields.value())
        .and(lower(term.getField("lang")).equalTo(fields.lang().toLowerCase(Locale.ROOT)));
  }

  /** Tells whether a term is one of some IRIs. */
  public static Column isOneOf(Column term, List<Node> iris) {
    return term.getField("kind")
        .equalTo("iri")
        .and(term.getField("value").isin(iris.stream().map(Node::getURI).toArray()));
  }

  /** Returns a node as a row; null for null. */
  public static Row row(Node node) {
    if (node == null) {
      return null;
    }
    // The usual terms, without the work for all kinds.
    if (node.isURI()) {
      return RowFactory.create("iri", node.getURI(), null, null);
    }
    if (node.isLiteral() && node.getLiteralLanguage().isEmpty()) {
      String datatype = node.getLiteralDatatypeURI();
      boolean isString = XSD.xstring.getURI().equals(datatype);
      return RowFactory.create(
          "literal", node.getLiteralLexicalForm(), null, isString ? null : datatype);
    }
    TermFields term = TermFields.of(node);
    return RowFactory.create(term.kind(), term.value(), term.lang(), term.datatype());
  }

  /** Returns a row as a node; null for null. */
  public static Node node(Row term) {
    return term == null
        ? null
        : new TermFields(term.getString(0), term.getString(1), term.getString(2), term.getString(3))
            .nodeWithTagAsWritten();
  }
}
