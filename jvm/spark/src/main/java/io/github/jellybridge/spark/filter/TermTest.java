package io.github.jellybridge.spark.filter;

import io.github.jellybridge.rdf.TermTable;

/** The leaves of a compiled predicate: tests of one path of the statement, or of two paths. */
interface TermTest extends FilterNode {
  /** The path that is tested. */
  TermPath path();

  @Override
  default int columns() {
    return path().mask();
  }

  @Override
  default int cost() {
    return switch (path().part()) {
      case TERM, VALUE -> 2;
      case TEXT -> 3;
      default -> 1;
    };
  }

  @Override
  default int outcomes(PartFacts part) {
    TermPath path = path();
    if (!path.isOfStatement()) {
      return PartFacts.ANY;
    }
    return switch (path.part()) {
      case KIND -> part.byKind(this, path.column());
      case LANG, DATATYPE -> part.bySymbol(this, path.column(), path.part());
      default -> mayBeTrue(part) ? PartFacts.ANY : PartFacts.NOT_TRUE;
    };
  }

  /** Returns whether a test of the value, or of a whole term, may be true in a part of a file. */
  default boolean mayBeTrue(PartFacts part) {
    return true;
  }

  /** IS NULL. */
  record IsNull(TermPath path) implements TermTest {
    @Override
    public int cost() {
      return 0;
    }

    @Override
    public byte test(TermTable terms, int[] ids, Scratch scratch) {
      return TruthValue.of(TermBytes.isNull(terms, ids[path.column()], path.part()));
    }

    @Override
    public boolean mayBeTrue(PartFacts part) {
      return (part.byKind(this, path.column()) & 1 << TruthValue.TRUE) != 0;
    }
  }

  /** Compares a string path with a constant that is not null. */
  record CompareText(TermPath path, Comparison comparison, byte[] constant) implements TermTest {
    @Override
    public byte test(TermTable terms, int[] ids, Scratch scratch) {
      int id = ids[path.column()];
      if (TermBytes.isNull(terms, id, path.part())) {
        return comparison.decideNull(true, false);
      }
      TermBytes text = scratch.left;
      if (!comparison.isEquality()) {
        text.load(terms, id, path.part());
        return comparison.decide(text.compareTo(constant));
      }
      return comparison.decide(equal(terms, id, path.part(), constant, text) ? 0 : 1);
    }

    @Override
    public boolean mayBeTrue(PartFacts part) {
      boolean isEqual = comparison.isEquality() && comparison != Comparison.NE;
      if (path.part() == TermPart.TEXT) {
        return !isEqual || part.mayHaveNTriples(path.column(), constant);
      }
      return isEqual
          ? part.mayHaveValue(path.column(), constant)
          : part.mayCompare(path.column(), comparison, constant);
    }

    /**
     * Tells whether a part that is not null has these bytes; compares the cheapest property first.
     */
    static boolean equal(TermTable terms, int id, TermPart part, byte[] wanted, TermBytes text) {
      boolean possible =
          switch (part) {
            case VALUE -> terms.valueLength(id) == wanted.length;
            case TEXT -> NTriplesHint.possible(terms.kind(id), wanted);
            default -> true;
          };
      return possible && text.load(terms, id, part) && text.equalTo(wanted);
    }
  }

  /**
   * A string path IN constants. With a null among them, the result for other strings is unknown.
   */
  record InTexts(TermPath path, ByteStringSet constants, boolean hasNull) implements TermTest {
    @Override
    public byte test(TermTable terms, int[] ids, Scratch scratch) {
      int id = ids[path.column()];
      if (TermBytes.isNull(terms, id, path.part())) {
        return TruthValue.NULL;
      }
      if (path.part() != TermPart.VALUE || constants.hasLength(terms.valueLength(id))) {
        scratch.left.load(terms, id, path.part());
        if (constants.contains(scratch.left)) {
          return TruthValue.TRUE;
        }
      }
      return hasNull ? TruthValue.NULL : TruthValue.FALSE;
    }

    @Override
    public boolean mayBeTrue(PartFacts part) {
      return path.part() == TermPart.TEXT
          ? constants.anyMatch(text -> part.mayHaveNTriples(path.column(), text))
          : constants.anyMatch(text -> part.mayHaveValue(path.column(), text));
    }
  }

  /** The position in a string where a constant is searched. */
  enum Position {
    START,
    END,
    ANYWHERE
  }

  /** STARTS_WITH, ENDS_WITH and CONTAINS. */
  record Search(TermPath path, Position position, byte[] constant) implements TermTest {
    @Override
    public int cost() {
      return 3;
    }

    @Override
    public byte test(TermTable terms, int[] ids, Scratch scratch) {
      int id = ids[path.column()];
      if (TermBytes.isNull(terms, id, path.part())) {
        return TruthValue.NULL;
      }
      if (path.part() == TermPart.VALUE && terms.valueLength(id) < constant.length) {
        return TruthValue.FALSE;
      }
      TermBytes text = scratch.left;
      text.load(terms, id, path.part());
      return TruthValue.of(
          switch (position) {
            case START -> text.startsWith(constant);
            case END -> text.endsWith(constant);
            case ANYWHERE -> text.contains(constant);
          });
    }

    @Override
    public boolean mayBeTrue(PartFacts part) {
      if (position != Position.START) {
        return true;
      }
      return path.part() == TermPart.TEXT
          ? part.mayStartWithNTriples(path.column(), constant)
          : part.mayStartWith(path.column(), constant);
    }
  }

  /** Compares the length of a string path with a constant. */
  record CompareLength(TermPath path, LengthUnit unit, Comparison comparison, long constant)
      implements TermTest {
    @Override
    public byte test(TermTable terms, int[] ids, Scratch scratch) {
      int length = unit.measure(terms, ids[path.column()], path.part(), scratch.left);
      return length == LengthUnit.ABSENT
          ? comparison.decideNull(true, false)
          : comparison.decide(Long.compare(length, constant));
    }
  }

  /** Compares a struct column with a constant, by = or another operator. */
  record CompareTerm(TermPath path, Comparison comparison, TermConstant constant)
      implements TermTest {
    @Override
    public byte test(TermTable terms, int[] ids, Scratch scratch) {
      int id = ids[path.column()];
      if (id == TermTable.NO_TERM) {
        return comparison.decideNull(true, false);
      }
      if (comparison.isEquality()) {
        return comparison.decide(constant.isTerm(terms, id, scratch.left) ? 0 : 1);
      }
      return comparison.decide(constant.compare(terms, id, scratch.left));
    }

    @Override
    public boolean mayBeTrue(PartFacts part) {
      boolean isEqual = comparison.isEquality() && comparison != Comparison.NE;
      return !isEqual || part.mayHaveTerm(path.column(), constant);
    }
  }

  /**
   * A struct column IN constants. With a null among them, the result for other terms is unknown.
   */
  record InTerms(TermPath path, TermConstantSet constants, boolean hasNull) implements TermTest {
    @Override
    public byte test(TermTable terms, int[] ids, Scratch scratch) {
      int id = ids[path.column()];
      if (id == TermTable.NO_TERM) {
        return TruthValue.NULL;
      }
      if (constants.contains(terms, id, scratch.left)) {
        return TruthValue.TRUE;
      }
      return hasNull ? TruthValue.NULL : TruthValue.FALSE;
    }

    @Override
    public boolean mayBeTrue(PartFacts part) {
      return constants.anyMatch(term -> part.mayHaveTerm(path.column(), term));
    }
  }

  /** Compares two paths, both strings or both structs. */
  record ComparePaths(TermPath path, Comparison comparison, TermPath other) implements TermTest {
    @Override
    public int columns() {
      return path.mask() | other.mask();
    }

    @Override
    public int outcomes(PartFacts part) {
      return PartFacts.ANY;
    }

    @Override
    public byte test(TermTable terms, int[] ids, Scratch scratch) {
      int left = ids[path.column()];
      int right = ids[other.column()];
      boolean leftNull = TermBytes.isNull(terms, left, path.part());
      boolean rightNull = TermBytes.isNull(terms, right, other.part());
      if (leftNull || rightNull) {
        return comparison.decideNull(leftNull, rightNull);
      }
      if (path.part() == other.part() && left == right) {
        return comparison.decide(0);
      }
      if (path.part() == TermPart.TERM) {
        return comparison.decide(
            TermConstant.compare(terms, left, right, scratch.left, scratch.right));
      }
      if (comparison.isEquality()
          && path.part() == TermPart.VALUE
          && other.part() == TermPart.VALUE
          && terms.valueLength(left) != terms.valueLength(right)) {
        return comparison.decide(1);
      }
      scratch.left.load(terms, left, path.part());
      scratch.right.load(terms, right, other.part());
      return comparison.decide(scratch.left.compareTo(scratch.right));
    }
  }
}
