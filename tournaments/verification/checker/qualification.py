"""Entries that qualify for a stage: all entries, or those other flights send on."""

from tournaments.verification.checker import lives
from tournaments.verification.checker.book import Book
from tournaments.verification.checker.stages import ENTRIES, LIVES, PLACES, Stage


def candidates(book: Book, stage: Stage) -> set[int] | None:
    """The entries a stage with a draw of its own is drawn from; None where the checker cannot follow."""
    flights = [flight for source in stage.sources for flight in _parts(book, source)]
    if set(stage.sources) & book.blind or any(flight in book.blind for flight in flights):
        return None
    if stage.origin == ENTRIES:
        entries = set(book.players)
    elif stage.origin == LIVES:
        entries = {entry for source in _stages(book, stage) for entry in lives.lives_left(book, source)}
    elif stage.origin == PLACES:
        entries = {entry for flight in flights for entry in _placed(book, stage, flight)}
    else:
        entries = {entry for flight in flights for entry in _lost(book, stage, flight)}
    return {entry for entry in entries if book.is_here(entry, stage.key)}


def _stages(book: Book, stage: Stage) -> list[Stage]:
    return [planned_stage for planned_stage in book.plan if planned_stage.key in stage.sources]


def _parts(book: Book, source: str) -> list[str]:
    """The flights of a source: the groups of a stage of groups, else itself."""
    flights = {node.flight for node in book.seating.nodes.values()}
    groups = [flight for flight in flights if flight.rpartition("_")[0] == source]
    return [source] if source in flights or not groups else groups


def _placed(book: Book, stage: Stage, flight: str) -> list[int]:
    order = book.place(flight, book.seating) or {}
    return [entry for place, entry in order.items() if stage.first <= place <= max(stage.first, stage.last)]


def _lost(book: Book, stage: Stage, flight: str) -> list[int]:
    by_round: dict[int, list[int]] = {}
    for node in book.seating.flight(flight):
        fate = book.seating.fate(node.name)
        if len(fate.eliminated) == 1:
            by_round.setdefault(node.round, []).extend(fate.eliminated if fate.is_contested else ())
    round_numbers = sorted(by_round)[: stage.rounds or None]
    return [entry for number in round_numbers for entry in by_round[number]]
