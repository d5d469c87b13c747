package io.github.jellybridge.jelly;

/**
 * The stream options header (Jelly-RDF 1.1, "Stream options").
 *
 * @param streamName free name of the stream, empty if not given
 * @param physicalType how statements are encoded
 * @param generalizedStatements whether generalized RDF may occur
 * @param rdfStar whether quoted triples may occur
 * @param useRepeat draft layout only: whether repeated terms may occur; true in 1.x
 * @param maxNameTableSize entries of the name lookup
 * @param maxPrefixTableSize entries of the prefix lookup, 0 for none
 * @param maxDatatypeTableSize entries of the datatype lookup, 0 for none
 * @param logicalType number of the logical type, 0 if unspecified; see {@link LogicalType}
 * @param version version tag: 1 for 1.0, 2 for 1.1, 3 for 1.2
 * @param columns options of the column layout; null in the other layouts
 */
public record StreamOptions(
    String streamName,
    PhysicalType physicalType,
    boolean generalizedStatements,
    boolean rdfStar,
    boolean useRepeat,
    int maxNameTableSize,
    int maxPrefixTableSize,
    int maxDatatypeTableSize,
    int logicalType,
    int version,
    ColumnOptions columns) {
  /** Creates the options of a stream of rows. */
  public StreamOptions(
      String streamName,
      PhysicalType physicalType,
      boolean generalizedStatements,
      boolean rdfStar,
      boolean useRepeat,
      int maxNameTableSize,
      int maxPrefixTableSize,
      int maxDatatypeTableSize,
      int logicalType,
      int version) {
    this(
        streamName,
        physicalType,
        generalizedStatements,
        rdfStar,
        useRepeat,
        maxNameTableSize,
        maxPrefixTableSize,
        maxDatatypeTableSize,
        logicalType,
        version,
        null);
  }
}
