"""The simulator: a seed gives the same tournament again, and no seed yields a finding of the checker."""

import random
from collections.abc import Mapping
from dataclasses import replace

import pytest

from tournaments.formats.random_order import compute_commitment
from tournaments.journal.facts import PairingResult, StoredRow
from tournaments.journal.registry import KINDS
from tournaments.journal.state import EventState
from tournaments.verification.simulator import leagues, teams
from tournaments.verification.simulator.openings import OPENINGS, SEASON, random_entry_count
from tournaments.verification.simulator.result_actions import ACTIONS
from tournaments.verification.simulator.simulation import winners_lost
from tournaments.verification.simulator.simulation_run import (
    get_finding_codes,
    renumber_rows,
    run_simulation,
    shrink_journal,
)

SEEDS = 3
# Kinds of journal rows that the simulator never writes, each with the reason.
NOT_SIMULATED: dict[str, str] = {}
WON = PairingResult(1, 2, "white", 7, 0, "played")


@pytest.mark.second_stage
@pytest.mark.parametrize("form", OPENINGS)
def test_no_seed_yields_a_finding(form: str) -> None:
    for seed in range(SEEDS):
        course = run_simulation(f"suite-{seed}", [form])
        assert course.findings == (), (course.seed, course.findings)


@pytest.mark.parametrize(
    "seed",
    [
        "proof-2604",
        "proof-2791",
        "proof-4998",
        "new-81",
        "proof-671",
        "proof-4159",
        "proof-5376",
        "proof-6736",
        "proof-6763",
        "proof-7598",
        "dec2-12123",
        "dec2-12746",
    ],
)
def test_seeds_of_fixed_bugs_yield_no_findings(seed: str) -> None:
    assert run_simulation(seed).findings == ()


@pytest.mark.parametrize(
    ("seed", "form"),
    [
        ("b-50", "progressive"),
        ("c-53", "progressive"),
        ("c-86", "progressive"),
        ("e-54", "progressive"),
        ("c-43", "lives_paid"),
        ("c-125", "lives_paid"),
    ],
)
def test_a_stage_drawn_from_results_follows_them_and_every_last_row_is_undone(seed: str, form: str) -> None:
    assert run_simulation(seed, [form]).findings == ()


@pytest.mark.parametrize(("seed", "form"), [("suite-3", "lives_paid"), ("suite-10", "lives")])
def test_an_absence_costs_a_life_only_once_its_round_has_begun(seed: str, form: str) -> None:
    assert run_simulation(seed, [form]).findings == ()


def test_a_seed_gives_the_same_journal_again() -> None:
    assert run_simulation("again") == run_simulation("again")
    assert run_simulation("again").rows != run_simulation("another").rows


@pytest.mark.second_stage
def test_many_seeds_cover_all_commands() -> None:
    missing = set(ACTIONS)
    for seed in range(60):
        missing -= {
            name for form in ("swiss", "knockout") for name in run_simulation(f"acts-{seed}", [form]).actions
        }
        if not missing:
            break
    assert missing == set()


@pytest.mark.second_stage
def test_the_simulator_writes_every_kind_of_row() -> None:
    missing = set(KINDS)
    for seed in range(60):
        for form in ("knockout", "pr_event", "team_swiss", SEASON):
            missing -= {row.kind for row in run_simulation(f"acts-{seed}", [form]).rows}
        if missing == set(NOT_SIMULATED):
            break
    assert missing == set(NOT_SIMULATED)


def test_performance_ratings_are_shown_where_they_count() -> None:
    courses = [run_simulation(f"ratings-{seed}", ["pr_event"]) for seed in range(8)]
    assert {course.findings for course in courses} == {()}
    assert {
        row.payload.get("ruling", "") for course in courses for row in course.rows if row.kind == "measured"
    } == {"", "figures", "white", "black", "half", "nobody"}


def test_field_sizes_include_odd_ones_and_neighbours_of_powers_of_two() -> None:
    rng = random.Random(1)
    sizes = [random_entry_count(rng) for _ in range(2000)]
    near = {power + by for power in (4, 8, 16, 32, 64, 128) for by in (-1, 1)}
    assert (min(sizes), max(sizes)) == (2, 130)
    assert sum(size % 2 for size in sizes) > 1000
    assert sum(size in near for size in sizes) > 500


def test_the_shortest_journal_that_shows_a_fault_keeps_the_lines_it_needs() -> None:
    rows = list(run_simulation("shrink").rows)

    def judge(stored: object) -> frozenset[str]:
        assert isinstance(stored, list)
        kinds = [row.kind for row in stored]
        is_shown = "entered" in kinds and "settled" in kinds[kinds.index("entered") :]
        return frozenset({"fault"} if is_shown else ())

    assert [row.kind for row in shrink_journal(rows, frozenset({"fault"}), judge)] == ["entered", "settled"]


def test_a_correct_journal_is_not_shrunk() -> None:
    rows = run_simulation("honest", ["knockout"]).rows[:20]
    assert get_finding_codes(rows) == frozenset()


def test_a_journal_whose_beginning_is_refused_and_undone_later_has_no_fault() -> None:
    rows = [
        StoredRow(1, "ended", {"flight": "swiss"}),
        StoredRow(2, "committed", {"commitment": compute_commitment("ab" * 16)}),
        StoredRow(3, "undone", {"seq": 2}),
        StoredRow(4, "undone", {"seq": 1}),
    ]
    assert get_finding_codes(rows) == frozenset()


def test_an_undo_is_removed_with_its_row() -> None:
    rows = [
        StoredRow(2, "settled", {}),
        StoredRow(5, "undone", {"seq": 3}),
        StoredRow(6, "undone", {"seq": 2}),
    ]
    assert renumber_rows(rows) == [StoredRow(1, "settled", {}), StoredRow(2, "undone", {"seq": 1})]


@pytest.mark.parametrize(
    ("form", "commands"),
    [("team_knockout", teams.ACTIONS), ("team_swiss", teams.ACTIONS), (SEASON, leagues.ACTIONS)],
)
def test_teams_and_leagues_cover_all_commands(form: str, commands: Mapping[str, object]) -> None:
    missing = set(commands) - ({"team_late"} if form == "team_knockout" else set())
    for seed in range(60):
        missing -= set(run_simulation(f"acts-{seed}", [form]).actions)
        if not missing:
            break
    assert missing == set()


def test_a_winner_who_changes_with_the_colours_is_noticed() -> None:
    before, after = (EventState(results={"M1-1": result}) for result in (WON, replace(WON, white=2, black=1)))
    row = StoredRow(9, "corrected", {"pairing": "G1-1"})
    assert list(winners_lost(before, after, row)) == [{"pairing": "M1-1", "entries": [1, 2]}]
    turned = replace(WON, white=2, black=1, winner="black", white_score=0, black_score=7)
    assert list(winners_lost(before, EventState(results={"M1-1": turned}), row)) == []
