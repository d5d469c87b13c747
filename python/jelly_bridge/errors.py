"""The exceptions of this package: one class for each failure that a caller may want to handle."""

from __future__ import annotations


class JellyBridgeError(Exception):
    """Base of all errors in jelly_bridge itself."""


class JarNotAttachedError(JellyBridgeError):
    """The Spark session does not have the jelly-bridge jar, and it could not be added."""


class JvmRequiredError(JellyBridgeError):
    """A JVM beside Python (Py4J) is needed, as Spark Connect and pyspark-client do not have it."""


class JellyParseError(JellyBridgeError, ValueError):
    """A file is not valid Jelly.

    The message contains all details; the attributes hold the known ones for programs.

    Attributes:
        path: The file.
        frame: Number of the frame, from 0.
        byte_offset: Offset of the invalid bytes in the uncompressed file.
        row: Number of the row inside the frame, from 0.
        expected: Content that the specification requires.
        found: Content of the file.
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
        """Store the message and its parts."""
        super().__init__(message)
        self.path = path
        self.frame = frame
        self.byte_offset = byte_offset
        self.row = row
        self.expected = expected
        self.found = found


class RdfBorshParseError(JellyBridgeError, ValueError):
    """A file is not valid RDF/Borsh. The message names position, expected and actual content."""
