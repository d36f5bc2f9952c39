"""Bugs of other tournament programs, each patched into the engine.

Their numbers F1 to F32 are those of the list of failures in docs/proofs.md.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import pytest

from rules.errors import Refusal
from tournaments.exchange import event_file
from tournaments.formats import drop_table, knockout
from tournaments.formats.graph import GraphPairing
from tournaments.formats.swiss import byes, round_pairing
from tournaments.journal import (
    correction,
    draws,
    entries,
    facts,
    pairing_commands,
    pairing_requests,
    registry,
    results,
    seat_resolution,
    standings,
    undone_rows,
)
from tournaments.journal import (
    undo as undo_module,
)
from tournaments.journal.mutable_state import MutableState
from tournaments.journal.state import Placement
from tournaments.standings import tables as standings_tables
from tournaments.standings import tiebreaks
from tournaments.standings.round_scores import ByeKind, MeetingBye
from tournaments.standings.tiebreaks import TIE_BREAKS

Patch = pytest.MonkeyPatch
Plant = Callable[[Patch], None]


@dataclass(frozen=True)
class Bug:
    """A bug: its description, its patch, the formats it affects, and the guarantees it breaks."""

    failure: str
    plant: Plant
    formats: tuple[str, ...]
    breaks: frozenset[str]


def _patch_kind(patch: Patch, name: str, apply: Callable[[MutableState, Any], None]) -> None:
    patch.setitem(registry.KINDS, name, replace(registry.KINDS[name], apply=apply))


def f1(patch: Patch) -> None:
    """The next match keeps the old player: only open seats learn of a corrected winner."""

    def correct(book: MutableState, fact: results.Corrected, choose: object = None) -> None:
        book.results[fact.pairing] = fact.result
        book.propagate(fact.pairing)

    patch.setattr(results, "correct", correct)


def f2(patch: Patch) -> None:
    """A result cannot be put right once anybody has played on."""
    right = results.correct

    def correct(book: MutableState, fact: results.Corrected, choose: Any = None) -> None:
        if any(further in book.results for further in book.index.find_all_dependents(fact.pairing)):
            raise Refusal("locked")
        right(book, fact, choose)

    patch.setattr(results, "correct", correct)


def f3(patch: Patch) -> None:
    """New lines wipe every result of the event."""

    def built(book: MutableState) -> None:
        book.rebuild()
        book.recompute_board(lambda placed: None)

    patch.setattr(draws, "rebuild_draw", built)


def f4(patch: Patch) -> None:
    """A player with a bye in the consolation is not moved on."""
    right = seat_resolution.resolve_pairing

    def place(view: Any, pairing: GraphPairing, *rest: Any) -> Placement:
        placed = right(view, pairing, *rest)
        is_stuck = pairing.flight in {"consolation", "backdraw"} and placed.decided == "bye"
        return Placement(pairing.id, placed.white, placed.black) if is_stuck else placed

    patch.setattr("tournaments.journal.mutable_state.resolve_pairing", place)


def f5(patch: Patch) -> None:
    """Losers of every round go straight down, ignoring the drop table."""
    patch.setattr(drop_table, "get_masks", lambda rounds, fed, has_twin_byes=False: (0,) * fed)


def f6(patch: Patch) -> None:
    """A wrong source sends one winner to two matches and another nowhere."""
    right = knockout.make_bracket

    def bracket(*arguments: Any) -> tuple[GraphPairing, ...]:
        pairings = right(*arguments)
        second = [pairing for pairing in pairings if pairing.round == 2]
        if len(second) < 2:
            return pairings
        wrong = replace(second[1], white=second[0].white)
        return tuple(wrong if pairing is second[1] else pairing for pairing in pairings)

    patch.setattr(knockout, "make_bracket", bracket)


def f7(patch: Patch) -> None:
    """A double disqualification cannot be undone: its row keeps counting."""
    right = undone_rows.undone_seqs

    def struck(rows: Sequence[facts.StoredRow]) -> frozenset[int]:
        both = {row.seq for row in rows if row.payload.get("ending") == "double_walkover"}
        return right(rows) - both

    patch.setattr(undo_module, "undone_seqs", struck)
    patch.setattr(undone_rows, "undone_seqs", struck)


def f8(patch: Patch) -> None:
    """After a double no-show, White moves on."""
    right = seat_resolution._by_result

    def by_result(name: str, result: facts.PairingResult, is_published: bool) -> Placement:
        placed = right(name, result, is_published)
        return placed if placed.winner else placed._replace(winner=result.white, losers=(result.black,))

    patch.setattr(seat_resolution, "_by_result", by_result)


def f9(patch: Patch) -> None:
    """A result is accepted for any players, even before both are known."""
    patch.setattr(results, "_check_players", lambda book, pairing, result: None)


def f10(patch: Patch) -> None:
    """A result of a player who left the consolation by a correction stays."""
    patch.setattr(correction, "reassign_result", lambda placed, result, choose: result)


def f11(patch: Patch) -> None:
    """The second of two reports replaces the first silently."""

    right = results.settle

    def settle(book: MutableState, fact: results.Settled) -> None:
        book.results.pop(fact.pairing, None)
        book.board[fact.pairing] = book.board[fact.pairing]._replace(winner=None)
        right(book, fact)

    _patch_kind(patch, "settled", settle)


def f12(patch: Patch) -> None:
    """The standings count results that are not valid."""
    right = standings._meeting

    def meeting(sheet: Any, placed: Placement) -> Any:
        counted = right(sheet, placed)
        return replace(counted, winner=counted.white) if counted.winner else counted

    patch.setattr(standings, "_meeting", meeting)


def f13(patch: Patch) -> None:
    """A round is paired while matches of the previous round are in play."""
    patch.setattr(pairing_commands, "_must_be_over", lambda state, drawing: None)


def f14(patch: Patch) -> None:
    """Every round makes its first board twice."""
    right = pairing_commands._paired_payload

    def payload(*arguments: Any) -> dict[str, Any]:
        round_payload = right(*arguments)
        return {**round_payload, "boards": [*round_payload["boards"], *round_payload["boards"][:1]]}

    patch.setattr(pairing_commands, "_paired_payload", payload)


def f15(patch: Patch) -> None:
    """The bye goes to the player with the most byes."""
    right = byes.bye_classes

    def classes(field: Any) -> tuple[Any, ...]:
        return tuple(reversed(right(field)))

    for module in (byes, round_pairing):
        patch.setattr(module, "bye_classes", classes)


def f16(patch: Patch) -> None:
    """An absent player scores as with a bye."""

    def byes(drawing: Any, _begun: Any) -> Any:
        for paired in drawing.rounds:
            for bye in paired.byes:
                yield MeetingBye(paired.round, bye.entry, ByeKind.FULL)

    patch.setattr(standings, "_byes", byes)


def f17(patch: Patch) -> None:
    """A withdrawn player is paired."""
    patch.setattr(pairing_requests, "_has_withdrawn", lambda state, entry, key: False)


def f18(patch: Patch) -> None:
    """A withdrawal deletes the player's results."""
    right = entries.withdraw

    def withdraw(book: MutableState, fact: entries.Withdrawn) -> None:
        right(book, fact)
        remaining = {
            name: result
            for name, result in book.results.items()
            if fact.entry not in (result.white, result.black)
        }
        book.recompute_board(lambda placed: remaining.get(placed.id))

    _patch_kind(patch, "withdrawn", withdraw)


def f19(patch: Patch) -> None:
    """A player can be entered twice."""

    def enter(book: MutableState, fact: entries.Entered) -> None:
        for number, newcomer in fact.newcomers.items():
            book.entries[number] = entries.Entrant(number, newcomer.player, details=newcomer)

    _patch_kind(patch, "entered", enter)


def f20(patch: Patch) -> None:
    """A result may have the same player on both sides."""
    right = results._check_players

    def players(book: MutableState, pairing: str, result: facts.PairingResult) -> None:
        if result.white != result.black:
            right(book, pairing, result)

    patch.setattr(results, "_check_players", players)


def f21(patch: Patch) -> None:
    """A bye scores nothing."""
    patch.setattr(standings, "_byes", lambda _drawing, _begun: iter(()))


def f22(patch: Patch) -> None:
    """A tie-break figure is slightly too high."""
    right = TIE_BREAKS["sonneborn_berger"]

    def figure(sheet: Any, entry: int) -> Any:
        right_figure = tiebreaks.sonneborn_berger(sheet, entry)
        return replace(right_figure, amount=right_figure.amount + Fraction(1, 3))

    wrong = {**TIE_BREAKS, "sonneborn_berger": replace(right, figure=figure)}
    patch.setattr(standings_tables, "TIE_BREAKS", wrong)


def f29(patch: Patch) -> None:
    """Exported numbers have the decimal comma of the locale."""
    right = event_file._row

    def row(outcome: Any) -> dict[str, Any]:
        right_row = right(outcome)
        decimals = {name: f"{float(Fraction(value)):.1f}" for name, value in right_row["values"].items()}
        return {**right_row, "values": {name: value.replace(".", ",") for name, value in decimals.items()}}

    patch.setattr(event_file, "_row", row)


def f32(patch: Patch) -> None:
    """A finished event cannot be reopened."""
    right = undo_module.History._undo

    def undo(self: undo_module.History, row: facts.StoredRow) -> None:
        board = self.state.board.values()
        if board and all(placed.is_decided for placed in board):
            raise Refusal("event_over")
        right(self, row)

    patch.setattr(undo_module.History, "_undo", undo)


def _bug(plant: Plant, forms: str, breaks: str) -> Bug:
    return Bug((plant.__doc__ or "").strip(), plant, tuple(forms.split()), frozenset(breaks.split()))


BUGS: Mapping[str, Bug] = {
    "F1": _bug(f1, "knockout", "I4 I10 I14"),
    "F2": _bug(f2, "knockout", "I14"),
    "F3": _bug(f3, "knockout", "I10"),
    "F4": _bug(f4, "progressive double", "I6 I13"),
    "F5": _bug(f5, "progressive", "I19"),
    "F6": _bug(f6, "knockout", "I1 I4"),
    "F7": _bug(f7, "knockout", "I15"),
    "F8": _bug(f8, "knockout_consolation", "I10"),
    "F9": _bug(f9, "knockout", "I18"),
    "F10": _bug(f10, "knockout_consolation", "I5 I18"),
    "F11": _bug(f11, "knockout", "I14"),
    "F12": _bug(f12, "round_robin", "I11"),
    "F13": _bug(f13, "swiss", "I14"),
    "F14": _bug(f14, "swiss", "I13"),
    "F15": _bug(f15, "swiss", "I7"),
    "F16": _bug(f16, "swiss", "I11"),
    "F17": _bug(f17, "swiss", "I13"),
    "F18": _bug(f18, "knockout", "I8"),
    "F19": _bug(f19, "knockout", "I1"),
    "F20": _bug(f20, "knockout", "I3"),
    "F21": _bug(f21, "swiss", "I11"),
    "F22": _bug(f22, "round_robin", "I11"),
    "F29": _bug(f29, "round_robin swiss", "I15"),
    "F32": _bug(f32, "knockout", "I14"),
}
