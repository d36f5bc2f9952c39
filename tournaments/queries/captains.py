"""What a captain has still to do: the meetings that wait for his line-up."""

from django.db.models import Q

from matches.models import Player
from tournaments.models import Entry, Pairing, TeamMember


def to_line_up(player: Player) -> list[tuple[Entry, Pairing]]:
    """The meetings for which a captain has not handed a line-up in yet. One query, and one where he leads."""
    own = Q(player=player.pk) if player.person_id is None else Q(player__person=player.person_id)
    mine = TeamMember.objects.filter(own, is_captain=True).select_related("entry__player")
    entries = {row.entry_id: row.entry for row in mine}
    if not entries:
        return []
    rows = Pairing.objects.filter(
        Q(white_entry__in=entries) | Q(black_entry__in=entries),
        board=0,
        boards__gte=2,
        white_won=None,
        decided="",
        event__status="published",
    )
    found = rows.select_related("event__tournament__club", "white_entry__player", "black_entry__player")
    return [
        (entries[entry], row)
        for row in found.prefetch_related("sealed").order_by("round", "pk")
        for entry in (row.white_entry_id, row.black_entry_id)
        if entry in entries and row.white_entry_id and row.black_entry_id
        if entry not in {one.entry_id for one in row.sealed.all()}
    ]
