"""``python -m tests.golden [SLUG …]``."""

import sys

from tests.golden.perft import main

if __name__ == "__main__":
    main(sys.argv[1:])
