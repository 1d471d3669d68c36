"""How often each way of deducing is the easiest in simulated games: python -m tests.bench.measure_patterns [GAMES]"""

from __future__ import annotations

import sys
from collections import Counter

from solver.games.think_str8.game import ThinkStr8
from solver.games.tricoda.game import Tricoda
from solver.practice import Task


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    for game in (ThinkStr8(), Tricoda()):
        found = [one for seed in range(games) for one in game.invent(seed, {Task.CROSS})]
        patterns, sums = Counter(one.pattern for one in found), Counter(one.sums for one in found)
        print(f"{game.title}: {len(found)} moments in {games} games; {dict(sorted(sums.items()))} by sums or answers")
        print(*(f"| {pattern} | {times} |" for pattern, times in patterns.most_common()), sep="\n", flush=True)


if __name__ == "__main__":
    main()
