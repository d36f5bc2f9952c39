"""Preview of a result correction and the later pairings it affects."""

from collections.abc import Mapping
from dataclasses import dataclass

from matches import results
from matches.models import Match
from rules.errors import Refusal
from tournaments.journal.board import board
from tournaments.journal.correction import allowed_choices, have_same_players, lenient_chooser
from tournaments.journal.facts import CHOICES, RENAME, REPLAY, Result, Row
from tournaments.journal.formations import meeting_of
from tournaments.journal.lineups import result_at
from tournaments.journal.payloads import result_payload
from tournaments.journal.placement import Placement
from tournaments.journal.replay import fold, fold_with_choices
from tournaments.models import Entry, Event, Pairing
from tournaments.queries import event_state

Seats = tuple[Entry | None, Entry | None]
# What is not decided yet can neither be set aside nor ruled: that is done at its own match.
RUNNING_MATCH_CHOICES = frozenset({RENAME, REPLAY})


@dataclass(frozen=True, slots=True)
class AffectedPairing:
    """A later pairing that would get other players. Entries are None on seats that are open or empty.

    `allowed` are the choices when it has a result (of a match or a ruling) or its match has begun. Else there
    is nothing to choose: a match not begun simply gets the right players, and where the same two people only
    change colours everything stays theirs. What is still being played can be renamed or played again; a
    settled match can also be set aside ("void") or ruled for either of its new players. `choice` is the one
    assumed in this preview.
    """

    pairing: Pairing
    before: Seats
    after: Seats
    is_settled: bool
    keeps_result: bool
    allowed: tuple[str, ...]
    choice: str

    @property
    def match(self) -> Match | None:
        """The match on for the pairing: its status, table and live score; None where a ruling stands."""
        return self.pairing.match

    @property
    def has_same_players(self) -> bool:
        """Whether the same two meet here, with the colours exchanged."""
        return None not in self.before and self.before == self.after[::-1]


@dataclass(frozen=True, slots=True)
class CorrectionPreview:
    """A correction as it would come out: the result before and after, and every pairing it reaches."""

    event: Event
    pairing: Pairing
    before: Result
    after: Result
    affected: tuple[AffectedPairing, ...]

    @property
    def choices(self) -> dict[str, str]:
        """The choice assumed for every pairing that needs one; `correct` takes exactly these keys."""
        return {item.pairing.label: item.choice for item in self.affected if item.allowed}

    @property
    def reach(self) -> str:
        """Names every pairing it reaches and who would sit there: equal where the same would happen."""
        seats = ((item.pairing.label, *map(_number, item.after)) for item in self.affected)
        return " ".join(f"{label}:{white}:{black}" for label, white, black in seats)


def preview_correction(
    *, match: Match, result: results.Result, choices: Mapping[str, str] | None = None
) -> CorrectionPreview:
    """What giving `match` another result would do, with `choices` where they are given.

    Where they are not, what was played is assumed to stay under the right names. Choosing "replay" for one
    match can reach others, so ask again with the choices made. Writes nothing. Raises `not_in_event`,
    `not_settled` and whatever the result itself breaks.
    """
    pairing = _pairing(match)
    corrected_result = _result_of(pairing, check_result(match, result))
    valid_choices = {name: choice for name, choice in (choices or {}).items() if choice in CHOICES}
    rows = event_state.get_journal_rows(pairing.event)
    payload = {**result_payload(pairing.label, corrected_result), "choices": valid_choices}
    before = fold(rows)
    current_result = result_at(before, pairing.label)
    if current_result is None:
        raise Refusal("not_settled", pairing=pairing.label)
    after = fold_with_choices(
        [*rows, Row(before.seq + 1, "corrected", payload)], lenient_chooser(valid_choices)
    )
    old_board, new_board = board(before), board(after)
    preview_rows = _PreviewRows(pairing.event, valid_choices)
    corrected_label = meeting_of(pairing.label)
    affected_labels = [
        label
        for label in old_board
        if label != corrected_label and _is_affected(old_board[label], new_board[label])
    ]
    return CorrectionPreview(
        event=pairing.event,
        pairing=pairing,
        before=current_result,
        after=corrected_result,
        affected=tuple(
            preview_rows.affected(old_board[label], new_board[label]) for label in affected_labels
        ),
    )


def check_result(match: Match, result: results.Result) -> results.Result:
    """The result when it is possible at the match's length; raises what the laws refuse."""
    return results.make_result(
        match.length, (result.white_score, result.black_score), result.winner, result.ending.value
    )


class _PreviewRows:
    """The entries and pairings of an event, used to build a preview."""

    def __init__(self, event: Event, choices: Mapping[str, str]) -> None:
        entries = event.entries.select_related("player")
        self._entries: dict[int | None, Entry] = {entry.number: entry for entry in entries}
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
            # The members of one team never sat there for another.
            possible_choices = tuple(choice for choice in possible_choices if choice != RENAME)
        allowed = tuple(
            choice
            for choice in possible_choices
            if placed_before.result is not None or choice in RUNNING_MATCH_CHOICES
        )
        chosen_option = self._choices.get(placed_before.id, "")
        return AffectedPairing(
            pairing=pairing,
            before=self._named(placed_before),
            after=self._named(placed_after),
            is_settled=placed_before.result is not None,
            keeps_result=placed_after.result is not None,
            allowed=allowed,
            choice=(chosen_option if chosen_option in allowed else allowed[0]) if allowed else "",
        )

    def _named(self, placed: Placement) -> Seats:
        return self._entries.get(placed.white), self._entries.get(placed.black)


def _pairing(match: Match) -> Pairing:
    pairing = event_state.pairing_of(match)
    if pairing is None:
        raise Refusal("not_in_event", match=match.code)
    return pairing


def _result_of(pairing: Pairing, result: results.Result) -> Result:
    return Result(
        white=pairing.white_entry.number if pairing.white_entry else 0,
        black=pairing.black_entry.number if pairing.black_entry else 0,
        winner=result.winner,
        white_score=result.white_score,
        black_score=result.black_score,
        ending=result.ending.value,
    )


def _number(entry: Entry | None) -> int:
    return entry.number if entry else 0


def _is_affected(old: Placement, new: Placement) -> bool:
    return old.seats != new.seats or (old.result is not None and new.result is None)
