"""The two players of a match change colours, and all that was written down of each goes with them."""

from django.db import models
from django.db.models import Case, F, Value, When

from matches.actors import Actor, username_of
from matches.models import Adjournment, Game, Match, Penalty, Report, Ruling
from matches.services import decisions, restoring, rows
from matches.services.guards import require_official, require_status
from matches.services.restoring import OTHER_SIDE
from matches.signals import sides_exchanged
from matches.states import BEFORE_THE_END, Decision, Status


def exchange_sides(*, match: Match, by: Actor, reason: str) -> Match:
    """Seat the same two players the other way round; scores, games, claims and records keep their players.

    Needed when an owner of the match turns its seats. No signal of a result is sent: it stays as it is.
    """
    match = rows.lock_match(match)
    require_official(by, match.desk)
    require_status(match, *BEFORE_THE_END, Status.SETTLED)
    _exchange_rows(match)
    sides_exchanged.send(sender=Match, match=match)
    rows.write_match(
        match,
        actor=username_of(by),
        white=match.black,
        black=match.white,
        white_start=match.black_start,
        black_start=match.white_start,
        white_score=match.black_score,
        black_score=match.white_score,
        white_rating=match.black_rating,
        black_rating=match.white_rating,
        winner=OTHER_SIDE.get(match.winner, ""),
        earlier_states=restoring.exchange_stored_sides(match),
    )
    result = decisions.get_result(match)
    decisions.record_decision(match, Decision.RESEATING, result=result, by=by, reason=reason)
    return match


def _exchange_rows(match: Match) -> None:
    scores = _columns("white_score", "black_score")
    Adjournment.objects.filter(match=match).update(**_columns("white_clock", "black_clock"))
    Game.objects.filter(match=match).update(**_columns("white_after", "black_after"), winner=_side("winner"))
    Penalty.objects.filter(match=match).update(side=_side("side"))
    Report.objects.filter(match=match).update(
        **scores, side=_side("side"), confirmed_side=_side("confirmed_side")
    )
    Ruling.objects.filter(match=match).update(**scores, winner=_side("winner"))


def _columns(white: str, black: str) -> dict[str, F]:
    return {white: F(black), black: F(white)}


def _side(column: str) -> Case:
    return Case(
        *(When(**{column: side}, then=Value(other)) for side, other in OTHER_SIDE.items()),
        default=F(column),
        output_field=models.CharField(),
    )
