"""Results come, go and are put right: what the checker asks of each such line."""

from tournaments.checking import scores
from tournaments.checking.book import Book, Payload

REPLAY = "replay"


def settled(book: Book, payload: Payload) -> None:
    """A pairing that waits gets its one result."""
    name = str(payload["pairing"])
    if not _may_stand(book, name, payload):
        return
    if book.notes.must(name not in book.results, "I14", "settled_twice", pairing=name):
        decided = book.seating.fate(name).winner is not None
        book.notes.must(not decided, "I6", "settled_though_decided", pairing=name)
        book.seating.settle(name, payload)


def reopened(book: Book, payload: Payload) -> None:
    """A result is taken back."""
    name = str(payload["pairing"])
    if book.notes.must(name in book.results, "I14", "reopened_unsettled", pairing=name):
        del book.results[name]
        carry(book, payload.get("choices", {}))


def corrected(book: Book, payload: Payload) -> None:
    """A result is replaced; what hangs on it becomes what was chosen."""
    name = str(payload["pairing"])
    if not _may_stand(book, name, payload):
        return
    book.notes.must(name in book.results, "I14", "corrected_unsettled", pairing=name)
    book.results[name] = payload
    carry(book, payload.get("choices", {}))


def carry(book: Book, choices: Payload, promise: str = "I14", code: str = "result_lost_unchosen") -> None:
    """Take results over to who sits there after a change upstream, as the director chose for each."""
    held, book.results = book.results, {}
    book.look_again()
    for name in book.seating.nodes:
        result: Payload | None = held.get(name)
        if result is None:
            continue
        fate = book.seating.fate(name)
        is_blind = book.seating.nodes[name].flight in book.blind
        if is_blind and choices.get(name) == REPLAY:
            # Who sits there now is not known here, but that it is played again was said.
            continue
        if not is_blind and (fate.white, fate.black) != (result["white"], result["black"]):
            choice = choices.get(name)
            book.notes.must(choice is not None, promise, code, pairing=name)
            result = _rehomed(result, fate.white, fate.black, str(choice))
        if result is not None:
            book.seating.settle(name, result)


def follow(book: Book) -> None:
    """After lines or boards changed, results go with the two who played them, to where they meet now."""
    stage_of = {name: book.seating.stage_of(node.flight) for name, node in book.seating.nodes.items()}
    waiting: dict[tuple[str, frozenset[int]], list[str]] = {}
    for name, result in book.results.items():
        pair = frozenset((int(result["white"]), int(result["black"])))
        waiting.setdefault((stage_of[name], pair), []).append(name)
    held, book.results = book.results, {}
    book.look_again()
    for name, node in book.seating.nodes.items():
        fate = book.seating.fate(name)
        if node.flight in book.blind and name in held:
            _take(waiting, name)
            book.seating.settle(name, held[name])
        elif fate.white and fate.black:
            key = (book.seating.stage_of(node.flight), frozenset((fate.white, fate.black)))
            names = waiting.get(key, [])
            if names:
                old = name if name in names else names[0]
                names.remove(old)
                book.seating.settle(name, _turned(held[old], fate.white))
    for names in waiting.values():
        for name in names:
            book.notes.must(False, "I14", "result_lost_unchosen", pairing=name)


def _take(waiting: dict[tuple[str, frozenset[int]], list[str]], name: str) -> None:
    for names in waiting.values():
        if name in names:
            names.remove(name)


def _may_stand(book: Book, name: str, payload: Payload) -> bool:
    """Whether a result names a pairing that is shown and the two who sit there, with a lawful score."""
    notes = book.notes
    if not notes.must(name in book.seating.nodes, "I18", "pairing_unknown", pairing=name):
        return False
    node, fate = book.seating.nodes[name], book.seating.fate(name)
    if node.flight in book.blind:
        return True
    white, black = payload["white"], payload["black"]
    notes.must(white != black, "I3", "met_himself", pairing=name, entry=white)
    notes.must(book.is_shown(node.flight), "I14", "settled_unpublished", pairing=name)
    fault = scores.fault(payload, book.length(node))
    notes.must(not fault, "I17", f"result_{fault or 'score'}_wrong", pairing=name)
    if fault in {"ending", "winner"}:
        return False
    right = (fate.white, fate.black) == (white, black) and white and black
    given, expected = [white, black], [fate.white, fate.black]
    return notes.must(bool(right), "I18", "wrong_players", pairing=name, given=given, expected=expected)


def _rehomed(result: Payload, white: int | None, black: int | None, choice: str) -> Payload | None:
    if not white or not black or choice not in CHOICES:
        return None
    return {**result, "white": white, "black": black, **CHOICES[choice]}


def _turned(result: Payload, white: int) -> Payload:
    if result["white"] == white:
        return result
    return {
        **result,
        "white": result["black"],
        "black": result["white"],
        "white_score": result["black_score"],
        "black_score": result["white_score"],
        "winner": scores.SIDES.get(result["winner"], ""),
    }


CHOICES: dict[str, Payload] = {
    "rename": {},
    "void": {"winner": "", "ending": "void"},
    "rule:white": {"winner": "white", "ending": "ruled"},
    "rule:black": {"winner": "black", "ending": "ruled"},
}
