package io.github.jellybridge.sparql.expression;

import static org.apache.spark.sql.functions.col;
import static org.junit.Assert.assertArrayEquals;
import static org.junit.Assert.assertTrue;

import io.github.jellybridge.sparql.SparqlTables;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.apache.jena.datatypes.TypeMapper;
import org.apache.jena.graph.Node;
import org.apache.jena.graph.NodeFactory;
import org.apache.jena.vocabulary.XSD;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.StructType;
import org.junit.Test;

public class SortKeyTest {
  private static final String DECIMAL = XSD.decimal.getURI();
  private static final String DOUBLE = XSD.xdouble.getURI();

  private static Node literal(String text, String datatype) {
    return NodeFactory.createLiteralDT(text, TypeMapper.getInstance().getSafeTypeByName(datatype));
  }

  private static List<Node> terms() {
    List<Node> terms = new ArrayList<>();
    terms.add(null);
    terms.add(NodeFactory.createBlankNode("b"));
    terms.add(NodeFactory.createURI("http://example.org/č"));
    terms.add(NodeFactory.createLiteralLang("a", "en"));
    for (String text :
        List.of(
            "",
            "a",
            "a\0b",
            "+",
            "-",
            ".",
            "0",
            "00",
            "-0",
            "+7",
            "-12",
            "042",
            " 1",
            "1 ",
            "1.",
            ".5",
            "-.5",
            "0.50",
            "-3.25",
            "1.2.3",
            "1e3",
            "٣",
            "123456789012345678901234567890",
            "0.000000000000000000000000000001")) {
      terms.add(literal(text, XSD.xstring.getURI()));
      terms.add(literal(text, XSD.integer.getURI()));
      terms.add(literal(text, XSD.decimal.getURI()));
      terms.add(literal(text, XSD.xdouble.getURI()));
      terms.add(literal(text, "http://example.org/type"));
    }
    return terms;
  }

  @Test
  public void keysThatSparkOrJavaMakesAreThoseOfArqsValues() {
    List<Node> terms = terms();
    List<Row> rows = terms.stream().map(term -> RowFactory.create(Terms.row(term))).toList();
    Dataset<Row> table =
        SparqlTables.session().createDataFrame(rows, new StructType().add("term", Terms.TYPE));
    List<Row> keys = table.select(SortKey.of(col("term"))).collectAsList();
    for (int i = 0; i < terms.size(); i++) {
      assertArrayEquals("" + terms.get(i), SortKey.of(terms.get(i)), (byte[]) keys.get(i).get(0));
    }
  }

  @Test
  public void numbersSortByTheirValues() {
    Random random = new Random(1);
    List<BigDecimal> numbers = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      int digits = random.nextInt(4) == 0 ? 60 : 8;
      numbers.add(new BigDecimal(new BigInteger(digits, random), random.nextInt(12)));
      numbers.add(numbers.get(i).negate());
    }
    numbers.sort(Comparator.naturalOrder());
    for (int i = 1; i < numbers.size(); i++) {
      int order = numbers.get(i - 1).compareTo(numbers.get(i));
      byte[] less = SortKey.of(literal(numbers.get(i - 1).toPlainString(), DECIMAL));
      byte[] more = SortKey.of(literal(numbers.get(i).toPlainString(), DECIMAL));
      // Equal values have an order of their texts.
      assertTrue(numbers.get(i).toPlainString(), order == 0 || compare(less, more) < 0);
    }
    double[] doubles = {-1e300, -5, -1e-300, 0, 1e-320, 1e-300, 0.1, 5, 1e300};
    for (int i = 1; i < doubles.length; i++) {
      byte[] less = SortKey.of(literal(Double.toString(doubles[i - 1]), DOUBLE));
      byte[] more = SortKey.of(literal(Double.toString(doubles[i]), DOUBLE));
      assertTrue(Double.toString(doubles[i]), compare(less, more) < 0);
    }
  }

  private static int compare(byte[] one, byte[] other) {
    return Arrays.compareUnsigned(one, other);
  }
}
