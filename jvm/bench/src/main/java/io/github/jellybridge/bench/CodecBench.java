package io.github.jellybridge.bench;

import io.github.jellybridge.bench.contender.Decoders;
import io.github.jellybridge.bench.contender.PyjellyProcess;
import io.github.jellybridge.bench.harness.Race;
import io.github.jellybridge.bench.harness.Result;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** {@code ./scripts/bench codec}: how fast the bytes of a file become terms, without Spark. */
final class CodecBench {
  /** Our decoder of the row layout, on the same statements. */
  private static final String ROWS = Bench.OURS + "-1.1";

  private static final long RIOT_SLICE = 300_000;
  private static final long PYJELLY_SLICE = 60_000;

  private CodecBench() {}

  static void run(Bench bench) throws Exception {
    for (DataSet dataset : bench.datasets.selected()) {
      bench.add(decode(bench, dataset));
    }
  }

  private static List<Result> decode(Bench bench, DataSet dataset) throws Exception {
    int passes = dataset.passes(bench.arguments);
    List<Path> files = repeated(dataset, passes);
    List<Path> measured = repeated(bench.datasets.inLayout(dataset), passes);
    long statements = dataset.statements() * passes;
    Race race = bench.race(dataset, "decode");
    PyjellyProcess pyjelly = bench.pyjelly();
    race.add(Bench.OURS, statements, "utf8", () -> Decoders.bridge(measured).toString());
    if (bench.arguments.columns) {
      race.add(ROWS, statements, "utf8", () -> Decoders.bridge(files).toString());
    }
    List<ContentCheck> expected = new ArrayList<>();
    Race.Work jena = () -> Boolean.toString(expected.add(ContentCheck.jellyJena(files)));
    if (bench.canRead("jelly-jena", dataset, jena)) {
      race.expect("content", "jelly-jena", expected.get(0).toString());
      race.expect("content", Bench.OURS, ContentCheck.bridge(measured).toString());
      race.expect("utf8", "jelly-jena", expected.get(0).utf8Lengths());
      race.add("jelly-jena", statements, "utf16", () -> Decoders.jellyJena(files).toString());
      race.add("jelly-core", statements, "utf16", () -> Decoders.jellyCore(files).toString());
      DataSets.Slice text = bench.datasets.slice(dataset, RIOT_SLICE);
      Race.Work riot = () -> Decoders.riot(text.text()).toString();
      race.expect("riot", "jelly-jena", Decoders.jellyJena(List.of(text.jelly())).toString());
      if (bench.canRead("riot", dataset, riot)) {
        race.add("riot", text.statements(), "riot", riot);
      }
      DataSets.Slice small = bench.datasets.slice(dataset, PYJELLY_SLICE);
      Race.Work python = () -> pyjelly.run("lengths", small.jelly());
      race.expect("pyjelly", "jelly-jena", Decoders.jellyJena(List.of(small.jelly())).toString());
      if (bench.canRead("pyjelly", dataset, python)) {
        race.add("pyjelly", small.statements(), "pyjelly", python);
      }
    }
    return race.run();
  }

  private static List<Path> repeated(DataSet dataset, int passes) {
    return Collections.nCopies(passes, dataset.files()).stream().flatMap(List::stream).toList();
  }
}
