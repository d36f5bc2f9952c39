"""The two players of a match change colours, and all that was written down of each goes with them."""

from typing import Any

from django.db import models
from django.db.models import Case, F, QuerySet, Value, When

from matches.actors import Actor, username_of
from matches.models import (
    Adjournment,
    Draft,
    Figure,
    Game,
    Match,
    Penalty,
    Report,
    Ruling,
    Transcript,
)
from matches.services import decisions, restoring, rows
from matches.services.guards import must_rule, must_stand
from matches.services.restoring import OTHER_SIDE
from matches.states import BEFORE_THE_END, Decision, Status


def exchange_sides(*, match: Match, by: Actor, reason: str) -> Match:
    """Seat the same two players the other way round; scores, games, claims and records keep their players.

    Needed when an owner of the match turns its seats. No signal is sent: nothing about the result changes.
    """
    match = rows.locked(match)
    must_rule(by, match.desk)
    must_stand(match, *BEFORE_THE_END, Status.SETTLED)
    _exchange_rows(match)
    rows.write(
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
        earlier_states=restoring.with_sides_exchanged(match),
    )
    result = decisions.result_of(match)
    decisions.add(match, Decision.RESEATING, result=result, by=by, reason=reason)
    return match


def _exchange_rows(match: Match) -> None:
    scores = _columns("white_score", "black_score")
    Adjournment.objects.filter(match=match).update(**_columns("white_clock", "black_clock"))
    Figure.objects.filter(transcript__match=match).update(side=_side("side"))
    Game.objects.filter(match=match).update(**_columns("white_after", "black_after"), winner=_side("winner"))
    Penalty.objects.filter(match=match).update(side=_side("side"))
    Report.objects.filter(match=match).update(
        **scores, side=_side("side"), confirmed_side=_side("confirmed_side")
    )
    Ruling.objects.filter(match=match).update(**scores, winner=_side("winner"))
    Transcript.objects.filter(match=match).update(
        **scores, swapped=Case(When(swapped=True, then=False), default=True)
    )
    _exchange_faults(Transcript.objects.filter(match=match).exclude(fault={}))
    _exchange_drafts(match)


def _columns(white: str, black: str) -> dict[str, F]:
    return {white: F(black), black: F(white)}


def _side(column: str) -> Case:
    return Case(
        *(When(**{column: side}, then=Value(other)) for side, other in OTHER_SIDE.items()),
        default=F(column),
        output_field=models.CharField(),
    )


def _exchange_faults(transcripts: QuerySet[Transcript]) -> None:
    for transcript in transcripts:
        fault: dict[str, Any] = transcript.fault
        transcript.fault = {**fault, "side": OTHER_SIDE[fault["side"]]} if fault.get("side") else fault
        transcript.save(update_fields=["fault"])


def _exchange_drafts(match: Match) -> None:
    for draft in Draft.objects.filter(match=match):
        draft.lines = [_exchanged_line(str(line)) for line in draft.lines]
        draft.version += 1
        draft.save(update_fields=["lines", "version"])


def _exchanged_line(line: str) -> str:
    side, space, rest = line.partition(" ")
    return f"{OTHER_SIDE.get(side, side)}{space}{rest}"
