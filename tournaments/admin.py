"""The back office shows the facts of the tournament room and changes none."""

from django.contrib import admin

from matches.admin import ReadOnly
from tournaments.models import (
    Club,
    Entry,
    Event,
    JournalEntry,
    Membership,
    Pairing,
    RatingChange,
    RatingList,
    SealedLineUp,
    Season,
    TeamMember,
    Tournament,
)


@admin.register(Club)
class ClubAdmin(ReadOnly):
    """Clubs."""

    list_display = ["name", "slug", "created_at"]
    search_fields = ["name"]


@admin.register(Membership)
class MembershipAdmin(ReadOnly):
    """Who belongs to a club and in which office."""

    list_display = ["club", "player", "user", "role", "joined_at"]
    list_filter = ["role"]
    list_select_related = ["club", "player", "user"]
    search_fields = ["player__name"]


@admin.register(Season)
class SeasonAdmin(ReadOnly):
    """Seasons."""

    list_display = ["club", "name", "starts_on", "ends_on"]
    list_select_related = ["club"]


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


@admin.register(RatingList)
class RatingListAdmin(ReadOnly):
    """Rating lists."""

    list_display = ["club", "name", "system", "generation"]
    list_select_related = ["club"]


@admin.register(RatingChange)
class RatingChangeAdmin(ReadOnly):
    """Ledger rows, replaced ones included."""

    list_display = ["rating_list", "player", "match", "won", "before", "after", "generation", "replaced_in"]
    list_select_related = ["rating_list", "player", "match__white", "match__black"]
    search_fields = ["player__name"]


@admin.register(TeamMember)
class TeamMemberAdmin(ReadOnly):
    """Who belongs to a team in an event."""

    list_display = ["event", "entry", "position", "player", "is_captain"]


@admin.register(SealedLineUp)
class SealedLineUpAdmin(ReadOnly):
    """Line-ups handed in and not open yet: that they are there, not who is in them."""

    list_display = ["pairing", "entry", "voice", "at"]
    exclude = ["players"]
