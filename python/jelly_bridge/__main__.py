"""Makes `python -m jelly_bridge` the same as the command `jelly-bridge`."""

from __future__ import annotations

import sys

from jelly_bridge.cli import main

if __name__ == "__main__":
    sys.exit(main())
