package io.github.jellybridge.jelly;

import java.io.Serializable;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A logical stream type (Jelly-RDF 1.1, "Logical stream types"). Identified by its number, so that
 * types of later releases still have a base type.
 *
 * @param number the number on the wire; 0 is unspecified
 */
public record LogicalType(int number) implements Serializable {
  private static final long serialVersionUID = 1L;

  /** No logical type is given. */
  public static final LogicalType UNSPECIFIED = new LogicalType(0);

  /** A flat stream of triples. */
  public static final LogicalType FLAT_TRIPLES = new LogicalType(1);

  /** A flat stream of quads. */
  public static final LogicalType FLAT_QUADS = new LogicalType(2);

  /** A stream of graphs, one per frame. */
  public static final LogicalType GRAPHS = new LogicalType(3);

  /** A stream of datasets, one per frame. */
  public static final LogicalType DATASETS = new LogicalType(4);

  /** A stream of graphs, each about one subject. */
  public static final LogicalType SUBJECT_GRAPHS = new LogicalType(13);

  /** A stream of named graphs. */
  public static final LogicalType NAMED_GRAPHS = new LogicalType(14);

  /** A stream of named graphs with timestamps. */
  public static final LogicalType TIMESTAMPED_NAMED_GRAPHS = new LogicalType(114);

  /** The types that have a name, in the order of the specification. */
  public static final List<LogicalType> NAMED =
      List.of(
          UNSPECIFIED,
          FLAT_TRIPLES,
          FLAT_QUADS,
          GRAPHS,
          SUBJECT_GRAPHS,
          DATASETS,
          NAMED_GRAPHS,
          TIMESTAMPED_NAMED_GRAPHS);

  /**
   * Returns the type with a {@link #name()}.
   *
   * @throws IllegalArgumentException if no type has this name; lists the valid names
   */
  public static LogicalType named(String name) {
    for (LogicalType type : NAMED) {
      if (type.name().equals(name)) {
        return type;
      }
    }
    throw new IllegalArgumentException(
        "no logical stream type "
            + name
            + "; there are "
            + NAMED.stream().map(LogicalType::name).collect(Collectors.joining(", ")));
  }

  /** Returns whether frames are the elements of the stream: true for all types except flat ones. */
  public boolean grouped() {
    return number % 10 == 3 || number % 10 == 4;
  }

  /** Returns the base type: the last decimal digit. */
  public LogicalType base() {
    return new LogicalType(number % 10);
  }

  /** Returns the name in the specification, or {@code UNKNOWN(number)}. */
  public String name() {
    return switch (number) {
      case 0 -> "UNSPECIFIED";
      case 1 -> "FLAT_TRIPLES";
      case 2 -> "FLAT_QUADS";
      case 3 -> "GRAPHS";
      case 4 -> "DATASETS";
      case 13 -> "SUBJECT_GRAPHS";
      case 14 -> "NAMED_GRAPHS";
      case 114 -> "TIMESTAMPED_NAMED_GRAPHS";
      default -> "UNKNOWN(" + number + ")";
    };
  }

  /** Returns the physical type to use for this type by default. */
  public PhysicalType usualPhysicalType() {
    return number != 0 && fits(PhysicalType.TRIPLES) ? PhysicalType.TRIPLES : PhysicalType.QUADS;
  }

  /**
   * Returns whether the support matrix ("Consistency with physical stream types") allows this
   * combination.
   */
  public boolean fits(PhysicalType physical) {
    if (number == 0) {
      return true;
    }
    return switch (number % 10) {
      case 1, 3 -> physical == PhysicalType.TRIPLES;
      case 2, 4 -> physical != PhysicalType.TRIPLES;
      default -> false;
    };
  }
}
