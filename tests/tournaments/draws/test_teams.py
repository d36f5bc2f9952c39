"""Team matches: every board of every team match, board against board or everybody against everybody."""

from collections import Counter

import pytest

from rules.errors import Refusal
from tests.tournaments.draws.events import SEED
from tournaments.draws.field import entry_source
from tournaments.draws.formats import STATIC_FORMATS, drawing
from tournaments.draws.plan import Person, Stage


def people(teams: int, size: int) -> list[Person]:
    """Entries dealt to teams a, b, c in turn: 1 to a, 2 to b, and so on."""
    return [Person(n + 1, frozenset({f"club:{'abcdefgh'[n % teams]}"})) for n in range(teams * size)]


def boards(teams: int, size: int, **options: object) -> list[list[tuple[int, int]]]:
    """By round the boards, players named by team and board: 12 is the second of the first team."""
    stage = Stage("league", "teams", options={"team": size, **options})
    form = STATIC_FORMATS["teams"]
    assert form.draw is not None
    names = [10 * (line // size + 1) + line % size + 1 for line in range(teams * size)]
    rounds: dict[int, list[tuple[int, int]]] = {}
    for pairing in form.draw(stage, [entry_source(name) for name in names], len(names)):
        rounds.setdefault(pairing.round, []).append((pairing.white.entry, pairing.black.entry))
    return list(rounds.values())


def test_board_meets_board() -> None:
    assert boards(2, 3) == [[(11, 21), (12, 22), (13, 23)]]


def test_everybody_meets_everybody_of_the_other_team() -> None:
    assert boards(2, 3, boards="all") == [
        [(11, 21), (12, 22), (13, 23)],
        [(11, 22), (12, 23), (13, 21)],
        [(11, 23), (12, 21), (13, 22)],
    ]


@pytest.mark.parametrize("teams", range(2, 9))
def test_all_teams_meet_and_nobody_plays_twice_in_a_round(teams: int) -> None:
    rounds = boards(teams, 4, cycles=2)
    met = Counter((white // 10, black // 10) for row in rounds for white, black in row)
    assert met == {(a, b): 4 for a in range(1, teams + 1) for b in range(1, teams + 1) if a != b}
    for row in rounds:
        seated = [name for board in row for name in board]
        assert len(seated) == len(set(seated))


def test_teams_are_those_of_one_club_in_the_order_of_entries() -> None:
    found = drawing(Stage("league", "teams", options={"team": 2}), people(3, 2), (3,), SEED)
    assert found.lines[:2] == (3, 6)
    assert {found.lines[2:4], found.lines[4:]} == {(1, 4), (2, 5)}
    assert found.reasons[2][0].facts == {"team": "club:c", "number": 1, "board": 2}


@pytest.mark.parametrize(
    ("someone", "team", "members"), [(Person(7, frozenset({"club:a"})), "a", 3), (Person(7), "", 1)]
)
def test_a_team_of_another_size_is_refused(someone: Person, team: str, members: int) -> None:
    stage = Stage("league", "teams", options={"team": 2})
    with pytest.raises(Refusal) as refusal:
        drawing(stage, [*people(3, 2), someone], (), SEED)
    assert refusal.value.facts == {"team": team, "members": members, "size": 2}


def test_one_team_is_refused() -> None:
    with pytest.raises(Refusal) as refusal:
        drawing(Stage("league", "teams", options={"team": 2}), people(1, 2), (), SEED)
    assert refusal.value.code == "teams_too_few"


def test_lines_that_make_no_whole_teams_are_refused() -> None:
    form = STATIC_FORMATS["teams"]
    assert form.draw is not None
    with pytest.raises(Refusal) as refusal:
        form.draw(Stage("league", "teams"), [entry_source(1)] * 4, 4)
    assert refusal.value.code == "lines_misshapen"
