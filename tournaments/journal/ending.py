"""A stage of rounds ends before its last round: nobody can be paired any more, or there is no time left."""

from dataclasses import replace

from tournaments.formats import format_of
from tournaments.journal.book import Book, must
from tournaments.journal.facts import Ended


def end(book: Book, fact: Ended) -> None:
    """No further round is paired here; every board so far has its result. The table gives the places."""
    drawing = book.stage(fact.flight)
    key = drawing.stage.key
    must(not format_of(drawing.stage).is_static, "stage_of_lines", flight=fact.flight)
    must(drawing.is_published, "draw_not_published")
    must(not drawing.is_ended, "stage_ended", flight=key)
    waiting = [name for name in book.wiring.of_flight.get(key, ()) if not book.board[name].is_decided]
    must(not waiting, "round_open", flight=key, pairings=waiting)
    book.stages[key] = replace(drawing, is_ended=True)
    book.recompute_places(key)
