"""The final places of events of every format and graph of stages."""

import os
import random
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import product

import pytest

from tests.tournaments.event_simulation import LENGTH, Event, random_payload
from tests.tournaments.formats import drawn_plans
from tests.tournaments.journal import rounds_to_the_end
from tests.tournaments.journal.test_stages import draw, planned
from tournaments.exchange.event_file import build_document, export_projection
from tournaments.formats.graph import Origin
from tournaments.formats.place_levels import find_place_levels
from tournaments.formats.plan import LATER, Feed, Plan, Stage
from tournaments.journal import commands, draw_changes, pairing_commands
from tournaments.journal.final_places import find_final_places, find_flight_places, find_loser_places
from tournaments.journal.flight_places import spans_of
from tournaments.journal.standings import is_table
from tournaments.verification.checker.document import canonical
from tournaments.verification.checker.findings import CheckerFinding
from tournaments.verification.checker.verify import check_file

Places = dict[int, tuple[int, int]]
GROUPS = Stage("group", "groups", options={"size": 4})
PLANS = {
    **drawn_plans.PLANS,
    **rounds_to_the_end.PLANS,
    "backdraw drawn later": Plan(
        (
            Stage("main", "knockout"),
            Stage("backdraw", "feed_in", Feed("losers", "main"), {"first": 2}),
            Stage("final", "final", Feed("places", flights=("main", "backdraw"), last=1), {LATER: True}),
        )
    ),
    "groups without a third place": Plan(
        (GROUPS, Stage("main", "knockout", Feed("places", "group", first=1, last=2)))
    ),
    "groups and a knockout of the others": Plan(
        (
            GROUPS,
            Stage("main", "knockout", Feed("places", "group", first=1, last=2)),
            Stage("consolation", "knockout", Feed("places", "group", first=3, last=4)),
        )
    ),
    "groups and a knockout for places from 5": Plan(
        (
            GROUPS,
            Stage("main", "knockout", Feed("places", "group", first=1, last=2)),
            Stage("side", "knockout", Feed("places", "group", first=3, last=4), {"first": 5, "placed": 0}),
        )
    ),
    "round robin and a final": Plan(
        (Stage("league", "round_robin"), Stage("main", "knockout", Feed("places", "league", first=1, last=2)))
    ),
    "Swiss and a play-off of three": Plan(
        (
            Stage("swiss", "swiss", options={"rounds": 2}),
            Stage("playoff", "contingent", Feed("places", "swiss", first=1, last=3)),
        )
    ),
}
# Each knockout has its own winner: there are no places of the event.
ROLLING = {"mini"}
PROVE = os.environ.get("PROVE") == "1"
SIZES = (3, 4, 5, 6, 7, 8, 11, 16) if PROVE else (3, 5, 8, 11)
SEEDS = 5 if PROVE else 1
LEAST = {
    "accelerated": 8,
    "best eight": 5,
    "Swiss and a play-off of three": 5,
    "groups and a knockout of the others": 7,
}
LEAST |= dict.fromkeys([name for name in PLANS if name.startswith("groups")], 6)
ONLY = {"groups and a knockout for places from 5": (8,)}


def play_event(
    name: str,
    size: int,
    rng: random.Random,
    absences: float = 0.0,
    after_each: Callable[[Event], None] = lambda event: None,
) -> Event:
    """Play an event of a plan to its end; stages that need it are drawn, rounds paired."""
    event = planned(PLANS[name], size, rng)
    for _turn in range(200):
        while event.playable:
            placed = rng.choice(event.playable)
            length = event.state.length(placed.id) or LENGTH
            event.append("settled", random_payload(placed, rng, absences, length))
            after_each(event)
        if not rounds_to_the_end._goes_on(event, rng):
            break
    assert event.is_finished, name
    return event


def check(event: Event) -> list[CheckerFinding]:
    """Return what the independent checker finds in the file of an event."""
    rows = [{"seq": row.seq, "kind": row.kind, "payload": row.payload} for row in event.rows]
    document = build_document({"length": LENGTH}, rows, export_projection(event.state))
    return list(check_file(canonical(document)))


def find_faults(event: Event, *, is_attended: bool) -> Iterator[str]:
    """Say what a director would not accept about the final places of a finished event."""
    places = find_final_places(event.state)
    if set(places) != set(event.state.entries):
        yield f"without a place: {sorted(set(event.state.entries) - set(places))}"
    taken = [place for span, count in Counter(places.values()).items() for place in _share(span, count)]
    if sorted(taken) != list(range(1, len(places) + 1)):
        yield f"places are not 1 to {len(places)}: {sorted(places.values())}"
    deciding = event.state.stages[_last_stage(event)].stage
    has_winner = is_attended or not any(len(placed.losers) == 2 for placed in event.board.values())
    if has_winner and not is_table(deciding) and sorted(places.values())[:1] != [(1, 1)]:
        yield f"not one winner: {sorted(places.values())[:3]}"
    yield from _find_order_faults(event, places)
    if is_attended:
        yield from _find_bracket_faults(event, places)


def _share(span: tuple[int, int], count: int) -> list[int]:
    """Return the places of a span that as many entries share as it is wide; else an impossible one."""
    return list(range(span[0], span[1] + 1)) if span[1] - span[0] + 1 == count else [0]


def _last_stage(event: Event) -> str:
    ladder = find_place_levels(event.state.plan)[0]
    return max((key for key in ladder if key in event.state.stages), key=lambda key: ladder[key])


def _list_defeats(event: Event, flight: str) -> dict[int, int]:
    """Return the round in which each entry lost last in a bracket."""
    rounds: dict[int, int] = {}
    for name in event.state.index.by_flight.get(flight, ()):
        for entry in event.board[name].losers:
            rounds[entry] = event.state.graph.by_id[name].round
    return rounds


def _find_order_faults(event: Event, places: Places) -> Iterator[str]:
    """Whoever lost later is not placed below whoever lost earlier in the same bracket for the same places.

    A second final and the play-off of three have rules of their own: their first match may be a semi-final.
    """
    ladder = find_place_levels(event.state.plan)[0]
    for key in [key for key in ladder if key in event.state.stages]:
        stage = event.state.stages[key].stage
        if is_table(stage) or key in {"final", "playoff"} or stage.options.get("placed", 2) != 2:
            continue
        beside = [each for each in ladder if each != key and ladder[each] >= ladder[key]]
        played_on = {seat for each in beside for seat in _seats(event, each)}
        defeats = _list_defeats(event, key)
        for one, other in product(defeats, defeats):
            is_out = not {one, other} & played_on
            if is_out and defeats[one] > defeats[other] and places[one] > places[other]:
                yield f"{key}: {one} lost after {other}, but is placed {places[one]} below {places[other]}"


def _seats(event: Event, key: str) -> set[int]:
    names = event.state.index.by_flight.get(key, ())
    return {seat for name in names for seat in event.board[name].seats if seat}


def _find_bracket_faults(event: Event, places: Places) -> Iterator[str]:
    """The loser of the last match is second, and every place is the one that the label promised."""
    key = _last_stage(event)
    if is_table(event.state.stages[key].stage) or key == "playoff":
        return
    last = [event.board[name] for name in event.state.index.by_flight[key] if event.board[name].losers]
    by_id = event.state.graph.by_id
    final = next(placed for placed in reversed(last) if by_id[placed.id].winner_range == (1, 1))
    has_final = "backdraw" not in event.state.stages or "final" in event.state.stages
    if has_final and places[final.loser] != (2, 2):
        yield f"the loser of the final is placed {places[final.loser]}"
    ladder = find_place_levels(event.state.plan)[0]
    promised: Places = {}
    for name in (pairing.id for pairing in event.state.graph.pairings):
        pairing, placed = event.state.graph.by_id[name], event.board[name]
        stage = event.state.index.stage_of[pairing.flight]
        if stage in ladder and not is_table(event.state.stages[stage].stage):
            promised |= dict.fromkeys(placed.losers, pairing.loser_range)
            promised |= {placed.winner: pairing.winner_range} if placed.winner else {}
    for entry, span in promised.items():
        if places[entry] != span:
            yield f"{entry} was promised {span} and is placed {places[entry]}"


@pytest.mark.parametrize("absences", [0.0, 0.3])
@pytest.mark.parametrize("name", sorted(set(PLANS) - ROLLING))
def test_a_director_accepts_the_final_places(name: str, absences: float) -> None:
    sizes = ONLY.get(name) or [size for size in SIZES if size >= LEAST.get(name, 3)]
    for size, seed in product(sizes, range(SEEDS)):
        event = play_event(name, size, random.Random(f"{name}-{size}-{seed}"), absences)
        assert list(find_faults(event, is_attended=not absences)) == [], f"{name} of {size}, {seed}"
        assert check(event) == [], f"{name} of {size}, {seed}"


@pytest.mark.parametrize("name", sorted(set(PLANS) - ROLLING))
def test_no_place_is_final_before_it_is_certain(name: str) -> None:
    places_so_far: list[Places] = []
    rng = random.Random(name)
    event = play_event(
        name, 8, rng, after_each=lambda event: places_so_far.append(find_final_places(event.state))
    )
    reached = find_final_places(event.state)
    for places in places_so_far:
        for entry, (first, last) in places.items():
            assert first <= reached[entry][0] <= reached[entry][1] <= last, (entry, places, reached)


LABELS_OF_EIGHT = [(1, 1), (2, 2), (3, 3), (4, 4), (5, 6), (5, 6), (7, 8), (7, 8)]


@pytest.mark.parametrize("final", ["single", "reset", "advantage", "none"])
def test_a_double_elimination_of_eight_has_one_winner_and_one_runner_up(final: str) -> None:
    name = "double" if final == "single" else f"double {final}"
    event = play_event(name, 8, random.Random(final))
    assert sorted(find_final_places(event.state).values()) == LABELS_OF_EIGHT
    spans = {
        key: sorted(spans_of(event.state, key, event.state.board).values()) for key in event.state.stages
    }
    assert spans["backdraw"] == LABELS_OF_EIGHT[1:]


@pytest.mark.parametrize("name", sorted(set(PLANS) - ROLLING))
def test_the_list_of_a_bracket_has_everybody_who_played_in_it(name: str) -> None:
    sizes = ONLY.get(name) or [size for size in SIZES if size >= LEAST.get(name, 3)]
    for size in sizes:
        event = play_event(name, size, random.Random(f"{name}-{size}"))
        for flight, names in event.state.index.by_flight.items():
            seated = {seat for pairing in names for seat in event.board[pairing].seats if seat}
            assert find_flight_places(event.state, flight).keys() == seated, (name, size, flight)


def test_players_who_go_out_in_groups_share_the_places_below_the_knockout() -> None:
    event = play_event("groups", 8, random.Random("groups"))
    spans = find_final_places(event.state)
    groups = [spans_of(event.state, flight, event.state.board) for flight in ("group_1", "group_2")]
    third, fourth = ([entry for group in groups for entry in group if group[entry][0] == n] for n in (3, 4))
    assert [spans[entry] for entry in (*third, *fourth)] == [(5, 6), (5, 6), (7, 8), (7, 8)]


def _play_lives(event: Event, rng: random.Random, winner: int = 0, after_round: int = 0) -> None:
    """Play rounds for lives to the end; `winner` enters late, after a round, and wins every match."""
    while rounds_to_the_end._goes_on(event, rng):
        while event.playable:
            placed = event.playable[0]
            side = "black" if placed.black == winner else "white" if placed.white == winner else ""
            event.settle(placed.id, side or rng.choice(["white", "black"]))
        if len(event.state.stages["swiss"].rounds) == after_round and winner not in event.state.entries:
            event.do(commands.enter(event.state, ["late"]))
            event.do(draw_changes.add_late(event.state, winner, "swiss"))
    assert event.is_finished


def _list_rounds_of_last_loss(event: Event) -> dict[int, int]:
    """Return the round in which each entry lost its last life, two of two."""
    losses: dict[int, list[int]] = {}
    for placed in event.board.values():
        for entry in placed.losers:
            losses.setdefault(entry, []).append(event.state.graph.by_id[placed.id].round)
    return {entry: max(rounds) for entry, rounds in losses.items() if len(rounds) == 2}


def test_a_late_entry_who_wins_the_rounds_for_lives_is_first_and_who_is_out_later_is_above() -> None:
    for seed in range(5):
        rng = random.Random(f"late-{seed}")
        event = planned(PLANS["two lives"], 8, rng)
        _play_lives(event, rng, winner=9, after_round=3)
        spans = find_final_places(event.state)
        last_losses = _list_rounds_of_last_loss(event)
        assert (spans[9], len(last_losses)) == ((1, 1), 8)
        for entry, number in last_losses.items():
            above = sum(other > number for other in last_losses.values()) + 1
            together = sum(other == number for other in last_losses.values())
            assert spans[entry] == (above + 1, above + together)
        assert check(event) == []


def test_a_tie_break_of_the_plan_separates_those_who_are_out_in_one_round() -> None:
    rng = random.Random("one round")
    event = planned(Plan((Stage("swiss", "lives", options={"lives": 1, "criteria": ["lots"]}),)), 8, rng)
    _play_lives(event, rng)
    assert sorted(find_final_places(event.state).values()) == [(place, place) for place in range(1, 9)]
    last_losses = {
        entry: event.state.graph.by_id[placed.id].round
        for placed in event.board.values()
        for entry in placed.losers
    }
    order = sorted(last_losses, key=lambda entry: find_final_places(event.state)[entry])
    assert [last_losses[entry] for entry in order] == sorted(last_losses.values(), reverse=True)
    assert check(event) == []


def test_a_player_who_comes_too_late_and_wins_on_another_line_has_first_place() -> None:
    """Without a final the winner of the main bracket has won; the walk-over on the first line is history."""
    plan = Plan(
        (Stage("main", "knockout"), Stage("backdraw", "feed_in", Feed("losers", "main"), {"first": 2}))
    )
    event = planned(plan, 7, random.Random("late"))
    first = next(placed for placed in event.playable if placed.id.startswith("M1"))
    late = first.white or 0
    event.settle(first.id, "black", "walkover")
    event.do(draw_changes.re_enter(event.state, late, "main"))
    while event.playable:
        placed = event.playable[0]
        event.settle(placed.id, "black" if placed.black == late else "white")
    places = find_final_places(event.state)
    assert places[late] == (1, 1)
    assert find_flight_places(event.state, "main")[late] == (1, 1)
    assert check(event) == []


def test_finalists_who_both_stay_away_share_first_place_while_rounds_of_the_swiss_are_to_come() -> None:
    rng = random.Random("nobody came")
    swiss = Stage("swiss", "swiss", options={"rounds": 3})
    event = planned(
        Plan((swiss, Stage("main", "knockout", Feed("places", "swiss", first=1, last=2)))), 6, rng
    )
    event.do(pairing_commands.pair(event.state, "swiss"))
    for placed in event.playable:
        event.settle(placed.id)
    draw(event, rng, "main")
    event.do(commands.publish("main"))
    finalists = set(event.board["M1-1"].seats)
    event.settle("M1-1", "", "double_walkover")
    assert find_final_places(event.state) == dict.fromkeys(finalists, (1, 2))
    assert check(event) == []


def test_who_leaves_the_rounds_for_lives_is_below_those_who_are_still_in() -> None:
    rng = random.Random("leaves")
    event = planned(Plan((Stage("swiss", "lives", options={"lives": 3}),)), 4, rng)
    assert rounds_to_the_end._goes_on(event, rng)
    first_round = event.playable
    for placed in first_round:
        event.settle(placed.id)
    gone = first_round[0].white or 0
    event.do(commands.withdraw(gone))
    _play_lives(event, rng)
    assert find_final_places(event.state)[gone] == (4, 4)
    assert check(event) == []


@pytest.mark.parametrize("name", sorted(PLANS))
def test_the_losers_of_a_round_have_places_of_its_label_while_all_entries_come(name: str) -> None:
    sizes = ONLY.get(name) or [size for size in SIZES if size >= LEAST.get(name, 3)]
    for size in sizes:
        faults: list[str] = []

        def compare(event: Event, faults: list[str] = faults) -> None:
            by_id = event.state.graph.by_id
            faults += [
                f"{len(event.rows)} {pairing}: {by_id[pairing].loser_range}, now {span}"
                for pairing, span in find_loser_places(event.state).items()
                if not by_id[pairing].loser_range[0] <= span[0] <= span[1] <= by_id[pairing].loser_range[1]
            ]

        play_event(name, size, random.Random(f"{name}-{size}"), after_each=compare)
        assert faults == [], (name, size)


@pytest.mark.parametrize("name", sorted(set(PLANS) - ROLLING))
def test_the_losers_of_a_round_have_the_places_of_the_final_list(name: str) -> None:
    sizes = ONLY.get(name) or [size for size in SIZES if size >= LEAST.get(name, 3)]
    for size, seed in product(sizes, range(SEEDS + 2)):
        event = play_event(name, size, random.Random(f"{name}-{size}-{seed}"), 0.4)
        loser_places, ladder = find_loser_places(event.state), find_place_levels(event.state.plan)[0]
        for pairing, span in loser_places.items():
            flight = event.state.graph.by_id[pairing].flight
            is_of_event = event.state.index.stage_of[flight] in ladder
            places = (
                find_final_places(event.state) if is_of_event else find_flight_places(event.state, flight)
            )
            for entry in event.board[pairing].losers:
                played_on = any(
                    entry in event.board[later].seats
                    for later in event.state.index.find_all_dependents(pairing)
                )
                if not played_on and places[entry] != span:
                    assert _missed_a_match(event, pairing), (name, size, seed, pairing, span, places[entry])


@pytest.mark.parametrize("name", ["double", "double advantage", "double none", "double reset"])
def test_a_round_whose_losers_play_on_for_places_names_none(name: str) -> None:
    for size in range(3, 18):
        faults: list[str] = []

        def find_promised(event: Event, faults: list[str] = faults) -> None:
            spans = find_loser_places(event.state)
            faults += [
                f"{len(event.rows)} {pairing}: {span}"
                for pairing, span in spans.items()
                if event.state.graph.by_id[pairing].flight == "main" and _missed_a_match(event, pairing)
            ]

        play_event(name, size, random.Random(f"{name}-{size}"), 0.2, after_each=find_promised)
        assert faults == [], (name, size)


@pytest.mark.parametrize("name", ["double", "double none", "double reset", "knockout", "third place"])
def test_the_places_of_a_round_stay_after_the_last_double_no_show(name: str) -> None:
    for size, seed in product(range(3, 18), range(SEEDS)):
        rng = random.Random(f"{name}-{size}-{seed}")
        event = planned(PLANS[name], size, rng)
        for placed in event.playable[: rng.randrange(1, max(2, size // 2))]:
            event.settle(placed.id, "", "double_walkover")
        announced = find_loser_places(event.state)
        while event.playable:
            event.settle(rng.choice(event.playable).id, rng.choice(["white", "black"]))
        at_the_end = find_loser_places(event.state)
        lost = [pairing for pairing in announced if event.board[pairing].losers]
        assert {pairing: at_the_end.get(pairing) for pairing in lost} == {
            pairing: announced[pairing] for pairing in lost
        }, (name, size, seed)


def _missed_a_match(event: Event, pairing: str) -> bool:
    """Whether the loser of a pairing would have played another match for places."""
    targets = [event.state.graph.by_id[name] for name in event.state.index.dependents.get(pairing, ())]
    return any(
        source.pairing == pairing and source.origin is Origin.LOSER
        for target in targets
        for source in target.sources
    )
