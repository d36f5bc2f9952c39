"""Team events in the journal: commands, rosters, line-ups, boards, and the result of a team match."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.errors import Refusal
from tournaments.formats.graph import LEAGUE, MAIN, SWISS
from tournaments.formats.plan import Plan, Stage
from tournaments.formats.random_order import compute_commitment
from tournaments.journal import commands, pairing_commands
from tournaments.journal.event_end import is_finished
from tournaments.journal.facts import PairingResult, StoredRow
from tournaments.journal.final_places import find_flight_places
from tournaments.journal.replay import fold
from tournaments.journal.results import Settled
from tournaments.journal.standings import table_rows
from tournaments.journal.state import BY_ABSENCE, BY_RESULT, BY_RULING
from tournaments.journal.team_commands import all_placements, line_up, score_of, set_entry_type, set_roster
from tournaments.journal.team_facts import ANYBODY, EntryType
from tournaments.payloads import make_payload

SEED = "c" * 32
MEMBERS = {team: tuple(f"{team}{letter}" for letter in "abcde") for team in range(1, 9)}


class Book:
    """A journal to which commands are appended."""

    def __init__(self, entry_type: EntryType, stage: Stage, teams: int = 2, size: int = 4) -> None:
        self.rows: list[StoredRow] = []
        self.append_row("committed", {"commitment": compute_commitment(SEED)})
        self.append_row(*set_entry_type(entry_type))
        self.append_row(*commands.set_plan(Plan((stage,))))
        self.append_row(
            "entered",
            {"entries": [{"entry": number, "player": f"team{number}"} for number in range(1, teams + 1)]},
        )
        for team in range(1, teams + 1):
            self.append_row(*set_roster(team, MEMBERS[team][0], MEMBERS[team][:size]))
        self.append_row(*commands.draw(self.state, SEED))
        self.append_row(*commands.publish())

    @property
    def state(self) -> Any:
        return fold(self.rows)

    def append_row(self, kind: str, payload: Any) -> None:
        row = StoredRow(len(self.rows) + 1, kind, payload)
        fold([*self.rows, row])
        self.rows.append(row)

    def line_up(self, meeting: str, **sides: Any) -> None:
        self.append_row(*line_up(self.state, meeting, {int(k[1:]): v for k, v in sides.items()}))

    def board(self, name: str, white: int, black: int, kind: str = "settled", **choices: str) -> None:
        lineup = self.state.teams.lineups[name.partition(".")[0]]
        winner = "white" if white > black else "black"
        payload = make_payload(
            Settled(name, PairingResult(lineup.white, lineup.black, winner, white, black, "played"))
        )
        self.append_row(kind, payload | ({"choices": choices} if kind == "corrected" else {}))

    def undo(self, seq: int) -> None:
        self.append_row("undone", {"seq": seq})


def league(boards: int = 2, *ties: str, teams: int = 2) -> Book:
    return Book(EntryType("teams", boards, (), ties), Stage(LEAGUE, "round_robin", lengths=(5,)), teams)


def cup(boards: int = 2, *ties: str, teams: int = 4) -> Book:
    return Book(EntryType("teams", boards, (), ties), Stage(MAIN, "knockout", lengths=(5,)), teams)


def test_a_meeting_is_decided_by_its_boards() -> None:
    book = league(3)
    book.line_up("R1-1")
    book.board("R1-1.1", 5, 2)
    book.board("R1-1.2", 1, 5)
    assert book.state.board["R1-1"].winner is None
    book.board("R1-1.3", 5, 4)
    white, black = book.state.board["R1-1"].seats
    assert book.state.results["R1-1"] == PairingResult(white, black, "white", 2, 1, "played")
    assert book.state.board["R1-1"].winner == white


def test_equal_boards_are_a_draw_in_a_table_and_both_share_the_place() -> None:
    book = league(2)
    book.line_up("R1-1")
    book.board("R1-1.1", 5, 2)
    book.board("R1-1.2", 1, 5)
    placed = book.state.board["R1-1"]
    assert (placed.winner, placed.losers, placed.is_contested, placed.is_drawn) == (0, (), True, True)
    rows = table_rows(book.state, LEAGUE, book.state.board)
    assert [(row.place, row.last, str(row.values[0].amount)) for row in rows] == [
        (1, 2, "1/2"),
        (1, 2, "1/2"),
    ]
    assert is_finished(book.state, book.state.board)


def test_equal_boards_in_a_knockout_go_by_the_rules_in_their_order() -> None:
    by_points = cup(2, "points", "last_board", teams=2)
    by_points.line_up("M1-1")
    by_points.board("M1-1.1", 5, 4)
    by_points.board("M1-1.2", 1, 5)
    assert by_points.state.results["M1-1"].winner == "black"
    by_points.board("M1-1.1", 5, 1, "corrected")
    assert by_points.state.results["M1-1"].winner == "black"
    assert cup_of_equal_points("last_board").state.results["M1-1"].winner == "black"


def cup_of_equal_points(*ties: str) -> Book:
    book = cup(2, *ties, teams=2)
    book.line_up("M1-1")
    book.board("M1-1.1", 5, 3)
    book.board("M1-1.2", 3, 5)
    return book


def test_a_play_off_board_is_lined_up_when_it_is_due_and_decides() -> None:
    book = cup_of_equal_points("points", "play_off")
    assert "M1-1" not in book.state.results
    assert score_of(book.state, "M1-1").is_play_off_due  # type: ignore[union-attr]
    white, black = book.state.board["M1-1"].seats
    book.line_up(
        "M1-1",
        **{
            f"t{white}": (*MEMBERS[white][:2], MEMBERS[white][2]),
            f"t{black}": (*MEMBERS[black][:2], MEMBERS[black][2]),
        },
    )
    book.board("M1-1.3", 2, 5)
    assert book.state.results["M1-1"] == PairingResult(white, black, "black", 1, 1, "played")


def test_a_meeting_with_nothing_but_its_play_off_board_played_was_played() -> None:
    book = cup(2, "play_off", teams=2)
    white, black = book.state.board["M1-1"].seats
    book.line_up("M1-1", **{f"t{white}": (MEMBERS[white][0], ""), f"t{black}": ("", MEMBERS[black][1])})
    book.line_up(
        "M1-1",
        **{
            f"t{white}": (MEMBERS[white][0], "", MEMBERS[white][0]),
            f"t{black}": ("", MEMBERS[black][1], MEMBERS[black][1]),
        },
    )
    book.board("M1-1.3", 5, 2)
    assert book.state.results["M1-1"] == PairingResult(white, black, "white", 1, 1, "played")


def test_an_unbroken_tie_of_a_meeting_waits_for_a_ruling() -> None:
    book = cup_of_equal_points()
    white, black = book.state.board["M1-1"].seats
    assert book.state.board["M1-1"].winner is None
    ruled = PairingResult(white, black, "white", 1, 1, "ruled")
    book.append_row("settled", make_payload(Settled("M1-1", ruled)))
    assert (book.state.board["M1-1"].winner, book.state.board["M1-1"].decided) == (white, BY_RULING)


def test_a_meeting_of_boards_takes_no_score_of_its_own() -> None:
    book = league(2)
    white, black = book.state.board["R1-1"].seats
    with pytest.raises(Refusal, match="meeting_by_boards"):
        book.append_row(
            "settled", make_payload(Settled("R1-1", PairingResult(white, black, "white", 2, 0, "played")))
        )
    book.append_row(
        "settled", make_payload(Settled("R1-1", PairingResult(white, black, "white", 0, 0, "walkover")))
    )
    assert book.state.board["R1-1"].winner == white


def test_a_missing_member_loses_a_board_and_an_absent_team_all_boards() -> None:
    book = league(2)
    white, black = book.state.board["R1-1"].seats
    book.line_up("R1-1", **{f"t{black}": (MEMBERS[black][0], "")})
    placements = all_placements(book.state)
    assert (placements["R1-1.2"].winner, placements["R1-1.2"].decided, placements["R1-1.2"].is_seated) == (
        white,
        BY_ABSENCE,
        False,
    )
    assert placements["R1-1.1"].is_seated
    assert not placements["R1-1"].is_seated
    book.board("R1-1.1", 0, 5)
    assert book.state.results["R1-1"].ending == "drawn"


def test_a_meeting_without_players_is_lost_by_both() -> None:
    book = league(2)
    book.line_up("R1-1", t1=("", ""), t2=("", ""))
    assert book.state.results["R1-1"].ending == "double_walkover"
    assert len(book.state.board["R1-1"].losers) == 2


def test_a_corrected_board_changes_the_meeting_and_the_event() -> None:
    book = cup(3)
    for meeting in ("M1-1", "M1-2"):
        book.line_up(meeting)
        for board in (1, 2, 3):
            book.board(f"{meeting}.{board}", 5, 0)
    first, second = (book.state.board[name].white for name in ("M1-1", "M1-2"))
    assert book.state.board["M2-1"].seats == (first, second)
    book.board("M1-1.1", 0, 5, "corrected")
    assert book.state.board["M2-1"].white == first
    book.board("M1-1.2", 0, 5, "corrected")
    assert book.state.board["M2-1"].white == book.state.board["M1-1"].black
    book.undo(len(book.rows))
    assert book.state.board["M2-1"].white == first


def final_begun() -> Book:
    book = cup(3)
    for meeting in ("M1-1", "M1-2"):
        book.line_up(meeting)
        for board, score in ((1, (5, 0)), (2, (5, 0)), (3, (0, 5))):
            book.board(f"{meeting}.{board}", *score)
    book.line_up("M2-1")
    book.board("M2-1.1", 5, 0)
    return book


def test_losing_a_later_played_board_requires_confirmation() -> None:
    book = final_begun()
    with pytest.raises(Refusal, match="choices_needed"):
        book.board("M1-1.1", 0, 5, "corrected")
    with pytest.raises(Refusal, match="choices_needed"):
        book.board("M1-1.1", 0, 5, "corrected", **{"M2-1": "rename"})
    book.board("M1-1.1", 0, 5, "corrected", **{"M2-1": "replay"})
    assert (book.state.teams.results.keys() & {"M2-1.1"}, "M2-1" in book.state.teams.lineups) == (
        set(),
        False,
    )
    book.undo(len(book.rows))
    assert book.state.teams.results["M2-1.1"].winner == "white"


def test_a_final_that_was_played_can_be_ruled_for_the_right_team_but_not_renamed() -> None:
    book = final_begun()
    book.board("M2-1.2", 5, 0)
    book.board("M2-1.3", 5, 0)
    assert "M2-1" in book.state.results
    with pytest.raises(Refusal, match="choices_needed"):
        book.board("M1-1.1", 0, 5, "corrected", **{"M2-1": "rename"})
    book.board("M1-1.1", 0, 5, "corrected", **{"M2-1": "rule:white"})
    assert book.state.board["M2-1"].winner == book.state.board["M1-1"].black
    assert "M2-1" not in book.state.teams.lineups


def test_reopening_a_board_of_a_decided_meeting_opens_the_meeting() -> None:
    book = league(2)
    book.line_up("R1-1")
    book.board("R1-1.1", 5, 2)
    book.board("R1-1.2", 5, 2)
    book.append_row("reopened", {"pairing": "R1-1.2"})
    assert "R1-1" not in book.state.results
    assert book.state.board["R1-1"].winner is None


def test_a_withdrawn_team_forfeits_its_open_boards_and_keeps_played_ones() -> None:
    book = league(2)
    book.line_up("R1-1")
    book.board("R1-1.1", 5, 2)
    white, black = book.state.board["R1-1"].seats
    book.append_row(*commands.withdraw(white))
    placements = all_placements(book.state)
    assert (placements["R1-1"].winner, placements["R1-1"].decided) == (black, BY_ABSENCE)
    assert [name for name in placements if "." in name] == ["R1-1.1"]
    assert placements["R1-1.1"].decided == BY_RESULT
    book.append_row(*commands.reinstate(white))
    book.board("R1-1.2", 0, 5)
    assert book.state.results["R1-1"].ending == "drawn"


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (lambda book: book.append_row(*set_roster(1, "", ("1a", "2a"))), "team_member_twice"),
        (lambda book: book.append_row(*set_roster(1, "2b", ("1a",))), "team_member_twice"),
        (lambda book: book.append_row(*set_roster(9, "", ("x",))), "entry_unknown"),
        (lambda book: book.line_up("R1-1", t1=("1a", "2a"), t2=("2b", "")), "not_of_the_team"),
        (lambda book: book.line_up("R1-1", t1=MEMBERS[1][:3], t2=MEMBERS[2][:3]), "boards_wrong"),
        (lambda book: book.line_up("R1-9"), "pairing_unknown"),
        (lambda book: book.line_up("R1-1", t1=("1a", "1a")), "member_at_two_boards"),
        (lambda book: book.append_row(*set_entry_type(EntryType("pairs"))), "entries_there"),
    ],
)
def test_invalid_team_commands_are_refused(line: Any, code: str) -> None:
    book = league(2)
    with pytest.raises(Refusal, match=code):
        line(book)


def test_the_entry_type_is_undone_and_redone_only_without_entries() -> None:
    commit, entry_type_row, plan = Book(EntryType("teams", 2), Stage(LEAGUE, "round_robin")).rows[:3]
    names = {1: "team1", 2: "team2"}
    entry = ("entered", {"entries": [{"entry": number, "player": name} for number, name in names.items()]})
    book = Book.__new__(Book)
    book.rows = [commit, entry_type_row, plan]
    book.undo(entry_type_row.seq)
    book.append_row(*entry)
    with pytest.raises(Refusal, match="entries_there"):
        book.undo(4)
    book.undo(5)
    book.undo(4)
    assert book.state.teams.entry_type.takes == "teams"
    book.append_row(*entry)
    with pytest.raises(Refusal) as excinfo:
        book.undo(entry_type_row.seq)
    assert (excinfo.value.code, excinfo.value.facts) == ("entries_there", {"seq": 8, "kind": "entered"})
    book.undo(8)
    book.undo(entry_type_row.seq)
    assert book.state.teams.entry_type.takes == ANYBODY


def test_lined_up_members_stay_in_the_team_and_played_ones_at_their_board() -> None:
    book = league(2)
    book.line_up("R1-1")
    book.board("R1-1.1", 5, 2)
    white = book.state.board["R1-1"].white
    with pytest.raises(Refusal, match="member_lined_up"):
        book.append_row(*set_roster(white, "", MEMBERS[white][1:]))
    with pytest.raises(Refusal, match="board_has_result"):
        book.line_up("R1-1", **{f"t{white}": (MEMBERS[white][3], MEMBERS[white][1])})
    book.line_up("R1-1", **{f"t{white}": (MEMBERS[white][0], MEMBERS[white][3])})
    assert book.state.teams.lineups["R1-1"].of(white) == (MEMBERS[white][0], MEMBERS[white][3])


def test_a_score_that_is_not_of_the_boards_length_is_refused() -> None:
    book = Book(EntryType("teams", 2, (3, 7)), Stage(LEAGUE, "round_robin", lengths=(5,)))
    book.line_up("R1-1")
    with pytest.raises(Refusal, match="score_not_of_length"):
        book.board("R1-1.1", 2, 1)
    book.board("R1-1.1", 3, 1)
    with pytest.raises(Refusal, match="score_not_of_length"):
        book.board("R1-1.2", 5, 1)
    book.board("R1-1.2", 7, 1)
    assert book.state.results["R1-1"].winner == "white"


@pytest.mark.parametrize(
    "payload",
    [
        {"takes": "teams", "boards": 1, "lengths": [], "ties": []},
        {"takes": "teams", "boards": 9, "lengths": [], "ties": []},
        {"takes": "teams", "boards": 2, "lengths": [5], "ties": []},
        {"takes": "pairs", "boards": 2, "lengths": [], "ties": []},
        {"takes": "pairs", "boards": 1, "lengths": [], "ties": ["points"]},
        {"takes": "teams", "boards": 2, "lengths": [], "ties": ["points", "points"]},
        {"takes": "teams", "boards": 2, "lengths": [], "ties": ["coin"]},
        {"takes": "dogs", "boards": 1, "lengths": [], "ties": []},
    ],
)
def test_invalid_team_settings_are_unreadable(payload: dict[str, Any]) -> None:
    with pytest.raises(Refusal, match="journal_unreadable"):
        fold([StoredRow(1, "formed", payload)])


def test_swiss_rounds_of_teams_pair_by_draws_counted_half() -> None:
    book = Book(EntryType("teams", 2), Stage(SWISS, "swiss", options={"rounds": 2}, lengths=(5,)), 4)
    book.append_row(*pairing_commands.pair(book.state, SWISS))
    for meeting, second in (("S1-1", (5, 0)), ("S1-2", (0, 5))):
        book.line_up(meeting)
        book.board(f"{meeting}.1", 5, 0)
        book.board(f"{meeting}.2", *second)
    book.append_row(*pairing_commands.pair(book.state, SWISS))
    teams_of_board = set(book.state.board["S1-2"].seats)
    assert [len(teams_of_board & set(book.state.board[name].seats)) for name in ("S2-1", "S2-2")] == [1, 1]
    scores = {row.entry: row.values[0].amount for row in table_rows(book.state, SWISS, book.state.board)}
    assert sorted(map(float, scores.values())) == [0, 0.5, 0.5, 1]


@given(st.lists(st.tuples(st.booleans(), st.integers(0, 4)), min_size=4, max_size=4))
def test_any_four_boards_give_the_result_their_count_gives(boards: list[tuple[bool, int]]) -> None:
    book = league(4)
    book.line_up("R1-1")
    for number, (is_white, other) in enumerate(boards, start=1):
        book.board(f"R1-1.{number}", *((5, other) if is_white else (other, 5)))
    won = sum(is_white for is_white, _ in boards)
    result = book.state.results["R1-1"]
    assert (result.white_score, result.black_score) == (won, 4 - won)
    assert result.winner == ("white" if won > 2 else "black" if won < 2 else "")
    assert find_flight_places(book.state, LEAGUE).keys() == {1, 2}


def test_a_corrected_board_moves_the_teams_of_a_final_that_a_withdrawal_had_decided() -> None:
    book = cup(2, "play_off")
    for meeting in ("M1-1", "M1-2"):
        book.line_up(meeting)
    for board in ("M1-1.1", "M1-2.1", "M1-2.2"):
        book.board(board, 5, 1)
    book.board("M1-1.2", 1, 5)
    white, black = book.state.board["M1-1"].seats
    book.append_row(*commands.withdraw(white))
    assert book.state.board["M2-1"].seats == (black, book.state.board["M1-2"].winner)
    book.board("M1-1.2", 5, 1, "corrected")
    assert book.state.board["M1-1"].winner == white
    assert book.state.board["M2-1"].white == white
