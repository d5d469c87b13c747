package io.github.jellybridge.cli;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * The command {@code jelly-bridge}. The Python package starts this class in a separate process. It
 * needs Spark's jars for Hadoop and its libraries; only {@code query} starts a Spark session.
 */
@Command(
    name = "jelly-bridge",
    scope = ScopeType.INHERIT,
    mixinStandardHelpOptions = true,
    versionProvider = CliMain.Version.class,
    subcommands = {
      FileCommand.Inspect.class,
      FileCommand.Head.class,
      FileCommand.Count.class,
      FileCommand.Index.class,
      FileCommand.Validate.class,
      ConvertCommand.class,
      QueryCommand.class
    },
    synopsisHeading = "usage: ",
    synopsisSubcommandLabel = "COMMAND ...",
    descriptionHeading = "%n",
    parameterListHeading = "%narguments:%n",
    optionListHeading = "%noptions:%n",
    commandListHeading = "%ncommands:%n",
    exitCodeListHeading = "%nexit codes:%n",
    exitCodeList = {
      "0:every file was read",
      "1:a file is not valid in its format, or OUT cannot hold its content",
      "2:wrong usage, or a file is missing, has an unknown format, cannot be opened or cannot be"
          + " indexed, or OUT exists",
      "3:Java or the jar is missing, the output cannot be written, or an internal error",
      "129, 130, 143:hung up (SIGHUP), interrupted (Ctrl-C), terminated (SIGTERM)",
      "141:the reader of the output has closed it",
      ":With several files the highest of 0 to 3 counts."
    },
    footerHeading = "%nexamples:%n",
    description =
        "Looks into RDF files, converts them and queries them: Jelly, Jelly-Patch, RDF/Borsh and"
            + " syntaxes of RDF.",
    footer = {
      "  jelly-bridge inspect data.jelly",
      "  jelly-bridge head -n 3 data.jelly.gz",
      "  jelly-bridge count data/*.jelly",
      "  jelly-bridge validate --json data/ | jq -r 'select(.valid | not).message'"
    })
public final class CliMain {
  static final int OK = 0;
  static final int INVALID = 1;
  static final int USAGE = 2;
  static final int FAILED = 3;
  static final int CLOSED = 128 + 13; // The same as for a process that SIGPIPE ends.

  /**
   * Exit code of the process that replaces {@link #INVALID}, as Java exits with 1 if it cannot
   * start.
   */
  private static final int INVALID_OF_PROCESS = 65;

  /** System property: the id of the process whose end also ends this one. */
  private static final String PARENT = "jelly-bridge.parent";

  private static final long PARENT_CHECK_MILLIS = 200;

  /** System property: the width of the terminal; set only if standard error is a terminal. */
  private static final String COLUMNS = "jelly-bridge.columns";

  private CliMain() {}

  /**
   * Runs the command line on the standard streams of this process, and ends the process.
   *
   * @param args the words after {@code jelly-bridge}
   */
  public static void main(String[] args) {
    endWithParent();
    // Text printed by a library must not be mixed with the data.
    System.setOut(System.err);
    Console console =
        new Console(
            new FileInputStream(FileDescriptor.in),
            new FileOutputStream(FileDescriptor.out),
            new FileOutputStream(FileDescriptor.err),
            Integer.getInteger(COLUMNS));
    int code = run(console, args);
    System.exit(code == INVALID ? INVALID_OF_PROCESS : code);
  }

  /**
   * Ends this process, which deletes temporary files, when its parent process has been killed.
   *
   * <p>This process then has another parent. Whether the old parent still exists is no criterion: a
   * killed process stays listed until its own parent has waited for it, which can take as long as
   * this process keeps a pipe open.
   */
  private static void endWithParent() {
    Long parent = Long.getLong(PARENT);
    if (parent == null) {
      return;
    }
    Thread watch =
        new Thread(
            () -> {
              while (parent.equals(
                  ProcessHandle.current().parent().map(ProcessHandle::pid).orElse(null))) {
                try {
                  Thread.sleep(PARENT_CHECK_MILLIS);
                } catch (InterruptedException e) {
                  return;
                }
              }
              System.exit(FAILED);
            },
            "jelly-bridge-parent");
    watch.setDaemon(true);
    watch.start();
  }

  /**
   * Runs the command line.
   *
   * @param in standard input
   * @param out standard output
   * @param err standard error, which is not a terminal
   * @param args the words after {@code jelly-bridge}
   * @return the exit code
   */
  public static int run(InputStream in, OutputStream out, OutputStream err, String... args) {
    return run(new Console(in, out, err, null), args);
  }

  private static int run(Console console, String... args) {
    try {
      int code = execute(console, args);
      console.clearProgress();
      console.flush();
      return code;
    } catch (Console.ClosedException e) {
      return CLOSED;
    } catch (Console.OutputException e) {
      return complain(console, e.getMessage());
    }
  }

  private static int complain(Console console, String message) {
    try {
      console.complain(message);
      return FAILED;
    } catch (Console.ClosedException e) {
      return CLOSED;
    }
  }

  private static int execute(Console console, String... args) {
    StringWriter help = new StringWriter();
    List<Exception> failures = new ArrayList<>();
    CommandLine commandLine =
        new CommandLine(new CliMain())
            .setOut(new PrintWriter(help))
            .setColorScheme(CommandLine.Help.defaultColorScheme(Ansi.OFF))
            .setUsageHelpWidth(100)
            .setUsageHelpLongOptionsMaxWidth(30)
            .setExpandAtFiles(false)
            .setParameterExceptionHandler((e, words) -> wrongUsage(console, e))
            .setExecutionExceptionHandler(
                (e, command, result) -> {
                  // picocli would print an exception thrown here.
                  failures.add(e);
                  return FAILED;
                });
    commandLine
        .getSubcommands()
        .values()
        .forEach(command -> ((CliCommand) command.getCommand()).console(console));
    int code = commandLine.execute(args);
    for (Exception e : failures) {
      if (e instanceof Console.ClosedException || e instanceof Console.OutputException) {
        throw (RuntimeException) e;
      }
      console.complain("internal error: " + e);
    }
    if (help.getBuffer().length() > 0) {
      console.print(help.toString().stripTrailing());
    }
    return code;
  }

  private static int wrongUsage(Console console, ParameterException e) {
    CommandLine.Help help = e.getCommandLine().getHelp();
    String usage = help.synopsisHeading() + help.synopsis(help.synopsisHeadingLength());
    console.complain(reason(e), usage);
    return USAGE;
  }

  private static String reason(ParameterException e) {
    CommandLine command = e.getCommandLine();
    boolean isCommand =
        command.getParent() == null
            && e instanceof UnmatchedArgumentException unmatched
            && !unmatched.isUnknownOption();
    return isCommand
        ? "unknown command '"
            + ((UnmatchedArgumentException) e).getUnmatched().get(0)
            + "'; the commands are "
            + String.join(", ", command.getSubcommands().keySet())
        : e.getMessage();
  }

  /** Provides the version of the jar. */
  static final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
      String version = CliMain.class.getPackage().getImplementationVersion();
      return new String[] {"jelly-bridge " + (version == null ? "(not packaged)" : version)};
    }
  }
}
