package io.github.jellybridge.spark;

import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.Encoder;
import org.apache.spark.sql.catalyst.encoders.AgnosticEncoder;
import org.apache.spark.sql.catalyst.encoders.AgnosticEncoders;
import org.apache.spark.sql.types.Metadata;
import scala.Option;
import scala.jdk.javaapi.CollectionConverters;
import scala.reflect.ClassTag$;

/**
 * Creates Spark's encoder for statements. It calls constructors, as for case classes. With the
 * encoder for beans, Spark 4.3.0 treats all {@code new Term()} of a row as one common
 * subexpression: in typed filters and aggregates, all terms of a statement would be the same
 * object.
 */
final class TermEncoders {
  private TermEncoders() {}

  static Encoder<Statement> statement() {
    AgnosticEncoder<String> string = AgnosticEncoders.StringEncoder$.MODULE$;
    AgnosticEncoder<Term> term = of(Term.class, string, "kind", "value", "lang", "datatype");
    return of(Statement.class, term, "s", "p", "o", "g");
  }

  /** Fields are named after accessors and passed to the constructor in this order. */
  private static <T> AgnosticEncoder<T> of(
      Class<T> type, AgnosticEncoder<?> field, String... names) {
    List<AgnosticEncoders.EncoderField> fields = new ArrayList<>();
    for (String name : names) {
      fields.add(
          new AgnosticEncoders.EncoderField(
              name, field, true, Metadata.empty(), Option.empty(), Option.empty()));
    }
    return new AgnosticEncoders.ProductEncoder<>(
        ClassTag$.MODULE$.apply(type),
        CollectionConverters.asScala(fields).toSeq(),
        Option.empty());
  }
}
