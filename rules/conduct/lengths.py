"""A match that was played to a wrong length: the points stay, the announced length decides."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rules.conduct.rulings import Continuation, Moment, Ruling
from rules.match import GameOutcome, MatchScore, check_length
from rules.options import MatchLaws


@dataclass(frozen=True, slots=True)
class LengthPlayed:
    """The games as both agree they ended, the length `announced` and the one they were `played_to`."""

    announced: int
    played_to: int
    games: Sequence[GameOutcome]
    moment: Moment = "in_game"


def wrong_length(claim: LengthPlayed, laws: MatchLaws) -> Ruling:
    """The claim that a match was played to a wrong length. Raises `Illegal` (`match_length_invalid`).

    `length_right`: it was not. `length_decided`: somebody had reached the announced length; he won then, and
    later games do not count (facts `idle`). `length_corrected`: the match goes on to the announced length.
    `length_for_director`, once the result is recorded: only the desk may correct it. Points stay as they
    were won, also by a cube that the announced length would have forbidden.
    """
    check_length(claim.announced)
    score, games_counted = _count(claim, laws)
    facts: dict[str, object] = {
        "announced": claim.announced,
        "played": claim.played_to,
        "white": score.white,
        "black": score.black,
        "idle": len(claim.games) - games_counted,
    }
    on, over = Continuation("match_goes_on", score=score), Continuation("match_decided", score=score)
    continuations = (over,) if score.winner else (on,)
    law = "conduct.match-length"
    if claim.announced == claim.played_to:
        return Ruling("length_right", law, continuations, facts=facts)
    if claim.moment == "recorded":
        return Ruling("length_for_director", law, continuations, facts=facts)
    if score.winner:
        return Ruling("length_decided", law, continuations, facts=facts)
    return Ruling("length_corrected", law, continuations, facts=facts)


def _count(claim: LengthPlayed, laws: MatchLaws) -> tuple[MatchScore, int]:
    """The score at the announced length, and how many games it took to get there."""
    score, games_counted = MatchScore.new(claim.announced, laws), 0
    for outcome in claim.games:
        if score.winner:
            break
        score, games_counted = score.credit(outcome), games_counted + 1
    return score, games_counted
