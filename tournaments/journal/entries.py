"""Rows about entries: entry, withdrawal, reinstatement, substitution, details and presence."""

from dataclasses import dataclass, field, replace
from typing import Annotated

from rules.errors import Refusal
from tournaments.formats.round_robin import WITHDRAWAL_EFFECTS
from tournaments.journal import teams
from tournaments.journal.correction import results_after_change, strict_chooser
from tournaments.journal.facts import PRESENCES, WAITING
from tournaments.journal.mutable_state import MutableState, must
from tournaments.journal.row_kinds import RowKind, Subject
from tournaments.journal.standings import flights_without_ratings
from tournaments.journal.state import BY_ABSENCE, Entrant
from tournaments.name_lists.details import EntryDetails
from tournaments.payloads import (
    DISTINCT,
    NOT_EMPTY,
    Payload,
    Place,
    Positive,
    Rule,
    Text,
    one_of,
    read_payload,
)

DISTINCT_NUMBERS = Rule(lambda items: len({item.entry for item in items}) == len(items))


@dataclass(frozen=True, slots=True)
class NewEntry:
    """A new entry: its number, the public id of its player, and its details."""

    entry: Positive
    player: Text
    details: Annotated[EntryDetails, Place.INLINE] = field(default_factory=EntryDetails)


@dataclass(frozen=True, slots=True)
class Entered:
    """Entries made together."""

    entries: Annotated[tuple[NewEntry, ...], NOT_EMPTY, DISTINCT_NUMBERS]


def get_new_entries(kind: str, payload: Payload) -> tuple[NewEntry, ...]:
    """Return the entries that a row makes; none for other kinds than `entered`."""
    return read_payload(Entered, payload).entries if kind == "entered" else ()


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """The withdrawal of an entry from a flight; from the event when `flight` is empty.

    `results` says what becomes of its matches in round robins, "annulled" or "forfeited"; "" by the rule.
    """

    entry: Positive
    flight: Annotated[str, Place.OPTIONAL] = ""
    results: Annotated[str, one_of(("", *WITHDRAWAL_EFFECTS)), Place.OMITTED] = ""


@dataclass(frozen=True, slots=True)
class Reinstated:
    """The reinstatement of an entry in a flight, or wherever it was withdrawn."""

    entry: Positive
    flight: Annotated[str, Place.OPTIONAL] = ""


@dataclass(frozen=True, slots=True)
class Substituted:
    """The substitution of the player of an entry."""

    entry: Positive
    player: Text


@dataclass(frozen=True, slots=True)
class DescribedEntry:
    """All details of an entry.

    `partners` are the public ids of the doubles pairs its players belong to elsewhere in the tournament.
    """

    entry: Positive
    details: Annotated[EntryDetails, Place.INLINE] = field(default_factory=EntryDetails)
    partners: Annotated[tuple[Text, ...], Place.OMITTED] = ()


@dataclass(frozen=True, slots=True)
class Described:
    """New details of entries."""

    entries: Annotated[tuple[DescribedEntry, ...], NOT_EMPTY, DISTINCT_NUMBERS]


@dataclass(frozen=True, slots=True)
class PresenceMarked:
    """The presence of entries: one of `PRESENCES` for all of them."""

    entries: Annotated[tuple[Positive, ...], NOT_EMPTY, DISTINCT]
    presence: Annotated[str, one_of(PRESENCES)]


def enter(state: MutableState, fact: Entered) -> None:
    """Add new entries; a player cannot have two numbers in an event."""
    player_codes = {entrant.player for entrant in state.entries.values()}
    for new_entry in fact.entries:
        number, player = new_entry.entry, new_entry.player
        is_new = number not in state.entries and player not in player_codes
        must(is_new, "already_entered", entry=number)
        player_codes.add(player)
        state.entries[number] = Entrant(number, player, details=new_entry.details)


def withdraw(state: MutableState, fact: Withdrawn) -> None:
    """Withdraw an entry: its opponents win the open matches; decided ones do not change."""
    entrant = state.entries.get(fact.entry)
    if entrant is None or entrant.is_withdrawn or fact.flight in entrant.left_flights:
        raise Refusal("entry_unknown", entry=fact.entry)
    must(_can_withdraw(state), "draw_not_published")
    must(not fact.flight or _is_planned(state, fact.flight), "flight_unknown", flight=fact.flight)
    # Withdrawals are numbered: of two absent opponents the first to withdraw loses.
    state.withdrawal_count += 1
    waiting_before = flights_without_ratings(state, state.board)
    if fact.results:
        entrant = replace(entrant, chosen_effects={**entrant.chosen_effects, fact.flight: fact.results})
    if fact.flight:
        state.entries[fact.entry] = replace(
            entrant, left_flights={**entrant.left_flights, fact.flight: state.withdrawal_count}
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
    return flight in state.plan or flight in state.index.stage_of


def reinstate(state: MutableState, fact: Reinstated) -> None:
    """Reinstate an entry. Matches it lost by absence are reopened, unless play has gone on after them."""
    entrant = state.entries.get(fact.entry)
    if entrant is None or not (fact.flight in entrant.left_flights if fact.flight else _is_gone(entrant)):
        raise Refusal("entry_not_withdrawn", entry=fact.entry)
    forfeits = [
        name
        for name, placed in state.board.items()
        if placed.decided == BY_ABSENCE and placed.losers == (fact.entry,)
    ]
    remaining_withdrawals = {
        flight: turn for flight, turn in entrant.left_flights.items() if fact.flight and flight != fact.flight
    }
    withdrawn = entrant.withdrawn if fact.flight else 0
    state.entries[fact.entry] = replace(
        entrant,
        withdrawn=withdrawn,
        left_flights=remaining_withdrawals,
        chosen_effects={
            flight: effect
            for flight, effect in entrant.chosen_effects.items()
            if flight in remaining_withdrawals or (not flight and withdrawn)
        },
    )
    state.lost_by_absence |= {name: fact.entry for name in forfeits if _has_play_after(state, name)}
    decided = set(state.results)
    state.recompute_board(results_after_change(state.results, strict_chooser({})))
    teams.move_lineups(state, decided)


def _is_gone(entrant: Entrant) -> bool:
    return entrant.is_withdrawn or bool(entrant.left_flights)


def _has_play_after(state: MutableState, name: str) -> bool:
    """Whether later matches have been played since a pairing was decided, or a later round was paired."""
    pairing = state.graph.by_id[name]
    drawing = state.stage(pairing.flight)
    if any(paired.round > pairing.round for paired in drawing.rounds):
        return True
    return any(further in state.results for further in state.index.find_all_dependents(name))


def substitute(state: MutableState, fact: Substituted) -> None:
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
    state.entries[fact.entry] = replace(entrant, player=fact.player, details=EntryDetails(), partners=())


def describe(state: MutableState, fact: Described) -> None:
    """Replace the details of entries; draws made before do not change."""
    for described in fact.entries:
        entrant = _entrant(state, described.entry)
        state.entries[described.entry] = replace(
            entrant, details=described.details, partners=described.partners
        )


def mark_presence(state: MutableState, fact: PresenceMarked) -> None:
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


KINDS = (
    RowKind(
        "entered",
        Subject.ENTRIES,
        (Entered,),
        enter,
        "%(count)s entered",
        {"entries": [{"entry": 1, "player": "abc", "club": "Roma", "rating": 1650}]},
    ),
    RowKind(
        "withdrawn",
        Subject.ENTRIES,
        (Withdrawn,),
        withdraw,
        "%(name)s withdrawn%(results)s",
        {"entry": 1, "flight": "", "results": "annulled"},
    ),
    RowKind(
        "reinstated",
        Subject.ENTRIES,
        (Reinstated,),
        reinstate,
        "%(name)s is reinstated",
        {"entry": 1, "flight": "main"},
    ),
    RowKind(
        "substituted",
        Subject.ENTRIES,
        (Substituted,),
        substitute,
        "%(name)s plays instead",
        {"entry": 1, "player": "abd"},
    ),
    RowKind(
        "described",
        Subject.ENTRIES,
        (Described,),
        describe,
        "Details of %(names)s changed",
        {"entries": [{"entry": 1, "country": "ITA", "family": "Rossi", "partners": ["abd"]}]},
    ),
    RowKind(
        "presence_marked",
        Subject.ENTRIES,
        (PresenceMarked,),
        mark_presence,
        "%(names)s: %(presence)s",
        {"entries": [1, 2], "presence": "here"},
    ),
)
