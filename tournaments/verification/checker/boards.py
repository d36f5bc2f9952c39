"""Boards of team meetings, in the journal and on show: each moves its meeting, and that the event."""

from collections.abc import Mapping
from typing import Any

from tournaments.verification.checker import results, teams
from tournaments.verification.checker.book import Book, Payload
from tournaments.verification.checker.formats import format_of
from tournaments.verification.checker.stages import owner


def apply_formed(book: Book, payload: Payload) -> None:
    """What an entry is."""
    teams.apply_formed(book.squads, payload, book.notes, is_empty=not book.players)


def apply_manned(book: Book, payload: Payload) -> None:
    """Who is in a team."""
    is_entered = int(payload["entry"]) in book.players
    teams.apply_manned(book.squads, payload, book.notes, is_entered=is_entered)


def apply_fielded(book: Book, payload: Payload) -> None:
    """A line-up is opened, or changed: of two teams that meet there, while nothing is decided."""
    name, notes = str(payload["pairing"]), book.notes
    if not notes.expect(name in book.seating.nodes, "I18", "pairing_unknown", pairing=name):
        return
    node, fate = book.seating.nodes[name], book.seating.fate(name)
    notes.expect(book.is_shown(node.flight), "I14", "settled_unpublished", pairing=name)
    notes.expect(fate.winner is None, "I6", "settled_though_decided", pairing=name)
    right = (fate.white, fate.black) == (payload["white"], payload["black"])
    notes.expect(right or node.flight in book.blind, "I18", "wrong_players", pairing=name)
    teams.apply_fielded(book.squads, payload, notes)
    _update_meeting(book, name, {})


def apply_settled(book: Book, payload: Payload) -> None:
    """A result of a pairing, or of a board."""
    name = str(payload["pairing"])
    if not teams.split(name)[1]:
        results.apply_settled(book, payload)
        return
    if _check_board_result(book, payload):
        book.notes.expect(name not in book.squads.results, "I14", "settled_twice", pairing=name)
        _put(book, name, payload, {})


def apply_corrected(book: Book, payload: Payload) -> None:
    """Another result of a pairing, or of a board."""
    name = str(payload["pairing"])
    if not teams.split(name)[1]:
        results.apply_corrected(book, payload)
        return
    if _check_board_result(book, payload):
        book.notes.expect(name in book.squads.results, "I14", "corrected_unsettled", pairing=name)
        _put(book, name, payload, payload.get("choices", {}))


def apply_reopened(book: Book, payload: Payload) -> None:
    """A result is taken back."""
    name = str(payload["pairing"])
    if not teams.split(name)[1]:
        results.apply_reopened(book, payload)
    elif book.notes.expect(name in book.squads.results, "I14", "reopened_unsettled", pairing=name):
        del book.squads.results[name]
        _update_meeting(book, teams.split(name)[0], {})


def check_shown_board(book: Book, item: Mapping[str, Any]) -> None:
    """I10: a board on show stands as its line-up and its result have it."""
    name, notes, squads = str(item["id"]), book.notes, book.squads
    meeting, number = teams.split(name)
    lineup = squads.lineups.get(meeting)
    is_board = lineup is not None and 1 <= number <= len(lineup["white_players"])
    if lineup is None or not notes.expect(is_board, "I4", "pairing_missing_or_invented", pairing=name):
        return
    given_seats, expected = [item["white"], item["black"]], [lineup["white"], lineup["black"]]
    notes.expect(
        given_seats == expected, "I4", "wrong_seats", pairing=name, given=given_seats, expected=expected
    )
    result = squads.results.get(name)
    seated = [bool(lineup[f"{side}_players"][number - 1]) for side in ("white", "black")]
    if result is None and all(seated):
        notes.expect(item["winner"] is None, "I10", "wrong_winner", pairing=name, given=item["winner"])
        return
    side = result["winner"] if result is not None else "white" if seated[0] else "black" if seated[1] else ""
    winner = lineup[side] if side else 0
    right = item["winner"] == winner
    notes.expect(right, "I10", "wrong_winner", pairing=name, given=item["winner"], expected=winner)


def _check_board_result(book: Book, payload: Payload) -> bool:
    meeting = teams.split(str(payload["pairing"]))[0]
    node = book.seating.nodes.get(meeting)
    if node is None:
        return book.notes.expect(False, "I18", "pairing_unknown", pairing=str(payload["pairing"]))
    return teams.check_board_result(book.squads, payload, book.length(node), book.notes)


def _put(book: Book, name: str, payload: Payload, choices: Payload) -> None:
    book.squads.results[name] = payload
    _update_meeting(book, teams.split(name)[0], choices)


def _update_meeting(book: Book, meeting: str, choices: Payload) -> None:
    """The meeting stands at what its boards give now."""
    stage = owner(book.seating.nodes[meeting].flight, book.plan)
    result = teams.outcome(
        book.squads, meeting, can_be_drawn=stage is not None and format_of(stage).can_be_drawn
    )
    previous_result = book.results.get(meeting)
    if _is_same_result(result, previous_result) or (
        result is None and previous_result is not None and previous_result["ending"] in teams.RULED
    ):
        return
    if previous_result is None and result is not None:
        book.seating.settle(meeting, result)
        return
    if result is None:
        del book.results[meeting]
    else:
        book.results[meeting] = result
    results.carry_results(book, choices)


def _is_same_result(current: Payload | None, previous: Payload | None) -> bool:
    if current is None or previous is None:
        return current is previous
    return all(
        current[name] == previous[name]
        for name in ("white", "black", "winner", "white_score", "black_score", "ending")
    )
