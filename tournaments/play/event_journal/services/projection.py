"""Projection of the journal of an event onto its tables: only differences are written."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from django.db.models import F, Model
from django.utils.translation import gettext

from matches.models import Match, Player
from matches.services import settling
from matches.states import Status
from tournaments.formats.graph import MAIN, GraphPairing
from tournaments.formats.round_robin import ANNULLED
from tournaments.formats.stage_terms import split_options
from tournaments.journal.final_places import find_loser_places
from tournaments.journal.match_actions import (
    CreateMatch,
    CurrentMatch,
    DiffOptions,
    MatchAction,
    Reseat,
    Settle,
    Void,
    disturbed_pairings,
    match_actions,
    relocated_matches,
)
from tournaments.journal.standings import withdrawals_of
from tournaments.journal.state import BY_ABSENCE, VACANT, EventState, Placement
from tournaments.journal.team_commands import all_placements, players_at, score_of
from tournaments.journal.team_facts import board_of, meeting_of
from tournaments.journal.undone_rows import live_rows
from tournaments.models import Entry, Event, Pairing, PendingLineUp, Takes, TeamMember
from tournaments.name_lists.details import CLUB, COUNTRY
from tournaments.play.entrants.services.distinctions import update_distinctions
from tournaments.play.event_journal.services import pairing_matches
from tournaments.play.event_journal.services.pairing_matches import Creation, UndoEffects
from tournaments.play.events import event_state

# The columns that the name of a round is made of.
TITLE_COLUMNS = frozenset({"winner_from", "winner_to", "loser_from", "loser_to"})
# Key of a player, position in the board order (None outside it), whether captain.
Member = tuple[int, int | None, bool]


class TeamRows:
    """Team data for a projection; empty, without a query, unless the event is of teams."""

    def __init__(self, state: EventState) -> None:
        self._state = state
        self._boards = state.teams.entry_type.boards if state.teams.entry_type.is_of_teams else 0
        codes = {code for roster in state.teams.rosters.values() for code in roster.people}
        players = Player.objects.filter(code__in=codes) if codes else ()
        self._keys = {player.code: player.pk for player in players}

    def boards_with_other_players(
        self, rows: Mapping[str, Pairing], board: Mapping[str, Placement]
    ) -> frozenset[str]:
        """Return the boards whose match is in progress with other players than the line-ups have."""
        return frozenset(
            label
            for label, row in rows.items()
            if row.board and row.match is not None and label in board and self._has_other_players(label, row)
        )

    def _has_other_players(self, label: str, row: Pairing) -> bool:
        # The same two players with colours exchanged count as equal.
        return self._keys_at(label) not in (_player_keys(row), _player_keys(row)[::-1])

    def column_values(self, label: str) -> dict[str, Any]:
        """Return the columns of a pairing that only teams use."""
        white, black = self._keys_at(label) if board_of(label) else (None, None)
        score = score_of(self._state, label) if self._boards and not board_of(label) else None
        return {
            "boards": 0 if board_of(label) else self._boards,
            "white_player_id": white,
            "black_player_id": black,
            "white_won": score.white if score else None,
            "black_won": score.black if score else None,
        }

    def update_rows(self, event: Event, entries: Mapping[int, Entry]) -> bool:
        """Write changed members, and delete line-ups of teams no longer at the pairing.

        Return whether a member changed.
        """
        if not self._boards and event.takes != Takes.TEAMS.value:
            return False
        rows_by_entry: dict[int, list[TeamMember]] = {}
        for row in TeamMember.objects.filter(event=event).order_by("entry", "position"):
            rows_by_entry.setdefault(row.entry_id, []).append(row)
        expected_members = {entries[number].pk: self._members(number) for number in self._state.teams.rosters}
        outdated_entries = [
            entry for entry, rows in rows_by_entry.items() if expected_members.get(entry) != _members_of(rows)
        ]
        TeamMember.objects.filter(event=event, entry__in=outdated_entries).delete()
        new_members = TeamMember.objects.bulk_create(
            TeamMember(
                event=event, entry_id=entry, player_id=player, position=position, is_captain=is_captain
            )
            for entry, members in expected_members.items()
            if entry in outdated_entries or entry not in rows_by_entry
            for player, position, is_captain in members
        )
        self._delete_pending_lineups(event)
        return bool(outdated_entries or new_members)

    def _delete_pending_lineups(self, event: Event) -> None:
        """Delete secret line-ups that are in the journal now, or of teams no longer at the pairing."""
        pending_lineups = PendingLineUp.objects.filter(pairing__event=event)
        labels_with_lineups = list(self._state.teams.lineups)
        pending_lineups.filter(pairing__label__in=labels_with_lineups).delete()
        seated_lineups = pending_lineups.filter(entry=F("pairing__white_entry")) | pending_lineups.filter(
            entry=F("pairing__black_entry")
        )
        pending_lineups.exclude(pk__in=seated_lineups.values("pk")).delete()

    def _members(self, number: int) -> tuple[Member, ...]:
        roster = self._state.teams.rosters[number]
        places = {code: place for place, code in enumerate(roster.members, start=1)}
        members = ((self._keys[code], places.get(code), code == roster.captain) for code in roster.people)
        return tuple(sorted(members, key=_board_order))

    def _keys_at(self, label: str) -> tuple[int | None, int | None]:
        if meeting_of(label) not in self._state.teams.lineups:
            return None, None
        white, black = players_at(self._state, label)
        return self._keys.get(white), self._keys.get(black)


def _members_of(rows: Iterable[TeamMember]) -> tuple[Member, ...]:
    return tuple(sorted(((row.player_id, row.position, row.is_captain) for row in rows), key=_board_order))


def _board_order(member: Member) -> int:
    return member[1] or 0


def _player_keys(row: Pairing) -> tuple[int | None, int | None]:
    return row.white_player_id, row.black_player_id


_events_being_written: ContextVar[frozenset[int]] = ContextVar("events_being_written", default=frozenset())


def is_being_written(event: int) -> bool:
    """Return whether the tables of an event are being written from its journal in this thread.

    Its matches then only repeat the journal, so nothing is read back from them.
    """
    return event in _events_being_written.get()


@contextmanager
def _writing(event: int) -> Iterator[None]:
    token = _events_being_written.set(_events_being_written.get() | {event})
    try:
        yield
    finally:
        _events_being_written.reset(token)


OnProgress = Callable[[int, int], None]


def ignore_progress(completed: int, total: int) -> None:
    """Do nothing; the default progress callback."""


class EventProjection:
    """The rows of an event as they are and as its state wants them. Create and use it under the event's lock.

    Pairings, and the boards of team matches, are named by their labels. `undo` has the matches that an undone
    command had detached, which are restored where they fit again.
    """

    def __init__(self, event: Event, state: EventState, undo: UndoEffects | None = None) -> None:
        self.event, self.state, self.undo = event, state, undo
        # Matches voided by this update, as (label of the pairing, match).
        self.detached_matches: list[tuple[str, int]] = []
        self.has_new_rounds = False
        self.board = all_placements(state)
        self.teams = TeamRows(state)
        entries = event.entries.select_related("player").order_by("number")
        self.entries = {entry.number: entry for entry in entries}
        numbers = {entry.pk: entry.number for entry in self.entries.values()}
        pairings = event.pairings.select_related("match").order_by("-flight", "round", "position")
        self.pairings = {row.label: row for row in pairings}
        self.boards_with_other_players = self.teams.boards_with_other_players(self.pairings, self.board)
        current_matches = {
            label: event_state.current_match_of(row, numbers) for label, row in self.pairings.items()
        }
        self.moved, self.displaced, self.current_matches = self._relocate(
            {label: one for label, one in current_matches.items() if one is not None}
        )
        # Entries whose player was replaced.
        self.substituted = frozenset(
            number
            for number, entry in self.entries.items()
            if number in state.entries and state.entries[number].player != entry.player.code
        )

    def _relocate(
        self, current_matches: dict[str, CurrentMatch]
    ) -> tuple[dict[str, str], tuple[str, ...], dict[str, CurrentMatch]]:
        """Find the matches that move with their players to another pairing.

        Return their new labels by the old ones, the labels of the matches they displace, and all matches by
        their labels then.
        """
        flight_of = {label: row.flight for label, row in self.pairings.items()}
        flight_of |= {name: self._graph_pairing(name).flight for name in self.board}
        stages = self.state.index.stage_of
        stage_of = {name: stages.get(flight, flight) for name, flight in flight_of.items()}
        new_labels = relocated_matches(current_matches, self.board, stage_of)
        displaced = tuple(
            label for label in new_labels.values() if label in current_matches and label not in new_labels
        )
        unmoved = {
            label: one
            for label, one in current_matches.items()
            if label not in new_labels and label not in displaced
        }
        return (
            new_labels,
            displaced,
            unmoved | {new_label: current_matches[old_label] for old_label, new_label in new_labels.items()},
        )

    @property
    def questions(self) -> tuple[str, ...]:
        """Return the pairings whose match in progress would change players or vanish, so need a decision."""
        replaced = [
            label
            for label, one in self.current_matches.items()
            if one.is_begun
            and one.result is None
            and (self.substituted & {one.white, one.black} or label in self.boards_with_other_players)
        ]
        begun = [
            label
            for label in self.displaced
            if event_state.has_begun(pairing_matches.match_of(self.pairings[label]))
        ]
        return tuple(
            dict.fromkeys((*disturbed_pairings(self.current_matches, self.board), *replaced, *begun))
        )

    def _terms(self, flight: str) -> dict[str, Any]:
        """Return clock and rules of a flight where they differ from the desk's, and its own name."""
        drawing = self.state.stages.get(self.state.index.stage_of.get(flight, ""))
        if drawing is None:
            return {}
        name = drawing.stage.name if drawing.stage.key == flight else ""
        return {**split_options(drawing.stage.options)[1], pairing_matches.NAME: name}

    def length(self, label: str) -> int:
        """Return the match length of a pairing: of its board, of its stage and round, or of the event."""
        is_first = self._graph_pairing(label).flight in (MAIN, self._first_flight())
        event_length = self.event.main_length if is_first else self.event.consolation_length
        board_length = self.state.teams.entry_type.length(board_of(label)) if board_of(label) else 0
        round_length = board_length or self.state.length(meeting_of(label))
        result = self.board[label].result if label in self.board else None
        if result is not None and result.length is not None:
            round_length = result.length
        return round_length or event_length

    def _graph_pairing(self, label: str) -> GraphPairing:
        return self.state.graph.by_id[meeting_of(label)]

    def _first_flight(self) -> str:
        return self.state.plan.stages[0].key if self.state.plan.stages else MAIN

    def update_tables(
        self, *, replays: Collection[str], reason: str, on_progress: OnProgress = ignore_progress
    ) -> None:
        """Write the differences to the tables, and increment the version of the event.

        In this order: matches are voided, entries and pairings written, then matches created, given other
        players, settled and reopened. `replays` are the pairings whose match is void and played again.
        """
        with _writing(self.event.pk):
            self._update_tables(replays, reason, on_progress)

    def _update_tables(self, replays: Collection[str], reason: str, on_progress: OnProgress) -> None:
        lengths = {name: self.length(name) for name in self.board}
        restorable = self._find_restorable(lengths) if self.undo else frozenset()
        options = DiffOptions(
            frozenset(replays), lengths, self.substituted, self.boards_with_other_players, restorable
        )
        actions = match_actions(self.current_matches, self.board, options)
        self._unlink_void_matches()
        moved_matches = self._detach_moved_matches(reason)
        self._void(actions, moved_matches, reason)
        self._write_people()
        for label, match in moved_matches.items():
            pairing_matches.attach_match(match, self.pairings[label])
        restored = self._create_matches(actions, lengths, reason)
        for number, action in enumerate(actions, start=1):
            on_progress(number, len(actions))
            if not isinstance(action, Void | CreateMatch) and pairing_matches.apply_match_action(
                action, self.pairings[action.pairing], self.entries, reason, is_undoing=self.undo is not None
            ):
                restored.add(action.pairing)
        self._set_dates(
            [
                action.pairing
                for action in actions
                if isinstance(action, Settle) and action.pairing not in restored
            ]
        )
        with_new_players = [
            self.pairings[action.pairing] for action in actions if isinstance(action, CreateMatch | Reseat)
        ]
        pairing_matches.store_ratings(with_new_players, self.event)
        if self.moved or self.has_new_rounds:
            pairing_matches.update_titles(self.pairings.values(), self._terms)
        self._write_event()

    def _write_people(self) -> None:
        """Write entries, pairings and teams, and tell namesakes apart."""
        former_players = {entry.player_id for entry in self.entries.values()}
        has_new_details = self._write_entries()
        self._write_pairings()
        has_new_members = self.teams.update_rows(self.event, self.entries)
        self._delete_entries()
        current_players = {entry.player_id for entry in self.entries.values()}
        if has_new_details or has_new_members or current_players != former_players:
            update_distinctions(event=self.event, former_players=former_players - current_players)

    def _create_matches(
        self, actions: Iterable[MatchAction], lengths: Mapping[str, int], reason: str
    ) -> set[str]:
        """Create the matches that pairings need; return the labels of those restored by an undo instead."""
        creations = [
            Creation(action, row, lengths[row.label], self._terms(row.flight))
            for action in actions
            if isinstance(action, CreateMatch) and (row := self.pairings[action.pairing])
        ]
        restored = set()
        if self.undo is not None:
            restored = {
                creation.pairing.label
                for creation in creations
                if pairing_matches.restore_former_match(creation, self.entries, self.undo, reason)
            }
        missing = [creation for creation in creations if creation.pairing.label not in restored]
        if missing:
            pairing_matches.create_matches(missing, self.entries, self.event)
        return restored

    def _set_dates(self, settled: Sequence[str]) -> None:
        """Date results written from the journal by their line of the journal instead of now."""
        if not settled:
            return
        live_numbers = {row.seq for row in live_rows(event_state.get_journal_rows(self.event))}
        lines = self.event.journal.filter(kind="settled").order_by("seq").values_list("seq", "payload", "at")
        dates = {payload["pairing"]: at for seq, payload, at in lines if seq in live_numbers}
        for name in settled:
            if name in dates:
                settling.set_settled_at(match=pairing_matches.match_of(self.pairings[name]), at=dates[name])

    def _unlink_void_matches(self) -> None:
        """Unlink voided matches, also where no replacement is seated."""
        for row in self.pairings.values():
            if row.match is not None and row.match.status == Status.VOID.value:
                row.match = None
                row.save(update_fields=["match"])

    def _detach_moved_matches(self, reason: str) -> dict[str, Match]:
        """Return the matches that move, by their new pairing; void those they displace."""
        for label in self.displaced:
            self._void_match(label, reason)
        return {
            new_label: pairing_matches.detach_match(self.pairings[old_label])
            for old_label, new_label in self.moved.items()
        }

    def _void(self, actions: Iterable[MatchAction], moved_matches: dict[str, Match], reason: str) -> None:
        """Void matches that are not continued, and remove them from `moved_matches`."""
        old_labels = {new_label: old_label for old_label, new_label in self.moved.items()}
        for action in actions:
            if not isinstance(action, Void):
                continue
            match = moved_matches.pop(action.pairing, None)
            if match is None:
                self._void_match(action.pairing, reason)
            else:
                # The old pairing is detached already, the new one may not exist yet.
                self.detached_matches.append((old_labels[action.pairing], match.pk))
                pairing_matches.void_match(match, reason)

    def _void_match(self, label: str, reason: str) -> None:
        self.detached_matches.append((label, pairing_matches.match_of(self.pairings[label]).pk))
        pairing_matches.void(self.pairings[label], self._describe_absence(label) or reason)

    def _describe_absence(self, label: str) -> str:
        """Return what became of the match of a player who left, for its page; "" of other matches."""
        placed = self.board.get(label)
        if placed is None or placed.decided != BY_ABSENCE or not placed.winner or not placed.losers:
            return ""
        winner, loser = (self.entries[number].player.name for number in (placed.winner, placed.losers[0]))
        withdrawals = withdrawals_of(self.state, self.pairings[label].flight, self.board)
        if any(one.effect == ANNULLED for one in withdrawals if one.entry == placed.losers[0]):
            return gettext("%(loser)s has withdrawn: all their results are annulled.") % {"loser": loser}
        return gettext("Walk-over for %(winner)s: %(loser)s has withdrawn.") % {
            "winner": winner,
            "loser": loser,
        }

    def _find_restorable(self, lengths: Mapping[str, int]) -> frozenset[str]:
        """Return the pairings whose match before the undone command fits again."""
        labels = set()
        for label, match in (self.undo.matches if self.undo else {}).items():
            placement = self.board.get(label)
            if placement is None or not placement.is_seated or match.length != lengths[label]:
                continue
            players = tuple(self.state.entries[number or 0].player for number in placement.seats)
            if board_of(label) or players == (match.white.code, match.black.code):
                labels.add(label)
        return frozenset(labels)

    def _write_entries(self) -> bool:
        """Write new and changed entries; return whether what tells namesakes apart changed."""
        players = self._get_new_players()
        self._create_entries(players)
        changed: dict[Entry, set[str]] = {}
        values, seeds = event_state.entry_values_by_number(self.state), self.state.seeds
        for number, entrant in self.state.entries.items():
            entry = self.entries[number]
            if entry.player.code != entrant.player:
                entry.player = players[entrant.player]
            changed_columns = _update_row(
                entry,
                {
                    **values[number],
                    "seed": seeds.index(number) + 1 if number in seeds else None,
                },
            )
            if number in self.substituted:
                changed_columns.add("player")
            if changed_columns:
                changed[entry] = changed_columns
        reseeded = [entry.pk for entry, columns in changed.items() if "seed" in columns]
        if reseeded:
            # Two entries may swap seeds, and the unique constraint is checked row by row.
            Entry.objects.filter(pk__in=reseeded).update(seed=None)
        _bulk_update(Entry, changed)
        return any(columns & {CLUB, COUNTRY} for columns in changed.values())

    def _create_entries(self, players: Mapping[str, Player]) -> None:
        missing = [number for number in self.state.entries if number not in self.entries]
        created = Entry.objects.bulk_create(
            Entry(event=self.event, player=players[self.state.entries[number].player], number=number)
            for number in missing
        )
        self.entries |= dict(zip(missing, created, strict=True))

    def _get_new_players(self) -> dict[str, Player]:
        """Return the players of new entries and the replacing players, by code."""
        missing = [
            entrant.player
            for number, entrant in self.state.entries.items()
            if number not in self.entries or number in self.substituted
        ]
        return {player.code: player for player in Player.objects.filter(code__in=missing)} if missing else {}

    def _delete_entries(self) -> None:
        removed_numbers = [number for number in self.entries if number not in self.state.entries]
        if removed_numbers:
            Entry.objects.filter(pk__in=[self.entries.pop(number).pk for number in removed_numbers]).delete()

    def _write_pairings(self) -> None:
        self._delete_pairings()
        loser_places = find_loser_places(self.state)
        new_pairings = [
            Pairing(
                event=self.event,
                label=name,
                **_position_values(name, drawn_pairing),
                **event_state.stake_values(drawn_pairing),
                **event_state.loser_place_values(loser_places.get(name)),
                **self._column_values(name),
            )
            for name in self.board
            if name not in self.pairings and (drawn_pairing := self._graph_pairing(name))
        ]
        changed = {
            row: _update_row(
                row,
                {
                    **event_state.stake_values(self._graph_pairing(label)),
                    **event_state.loser_place_values(loser_places.get(label)),
                    **self._column_values(label),
                },
            )
            for label, row in self.pairings.items()
        }
        _bulk_update(Pairing, {row: columns for row, columns in changed.items() if columns})
        self.has_new_rounds = any(columns & TITLE_COLUMNS for columns in changed.values())
        self.pairings |= {row.label: row for row in Pairing.objects.bulk_create(new_pairings)}

    def _delete_pairings(self) -> None:
        """Delete pairings of a removed draw, and replaced boards."""
        removed_labels = [label for label in self.pairings if label not in self.board]
        if removed_labels:
            Pairing.objects.filter(pk__in=[self.pairings.pop(label).pk for label in removed_labels]).delete()

    def _column_values(self, label: str) -> dict[str, Any]:
        return self._seat_values(self.board[label]) | self.teams.column_values(label)

    def _seat_values(self, placement: Placement) -> dict[str, Any]:
        return {
            "white_entry_id": self._entry_key(placement.white),
            "black_entry_id": self._entry_key(placement.black),
            "white_is_vacant": placement.white == VACANT,
            "black_is_vacant": placement.black == VACANT,
            "winner_entry_id": self._entry_key(placement.winner),
            "decided": placement.decided,
        }

    def _entry_key(self, number: int | None) -> int | None:
        return self.entries[number].pk if number else None

    def _write_event(self) -> None:
        self.event.version += 1
        derived_values = event_state.event_values(self.state, self.board)
        for name, value in derived_values.items():
            setattr(self.event, name, value)
        self.event.save(update_fields=("version", "format", *derived_values))


def _position_values(name: str, drawn_pairing: GraphPairing) -> dict[str, Any]:
    return {**event_state.position_values(drawn_pairing), "board": board_of(name)}


def _bulk_update(model: type[Model], changed: Mapping[Any, Collection[str]]) -> None:
    """Bulk update only the changed columns, since each column adds to the cost."""
    if changed:
        model._default_manager.bulk_update(changed, sorted(set().union(*changed.values())))


def _update_row(row: Entry | Pairing, values: dict[str, Any]) -> set[str]:
    """Set values on a row; return the names of those that changed."""
    changed = {name: value for name, value in values.items() if getattr(row, name) != value}
    for name, value in changed.items():
        setattr(row, name, value)
    return set(changed)
