package io.github.jellybridge.spark.stream;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * The text of a log file: a header line with format and version, then a line for each file of the
 * stream. Each line is a JSON object.
 */
final class FileLogFormat {
  private static final String NAME = "jelly-bridge files of a stream";
  private static final int VERSION = 1;
  private static final ObjectMapper JSON = new ObjectMapper();

  private FileLogFormat() {}

  static byte[] write(Collection<LoggedFile> files) {
    StringBuilder text = new StringBuilder();
    text.append(
        JSON.createObjectNode()
            .put("format", NAME)
            .put("version", VERSION)
            .put("files", files.size()));
    for (LoggedFile file : files) {
      ObjectNode line =
          JSON.createObjectNode()
              .put("path", file.path())
              .put("length", file.length())
              .put("modified", file.modified())
              .put("batch", file.batch());
      text.append('\n').append(line);
    }
    return text.append('\n').toString().getBytes(StandardCharsets.UTF_8);
  }

  /**
   * Reads the output of {@link #write}.
   *
   * @param name name of the file, for errors
   * @throws IOException if the content is something else, truncated, or of a later version
   */
  static List<LoggedFile> read(byte[] content, String name) throws IOException {
    List<String> lines = new String(content, StandardCharsets.UTF_8).lines().toList();
    String first = lines.isEmpty() ? "" : lines.get(0);
    JsonNode head = json(first);
    if (!NAME.equals(head.path("format").asText())) {
      throw new IOException(
          name
              + " is not of a stream of jelly-bridge; it starts with '"
              + first.substring(0, Math.min(first.length(), 60))
              + "'. Was the checkpoint made by a query with another source?");
    }
    if (head.path("version").asInt() != VERSION) {
      throw new IOException(
          name
              + " has version "
              + head.path("version")
              + " and this jelly-bridge knows version "
              + VERSION
              + " only; continue the query with the jelly-bridge that wrote it, or a later one.");
    }
    List<LoggedFile> files = new ArrayList<>();
    for (int i = 1; i < lines.size(); i++) {
      JsonNode line = json(lines.get(i));
      if (!line.hasNonNull("path") || !line.hasNonNull("batch")) {
        throw new IOException(name + " is damaged in line " + (i + 1) + ".");
      }
      files.add(
          new LoggedFile(
              line.get("path").asText(),
              line.path("length").asLong(),
              line.path("modified").asLong(),
              line.get("batch").asLong()));
    }
    if (files.size() != head.path("files").asInt(-1)) {
      throw new IOException(
          name + " is cut: it names " + files.size() + " files of " + head.path("files") + ".");
    }
    return files;
  }

  /** Parses an object; returns an empty one for other text. */
  private static JsonNode json(String line) {
    try {
      JsonNode node = JSON.readTree(line);
      return node.isObject() ? node : JSON.createObjectNode();
    } catch (JsonProcessingException e) {
      return JSON.createObjectNode();
    }
  }
}
