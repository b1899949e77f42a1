"""Train the network of Big Two: ``python build/train_big_two/train.py FOLDER [--seed 11] [--threads 2]``.

Compiles the trainer with g++, compares its rules with the program's, trains in three stages and writes
FOLDER/network.npz, to be copied to ``assets/networks/big_two.npz``. It needs numpy, and AVX-512 for the speed stated in
``tests/bench/opponents.md``. Threads update shared weights in no fixed order, so the same seed gives an equally strong
network but not equal weights.
"""

import argparse
import os
import subprocess
import sys
from pathlib import Path

import export

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
FLAGS = ("-O3", "-std=c++17", "-march=native", "-ffast-math", "-mprefer-vector-width=512", "-pthread")
STAGES = ((780, "0.6", "0"), (1440, "0.5", "0"), (2400, "0.5", "5"))
"""For each stage: seconds, lambda, and n if one in n deals has naive players (0: none).

Later stages start with the weights of the stage before and a smaller learning rate.
"""


def compile_program(name: str, folder: Path) -> Path:
    """Compile a C++ program of this folder; return its path."""
    program = folder / name
    subprocess.run(["g++", *FLAGS, str(HERE / f"{name}.cpp"), "-o", str(program)], check=True)
    return program


def check_rules(folder: Path, deals: int = 1000) -> None:
    """Compare the trainer's rules and features with the program's in random deals.

    Raises:
        subprocess.CalledProcessError: they differ.
    """
    with subprocess.Popen([str(compile_program("dump", folder)), str(deals)], stdout=subprocess.PIPE) as dump:
        environment = {**os.environ, "PYTHONPATH": str(ROOT)}
        command = [sys.executable, str(HERE / "check_rules.py")]
        subprocess.run(command, stdin=dump.stdout, env=environment, check=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seed", type=int, default=11)
    parser.add_argument("--threads", type=int, default=2)
    arguments = parser.parse_args()
    folder: Path = arguments.folder
    folder.mkdir(parents=True, exist_ok=True)
    check_rules(folder)
    trainer = compile_program("train", folder)
    start: list[str] = []
    for stage, (seconds, share, naive) in enumerate(STAGES):
        weights = str(folder / f"stage_{stage + 1}.bin")
        seed = str(arguments.seed + stage)
        command = [str(trainer), weights, str(seconds), seed, str(arguments.threads), share, naive, *start]
        subprocess.run(command, check=True)
        start = [weights]
    export.main(start[0], str(folder / "network.npz"))


if __name__ == "__main__":
    main()
