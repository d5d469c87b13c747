"""Checks the version of PySpark before other modules import parts that older versions lack."""

from __future__ import annotations

import pyspark

_OLDEST = 4
"""Major version of the oldest PySpark that this package supports."""

if int(pyspark.__version__.partition(".")[0]) < _OLDEST:
    msg = (
        f"jelly-bridge needs PySpark {_OLDEST}.0 or newer, found {pyspark.__version__}: "
        "upgrade it, or choose a runtime with Spark 4 on a cluster"
    )
    raise ImportError(msg)
