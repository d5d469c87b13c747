package io.github.jellybridge.bench;

import eu.neverblink.jelly.core.JellyOptions;
import eu.neverblink.jelly.core.proto.v1.PhysicalStreamType;
import io.github.jellybridge.bench.contender.Decoders;
import io.github.jellybridge.bench.contender.EncodedFiles;
import io.github.jellybridge.bench.contender.PlainColumnEncoder;
import io.github.jellybridge.bench.contender.StatementSinks;
import io.github.jellybridge.bench.generator.DataGenerator;
import io.github.jellybridge.bench.harness.BenchArguments;
import io.github.jellybridge.jelly.JellyParseException;
import io.github.jellybridge.jelly.JellyReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.apache.jena.riot.Lang;
import org.apache.jena.riot.RDFParser;
import org.apache.jena.riot.system.StreamRDFWriter;

/**
 * Finds or makes the input files of the benchmarks; what was made once is kept in {@code data/}.
 */
final class DataSets {
  private final BenchArguments arguments;
  private final Path folder;
  private List<DataSet> selected;

  DataSets(BenchArguments arguments) {
    this.arguments = arguments;
    this.folder = arguments.output.resolve("data");
  }

  /** The data sets that the command line asks for. */
  List<DataSet> selected() throws IOException {
    if (selected == null) {
      selected = find();
    }
    return selected;
  }

  /** The generators that the command line names; the given one if it names no data set. */
  List<DataGenerator> generators(DataGenerator ifNotGiven) {
    return arguments.datasets.isEmpty()
        ? List.of(ifNotGiven)
        : DataGenerator.all().stream().filter(generator -> wanted(generator.name())).toList();
  }

  private List<DataSet> find() throws IOException {
    List<DataSet> all = new ArrayList<>();
    if (!arguments.data.isEmpty()) {
      for (Path file : arguments.data) {
        try {
          all.add(new DataSet(stem(file), List.of(file), count(file)));
        } catch (JellyParseException e) {
          System.err.println("bench: " + e.getMessage());
          System.exit(2);
        }
      }
      return all;
    }
    for (DataGenerator generator : DataGenerator.all()) {
      if (wanted(generator.name())) {
        all.add(generated(generator, arguments.statements, 0));
      }
    }
    Path releases = arguments.root.resolve("../shared/data/schemaorg");
    if (wanted("schemaorg")) {
      if (Files.isDirectory(releases)) {
        all.add(schemaOrg(releases));
      } else {
        System.err.println(
            "bench: data set schemaorg left out: no folder ../shared/data/schemaorg");
      }
    }
    return all;
  }

  /** A generated data set of at least so many statements and bytes. */
  DataSet generated(DataGenerator generator, long statements, long bytes) throws IOException {
    String size = bytes > 0 ? bytes + "b" : Long.toString(statements);
    Path file =
        folder.resolve(generator.name() + "-g" + DataGenerator.VERSION + "-" + size + ".jelly");
    Path counted = folder.resolve(file.getFileName() + ".count");
    if (!Files.exists(counted)) {
      System.err.println("bench: generating " + file.getFileName());
      long written = EncodedFiles.generate(generator, statements, bytes, file);
      Files.writeString(counted, Long.toString(written));
    }
    return new DataSet(generator.name(), List.of(file), Long.parseLong(Files.readString(counted)));
  }

  private DataSet schemaOrg(Path releases) throws IOException {
    List<Path> sources;
    try (Stream<Path> list = Files.list(releases)) {
      sources = list.filter(file -> file.toString().endsWith(".nq.gz")).sorted().toList();
    }
    List<Path> files = new ArrayList<>();
    long statements = 0;
    for (Path source : sources) {
      Path file = folder.resolve("schemaorg").resolve(stem(source) + ".jelly");
      if (!Files.exists(file)) {
        try (InputStream in = new GZIPInputStream(Files.newInputStream(source));
            EncodedFiles.Output out = new EncodedFiles.Output(file)) {
          RDFParser.source(in)
              .lang(Lang.NQUADS)
              .parse(EncodedFiles.writer(JellyOptions.BIG_STRICT, PhysicalStreamType.QUADS, out));
          out.publish();
        }
      }
      files.add(file);
      statements += count(file);
    }
    return new DataSet("schemaorg", files, statements);
  }

  /** The data set in the layout that the command line asks for. */
  DataSet inLayout(DataSet dataset) throws IOException {
    if (!arguments.columns) {
      return dataset;
    }
    String version = "columns " + PlainColumnEncoder.VERSION;
    Path copies = folder.resolve("columns").resolve(dataset.name() + "-" + key(dataset, version));
    List<Path> files = new ArrayList<>();
    for (Path file : dataset.files()) {
      Path copy = copies.resolve(file.getFileName());
      if (!Files.exists(copy)) {
        Bench.say("encoding " + file.getFileName() + " in columns");
        PlainColumnEncoder.copy(file, dataset.hasGraphs(), copy);
      }
      files.add(copy);
    }
    return new DataSet(dataset.name(), files, dataset.statements());
  }

  private boolean wanted(String name) {
    return arguments.datasets.isEmpty() || arguments.datasets.contains(name);
  }

  private static long count(Path file) throws IOException {
    try (JellyReader reader = Decoders.openBridge(file)) {
      return reader.countStatements();
    }
  }

  private static String stem(Path file) {
    String name = file.getFileName().toString();
    for (String end : List.of(".gz", ".nq", ".jelly")) {
      name = name.endsWith(end) ? name.substring(0, name.length() - end.length()) : name;
    }
    return name;
  }

  /** Tells versions of a data set apart, and other things that a file made of it depends on. */
  static String key(DataSet dataset, String more) throws IOException {
    long key = dataset.files().hashCode() + 31 * more.hashCode();
    for (Path file : dataset.files()) {
      key = key * 31 + Files.size(file) * 17 + Files.getLastModifiedTime(file).toMillis();
    }
    return Long.toHexString(key);
  }

  /** The first statements of a data set as one Jelly file and one N-Triples or N-Quads file. */
  Slice slice(DataSet dataset, long statements) throws IOException {
    String name = "slices/" + dataset.name() + "-" + statements + "-" + key(dataset, "");
    Path jelly = folder.resolve(name + ".jelly");
    Path text = folder.resolve(name + ".nq");
    Path counted = folder.resolve(name + ".count");
    if (!Files.exists(counted)) {
      PhysicalStreamType type =
          dataset.hasGraphs() ? PhysicalStreamType.QUADS : PhysicalStreamType.TRIPLES;
      try (EncodedFiles.Output jellyOut = new EncodedFiles.Output(jelly);
          EncodedFiles.Output textOut = new EncodedFiles.Output(text)) {
        StatementSinks.Tee tee =
            new StatementSinks.Tee(
                statements,
                EncodedFiles.writer(JellyOptions.BIG_ALL_FEATURES, type, jellyOut),
                StreamRDFWriter.getWriterStream(textOut, Lang.NQUADS));
        for (Path file : dataset.files()) {
          parseUntilFull(file, tee);
        }
        tee.finishAll();
        jellyOut.publish();
        textOut.publish();
        Files.writeString(counted, Long.toString(tee.statements));
      }
    }
    return new Slice(jelly, text, Long.parseLong(Files.readString(counted)));
  }

  private static void parseUntilFull(Path file, StatementSinks.Tee tee) {
    try {
      EncodedFiles.parse(file, tee);
    } catch (StatementSinks.Full e) {
      return;
    }
  }

  /**
   * The beginning of a data set, for contenders too slow for all of it.
   *
   * @param jelly as Jelly, encoded by jelly-jvm
   * @param text as N-Triples or N-Quads
   * @param statements statements in either
   */
  record Slice(Path jelly, Path text, long statements) {}
}
