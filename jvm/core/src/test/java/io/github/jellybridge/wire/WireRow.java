package io.github.jellybridge.wire;

/**
 * A row of a fixture as encoded in a stream, limited to features of both Jelly layouts.
 *
 * <p>The layout decides how it is encoded.
 */
public sealed interface WireRow {
  /** Physical type number of triple streams. */
  int TRIPLES = 1;

  /** Physical type number of quad streams. */
  int QUADS = 2;

  /** Physical type number of graph streams. */
  int GRAPHS = 3;

  /** A lookup entry for a name. */
  record Name(int id, String value) implements WireRow {}

  /** A lookup entry for a prefix. */
  record Prefix(int id, String value) implements WireRow {}

  /** A lookup entry for a datatype. */
  record Datatype(int id, String value) implements WireRow {}

  /** A triple. */
  record Triple(WireTerm s, WireTerm p, WireTerm o) implements WireRow {}

  /** A quad. */
  record Quad(WireTerm s, WireTerm p, WireTerm o, WireTerm g) implements WireRow {}

  /** The start of a graph. */
  record GraphStart(WireTerm g) implements WireRow {}

  /** The end of a graph. */
  record GraphEnd() implements WireRow {}

  /** A namespace declaration (1.x only); the value may be null. */
  record Namespace(String name, WireTerm.Iri value) implements WireRow {}

  /** The options row; each layout omits the options that it does not have. */
  record Options(
      String streamName,
      int physicalType,
      boolean generalized,
      boolean rdfStar,
      boolean useRepeat,
      int names,
      int prefixes,
      int datatypes,
      int logicalType,
      int version)
      implements WireRow {
    /** These options with another stream name. */
    public Options named(String value) {
      return new Options(
          value,
          physicalType,
          generalized,
          rdfStar,
          useRepeat,
          names,
          prefixes,
          datatypes,
          logicalType,
          version);
    }

    /** These options with generalized statements declared or not. */
    public Options generalized(boolean value) {
      return new Options(
          streamName,
          physicalType,
          value,
          rdfStar,
          useRepeat,
          names,
          prefixes,
          datatypes,
          logicalType,
          version);
    }

    /** These options with RDF-star declared or not. */
    public Options rdfStar(boolean value) {
      return new Options(
          streamName,
          physicalType,
          generalized,
          value,
          useRepeat,
          names,
          prefixes,
          datatypes,
          logicalType,
          version);
    }

    /** These options with repeated terms declared or not (draft only). */
    public Options useRepeat(boolean value) {
      return new Options(
          streamName,
          physicalType,
          generalized,
          rdfStar,
          value,
          names,
          prefixes,
          datatypes,
          logicalType,
          version);
    }

    /** These options with other lookup sizes. */
    public Options tables(int nameSize, int prefixSize, int datatypeSize) {
      return new Options(
          streamName,
          physicalType,
          generalized,
          rdfStar,
          useRepeat,
          nameSize,
          prefixSize,
          datatypeSize,
          logicalType,
          version);
    }

    /** These options with another logical type (1.x only). */
    public Options logical(int value) {
      return new Options(
          streamName,
          physicalType,
          generalized,
          rdfStar,
          useRepeat,
          names,
          prefixes,
          datatypes,
          value,
          version);
    }

    /** These options with another version tag. */
    public Options version(int value) {
      return new Options(
          streamName,
          physicalType,
          generalized,
          rdfStar,
          useRepeat,
          names,
          prefixes,
          datatypes,
          logicalType,
          value);
    }
  }

  /** Options of a physical type with repeated terms, room in all lookups, and version tag 1. */
  static Options options(int physicalType) {
    return new Options("", physicalType, false, false, true, 16, 8, 8, 0, 1);
  }

  /** Makes a name entry. */
  static WireRow name(int id, String value) {
    return new Name(id, value);
  }

  /** Makes a prefix entry. */
  static WireRow prefix(int id, String value) {
    return new Prefix(id, value);
  }

  /** Makes a datatype entry. */
  static WireRow datatype(int id, String value) {
    return new Datatype(id, value);
  }

  /** Makes a triple. */
  static WireRow triple(WireTerm s, WireTerm p, WireTerm o) {
    return new Triple(s, p, o);
  }

  /** Makes a quad. */
  static WireRow quad(WireTerm s, WireTerm p, WireTerm o, WireTerm g) {
    return new Quad(s, p, o, g);
  }

  /** Makes the start of a graph. */
  static WireRow graphStart(WireTerm g) {
    return new GraphStart(g);
  }

  /** Makes the end of a graph. */
  static WireRow graphEnd() {
    return new GraphEnd();
  }

  /** Makes a namespace declaration. */
  static WireRow namespace(String name, WireTerm.Iri value) {
    return new Namespace(name, value);
  }
}
