package io.github.jellybridge.bench.harness;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A line of the result file, see design §6.
 *
 * @param values the measured values by name: {@code median_s}, {@code rounds_s} and {@code
 *     statements} of work that was timed, {@code bytes} of a size, and others
 */
public record Result(String dataset, String task, String contender, Map<String, Object> values) {
  static final ObjectMapper JSON = new ObjectMapper();

  /** What some rounds took. */
  public static Result timed(
      String dataset, String task, String contender, double[] seconds, long statements) {
    return new Result(dataset, task, contender, Map.of())
        .with("median_s", median(seconds))
        .with("rounds_s", seconds)
        .with("statements", statements);
  }

  /** The size of files. */
  public static Result size(String dataset, String contender, long bytes) {
    return new Result(dataset, "size", contender, Map.of()).with("bytes", bytes);
  }

  /** The same with one more value. */
  public Result with(String name, Object value) {
    Map<String, Object> more = new LinkedHashMap<>(values);
    more.put(name, value);
    return new Result(dataset, task, contender, more);
  }

  /** The same measurement under the name of another task. */
  public Result named(String otherTask) {
    return new Result(dataset, otherTask, contender, values);
  }

  /** The median in seconds; NaN if nothing was timed. */
  public double seconds() {
    return ((Number) values.getOrDefault("median_s", Double.NaN)).doubleValue();
  }

  /** Million statements a second; NaN if nothing was timed. */
  public double rate() {
    return ((Number) values.getOrDefault("statements", 0)).longValue() / seconds() / 1e6;
  }

  /** One JSON object. */
  public String json() {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("dataset", dataset);
    all.put("task", task);
    all.put("contender", contender);
    all.putAll(values);
    return json(all);
  }

  public static String json(Map<String, ?> object) {
    try {
      return JSON.writeValueAsString(object);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The row that {@link #json()} has given. */
  public static Result parse(String json) throws JsonProcessingException {
    Map<String, Object> all = JSON.readValue(json, new TypeReference<>() {});
    return new Result(
        (String) all.remove("dataset"),
        (String) all.remove("task"),
        (String) all.remove("contender"),
        all);
  }

  /** The middle of some numbers; between the two middle ones of an even count. */
  public static double median(double[] numbers) {
    double[] sorted = numbers.clone();
    Arrays.sort(sorted);
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }
}
