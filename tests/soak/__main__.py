"""``python -m tests.soak``; kept small, because every child process imports this module again."""

import sys

from tests.soak import main

if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
