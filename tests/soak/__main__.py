"""``python -m tests.soak``; a module of its own, as processes that it starts would read its imports in again."""

import sys

from tests.soak import main

if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
