"""Previews of changes to a draw, of withdrawals, and of result corrections with affected matches."""

from collections.abc import Callable, Collection, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date

from django.db.models import Q

from matches import states
from matches.models import Match
from rules.errors import Refusal
from tournaments.formats.graph import GraphPairing
from tournaments.journal import commands, draw_changes
from tournaments.journal.commands import JournalCommand
from tournaments.journal.correction import SeatChange, allowed_choices, have_same_players, lenient_chooser
from tournaments.journal.facts import (
    CHOICES,
    RENAME,
    REPLAY,
    STAGE_CHOICES,
    PairingResult,
    StoredRow,
)
from tournaments.journal.field_follow_ups import FieldChoices, follow_results
from tournaments.journal.replay import apply_row, fold
from tournaments.journal.results import Corrected
from tournaments.journal.standings import TableWithdrawal, withdrawals_of
from tournaments.journal.state import VACANT, EventState, Placement, board
from tournaments.journal.team_commands import result_at
from tournaments.journal.team_facts import meeting_of
from tournaments.models import Entry, Event, Pairing
from tournaments.play.changes.queries.field_changes import StageChange, describe_fields
from tournaments.play.changes.queries.moved_pairings import Names, PairingChange, match_by_players
from tournaments.play.changes.queries.outdated_rounds import OutdatedRound, find_outdated_rounds
from tournaments.play.changes.queries.winner_effects import describe_effects
from tournaments.play.events import event_state, events
from tournaments.play.events.round_titles import get_round_title, get_seat_name
from tournaments.play.events.unopposed_entries import describe_unopposed
from tournaments.registry import added_match_deadlines

People = frozenset[int | None]
# Placeholder for a player not yet entered.
NEWCOMER_CODE = "newcomer"
ENDED_STATUSES = frozenset({states.Status.SETTLED.value, states.Status.VOID.value})


@dataclass(frozen=True, slots=True)
class SortedChanges:
    """Changes of a draw, sorted for the decision of the director.

    `people` are those that change opponents or lose a result, `lines` those that only move pairings.
    """

    people: tuple[PairingChange, ...]
    lines: tuple[PairingChange, ...]


def preview_changes(
    event: Event, make_command: Callable[[EventState], JournalCommand]
) -> tuple[PairingChange, ...]:
    """Return every pairing that a command would change, without writing. Three queries.

    Raises the refusals of the command.
    """
    rows = event_state.get_journal_rows(event)
    return _preview_command(event, rows, make_command(fold(rows)), {})


def sort_changes(changes: Collection[PairingChange], person: str = "") -> SortedChanges:
    """Separate the changes that affect players from those that only affect lines.

    A match that its players are to play after all is among the first.
    Those that move the `person` whom the change is about are among the first, as when a late entry gets a
    place before the opponent is known. A match that keeps its players is the same match wherever it moves.
    """
    changes = match_by_players(changes, _get_players)
    before = {_get_players(change.before) for change in changes}
    after = {_get_players(change.after) for change in changes}

    def affects_players(change: PairingChange) -> bool:
        people_before, people_after = _get_players(change.before), _get_players(change.after)
        has_new_meeting = (len(people_before) > 1 and people_before not in after) or (
            len(people_after) > 1 and people_after not in before
        )
        moves_person = person and (person in (change.before or ())) != (person in (change.after or ()))
        return bool(change.loses_result or change.is_reopened or has_new_meeting or moves_person)

    return SortedChanges(
        tuple(filter(affects_players, changes)),
        tuple(change for change in changes if not affects_players(change)),
    )


def _get_players(names: Names | None) -> frozenset[str]:
    """Return the names of players among two seats, without open and vacant ones."""
    return frozenset(names or ()) - {get_seat_name(None, {}), get_seat_name(VACANT, {})}


def preview_late_entry(event: Event, name: str, flight: str) -> tuple[PairingChange, ...]:
    """Preview the changes by a late entry of that name into a flight."""
    rows = event_state.get_journal_rows(event)
    entry_command = commands.enter(fold(rows), [NEWCOMER_CODE])
    number: int = entry_command.payload["entries"][0]["entry"]
    rows = [*rows, StoredRow(_next_seq(rows), *entry_command)]
    pairs_begun, called = event_state.pairs_in_play(event), event_state.get_called_tables(event)
    late_entry_command = draw_changes.add_late(fold(rows), number, flight, pairs_begun, called)
    return _preview_command(event, rows, late_entry_command, {number: name})


def preview_join(event: Event, entry: int, flight: str) -> tuple[PairingChange, ...]:
    """Preview adding an entry to a drawn flight. Five queries."""
    pairs_begun, called = event_state.pairs_in_play(event), event_state.get_called_tables(event)
    return preview_changes(
        event, lambda state: draw_changes.add_late(state, entry, flight, pairs_begun, called)
    )


def preview_reentry(event: Event, entry: int, flight: str) -> tuple[PairingChange, ...]:
    """Preview the re-entry of an eliminated entry in a knockout. Four queries."""
    called = event_state.get_called_tables(event)
    return preview_changes(event, lambda state: draw_changes.re_enter(state, entry, flight, called))


@dataclass(frozen=True, slots=True)
class WithdrawalPreview:
    """What a withdrawal does: whom it makes win which round, and what else would change.

    `begun` are the matches of the entry that have begun; it cannot be withdrawn before they have a final
    result. `tables` are the round robins it leaves before its last match, where its results can be annulled;
    `open_matches` are the rounds and opponents it has not played there.
    """

    wins: tuple[tuple[str, str], ...]
    effects: tuple[str, ...]
    begun: tuple[Match, ...]
    tables: tuple[TableWithdrawal, ...] = ()
    open_matches: tuple[tuple[str, str], ...] = ()


def preview_withdrawal(event: Event, entry: int, flight: str = "") -> WithdrawalPreview:
    """Preview the withdrawal of an entry from a flight or the event, without writing.

    Raises what the journal refuses.
    """
    rows = event_state.get_journal_rows(event)
    preview = commands.preview(rows, StoredRow(_next_seq(rows), *commands.withdraw(entry, flight)))
    names = {one.number: one.player.name for one in events.entries_of(event)}
    decided = [
        (change.pairing, change.new)
        for change in preview.changes
        if change.old and change.new and entry in change.new.seats
        if change.new.is_decided and not change.old.is_decided
    ]
    pairings = preview.after.graph.by_id
    tables_by_flight = {
        key: table_withdrawal
        for key in {pairings[label].flight: None for label, _placed in decided}
        for table_withdrawal in withdrawals_of(preview.after, key, preview.after.board)
        if table_withdrawal.entry == entry
    }
    wins, open_matches = (
        tuple(
            (_get_title(pairings[label], preview.after), names[placed.winner])
            for label, placed in decided
            if placed.winner and (pairings[label].flight in tables_by_flight) == is_of_table
        )
        for is_of_table in (False, True)
    )
    begun = tuple(_find_begun_matches(event, entry, flight, preview.after))
    effects = tuple(describe_effects(event, (preview.before, preview.after)))
    return WithdrawalPreview(wins, effects, begun, tuple(tables_by_flight.values()), open_matches)


def _find_begun_matches(event: Event, entry: int, flight: str, state: EventState) -> Iterator[Match]:
    """Yield the matches of an entry in a flight ("": in the event) that have begun and are not final."""
    own_rows = event.pairings.filter(Q(white_entry__number=entry) | Q(black_entry__number=entry))
    for row in own_rows.select_related("match__white", "match__black"):
        match = row.match
        if match is None or match.status in ENDED_STATUSES or not event_state.has_begun(match):
            continue
        if flight in ("", row.flight, state.index.stage_of.get(row.flight)):
            yield match


def _preview_command(
    event: Event, rows: Sequence[StoredRow], command: JournalCommand, additional_names: Mapping[int, str]
) -> tuple[PairingChange, ...]:
    preview = commands.preview(rows, StoredRow(_next_seq(rows), *command))
    last_days: dict[str, date] = {}
    for days in added_match_deadlines(event, preview.before, preview.after):
        last_days |= days
    changes = make_changes(event, preview, additional_names)
    return tuple(replace(change, last_day=last_days.get(change.label)) for change in changes)


def make_changes(
    event: Event, preview: commands.Preview, additional_names: Mapping[int, str]
) -> tuple[PairingChange, ...]:
    """Return every pairing that a preview changes, with the names of its players."""
    names = {entry.number: entry.player.name for entry in events.entries_of(event)} | dict(additional_names)
    pairings_by_id = {**preview.before.graph.by_id, **preview.after.graph.by_id}
    pairs_with_result = {
        (pairings_by_id[placed.id].flight, frozenset(placed.seats))
        for placed in preview.after.board.values()
        if placed.result is not None
    }
    seated = {frozenset(placed.seats) for placed in preview.after.board.values() if placed.is_seated}
    called_tables = event_state.get_called_tables(event)
    tables = {pair: table for pair, table in called_tables.items() if pair not in seated}
    return tuple(
        replace(
            _make_change(
                change,
                pairings_by_id[change.pairing],
                _get_title(pairings_by_id[change.pairing], preview.after),
                names,
                pairs_with_result,
            ),
            table=tables.get(frozenset(filter(None, change.old.seats)), "") if change.old else "",
        )
        for change in preview.changes
    )


def _next_seq(rows: Sequence[StoredRow]) -> int:
    return rows[-1].seq + 1 if rows else 1


def _make_change(
    change: SeatChange,
    pairing: GraphPairing,
    title: str,
    names: Mapping[int, str],
    pairs_with_result: Container[tuple[str, People]],
) -> PairingChange:
    """Build a change; a result has moved with its players if their pair is in `pairs_with_result`."""
    old_pair = (pairing.flight, frozenset(change.old.seats if change.old else ()))
    return PairingChange(
        label=change.pairing,
        title=title,
        before=_names(change.old, names),
        after=_names(change.new, names),
        loses_result=change.had_result and not change.keeps_result and old_pair not in pairs_with_result,
        is_reopened=_is_reopened(change),
    )


def _is_reopened(change: SeatChange) -> bool:
    """Return whether the same two players are to play a pairing that was decided without a match."""
    old, new = change.old, change.new
    if old is None or new is None or not all(new.seats) or VACANT in new.seats:
        return False
    was_decided = old.is_decided and not change.had_result
    return was_decided and not new.is_decided and set(old.seats) == set(new.seats)


def _get_title(pairing: GraphPairing, state: EventState) -> str:
    stage = state.stages.get(pairing.flight)
    return get_round_title(pairing, stage.stage.name if stage is not None else "")


def _names(placed: Placement | None, names: Mapping[int, str]) -> Names | None:
    if placed is None:
        return None
    white, black = placed.seats
    return get_seat_name(white, names), get_seat_name(black, names)


Seats = tuple[Entry | None, Entry | None]
# A match without a result is voided or ruled at the match itself, not by a correction.
RUNNING_MATCH_CHOICES = frozenset({RENAME, REPLAY})


@dataclass(frozen=True, slots=True)
class AffectedPairing:
    """A later pairing that would get other players. Entries are None on open or vacant seats.

    The names tell open from vacant seats. `unopposed` says who would newly advance without an opponent.
    `allowed` are the choices of the director if it has a result (of a match or a ruling) or its match has
    begun. It is empty otherwise, because an unstarted match simply gets the right players, and if only the
    colours change. A match in progress can be renamed or replayed; a settled one can also be voided ("void")
    or ruled for either of its new players. `choice` is the one assumed in this preview; `is_chosen`: the
    director has made it, or there is no other.
    """

    pairing: Pairing
    before: Seats
    after: Seats
    before_names: Names
    after_names: Names
    unopposed: str
    is_settled: bool
    is_unplayed: bool
    keeps_result: bool
    allowed: tuple[str, ...]
    choice: str
    is_chosen: bool

    @property
    def match(self) -> Match | None:
        """Return the current match with status, table and live score; None after a ruling."""
        return self.pairing.match

    @property
    def has_same_players(self) -> bool:
        """Return whether the same two players meet with colours exchanged."""
        return None not in self.before and self.before == self.after[::-1]


@dataclass(frozen=True, slots=True)
class CorrectionPreview:
    """Preview of a correction: result and state of the event before and after, and every affected pairing.

    `rounds` were paired on the results as they were.
    """

    event: Event
    pairing: Pairing
    before: PairingResult
    after: PairingResult
    affected: tuple[AffectedPairing, ...]
    stage_changes: tuple[StageChange, ...]
    rounds: tuple[OutdatedRound, ...]
    states: tuple[EventState, EventState]

    @property
    def effects(self) -> list[str]:
        """Return sentences about another winner of the event, and about prizes paid that would not be due."""
        return describe_effects(self.event, self.states)

    @property
    def must_choose(self) -> bool:
        """Whether the director must choose what becomes of a match or a stage: nothing is assumed."""
        return bool(self.stage_changes) or any(len(item.allowed) > 1 for item in self.affected)

    @property
    def choices(self) -> dict[str, str]:
        """Return the assumed choice of every stage and pairing that needs one, as the correction expects."""
        by_stage = {change.flight: change.choice for change in self.stage_changes if change.allowed}
        return by_stage | {item.pairing.label: item.choice for item in self.affected if item.allowed}

    @property
    def reach(self) -> str:
        """Return what would change as text, to compare with a later preview.

        That is the present result, the affected pairings with their new players, and the stages with those
        who leave and come.
        """
        stages = (
            f"{change.flight}:{_join_numbers(change.leaving)}:{_join_numbers(change.entering)}"
            for change in self.stage_changes
        )
        before = self.before
        seats = ((item.pairing.label, *map(_number, item.after)) for item in self.affected)
        result = (
            f"{self.pairing.label}:{before.white_score}-{before.black_score}:{before.winner}:{before.ending}"
        )
        return " ".join([result, *stages, *(f"{label}:{white}:{black}" for label, white, black in seats)])


def preview_correction(
    *, match: Match, result: states.MatchResult, choices: Mapping[str, str] | None = None
) -> CorrectionPreview:
    """Preview another result of `match`, with the given `choices`.

    Without choices, played results are assumed to stay, renamed. Since "replay" for one match may affect
    others, request it again with the choices made. Writes nothing. Raises `not_in_event`, `not_settled` and
    errors of the result.
    """
    pairing = _get_pairing(match)
    corrected_result = _make_pairing_result(pairing, check_result(match, result))
    valid_choices = {name: choice for name, choice in (choices or {}).items() if choice in CHOICES}
    rows = event_state.get_journal_rows(pairing.event)
    correction = commands.make_command(Corrected(pairing.label, corrected_result, valid_choices))
    before = fold(rows)
    current_result = result_at(before, pairing.label)
    if current_result is None:
        raise Refusal("not_settled", pairing=pairing.label)
    row = StoredRow(before.seq + 1, *correction)
    corrected_state = apply_row(before, row, lenient_chooser(valid_choices))
    field_choices = _make_field_choices(pairing.event, choices or {})
    follow_up = follow_results(before, corrected_state, field_choices)
    old_board, new_board = board(before), board(follow_up.state)
    builder = _CorrectionBuilder(pairing.event, valid_choices)
    affected_labels = [label for label in old_board if _differs(old_board[label], new_board[label])]
    return CorrectionPreview(
        event=pairing.event,
        pairing=pairing,
        before=current_result,
        after=corrected_result,
        affected=tuple(
            builder.affected(old_board[label], new_board[label])
            for label in affected_labels
            if label != meeting_of(pairing.label)
        ),
        stage_changes=describe_fields(follow_up, builder.entries, field_choices.by_stage),
        rounds=find_outdated_rounds(before, follow_up.state, field_choices.begun),
        states=(before, follow_up.state),
    )


def _make_field_choices(event: Event, choices: Mapping[str, str]) -> FieldChoices:
    return FieldChoices(
        {stage: choice for stage, choice in choices.items() if choice in STAGE_CHOICES},
        {name: choice for name, choice in choices.items() if choice in CHOICES},
        event_state.get_begun_pairings(event),
        lenient_chooser,
    )


def check_result(match: Match, result: states.MatchResult) -> states.MatchResult:
    """Return the result if it is possible at the match's length; raise the rules' refusal otherwise."""
    return states.make_result(
        match.length, (result.white_score, result.black_score), result.winner, result.ending.value
    )


class _CorrectionBuilder:
    """Builds the affected pairings of a correction from the entries and pairings of an event."""

    def __init__(self, event: Event, choices: Mapping[str, str]) -> None:
        entries = event.entries.select_related("player")
        self.entries: dict[int | None, Entry] = {entry.number: entry for entry in entries}
        self._names = {entry.number: entry.player.desk_name for entry in entries}
        pairings = event.pairings.select_related("match__table", "match__white", "match__black")
        self._pairings = {pairing.label: pairing for pairing in pairings}
        self._choices = choices
        self._begun = {
            meeting_of(row.label)
            for row in self._pairings.values()
            if row.match is not None and event_state.has_begun(row.match)
        }

    def affected(self, placed_before: Placement, placed_after: Placement) -> AffectedPairing:
        pairing = self._pairings[placed_before.id]
        is_open = placed_before.result is None and placed_before.id not in self._begun
        has_same_players = have_same_players(placed_after.seats, placed_before.seats)
        possible_choices = () if is_open or has_same_players else allowed_choices(placed_after.seats)
        if pairing.boards:
            # Team members cannot be renamed to another team's.
            possible_choices = tuple(choice for choice in possible_choices if choice != RENAME)
        allowed = tuple(
            choice
            for choice in possible_choices
            if placed_before.result is not None or choice in RUNNING_MATCH_CHOICES
        )
        chosen_option = self._choices.get(placed_before.id, "")
        return AffectedPairing(
            pairing=pairing,
            before=self._get_entries(placed_before),
            after=self._get_entries(placed_after),
            before_names=self._get_names(placed_before),
            after_names=self._get_names(placed_after),
            unopposed=describe_unopposed(placed_before, placed_after, self._names),
            is_settled=placed_before.result is not None,
            is_unplayed=placed_before.is_decided and placed_before.result is None,
            keeps_result=placed_after.result is not None,
            allowed=allowed,
            choice=(chosen_option if chosen_option in allowed else allowed[0]) if allowed else "",
            is_chosen=chosen_option in allowed or len(allowed) == 1,
        )

    def _get_entries(self, placed: Placement) -> Seats:
        return self.entries.get(placed.white), self.entries.get(placed.black)

    def _get_names(self, placed: Placement) -> Names:
        return get_seat_name(placed.white, self._names), get_seat_name(placed.black, self._names)


def _get_pairing(match: Match) -> Pairing:
    pairing = event_state.pairing_of(match)
    if pairing is None:
        raise Refusal("not_in_event", match=match.code)
    return pairing


def _make_pairing_result(pairing: Pairing, result: states.MatchResult) -> PairingResult:
    return PairingResult(
        white=pairing.white_entry.number if pairing.white_entry else 0,
        black=pairing.black_entry.number if pairing.black_entry else 0,
        winner=result.winner,
        white_score=result.white_score,
        black_score=result.black_score,
        ending=result.ending.value,
    )


def _number(entry: Entry | None) -> int:
    return entry.number if entry else 0


def _join_numbers(entries: Iterable[Entry]) -> str:
    return ",".join(str(entry.number) for entry in entries)


def _differs(old: Placement, new: Placement) -> bool:
    return old.seats != new.seats or (old.result is not None and new.result is None)
