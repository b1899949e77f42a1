"""A host without a screen: ``python -m engine.online --profile DIR``; ``--help`` says the rest."""

import sys

from engine.online.host.dedicated import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
