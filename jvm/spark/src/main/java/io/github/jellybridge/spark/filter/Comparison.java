package io.github.jellybridge.spark.filter;

import java.util.Optional;

/** The comparison operators of SQL, between two values that can be ordered. */
enum Comparison {
  EQ("="),
  EQ_NULL_SAFE("<=>"),
  NE("<>"),
  LT("<"),
  LE("<="),
  GT(">"),
  GE(">=");

  private final String sql;

  Comparison(String sql) {
    this.sql = sql;
  }

  static Optional<Comparison> of(String name) {
    for (Comparison comparison : values()) {
      if (comparison.sql.equals(name)) {
        return Optional.of(comparison);
      }
    }
    return Optional.empty();
  }

  /** Returns the operator with the same meaning when both sides are swapped. */
  Comparison flipped() {
    return switch (this) {
      case LT -> GT;
      case LE -> GE;
      case GT -> LT;
      case GE -> LE;
      default -> this;
    };
  }

  /** Tells whether the operator needs no order, only equality of both sides. */
  boolean isEquality() {
    return this == EQ || this == EQ_NULL_SAFE || this == NE;
  }

  /**
   * Returns the result for two values that are not null; {@code order} is the sign of their
   * comparison.
   */
  byte decide(int order) {
    return TruthValue.of(
        switch (this) {
          case EQ, EQ_NULL_SAFE -> order == 0;
          case NE -> order != 0;
          case LT -> order < 0;
          case LE -> order <= 0;
          case GT -> order > 0;
          case GE -> order >= 0;
        });
  }

  /** Returns the result when at least one side is null. */
  byte decideNull(boolean leftNull, boolean rightNull) {
    return this == EQ_NULL_SAFE ? TruthValue.of(leftNull == rightNull) : TruthValue.NULL;
  }
}
