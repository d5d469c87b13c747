package io.github.jellybridge.cli;

import io.github.jellybridge.borsh.BorshWriteOptions;
import io.github.jellybridge.jelly.ColumnOptions;
import io.github.jellybridge.jelly.JellyWriteOptions;
import io.github.jellybridge.jelly.ProtocolVersion;
import io.github.jellybridge.rdf.DocumentLimits;
import io.github.jellybridge.rdf.RdfWriteException;
import io.github.jellybridge.rdf.SyntaxOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSError;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** Converts files. */
@Command(
    name = "convert",
    header = "convert files between the syntaxes of RDF, Jelly and RDF/Borsh, or patches",
    description =
        """
        Copies the statements of files into a new one, whose name tells its format. Jelly in the
        layout of the 1.0.0 draft becomes Jelly 1.1. Blank nodes keep their labels; those of several
        files are kept apart, unless one job of Spark has written the files. Prefixes that the first
        file declares before its statements go into OUT.

        An RDF/Borsh file holds at most 65,535 terms, and 128 MiB before compression. The rest goes
        into files named as OUT with -001, -002 and so on before the extension. The names of all
        files are printed. A text RDF Patch is one patch: several patches of a .jellyp file become
        one there. OUT appears when it is complete, and an existing file is never replaced.

        IN is a file, a folder, a quoted glob, or - for standard input. OUT is a file, or - for
        standard output, where the data goes at once. For -, --from and --to name the formats. Names
        end in .nt, .nq, .ttl, .trig, .rdf, .xml, .owl, .jsonld, .rt or .trdf (RDF Thrift), .rpb or
        .pbrdf (RDF Protobuf), .jelly or .rdfb. The extension of a compression may follow: .gz or
        .zst, for IN also .bz2 or .xz. Or one of IN and OUT ends in .jellyp (Jelly-Patch) and the
        other in .rdfp (text RDF Patch).\
        """,
    footer = {
      "  jelly-bridge convert data.jelly data.rdfb",
      "  jelly-bridge convert --compat ruby data.jelly.gz data.rdfb",
      "  jelly-bridge convert data.rdfb data.jelly",
      "  jelly-bridge convert changes.rdfp changes.jellyp",
      "  jelly-bridge convert dump.nq.gz dump.jelly",
      "  jelly-bridge convert one.ttl two.rdf three.jsonld all.nq.gz",
      "  jelly-bridge convert --from nt --to ttl statements.txt statements.txt.ttl",
      "  zcat dump.nt.gz | jelly-bridge convert --from nt --to jelly - - | ssh host 'cat >"
          + " dump.jelly'"
    })
final class ConvertCommand extends CliCommand {
  @Spec CommandSpec spec;

  // Not "2..*": the two files would then have to follow each other without an option in between.
  @Parameters(
      arity = "1..*",
      paramLabel = "IN... OUT",
      hideParamSyntax = true,
      description = "files to read, and the file to write")
  List<String> paths;

  @Option(
      names = "--to",
      paramLabel = "SYNTAX",
      converter = Format.class,
      description = "format of OUT, one of those of --from (default: by its name)")
  FileKind to;

  @Option(
      names = "--base",
      paramLabel = "IRI",
      description =
          "base IRI that relative IRIs of IN are resolved against (default: the path of each file;"
              + " the current folder for -)")
  String base;

  @Option(
      names = "--remote-contexts",
      description =
          "load contexts of JSON-LD from other files and from the network (default: these are"
              + " errors)")
  boolean remoteContexts;

  @Option(
      names = "--external-entities",
      description =
          "load entities of RDF/XML from other files and from the network (default: these are"
              + " errors)")
  boolean externalEntities;

  @Option(
      names = "--rdf-star",
      description =
          "read and write triple terms in .nt and .nq as in RDF-star, << s p o >>, as subjects and"
              + " objects (default: as in RDF 1.2, <<( s p o )>>, as objects only)")
  boolean rdfStar;

  @Option(
      names = "--canonical",
      description =
          "write language tags in .nt and .nq in lower case, as in canonical N-Triples (default: as"
              + " they are)")
  boolean canonical;

  @Option(
      names = "--protocol-version",
      paramLabel = "VERSION",
      defaultValue = "1",
      converter = Version.class,
      description =
          "version of Jelly-RDF that .jelly files have: 1 for the lowest that fits, or 1.2, a draft"
              + " (default: 1)")
  ProtocolVersion protocolVersion;

  @Option(
      names = "--protocol-variant",
      paramLabel = "VARIANT",
      converter = VariantName.class,
      description = "draft of version 1.2: a or b (default: a)")
  ColumnOptions.Variant protocolVariant;

  @Option(
      names = "--compression-level",
      paramLabel = "0-12",
      defaultValue = "12",
      converter = Level.class,
      description = "compression of .rdfb: 0 is the fastest, 12 the smallest (default: 12)")
  int level;

  @Option(
      names = "--compat",
      paramLabel = "READER",
      defaultValue = "none",
      converter = VersionByte.class,
      description =
          "reader that .rdfb files are for: none (version byte 0x01) or ruby (0x31, which the Ruby"
              + " and the Rust implementation require) (default: none)")
  int versionByte;

  /** The source being read. */
  private String reading;

  @Override
  void run(Configuration conf) throws IOException {
    if (paths.size() < 2) {
      throw new ParameterException(
          spec.commandLine(), "expected a file to write after '" + paths.get(0) + "'");
    }
    String target = paths.get(paths.size() - 1);
    List<SourceFile> sources = new ArrayList<>();
    boolean open = false;
    try {
      for (String path : paths.subList(0, paths.size() - 1)) {
        reading = path;
        sources.addAll(SourceFile.expand(path, conf, console().in(), input()));
      }
      try (Converter converter = new Converter(sources, target, options(), conf, console())) {
        open = converter.isOpenFile();
        long statements = converter.convert(this::read);
        if (!open) {
          print(sources.get(0).name(), statements, converter.files());
        }
      }
    } catch (Console.ClosedException | Console.OutputException e) {
      throw e;
    } catch (IOException | RuntimeException | FSError e) {
      if (open && Console.isClosed(e)) {
        throw new Console.ClosedException(e);
      }
      // The number of a statement that cannot be written counts the statements of all sources.
      boolean counted = e instanceof RdfWriteException && sources.size() > 1;
      Failure failure = Failure.of(counted ? target : reading, e);
      note(failure);
      console().complain(failure.message());
    }
  }

  private void print(String source, long statements, List<String> files) {
    List<Map<String, Object>> made = files.stream().map(file -> Json.object("path", file)).toList();
    console()
        .print(
            json
                ? Json.text(Json.object("path", source, "statements", statements, "files", made))
                : String.join("\n", files));
  }

  private Progress read(SourceFile file) {
    reading = file.name();
    return progress(file);
  }

  private Converter.Options options() throws Failure.UnusableException {
    try {
      DocumentLimits limits =
          new DocumentLimits(
              DocumentLimits.DEFAULT_MAX_DEPTH,
              DocumentLimits.DEFAULT_MAX_DOCUMENT_BYTES,
              remoteContexts,
              externalEntities);
      return new Converter.Options(
          !lenient,
          to,
          SyntaxOptions.of(null).withBase(base).withDocuments(limits).withRdfStar(rdfStar),
          canonical,
          new BorshWriteOptions(versionByte, level),
          jelly());
    } catch (IllegalArgumentException e) {
      throw new Failure.UnusableException(e.getMessage(), e);
    }
  }

  private JellyWriteOptions jelly() {
    if (protocolVariant != null && protocolVersion != ProtocolVersion.V1_2) {
      throw new IllegalArgumentException("--protocol-variant needs --protocol-version 1.2");
    }
    return JellyWriteOptions.builder()
        .protocolVersion(protocolVersion)
        .protocolVariant(protocolVariant)
        .build();
  }

  /** Parses a version of Jelly-RDF. */
  static final class Version implements ITypeConverter<ProtocolVersion> {
    @Override
    public ProtocolVersion convert(String text) {
      try {
        return ProtocolVersion.of(text);
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException("expected 1 or 1.2, not '" + text + "'");
      }
    }
  }

  /** Parses a draft of version 1.2. */
  static final class VariantName implements ITypeConverter<ColumnOptions.Variant> {
    @Override
    public ColumnOptions.Variant convert(String text) {
      return switch (text.toLowerCase(Locale.ROOT)) {
        case "a" -> ColumnOptions.Variant.A;
        case "b" -> ColumnOptions.Variant.B;
        default -> throw new TypeConversionException("expected a or b, not '" + text + "'");
      };
    }
  }

  /** Parses a level of compression. */
  static final class Level implements ITypeConverter<Integer> {
    @Override
    public Integer convert(String text) {
      if (!text.matches("[0-9]|1[0-2]")) {
        throw new TypeConversionException("expected a number from 0 to 12, not '" + text + "'");
      }
      return Integer.valueOf(text);
    }
  }

  /** Parses the name of the reader to be compatible with. */
  static final class VersionByte implements ITypeConverter<Integer> {
    @Override
    public Integer convert(String text) {
      return switch (text) {
        case "none" -> 0x01;
        case "ruby" -> 0x31;
        default -> throw new TypeConversionException("expected none or ruby, not '" + text + "'");
      };
    }
  }
}
