"""The registry of formats: options are checked, dependent stages are seated, finals and places are right."""

import pytest

from rules.errors import Refusal
from tests.tournaments.formats.drawn_plans import SEED, double, draw, entries, fed, main
from tests.tournaments.formats.playouts import play, spans
from tournaments.formats import FORMATS, format_of
from tournaments.formats.double_elimination_final import make_final
from tournaments.formats.drop_table import make_feed_in_lines
from tournaments.formats.feeds import fill_in_entries, pooled_losers
from tournaments.formats.graph import (
    BYE,
    MAIN,
    Origin,
    SourceReachability,
    entry_source,
    loser_of,
    place_of,
    reset_of,
    winner_of,
)
from tournaments.formats.knockout import make_bracket
from tournaments.formats.plan import Feed, Plan, Stage

GOOD = [
    ("knockout", {"seeding": "blocks", "sheet": "printed", "apart": {"club": 2}, "placed": 4, "first": 5}),
    ("feed_in", {"starters": 16, "first": 2, "drawn_later": True}),
    ("final", {"final": "advantage", "head_start": 2}),
    ("round_robin", {"cycles": 2, "rounds": 5, "matches": 4, "numbers": "lot", "criteria": ["wins"]}),
    ("groups", {"groups": 4, "size": 5, "scoring": {"win": "3", "loss": "1/2"}}),
    ("contingent", {}),
]
BAD = [
    ("knockout", "seeding", "rating"),
    ("knockout", "sheet", 1),
    ("knockout", "apart", {"club": -1}),
    ("knockout", "apart", ["club"]),
    ("knockout", "placed", True),
    ("knockout", "cycles", 2),
    ("feed_in", "starters", 1000),
    ("final", "final", "none"),
    ("final", "head_start", -1),
    ("round_robin", "criteria", "wins"),
    ("round_robin", "scoring", {"win": "1/0"}),
    ("round_robin", "scoring", {"luck": "1"}),
    ("groups", "size", 2),
    ("groups", "drawn_later", "yes"),
]


@pytest.mark.parametrize(("name", "options"), GOOD)
def test_options_a_format_knows(name: str, options: dict[str, object]) -> None:
    FORMATS[name].check_options(options)


@pytest.mark.parametrize(("name", "option", "value"), BAD)
def test_options_a_format_does_not_know(name: str, option: str, value: object) -> None:
    with pytest.raises(Refusal) as refusal:
        FORMATS[name].check_options({option: value})
    assert refusal.value.facts == {"option": option, "value": str(value)}
    assert refusal.value.code == "format_options_wrong"


def test_a_final_is_one_match() -> None:
    pairings = make_final("final", [winner_of("M2-1"), winner_of("B2-1")])
    assert [(pairing.id, pairing.winner_range, pairing.loser_range) for pairing in pairings] == [
        ("F1-1", (1, 1), (2, 2))
    ]


def test_a_final_that_must_be_lost_twice_has_a_second_match() -> None:
    first, second = make_final("final", [winner_of("M2-1"), winner_of("B2-1")], "reset")
    assert second.sources == (reset_of(first.id), reset_of(first.id))


def test_an_advantage_is_points_white_begins_with() -> None:
    both = [winner_of("M2-1"), winner_of("B2-1")]
    assert [make_final("final", both, kind, 3)[0].head_start for kind in ("single", "advantage")] == [0, 3]


def test_a_final_of_three_is_refused() -> None:
    with pytest.raises(Refusal) as refusal:
        make_final("final", [BYE] * 3)
    assert refusal.value.code == "final_of_two"


def test_in_a_double_elimination_nobody_leaves_before_two_losses(subtests: pytest.Subtests) -> None:
    for entrants in [*range(2, 12), 16, 17, 23, 33]:
        with subtests.test(entrants=entrants):
            for seed in range(4):
                played = play(draw(double("reset"), entrants), seed)
                losers = [played.loser(name) for name in played.matches()]
                places = played.places("backdraw") | played.places("final")
                champion = next(entry for entry, place in places.items() if place == (1, 1))
                assert {losers.count(entry) for entry in range(1, entrants + 1) if entry != champion} == {2}
                assert losers.count(champion) < 2
                assert spans(places) == list(range(1, entrants + 1))
                assert len(played.matches()) in {2 * entrants - 2, 2 * entrants - 1}


def test_an_entry_with_a_first_round_bye_may_start_in_the_backdraw() -> None:
    bracket_of = draw(Plan((main(),)), 8)
    stage = fed("backdraw", "feed_in", "losers", MAIN, starters=8)
    sources = fill_in_entries(format_of(stage).sources(stage, bracket_of), range(11, 19))
    pairings = format_of(stage).pairings(stage, sources)
    assert sum(source.origin is Origin.ENTRY for source in sources) == 8
    assert [source.pairing for source in sources[8:12]] == ["M1-3", "M1-4", "M1-1", "M1-2"]
    played = play((*bracket_of, *pairings), 3)
    assert spans(played.places("backdraw")) == list(range(1, 17))[: len(played.places("backdraw"))]
    assert set(played.places("backdraw")) | {played.winner["M3-1"]} == {*range(1, 9), *range(11, 19)}


def test_as_many_must_start_there_as_in_the_main_bracket() -> None:
    with pytest.raises(Refusal) as refusal:
        make_feed_in_lines(draw(Plan((main(),)), 8), MAIN, starters=4)
    assert refusal.value.code == "starters_misshapen"


def test_an_entry_can_be_put_on_a_line_of_a_hanging_stage() -> None:
    assert fill_in_entries([loser_of("M1-1"), BYE, BYE], [0, 7]) == (loser_of("M1-1"), entry_source(7), BYE)
    with pytest.raises(Refusal) as refusal:
        fill_in_entries([BYE], [1, 2])
    assert refusal.value.code == "lines_misshapen"


def test_only_a_knockout_feeds_round_by_round() -> None:
    tables = draw(Plan((Stage("main", "round_robin"),)), 5)
    with pytest.raises(Refusal) as refusal:
        make_feed_in_lines(tables, MAIN)
    assert refusal.value.code == "feed_not_knockout"


def test_a_stage_of_entries_does_not_hang() -> None:
    with pytest.raises(Refusal) as refusal:
        FORMATS["knockout"].sources(main(), ())
    assert refusal.value.code == "feed_unknown"


def test_pooled_losers_are_ranked_by_the_round_they_lost() -> None:
    assert pooled_losers(draw(Plan((main(),)), 8), MAIN, 2) == (
        loser_of("M2-1"),
        BYE,
        loser_of("M1-2"),
        loser_of("M1-3"),
        loser_of("M2-2"),
        BYE,
        loser_of("M1-1"),
        loser_of("M1-4"),
    )


def test_places_that_one_match_decides_come_straight_from_it() -> None:
    pairings = draw(Plan((main(placed=4),)), 8)
    stage = Stage("side", "round_robin", Feed("places", "main", first=1, last=5))
    assert format_of(stage).sources(stage, pairings) == (
        winner_of("M3-1"),
        loser_of("M3-1"),
        winner_of("M3-2"),
        loser_of("M3-2"),
        place_of("main", 5),
    )


def test_a_final_that_may_be_played_again_gives_its_places_at_the_end() -> None:
    stage = Stage("side", "round_robin", Feed("places", "final", first=1, last=2))
    assert format_of(stage).sources(stage, draw(double("reset"), 4)) == (
        place_of("final", 1),
        place_of("final", 2),
    )


def test_third_place_is_a_match_of_the_last_round() -> None:
    last = [pairing for pairing in draw(Plan((main(placed=4),)), 16) if pairing.round == 4]
    assert [(pairing.id, pairing.winner_range, pairing.loser_range) for pairing in last] == [
        ("M4-1", (1, 1), (2, 2)),
        ("M4-2", (3, 3), (4, 4)),
    ]


def test_all_places_of_a_full_bracket_are_played_in_as_many_matches_as_seats() -> None:
    pairings = draw(Plan((main(placed=0),)), 16)
    assert len(pairings) == 8 * 4
    assert sorted(pairing.winner_range[0] for pairing in pairings if pairing.round == 4) == list(
        range(1, 17, 2)
    )


def test_all_places_are_distinct(subtests: pytest.Subtests) -> None:
    for entrants in [*range(2, 18), 33, 129, 512, 1024]:
        with subtests.test(entrants=entrants):
            played = play(draw(Plan((main(placed=0),)), entrants), entrants)
            assert sorted(played.places(MAIN).values()) == [
                (place, place) for place in range(1, entrants + 1)
            ]


def test_a_bracket_of_lower_places_counts_from_there() -> None:
    pairings = make_bracket("playoff", entries([1, 2, 3, 4]), first=5)
    assert [(pairing.winner_range, pairing.loser_range) for pairing in pairings] == [
        ((5, 6), (7, 8)),
        ((5, 6), (7, 8)),
        ((5, 5), (6, 6)),
    ]


def test_two_byes_have_no_winner() -> None:
    reachability = SourceReachability(make_bracket("main", entries([1, 2, 3, 0, 0, 0, 0, 0])))
    assert [reachability.players(f"M1-{number}") for number in (1, 2, 3)] == [2, 1, 0]
    assert [reachability.is_reachable(loser_of(f"M1-{number}")) for number in (1, 2, 3)] == [
        True,
        False,
        False,
    ]
    assert [reachability.is_reachable(winner_of(f"M1-{number}")) for number in (1, 2, 3)] == [
        True,
        True,
        False,
    ]


def test_the_same_seed_draws_the_same_lines() -> None:
    assert draw(Plan((main(),)), 20, seed=SEED) == draw(Plan((main(),)), 20, seed=SEED)
