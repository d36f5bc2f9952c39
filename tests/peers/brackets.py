"""Brackets of the cases, played here by their results."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from tests.tournaments.event_simulation import Event, payload_of
from tournaments.formats.graph import Graph, GraphPairing
from tournaments.formats.plan import Feed, Plan, Stage
from tournaments.formats.random_order import compute_commitment
from tournaments.formats.seed_lines import place_on_lines
from tournaments.journal import commands
from tournaments.journal.commands import make_command
from tournaments.journal.draws import Drawn
from tournaments.journal.final_places import find_final_places
from tournaments.journal.state import Placement

SEED = "5e" * 16
FINALS = {"two if the unbeaten player loses the first": "reset", "one match": "single"}
# The names of the brackets in the cases.
BRACKETS = {"main": "main", "backdraw": "losers", "final": "final", "consolation": "consolation"}
Pairings = dict[tuple[str, int], list[tuple[int, int]]]


class NoSuchPairingError(Exception):
    """The two players of a result do not meet here."""


def make_plan(options: Mapping[str, Any]) -> Plan:
    """The plan of a case: a knockout, with a consolation, or a double elimination with its kind of final."""
    sheet = {"sheet": options.get("sheet", "standard")}
    if options["format"] == "knockout":
        placed = {"placed": 4} if options.get("third_place") else {}
        return Plan((Stage("main", "knockout", options=sheet | placed),))
    if options["format"] == "consolation for losers of their first match":
        consolation = Stage("consolation", "consolation", Feed("first_losses", "main"))
        return Plan((Stage("main", "knockout", options=sheet), consolation))
    stages = (
        Stage("main", "knockout", options=sheet),
        Stage("backdraw", "feed_in", Feed("losers", "main"), {"first": 2}),
    )
    if options.get("final") == "none":
        return Plan(stages)
    feed = Feed("places", flights=("main", "backdraw"), last=1)
    final = FINALS[options.get("final", "one match")]
    return Plan((*stages, Stage("final", "final", feed, {"final": final})))


def draw_bracket(
    entries: Sequence[int], options: Mapping[str, Any], lines: Sequence[int] | None = None
) -> Event:
    """Draw entries on these lines, else all seeded in the order of their numbers."""
    event = Event()
    event.do(commands.set_plan(make_plan(options)))
    event.do(commands.enter(event.state, [f"p{entry}" for entry in entries]))
    event.append("committed", {"commitment": compute_commitment(SEED)})
    lines = tuple(lines or place_on_lines(entries, options["sheet"]))
    event.do(make_command(Drawn(flight="main", format="knockout", seed=SEED, seeds=(), lines=lines)))
    event.do(commands.publish())
    return event


def play_results(event: Event, results: Iterable[Mapping[str, Any]]) -> None:
    """Settle the results in their order; each is that of the only playable pairing of its two players.

    Raises `NoSuchPairingError` if they have none.
    """
    for result in results:
        same = [one for one in event.playable if {one.white, one.black} == set(result["pair"])]
        if not same:
            raise NoSuchPairingError(result)
        (placed,) = same
        winner = "white" if placed.white == result["winner"] else "black"
        score = min(result["score"] or [0])
        event.append("settled", payload_of(placed, winner, result["how"], score))


def choose_better(placed: Placement) -> int:
    """The player of the better number."""
    return min(placed.white or 0, placed.black or 0)


def play_by_rule(event: Event, find_winner: Callable[[Placement], int | None] = choose_better) -> None:
    """Play to the end; the rule says who wins."""
    while not event.is_finished:
        placed = event.playable[0]
        winner = "white" if placed.white == find_winner(placed) else "black"
        event.append("settled", payload_of(placed, winner))


def list_pairings(event: Event) -> Pairings:
    """The pairs by bracket and round, 0 for a bye; without those that nobody reaches."""
    graph = event.state.graph
    pairings: Pairings = {}
    for name, placed in event.board.items():
        pairing = graph.by_id[name]
        bracket, number = BRACKETS[pairing.flight], pairing.round
        if pairing.flight == "main" and number == graph.rounds("main") and pairing.position == 2:
            bracket, number = "third", 1
        seats = sorted(seat or 0 for seat in placed.seats)
        if any(seats):
            pairings.setdefault((bracket, number), []).append((seats[0], seats[1]))
    return {key: sorted(pairs) for key, pairs in pairings.items()}


def read_pairings(rounds: Iterable[Mapping[str, Any]]) -> Pairings:
    """The pairings of a case in the form of `list_pairings`."""
    return {
        (each["bracket"], each["round"]): sorted(
            (min(pair), max(pair)) for pair in each["pairs"] if any(pair)
        )
        for each in rounds
    }


def list_round(graph: Graph, flight: str, number: int) -> list[GraphPairing]:
    return [pairing for pairing in graph.of(flight) if pairing.round == number]


def group_places(event: Event) -> list[list[int]]:
    """The entries in groups, best first; a group shares its places."""
    spans = find_final_places(event.state)
    return [sorted(e for e in spans if spans[e] == span) for span in sorted(set(spans.values()))]


def count_wins(event: Event) -> dict[str, int]:
    """How many matches each entry has won."""
    wins = dict.fromkeys(event.state.entries, 0)
    for result in event.state.results.values():
        wins[result.white if result.winner == "white" else result.black] += 1
    return {str(entry): count for entry, count in wins.items()}
