"""Handlers of rows about entries: entry, withdrawal, reinstatement, substitution, details."""

from dataclasses import replace

from rules.errors import Refusal
from tournaments.journal import facts, teams
from tournaments.journal.correction import results_after_change, strict_chooser
from tournaments.journal.facts import WAITING, Described, Newcomer, Noted
from tournaments.journal.mutable_state import MutableState, must
from tournaments.journal.standings import flights_without_ratings
from tournaments.journal.state import BY_ABSENCE, Entrant


def enter(state: MutableState, fact: facts.Entered) -> None:
    """Add new entries; a player cannot have two numbers in an event."""
    player_codes = {entrant.player for entrant in state.entries.values()}
    for number, newcomer in fact.newcomers.items():
        must(
            number not in state.entries and newcomer.player not in player_codes,
            "already_entered",
            entry=number,
        )
        player_codes.add(newcomer.player)
        state.entries[number] = Entrant(number, newcomer.player, details=newcomer)


def withdraw(state: MutableState, fact: facts.Withdrawn) -> None:
    """Withdraw an entry: its opponents win the open matches; decided ones do not change."""
    entrant = state.entries.get(fact.entry)
    if entrant is None or entrant.is_withdrawn or fact.flight in entrant.left:
        raise Refusal("entry_unknown", entry=fact.entry)
    must(_can_withdraw(state), "draw_not_published")
    must(not fact.flight or _is_planned(state, fact.flight), "flight_unknown", flight=fact.flight)
    # Withdrawals are numbered: of two absent opponents the first to withdraw loses.
    state.withdrawal_count += 1
    waiting_before = flights_without_ratings(state, state.board)
    if fact.flight:
        state.entries[fact.entry] = replace(
            entrant, left={**entrant.left, fact.flight: state.withdrawal_count}
        )
    else:
        state.entries[fact.entry] = replace(entrant, withdrawn=state.withdrawal_count)
    for name in [name for name, placed in state.board.items() if fact.entry in placed.seats]:
        if not state.board[name].is_decided:
            state.propagate(name)
    if flights_without_ratings(state, state.board) != waiting_before:
        # The table waited for performance ratings of matches that do not count any more: now its places, and
        # the seats of later stages, are known.
        state.recompute_board(results_after_change(state.results, strict_chooser({})))


def _can_withdraw(state: MutableState) -> bool:
    return not state.stages or any(drawing.is_published for drawing in state.stages.values())


def _is_planned(state: MutableState, flight: str) -> bool:
    return flight in state.plan or flight in state.wiring.stage_of


def reinstate(state: MutableState, fact: facts.Reinstated) -> None:
    """Reinstate an entry. Matches it lost by absence are reopened, unless play has gone on after them."""
    entrant = state.entries.get(fact.entry)
    if entrant is None or not (fact.flight in entrant.left if fact.flight else _is_gone(entrant)):
        raise Refusal("entry_not_withdrawn", entry=fact.entry)
    forfeits = [
        name
        for name, placed in state.board.items()
        if placed.decided == BY_ABSENCE and placed.losers == (fact.entry,)
    ]
    remaining_withdrawals = {
        flight: turn for flight, turn in entrant.left.items() if fact.flight and flight != fact.flight
    }
    withdrawn = entrant.withdrawn if fact.flight else 0
    state.entries[fact.entry] = replace(entrant, withdrawn=withdrawn, left=remaining_withdrawals)
    state.conceded |= {name: fact.entry for name in forfeits if _has_play_after(state, name)}
    decided = set(state.results)
    state.recompute_board(results_after_change(state.results, strict_chooser({})))
    teams.move_lineups(state, decided)


def _is_gone(entrant: Entrant) -> bool:
    return entrant.is_withdrawn or bool(entrant.left)


def _has_play_after(state: MutableState, name: str) -> bool:
    """Whether later matches have been played since a pairing was decided, or a later round was paired."""
    pairing = state.graph.by_id[name]
    drawing = state.stage(pairing.flight)
    if any(paired.round > pairing.round for paired in drawing.rounds):
        return True
    return any(further in state.results for further in state.wiring.reach(name))


def substitute(state: MutableState, fact: facts.Substituted) -> None:
    """Replace the player of an entry that has no result."""
    entrant = state.entries.get(fact.entry)
    if entrant is None or entrant.is_withdrawn:
        raise Refusal("entry_unknown", entry=fact.entry)
    player_codes = {other.player for other in state.entries.values()}
    must(fact.player not in player_codes, "already_entered", entry=fact.entry)
    played = [name for name, result in state.results.items() if fact.entry in (result.white, result.black)]
    played += teams.meetings_of_team(state, fact.entry)
    must(not played, "entry_has_played", entry=fact.entry, pairings=played)
    teams.remove_roster(state, fact.entry)
    state.entries[fact.entry] = replace(entrant, player=fact.player, details=Newcomer(fact.player))


def describe(state: MutableState, fact: Described) -> None:
    """Replace the details of entries; draws made before do not change."""
    for number, details in fact.particulars.items():
        entrant = _entrant(state, number)
        state.entries[number] = replace(entrant, details=replace(details, player=entrant.player))


def note(state: MutableState, fact: Noted) -> None:
    """Set the presence of entries; an entry that is already in a draw cannot be on the waiting list."""
    for number in fact.entries:
        entrant = _entrant(state, number)
        if fact.presence == WAITING:
            drawn_flights = [key for key, drawing in state.stages.items() if number in drawing.members]
            must(not drawn_flights, "already_joined", entry=number, flight="".join(drawn_flights[:1]))
        state.entries[number] = replace(entrant, presence=fact.presence)


def _entrant(state: MutableState, number: int) -> Entrant:
    entrant = state.entries.get(number)
    if entrant is None:
        raise Refusal("entry_unknown", entry=number)
    return entrant
