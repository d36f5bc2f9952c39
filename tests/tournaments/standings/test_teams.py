"""Team standings: team matches, boards as the tie-break, shared places, unfinished matches."""

from tournaments.standings.tables import DecidedBoard, TeamRow, team_table

MEMBERS = {1: "a", 2: "a", 3: "b", 4: "b", 5: "c", 6: "c"}


def ranking(rows: tuple[TeamRow, ...]) -> list[tuple[str, int, int, int, int, int]]:
    return [(row.team, row.place, row.last, row.points, row.boards_for, row.boards_against) for row in rows]


def test_a_team_match_is_won_by_boards_and_drawn_when_they_are_equal() -> None:
    boards = [
        *(DecidedBoard(1, 1, 3, 1), DecidedBoard(1, 2, 4, 2)),
        *(DecidedBoard(2, 3, 5, 3), DecidedBoard(2, 4, 6, 6)),
        *(DecidedBoard(3, 5, 1, 5), DecidedBoard(3, 6, 2, 6)),
    ]
    assert ranking(team_table(MEMBERS, boards, size=2)) == [
        ("c", 1, 1, 3, 3, 1),
        ("a", 2, 2, 2, 2, 2),
        ("b", 3, 3, 1, 1, 3),
    ]


def test_places_are_shared_when_points_and_boards_are_equal() -> None:
    boards = [
        *(DecidedBoard(1, 1, 3, 1), DecidedBoard(1, 2, 4, 2)),
        *(DecidedBoard(2, 3, 5, 3), DecidedBoard(2, 4, 6, 4)),
        *(DecidedBoard(3, 5, 1, 5), DecidedBoard(3, 6, 2, 6)),
    ]
    assert {row[1:3] for row in ranking(team_table(MEMBERS, boards, size=2))} == {(1, 3)}


def test_a_team_match_that_goes_on_gives_no_points_yet() -> None:
    row = team_table(MEMBERS, [DecidedBoard(1, 1, 3, 1)], size=2)[0]
    assert row == TeamRow("a", 1, 1, 0, 0, 0, 0, 1, 1, 0)


def test_a_board_nobody_won_counts_for_neither() -> None:
    boards = [DecidedBoard(1, 1, 3, 1), DecidedBoard(1, 2, 4, 0)]
    assert [row.won for row in team_table(MEMBERS, boards, size=2)] == [1, 0, 0]
