"""Matches that the desk settled with a given score, and how many of them each of two persons won."""

from datetime import UTC, datetime

from matches.actors import SYSTEM
from matches.models import Desk, Match, Player
from matches.queries import player_history
from matches.services import lifecycle, reporting
from tests.factories import with_account
from tests.factory_recordings import replayed


@replayed
def played(
    desk: Desk, white: Player, black: Player, score: tuple[int, int] = (7, 3), year: int = 2026
) -> Match:
    """A match to 7, settled at this score by an official of the desk in that year."""
    by = with_account(desk.officials.get())
    match = lifecycle.create_match(desk=desk, white=white, black=black, length=7, by=SYSTEM)
    match = lifecycle.call_match(match=match, table=desk.tables.get(number=1), by=SYSTEM)
    reporting.report(match=match, white_score=score[0], black_score=score[1], identity=by)
    Match.objects.filter(pk=match.pk).update(settled_at=datetime(year, 3, 1, tzinfo=UTC))
    return Match.objects.select_related("desk", "white", "black").get(pk=match.pk)


def wins_between(one: Player, other: Player) -> tuple[int, int]:
    """Return how many played matches each of two persons has won against the other."""
    head_to_head = player_history.compare_players(one, other)
    return head_to_head.one.matches, head_to_head.other.matches
