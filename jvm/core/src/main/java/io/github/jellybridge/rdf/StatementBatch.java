package io.github.jellybridge.rdf;

import java.util.Arrays;

/**
 * Statements as parallel columns of term ids of one {@link TermTable}. Entry i is the statement
 * {@code (s[i], p[i], o[i], g[i])}; {@code g[i] == 0} is the default graph.
 *
 * <p>The arrays are public because they are on the hot path. They may be replaced between batches,
 * only the first {@link #size()} entries are valid, and columns that were not requested are null.
 */
public final class StatementBatch {
  /** The bit of the subject column in a set of columns. */
  public static final int S = 1;

  /** The bit of the predicate column. */
  public static final int P = 2;

  /** The bit of the object column. */
  public static final int O = 4;

  /** The bit of the graph column. */
  public static final int G = 8;

  /** All columns. */
  public static final int ALL = 15;

  /** Subjects. */
  public int[] s;

  /** Predicates. */
  public int[] p;

  /** Objects. */
  public int[] o;

  /** Graph names; 0 is the default graph. */
  public int[] g;

  /** The only column as runs, whose ids are then not set; null for a batch that has no runs. */
  public TermRuns termRuns;

  /** Operations, constants of {@link PatchOp}; null for a batch of statements. */
  public byte[] op;

  /** Names of namespaces and headers, as literals; 0 for other operations. Null if op is null. */
  public int[] name;

  /** IRIs of namespaces and values of headers; 0 for other operations. Null if op is null. */
  public int[] value;

  /** The numbers of the patches that operations belong to. Null if op is null. */
  public long[] patch;

  private int size;
  private long firstStatement;
  private long firstSeq;
  // Runs of statements of one frame and message: entries from runStart[k] on belong to frame
  // runFrame[k] and message runMessage[k].
  private int[] runStart = new int[16];
  private long[] runFrame = new long[16];
  private long[] runMessage = new long[16];
  private int runs;

  /** Creates an empty batch with the given columns and initial capacity, in statements. */
  public StatementBatch(int capacity, boolean s, boolean p, boolean o, boolean g) {
    this.s = s ? new int[capacity] : null;
    this.p = p ? new int[capacity] : null;
    this.o = o ? new int[capacity] : null;
    this.g = g ? new int[capacity] : null;
  }

  /**
   * Creates an empty batch without capacity.
   *
   * @param columns bits of {@link #S}, {@link #P}, {@link #O} and {@link #G}
   */
  public static StatementBatch ofColumns(int columns) {
    return new StatementBatch(
        0, (columns & S) != 0, (columns & P) != 0, (columns & O) != 0, (columns & G) != 0);
  }

  /** Creates an empty batch for the operations of patches. */
  public static StatementBatch ofOperations(
      int capacity, boolean s, boolean p, boolean o, boolean g) {
    StatementBatch batch = new StatementBatch(capacity, s, p, o, g);
    batch.op = new byte[capacity];
    batch.name = new int[capacity];
    batch.value = new int[capacity];
    batch.patch = new long[capacity];
    return batch;
  }

  /** Returns the number of statements. */
  public int size() {
    return size;
  }

  /** Returns the 0-based number in the file of entry 0. */
  public long firstStatement() {
    return firstStatement;
  }

  /** Returns the 0-based number in its patch of entry 0. Only for patches. */
  public long firstSeq() {
    return firstSeq;
  }

  /** Sets the number in its patch of entry 0. */
  public void firstSeq(long seq) {
    firstSeq = seq;
  }

  /** Returns the 0-based number of the frame that holds entry i. */
  public long frame(int i) {
    return runFrame[run(i)];
  }

  /** Returns the 0-based number of the message that holds entry i; -1 in streams without any. */
  public long message(int i) {
    return runs == 0 ? -1 : runMessage[run(i)];
  }

  /** Returns one past the last entry of the frame and message of entry i. */
  public int endOfRun(int i) {
    int next = run(i) + 1;
    return next < runs ? runStart[next] : size;
  }

  private int run(int i) {
    int low = 0;
    int high = runs - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (runStart[middle] <= i) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }

  /** Empties the batch. */
  public void clear(long firstStatement) {
    this.size = 0;
    this.runs = 0;
    this.firstStatement = firstStatement;
    this.termRuns = null;
  }

  /** Sets the number of statements after the arrays were filled. */
  public void size(int size) {
    this.size = size;
  }

  /** Assigns entries from {@code from} on to the given frame. */
  public void startFrame(int from, long frame) {
    startMessage(from, frame, -1);
  }

  /** Assigns entries from {@code from} on to the given frame and message. */
  public void startMessage(int from, long frame, long message) {
    if (runs > 0 && runStart[runs - 1] == from) {
      runs--;
    }
    if (runs == runStart.length) {
      runStart = Arrays.copyOf(runStart, runs * 2);
      runFrame = Arrays.copyOf(runFrame, runs * 2);
      runMessage = Arrays.copyOf(runMessage, runs * 2);
    }
    runStart[runs] = from;
    runFrame[runs] = frame;
    runMessage[runs] = message;
    runs++;
  }

  /** Adds a statement to the existing columns. The batch must have room. */
  public void add(int subject, int predicate, int object, int graph) {
    if (s != null) {
      s[size] = subject;
    }
    if (p != null) {
      p[size] = predicate;
    }
    if (o != null) {
      o[size] = object;
    }
    if (g != null) {
      g[size] = graph;
    }
    size++;
  }

  /** Returns how many statements the columns have room for, at most the given number. */
  public int capacity(int max) {
    int capacity = max;
    for (int[] column : new int[][] {s, p, o, g, name}) {
      if (column != null) {
        capacity = Math.min(capacity, column.length);
      }
    }
    return capacity;
  }

  /** Makes room for at least the given number of statements. */
  public void ensureCapacity(int capacity) {
    s = grow(s, capacity);
    p = grow(p, capacity);
    o = grow(o, capacity);
    g = grow(g, capacity);
    if (op != null && op.length < capacity) {
      name = grow(name, capacity);
      value = grow(value, capacity);
      op = Arrays.copyOf(op, name.length);
      patch = Arrays.copyOf(patch, name.length);
    }
  }

  private static int[] grow(int[] column, int capacity) {
    return column == null || column.length >= capacity
        ? column
        : Arrays.copyOf(column, (int) Math.max(capacity, Math.min(column.length * 2L, 1 << 30)));
  }
}
