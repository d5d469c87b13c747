"""The exceptions of this package: one class for each thing that a caller may want to handle."""

from __future__ import annotations


class JellyBridgeError(Exception):
    """Anything that went wrong in jelly_bridge itself."""


class JarNotAttachedError(JellyBridgeError):
    """The Spark session does not have the jelly-bridge jar, and it could not be added."""


class JvmRequiredError(JellyBridgeError):
    """A JVM beside Python (Py4J) is needed, as Spark Connect and pyspark-client do not have it."""


class JellyParseError(JellyBridgeError, ValueError):
    """A file is not valid Jelly.

    The message holds everything; the attributes hold the same, where known, for programs.

    Attributes:
        path: The file.
        frame: Number of the frame, from 0.
        byte_offset: Where in the uncompressed file the offending bytes start.
        row: Number of the row inside the frame, from 0.
        expected: What the specification asks for.
        found: What the file has.
    """

    def __init__(  # noqa: PLR0913  the parts of one message, all by keyword
        self,
        message: str,
        *,
        path: str | None = None,
        frame: int | None = None,
        byte_offset: int | None = None,
        row: int | None = None,
        expected: str | None = None,
        found: str | None = None,
    ) -> None:
        """Keep the message and its parts."""
        super().__init__(message)
        self.path = path
        self.frame = frame
        self.byte_offset = byte_offset
        self.row = row
        self.expected = expected
        self.found = found


class RdfBorshParseError(JellyBridgeError, ValueError):
    """A file is not valid RDF/Borsh; the message says where, what was expected and what found."""
