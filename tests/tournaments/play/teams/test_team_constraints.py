"""The database constraints of the tables of teams."""

from typing import Any

import pytest

from matches.models import Person, Player
from tests.factory_recordings import replayed
from tests.tournaments.club_evenings import a_club
from tests.tournaments.play.events.test_event_constraints import a_copy, broken, rewritten
from tests.tournaments.team_evenings import a_team_event, match_of, opened, row
from tournaments.models import Event, PendingLineUp, TeamMember

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
@replayed
def module_event(module_transaction: None) -> Event:
    event = a_team_event(a_club())
    opened(event, "R1-1")
    return event


@pytest.fixture
def event(module_event: Event) -> Event:
    return Event.objects.get(pk=module_event.pk)


@pytest.mark.parametrize(
    ("changes", "constraint"),
    [
        ({"takes": "teams", "boards": 1}, "event_teams_meet_at_boards"),
        ({"takes": "teams", "boards": 9}, "event_teams_meet_at_boards"),
        ({"takes": "pairs", "boards": 2}, "event_teams_meet_at_boards"),
        ({"takes": "dogs", "boards": 1}, "event_teams_meet_at_boards"),
    ],
)
def test_an_event_of_teams_has_boards(event: Event, changes: dict[str, Any], constraint: str) -> None:
    assert constraint in broken(rewritten(event, **changes))


@pytest.mark.parametrize(
    ("label", "changes", "constraint"),
    [
        ("R1-1", {"boards": 1}, "pairing_boards_of_a_meeting"),
        ("R1-1", {"boards": 9}, "pairing_boards_of_a_meeting"),
        ("R1-1.1", {"boards": 2}, "pairing_boards_of_a_meeting"),
        ("R1-1.1", {"board": 10}, "pairing_board_is_possible"),
        ("R1-1", {"white_won": 2, "black_won": 1}, "pairing_boards_won_are_there"),
        ("R1-1", {"white_won": 1, "black_won": None}, "pairing_boards_won_are_there"),
        ("R1-1.1", {"white_won": 0, "black_won": 0}, "pairing_boards_won_are_there"),
        ("R1-1.1", {"white_player": None}, "pairing_board_needs_two_people"),
    ],
)
def test_a_meeting_and_its_boards_meet_their_constraints(
    event: Event, label: str, changes: dict[str, Any], constraint: str
) -> None:
    assert constraint in broken(rewritten(row(event, label), **changes))


def test_a_meeting_has_no_match_of_its_own(event: Event) -> None:
    board = row(event, "R1-1.1")
    match = board.match
    rewritten(board, match=None)()
    assert "pairing_meeting_is_played_at_boards" in broken(rewritten(row(event, "R1-1"), match=match))


def test_only_boards_have_players_of_line_ups(event: Event) -> None:
    player = match_of(event, "R1-1.1").white
    assert "pairing_players_sit_at_boards" in broken(rewritten(row(event, "R1-1"), white_player=player))


def test_a_player_is_not_on_both_sides_of_a_board(event: Event) -> None:
    board = row(event, "R1-1.1")
    write = rewritten(board, match=None, white_player=board.black_player)
    assert "pairing_board_of_two_people" in broken(write)


def test_a_board_is_unique_in_its_meeting(event: Event) -> None:
    assert "round" in broken(a_copy(row(event, "R1-1.1"), label="R1-1.9", match=None))


def test_a_player_is_in_one_team_at_one_position(event: Event) -> None:
    first, second = TeamMember.objects.filter(entry__number=1).order_by("position")[:2]
    other = event.entries.get(number=2)
    assert "player" in broken(a_copy(first, entry=other, position=9, is_captain=False))
    outsider = Player.objects.create(name="Zoe", full_name="Zoe")
    assert "position" in broken(a_copy(second, player=outsider))
    assert "entry" in broken(a_copy(first, player=outsider, position=9))
    assert "member_plays_or_leads" in broken(a_copy(second, player=outsider, position=None))
    assert "member_plays_or_leads" in broken(a_copy(second, player=outsider, position=0))


def test_a_team_submits_one_line_up(event: Event) -> None:
    meeting = row(event, "R1-1")
    pending_line_up = PendingLineUp.objects.create(
        pairing=meeting, entry=meeting.white_entry, players=["", ""]
    )
    assert "entry" in broken(a_copy(pending_line_up))


@pytest.mark.parametrize(
    ("changes", "constraint"),
    [
        ({"kind": "club"}, "player_kind_is_known"),
        ({"shown": "code", "code_name": "X", "name": "X"}, "player_pair_has_no_login_and_no_choice"),
        ({"name": "Other"}, "player_full_name_is_shown"),
        ({"anonymised_at": "2026-01-01T00:00Z"}, "player_team_is_nobody"),
    ],
)
def test_a_team_player_has_no_personal_data(event: Event, changes: dict[str, Any], constraint: str) -> None:
    team = event.entries.get(number=1).player
    assert constraint in broken(rewritten(team, **changes))


def test_a_team_player_has_no_pair_members_and_no_person(event: Event) -> None:
    team, one, other = event.entries.get(number=1).player, *Player.objects.filter(kind="person")[:2]
    assert "player_pair_has_two_members" in broken(rewritten(team, first=one, second=other))
    person = Person.objects.create(face=one)
    assert "player_team_is_nobody" in broken(rewritten(team, person=person))
