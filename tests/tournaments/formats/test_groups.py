"""Groups: the snake, sizes, crossing into the knockout, and group-mates separated there."""

from math import ceil, log2

import pytest

from rules.errors import Refusal
from tests.tournaments.formats.drawn_plans import PLANS, SEED, draw, entries
from tournaments.formats import FORMATS
from tournaments.formats.graph import BYE, Origin, entry_source, place_of
from tournaments.formats.groups import (
    cross_groups,
    crossed_sources,
    deal_in_snake,
    group_count,
    group_lines,
    group_tables,
)
from tournaments.formats.knockout import make_bracket
from tournaments.formats.plan import DrawEntry, Stage
from tournaments.formats.reasons import make_reason

GROUPS = [(groups, places) for groups in range(1, 17) for places in range(1, 5) if groups * places > 1]


def refusal_code(groups: int, places: int) -> str:
    return " ".join(
        f"{'ABCDEFGH'[slot[0] - 1]}{slot[1]}" if slot else "--" for slot in cross_groups(groups, places)
    )


def test_the_snake_turns_at_every_end() -> None:
    assert deal_in_snake(11, 4) == ((1, 8, 9), (2, 7, 10), (3, 6, 11), (4, 5))


def test_sizes_differ_by_one_at_most() -> None:
    for entrants in range(2, 100):
        for groups in range(1, entrants // 2 + 1):
            sizes = [len(group) for group in deal_in_snake(entrants, groups)]
            assert sum(sizes) == entrants
            assert max(sizes) - min(sizes) <= 1


def test_how_many_groups_of_how_many_lines() -> None:
    sizes = {n: (group_count(n, {}), group_lines(n, {})) for n in (2, 4, 5, 8, 9, 24)}
    assert sizes == {2: (1, 4), 4: (1, 4), 5: (2, 4), 8: (2, 4), 9: (3, 4), 24: (6, 4)}
    assert (group_count(20, {"groups": 3}), group_lines(20, {"groups": 3})) == (3, 7)


def test_no_field_is_too_small_for_groups_of_any_size() -> None:
    for size in range(3, 12):
        for entrants in range(2, 60):
            count = group_count(entrants, {"size": size})
            assert entrants <= count * size
            assert min(len(group) for group in deal_in_snake(entrants, count)) >= 2


def test_a_late_entry_takes_a_free_line_and_moves_nobody() -> None:
    form = FORMATS["groups"]
    stage = Stage("group", "groups", options={"size": 4})
    lines = list(form.draw(stage, [DrawEntry(entry) for entry in range(1, 7)], (), SEED).lines)
    assert [line for line, entry in enumerate(lines, start=1) if not entry] == [4, 8]
    before = {pairing.id: pairing for pairing in form.pairings(stage, entries(lines))}
    lines[3] = 7
    after = {pairing.id: pairing for pairing in form.pairings(stage, entries(lines))}
    seats = {name: pairing.sources for name, pairing in after.items()}
    assert {name: pairing.sources for name, pairing in before.items()}.items() <= seats.items()
    assert {name for name in after if name not in before} == {"GA1-1", "GA2-1", "GA3-1"}
    drawn = form.draw(stage, [DrawEntry(entry) for entry in range(1, 7)], (), SEED)
    assert drawn.reasons[4] == (make_reason("place_free", group=1),)


def test_lines_that_make_no_whole_groups_are_refused() -> None:
    with pytest.raises(Refusal) as refusal:
        group_tables("group", entries(range(1, 10)), {"groups": 2})
    assert refusal.value.facts == {"lines": 9}


def test_groups_of_one_are_refused() -> None:
    with pytest.raises(Refusal) as refusal:
        group_count(5, {"groups": 3})
    assert refusal.value.facts == {"entrants": 5, "groups": 3, "smallest": 2}


@pytest.mark.parametrize(
    ("groups", "places", "lines"),
    [
        (2, 2, "A1 B2 B1 A2"),
        (4, 2, "A1 B2 D1 C2 B1 A2 C1 D2"),
        (8, 2, "A1 B2 H1 G2 D1 C2 E1 F2 B1 A2 G1 H2 C1 D2 F1 E2"),
        (3, 2, "A1 -- B2 C2 B1 -- C1 A2"),
        (1, 4, "A1 A4 A2 A3"),
        (4, 1, "A1 D1 B1 C1"),
    ],
)
def test_winners_meet_seconds_of_the_partner_group(groups: int, places: int, lines: str) -> None:
    assert refusal_code(groups, places) == lines


def test_group_mates_stay_apart_as_long_as_their_number_allows() -> None:
    for groups, places in GROUPS:
        stay_apart(groups, places)


def stay_apart(groups: int, places: int) -> None:
    slots = cross_groups(groups, places)
    assert sorted(slot for slot in slots if slot) == [
        (group, place) for group in range(1, groups + 1) for place in range(1, places + 1)
    ]
    rounds = len(slots).bit_length() - 1
    for group in range(1, groups + 1):
        lines = [line for line, slot in enumerate(slots) if slot and slot[0] == group]
        meetings = [(a ^ b).bit_length() for at, a in enumerate(lines) for b in lines[:at]]
        assert min(meetings, default=99) > rounds - ceil(log2(places))


def test_byes_of_the_knockout_go_to_the_better_places() -> None:
    for groups, places in GROUPS:
        byes_go_to_the_better(groups, places)


def byes_go_to_the_better(groups: int, places: int) -> None:
    slots = cross_groups(groups, places)
    lucky = [a or b for a, b in zip(slots[::2], slots[1::2], strict=True) if not a or not b]
    worst = max((slot[1] for slot in lucky if slot), default=0)
    better = [slot for slot in slots if slot and slot[1] < worst]
    assert set(better) <= set(lucky)


def test_lower_places_cross_alike() -> None:
    groups = group_tables("group", [entry_source(number) for number in range(1, 9)], {"groups": 2})
    assert crossed_sources(("group_1", "group_2"), 3, 4, groups) == (
        place_of("group_1", 3),
        place_of("group_2", 4),
        place_of("group_2", 3),
        place_of("group_1", 4),
    )


def test_a_place_beyond_the_players_of_a_group_is_a_bye() -> None:
    lines = [*(entry_source(number) for number in range(1, 6)), BYE]
    groups = group_tables("group", lines, {"size": 3})
    sources = crossed_sources(("group_1", "group_2"), 1, 3, groups)
    assert place_of("group_1", 3) in sources
    assert place_of("group_2", 3) not in sources
    # Five of six places are taken: the one who loses the only match of the first round is fifth alone.
    bracket = make_bracket("main", sources, placed=0)
    assert [pairing.loser_range for pairing in bracket if pairing.id == "M1-2"] == [(5, 5)]


@pytest.mark.parametrize(("groups", "places"), [(1, 1), (0, 2), (2, 0)])
def test_a_knockout_of_one_is_refused(groups: int, places: int) -> None:
    with pytest.raises(Refusal) as refusal:
        cross_groups(groups, places)
    assert refusal.value.code == "crossing_impossible"


def test_the_slots_of_the_knockout_stand_before_the_groups_begin() -> None:
    main = [pairing for pairing in draw(PLANS["groups"], 16) if pairing.flight == "main"]
    assert [
        (source.flight, source.place) for pairing in main for source in pairing.sources if source.place
    ] == [
        *(("group_1", 1), ("group_2", 2), ("group_4", 1), ("group_3", 2)),
        *(("group_2", 1), ("group_1", 2), ("group_3", 1), ("group_4", 2)),
    ]
    assert {source.origin for source in main[-1].sources} == {Origin.LOSER}
