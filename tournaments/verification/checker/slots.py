"""Which place of which group leads to which line of the knockout after groups: read from what was shown.

The house finds these slots by a search and fixes them before the groups start. The checker does not search
again: it reads the slots off the first round as shown, asks that each place has exactly one, and then holds
the whole course of the event against them.
"""

from tournaments.verification.checker import drafts
from tournaments.verification.checker.book import Book
from tournaments.verification.checker.document import Document
from tournaments.verification.checker.findings import FindingLog
from tournaments.verification.checker.nodes import EMPTY, PLACE, Feed
from tournaments.verification.checker.replay import replay
from tournaments.verification.checker.stages import Stage


def find_slots(document: Document) -> dict[str, list[Feed]]:
    """The slots of every knockout after groups whose first round is known; nothing for other events."""
    if not any(line.kind == "planned" for line in document.lines):
        return {}
    book = replay(document, FindingLog(), {})
    crossed = [stage for stage in book.plan if drafts.is_crossed(stage, book.plan)]
    slots = {stage.key: _slots(book, stage, document) for stage in crossed}
    return {key: feeds for key, feeds in slots.items() if feeds}


def _slots(book: Book, stage: Stage, document: Document) -> list[Feed]:
    ranked = _ranked(book, stage)
    if not ranked:
        return []
    shown_pairings = {str(item["id"]): item for item in document.shown.get("pairings", ())}
    opening = [node for node in book.seating.flight(stage.key) if node.round == 1]
    seats = [shown_pairings.get(node.name, {}).get(side) for node in opening for side in ("white", "black")]
    if not seats or any(seat is None for seat in seats):
        return []
    feeds = [Feed(PLACE, ranked[seat]) if seat in ranked else EMPTY for seat in seats]
    places = [feed for feed in feeds if feed.kind == PLACE]
    return feeds if len(set(places)) == len(places) == len(ranked) else []


def _ranked(book: Book, stage: Stage) -> dict[int, tuple[str, int]]:
    """Who came in where in the groups, among the places that go on."""
    groups = {
        node.flight
        for node in book.seating.nodes.values()
        if node.flight in stage.sources or node.flight.rpartition("_")[0] in stage.sources
    }
    placed = {flight: book.place(flight, book.seating) or {} for flight in groups}
    if not all(placed.values()):
        return {}
    return {
        entry: (flight, place)
        for flight, order in placed.items()
        for place, entry in order.items()
        if stage.first <= place <= max(stage.first, stage.last)
    }
