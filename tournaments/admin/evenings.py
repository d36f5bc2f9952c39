"""The back office on evenings, their events and what they show."""

from django.contrib import admin

from matches.admin import ReadOnly
from tournaments.models import (
    Entry,
    Event,
    JournalEntry,
    Pairing,
    SealedLineUp,
    TeamMember,
    Tournament,
)


@admin.register(Tournament)
class TournamentAdmin(ReadOnly):
    """Evenings and weekends."""

    list_display = ["name", "club", "starts_at"]
    list_select_related = ["club"]
    search_fields = ["name", "club__name"]


@admin.register(Event)
class EventAdmin(ReadOnly):
    """Competitions. The seed of lots that are still to be drawn stays secret here too."""

    list_display = ["name", "tournament", "format", "status", "version"]
    list_filter = ["status", "format"]
    list_select_related = ["tournament"]
    exclude = ["lots_seed"]


@admin.register(Entry)
class EntryAdmin(ReadOnly):
    """Entries."""

    list_display = ["event", "number", "player", "status", "place_from", "place_to"]
    list_select_related = ["event", "player"]
    search_fields = ["player__name"]


@admin.register(JournalEntry)
class JournalAdmin(ReadOnly):
    """Lines of the journals, undone ones included."""

    list_display = ["event", "seq", "kind", "by", "at", "reason"]
    list_filter = ["kind"]
    list_select_related = ["event", "by"]


@admin.register(Pairing)
class PairingAdmin(ReadOnly):
    """Brackets as last folded."""

    list_display = ["event", "label", "white_entry", "black_entry", "winner_entry", "decided"]
    list_select_related = ["event", "white_entry__player", "black_entry__player", "winner_entry__player"]


@admin.register(TeamMember)
class TeamMemberAdmin(ReadOnly):
    """Who belongs to a team in an event."""

    list_display = ["event", "entry", "position", "player", "is_captain"]
    list_select_related = ["event", "entry__player", "player"]
    search_fields = ["player__name"]


@admin.register(SealedLineUp)
class SealedLineUpAdmin(ReadOnly):
    """Line-ups handed in and not open yet: that they are there, not who is in them."""

    list_display = ["pairing", "entry", "voice", "at"]
    list_select_related = ["pairing__event", "entry__player"]
    exclude = ["players"]
