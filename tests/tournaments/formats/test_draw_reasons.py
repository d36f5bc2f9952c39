"""The reasons of a draw: seeds, random order, byes and exchanges, for every line."""

import pytest

from tests.tournaments.formats.drawn_plans import SEED, fed, main
from tournaments.formats import format_of
from tournaments.formats.graph import MAIN
from tournaments.formats.plan import DrawEntry, Plan, Stage
from tournaments.formats.reasons import REASONS, Reason, make_reason

ROBIN = Stage("main", "round_robin")
Explanations = dict[int, tuple[Reason, ...]]


def people(entrants: int, tags: dict[int, str] | None = None) -> list[DrawEntry]:
    tags_by_entry = {entry: frozenset({tag}) for entry, tag in (tags or {}).items()}
    return [DrawEntry(entry, tags_by_entry.get(entry, frozenset())) for entry in range(1, entrants + 1)]


def on_bracket(entrants: int, seeds: tuple[int, ...] = (), **options: object) -> Explanations:
    stage = Stage("main", "knockout", options=options)
    return dict(format_of(stage).draw(stage, people(entrants), seeds, SEED).reasons)


def test_a_seed_is_on_the_line_of_their_number() -> None:
    reasons = on_bracket(8, (5, 2))
    assert reasons[1] == (make_reason("line_seeded", number=1),)
    assert reasons[5] == (make_reason("line_seeded", number=2),)


def test_the_order_within_a_block_is_random() -> None:
    reasons = on_bracket(16, (1, 2, 3, 4), seeding="blocks")
    reason = make_reason("line_in_block", number=4, first=3, last=4, seed=SEED)
    assert reason in reasons[5]
    assert reasons[1] == (make_reason("line_seeded", number=1),)


def test_unseeded_entries_are_drawn_at_random() -> None:
    assert on_bracket(8)[8] == (make_reason("line_by_lot", number=6, seed=SEED),)


def test_a_bye_is_on_the_line_of_a_missing_number() -> None:
    reasons = on_bracket(6, (3,))
    missing = {"entrants": 6, "lines": 8}
    assert reasons[2] == (make_reason("bye_missing_number", number=1, **missing),)
    assert reasons[6] == (
        make_reason("bye_missing_number", number=2, **missing),
        make_reason("bye_beyond_seeds", number=2, seeds=1, byes=2),
    )


def test_an_exchange_names_the_player_avoided_and_the_one_who_changed_lines_with_them() -> None:
    stage = Stage("main", "knockout", options={"apart": {"club": 1}})
    clubmates = {1: 2, 2: 1, 3: 4, 4: 3}
    persons = people(4, {1: "club:a", 2: "club:a", 3: "club:b", 4: "club:b"})
    counts = set()
    for number in range(40):
        drawn = format_of(stage).draw(stage, persons, (), f"{number:032x}")
        reasons = [
            (drawn.lines[line - 1], reason)
            for line, line_reasons in drawn.reasons.items()
            for reason in line_reasons
            if reason.code in {"line_apart_from", "line_exchanged"}
        ]
        counts.add(len(reasons))
        for entry, reason in reasons:
            partner = reason.facts["other"]
            mover = entry if reason.code == "line_apart_from" else partner
            assert reason.facts["avoided"] == clubmates[mover]
            assert partner not in {entry, clubmates[entry]}
    assert counts == {0, 2}


def test_a_group_has_pot_and_number_as_reason() -> None:
    stage = Stage("group", "groups", options={"groups": 2})
    reasons = format_of(stage).draw(stage, people(5), (4, 2), SEED).reasons
    assert reasons[1] == (make_reason("group_by_snake", number=1, pot=1, group=1),)
    assert reasons[4] == (make_reason("group_by_snake", number=2, pot=1, group=2),)
    assert reasons[6] == (make_reason("place_free", group=2),)


def test_a_round_robin_has_the_number_in_the_table_as_reason() -> None:
    drawn = format_of(ROBIN).draw(ROBIN, people(3), (2,), SEED)
    assert drawn.lines[0] == 2
    assert drawn.reasons[3] == (make_reason("number_in_table", number=3, players=3),)


PROGRESSIVE = Plan((main(), fed("consolation", "feed_in", "losers", MAIN)))


def test_a_reason_outside_the_list_cannot_be_given() -> None:
    with pytest.raises(ValueError, match="line_seeded"):
        make_reason("line_seeded", seed=1)
    assert "line_seeded" in REASONS
