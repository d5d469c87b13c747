"""Message classes generated from `proto/`, in a separate descriptor pool."""

from __future__ import annotations

import tempfile
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

from google.protobuf import descriptor_pb2, descriptor_pool, message_factory
from grpc_tools import protoc

PROTO = Path(__file__).resolve().parents[1] / "proto"


@cache
def _pool() -> descriptor_pool.DescriptorPool:
    """Compile all files of `proto/`."""
    pool = descriptor_pool.DescriptorPool()
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "all.pb"
        files = sorted(str(file.relative_to(PROTO)) for file in PROTO.glob("*.proto"))
        code = protoc.main(
            [
                "protoc",
                f"--proto_path={PROTO}",
                f"--proto_path={resources.files('grpc_tools') / '_proto'}",
                "--include_imports",
                f"--descriptor_set_out={target}",
                *files,
            ]
        )
        assert code == 0, "protoc failed"
        described = descriptor_pb2.FileDescriptorSet.FromString(target.read_bytes())
    for file in described.file:
        pool.Add(file)
    return pool


def message(name: str) -> Any:  # noqa: ANN401  a class that only exists at run time
    """Return the class of a message, such as `jellybridge.rdf.RdfTriple`."""
    return message_factory.GetMessageClass(_pool().FindMessageTypeByName(name))
