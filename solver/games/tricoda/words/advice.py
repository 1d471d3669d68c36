"""The advice in sentences: why to declare or to wait."""

from __future__ import annotations

from solver.games.tricoda.reasons import Certain, Grounds, LikelyWrong, LittleToGain, MuchToGain, RivalClose
from solver.language import say, say_percent


def say_reason(reason: Grounds) -> str:
    """It goes on from `Declare 4 5 5: ` or `Wait: `."""
    match reason:
        case Certain():
            return say("it is certain.")
        case RivalClose(player):
            return say(
                "{player} needs one point more and may know the code already: waiting is worth less.", player=player
            )
        case LikelyWrong():
            return say("a declaration now would more likely be wrong than right.")
        case LittleToGain():
            return say("one more question would lift the chance by less than the time it takes.")
        case MuchToGain(gain):
            lift = say_percent(gain)
            return say("one more question lifts the chance by about {gain}, more than its time is worth.", gain=lift)
