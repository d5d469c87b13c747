package io.github.jellybridge.bench.generator;

import eu.neverblink.jelly.core.proto.v1.RdfStreamOptions;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.apache.jena.graph.Node;

/** The graph of {@link IriHeavy} with each statement once, as a graph is a set. */
public final class Shop implements DataGenerator {
  private final IriHeavy statements = new IriHeavy();

  @Override
  public String name() {
    return "shop";
  }

  @Override
  public RdfStreamOptions preset() {
    return statements.preset();
  }

  @Override
  public void subject(long index, SplittableRandom random, Statements out) {
    Set<List<Node>> seen = new HashSet<>();
    statements.subject(
        index,
        random,
        (s, p, o) -> {
          if (seen.add(List.of(s, p, o))) {
            out.accept(s, p, o);
          }
        });
  }
}
