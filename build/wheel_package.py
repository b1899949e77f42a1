"""House Rules as an installed package, whose folder has ``main``, ``engine``, ``scenes`` and ``assets``."""

import sys
from importlib import import_module
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))


def main() -> None:
    """Run the program with the arguments of the command line."""
    program = import_module("main")
    program.exit_process(program.main(sys.argv[1:]))
