"""The table of performance ratings of a club."""

from matches.models import Player
from matches.queries.people import get_canonical_player
from matches.records.queries.performance_tables import (
    PerformanceTable,
    PerformanceTableOptions,
    get_performance_table,
)
from tournaments.models import Club, Membership
from tournaments.people.queries.club_matches import get_matches_of_club
from tournaments.people.queries.members import get_members


def get_table_of_club(club: Club, options: PerformanceTableOptions) -> PerformanceTable:
    """Return the PR table of a club over its matches, without drafts. Raises `table_engine_unknown`."""
    matches = get_matches_of_club(club).exclude(pairing__event__tournament__is_draft=True)
    players = [_get_player(row) for row in list_shown_members(club)]
    return get_performance_table(players, matches, options)


def list_shown_members(club: Club) -> list[Membership]:
    """Return the members who agree to be shown, each person once, by name."""
    rows = _list_members_with_player(club)
    agreed = {_get_player(row).pk for row in rows if row.performance_shown_since is not None}
    return [row for row in get_members(club) if row.player and get_canonical_player(row.player).pk in agreed]


def list_members_to_add(club: Club) -> list[Membership]:
    """Return the members with a player who are not in the table, by name."""
    shown_members = {row.pk for row in list_shown_members(club)}
    return [
        row
        for row in get_members(club)
        if row.player is not None and row.player.anonymised_at is None and row.pk not in shown_members
    ]


def _list_members_with_player(club: Club) -> list[Membership]:
    rows = club.memberships.filter(left_at=None, player__isnull=False, player__anonymised_at=None)
    return list(rows.select_related("player__person__face").order_by("pk"))


def _get_player(row: Membership) -> Player:
    if row.player is None:
        raise TypeError("A member without a player is not in the table.")
    return get_canonical_player(row.player)
