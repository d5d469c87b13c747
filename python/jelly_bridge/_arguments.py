"""The words that the command `jelly-bridge` understands, and its help."""

from __future__ import annotations

import argparse
from importlib import metadata
from typing import Final

_EXIT_CODES: Final = """\
exit codes:
  0    every file was read
  1    a file is not valid in its format, or OUT cannot hold what is in it
  2    wrong usage, or a file is missing, cannot be opened or cannot be indexed, or OUT exists
  3    Java or the jar is missing, or something failed that is not your fault
  129, 130, 143
       hung up (SIGHUP), interrupted (Ctrl-C), told to end (SIGTERM)
  141  nobody reads the output any more
With several files the highest of 0 to 3 counts.
"""

_PATHS: Final = """\
FILE is a file, - for standard input, a folder (its files, not those in sub-folders) or a quoted
glob, on any file system that Hadoop can open (set up by HADOOP_CONF_DIR or spark-defaults.conf).
Names that end in .gz, .zst or .bz2 are decompressed. Files whose names end in .rdfb are RDF/Borsh,
in .jellyp Jelly-Patch, in .rdfp text RDF Patch, in .nt, .nq, .ttl, .trig, .rdf, .xml, .owl,
.jsonld, .rt, .trdf, .rpb or .pbrdf what these say, all others Jelly.
"""

_EXAMPLES: Final = {
    "": """\
examples:
  jelly-bridge inspect data.jelly
  jelly-bridge head -n 3 data.jelly.gz
  jelly-bridge count data/*.jelly
  jelly-bridge validate --json data/ | jq -r 'select(.valid | not).message'
""",
    "inspect": """\
examples:
  jelly-bridge inspect data.jelly
  jelly-bridge inspect --json data/*.jelly | jq .statements
""",
    "head": """\
examples:
  jelly-bridge head data.jelly
  jelly-bridge head -n 100 --json data.jelly | jq -r .o.value
""",
    "count": """\
examples:
  jelly-bridge count data.jelly
  jelly-bridge count --json 'data/*.jelly'
""",
    "index": """\
examples:
  jelly-bridge index large.jelly
  jelly-bridge index --json 'data/*.jelly' | jq .places
""",
    "convert": """\
examples:
  jelly-bridge convert data.jelly data.rdfb
  jelly-bridge convert --compat ruby data.jelly.gz data.rdfb
  jelly-bridge convert data.rdfb data.jelly
  jelly-bridge convert changes.rdfp changes.jellyp
  jelly-bridge convert dump.nq.gz dump.jelly
  jelly-bridge convert one.ttl two.rdf three.jsonld all.nq.gz
  jelly-bridge convert --from nt --to ttl statements.txt statements.txt.ttl
  zcat dump.nt.gz | jelly-bridge convert --from nt --to jelly - - | ssh host 'cat > dump.jelly'
""",
    "validate": """\
examples:
  jelly-bridge validate data.jelly && echo fine
  jelly-bridge validate --lenient data/ > report.txt
""",
}


_SYNTAXES: Final = ("nt", "nq", "ttl", "trig", "rdfxml", "jsonld", "thrift", "protobuf")
_FORMATS: Final = (*_SYNTAXES, "jelly", "rdfb")


_MOST_STATEMENTS: Final = (1 << 63) - 1
"""What Java can count."""


def parser() -> argparse.ArgumentParser:
    """Describe the commands."""
    whole = argparse.ArgumentParser(
        prog="jelly-bridge",
        description="Look into RDF files and convert them: Jelly, Jelly-Patch, RDF/Borsh and the\n"
        "syntaxes of RDF.",
        epilog=f"{_EXAMPLES['']}\n{_EXIT_CODES}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    whole.add_argument("--version", action="version", version=f"jelly-bridge {_version()}")
    commands = whole.add_subparsers(dest="command", required=True, metavar="COMMAND")

    def plain(
        name: str, summary: str, details: str, paths: str = _PATHS
    ) -> argparse.ArgumentParser:
        sub = commands.add_parser(
            name,
            help=summary,
            description=f"{details}\n\n{paths}",
            epilog=f"{_EXAMPLES[name]}\n{_EXIT_CODES}",
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        sub.add_argument("--json", action="store_true", help="print one JSON object a line")
        sub.add_argument(
            "--lenient",
            action="store_true",
            help="let pass violations that leave the meaning unambiguous",
        )
        sub.add_argument(
            "--progress",
            action=argparse.BooleanOptionalAction,
            default=None,
            help="show progress on standard error (default: when that is a terminal)",
        )
        return sub

    def command(name: str, summary: str, details: str) -> argparse.ArgumentParser:
        sub = plain(name, summary, details)
        sub.add_argument("files", nargs="+", metavar="FILE")
        return sub

    command(
        "inspect",
        "tell what a file says about itself, and what is in it",
        "Read files from end to end; print layout, options, namespaces, sizes and counts.",
    )
    head = command(
        "head",
        "print the first statements",
        "Print the first statements as N-Quads, or as the rows that Spark would see (--json).\n"
        "Blank nodes keep the labels that they have in the file.",
    )
    head.add_argument(
        "-n",
        "--lines",
        type=_count,
        default=10,
        metavar="N",
        help="statements of each file (default: 10)",
    )
    command(
        "count",
        "count the statements",
        "Print the number of statements; with several files, one line each and the total.\n"
        "Only frames and kinds of rows are checked; `validate` checks everything.",
    )
    command(
        "index",
        "write the index that lets several tasks share a file",
        "Read files from end to end and write beside each, as .FILE.index, where in it reading\n"
        "can start. Spark then shares the file among its tasks, until the file is changed.\n"
        "Files that jelly-bridge has written have checkpoints and do not need it; files that are\n"
        "compressed, not delimited or in the layout of the 1.0.0 draft cannot be indexed.",
    )
    command(
        "validate",
        "check files against the specification",
        "Read files from end to end and print a verdict on each.",
    )
    convert = plain(
        "convert",
        "convert files between the syntaxes of RDF, Jelly and RDF/Borsh, or patches",
        "Copy the statements of files into a new one, in the format that its name tells; Jelly in\n"
        "the layout of the 1.0.0 draft becomes Jelly 1.1. Blank nodes keep their labels; those of\n"
        "several files are kept apart, unless one job of Spark has written the files. Prefixes\n"
        "that the first file declares in front go into OUT.\n"
        "More than 65,535 terms, or 128 MiB before compression, are too much for one RDF/Borsh\n"
        "file: the rest goes into OUT with -001, -002 and so on before the extension. The names\n"
        "of all files are printed.\n"
        "A text RDF Patch is one patch: several patches of a .jellyp file become one there.\n"
        "OUT appears when it is complete; if it is -, all goes to standard output as it comes.",
        "IN is a file, a folder or a quoted glob; it may be -, standard input, and OUT standard\n"
        "output; then --from and --to say what they\n"
        "are. Else IN ends in .nt, .nq, .ttl, .trig, .rdf, .xml, .owl, .jsonld, .rt or .trdf (RDF\n"
        "Thrift), .rpb or .pbrdf (RDF Protobuf), .jelly or .rdfb, and may be compressed (.gz,\n"
        ".zst, .bz2); OUT in one of them, too, and in .gz or .zst behind it if it is to be\n"
        "compressed. Or one of them ends in .jellyp and the other in .rdfp.\n",
    )
    convert.add_argument("sources", nargs="+", metavar="IN")
    convert.add_argument("target", metavar="OUT")
    convert.add_argument(
        "--from",
        dest="source_format",
        choices=_FORMATS,
        metavar="SYNTAX",
        help=f"what IN is, whatever its name: {', '.join(_FORMATS)}",
    )
    convert.add_argument(
        "--to",
        dest="target_format",
        choices=_FORMATS,
        metavar="SYNTAX",
        help=f"what OUT is to be, whatever its name: {', '.join(_FORMATS)}",
    )
    convert.add_argument(
        "--base",
        metavar="IRI",
        help="base IRI of IN (default: its own place; of standard input, the current folder)",
    )
    convert.add_argument(
        "--remote-contexts",
        action="store_true",
        help="load contexts of JSON-LD that are elsewhere; without, they are an error",
    )
    convert.add_argument(
        "--external-entities",
        action="store_true",
        help="load entities of RDF/XML that are elsewhere; without, they are an error",
    )
    convert.add_argument(
        "--rdf-star",
        action="store_true",
        help="write quoted triples in .nt and .nq as << s p o >>, subjects too; without, as in\n"
        "RDF 1.2, <<( s p o )>>, as objects only",
    )
    convert.add_argument(
        "--compression-level",
        type=int,
        choices=range(13),
        default=12,
        metavar="0-12",
        help="of RDF/Borsh: 0 is the fastest (default: 12)",
    )
    convert.add_argument(
        "--compat",
        choices=["none", "ruby"],
        default="none",
        help="of RDF/Borsh: write the version byte that the Ruby reader insists on",
    )
    return whole


def _count(text: str) -> int:
    """Parse a number of statements."""
    try:
        value = int(text)
    except ValueError:
        value = -1
    if not 0 <= value <= _MOST_STATEMENTS:
        msg = f"expected a number from 0 to {_MOST_STATEMENTS}, not '{text}'"
        raise argparse.ArgumentTypeError(msg)
    return value


def _version() -> str:
    """Give the version of this package."""
    try:
        return metadata.version("jelly-bridge")
    except metadata.PackageNotFoundError:
        return "(not installed)"
