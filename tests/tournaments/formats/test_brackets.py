"""Main and consolation as graphs: one source per seat, one target per result, places without a gap."""

from collections import Counter

import pytest

from tournaments.formats.graph import CONSOLATION, MAIN, Graph, Origin
from tournaments.formats.plan import PRESETS
from tournaments.formats.seed_lines import bracket_size, draw_lines
from tournaments.journal.seat_resolution import build
from tournaments.journal.state import DrawnStage

SIZES = [*range(2, 131), 256, 511, 512, 1024]


def graph(entrants: int, form: str = "knockout_consolation") -> Graph:
    plan = PRESETS[form]
    bracket_lines = draw_lines(range(1, entrants + 1), (), "7" * 32)
    first = DrawnStage(plan.stages[0], lines=bracket_lines)
    return build(plan, {MAIN: first} | {stage.key: DrawnStage(stage) for stage in plan.stages[1:]}).graph


def test_each_winner_and_each_first_loss_goes_to_one_seat(subtests: pytest.Subtests) -> None:
    for entrants in SIZES:
        with subtests.test(entrants=entrants):
            event_graph = graph(entrants)
            used = Counter(
                (source.origin, source.pairing)
                for pairing in event_graph.pairings
                for source in pairing.sources
            )
            finals = {
                event_graph.of(flight)[-1].id for flight in (MAIN, CONSOLATION) if event_graph.of(flight)
            }
            winners = {pairing.id for pairing in event_graph.pairings} - finals
            opening = {
                pairing.id
                for pairing in event_graph.of(MAIN)
                if pairing.round == 1 and event_graph.of(CONSOLATION)
            }
            expected = Counter({(Origin.WINNER, name): 1 for name in winners})
            expected += Counter({(Origin.FIRST_LOSS, name): 1 for name in opening})
            del used[Origin.ENTRY, ""], used[Origin.BYE, ""]
            assert used == expected


def test_every_pairing_follows_its_sources(subtests: pytest.Subtests) -> None:
    for entrants in SIZES:
        with subtests.test(entrants=entrants):
            earlier: set[str] = set()
            for pairing in graph(entrants).pairings:
                assert {source.pairing for source in pairing.sources if source.pairing} <= earlier
                earlier.add(pairing.id)


def test_places_of_the_main_bracket_run_from_one_to_the_last(subtests: pytest.Subtests) -> None:
    for entrants in SIZES:
        with subtests.test(entrants=entrants):
            main = graph(entrants).of(MAIN)
            spans = {pairing.loser_range for pairing in main} | {main[-1].winner_range}
            assert sorted(place for first, last in spans for place in range(first, last + 1)) == list(
                range(1, entrants + 1)
            )


def test_winners_and_losers_of_a_round_share_the_places_of_those_who_play_it(
    subtests: pytest.Subtests,
) -> None:
    for entrants in SIZES:
        with subtests.test(entrants=entrants):
            for pairing in graph(entrants).of(MAIN):
                assert pairing.winner_range[0] == 1
                assert pairing.loser_range[0] == pairing.winner_range[1] + 1


def test_sizes_of_the_brackets(subtests: pytest.Subtests) -> None:
    for entrants in SIZES:
        with subtests.test(entrants=entrants):
            size = bracket_size(entrants)
            event_graph = graph(entrants)
            assert (len(event_graph.of(MAIN)), len(event_graph.of(CONSOLATION))) == (size - 1, size // 2 - 1)


def test_the_consolation_pairs_the_first_losses_of_neighbours() -> None:
    event_graph = graph(8)
    assert [
        tuple(source.pairing for source in pairing.sources) for pairing in event_graph.of(CONSOLATION)
    ] == [
        ("M1-1", "M1-2"),
        ("M1-3", "M1-4"),
        ("C1-1", "C1-2"),
    ]


def test_a_knockout_alone_has_no_consolation() -> None:
    assert graph(8, "knockout").of(CONSOLATION) == ()
