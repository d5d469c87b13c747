"""Write the properties of all subjects as Parquet: one row per subject, one column per predicate.

Usage: python 02_property_table.py PATH FOLDER
"""

from __future__ import annotations

import sys

from jelly_bridge import property_table, read_jelly

path, folder = sys.argv[1:]
table = property_table(read_jelly(path), cells="value")
table.printSchema()
table.write.parquet(folder)
