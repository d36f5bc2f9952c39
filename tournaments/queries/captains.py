"""Meetings that wait for a captain's line-up."""

from django.db.models import Q

from matches.models import Player
from tournaments.models import Entry, Pairing, TeamMember


def meetings_to_line_up(player: Player) -> list[tuple[Entry, Pairing]]:
    """The meetings for which a captain has not handed a line-up in yet. One query, and one where he leads."""
    is_player = Q(player=player.pk) if player.person_id is None else Q(player__person=player.person_id)
    captaincies = TeamMember.objects.filter(is_player, is_captain=True).select_related("entry__player")
    entries = {meeting.entry_id: meeting.entry for meeting in captaincies}
    if not entries:
        return []
    open_meetings = Pairing.objects.filter(
        Q(white_entry__in=entries) | Q(black_entry__in=entries),
        board=0,
        boards__gte=2,
        white_won=None,
        decided="",
        event__status="published",
    )
    meetings = open_meetings.select_related(
        "event__tournament__club", "white_entry__player", "black_entry__player"
    )
    return [
        (entries[entry_id], meeting)
        for meeting in meetings.prefetch_related("sealed").order_by("round", "pk")
        for entry_id in (meeting.white_entry_id, meeting.black_entry_id)
        if entry_id in entries and meeting.white_entry_id and meeting.black_entry_id
        if entry_id not in {line_up.entry_id for line_up in meeting.sealed.all()}
    ]
