"""Every line says why: seeds, lots, byes, exchanges, drop slots with their first rematch, crossed places."""

import pytest

from tests.tournaments.formats.events import PLANS, SEED, draw, fed, main
from tests.tournaments.formats.rematches import meeting
from tournaments.formats.explain import explained
from tournaments.formats.field import MAIN, Origin
from tournaments.formats.formats import drawing
from tournaments.formats.plan import Person, Plan, Stage
from tournaments.formats.reasons import REASONS, Reason, because

Told = dict[int, tuple[Reason, ...]]


def people(entrants: int, tags: dict[int, str] | None = None) -> list[Person]:
    held = {entry: frozenset({tag}) for entry, tag in (tags or {}).items()}
    return [Person(entry, held.get(entry, frozenset())) for entry in range(1, entrants + 1)]


def on_bracket(entrants: int, seeds: tuple[int, ...] = (), **options: object) -> Told:
    stage = Stage("main", "knockout", options=options)
    return dict(drawing(stage, people(entrants), seeds, SEED).reasons)


def test_a_seed_stands_on_the_line_of_his_number() -> None:
    reasons = on_bracket(8, (5, 2))
    assert reasons[1] == (because("line_seeded", number=1),)
    assert reasons[5] == (because("line_seeded", number=2),)


def test_inside_a_block_the_lot_decides() -> None:
    reasons = on_bracket(16, (1, 2, 3, 4), seeding="blocks")
    told = because("line_in_block", number=4, first=3, last=4, seed=SEED)
    assert told in reasons[5]
    assert reasons[1] == (because("line_seeded", number=1),)


def test_the_others_are_drawn_by_lot() -> None:
    assert on_bracket(8)[8] == (because("line_by_lot", number=6, seed=SEED),)


def test_a_bye_stands_where_a_number_is_missing() -> None:
    reasons = on_bracket(6, (3,))
    missing = {"entrants": 6, "lines": 8}
    assert reasons[2] == (because("bye_missing_number", number=1, **missing),)
    assert reasons[6] == (
        because("bye_missing_number", number=2, **missing),
        because("bye_beyond_seeds", number=2, seeds=1, byes=2),
    )


def test_an_exchange_is_told_to_both() -> None:
    stage = Stage("main", "knockout", options={"apart": {"club": 1}})
    held = people(4, {1: "club:a", 2: "club:a", 3: "club:b", 4: "club:b"})
    for number in range(40):
        found = drawing(stage, held, (), f"{number:032x}")
        moved = {
            found.lines[line - 1]: reason.facts["other"]
            for line, reasons in found.reasons.items()
            for reason in reasons
            if reason.code == "line_apart"
        }
        assert len(moved) in {0, 2}
        assert {moved[other] for other in moved.values()} == set(moved)


def test_a_group_tells_pot_and_number() -> None:
    stage = Stage("group", "groups", options={"groups": 2})
    reasons = drawing(stage, people(5), (4, 2), SEED).reasons
    assert reasons[1] == (because("group_by_snake", number=1, pot=1, group=1),)
    assert reasons[4] == (because("group_by_snake", number=2, pot=1, group=2),)
    assert reasons[6] == (because("place_free", group=2),)


def test_a_round_robin_tells_the_number_in_the_table() -> None:
    found = drawing(Stage("main", "round_robin"), people(3), (2,), SEED)
    assert found.lines[0] == 2
    assert found.reasons[3] == (because("number_in_table", number=3, players=3),)


PROGRESSIVE = Plan((main(), fed("consolation", "feed_in", "losers", MAIN)))


def test_a_drop_slot_tells_round_mask_and_first_rematch() -> None:
    reasons = explained(PROGRESSIVE.stages[1], draw(Plan((main(),)), 16))
    assert reasons[9] == (because("drop_slot", pairing="M2-3", round=2, mask="10", rematch=5),)
    assert reasons[15] == (because("drop_slot", pairing="M4-1", round=6, mask="0", rematch=6),)


@pytest.mark.parametrize(("entrants", "rounds"), [(16, 0), (32, 0), (64, 0), (64, 3), (64, 4), (128, 2)])
def test_the_first_rematch_told_is_the_first_there_is(entrants: int, rounds: int) -> None:
    plan = Plan((main(), fed("consolation", "feed_in", "losers", MAIN, rounds)))
    pairings = draw(plan, entrants)
    bracket = [pairing for pairing in pairings if pairing.flight == MAIN]
    path = {(s.origin, s.pairing): p for p in pairings if p.flight != MAIN for s in p.sources}
    dropped = {name: pairing for (origin, name), pairing in path.items() if origin is not Origin.WINNER}
    earliest: dict[str, int] = {}
    for pairing in bracket:
        later = next((p for p in bracket if pairing.id in {s.pairing for s in p.sources}), None)
        while later is not None and pairing.id in dropped and later.id in dropped:
            met, _ = meeting(dropped[pairing.id], dropped[later.id], path)
            earliest[later.id] = min(earliest.get(later.id, 99), met)
            earliest[pairing.id] = min(earliest.get(pairing.id, 99), met)
            later = next((p for p in bracket if later.id in {s.pairing for s in p.sources}), None)
    told = {
        reason.facts["pairing"]: reason.facts["rematch"]
        for reasons in explained(plan.stages[1], bracket).values()
        for reason in reasons
    }
    assert told == earliest


def test_where_nobody_drops_the_bye_is_named() -> None:
    reasons = explained(PROGRESSIVE.stages[1], draw(Plan((main(),)), 7))
    assert reasons[1] == (because("drop_of_bye", pairing="M1-1"),)


@pytest.mark.parametrize("entrants", [*range(2, 12), 17, 33, 97])
def test_every_line_of_a_fed_consolation_has_a_reason(entrants: int) -> None:
    pairings = draw(PROGRESSIVE, entrants)
    lines = [source for pairing in pairings if pairing.flight != MAIN for source in pairing.sources]
    fed_lines = sum(source.origin is not Origin.WINNER for source in lines)
    reasons = explained(PROGRESSIVE.stages[1], [pairing for pairing in pairings if pairing.flight == MAIN])
    assert len(reasons) == fed_lines - (entrants == 2)


def test_first_losses_pooled_losers_and_crossed_places_are_told() -> None:
    bracket = draw(Plan((main(),)), 8)
    first = explained(PLANS["first losers"].stages[1], bracket)
    assert first[2] == (because("drop_first_match", pairing="M1-2"),)
    pooled = explained(fed("last_chance", "knockout", "losers", "main", 1), bracket)
    assert pooled[2] == (because("drop_pooled", pairing="M1-4", number=2),)
    groups = draw(Plan(PLANS["groups"].stages[:1]), 8)
    assert explained(PLANS["groups"].stages[1], groups)[2] == (
        because("place_crossed", group=2, place=2, number=2),
    )


def test_the_final_tells_whose_winners_meet() -> None:
    plan = PLANS["double"]
    reasons = explained(plan.stages[2], draw(Plan(plan.stages[:2]), 8))
    assert reasons == {
        1: (because("winner_goes_on", pairing="M3-1"),),
        2: (because("winner_goes_on", pairing="B4-1"),),
    }


def test_a_reason_outside_the_list_cannot_be_given() -> None:
    with pytest.raises(ValueError, match="line_seeded"):
        because("line_seeded", seed=1)
    assert "line_seeded" in REASONS
