"""Who may be drawn into a stage: everybody entered, or those whom other flights send on."""

from tournaments.verification.checker import lives
from tournaments.verification.checker.book import Book
from tournaments.verification.checker.stages import ENTRIES, LIVES, PLACES, Stage


def candidates(book: Book, stage: Stage) -> set[int] | None:
    """The entries a stage with a draw of its own is drawn from; None where the checker cannot follow."""
    flights = [flight for source in stage.sources for flight in _parts(book, source)]
    if set(stage.sources) & book.blind or any(flight in book.blind for flight in flights):
        return None
    if stage.origin == ENTRIES:
        found = set(book.players)
    elif stage.origin == LIVES:
        found = {entry for source in _stages(book, stage) for entry in lives.left(book, source)}
    elif stage.origin == PLACES:
        found = {entry for flight in flights for entry in _placed(book, stage, flight)}
    else:
        found = {entry for flight in flights for entry in _lost(book, stage, flight)}
    return {entry for entry in found if book.is_here(entry, stage.key)}


def _stages(book: Book, stage: Stage) -> list[Stage]:
    return [known for known in book.plan if known.key in stage.sources]


def _parts(book: Book, source: str) -> list[str]:
    """The flights of a source: the groups of a stage of groups, else itself."""
    named = {node.flight for node in book.seating.nodes.values()}
    groups = [flight for flight in named if flight.rpartition("_")[0] == source]
    return [source] if source in named or not groups else groups


def _placed(book: Book, stage: Stage, flight: str) -> list[int]:
    order = book.place(flight, book.seating) or {}
    return [entry for place, entry in order.items() if stage.first <= place <= max(stage.first, stage.last)]


def _lost(book: Book, stage: Stage, flight: str) -> list[int]:
    by_round: dict[int, list[int]] = {}
    for node in book.seating.flight(flight):
        fate = book.seating.fate(node.name)
        if len(fate.out) == 1:
            by_round.setdefault(node.round, []).extend(fate.out if fate.is_contested else ())
    counted = sorted(by_round)[: stage.rounds or None]
    return [entry for number in counted for entry in by_round[number]]
