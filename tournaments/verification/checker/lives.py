"""Rounds for lives: who may still play, who must, and who sits out, by the published rules alone."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from tournaments.verification.checker.blossom import can_all_meet
from tournaments.verification.checker.book import Book
from tournaments.verification.checker.stages import Stage

USUAL, WINNING_BYES = 3, frozenset({"pairing", "full"})
Key = tuple[int, int]


def lives_left(book: Book, stage: Stage, before: int = 0) -> dict[int, int]:
    """The lives of the members who still play, after all rounds or those before one; only who has some."""
    lost = _count(book, stage.key, before, is_lost=True)
    lives = int(stage.options.get("lives", USUAL))
    present = [entry for entry in book.members(stage.key) if book.is_here(entry, stage.key)]
    return {entry: lives - lost.get(entry, 0) for entry in present if lives > lost.get(entry, 0)}


def check_lives_round(
    book: Book, stage: Stage, number: int, boards: Sequence[tuple[int, int]], byes: Mapping[int, str]
) -> None:
    """I1 and I18: who has a life plays, as far as it is still played for; I7: who sits out."""
    alive = lives_left(book, stage, number)
    players = [entry for board in boards for entry in board]
    named_entries = {*players, *byes}
    facts = {"flight": stage.key, "round": number}
    book.notes.expect(
        named_entries <= set(alive),
        "I18",
        "line_of_nobody",
        **facts,
        entry=min(named_entries - set(alive) or {0}),
    )
    missing = sorted(_required_players(alive, int(stage.options.get("places", 0))) - named_entries)
    book.notes.expect(not missing, "I1", "left_out_of_a_round", **facts, entries=missing)
    book.notes.expect(len(alive) > 1, "I14", "round_out_of_turn", **facts)
    bye_entries = [entry for entry, kind in byes.items() if kind == "pairing"]
    book.notes.expect(len(bye_entries) <= 1, "I7", "byes_too_many", flight=stage.key)
    for entry in bye_entries:
        _check_bye(book, stage, number, entry, players, alive)


def _required_players(alive: Mapping[int, int], places: int) -> set[int]:
    """Everybody, until no more are left than are paid; then those with more than one life."""
    strong = {entry for entry, lives in alive.items() if lives > 1}
    return set(alive) if len(alive) > places or not strong else strong


def _check_bye(
    book: Book, stage: Stage, number: int, entry: int, players: Sequence[int], alive: Mapping[int, int]
) -> None:
    had = _count(book, stage.key, number, is_lost=False)
    forbidden = {frozenset(pair) for pair in stage.options.get("forbidden", ())}

    def key(one: int) -> Key:
        return (had.get(one, 0), alive.get(one, 0))

    better = [
        one for one in players if key(one) < key(entry) and _could_sit_out(one, entry, players, forbidden)
    ]
    code = "bye_twice" if any(key(one)[0] < key(entry)[0] for one in better) else "bye_not_lowest"
    book.notes.expect(not better, "I7", code, flight=stage.key, round=number, entry=entry)


def _could_sit_out(one: int, entry: int, players: Sequence[int], barred: Collection[frozenset[int]]) -> bool:
    return can_all_meet([entry, *(other for other in players if other != one)], barred)


def _count(book: Book, flight: str, before: int, *, is_lost: bool) -> dict[int, int]:
    """By entry the rounds that cost a life, or those that were won without a match."""
    counts: dict[int, int] = {}
    for node in book.seating.flight(flight):
        fate = book.seating.fate(node.name)
        if not before or node.round < before:
            free = (fate.winner,) if fate.winner and not fate.is_contested else ()
            for entry in fate.eliminated if is_lost else free:
                counts[entry] = counts.get(entry, 0) + 1
    for number, paired in book.rounds.get(flight, {}).items():
        if not before or number < before:
            for bye in paired["byes"]:
                if _counts(bye, is_lost=is_lost):
                    counts[bye["entry"]] = counts.get(bye["entry"], 0) + 1
    return counts


def _counts(bye: Mapping[str, Any], *, is_lost: bool) -> bool:
    return bye["kind"] == "zero" if is_lost else bye["kind"] in WINNING_BYES
