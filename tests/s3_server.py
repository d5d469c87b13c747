"""An S3 server on this machine, with faults on demand; counts requests."""

from __future__ import annotations

import logging
import math
import re
import threading
import time
from html import unescape
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import unquote_plus

import boto3
import pyspark
from moto.moto_server.werkzeug_app import DomainDispatcherApplication, create_backend_app
from werkzeug.serving import make_server

from gradle_jars import ROOT, fetch

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

HOST: Final = "127.0.0.1"
SLOW_DOWN: Final = (
    b'<?xml version="1.0" encoding="UTF-8"?>'
    b"<Error><Code>SlowDown</Code><Message>Please reduce your request rate.</Message></Error>"
)
NO_FAULT: Final = ""
ENTRY: Final = re.compile(rb"<Contents>.*?<Key>(.*?)</Key>.*?</Contents>", re.DOTALL)
PIECE: Final = 1 << 16
JARS: Final = ROOT / "build" / "s3"
HADOOP: Final = "3.5.0"
"""The version of the client, which has to be that of Spark's Hadoop."""

Request = tuple[str, str]
"""Method, and path with query."""


def jars() -> list[Path]:
    """Return the jars of the client for S3; none for another Hadoop than theirs."""
    spark = Path(pyspark.__path__[0]) / "jars"
    if not (spark / f"hadoop-client-api-{HADOOP}.jar").exists():
        return []
    fetch("s3Jars", JARS)
    return sorted(JARS.glob("*.jar"))


class S3Server:
    """Moto's S3 with a filter that counts requests and makes some fail."""

    def __init__(self) -> None:
        """Start the server on a free port."""
        logging.getLogger("werkzeug").setLevel(logging.CRITICAL)
        self.requests: list[Request] = []
        self.fault: Callable[[Request], str] = lambda _: NO_FAULT
        """Returns `throttle`, `drop`, `slow` or no fault for a request."""
        self.faults = 0
        self.unlisted: Callable[[str, float], bool] = lambda _key, _age: False
        """Whether listings omit an object, by its name and its age in seconds."""
        self.bytes_sent = 0
        self.bytes_per_second = math.inf
        """The most that one answer sends."""
        self._made: dict[str, float] = {}
        self._store = DomainDispatcherApplication(create_backend_app)
        self._server = make_server(HOST, 0, self._answer, threaded=True)
        self.url = f"http://{HOST}:{self._server.server_port}"
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)
        self._thread.start()
        self.client = boto3.client(
            "s3",
            endpoint_url=self.url,
            region_name="us-east-1",
            aws_access_key_id="key",
            aws_secret_access_key="secret",  # noqa: S106  any will do
        )

    def close(self) -> None:
        """Stop the server."""
        self._server.shutdown()
        self._server.server_close()

    def settings(self) -> dict[str, str]:
        """Return the settings of Hadoop's client; retries are quick and few."""
        settings = {
            "endpoint": self.url,
            "endpoint.region": "us-east-1",
            "path.style.access": "true",
            "connection.ssl.enabled": "false",
            "access.key": "key",
            "secret.key": "secret",
            "attempts.maximum": "1",
            "retry.interval": "20ms",
            "retry.limit": "4",
            "retry.throttle.interval": "20ms",
            "retry.throttle.limit": "4",
            "connection.timeout": "5s",
        }
        return {f"fs.s3a.{name}": value for name, value in settings.items()}

    def keys(self, bucket: str, prefix: str = "") -> list[str]:
        """Return the names of the objects that start with a prefix."""
        pages = self.client.get_paginator("list_objects_v2").paginate(Bucket=bucket, Prefix=prefix)
        return [item["Key"] for page in pages for item in page.get("Contents", [])]

    def _answer(self, environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
        query = environ.get("QUERY_STRING", "")
        request = (
            environ["REQUEST_METHOD"],
            environ["PATH_INFO"] + (f"?{query}" if query else ""),
        )
        self.requests.append(request)
        fault = self.fault(request)
        self.faults += fault != NO_FAULT
        if fault == "throttle":
            # As S3 does: it does not read the body, and ends the connection.
            headers = [("Content-Type", "application/xml"), ("Connection", "close")]
            start("503 Slow Down", [*headers, ("Content-Length", str(len(SLOW_DOWN)))])
            return [SLOW_DOWN]
        if request[0] == "PUT":
            self._made[request[1].split("?")[0].strip("/")] = time.monotonic()
        if request[0] == "GET" and "list-type=2" in query:
            return self._listing(environ, start)
        body: Iterable[bytes] = self._store(environ, start)
        if fault == "drop":
            return _dropped(body)
        return self._sent(_slow(body) if fault == "slow" else body)

    def _sent(self, body: Iterable[bytes]) -> Iterator[bytes]:
        """Count the bytes of an answer, and send them no faster than wanted."""
        for piece in body:
            for at in range(0, len(piece), PIECE):
                part = piece[at : at + PIECE]
                self.bytes_sent += len(part)
                time.sleep(len(part) / self.bytes_per_second)
                yield part

    def _listing(self, environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
        """Answer a listing without the objects that it omits."""
        bucket = environ["PATH_INFO"].strip("/")
        answer: list[Any] = []
        body = b"".join(self._store(environ, lambda *status: answer.extend(status)))

        def kept(entry: re.Match[bytes]) -> bytes:
            key = unquote_plus(unescape(entry.group(1).decode()))
            age = time.monotonic() - self._made.get(f"{bucket}/{key}", -math.inf)
            return b"" if self.unlisted(key, age) else entry.group(0)

        body = ENTRY.sub(kept, body)
        headers = [each for each in answer[1] if each[0].lower() != "content-length"]
        start(answer[0], [*headers, ("Content-Length", str(len(body)))])
        return self._sent([body])


def _dropped(body: Iterable[bytes]) -> Iterator[bytes]:
    """Send half of a body and end the connection; of an empty one, not even the status."""
    content = b"".join(body)
    if len(content) > 1:
        yield content[: len(content) // 2]
    raise ConnectionAbortedError


def _slow(body: Iterable[bytes]) -> Iterator[bytes]:
    """Send a body in small pieces with pauses."""
    content = b"".join(body)
    step = max(1, len(content) // 5)
    for at in range(0, len(content), step):
        time.sleep(0.05)
        yield content[at : at + step]
