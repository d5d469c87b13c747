package io.github.jellybridge.jelly.columns;

import io.github.jellybridge.jelly.PhysicalType;
import io.github.jellybridge.model.Statement;
import io.github.jellybridge.model.Term;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** A random stream of the column layout, with its statements and the numbers of their messages. */
public final class RandomColumns {
  private static final String[] TAGS = {"en", "de-CH", "ar--rtl", "en--ltr", "he--rtl"};
  private static final String[] IRIS = {
    "http://example.org/", "http://example.com/ns#", "urn:x:", "http://example.org/a/été/"
  };

  public final byte[] file;
  public final List<Statement> statements = new ArrayList<>();
  public final List<Long> messages = new ArrayList<>();

  private final Random random;

  /** The most rows of a frame, and the number of names of each prefix. */
  private final int rows;

  private final int names;

  /** A stream of a few frames. */
  RandomColumns(int seed) {
    this(new Random(seed), 5, 25, 60, 12);
  }

  /** A stream of many small frames whose entries replace each other. */
  static RandomColumns longer(int seed, int percentRestated) {
    return new RandomColumns(new Random(seed), 60, percentRestated, 12, 60);
  }

  /** A stream of the given number of frames, which seldom restate the options. */
  public static RandomColumns large(int seed, int frames, boolean messages) {
    return new RandomColumns(new Random(seed), frames, messages, 1, 60, 12);
  }

  private RandomColumns(Random random, int maxFrames, int percentRestated, int rows, int names) {
    this(
        random,
        1 + random.nextInt(maxFrames),
        random.nextInt(3) == 0,
        percentRestated,
        rows,
        names);
  }

  private RandomColumns(
      Random random, int frames, boolean hasMessages, int percentRestated, int rows, int names) {
    this.random = random;
    this.rows = rows;
    this.names = names;
    PhysicalType type = random.nextBoolean() ? PhysicalType.TRIPLES : PhysicalType.QUADS;
    ByteArrayOutputStream whole = new ByteArrayOutputStream();
    ColumnStream stream = null;
    long message = 0;
    boolean open = false;
    for (int frame = 0; frame < frames; frame++) {
      List<Statement> added = statements(frame, type);
      boolean restated = frame == 0 || random.nextInt(100) < percentRestated;
      if (stream == null || restated && random.nextBoolean()) {
        // Another file follows, with other sizes of lookups.
        whole.writeBytes(stream == null ? new byte[0] : stream.file());
        stream = new ColumnStream(random, random.nextBoolean(), hasMessages, type);
      }
      if (restated && open) {
        message++;
        open = false;
      }
      List<Integer> lengths = hasMessages ? lengths(added.size()) : List.of();
      stream.write(stream.frame(restated, added, lengths));
      statements.addAll(added);
      int left = added.size();
      for (int length : lengths) {
        messages.addAll(Collections.nCopies(length, message++));
        left -= length;
        open = false;
      }
      messages.addAll(Collections.nCopies(left, hasMessages ? message : -1L));
      open |= left > 0;
    }
    whole.writeBytes(stream.file());
    file = whole.toByteArray();
  }

  private List<Integer> lengths(int rows) {
    List<Integer> lengths = new ArrayList<>();
    int left = rows;
    while (random.nextInt(4) > 0) {
      int length = random.nextInt(Math.min(left, 6) + 1);
      lengths.add(length);
      left -= length;
    }
    return lengths;
  }

  private List<Statement> statements(int frame, PhysicalType type) {
    List<Statement> statements = new ArrayList<>();
    Term s = null;
    Term p = null;
    Term o = null;
    Term g = null;
    // Streams differ in how much their columns repeat.
    int[] repeats = {random.nextInt(100), random.nextInt(100), random.nextInt(100), 90};
    for (int i = random.nextInt(rows); i > 0; i--) {
      s = s != null && random.nextInt(100) < repeats[0] ? s : node();
      p = p != null && random.nextInt(100) < repeats[1] ? p : iri();
      o = o != null && random.nextInt(100) < repeats[2] ? o : object(0);
      if (type == PhysicalType.QUADS && random.nextInt(100) >= repeats[3]) {
        g = random.nextInt(3) == 0 ? null : node();
      }
      statements.add(new Statement(frame, s, p, o, g));
    }
    return statements;
  }

  private Term iri() {
    return Term.iri(IRIS[random.nextInt(IRIS.length)] + random.nextInt(names));
  }

  private Term node() {
    return random.nextInt(4) == 0 ? Term.bnode("b" + random.nextInt(9)) : iri();
  }

  private Term object(int depth) {
    return switch (random.nextInt(depth < 3 ? 6 : 5)) {
      case 0 -> Term.text(random.nextInt(5) == 0 ? "" : "Straße " + random.nextInt(20));
      case 1 -> Term.lang("text " + random.nextInt(20), TAGS[random.nextInt(TAGS.length)]);
      case 2 -> Term.typed("" + random.nextInt(20), "http://example.org/type" + random.nextInt(5));
      case 5 -> Term.quoted(node(), iri(), object(depth + 1));
      default -> node();
    };
  }
}
