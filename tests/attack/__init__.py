"""The attack that stays: true games nobody may refuse, the same games broken, and every command run on both.

`think_str8_games`, `tricoda_games` and `thinkaboxin_games` play by the rule sheets and share no code with `solver/`;
`simulated` takes whole games from `deduce simulate`. `true_logs` writes them down as people do and leaves out what may
be missing; `mutations` breaks them. `calls` runs a command in this process, `sessions` one of `play` into which a log
is typed, `cases` says what must hold of their answers, `shrinking` makes a finding small. `python -m tests.attack
--lines 1000000` is the long run, over all cores; `python -m tests.attack.engines` holds both engines against brute
force, `python -m tests.attack.kills` ends sessions of `play` and, by `tables`, of `serve` at random moments
(`terminals`, `phones`), `python -m tests.attack.siege` besieges `serve`, with the four seats of `crowd` writing at
once. A few cases of each are normal tests.
"""

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # as in the program itself: threads that wait count as work
