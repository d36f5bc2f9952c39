"""The checker's own computation of every tie-break agrees with the engine's on random events."""

import random

import pytest

from tests.conftest import PROVE
from tournaments.formats import FORMATS
from tournaments.journal.replay import fold
from tournaments.journal.standings import is_table, results_of
from tournaments.standings.round_scores import FlightResults
from tournaments.standings.season_results import PLAYED, SeasonMatch
from tournaments.standings.tiebreaks import SEASON_FIGURES, TIE_BREAKS
from tournaments.verification.checker import places, tables
from tournaments.verification.checker.document import read_document
from tournaments.verification.checker.findings import FindingLog
from tournaments.verification.checker.verify import replay
from tournaments.verification.simulator.openings import PLANS
from tournaments.verification.simulator.simulation import event_file
from tournaments.verification.simulator.simulation_run import run_simulation

# The openings that begin with a table.
TABLES = tuple(
    name
    for name, planner in PLANS.items()
    if FORMATS[planner(random.Random(name)).stages[0].format].has_table
)
OF_TEAMS = ("team_round_robin", "team_swiss")
# Events of each opening.
EVENTS = 4 if PROVE else 1


def test_the_checker_knows_every_tie_break_and_no_other() -> None:
    figures = {name for name, tie in TIE_BREAKS.items() if tie.figure is not None}
    rankings = {name for name, tie in TIE_BREAKS.items() if tie.ranking is not None}
    assert (set(tables.FIGURES), set(tables.RANKERS)) == (figures, rankings)
    assert not figures & rankings


def test_the_checker_knows_every_tie_break_of_seasons() -> None:
    assert set(tables.SEASON_FIGURES) == set(SEASON_FIGURES)


@pytest.mark.second_stage
def test_both_implementations_compute_the_same_figures() -> None:
    compared = set[tuple[str, str]]()
    for number, form in enumerate((*TABLES, *OF_TEAMS) * EVENTS):
        course = run_simulation(f"ties-{number}", [form])
        state = fold(list(course.rows))
        document = read_document(event_file(course.rows, state))
        book = replay(document, FindingLog())
        for flight, key in state.index.stage_of.items():
            if not is_table(state.stages[key].stage):
                continue
            results, _annulled = results_of(state, flight, state.board)
            sheet = FlightResults(results)
            stage = next(each for each in book.plan if each.key == key)
            tally = places.tally_of(book, stage, flight, book.seating)
            for name, tie in TIE_BREAKS.items():
                if tie.figure is not None:
                    engine_figures = {entry: tie.figure(sheet, entry).amount for entry in results.entries}
                    checker_figures = {entry: tables.FIGURES[name](tally, entry) for entry in tally.turns}
                    assert engine_figures == checker_figures, (name, form, number)
                    compared |= {(name, form)} if len(set(engine_figures.values())) > 1 else set()
                elif tie.ranking is not None and len(results.entries) > 1:
                    blocks = tie.ranking(sheet, results.entries).blocks
                    again = tables.RANKERS[name](tally, sorted(tally.turns))
                    assert [sorted(block) for block in blocks] == [sorted(each) for each in again], (
                        name,
                        form,
                    )
    # Each figure must have broken a tie at least once, or the comparison would prove nothing.
    assert {name for name, _form in compared} == set(tables.FIGURES)


def test_both_implementations_break_the_ties_of_a_season_alike() -> None:
    rng = random.Random("season")
    for _ in range(300):
        people = list(range(1, rng.randint(3, 6)))
        matches = [season_match(rng, people) for _ in range(rng.randint(1, 20))]
        tied = rng.sample(people, rng.randint(2, len(people)))
        margins = [(match.winner, match.loser, margin_of(match)) for match in matches]
        for name, figure in SEASON_FIGURES.items():
            assert figure(tied, matches) == tables.SEASON_FIGURES[name](tied, margins), name


def season_match(rng: random.Random, people: list[int]) -> SeasonMatch:
    """A match among these people or against a guest."""
    winner, loser = rng.sample([*people, 9], 2)
    return SeasonMatch(winner, loser, 5, 5, rng.randint(0, 4), rng.choice((PLAYED, PLAYED, "walkover")))


def margin_of(match: SeasonMatch) -> int:
    return match.winner_points - match.loser_points if match.ending == PLAYED else 0
