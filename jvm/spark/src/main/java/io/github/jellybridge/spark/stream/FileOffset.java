package io.github.jellybridge.spark.stream;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.apache.spark.sql.connector.read.streaming.Offset;

/**
 * The position of a stream of files: the number of the last batch of the {@link FileLog}. It is a
 * single number, whatever the number of files, in the form of Spark's own file streams.
 */
final class FileOffset extends Offset {
  /** Before the first batch. */
  static final FileOffset START = new FileOffset(-1);

  private static final String FIELD = "logOffset";

  private final long batch;

  FileOffset(long batch) {
    this.batch = batch;
  }

  /**
   * Parses an offset from a checkpoint.
   *
   * @throws IllegalArgumentException if the text is not such an offset
   */
  static FileOffset parse(String json) {
    try {
      JsonNode number = new ObjectMapper().readTree(json).get(FIELD);
      if (number != null && number.isIntegralNumber()) {
        return new FileOffset(number.longValue());
      }
    } catch (JsonProcessingException e) {
      throw notAnOffset(json, e);
    }
    throw notAnOffset(json, null);
  }

  private static IllegalArgumentException notAnOffset(String json, Exception cause) {
    return new IllegalArgumentException(
        "The checkpoint holds an offset that is not one of a stream of files: expected {\""
            + FIELD
            + "\":number}, found "
            + json
            + ". Was the checkpoint made by a query with another source?",
        cause);
  }

  long batch() {
    return batch;
  }

  @Override
  public String json() {
    return "{\"" + FIELD + "\":" + batch + "}";
  }
}
