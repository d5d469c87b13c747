"""Checks that PySpark is installed and new enough, before other modules import parts of it."""

from __future__ import annotations

_OLDEST = 4
"""Major version of the oldest PySpark that this package supports."""

try:
    import pyspark
except ModuleNotFoundError as error:
    if error.name != "pyspark":
        raise
    msg = (
        "jelly-bridge needs PySpark, which is not installed: run "
        "pip install 'jelly-bridge[spark]'; to use the Spark of a cluster, start Python with its "
        "spark-submit or pyspark"
    )
    raise ModuleNotFoundError(msg, name="pyspark") from None

if int(pyspark.__version__.partition(".")[0]) < _OLDEST:
    msg = (
        f"jelly-bridge needs PySpark {_OLDEST}.0 or newer, found {pyspark.__version__}: "
        "upgrade it, or choose a runtime with Spark 4 on a cluster"
    )
    raise ImportError(msg)
