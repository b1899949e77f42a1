"""``python -m tests.fit_all``."""

import sys

from tests.fit_all.check import main

if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
