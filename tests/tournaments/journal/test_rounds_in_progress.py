"""Tables and places while matches are being played: a match in progress is no absence, and no place moves."""

from fractions import Fraction

from tests.tournaments.event_simulation import Event
from tests.tournaments.journal.test_reentry import SEED, begun
from tests.tournaments.journal.test_teams import Book
from tournaments.formats.event_format import FormatOptions
from tournaments.formats.graph import LEAGUE, MAIN
from tournaments.formats.plan import Plan, Stage
from tournaments.formats.random_order import compute_commitment
from tournaments.journal import commands, draw_changes, pairing_commands
from tournaments.journal.final_places import find_final_places, list_fields
from tournaments.journal.standings import table_rows
from tournaments.journal.team_facts import EntryType
from tournaments.payloads import make_payload

TIE_BREAKS = ("score", "buchholz", "cumulative")


def swiss_figures(event: Event) -> dict[int, dict[str, Fraction]]:
    rows = table_rows(event.state, "swiss", event.board)
    return {row.entry: {value.name: value.amount for value in row.values} for row in rows}


def begun_swiss(size: int) -> Event:
    event = begun("swiss", size, FormatOptions(rounds=3, main=(7,), tie_breaks=TIE_BREAKS))
    event.append(*pairing_commands.pair(event.state, "swiss"))
    return event


def test_a_match_in_progress_counts_neither_as_an_absence_nor_as_a_draw() -> None:
    event = begun_swiss(4)
    for placed in event.playable:
        event.settle(placed.id, "white")
    event.append(*pairing_commands.pair(event.state, "swiss"))
    other, last = event.playable
    event.settle(last.id, "white")
    figures = swiss_figures(event)
    # Each has met one opponent: none gets anything for the match that is still being played.
    for entry in (other.white or 0, other.black or 0):
        met = next(
            seat
            for placed in event.board.values()
            if placed.id.startswith("S1-") and entry in placed.seats
            for seat in placed.seats
            if seat and seat != entry
        )
        assert figures[entry]["buchholz"] == figures[met]["score"]


def test_the_reasons_of_a_sum_of_scores_name_the_match_in_progress() -> None:
    event = begun_swiss(4)
    first, other = event.playable
    event.settle(first.id, "white")
    rows = {row.entry: row for row in table_rows(event.state, "swiss", event.board)}
    (cumulative,) = (value for value in rows[other.white or 0].values if value.name == "cumulative")
    assert [part.code for part in cumulative.parts] == ["open"]


def test_a_bye_of_an_earlier_round_stays_when_its_only_result_is_reopened() -> None:
    event = begun_swiss(3)
    sits_out = event.state.stages["swiss"].rounds[0].byes[0].entry
    event.settle("S1-1", "white")
    event.append(*pairing_commands.pair(event.state, "swiss"))
    event.settle("S2-1", "white" if event.board["S2-1"].black == sits_out else "black")
    before = swiss_figures(event)[sits_out]["score"]
    event.append("reopened", {"pairing": "S1-1"})
    assert swiss_figures(event)[sits_out]["score"] == before == 1


def test_a_drawn_team_match_is_worth_the_mean_of_a_win_and_a_loss() -> None:
    scoring = {"win": "3", "loss": "1"}
    stage = Stage(LEAGUE, "round_robin", options={"scoring": scoring}, lengths=(5,))
    book = Book(EntryType("teams", 2), stage)
    book.line_up("R1-1")
    book.board("R1-1.1", 5, 2)
    book.board("R1-1.2", 1, 5)
    scores = [row.values[0].amount for row in table_rows(book.state, LEAGUE, book.state.board)]
    assert scores == [2, 2]


def test_who_has_entered_a_mini_knockout_again_has_no_place_in_it_yet() -> None:
    stage = Stage("mini_1", "knockout", options={"rolling": {"size": 8, "hours": [], "again": True}})
    event = Event()
    people = [{"entry": number, "player": f"P{number}"} for number in range(1, 8)]
    event.append("planned", make_payload(Plan((stage,))))
    event.append("entered", {"entries": people})
    event.append("committed", {"commitment": compute_commitment(SEED)})
    event.append(*commands.draw(event.state, SEED, flight="mini_1"))
    event.append(*commands.publish("mini_1"))
    loser = event.playable[0].black or 0
    event.settle(event.playable[0].id, "white")
    assert loser in find_final_places(event.state)
    event.append(*draw_changes.re_enter(event.state, loser, "mini_1"))
    assert loser not in find_final_places(event.state)
    assert [loser in field.spans for field in list_fields(event.state)] == [False]


def test_the_play_off_of_three_has_places_at_its_end() -> None:
    event = Event()
    people = [{"entry": number, "player": f"P{number}"} for number in range(1, 4)]
    event.append("planned", make_payload(Plan((Stage(MAIN, "contingent"),))))
    event.append("entered", {"entries": people})
    event.append("committed", {"commitment": compute_commitment(SEED)})
    event.append(*commands.draw(event.state, SEED))
    event.append(*commands.publish())
    event.settle("M1-1", "white")
    assert find_final_places(event.state) == {}
    event.settle("M2-1", "white")
    assert sorted(find_final_places(event.state).values()) == [(1, 1), (2, 2), (3, 3)]
