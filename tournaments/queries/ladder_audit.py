"""Ladders folded again: every stored challenge that disagrees with its lines, as a refusal nobody raises."""

from collections.abc import Iterator

from django.db.models import QuerySet

from matches.states import Status
from rules.errors import Refusal
from tournaments.ladders.fold import fold
from tournaments.ladders.state import DONE, Challenge, LadderState
from tournaments.models import Ladder, LadderChallenge
from tournaments.queries.ladders import lines_of


def ladders() -> QuerySet[Ladder]:
    """Every ladder of the house, oldest first."""
    return Ladder.objects.order_by("pk")


def disagreements(ladder: Ladder) -> Iterator[Refusal]:
    """Lines with a gap or that cannot stand, challenges and results that are stored otherwise."""
    lines = lines_of(ladder)
    if [line.seq for line in lines] != list(range(1, len(lines) + 1)) or ladder.version != len(lines):
        yield Refusal("audit_ladder", ladder=ladder.name, seq=len(lines))
    try:
        state = fold(lines)
    except Refusal as refusal:
        yield Refusal("audit_ladder", ladder=ladder.name, seq=refusal.facts.get("seq", ""))
        return
    rows = {row.number: row for row in ladder.challenges.select_related("match", "challenger", "holder")}
    for number in sorted({*rows, *state.challenges}):
        row, held = rows.get(number), state.challenges.get(number)
        if row is None or held is None or not _agree(row, held, state):
            yield Refusal("audit_challenge", ladder=ladder.name, challenge=number)


def _agree(row: LadderChallenge, held: Challenge, state: LadderState) -> bool:
    people = (state.members[held.challenger].player, state.members[held.holder].player)
    if (row.stands, row.due) != (held.stands, held.due) or people != (row.challenger.code, row.holder.code):
        return False
    if held.stands != DONE:
        return row.match is None or row.match.status != Status.SETTLED.value
    if row.match is None or row.match.status != Status.SETTLED.value:
        return False
    return {"white": held.challenger, "black": held.holder}.get(row.match.winner, 0) == held.winner
