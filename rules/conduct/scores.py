"""A score that was kept wrongly and noticed later: counted again from the games."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rules.conduct.rulings import Continuation, Moment, Ruling
from rules.match import GameOutcome, MatchScore
from rules.options import MatchLaws


@dataclass(frozen=True, slots=True)
class ScoreShown:
    """The games as both agree they ended, and the score that was written: White's points, then Black's."""

    length: int
    games: Sequence[GameOutcome]
    white: int
    black: int
    moment: Moment = "in_game"


def wrong_score(claim: ScoreShown, laws: MatchLaws) -> Ruling:
    """The claim that the score is wrong; it is counted again from the games.

    `score_right`: it is not. `score_corrected`: it is put right now, with the Crawford game where it then
    falls. `score_for_director` once the result is recorded: only the desk may correct it, with its reason.
    Games played after the match was won do not count (facts `idle`). Raises `Illegal` for games that cannot
    be.
    """
    score, games_counted = MatchScore.new(claim.length, laws), 0
    for outcome in claim.games:
        if score.winner:
            break
        score, games_counted = score.after(outcome), games_counted + 1
    facts: dict[str, object] = {
        "white": score.white,
        "black": score.black,
        "idle": len(claim.games) - games_counted,
    }
    continuations = (Continuation("score_put_right", score=score),)
    if (score.white, score.black) == (claim.white, claim.black) and games_counted == len(claim.games):
        return Ruling("score_right", "conduct.score", continuations, facts=facts)
    if claim.moment == "recorded":
        return Ruling("score_for_director", "conduct.score", continuations, facts=facts)
    return Ruling("score_corrected", "conduct.score", continuations, facts=facts)
