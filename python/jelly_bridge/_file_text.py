"""What there is to say about a file, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from jelly_bridge.inspection import (
    BorshInfo,
    JellyInfo,
    PatchInfo,
    PatchOptions,
    SyntaxInfo,
    info_from,
)

if TYPE_CHECKING:
    from jelly_bridge._worker import Answer


FileInfo: TypeAlias = JellyInfo | BorshInfo | PatchInfo | SyntaxInfo
"""What is told about a file of whatever format."""


def file_info(answer: Answer) -> FileInfo:
    """Make what is told about a file of whatever format."""
    if answer.get("format") == "rdf-borsh":
        return BorshInfo(**answer)
    if "operations" in answer:
        options = answer.pop("options", None)
        return PatchInfo(**answer, options=options and PatchOptions(**options))
    return SyntaxInfo(**answer) if "format" in answer else info_from(answer)


def description(info: FileInfo) -> str:
    """Write what is in a file for people."""
    if isinstance(info, BorshInfo):
        return _described_borsh(info)
    if isinstance(info, SyntaxInfo):
        return _lines(
            ("file", info.path),
            ("size", _size(info)),
            ("syntax", info.format),
            ("statements", str(info.statements)),
        )
    return _described_patch(info) if isinstance(info, PatchInfo) else _described(info)


def _lines(*rows: tuple[str, str]) -> str:
    """Write one row a line."""
    return "\n".join(f"{name + ':':<14} {value}" for name, value in rows)


def _size(info: FileInfo) -> str:
    """Write the size of a file."""
    size = f"{info.bytes} bytes"
    if info.compression:
        size += f", {info.compression}; {info.uncompressed_bytes} bytes uncompressed"
    return size


def _features(*, generalized: bool, rdf_star: bool) -> str:
    """Write which features a stream declares."""
    features = (("generalized statements", generalized), ("RDF-star", rdf_star))
    return ", ".join(name for name, used in features if used) or "none"


def _described_patch(info: PatchInfo) -> str:
    """Write what is in a file of patches for people."""
    rows = [("file", info.path), ("size", _size(info))]
    options = info.options
    if options is None:
        rows.append(("format", "text RDF Patch"))
    else:
        features = _features(generalized=options.generalized_statements, rdf_star=options.rdf_star)
        rows += [
            ("format", f"Jelly-Patch, version tag {options.version}"),
            ("framing", "delimited" if info.delimited else "not delimited"),
            ("statement type", options.statement_type),
            ("stream type", options.stream_type),
            ("features", features),
            ("frames", str(info.frames)),
        ]
    rows.append(("patches", str(info.patches)))
    counts = ", ".join(f"{count} {op}" for op, count in info.operations.items())
    rows.append(("operations", counts or "none"))
    if info.ignored_graphs:
        rows.append(("graphs", f"{info.ignored_graphs} ignored, as these are triples"))
    if info.violations:
        rows.append(("violations", f"{info.violations} let pass"))
    return _lines(*rows)


def _described_borsh(info: BorshInfo) -> str:
    """Write what is in an RDF/Borsh file for people."""
    bodies = {"blocks": "two LZ4 blocks", "frame": "one LZ4 frame"}
    rows = (
        ("file", info.path),
        ("size", _size(info)),
        ("format", f"RDF/Borsh, version byte 0x{info.version_byte:02x}, flags 0x{info.flags:02x}"),
        ("body", bodies[info.body]),
        ("terms", str(info.terms)),
        ("statements", str(info.statements)),
    )
    return _lines(*rows)


def _described(info: JellyInfo) -> str:
    """Write what is in a file for people."""
    options = info.options
    features = _features(generalized=options.generalized_statements, rdf_star=options.rdf_star)
    lookups = (
        ("names", info.lookups.names, options.max_name_table_size),
        ("prefixes", info.lookups.prefixes, options.max_prefix_table_size),
        ("datatypes", info.lookups.datatypes, options.max_datatype_table_size),
    )
    rows = [
        ("file", info.path),
        ("size", _size(info)),
        ("layout", f"{info.layout}, version tag {info.version}"),
        ("framing", "delimited" if info.delimited else "not delimited"),
        ("stream name", options.stream_name or "none"),
        ("physical type", info.physical_type),
        ("logical type", info.logical_type),
        ("features", features),
        ("frames", str(info.frames)),
        ("statements", str(info.statements)),
        *((name, f"{used} entries defined, table of {size}") for name, used, size in lookups),
    ]
    if info.violations:
        rows.append(("violations", f"{info.violations} let pass"))
    rows.extend(("namespace", f"{n.name}: <{n.iri}>") for n in info.namespaces)
    return _lines(*rows)
