"""Handlers of rows about entries: entry, withdrawal, reinstatement, substitution, details."""

from dataclasses import replace

from rules.errors import Refusal
from tournaments.journal import facts, teams
from tournaments.journal.book import Book, must
from tournaments.journal.correction import results_after_change, strict_chooser
from tournaments.journal.facts import WAITING, Described, Newcomer, Noted
from tournaments.journal.standings import flights_without_ratings
from tournaments.journal.state import BY_ABSENCE, Entrant


def enter(book: Book, fact: facts.Entered) -> None:
    """Add new entries; a player cannot have two numbers in an event."""
    player_codes = {entrant.player for entrant in book.entries.values()}
    for number, newcomer in fact.newcomers.items():
        must(
            number not in book.entries and newcomer.player not in player_codes,
            "already_entered",
            entry=number,
        )
        player_codes.add(newcomer.player)
        book.entries[number] = Entrant(number, newcomer.player, about=newcomer)


def withdraw(book: Book, fact: facts.Withdrawn) -> None:
    """Withdraw an entry: its open matches go to the opponents, played ones are unchanged."""
    entrant = book.entries.get(fact.entry)
    if entrant is None or entrant.is_withdrawn or fact.flight in entrant.left:
        raise Refusal("entry_unknown", entry=fact.entry)
    must(_can_withdraw(book), "draw_not_published")
    must(not fact.flight or _is_planned(book, fact.flight), "flight_unknown", flight=fact.flight)
    # Numbers the withdrawals, so that their order is known.
    book.turns += 1
    waiting_before = flights_without_ratings(book, book.board)
    if fact.flight:
        book.entries[fact.entry] = replace(entrant, left={**entrant.left, fact.flight: book.turns})
    else:
        book.entries[fact.entry] = replace(entrant, withdrawn=book.turns)
    for name in [name for name, placed in book.board.items() if fact.entry in placed.seats]:
        if not book.board[name].is_decided:
            book.propagate(name)
    if flights_without_ratings(book, book.board) != waiting_before:
        # Performance ratings are no longer awaited: the places of that table and the seats fed by them are
        # known.
        book.recompute_board(results_after_change(book.results, strict_chooser({})))


def _can_withdraw(book: Book) -> bool:
    return not book.stages or any(drawing.is_published for drawing in book.stages.values())


def _is_planned(book: Book, flight: str) -> bool:
    return flight in book.plan or flight in book.wiring.stage_of


def reinstate(book: Book, fact: facts.Reinstated) -> None:
    """Reinstate an entry; forfeits after which other players have played on are unchanged."""
    entrant = book.entries.get(fact.entry)
    if entrant is None or not (fact.flight in entrant.left if fact.flight else _is_gone(entrant)):
        raise Refusal("entry_plays", entry=fact.entry)
    forfeits = [
        name
        for name, placed in book.board.items()
        if placed.decided == BY_ABSENCE and placed.out == (fact.entry,)
    ]
    remaining_withdrawals = {
        flight: turn for flight, turn in entrant.left.items() if fact.flight and flight != fact.flight
    }
    withdrawn = entrant.withdrawn if fact.flight else 0
    book.entries[fact.entry] = replace(entrant, withdrawn=withdrawn, left=remaining_withdrawals)
    book.conceded |= {name: fact.entry for name in forfeits if _has_play_after(book, name)}
    decided = set(book.results)
    book.recompute_board(results_after_change(book.results, strict_chooser({})))
    teams.move_lineups(book, decided)


def _is_gone(entrant: Entrant) -> bool:
    return entrant.is_withdrawn or bool(entrant.left)


def _has_play_after(book: Book, name: str) -> bool:
    """Whether later matches have been played since a pairing was decided, or a later round was paired."""
    pairing = book.graph.by_id[name]
    drawing = book.stage(pairing.flight)
    if any(paired.round > pairing.round for paired in drawing.rounds):
        return True
    return any(further in book.results for further in book.wiring.reach(name))


def substitute(book: Book, fact: facts.Substituted) -> None:
    """Replace the player of an entry that has played nothing yet."""
    entrant = book.entries.get(fact.entry)
    if entrant is None or entrant.is_withdrawn:
        raise Refusal("entry_unknown", entry=fact.entry)
    player_codes = {other.player for other in book.entries.values()}
    must(fact.player not in player_codes, "already_entered", entry=fact.entry)
    played = [name for name, result in book.results.items() if fact.entry in (result.white, result.black)]
    played += teams.meetings_of_team(book, fact.entry)
    must(not played, "entry_has_played", entry=fact.entry, pairings=played)
    teams.disband(book, fact.entry)
    book.entries[fact.entry] = replace(entrant, player=fact.player, about=Newcomer(fact.player))


def describe(book: Book, fact: Described) -> None:
    """Replace the details of entries, without effect on seats."""
    for number, about in fact.particulars.items():
        entrant = _entrant(book, number)
        book.entries[number] = replace(entrant, about=replace(about, player=entrant.player))


def note(book: Book, fact: Noted) -> None:
    """Set the presence of entries; an entry that is already in a draw cannot be on the waiting list."""
    for number in fact.entries:
        entrant = _entrant(book, number)
        if fact.presence == WAITING:
            drawn_flights = [key for key, drawing in book.stages.items() if number in drawing.members]
            must(not drawn_flights, "already_joined", entry=number, flight="".join(drawn_flights[:1]))
        book.entries[number] = replace(entrant, presence=fact.presence)


def _entrant(book: Book, number: int) -> Entrant:
    entrant = book.entries.get(number)
    if entrant is None:
        raise Refusal("entry_unknown", entry=number)
    return entrant
