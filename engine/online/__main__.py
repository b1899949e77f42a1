"""Command line of the dedicated host: ``python -m engine.online --profile DIR``; see ``--help``."""

import sys

from engine.online.host.dedicated import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
