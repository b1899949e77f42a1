"""Solve a round of Pass the Ace numerically and write ``engine/bots/pass_the_ace/tables.py``.

    python build/solve_pass_the_ace.py

Regret matching+ (Tammelin 2014) on sampled deals from a full pack. At every turn each answer is played out once with
the others' current strategies, and regrets are summed for each (place, what was heard, own rank). The result is the
average strategy, with later deals weighted more. One turn in thirty takes a random answer, so that rare states are
solved too. A life lost costs 1; each loss of another player is worth 1/(players-1), as with equal lives.
The pack is always complete: users of the tables must account for the cards in the trash themselves.

Seed 1 and the deals below take about five minutes on one core. Lives lost a round by place, the dealer last, when all
play this strategy (50,000 rounds, each ± 0.002):

    players  dealer takes from stock or neighbour               dealer takes from the stock only
    2        .744 .314                                          .536 .527
    3        .623 .237 .222                                     .316 .399 .360
    4        .571 .165 .193 .185                                .222 .281 .322 .270
    5        .533 .126 .153 .172 .157                           .163 .218 .247 .265 .217
    6        .488 .101 .130 .151 .163 .137                      .127 .175 .200 .221 .230 .179
    7        .449 .088 .115 .130 .142 .149 .117                 .101 .143 .166 .189 .199 .203 .154
    8        .426 .070 .099 .113 .128 .133 .142 .108            .083 .123 .144 .163 .170 .179 .179 .134

When the dealer may take the first player's card, the first player is badly off and keeps its lowest cards (ace to three
with four players) for the dealer to take: passing them on would improve the dealer's exchange.
"""

import random
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))
OUTPUT = ROOT / "engine" / "bots" / "pass_the_ace" / "tables.py"
if not OUTPUT.exists():
    OUTPUT.write_text("TABLES: dict[tuple[int, bool], str] = {}\n", encoding="utf-8")

from engine.bots.pass_the_ace import model  # noqa: E402
from engine.bots.pass_the_ace.model import DRAW, KING, SAFE, STICK, SWAP, Announcements, play_turn, probability_letter  # noqa: E402
from engine.bots.pass_the_ace.tables import TABLES  # noqa: E402

SEED = 1
DEALS = {2: 100_000, 3: 300_000, 4: 500_000, 5: 400_000, 6: 300_000, 7: 250_000, 8: 250_000}
EXPLORE = 1 / 30
RARE = 0.00005
"""States in a smaller share of the deals are left out."""
PACK = [rank for rank in range(KING + 1) for _ in range(4)]
WIDTH = 118
HEAD = '''"""The solved strategy for a round of Pass the Ace, written by ``build/solve_pass_the_ace.py``, not by hand.

One word for each state: place, how many stuck, who is left with a low card, how the card came, what the first did (see
``engine.bots.pass_the_ace.model``); then a mark for each rank from ace to queen: ninths of swapping, or for the dealer
a letter for thirds of swapping and of drawing.
"""

TABLES: dict[tuple[int, bool], str] = {'''

State = tuple[int, Announcements, int]
"""Place, what was heard, own rank."""


class Solver:
    """The strategies of all places for one number of players and one house rule."""

    def __init__(self, players: int, deck_only: bool) -> None:
        self.players = players
        self.chance = random.Random(SEED)
        self.dealer = [STICK, DRAW] if deck_only else [STICK, SWAP, DRAW]
        self.regrets: dict[State, list[float]] = {}
        self.sums: dict[State, list[float]] = {}

    def acts(self, place: int) -> list[int]:
        return self.dealer if place == self.players - 1 else [STICK, SWAP]

    def state(self, place: int, heard: Announcements, own: int) -> State:
        return place, (min(heard[0], model.MAX_STUCK), *heard[1:]), own

    def strategy(self, state: State) -> list[float]:
        regrets = self.regrets.get(state)
        if regrets is None:
            count = len(self.acts(state[0]))
            regrets = self.regrets[state] = [0.0] * count
            self.sums[state] = [0.0] * count
        total = sum(regrets)
        return [regret / total for regret in regrets] if total > 0 else [1 / len(regrets)] * len(regrets)

    def pick(self, strategy: list[float]) -> int:
        left = self.chance.random()
        for index, share in enumerate(strategy):
            left -= share
            if left < 0:
                return index
        return len(strategy) - 1

    def value(self, ranks: list[int], place: int, heard: Announcements, drawn: int, me: int) -> float:
        """Value of the round to ``me`` when every player from ``place`` on plays the current strategy."""
        for mover in range(place, self.players):
            own = ranks[mover]
            act = STICK
            if own != KING and heard[2] < SAFE:
                act = self.acts(mover)[self.pick(self.strategy(self.state(mover, heard, own)))]
            heard = play_turn(ranks, mover, act, heard, drawn)
        lowest = min(ranks)
        losers = ranks.count(lowest)
        share = 1 / (self.players - 1)
        return share * (losers - 1) - 1 if ranks[me] == lowest else share * losers

    def deal(self, weight: float) -> None:
        """Deal once and update the regrets at every turn."""
        chance, pack = self.chance.random, PACK.copy()
        ranks = [pack.pop(int(chance() * len(pack))) for _ in range(self.players)]
        drawn = pack[int(chance() * len(pack))]
        heard = model.NO_ANNOUNCEMENTS
        for place in range(self.players):
            own = ranks[place]
            if own == KING or heard[2] >= SAFE:
                heard = play_turn(ranks, place, STICK, heard, drawn)
                continue
            acts, state = self.acts(place), self.state(place, heard, own)
            strategy = self.strategy(state)
            values = []
            for act in acts:
                trial = ranks.copy()
                then = play_turn(trial, place, act, heard, drawn)
                values.append(self.value(trial, place + 1, then, drawn, place))
            expected = sum(share * value for share, value in zip(strategy, values, strict=True))
            regrets, sums = self.regrets[state], self.sums[state]
            for index, value in enumerate(values):
                regrets[index] = max(0.0, regrets[index] + value - expected)
                sums[index] += weight * strategy[index]
            chosen = int(chance() * len(acts)) if chance() < EXPLORE else self.pick(strategy)
            heard = play_turn(ranks, place, acts[chosen], heard, drawn)

    def solve(self, deals: int) -> None:
        for number in range(deals):
            self.deal(number / deals)

    def words(self, deals: int) -> list[str]:
        """The table: a word for each state, with five digits for the state and then a mark for each rank, ace first."""
        states: dict[tuple[int, Announcements], dict[int, list[float]]] = {}
        for (place, heard, own), sums in self.sums.items():
            states.setdefault((place, heard), {})[own] = sums
        words = []
        for (place, heard), by_rank in sorted(states.items()):
            if sum(map(sum, by_rank.values())) < RARE * deals / 2:
                continue
            seen = [own for own, sums in by_rank.items() if sum(sums) > 0]
            marks = "".join(self._mark(place, by_rank[min(seen, key=lambda r: abs(r - own))]) for own in range(KING))
            words.append("".join(map(str, (place, *heard))) + marks)
        return words

    def _mark(self, place: int, sums: list[float]) -> str:
        total = sum(sums)
        if place < self.players - 1:
            return str(round(9 * sums[1] / total))
        swap = sums[self.dealer.index(SWAP)] / total if SWAP in self.dealer else 0.0
        return probability_letter(swap, sums[-1] / total)

    def losses(self, rounds_played: int) -> list[float]:
        """Return the lives that each place loses per round when all play the average strategy."""
        for state, sums in self.sums.items():
            self.regrets[state] = sums
        lost = [0] * self.players
        for _ in range(rounds_played):
            pack = PACK.copy()
            ranks = [pack.pop(int(self.chance.random() * len(pack))) for _ in range(self.players + 1)]
            drawn = ranks.pop()
            self.value(ranks, 0, model.NO_ANNOUNCEMENTS, drawn, 0)
            for place, own in enumerate(ranks):
                lost[place] += own == min(ranks)
        return [count / rounds_played for count in lost]


def write(tables: dict[tuple[int, bool], str]) -> None:
    """Write the module with these tables."""
    lines = [HEAD]
    row = WIDTH // (len("12345") + KING + 1)
    for (players, deck_only), table in sorted(tables.items()):
        words = table.split()
        lines.append(f'    ({players}, {deck_only}): """')
        lines += [" ".join(words[at : at + row]) for at in range(0, len(words), row)]
        lines.append('""",')
    lines.append("}")
    OUTPUT.write_text("\n".join(lines) + "\n", encoding="utf-8")


def main() -> None:
    """Solve for all numbers of players, or for those given as arguments."""
    tables = dict(TABLES)
    for players in map(int, sys.argv[1:]) if sys.argv[1:] else DEALS:
        for deck_only in (False, True):
            start = time.process_time()
            solver = Solver(players, deck_only)
            solver.solve(DEALS[players])
            words = solver.words(DEALS[players])
            losses = " ".join(f"{lost:.3f}" for lost in solver.losses(50_000))
            print(players, deck_only, f"{time.process_time() - start:.0f} s, {len(words)} states:", losses, flush=True)
            tables[players, deck_only] = " ".join(words)
            write(tables)


if __name__ == "__main__":
    main()
