package io.github.jellybridge.cli;

import io.github.jellybridge.borsh.BorshWriteOptions;
import io.github.jellybridge.rdf.DocumentLimits;
import io.github.jellybridge.rdf.SyntaxOptions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * How to convert files.
 *
 * @param strict whether violations that leave the meaning unambiguous are errors
 * @param from what the sources are; null to go by their names
 * @param to what to make; null to go by its name
 * @param reading how to read a source, whose syntax and scope are still to be said, and its base if
 *     it is its own place
 * @param rdfStar whether quoted triples in lines are written as RDF-star had them
 * @param borsh how RDF/Borsh is written
 */
record ConvertOptions(
    boolean strict,
    FileKind from,
    FileKind to,
    SyntaxOptions reading,
    boolean rdfStar,
    BorshWriteOptions borsh) {

  /**
   * Parses words such as {@code from=ttl}; those that are not there have their defaults.
   *
   * @throws IllegalArgumentException for a syntax that there is not, or a base that is none
   */
  static ConvertOptions parse(boolean strict, List<String> words) {
    Map<String, String> given = new HashMap<>();
    for (String word : words) {
      int at = word.indexOf('=');
      given.put(word.substring(0, at), word.substring(at + 1));
    }
    return new ConvertOptions(
        strict,
        kind(given.get("from")),
        kind(given.get("to")),
        SyntaxOptions.of(null)
            .withBase(given.get("base"))
            .withDocuments(
                new DocumentLimits(
                    DocumentLimits.DEFAULT_MAX_DEPTH,
                    DocumentLimits.DEFAULT_MAX_DOCUMENT_BYTES,
                    Boolean.parseBoolean(given.get("remoteContexts")),
                    Boolean.parseBoolean(given.get("externalEntities")))),
        Boolean.parseBoolean(given.get("rdfStar")),
        new BorshWriteOptions(
            Integer.parseInt(
                given.getOrDefault("version", "" + BorshWriteOptions.defaults().versionByte())),
            Integer.parseInt(given.getOrDefault("level", "" + BorshWriteOptions.DEFAULT_LEVEL))));
  }

  private static FileKind kind(String name) {
    return name == null ? null : FileKind.ofName(name);
  }
}
