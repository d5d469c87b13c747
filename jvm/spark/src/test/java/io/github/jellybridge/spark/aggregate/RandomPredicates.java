package io.github.jellybridge.spark.aggregate;

import io.github.jellybridge.spark.aggregate.RandomStatements.Term;
import java.util.Random;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.connector.expressions.Expression;
import org.apache.spark.sql.connector.expressions.Expressions;
import org.apache.spark.sql.connector.expressions.GeneralScalarExpression;
import org.apache.spark.sql.connector.expressions.LiteralValue;
import org.apache.spark.sql.connector.expressions.filter.AlwaysFalse;
import org.apache.spark.sql.connector.expressions.filter.AlwaysTrue;
import org.apache.spark.sql.connector.expressions.filter.And;
import org.apache.spark.sql.connector.expressions.filter.Not;
import org.apache.spark.sql.connector.expressions.filter.Or;
import org.apache.spark.sql.connector.expressions.filter.Predicate;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * Random predicates in the forms that Spark passes to a source.
 *
 * <p>Most constants are from the pool of terms, so that some tests of equality succeed.
 */
public final class RandomPredicates {
  static final StructType TERM =
      new StructType()
          .add("kind", DataTypes.StringType)
          .add("value", DataTypes.StringType)
          .add("lang", DataTypes.StringType)
          .add("datatype", DataTypes.StringType);

  private static final String[] COLUMNS = {"s", "p", "o", "g"};
  private static final String[] FIELDS = {"kind", "value", "value", "lang", "datatype"};
  private static final String[] COMPARISONS = {"=", "=", "<=>", "<>", "<", "<=", ">", ">="};
  private static final String[] SEARCHES = {"STARTS_WITH", "ENDS_WITH", "CONTAINS"};

  private final Random random;
  private final boolean ntriples;

  public RandomPredicates(Random random, boolean ntriples) {
    this.random = random;
    this.ntriples = ntriples;
  }

  public Predicate predicate(int depth) {
    if (depth > 0 && random.nextInt(4) != 0) {
      return switch (random.nextInt(3)) {
        case 0 -> new And(predicate(depth - 1), predicate(depth - 1));
        case 1 -> new Or(predicate(depth - 1), predicate(depth - 1));
        default -> new Not(predicate(depth - 1));
      };
    }
    return leaf();
  }

  private Predicate leaf() {
    String column = pick(COLUMNS);
    String field = ntriples || random.nextInt(6) == 0 ? "" : pick(FIELDS);
    Expression path = path(column, field);
    boolean struct = field.isEmpty() && !ntriples;
    switch (random.nextInt(10)) {
      case 0:
        return new Predicate(pick("IS_NULL", "IS_NOT_NULL"), new Expression[] {path});
      case 1, 2:
        Expression[] in = new Expression[2 + random.nextInt(12)];
        in[0] = path;
        for (int i = 1; i < in.length; i++) {
          in[i] = constant(field, struct);
        }
        return new Predicate("IN", in);
      case 3, 4:
        if (!struct) {
          Expression wanted = text(slice(constantText(field)));
          return new Predicate(pick(SEARCHES), new Expression[] {path, wanted});
        }
        break;
      case 5:
        if (!struct) {
          Expression length =
              new GeneralScalarExpression(
                  pick("CHAR_LENGTH", "BIT_LENGTH"), new Expression[] {path});
          return comparison(length, LiteralValue.apply(random.nextInt(40), DataTypes.IntegerType));
        }
        break;
      case 6:
        String other = struct ? "" : ntriples ? "" : pick(FIELDS);
        return comparison(path, path(pick(COLUMNS), other));
      case 7:
        return random.nextInt(4) == 0
            ? (random.nextBoolean() ? new AlwaysTrue() : new AlwaysFalse())
            : comparison(constant(field, struct), path);
      default:
        break;
    }
    return comparison(path, constant(field, struct));
  }

  private Predicate comparison(Expression left, Expression right) {
    return new Predicate(pick(COMPARISONS), new Expression[] {left, right});
  }

  private static Expression path(String column, String field) {
    return Expressions.column(field.isEmpty() ? column : column + "." + field);
  }

  private Expression constant(String field, boolean struct) {
    if (random.nextInt(12) == 0) {
      return LiteralValue.apply(null, struct ? TERM : DataTypes.StringType);
    }
    if (!struct) {
      return text(constantText(field));
    }
    Term term = pick();
    Object[] fields = {
      utf8(term.kind()), utf8(term.value()), utf8(term.lang()), utf8(term.datatype())
    };
    if (random.nextInt(6) == 0) {
      fields[random.nextInt(fields.length)] = random.nextBoolean() ? null : utf8("iri");
    }
    return LiteralValue.apply(new GenericInternalRow(fields), TERM);
  }

  private String constantText(String field) {
    String text = pick().field(random.nextInt(8) == 0 && !ntriples ? "value" : field);
    return text == null ? "en" : text;
  }

  private String slice(String text) {
    int from =
        text.offsetByCodePoints(0, random.nextInt(text.codePointCount(0, text.length()) + 1));
    return random.nextBoolean() ? text.substring(from) : text.substring(0, from);
  }

  private static Expression text(String text) {
    return LiteralValue.apply(utf8(text), DataTypes.StringType);
  }

  private static UTF8String utf8(String text) {
    return text == null ? null : UTF8String.fromString(text);
  }

  private Term pick() {
    return RandomStatements.POOL.get(random.nextInt(RandomStatements.POOL.size()));
  }

  private String pick(String... of) {
    return of[random.nextInt(of.length)];
  }
}
