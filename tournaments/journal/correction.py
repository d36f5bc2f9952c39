"""What a changed result does downstream: which pairings change seats, and what became of their results."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from rules.errors import Refusal
from tournaments.draws.field import Graph
from tournaments.journal.facts import CHOICES, RENAME, REPLAY, Result
from tournaments.journal.resolution import Resolver, Seat

Results = dict[str, Result]
Chooser = Callable[[str, tuple[str, ...]], str]


def strictly(choices: Mapping[str, str]) -> Chooser:
    """Chooses what the director chose; refuses ("choices_needed") where he did not, or could not."""

    def choose(pairing: str, allowed: tuple[str, ...]) -> str:
        if choices.get(pairing) not in allowed:
            raise Refusal("choices_needed", pairings=[pairing], allowed=list(allowed))
        return choices[pairing]

    return choose


def leniently(choices: Mapping[str, str]) -> Chooser:
    """Chooses what the director chose where he could, else the mildest: keep what was played."""

    def choose(pairing: str, allowed: tuple[str, ...]) -> str:
        chosen = choices.get(pairing)
        return chosen if chosen in allowed else allowed[0]

    return choose


def carried(
    graph: Graph, results: Mapping[str, Result], withdrawn: Mapping[int, int], choose: Chooser
) -> Results:
    """The results after a change upstream: kept, renamed to the players who now belong there, or dropped.

    "rename" keeps a result under new names, because the right people sat there; "replay" drops it.
    """
    kept: Results = {}
    resolver = Resolver(graph, kept, withdrawn)
    for pairing in graph.pairings:
        result = results.get(pairing.id)
        if result is None:
            continue
        now = _rehomed(pairing.id, result, resolver.seats(pairing.id), choose)
        if now is not None:
            kept[pairing.id] = now
    return kept


def allowed_choices(seats: tuple[Seat, Seat]) -> tuple[str, ...]:
    """What may become of a begun pairing that gets these seats: without two players it cannot be kept."""
    white, black = seats
    return CHOICES if white and black else (REPLAY,)


def _rehomed(pairing: str, result: Result, seats: tuple[Seat, Seat], choose: Chooser) -> Result | None:
    white, black = seats
    if (white, black) == (result.white, result.black):
        return result
    choice = choose(pairing, allowed_choices(seats))
    if choice != RENAME or not white or not black:
        return None
    return Result(white, black, result.winner, result.white_score, result.black_score, result.ending)


@dataclass(frozen=True, slots=True)
class SeatChange:
    """A pairing that looks different after a correction: its seats before and after, and its result."""

    pairing: str
    before: tuple[Seat, Seat]
    after: tuple[Seat, Seat]
    had_result: bool
    keeps_result: bool


def seat_changes(
    graph: Graph, before: Mapping[str, Result], after: Mapping[str, Result], withdrawn: Mapping[int, int]
) -> tuple[SeatChange, ...]:
    """Every pairing whose seats differ or whose result is lost between two sets of results."""
    old, new = Resolver(graph, before, withdrawn), Resolver(graph, after, withdrawn)
    changes = (
        SeatChange(
            pairing.id,
            old.seats(pairing.id),
            new.seats(pairing.id),
            pairing.id in before,
            pairing.id in after,
        )
        for pairing in graph.pairings
    )
    return tuple(
        change
        for change in changes
        if change.before != change.after or (change.had_result and not change.keeps_result)
    )
