"""``python -m tests.pictures``."""

import sys

from tests.pictures.shots import main

if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
