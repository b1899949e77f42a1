"""``python -m tests.new_game``."""

import sys

from tests.new_game.cli import main

if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
