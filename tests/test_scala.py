"""The script of docs/scala.md, run by PySpark's spark-shell, prints what the page says."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import pyspark

from encoders import QUADS, encode_with_pyjelly
from jelly_bridge import jar_path
from people import people

PAGE = Path(__file__).resolve().parents[1] / "docs" / "scala.md"
BLOCK = re.compile(r"^```(scala|text)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
START = "==== start"
END = "==== end"


def script(page: str) -> str:
    """Put the examples of the page together, with a mark around what each prints."""
    return "\n".join(
        f'println("{START}")\n{content}\nprintln("{END}")\n'
        for kind, content in BLOCK.findall(page)
        if kind == "scala"
    )


def shell(code: str, folder: Path) -> str:
    """Run a script in spark-shell, give what it prints."""
    (folder / "script.scala").write_text(code, encoding="utf-8")
    home = Path(pyspark.__file__).parent
    env = {k: v for k, v in os.environ.items() if not k.startswith(("SPARK_", "PYSPARK_"))}
    result = subprocess.run(
        [
            str(home / "bin" / "spark-shell"),
            "--master",
            "local[1]",
            "--driver-memory",
            "1g",
            "--conf",
            "spark.ui.enabled=false",
            "--conf",
            "spark.driver.host=127.0.0.1",
            "--jars",
            str(jar_path()),
            "-I",
            "script.scala",
        ],
        cwd=folder,
        env={**env, "SPARK_HOME": str(home), "SPARK_LOCAL_IP": "127.0.0.1"},
        input=":quit\n",
        check=False,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert result.returncode == 0, result.stderr
    return result.stdout


def test_script_prints_what_the_page_says(tmp_path: Path) -> None:
    data = encode_with_pyjelly(people(), QUADS)
    (tmp_path / "people.jelly").write_bytes(data)
    page = PAGE.read_text(encoding="utf-8")
    out = shell(script(page), tmp_path)
    printed = [part.split(END)[0].strip() + "\n" for part in out.split(START)[1:]]
    said = [content for kind, content in BLOCK.findall(page) if kind == "text"]
    assert printed == said
