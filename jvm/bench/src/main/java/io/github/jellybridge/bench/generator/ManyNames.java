package io.github.jellybridge.bench.generator;

import static io.github.jellybridge.bench.generator.DataGenerator.TYPE;
import static io.github.jellybridge.bench.generator.DataGenerator.iri;
import static io.github.jellybridge.bench.generator.DataGenerator.skewed;

import eu.neverblink.jelly.core.JellyOptions;
import eu.neverblink.jelly.core.proto.v1.RdfStreamOptions;
import java.util.SplittableRandom;
import org.apache.jena.graph.Node;

/** A citation graph: nearly every subject and object is a name never seen before. */
public final class ManyNames implements DataGenerator {
  private static final String WORKS = "https://works.example.net/id/";
  private static final String FABIO = "http://purl.org/spar/fabio/";

  private static final Node[] KINDS = {
    iri(FABIO + "JournalArticle"), iri(FABIO + "ConferencePaper"), iri(FABIO + "BookChapter")
  };

  @Override
  public String name() {
    return "many-names";
  }

  @Override
  public RdfStreamOptions preset() {
    return JellyOptions.SMALL_STRICT;
  }

  @Override
  public void subject(long index, SplittableRandom random, Statements out) {
    Node s = work(index);
    out.accept(s, TYPE, KINDS[skewed(random, KINDS.length)]);
    int registrant = 1_000 + skewed(random, 9_000);
    out.accept(
        s,
        iri("http://www.w3.org/2002/07/owl#sameAs"),
        iri("https://doi.example.org/10." + registrant + "/" + hex(random.nextLong())));
    out.accept(
        s,
        iri("http://purl.org/dc/terms/creator"),
        iri("https://people.example.net/" + hex(random.nextLong())));
    out.accept(
        s,
        iri("http://purl.org/vocab/frbr/core#partOf"),
        iri("https://issues.example.net/v/" + hex(random.nextLong(1L << 44))));
    if (random.nextInt(12) == 0) {
      out.accept(
          s,
          iri("http://purl.org/dc/terms/publisher"),
          iri("https://publishers.example.net/p" + random.nextInt(3_000)));
    }
    for (int i = random.nextInt(4); i > 0 && index > 0; i--) {
      out.accept(s, iri("http://purl.org/spar/cito/cites"), work(random.nextLong(index)));
    }
  }

  private static Node work(long index) {
    // Finalizer of splitmix64: a bijection, so names are distinct yet look like hashes.
    long z = index + 0x9e3779b97f4a7c15L;
    z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
    z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
    return iri(WORKS + hex(z ^ (z >>> 31)));
  }

  private static String hex(long value) {
    return Long.toHexString(value);
  }
}
