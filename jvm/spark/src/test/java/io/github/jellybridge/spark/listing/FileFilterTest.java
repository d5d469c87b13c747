package io.github.jellybridge.spark.listing;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.spark.options.TestFiles;
import io.github.jellybridge.testing.Cases;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.connector.expressions.Expression;
import org.apache.spark.sql.connector.expressions.Expressions;
import org.apache.spark.sql.connector.expressions.Literal;
import org.apache.spark.sql.connector.expressions.LiteralValue;
import org.apache.spark.sql.connector.expressions.filter.AlwaysFalse;
import org.apache.spark.sql.connector.expressions.filter.AlwaysTrue;
import org.apache.spark.sql.connector.expressions.filter.And;
import org.apache.spark.sql.connector.expressions.filter.Not;
import org.apache.spark.sql.connector.expressions.filter.Or;
import org.apache.spark.sql.connector.expressions.filter.Predicate;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;
import org.junit.BeforeClass;
import org.junit.ClassRule;
import org.junit.Test;
import org.junit.rules.TemporaryFolder;

/** Tests that pruning keeps the files that Spark keeps for the same SQL condition. */
public class FileFilterTest {
  @ClassRule public static final TemporaryFolder TEMPORARY = new TemporaryFolder();
  private static Dataset<Row> table;
  private static FileIndex index;
  private static FileFilter filter;

  @BeforeClass
  public static void makeTable() {
    for (String i : List.of("1", "2", "__HIVE_DEFAULT_PARTITION__")) {
      for (String t : List.of("ab", "abc", "é", "__HIVE_DEFAULT_PARTITION__")) {
        for (String d : List.of("NaN", "-0.0", "1.5", "__HIVE_DEFAULT_PARTITION__")) {
          TestFiles.write(TEMPORARY.getRoot().toPath(), "i=" + i + "/t=" + t + "/d=" + d + "/f");
        }
      }
    }
    String path = TEMPORARY.getRoot().toString();
    Dataset<Row> read = LocalSpark.get().read().text(path).selectExpr("*", "_metadata.file_path");
    // cache() is no alternative: the statistics of Spark's cache lose rows with NaN.
    table = LocalSpark.get().createDataFrame(read.collectAsList(), read.schema());
    index = TestFiles.index(Map.of(), path);
    filter = filter(index.partitionSchema(), false);
  }

  private static FileFilter filter(StructType columns, boolean caseSensitive) {
    return new FileFilter(new PartitionColumns(columns, caseSensitive));
  }

  private static void same(String sql, Predicate predicate) {
    assertTrue(sql, filter.handles(predicate));
    TreeSet<String> theirs = new TreeSet<>();
    table.where(sql).select("file_path").collectAsList().forEach(r -> theirs.add(r.getString(0)));
    TreeSet<String> ours = new TreeSet<>();
    filter.prune(index.files(), List.of(predicate)).forEach(file -> ours.add(file.uri()));
    assertEquals(sql, theirs, ours);
  }

  private static Expression column(String... name) {
    return Expressions.column(String.join(".", name));
  }

  private static Expression literal(Object value, DataType type) {
    return new LiteralValue<>(value, type);
  }

  private static Expression integer(Integer value) {
    return literal(value, DataTypes.IntegerType);
  }

  private static Expression text(String value) {
    return literal(value == null ? null : UTF8String.fromString(value), DataTypes.StringType);
  }

  private static Expression real(Double value) {
    return literal(value, DataTypes.DoubleType);
  }

  private static Predicate op(String name, Expression... children) {
    return new Predicate(name, children);
  }

  @Test
  public void comparisonsAreThoseOfSql() {
    for (String operator : List.of("=", "<>", "<=>", "<", "<=", ">", ">=")) {
      same("i " + operator + " 1", op(operator, column("i"), integer(1)));
      same("1 " + operator + " I", op(operator, integer(1), column("I")));
      same("i " + operator + " null", op(operator, column("i"), integer(null)));
      same("t " + operator + " 'abc'", op(operator, column("t"), text("abc")));
      same("d " + operator + " 0.0D", op(operator, column("d"), real(0.0)));
      same("d " + operator + " double('NaN')", op(operator, column("d"), real(Double.NaN)));
      same("d " + operator + " d", op(operator, column("d"), column("d")));
    }
  }

  @Test
  public void nullTestsAreThoseOfSql() {
    same("i IS NULL", op("IS_NULL", column("i")));
    same("i IS NOT NULL", op("IS_NOT_NULL", column("i")));
  }

  @Test
  public void membershipIsThatOfSql() {
    same("i IN (1, 5)", op("IN", column("i"), integer(1), integer(5)));
    same("i IN (1, null)", op("IN", column("i"), integer(1), integer(null)));
    same("NOT (i IN (1, null))", new Not(op("IN", column("i"), integer(1), integer(null))));
    same("NOT (i IN (1, 5))", new Not(op("IN", column("i"), integer(1), integer(5))));
    same("1 IN (i)", op("IN", integer(1), column("i")));
    // An empty list, which SQL cannot express, contains nothing, not even an unknown value.
    same("false", op("IN", column("i")));
    same("true", new Not(op("IN", column("i"))));
  }

  @Test
  public void partsOfTextAreFoundAsInSql() {
    same("t LIKE 'ab%'", op("STARTS_WITH", column("t"), text("ab")));
    same("t LIKE '%c'", op("ENDS_WITH", column("t"), text("c")));
    same("t LIKE '%b%'", op("CONTAINS", column("t"), text("b")));
    same("NOT startswith(t, null)", new Not(op("STARTS_WITH", column("t"), text(null))));
  }

  @Test
  public void logicIsThreeValuedAsInSql() {
    List<Predicate> predicates =
        List.of(
            op("=", column("i"), integer(1)),
            op(">", column("t"), text("ab")),
            op("=", column("d"), real(null)),
            new AlwaysTrue(),
            new AlwaysFalse());
    List<String> sqls = List.of("i = 1", "t > 'ab'", "d = null", "true", "false");
    for (int a = 0; a < predicates.size(); a++) {
      same("NOT (" + sqls.get(a) + ")", new Not(predicates.get(a)));
      for (int b = 0; b < predicates.size(); b++) {
        String both = sqls.get(a) + ") AND (" + sqls.get(b);
        String either = sqls.get(a) + ") OR NOT (" + sqls.get(b);
        same("(" + both + ")", new And(predicates.get(a), predicates.get(b)));
        same("NOT ((" + both + "))", new Not(new And(predicates.get(a), predicates.get(b))));
        same("(" + either + ")", new Or(predicates.get(a), new Not(predicates.get(b))));
      }
      for (Boolean value : new Boolean[] {true, false, null}) {
        Expression constant = literal(value, DataTypes.BooleanType);
        same(sqls.get(a) + " AND " + value, op("AND", predicates.get(a), constant));
        same(
            "NOT (" + sqls.get(a) + " AND " + value + ")",
            op("NOT", op("AND", predicates.get(a), constant)));
      }
    }
  }

  @Test
  public void allPredicatesOfAListMustBeTrue() {
    List<FileEntry> kept =
        filter.prune(
            index.files(),
            List.of(op("=", column("i"), integer(1)), op("=", column("t"), text("ab"))));
    assertEquals(4, kept.size());
    assertEquals(index.files(), filter.prune(index.files(), List.of()));
  }

  @Test
  public void filtersThatCannotBeEvaluatedAreNotAccepted() {
    List<Predicate> others = new ArrayList<>();
    others.add(op("=", column("s"), integer(1)));
    others.add(op("=", column("i", "x"), integer(1)));
    others.add(op("=", column("i"), literal(1L, DataTypes.LongType)));
    others.add(op("=", column("i"), text("1")));
    others.add(op("=", integer(1), integer(1)));
    others.add(op("RLIKE", column("t"), text("a")));
    others.add(op("STARTS_WITH", column("i"), integer(1)));
    others.add(op("IS_NULL", column("s")));
    others.add(new And(op("=", column("i"), integer(1)), op("=", column("s"), integer(1))));
    others.add(new Not(op("IS_NULL", column("s"))));
    others.add(op("NOT", column("i")));
    others.add(op("AND", new AlwaysTrue(), column("i")));
    others.add(op("AND", integer(1), new AlwaysTrue()));
    others.add(op("IN", column("i"), text("1")));
    others.add(op("CONTAINS", column("t"), column("s")));
    Cases.each(
        others,
        predicate -> {
          assertFalse(predicate.name(), filter.handles(predicate));
        });
    FileFilter none = filter(new StructType(), false);
    assertFalse(none.handles(op("=", column("i"), integer(1))));
    FileFilter exact = filter(index.partitionSchema(), true);
    assertFalse(exact.handles(op("=", column("I"), integer(1))));
  }

  /** Tests that a long list, as joins make them, is evaluated only once for many files. */
  @Test
  public void aListIsReadOnceForAllFiles() {
    AtomicInteger read = new AtomicInteger();
    List<Expression> list = new ArrayList<>(List.of(column("i")));
    for (int i = 2; i < 1000; i++) {
      list.add(new CountedLiteral(i, read));
    }
    Predicate in = op("IN", list.toArray(Expression[]::new));
    assertTrue(filter.handles(in));
    assertEquals(16, filter.prune(index.files(), List.of(in)).size());
    assertEquals(998, read.get());
  }

  private record CountedLiteral(Integer value, AtomicInteger read) implements Literal<Integer> {
    @Override
    public Integer value() {
      read.incrementAndGet();
      return value;
    }

    @Override
    public DataType dataType() {
      return DataTypes.IntegerType;
    }

    @Override
    public Expression[] children() {
      return new Expression[0];
    }
  }
}
