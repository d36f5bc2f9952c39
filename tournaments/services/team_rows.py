"""The tables of teams in line with the journal: members, boards of meetings, line-ups nobody waits for."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.db.models import F

from matches.models import Player
from tournaments.journal.formations import board_of, meeting_of
from tournaments.journal.lineups import players_at, score_of
from tournaments.journal.placement import Placement
from tournaments.journal.state import EventState
from tournaments.models import Entry, Event, Pairing, SealedLineUp, Takes, TeamMember

Member = tuple[int, int | None, bool]


class TeamRows:
    """What a picture of an event needs to know of its teams; empty and without a query where players meet."""

    def __init__(self, state: EventState) -> None:
        self._state = state
        self._boards = state.teams.formed.boards if state.teams.formed.is_of_teams else 0
        codes = {code for roster in state.teams.rosters.values() for code in roster.people}
        players = Player.objects.filter(code__in=codes) if codes else ()
        self._keys = {player.code: player.pk for player in players}

    def changed(self, rows: Mapping[str, Pairing], board: Mapping[str, Placement]) -> frozenset[str]:
        """The boards whose match is on, but for others than it is between."""
        return frozenset(
            label
            for label, row in rows.items()
            if row.board and row.match is not None and label in board and self._is_other(label, row)
        )

    def _is_other(self, label: str, row: Pairing) -> bool:
        # The same two with their colours exchanged are nobody else.
        return self._keys_at(label) not in (_stored(row), _stored(row)[::-1])

    def values(self, label: str) -> dict[str, Any]:
        """The columns of a pairing that only teams fill."""
        white, black = self._keys_at(label) if board_of(label) else (None, None)
        score = score_of(self._state, label) if self._boards and not board_of(label) else None
        return {
            "boards": 0 if board_of(label) else self._boards,
            "white_player_id": white,
            "black_player_id": black,
            "white_won": score.white if score else None,
            "black_won": score.black if score else None,
        }

    def bring_in_line(self, event: Event, entries: Mapping[int, Entry]) -> None:
        """Write the members that differ, and forget line-ups of teams that do not sit there any more."""
        if not self._boards and event.takes != Takes.TEAMS.value:
            return
        stored: dict[int, list[TeamMember]] = {}
        for row in TeamMember.objects.filter(event=event).order_by("entry", "position"):
            stored.setdefault(row.entry_id, []).append(row)
        expected_members = {entries[number].pk: self._members(number) for number in self._state.teams.rosters}
        stale = [entry for entry, rows in stored.items() if expected_members.get(entry) != _members_of(rows)]
        TeamMember.objects.filter(event=event, entry__in=stale).delete()
        TeamMember.objects.bulk_create(
            TeamMember(event=event, entry_id=entry, player_id=player, position=position, is_captain=leads)
            for entry, members in expected_members.items()
            if entry in stale or entry not in stored
            for player, position, leads in members
        )
        self._unseal(event)

    def _unseal(self, event: Event) -> None:
        sealed_lineups = SealedLineUp.objects.filter(pairing__event=event)
        lined_up = list(self._state.teams.lineups)
        sealed_lineups.filter(pairing__label__in=lined_up).delete()
        seated_lineups = sealed_lineups.filter(entry=F("pairing__white_entry")) | sealed_lineups.filter(
            entry=F("pairing__black_entry")
        )
        sealed_lineups.exclude(pk__in=seated_lineups.values("pk")).delete()

    def _members(self, number: int) -> tuple[Member, ...]:
        roster = self._state.teams.rosters[number]
        places = {code: place for place, code in enumerate(roster.members, start=1)}
        members = ((self._keys[code], places.get(code), code == roster.captain) for code in roster.people)
        return tuple(sorted(members, key=_order))

    def _keys_at(self, label: str) -> tuple[int | None, int | None]:
        if meeting_of(label) not in self._state.teams.lineups:
            return None, None
        white, black = players_at(self._state, label)
        return self._keys.get(white), self._keys.get(black)


def _members_of(rows: Iterable[TeamMember]) -> tuple[Member, ...]:
    return tuple(sorted(((row.player_id, row.position, row.is_captain) for row in rows), key=_order))


def _order(member: Member) -> int:
    return member[1] or 0


def _stored(row: Pairing) -> tuple[int | None, int | None]:
    return row.white_player_id, row.black_player_id
