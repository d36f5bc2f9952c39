"""Whether a round could be paired so: everybody once, nobody again who need not, byes where they belong."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tournaments.verification.checker import lives, pairing_points
from tournaments.verification.checker.blossom import can_all_meet
from tournaments.verification.checker.book import Book, Payload
from tournaments.verification.checker.stages import Stage, owner

MANUAL_REASONS = frozenset({"paired_by_hand", "bye_by_hand", "paired_late", "bye_only_left"})

Boards = Sequence[tuple[int, int]]
Byes = Mapping[int, str]
RoundCheck = Callable[[Book, Stage, Payload, Boards, Byes], None]


def check_round(book: Book, flight: str, payload: Payload) -> None:
    """I1, I3, I18 for every format of rounds; I2 and I7 for a Swiss that was paired by the engine.

    Where something that counted then was undone later, only what the round says of itself is judged.
    """
    notes, number = book.notes, payload["round"]
    boards = [(int(board["white"]), int(board["black"])) for board in payload["boards"]]
    byes = {int(bye["entry"]): str(bye["kind"]) for bye in payload["byes"]}
    for white, black in boards:
        notes.expect(white != black, "I3", "met_himself", pairing=flight, entry=white)
    seated = [entry for board in boards for entry in board] + [int(bye["entry"]) for bye in payload["byes"]]
    for entry in sorted(set(seated)):
        facts = {"flight": flight, "round": number, "entry": entry}
        notes.expect(seated.count(entry) == 1, "I1", "twice_in_a_round", **facts)
    if book.is_rewritten:
        return
    is_again = number in book.rounds.get(flight, {})
    _check_present(book, flight, number, seated, is_again=is_again)
    stage = owner(flight, book.plan)
    check = ROUND_CHECKS.get(stage.format) if stage is not None else None
    if stage is not None and check is not None:
        check(book, stage, payload, boards, byes)


def _check_present(book: Book, flight: str, number: int, seated: Sequence[int], *, is_again: bool) -> None:
    """Whoever is paired plays there, and no match of an earlier round is waiting.

    Told again, a round may name who was in it and has left since, and what it was paired by may be open.
    """
    members = set(book.members(flight))
    before = _named_entries(book.rounds[flight][number]) if is_again else set()
    for entry in sorted(set(seated)):
        is_here = entry in members and (book.is_here(entry, flight) or entry in before)
        book.notes.expect(is_here, "I18", "line_of_nobody", flight=flight, entry=entry)
    if is_again:
        return
    fates = [(node, book.seating.fate(node.name)) for node in book.seating.flight(flight)]
    waiting = [node.name for node, fate in fates if node.round < number and fate.winner is None]
    facts = {"flight": flight, "round": number, "pairings": waiting}
    book.notes.expect(not waiting, "I14", "paired_too_early", **facts)


def _named_entries(payload: Payload) -> set[int]:
    """Everybody a round names."""
    seats = {int(board[side]) for board in payload["boards"] for side in ("white", "black")}
    return seats | {int(bye["entry"]) for bye in payload["byes"]}


def _check_swiss(
    book: Book, stage: Stage, payload: Payload, boards: Sequence[tuple[int, int]], byes: Mapping[int, str]
) -> None:
    notes, number = book.notes, payload["round"]
    met_pairs = _pairs_met(book, stage.key, number)
    forbidden = {frozenset(pair) for pair in stage.options.get("forbidden", ())}
    again = [board for board in boards if frozenset(board) in met_pairs]
    players = [entry for board in boards for entry in board]
    if again:
        avoidable = can_all_meet(players, met_pairs | forbidden)
        notes.expect(not avoidable, "I2", "met_again", flight=stage.key, round=number, boards=again)
    broken = [board for board in boards if frozenset(board) in forbidden]
    notes.expect(not broken, "I2", "forbidden_pair", flight=stage.key, round=number, boards=broken)
    bye_entries = [entry for entry, kind in byes.items() if kind == "pairing"]
    notes.expect(
        len(bye_entries) == len(players) % 2 or len(bye_entries) <= 1, "I7", "byes_too_many", flight=stage.key
    )
    for entry in bye_entries:
        _check_bye(book, stage, number, entry, players, met_pairs | forbidden)


def _check_bye(
    book: Book, stage: Stage, number: int, entry: int, players: Sequence[int], barred: set[frozenset[int]]
) -> None:
    """I7: nobody twice while another could have it; nobody of a higher score while a lower one could."""
    notes = book.notes
    had = _entries_with_bye(book, stage.key, number)
    if entry in had:
        better = [one for one in players if one not in had and _could_sit_out(one, entry, players, barred)]
        notes.expect(not better, "I7", "bye_twice", flight=stage.key, round=number, entry=entry)
        return
    scores = pairing_points.pairing_points(book, stage, number)
    lower = [one for one in players if one not in had and scores.get(one, 0) < scores.get(entry, 0)]
    worse = [one for one in lower if _could_sit_out(one, entry, players, barred)]
    notes.expect(not worse, "I7", "bye_not_lowest", flight=stage.key, round=number, entry=entry)


def _could_sit_out(one: int, entry: int, players: Sequence[int], barred: set[frozenset[int]]) -> bool:
    """Whether the round could be paired with the bye given to `one` instead."""
    return can_all_meet([entry, *(other for other in players if other != one)], barred)


def _pairs_met(book: Book, flight: str, before: int) -> set[frozenset[int]]:
    """Pairs that have met at the board in earlier rounds; a walkover is no meeting."""
    return {
        frozenset((fate.white or 0, fate.black or 0))
        for node in book.seating.flight(flight)
        for fate in [book.seating.fate(node.name)]
        if node.round < before and fate.is_contested
    }


def _entries_with_bye(book: Book, flight: str, before: int) -> set[int]:
    """Who had a bye from the pairing already, or won without playing."""
    rounds = book.rounds.get(flight, {})
    byes = {
        int(bye["entry"])
        for number, payload in rounds.items()
        if number < before
        for bye in payload["byes"]
        if bye["kind"] in {"pairing", "full"}
    }
    walked = {
        fate.winner
        for node in book.seating.flight(flight)
        for fate in [book.seating.fate(node.name)]
        if node.round < before and fate.winner and not fate.is_contested
    }
    return byes | {int(one) for one in walked}


def _is_manual(payload: Payload) -> bool:
    items: list[Mapping[str, Any]] = [*payload["boards"], *payload["byes"]]
    return any(reason["code"] in MANUAL_REASONS for item in items for reason in item["reasons"])


def _check_round_of_swiss(book: Book, stage: Stage, payload: Payload, boards: Boards, byes: Byes) -> None:
    """Everybody who is here has a board or a bye; a round of the engine is judged by its pairs and byes."""
    flight, seated = stage.key, _named_entries(payload)
    missing = [entry for entry in book.members(flight) if book.is_here(entry, flight) and entry not in seated]
    facts = {"flight": flight, "round": payload["round"], "entries": missing}
    book.notes.expect(not missing, "I1", "left_out_of_a_round", **facts)
    if not _is_manual(payload):
        _check_swiss(book, stage, payload, boards, byes)


def _check_round_of_lives(book: Book, stage: Stage, payload: Payload, boards: Boards, byes: Byes) -> None:
    """Told again, a round may have been paired from results that were corrected since."""
    is_again = payload["round"] in book.rounds.get(stage.key, {})
    if not is_again and not _is_manual(payload):
        lives.check_lives_round(book, stage, payload["round"], boards, byes)


# How a round of each format is judged beyond what holds of every round.
ROUND_CHECKS: Mapping[str, RoundCheck] = {
    "swiss": _check_round_of_swiss,
    "score_swiss": _check_round_of_swiss,
    "lives": _check_round_of_lives,
}
