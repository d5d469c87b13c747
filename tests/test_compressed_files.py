"""Compressed files: the names they may have, in every format, and the windows that they may need.

`DecompressionTest` has the bytes; here are the data sources and the command line.
"""

from __future__ import annotations

import bz2
import gzip
import lzma
from typing import TYPE_CHECKING, Any, Final

import pytest
import zstandard

from cli import objects, run
from encoders import TRIPLES, encode_with_pyjelly
from files import triples
from jelly_bridge import (
    JellyBridgeError,
    borsh,
    inspect_jelly,
    read_jelly,
    read_jelly_patch,
    read_rdf,
    read_rdf_borsh,
)

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from pyspark.sql import DataFrame, SparkSession

COMPRESS: Final[dict[str, Callable[[bytes], bytes]]] = {
    "gz": gzip.compress,
    "gzip": gzip.compress,
    "zst": zstandard.compress,
    "zstd": zstandard.compress,
    "bz2": bz2.compress,
    "bzip2": bz2.compress,
    "xz": lzma.compress,
}
SHORT: Final = {"gz": "gzip", "zst": "zstd", "bz2": "bzip2"}
LINE: Final = b'<x:s> <x:p> "o" .\n'
SYNTAXES: Final = {
    "nt": LINE,
    "nq": LINE,
    "ttl": LINE,
    "trig": LINE,
    "rdf": b"""<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:x="x:">
        <rdf:Description rdf:about="x:s"><x:p>o</x:p></rdf:Description></rdf:RDF>""",
    "jsonld": b'{"@id": "x:s", "x:p": "o"}',
}
READERS: Final[dict[str, Callable[..., DataFrame]]] = {
    **dict.fromkeys(SYNTAXES, read_rdf),
    "rt": read_rdf,
    "rpb": read_rdf,
    "jelly": read_jelly,
    "jellyp": read_jelly_patch,
    "rdfb": read_rdf_borsh,
}


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """A file of one statement in each format, by extension."""
    folder = tmp_path_factory.mktemp("plain")
    contents = dict(SYNTAXES)
    (folder / "a.nt").write_bytes(LINE)
    (folder / "a.rdfp").write_text('A <x:s> <x:p> "o" .\n')
    for extension in READERS.keys() - SYNTAXES.keys():
        source = folder / ("a.rdfp" if extension == "jellyp" else "a.nt")
        target = folder / f"b.{extension}"
        assert run("convert", source, target).returncode == 0
        contents[extension] = target.read_bytes()
    return contents


@pytest.mark.parametrize(
    "reader", dict.fromkeys(READERS.values()), ids=lambda reader: reader.__name__
)
def test_all_names_of_compressions_are_read_in_every_format(
    spark: SparkSession, tmp_path: Path, plain: dict[str, bytes], reader: Callable[..., DataFrame]
) -> None:
    names = [f"a.{extension}" for extension in READERS if READERS[extension] is reader]
    for name in names:
        for compression, compress in COMPRESS.items():
            data = compress(plain[name[2:]])
            (tmp_path / f"{name}.{compression}").write_bytes(data)
            (tmp_path / f"{name.upper()}.{compression.upper()}").write_bytes(data)
    assert reader(tmp_path, spark=spark).count() == len(names) * len(COMPRESS) * 2
    found = run("count", *sorted(tmp_path.iterdir()))
    if reader is not read_jelly_patch:
        assert {line[0] for line in found.stdout.splitlines()[:-1]} == {"1"}
    assert found.stderr == ""


@pytest.mark.parametrize("compression", COMPRESS)
def test_inspect_names_the_compression(
    spark: SparkSession, tmp_path: Path, compression: str
) -> None:
    file = tmp_path / f"a.jelly.{compression}"
    data = encode_with_pyjelly(triples(), TRIPLES)
    file.write_bytes(COMPRESS[compression](data))
    found = SHORT.get(compression, compression)
    info = inspect_jelly(file, spark=spark)
    assert (info.compression, info.uncompressed_bytes) == (found, len(data))
    (printed,) = objects(run("inspect", "--json", file).stdout)
    assert printed["compression"] == found


def test_compressions_of_targets_follow_all_their_extensions(tmp_path: Path) -> None:
    (tmp_path / "a.nt").write_bytes(LINE)
    for extension, decompress in (("gzip", gzip.decompress), ("zstd", None)):
        target = tmp_path / f"b.nt.{extension}"
        assert run("convert", tmp_path / "a.nt", target).stdout == f"{target}\n"
        data = target.read_bytes()
        if decompress is not None:
            assert decompress(data) == LINE
        else:
            assert zstandard.ZstdDecompressor().decompressobj().decompress(data) == LINE
    for extension in ("bz2", "bzip2", "xz", "lz4", "br"):
        target = tmp_path / f"b.nt.{extension}"
        result = run("convert", tmp_path / "a.nt", target)
        assert (result.returncode, result.stdout) == (2, "")
        assert result.stderr == (
            f"jelly-bridge: {target}: expected another compression, .gz or .zst;"
            f" .{extension} cannot be written\n"
        )
        assert not target.exists()


@pytest.mark.parametrize("extension", READERS)
def test_other_compressions_are_refused_by_name(
    spark: SparkSession, tmp_path: Path, plain: dict[str, bytes], extension: str
) -> None:
    file = tmp_path / f"a.{extension}.lz4"
    file.write_bytes(plain[extension])
    message = f"a.{extension}.lz4 is not read: files compressed as .lz4 are not supported."
    options = {"mode": "DROPMALFORMED", "ignore_corrupt_files": True}
    with pytest.raises(Exception, match="files compressed as") as error:
        READERS[extension](file, spark=spark, **options).collect()
    assert message in str(error.value)
    result = run("validate", file)
    assert (result.returncode, result.stdout) == (2, "")
    assert message in result.stderr


# ---- windows ----


def with_window(data: bytes, window: int) -> bytes:
    """Make a file of zstd that asks for a window of a power of two (RFC 8878, 3.1.1)."""
    exponent = window.bit_length() - 1 - 10
    header = bytes.fromhex("28b52ffd00") + bytes([exponent << 3])
    block = (len(data) << 3 | 1).to_bytes(3, "little")
    return header + block + data


NEEDED: Final = 1 << 28
REFUSED: Final = (
    f"needs a window of {NEEDED} bytes to be decompressed, more than the limit of {1 << 27} bytes."
    " Raise the option 'maxWindowBytes' (max_window_bytes in Python, --max-window-bytes on the"
    " command line)"
)


@pytest.mark.parametrize("extension", READERS)
def test_a_large_window_is_no_corruption_and_an_option_allows_it(
    spark: SparkSession, tmp_path: Path, plain: dict[str, bytes], extension: str
) -> None:
    file = tmp_path / f"a.{extension}.zst"
    file.write_bytes(with_window(plain[extension], NEEDED))
    read = READERS[extension]
    modes: list[dict[str, Any]] = [{}, {"mode": "DROPMALFORMED"}, {"ignore_corrupt_files": True}]
    for options in modes:
        with pytest.raises(Exception, match="needs a window") as error:
            read(file, spark=spark, **options).collect()
        assert f"a.{extension}.zst {REFUSED}" in str(error.value)
    # A count may take another way.
    with pytest.raises(Exception, match="needs a window"):
        read(file, spark=spark, mode="DROPMALFORMED").count()
    assert read(file, spark=spark, max_window_bytes="256m").count() == 1
    result = run("validate", file)
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr.startswith(f"jelly-bridge: {file} {REFUSED}")
    assert run("validate", "--max-window-bytes", "256m", file).returncode == 0


def test_the_window_of_the_command_line_has_a_range(tmp_path: Path) -> None:
    for size in ("1023", "3g", "x", "-1", "99999999999k"):
        result = run("count", "--max-window-bytes", size, tmp_path / "a.nt")
        assert result.returncode == 2
        assert f"expected a size from 1k to 2g, not '{size}'" in result.stderr


def test_the_start_before_a_large_window_is_not_the_file(
    spark: SparkSession, tmp_path: Path
) -> None:
    file = tmp_path / "a.nt.zst"
    file.write_bytes(zstandard.compress(LINE * 9) + with_window(LINE, NEEDED))
    with pytest.raises(Exception, match="needs a window"):
        read_rdf(file, spark=spark, mode="DROPMALFORMED").count()
    assert read_rdf(file, spark=spark, max_window_bytes=NEEDED).count() == 10


def test_a_large_window_of_a_text_patch_is_no_corruption(tmp_path: Path) -> None:
    file = tmp_path / "a.rdfp.zst"
    file.write_bytes(with_window(b'A <x:s> <x:p> "o" .\n', NEEDED))
    for result in (run("validate", file), run("convert", file, tmp_path / "b.jellyp")):
        assert (result.returncode, result.stdout) == (2, "")
        assert result.stderr.startswith(f"jelly-bridge: {file} {REFUSED}")


def test_functions_without_the_option_name_it(spark: SparkSession, tmp_path: Path) -> None:
    for name in ("a.jelly.zst", "a.rdfb.zst"):
        (tmp_path / name).write_bytes(with_window(b"", NEEDED))
    with pytest.raises(JellyBridgeError, match="the option 'maxWindowBytes'"):
        inspect_jelly(tmp_path / "a.jelly.zst", spark=spark)
    with pytest.raises(JellyBridgeError, match="the option 'maxWindowBytes'"):
        borsh.load(tmp_path / "a.rdfb.zst", spark=spark)
