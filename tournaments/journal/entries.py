"""Rows about entries: entry, withdrawal, reinstatement, substitution, details and presence."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from rules.errors import Refusal
from tournaments.entries_text import TEXTS, is_possible
from tournaments.formats.round_robin import WITHDRAWAL_EFFECTS
from tournaments.journal import teams
from tournaments.journal.correction import results_after_change, strict_chooser
from tournaments.journal.facts import HIGHEST_RATING, PARTICULARS, PRESENCES, WAITING, Newcomer
from tournaments.journal.mutable_state import MutableState, must
from tournaments.journal.payloads import (
    FLIGHT,
    Payload,
    check_keys,
    read_count,
    read_integers,
    read_nonempty_string,
    read_string,
)
from tournaments.journal.row_kinds import RowKind, Subject
from tournaments.journal.standings import flights_without_ratings
from tournaments.journal.state import BY_ABSENCE, Entrant


@dataclass(frozen=True, slots=True)
class Entered:
    """Entries made together: entry number -> newcomer."""

    newcomers: Mapping[int, Newcomer]


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """The withdrawal of an entry from a flight; from the event when `flight` is empty.

    `results` says what becomes of its matches in round robins, "annulled" or "forfeited"; "" by the rule.
    """

    entry: int
    flight: str = ""
    results: str = ""


@dataclass(frozen=True, slots=True)
class Reinstated:
    """The reinstatement of an entry in a flight, or wherever it was withdrawn."""

    entry: int
    flight: str = ""


@dataclass(frozen=True, slots=True)
class Substituted:
    """The substitution of the player of an entry."""

    entry: int
    player: str


@dataclass(frozen=True, slots=True)
class Described:
    """New details of entries: entry number -> all details of the entry, with an empty `player`."""

    particulars: Mapping[int, Newcomer]


@dataclass(frozen=True, slots=True)
class PresenceMarked:
    """The presence of entries: one of `PRESENCES` for all of them."""

    entries: tuple[int, ...]
    presence: str


def _read_entered(payload: Payload) -> Entered:
    check_keys(payload, {"entries"})
    pairs = [(read_count(item, "entry"), _read_newcomer(item)) for item in payload["entries"]]
    if not pairs or len(dict(pairs)) != len(pairs):
        raise ValueError("entries")
    return Entered(dict(pairs))


def _read_newcomer(item: Payload) -> Newcomer:
    """Return an entry of an `entered` payload. Raises ValueError if it is invalid."""
    check_keys(item, {"entry", "player"}, frozenset(PARTICULARS))
    return _read_details(item, read_nonempty_string(item, "player"))


def _read_withdrawn(payload: Payload) -> Withdrawn:
    check_keys(payload, {"entry"}, FLIGHT | {"results"})
    results = read_string(payload, "results")
    if results not in ("", *WITHDRAWAL_EFFECTS):
        raise ValueError(results)
    return Withdrawn(read_count(payload, "entry"), read_string(payload, "flight"), results)


def _read_reinstated(payload: Payload) -> Reinstated:
    check_keys(payload, {"entry"}, FLIGHT)
    return Reinstated(read_count(payload, "entry"), read_string(payload, "flight"))


def _read_substituted(payload: Payload) -> Substituted:
    check_keys(payload, {"entry", "player"})
    return Substituted(read_count(payload, "entry"), read_nonempty_string(payload, "player"))


def _read_described(payload: Payload) -> Described:
    """Return the fact of a `described` row. Raises ValueError if its payload is invalid."""
    check_keys(payload, {"entries"})
    particulars = {}
    for item in payload["entries"]:
        check_keys(item, {"entry"}, frozenset({*PARTICULARS, "partners"}))
        particulars[read_count(item, "entry")] = _read_details(item, "")
    if not particulars or len(particulars) != len(payload["entries"]):
        raise ValueError("entries")
    return Described(particulars)


def _read_presence_marked(payload: Payload) -> PresenceMarked:
    """Return the fact of a `presence_marked` row. Raises ValueError if its payload is invalid."""
    check_keys(payload, {"entries", "presence"})
    entries = read_integers(payload["entries"])
    if not entries or min(entries) < 1 or len(set(entries)) != len(entries):
        raise ValueError("entries")
    presence = read_string(payload, "presence")
    if presence not in PRESENCES:
        raise ValueError("presence")
    return PresenceMarked(entries, presence)


def _read_details(item: Payload, player: str) -> Newcomer:
    rating = read_count(item, "rating", minimum=0) if "rating" in item else 0
    texts = {name: read_string(item, name) for name in TEXTS}
    if rating > HIGHEST_RATING or not all(is_possible(name, text) for name, text in texts.items()):
        raise ValueError("particulars")
    return Newcomer(player=player, **texts, rating=rating, partners=_read_partners(item))


def _read_partners(item: Payload) -> tuple[str, ...]:
    partners = item.get("partners", [])
    if not isinstance(partners, list) or not all(isinstance(code, str) and code for code in partners):
        raise ValueError("partners")
    return tuple(partners)


def entered_payload(players: Mapping[int, str | Newcomer]) -> dict[str, Any]:
    """Return the payload of an `entered` row. `players`: entry number -> public id, or newcomer."""
    return {"entries": [_entry_payload(number, player) for number, player in players.items()]}


def _entry_payload(number: int, player: str | Newcomer) -> dict[str, Any]:
    if isinstance(player, str):
        return {"entry": number, "player": player}
    return {"entry": number, "player": player.player} | _details_payload(player)


def described_payload(particulars: Mapping[int, Newcomer]) -> dict[str, Any]:
    """Return the payload of a `described` row. `particulars`: entry number -> all details of the entry."""
    return {
        "entries": [
            {"entry": number, **_details_payload(details)}
            | ({"partners": list(details.partners)} if details.partners else {})
            for number, details in particulars.items()
        ]
    }


def _details_payload(details: Newcomer) -> dict[str, Any]:
    values = {name: getattr(details, name) for name in PARTICULARS}
    return {name: value for name, value in values.items() if value}


def enter(state: MutableState, fact: Entered) -> None:
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
    state.entries[fact.entry] = replace(entrant, player=fact.player, details=Newcomer(player=fact.player))


def describe(state: MutableState, fact: Described) -> None:
    """Replace the details of entries; draws made before do not change."""
    for number, details in fact.particulars.items():
        entrant = _entrant(state, number)
        state.entries[number] = replace(entrant, details=replace(details, player=entrant.player))


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
        _read_entered,
        enter,
        "%(count)s entered",
        {"entries": [{"entry": 1, "player": "abc", "club": "Roma", "rating": 1650}]},
    ),
    RowKind(
        "withdrawn",
        Subject.ENTRIES,
        _read_withdrawn,
        withdraw,
        "%(name)s withdrawn%(results)s",
        {"entry": 1, "flight": "", "results": "annulled"},
    ),
    RowKind(
        "reinstated",
        Subject.ENTRIES,
        _read_reinstated,
        reinstate,
        "%(name)s is reinstated",
        {"entry": 1, "flight": "main"},
    ),
    RowKind(
        "substituted",
        Subject.ENTRIES,
        _read_substituted,
        substitute,
        "%(name)s plays instead",
        {"entry": 1, "player": "abd"},
    ),
    RowKind(
        "described",
        Subject.ENTRIES,
        _read_described,
        describe,
        "Details of %(names)s changed",
        {"entries": [{"entry": 1, "country": "ITA", "family": "Rossi", "partners": ["abd"]}]},
    ),
    RowKind(
        "presence_marked",
        Subject.ENTRIES,
        _read_presence_marked,
        mark_presence,
        "%(names)s: %(presence)s",
        {"entries": [1, 2], "presence": "here"},
    ),
)
