"""Drop tables: where each loser joins the consolation, and that no other table has fewer rematches."""

from fractions import Fraction
from itertools import product

import pytest

from rules.errors import Refusal
from tests.tournaments.formats.drawn_plans import PLANS, draw, fed, main
from tests.tournaments.formats.rematches import Expected, expected
from tournaments.formats import drop_table
from tournaments.formats.feed_in import fed_rounds, feed_in
from tournaments.formats.graph import BYE, MAIN, Origin, loser_of, pairing_id
from tournaments.formats.plan import Plan

FULL = {
    8: (Fraction(625, 1000), 3),
    16: (Fraction(750, 1000), 4),
    32: (Fraction(735, 1000), 5),
    64: (Fraction(703, 1000), 7),
    128: (Fraction(709, 1000), 7),
    256: (Fraction(705, 1000), 9),
    512: (Fraction(703, 1000), 11),
    1024: (Fraction(703, 1000), 13),
}
TRUNCATED = {(32, 2): 0.0625, (64, 2): 0.03125, (32, 3): 0.15625, (64, 3): 0.078125, (64, 4): 0.146484375}


def of_field(size: int, rounds: int) -> Expected:
    plan = Plan((main(), fed("consolation", "feed_in", "losers", MAIN, rounds)))
    pairings = draw(plan, size)
    return expected(
        [pairing for pairing in pairings if pairing.flight == MAIN],
        [pairing for pairing in pairings if pairing.flight != MAIN],
    )


@pytest.mark.parametrize("size", FULL)
def test_a_full_feed_expects_no_more_rematches_than_the_table_promises(size: int) -> None:
    exact, (rematches, earliest) = of_field(size, 0), FULL[size]
    assert exact.rematches <= rematches
    assert exact.rematches > rematches - Fraction(1, 1000)
    assert exact.earliest == earliest


@pytest.mark.parametrize(("size", "rounds"), TRUNCATED)
def test_a_feed_that_ends_early_expects_what_the_table_promises(size: int, rounds: int) -> None:
    assert of_field(size, rounds).rematches == TRUNCATED[size, rounds]


def test_first_round_losers_have_no_rematch() -> None:
    assert of_field(64, 1) == Expected(Fraction(0), 99)


def with_masks(size: int, masks: tuple[int, ...]) -> Expected:
    """The expectation of a full feed with other masks for rounds 2, 3, ..."""
    bracket = draw(Plan((main(),)), size)
    lines = []
    for number, mask in enumerate((0, *masks), start=1):
        lines += [loser_of(pairing_id(MAIN, number, (at ^ mask) + 1)) for at in range(size >> number)]
    return expected(bracket, feed_in("consolation", lines))


@pytest.mark.parametrize("size", [4, 8, 16])
def test_no_other_masks_of_a_small_bracket_do_better(size: int) -> None:
    rounds = size.bit_length() - 1
    choices = [range(size >> number) for number in range(2, rounds + 1)]
    figures = [with_masks(size, masks) for masks in product(*choices)]
    best = min((figure.rematches, -figure.earliest) for figure in figures)
    table_figure = of_field(size, 0)
    assert (table_figure.rematches, -table_figure.earliest) == best


@pytest.mark.parametrize("rounds", range(1, drop_table.LARGEST_ROUNDS + 1))
def test_there_is_a_table_for_every_feed_of_every_bracket(rounds: int) -> None:
    for fed_by in range(1, rounds + 1):
        masks = drop_table.get_masks(rounds, fed_by)
        assert len(masks) == fed_by
        assert all(mask < 1 << (rounds - number) for number, mask in enumerate(masks, start=1))


def test_the_drop_of_sixteen_as_the_sheet_shows_it() -> None:
    pairings = draw(Plan((main(), fed("consolation", "feed_in", "losers", MAIN))), 16)
    joined = {
        number: [
            pairing.black.pairing
            for pairing in pairings
            if (pairing.flight, pairing.round) == ("consolation", number)
        ]
        for number in (2, 4, 6)
    }
    assert joined == {2: ["M2-3", "M2-4", "M2-1", "M2-2"], 4: ["M3-1", "M3-2"], 6: ["M4-1"]}


def test_the_loser_of_a_round_joins_in_the_round_the_drop_names() -> None:
    pairings = draw(Plan((main(), fed("consolation", "feed_in", "losers", MAIN))), 128)
    joins = {
        (int(source.pairing[1]), pairing.round)
        for pairing in pairings
        for source in pairing.sources
        if source.origin is Origin.LOSER
    }
    assert joins == {(1, 1), (2, 2), (3, 4), (4, 6), (5, 8), (6, 10), (7, 12)}


@pytest.mark.parametrize(("rounds", "fed_by"), [(3, 4), (11, 1), (3, 0)])
def test_feeds_without_a_table_are_refused(rounds: int, fed_by: int) -> None:
    with pytest.raises(Refusal) as refusal:
        drop_table.get_masks(rounds, fed_by)
    assert refusal.value.code == "drop_unknown"


def test_the_lines_of_a_feed_show_its_structure() -> None:
    feeds = {
        fed_rounds((2**rounds - 1) << more): (more, rounds) for more in range(6) for rounds in range(1, 6)
    }
    assert feeds == {
        (1 << (more + rounds - 1), rounds): (more, rounds) for more in range(6) for rounds in range(1, 6)
    }


@pytest.mark.parametrize("lines", [0, 5, 9, 11, 13])
def test_other_numbers_of_lines_are_no_bracket(lines: int) -> None:
    with pytest.raises(Refusal) as refusal:
        fed_rounds(lines)
    assert refusal.value.code == "lines_misshapen"


def test_single_byes_delete_pairs_and_move_nobody() -> None:
    plan = Plan((main(), fed("consolation", "feed_in", "losers", MAIN)))
    full, short = draw(plan, 16), draw(plan, 12)
    seats = {(pairing.id, at): source for pairing in full for at, source in enumerate(pairing.sources)}
    differing = [
        (source.origin, seats[pairing.id, at].origin)
        for pairing in short
        for at, source in enumerate(pairing.sources)
        if pairing.flight != MAIN and source != seats[pairing.id, at]
    ]
    assert differing == [(Origin.BYE, Origin.LOSER)] * 4


def test_a_second_bye_is_given_only_when_unavoidable(subtests: pytest.Subtests) -> None:
    for entrants in [*range(3, 18), 21, 25, 27, 33, 41, 49, 57, 81, 97, 129]:
        with subtests.test(entrants=entrants):
            pairings = draw(Plan((main(), fed("consolation", "feed_in", "losers", MAIN, 0))), entrants)
            byes = [
                BYE in pairing.sources for pairing in pairings if (pairing.flight, pairing.round) == (MAIN, 1)
            ]
            quads = [first and second for first, second in zip(byes[::2], byes[1::2], strict=False)]
            unplayed = {
                pairing.id
                for pairing in pairings
                if pairing.id.startswith("C1-") and set(pairing.sources) == {BYE}
            }
            twice = [
                pairing.black.pairing
                for pairing in pairings
                if (pairing.flight, pairing.round) == ("consolation", 2)
                and pairing.white.pairing in unplayed
                and quads[int(pairing.black.pairing.partition("-")[2]) - 1]
            ]
            assert len(twice) == (max(0, 2 * sum(quads) - len(quads)) if len(quads) > 1 else sum(quads))


def test_expected_rematches_are_the_same_with_adjacent_byes() -> None:
    for rounds in range(4, drop_table.LARGEST_ROUNDS + 1):
        turned = drop_table.get_masks(rounds, rounds, has_twin_byes=True)[1:]
        assert with_masks(1 << rounds, turned) == with_masks(
            1 << rounds, drop_table.get_masks(rounds, rounds)[1:]
        )


@pytest.mark.parametrize(("size", "rounds"), [(2, 1), (3, 1), (4, 1), (5, 2), (8, 2), (13, 3), (16, 3)])
def test_before_the_final_all_losers_but_the_beaten_finalist_drop(size: int, rounds: int) -> None:
    pairings = draw(PLANS["progressive before final"], size)
    assert pairings == draw(Plan((main(), fed("consolation", "feed_in", "losers", "main", rounds))), size)
