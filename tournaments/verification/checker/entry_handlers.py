"""Handlers of journal lines about entries: entry, withdrawal, reinstatement, substitution."""

from tournaments.verification.checker import draws, results
from tournaments.verification.checker.book import CheckedState, Payload


def apply_entered(book: CheckedState, payload: Payload) -> None:
    """Add entries; a player cannot have two numbers."""
    for item in payload["entries"]:
        number, player = int(item["entry"]), str(item["player"])
        again = number in book.players or player in book.players.values()
        book.notes.expect(not again, "I1", "entered_twice", entry=number)
        book.players[number], book.tags[number] = player, draws.entry_tags(item)


def apply_withdrawn(book: CheckedState, payload: Payload) -> None:
    """Withdraw an active entry; played matches are unchanged."""
    entry, flight = int(payload["entry"]), str(payload.get("flight", ""))
    is_playing = entry in book.players and (flight, entry) not in book.withdrawn
    book.notes.expect(is_playing, "I14", "withdrawal_of_nobody", entry=entry)
    before = dict(book.results)
    book.turn += 1
    book.withdrawn[flight, entry] = book.turn
    book.rebuild_seating()
    book.notes.expect(before == book.results, "I8", "withdrawal_changed_the_past", entry=entry)


def apply_reinstated(book: CheckedState, payload: Payload) -> None:
    """Reinstate a withdrawn entry; forfeits on which later play depends are unchanged."""
    entry, flight = int(payload["entry"]), str(payload.get("flight", ""))
    withdrawals = [key for key in book.withdrawn if key[1] == entry and (not flight or key[0] == flight)]
    book.notes.expect(bool(withdrawals), "I14", "reinstated_nobody", entry=entry)
    fates = {name: book.seating.fate(name) for name in book.seating.nodes}
    given_up = [name for name, fate in fates.items() if fate.how == "absence" and fate.eliminated == (entry,)]
    past = {name: entry for name in given_up if _is_past(book, name)}
    for key in withdrawals:
        del book.withdrawn[key]
    book.conceded |= past
    results.carry_results(book, {}, "I9", "reinstating_changed_the_past")


def apply_substituted(book: CheckedState, payload: Payload) -> None:
    """Replace the player of an entry that has played nothing."""
    entry, player = int(payload["entry"]), str(payload["player"])
    free = entry in book.players and player not in book.players.values()
    book.notes.expect(free, "I1", "entered_twice", entry=entry)
    played = [name for name, result in book.results.items() if entry in (result["white"], result["black"])]
    book.notes.expect(not played, "I8", "substituted_after_play", entry=entry)
    book.players[entry], book.tags[entry] = player, draws.entry_tags({})


def _is_past(book: CheckedState, name: str) -> bool:
    node = book.seating.nodes[name]
    later = any(number > node.round for number in book.rounds.get(node.flight, {}))
    return later or any(further in book.results for further in book.seating.hanging_on(name))


def apply_described(book: CheckedState, payload: Payload) -> None:
    """Replace details of entries: each is in the event, and named once."""
    numbers = [int(item["entry"]) for item in payload["entries"]]
    are_known = set(numbers) <= set(book.players) and len(set(numbers)) == len(numbers) > 0
    book.notes.expect(are_known, "I14", "described_nobody", entries=numbers)
    book.tags |= {int(item["entry"]): draws.entry_tags(item) for item in payload["entries"]}


def apply_noted(book: CheckedState, payload: Payload) -> None:
    """Set the presence of entries; an entry in a draw cannot be on the waiting list."""
    numbers, presence = {int(entry) for entry in payload["entries"]}, payload["presence"]
    book.notes.expect(bool(numbers) and numbers <= set(book.players), "I14", "noted_nobody")
    drawn_entries = {entry for key in book.lines_by_stage for entry in book.members(key)}
    both = sorted(numbers & drawn_entries)
    book.notes.expect(presence != "waiting" or not both, "I1", "waits_in_a_draw", entries=both)
    stays_out = presence in {"away", "waiting"}
    book.staying_out = book.staying_out | numbers if stays_out else book.staying_out - numbers
