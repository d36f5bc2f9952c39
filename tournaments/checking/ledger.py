"""The journal walked line by line by the checker's own rules: what may follow what, and who sat where."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tournaments.checking import drafts, draws, lots, places, scores, stages
from tournaments.checking.document import Document, Line
from tournaments.checking.findings import Notes
from tournaments.checking.nodes import Node
from tournaments.checking.seats import Seating
from tournaments.checking.stages import MAIN, Stage

UNDONE = "undone"
Payload = Mapping[str, Any]


@dataclass(slots=True)
class Book:
    """Where the event stands while its journal is read."""

    event: Payload
    notes: Notes
    players: dict[int, str] = field(default_factory=dict)
    withdrawn: dict[tuple[str, int], int] = field(default_factory=dict)
    turn: int = 0
    promise: str = ""
    plan: tuple[Stage, ...] = ()
    drawn: dict[str, list[int]] = field(default_factory=dict)
    rounds: dict[str, dict[int, Payload]] = field(default_factory=dict)
    joined: dict[str, list[int]] = field(default_factory=dict)
    published: set[str] = field(default_factory=set)
    lengths: dict[tuple[str, int], int] = field(default_factory=dict)
    results: dict[str, Payload] = field(default_factory=dict)
    seating: Seating = field(init=False)

    def __post_init__(self) -> None:
        self.look_again()

    def look_again(self) -> None:
        """Build the nodes anew from what is drawn, and forget who was found to sit where."""
        nodes = drafts.nodes(self.plan, self.drawn, self.rounds)
        self.seating = Seating(nodes, self.results, self.withdrawn, places.placing(self.plan))

    def is_shown(self, flight: str) -> bool:
        """Whether the draw of a flight has been published."""
        return "" in self.published or flight in self.published

    def playing(self, flight: str = "") -> list[int]:
        """The entries that have not withdrawn, from the flight or from everything."""
        return [
            number
            for number in sorted(self.players)
            if ("", number) not in self.withdrawn and (flight, number) not in self.withdrawn
        ]


def walk(document: Document, notes: Notes) -> Book:
    """Read the whole journal; every line that should never have been written is a finding."""
    book = Book(document.event, notes)
    void = struck(document.lines, notes)
    for place, line in enumerate(document.lines, start=1):
        notes.seq = line.seq
        notes.must(line.seq == place, "I14", "line_out_of_order", expected=place)
        if line.seq in void or line.kind == UNDONE:
            continue
        _read(book, line)
    notes.seq = 0
    return book


def struck(lines: Sequence[Line], notes: Notes) -> set[int]:
    """The lines that count no more, read from the end: an undoing that was undone strikes nothing."""
    void: set[int] = set()
    known = {line.seq for line in lines}
    for line in reversed(lines):
        if line.kind != UNDONE or line.seq in void:
            continue
        target = line.payload.get("seq")
        if target not in known or not isinstance(target, int) or target >= line.seq or target in void:
            notes.seq = line.seq
            notes.must(False, "I14", "undoes_nothing", line=target)
        else:
            void.add(target)
    return void


def _read(book: Book, line: Line) -> None:
    step = STEPS.get(line.kind)
    if step is None:
        book.notes.must(False, "I14", "line_unknown", kind=line.kind)
        return
    try:
        step(book, line.payload)
    except (KeyError, TypeError, ValueError, AttributeError, IndexError):
        book.notes.must(False, "I14", "line_unreadable", kind=line.kind)


def _planned(book: Book, payload: Payload) -> None:
    book.plan = stages.stages(payload)
    book.look_again()


def _entered(book: Book, payload: Payload) -> None:
    for item in payload["entries"]:
        number, player = int(item["entry"]), str(item["player"])
        again = number in book.players or player in book.players.values()
        book.notes.must(not again, "I1", "entered_twice", entry=number)
        book.players[number] = player


def _withdrawn(book: Book, payload: Payload) -> None:
    entry, flight = int(payload["entry"]), str(payload.get("flight", ""))
    known = entry in book.players and (flight, entry) not in book.withdrawn
    book.notes.must(known, "I14", "withdrawal_of_nobody", entry=entry)
    before = dict(book.results)
    book.turn += 1
    book.withdrawn[flight, entry] = book.turn
    book.look_again()
    book.notes.must(before == book.results, "I8", "withdrawal_changed_the_past", entry=entry)


def _reinstated(book: Book, payload: Payload) -> None:
    entry, flight = int(payload["entry"]), str(payload.get("flight", ""))
    gone = book.withdrawn.pop((flight, entry), None)
    book.notes.must(gone is not None, "I14", "reinstated_nobody", entry=entry)
    _carry(book, {}, "I9", "reinstating_changed_the_past")


def _substituted(book: Book, payload: Payload) -> None:
    entry, player = int(payload["entry"]), str(payload["player"])
    free = entry in book.players and player not in book.players.values()
    book.notes.must(free, "I1", "entered_twice", entry=entry)
    book.players[entry] = player


def _committed(book: Book, payload: Payload) -> None:
    book.promise = str(payload["commitment"])


def _drawn(book: Book, payload: Payload) -> None:
    seed, lines = str(payload["seed"]), [int(number) for number in payload["lines"]]
    flight = str(payload.get("flight", "")) or MAIN
    if not book.plan:
        book.plan = stages.preset(str(payload["format"]))
    book.notes.must(lots.fits(seed, book.promise), "I16", "seed_not_promised", flight=flight)
    draws.check_lines(book.notes, flight, payload, lines, book.playing())
    book.drawn[flight] = lines
    book.rounds.pop(flight, None)
    book.look_again()


def _published(book: Book, payload: Payload) -> None:
    book.notes.must(bool(book.drawn), "I14", "published_undrawn")
    book.published.add(str(payload.get("flight", "")))


def _settled(book: Book, payload: Payload) -> None:
    name = str(payload["pairing"])
    if not _may_stand(book, name, payload):
        return
    if book.notes.must(name not in book.results, "I14", "settled_twice", pairing=name):
        decided = book.seating.fate(name).winner is not None
        book.notes.must(not decided, "I6", "settled_though_decided", pairing=name)
        book.seating.settle(name, payload)


def _reopened(book: Book, payload: Payload) -> None:
    name = str(payload["pairing"])
    if book.notes.must(name in book.results, "I14", "reopened_unsettled", pairing=name):
        del book.results[name]
        _carry(book, payload.get("choices", {}))


def _corrected(book: Book, payload: Payload) -> None:
    name = str(payload["pairing"])
    if not _may_stand(book, name, payload):
        return
    book.notes.must(name in book.results, "I14", "corrected_unsettled", pairing=name)
    book.results[name] = payload
    _carry(book, payload.get("choices", {}))


def _may_stand(book: Book, name: str, payload: Payload) -> bool:
    """Whether a result names a pairing that is shown and the two who sit there, with a lawful score."""
    notes = book.notes
    if not notes.must(name in book.seating.nodes, "I18", "pairing_unknown", pairing=name):
        return False
    node, fate = book.seating.nodes[name], book.seating.fate(name)
    white, black = payload["white"], payload["black"]
    notes.must(white != black, "I3", "met_himself", pairing=name, entry=white)
    notes.must(book.is_shown(node.flight), "I14", "settled_unpublished", pairing=name)
    fault = scores.fault(payload, _length(book, node))
    notes.must(not fault, "I17", f"result_{fault or 'score'}_wrong", pairing=name)
    if fault in {"ending", "winner"}:
        return False
    right = (fate.white, fate.black) == (white, black) and white and black
    given, expected = [white, black], [fate.white, fate.black]
    return notes.must(bool(right), "I18", "wrong_players", pairing=name, given=given, expected=expected)


def _carry(book: Book, choices: Payload, promise: str = "I14", code: str = "result_lost_unchosen") -> None:
    """Take results over to who sits there after a change upstream, as the director chose for each."""
    held, book.results = book.results, {}
    book.look_again()
    for name in book.seating.nodes:
        result = held.get(name)
        if result is None:
            continue
        fate = book.seating.fate(name)
        if (fate.white, fate.black) != (result["white"], result["black"]):
            choice = choices.get(name)
            book.notes.must(choice is not None, promise, code, pairing=name)
            result = _rehomed(result, fate.white, fate.black, str(choice))
        if result is not None:
            book.seating.settle(name, result)


def _rehomed(result: Payload, white: int | None, black: int | None, choice: str) -> Payload | None:
    if not white or not black:
        return None
    if choice == "rename":
        return {**result, "white": white, "black": black}
    word, _, winner = choice.partition(":")
    if word == "rule" and winner:
        ruled = {"winner": winner, "ending": "ruled", "white_score": 0, "black_score": 0}
        return {**result, "white": white, "black": black, **ruled}
    return None


def _length(book: Book, node: Node) -> int:
    own = book.lengths.get((node.flight, node.round))
    stage = stages.owner(node.flight, book.plan)
    return own or stages.length(stage, book.event, node.flight, node.round)


STEPS: dict[str, Callable[[Book, Payload], None]] = {
    "planned": _planned,
    "entered": _entered,
    "withdrawn": _withdrawn,
    "reinstated": _reinstated,
    "substituted": _substituted,
    "committed": _committed,
    "drawn": _drawn,
    "published": _published,
    "settled": _settled,
    "reopened": _reopened,
    "corrected": _corrected,
}
