package io.github.jellybridge.spark.aggregate;

import io.github.jellybridge.spark.aggregate.RandomStatements.Term;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.LongType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * Aggregates plain strings with maps, as simply as possible; tests compare with it.
 *
 * <p>Results are by group: the keys as a list of strings, the results as Spark would merge them.
 */
final class NaiveAggregation {
  private NaiveAggregation() {}

  /** One aggregate, written like SQL, such as {@code MAX(o.value)}. */
  record Call(String function, String path) {
    @Override
    public String toString() {
      return function.endsWith("LENGTH")
          ? function.substring(0, 3) + "(CHAR_LENGTH(" + path + "))"
          : function + "(" + path + ")";
    }
  }

  static Map<List<String>, List<Object>> of(
      List<Term[]> statements, List<String> keys, List<Call> calls) {
    Map<List<String>, List<Object>> groups = new HashMap<>();
    if (keys.isEmpty()) {
      groups.put(List.of(), empty(calls));
    }
    for (Term[] statement : statements) {
      List<String> key = new ArrayList<>();
      for (String path : keys) {
        key.add(get(statement, path));
      }
      List<Object> results = groups.computeIfAbsent(key, k -> empty(calls));
      for (int i = 0; i < calls.size(); i++) {
        merge(results, i, calls.get(i).function(), one(statement, calls.get(i)));
      }
    }
    return groups;
  }

  /** The result for a group of one statement. */
  private static Object one(Term[] statement, Call call) {
    if (call.path().equals("*")) {
      return 1L;
    }
    String text = get(statement, call.path());
    if (call.function().equals("COUNT")) {
      return text == null ? 0L : 1L;
    }
    return text == null || !call.function().endsWith("LENGTH")
        ? text
        : (Object) (long) text.codePointCount(0, text.length());
  }

  private static List<Object> empty(List<Call> calls) {
    List<Object> results = new ArrayList<>();
    for (Call call : calls) {
      results.add(call.function().equals("COUNT") ? 0L : null);
    }
    return results;
  }

  /** Merges partial results as Spark does: counts and sums are added, nulls are ignored. */
  static void merge(List<Object> results, int index, String function, Object next) {
    Object current = results.get(index);
    if (next == null) {
      return;
    }
    if (current == null) {
      results.set(index, next);
    } else if (function.startsWith("COUNT") || function.startsWith("SUM")) {
      results.set(index, (Long) current + (Long) next);
    } else {
      int order = NaiveFilter.order(next, current);
      if (function.startsWith("MIN") ? order < 0 : order > 0) {
        results.set(index, next);
      }
    }
  }

  /** A field such as {@code o.lang}, or all fields of a whole term as one text. */
  private static String get(Term[] statement, String path) {
    Term term = statement["spog".indexOf(path.charAt(0))];
    if (term == null) {
      return null;
    }
    if (path.length() > 1) {
      return term.field(path.substring(2));
    }
    return statement.length > 4
        ? term.field("")
        : Arrays.asList(term.kind(), term.value(), term.lang(), term.datatype()).toString();
  }

  /** The values of a row of partial results, in the form of this class. */
  static List<Object> values(InternalRow row, StructType schema) {
    List<Object> values = new ArrayList<>();
    int ordinal = 0;
    for (StructField field : schema.fields()) {
      if (row.isNullAt(ordinal)) {
        values.add(null);
      } else if (field.dataType() instanceof StructType struct) {
        List<Object> fields = values(row.getStruct(ordinal, struct.length()), struct);
        values.add(fields.toString());
      } else if (field.dataType() instanceof StringType) {
        values.add(row.getUTF8String(ordinal).toString());
      } else {
        values.add(
            field.dataType() instanceof LongType
                ? row.getLong(ordinal)
                : (Object) (long) row.getInt(ordinal));
      }
      ordinal++;
    }
    return values;
  }
}
