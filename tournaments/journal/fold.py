"""`fold(rows) -> EventState`: the only reading of a journal. Any row that cannot stand is refused."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from rules.errors import Refusal
from tournaments.draws import FORMATS
from tournaments.draws.field import Graph
from tournaments.draws.lots import commitment, is_seed
from tournaments.draws.seeding import lines
from tournaments.journal import facts
from tournaments.journal.correction import Chooser, carried, strictly
from tournaments.journal.facts import Result, Row
from tournaments.journal.kinds import read
from tournaments.journal.resolution import Resolver
from tournaments.journal.state import Entrant, EventState

UNDONE = "undone"


def fold(rows: Sequence[Row]) -> EventState:
    """The state an event is in. Refuses with facts `seq` and `kind` of the first row that cannot stand."""
    return _fold(rows, None)


def fold_choosing(rows: Sequence[Row], choose: Chooser) -> EventState:
    """As `fold`, but the last row, a correction, takes its choices from `choose` (for previews)."""
    return _fold(rows, choose)


def live_rows(rows: Sequence[Row]) -> tuple[Row, ...]:
    """The rows that count: neither undone nor undoings themselves. Refuses undoing what is not there."""
    void = struck(rows)
    return tuple(row for row in rows if row.seq not in void and row.kind != UNDONE)


def struck(rows: Sequence[Row]) -> frozenset[int]:
    """The numbers of the rows that are undone; an undoing that was undone itself strikes nothing."""
    void: set[int] = set()
    known = {row.seq for row in rows}
    for row in reversed(rows):
        fact = read(row) if row.kind == UNDONE and row.seq not in void else None
        if not isinstance(fact, facts.Undone):
            continue
        if fact.seq not in known or fact.seq >= row.seq or fact.seq in void:
            raise Refusal("undo_nothing", seq=fact.seq)
        void.add(fact.seq)
    return frozenset(void)


def _fold(rows: Sequence[Row], choose: Chooser | None) -> EventState:
    book = _Book()
    live = live_rows(rows)
    for row in live:
        chooser = choose if row is live[-1] else None
        try:
            _apply(book, read(row), chooser)
        except Refusal as refusal:
            refusal.facts.setdefault("seq", row.seq)
            refusal.facts.setdefault("kind", row.kind)
            raise
    return book.state(rows[-1].seq if rows else 0)


@dataclass(slots=True)
class _Book:
    """The state while it is being folded."""

    entries: dict[int, Entrant] = field(default_factory=dict)
    commitment: str = ""
    drawn: facts.Drawn | None = None
    graph: Graph = field(default_factory=Graph)
    is_published: bool = False
    results: dict[str, Result] = field(default_factory=dict)
    withdrawn: dict[int, int] = field(default_factory=dict)
    resolver: Resolver = field(init=False)

    def __post_init__(self) -> None:
        self.look_again()

    def look_again(self) -> None:
        """Forget what was resolved, after anything but a new result."""
        self.resolver = Resolver(self.graph, self.results, self.withdrawn)

    def state(self, seq: int) -> EventState:
        drawn = self.drawn or facts.Drawn("", "", (), ())
        return EventState(
            seq=seq,
            entries=dict(self.entries),
            commitment=self.commitment,
            format=drawn.format,
            seed=drawn.seed,
            seeds=drawn.seeds,
            lines=drawn.lines,
            graph=self.graph,
            is_published=self.is_published,
            results=dict(self.results),
        )


def _apply(book: _Book, fact: facts.Fact, choose: Chooser | None) -> None:
    if isinstance(fact, facts.Corrected):
        _corrected(book, fact, choose or strictly(fact.choices))
    else:
        STEPS[type(fact)](book, fact)


def _entered(book: _Book, fact: facts.Entered) -> None:
    _must(book.drawn is None, "already_drawn")
    held = {entrant.player for entrant in book.entries.values()}
    for number, player in fact.players.items():
        _must(number not in book.entries and player not in held, "already_entered", entry=number)
        held.add(player)
        book.entries[number] = Entrant(number, player)


def _withdrawn(book: _Book, fact: facts.Withdrawn) -> None:
    entrant = book.entries.get(fact.entry)
    if entrant is None or entrant.is_withdrawn:
        raise Refusal("entry_unknown", entry=fact.entry)
    _must(book.drawn is None or book.is_published, "draw_not_published")
    turn = len(book.withdrawn) + 1
    book.entries[fact.entry] = Entrant(entrant.number, entrant.player, turn)
    book.withdrawn[fact.entry] = turn


def _committed(book: _Book, fact: facts.Committed) -> None:
    _must(not book.is_published, "already_published")
    book.commitment = fact.commitment


def _drawn(book: _Book, fact: facts.Drawn) -> None:
    _must(not book.is_published, "already_published")
    _must(fact.format in FORMATS, "event_format_unknown", format=fact.format)
    _must(is_seed(fact.seed) and commitment(fact.seed) == book.commitment, "lots_not_committed")
    playing = [entrant.number for entrant in book.entries.values() if not entrant.is_withdrawn]
    _must(lines(playing, fact.seeds, fact.seed) == fact.lines, "draw_not_by_lots")
    book.drawn, book.graph = fact, FORMATS[fact.format](fact.lines)
    book.look_again()


def _published(book: _Book, fact: facts.Published) -> None:
    _must(book.drawn is not None, "not_drawn")
    _must(not book.is_published, "already_published")
    book.is_published = True


def _settled(book: _Book, fact: facts.Settled) -> None:
    _known_pairing(book, fact.pairing)
    _must(book.is_published, "draw_not_published")
    _must(fact.pairing not in book.results, "pairing_settled", pairing=fact.pairing)
    _must(book.resolver.outcome(fact.pairing) is None, "already_decided", pairing=fact.pairing)
    _right_players(book, fact.pairing, fact.result)
    book.results[fact.pairing] = fact.result


def _reopened(book: _Book, fact: facts.Reopened) -> None:
    _must(fact.pairing in book.results, "not_settled", pairing=fact.pairing)
    del book.results[fact.pairing]
    _carry(book, strictly({}))


def _corrected(book: _Book, fact: facts.Corrected, choose: Chooser) -> None:
    _must(fact.pairing in book.results, "not_settled", pairing=fact.pairing)
    _right_players(book, fact.pairing, fact.result)
    book.results[fact.pairing] = fact.result
    _carry(book, choose)


def _carry(book: _Book, choose: Chooser) -> None:
    book.results = carried(book.graph, book.results, book.withdrawn, choose)
    book.look_again()


def _known_pairing(book: _Book, pairing: str) -> None:
    _must(pairing in book.graph.by_id, "pairing_unknown", pairing=pairing)


def _right_players(book: _Book, pairing: str, result: Result) -> None:
    sitting = book.resolver.seats(pairing)
    _must(
        sitting == (result.white, result.black),
        "wrong_players",
        pairing=pairing,
        expected=list(sitting),
        given=[result.white, result.black],
    )


def _must(holds: bool, code: str, **details: object) -> None:
    if not holds:
        raise Refusal(code, "", **details)


STEPS: dict[type, Callable[[_Book, Any], None]] = {
    facts.Entered: _entered,
    facts.Withdrawn: _withdrawn,
    facts.Committed: _committed,
    facts.Drawn: _drawn,
    facts.Published: _published,
    facts.Settled: _settled,
    facts.Reopened: _reopened,
}
