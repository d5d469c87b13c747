"""Writes the software bill of materials of the jar: which libraries it holds, in which licence.

The format is CycloneDX 1.6. The licences are those in NOTICE.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import uuid
from datetime import datetime, timezone
from pathlib import Path
from typing import Any, Final

HEADING: Final = re.compile(r"\(([^()]+)\):$")
"""The end of a heading in NOTICE: the licence as an SPDX expression."""

COORDINATES: Final = re.compile(r"  ([\w.-]+:[\w.-]+)$")
"""A library in NOTICE: group and name."""


def licences(notice: str) -> dict[str, str]:
    """Return the licence of each library that NOTICE names, as an SPDX expression."""
    found: dict[str, str] = {}
    licence = ""
    for line in notice.splitlines():
        if heading := HEADING.search(line):
            licence = heading[1]
        elif library := COORDINATES.match(line):
            found[library[1]] = licence
    return found


def bill_of_materials(bundled: list[dict[str, str]], jar: str, root: Path) -> dict[str, Any]:
    """Return the bill of materials of a jar.

    Args:
        bundled: Group, name, version and file of each library in the jar.
        jar: Group, name and version of the jar, separated by colons.
        root: The checkout.
    """
    known = licences((root / "NOTICE").read_text(encoding="utf-8"))
    group, name, version = jar.split(":")
    product = component(group, name, version, "Apache-2.0")
    libraries = []
    for library in bundled:
        licence = known[f"{library['group']}:{library['name']}"]
        entry = component(library["group"], library["name"], library["version"], licence)
        content = Path(library["file"]).read_bytes()
        entry["hashes"] = [{"alg": "SHA-256", "content": hashlib.sha256(content).hexdigest()}]
        libraries.append(entry)
    date = datetime.fromtimestamp(int(os.environ["SOURCE_DATE_EPOCH"]), timezone.utc)
    bill: dict[str, Any] = {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"timestamp": date.isoformat(), "component": product},
        "components": libraries,
        "dependencies": [
            {"ref": product["bom-ref"], "dependsOn": [entry["bom-ref"] for entry in libraries]},
            *({"ref": entry["bom-ref"]} for entry in libraries),
        ],
    }
    # The same libraries have the same number.
    number = uuid.uuid5(uuid.NAMESPACE_URL, json.dumps(bill))
    return {**bill, "serialNumber": f"urn:uuid:{number}"}


def component(group: str, name: str, version: str, licence: str) -> dict[str, Any]:
    """Return a library as a component."""
    purl = f"pkg:maven/{group}/{name}@{version}"
    kind = "expression" if " " in licence else "license"
    licensed = {kind: licence} if kind == "expression" else {kind: {"id": licence}}
    return {
        "type": "library",
        "bom-ref": purl,
        "group": group,
        "name": name,
        "version": version,
        "licenses": [licensed],
        "purl": purl,
    }
