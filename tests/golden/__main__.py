"""``python -m tests.golden``."""

from tests.golden.perft import main

if __name__ == "__main__":
    main()
