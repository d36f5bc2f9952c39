"""Pages of team events: creation, entries, rosters, meetings, and line-ups by badge and at the desk."""

import pytest
from django.test import Client
from django.urls import reverse

from matches.actors import SYSTEM
from matches.services import badges
from tests.tournaments.club_evenings import a_club, director_of, settle
from tests.tournaments.team_evenings import KNOCKOUT, a_team_event, by, codes, match_of, names, opened, row
from tournaments.formats.graph import LEAGUE, MAIN
from tournaments.formats.plan import LATER, PLACES, Feed, Stage
from tournaments.models import Event, PendingLineUp, TeamMember
from tournaments.people.services.members import enrol_by_name
from tournaments.play.events import event_state

pytestmark = pytest.mark.django_db


def at(event: Event, name: str, *more: object) -> str:
    return reverse(name, args=[event.tournament.club.slug, event.tournament.slug, event.slug, *more])


@pytest.fixture
def event() -> Event:
    return a_team_event(a_club())


@pytest.fixture
def desk(event: Event) -> Client:
    client = Client()
    client.force_login(by(event))
    return client


def with_badge(event: Event, side: str) -> Client:
    """A client with the badge of the captain of a side of R1-1."""
    entry = getattr(row(event, "R1-1"), f"{side}_entry")
    captain = entry.members.get(is_captain=True).player
    issued = badges.issue_badge(desk=event.tournament.desk, player=captain, by=SYSTEM)
    client = Client()
    client.post(reverse("badge"), {"token": issued.token})
    return client


def test_before_the_draw_the_desk_counts_teams() -> None:
    event = a_team_event(a_club(), is_drawn=False)
    client = Client()
    client.force_login(by(event))
    page = client.get(at(event, "desk"), HTTP_ACCEPT_LANGUAGE="en").content.decode()
    assert "2 teams entered. Make the draw." in page


def test_the_journal_names_the_board_and_its_players(event: Event, desk: Client) -> None:
    opened(event, "R1-1")
    match = match_of(event, "R1-1.1")
    settle(match, "black", loser_score=2)
    meeting = row(event, "R1-1")
    assert meeting.white_entry is not None
    assert meeting.black_entry is not None
    teams = f"{meeting.white_entry.player} – {meeting.black_entry.player}"
    result = f"Board 1 of {teams}: {match.white} 2–5 {match.black}"
    for page in ("desk", "journal"):
        text = desk.get(at(event, page), HTTP_ACCEPT_LANGUAGE="en").content.decode()
        assert result in text


def test_a_team_event_is_created_filled_drawn_and_played_in_the_pages() -> None:
    club = a_club()
    client = Client()
    client.force_login(director_of(club))
    start = {
        "name": "London League",
        "starts_at": "2026-10-05T18:30",
        "tables": 8,
        "policy": "both",
        "takes": "teams",
        "boards": 2,
        "board_lengths": "5 3",
        "board_ties": "points+last_board",
        "scheme": "round_robin",
        "length": "5",
        "cycles": 2,
    }
    answer = client.post(reverse("create-tournament", args=[club.slug]), start)
    assert answer.status_code == 303, answer.context["format"].errors
    event = Event.objects.get(tournament__club=club)
    assert (event.takes, event.boards) == ("teams", 2)
    entry_type = event_state.get_event_state(event).teams.entry_type
    assert (entry_type.lengths, entry_type.ties) == ((5, 3), ("points", "last_board"))
    checked = client.post(at(event, "desk-teams"), {"names": names(2, 3)})
    assert "Add 2 teams" in checked.content.decode()
    assert event.entries.count() == 0
    client.post(at(event, "desk-teams"), {"names": names(2, 3), "enter": "1", "key": "teams"})
    assert TeamMember.objects.filter(event=event).count() == 6
    client.post(at(event, "desk-draw"), {"key": "draw"})
    client.post(at(event, "desk-publish"), {"key": "publish"})
    page = client.get(at(event, "meeting", "R1-1")).content.decode()
    assert "Reveal line-ups" in page
    client.post(at(event, "desk-open-line-ups", "R1-1"), {"key": "open"})
    assert [match_of(event, f"R1-1.{board}").length for board in (1, 2)] == [5, 3]
    settle(match_of(event, "R1-1.1"), "white")
    settle(match_of(event, "R1-1.2"), "black")
    page = client.get(at(event, "meeting", "R1-1")).content.decode()
    assert "1–1" in page
    assert "Tied" in page
    for name in ("teams", "bracket", "event", "results", "desk", "journal"):
        assert client.get(at(event, name)).status_code == 200, name


def test_a_meeting_of_a_later_stage_is_linked_once_its_draw_is_published(client: Client) -> None:
    final = Stage(MAIN, "knockout", Feed(PLACES, LEAGUE, first=1, last=2), {LATER: True}, (5,))
    event = a_team_event(a_club(), then=[final])
    client.force_login(by(event))
    opened(event, "R1-1")
    for board in (1, 2):
        settle(match_of(event, f"R1-1.{board}"), "white")
    assert client.post(at(event, "desk-draw"), {"flight": MAIN, "key": "draw"}).status_code == 303
    link = f'href="{at(event, "meeting", "M1-1")}"'
    assert link not in client.get(at(event, "desk")).text
    assert client.get(at(event, "meeting", "M1-1")).status_code == 404

    assert client.post(at(event, "desk-publish"), {"flight": MAIN, "key": "publish"}).status_code == 303

    assert link in client.get(at(event, "bracket")).text
    assert client.get(at(event, "meeting", "M1-1")).status_code == 200


def test_an_invalid_list_is_explained_and_enters_nothing(desk: Client, event: Event) -> None:
    fresh = a_team_event(event.tournament.club, is_drawn=False)
    text = "Team C\nTeam D: Zoe, Zoe\nTeam A: New One\nTeam F: Anna A1"
    page = desk.post(at(fresh, "desk-teams"), {"names": text}).content.decode()
    for sentence in (
        "Write a team as its name, a colon and its members.",
        "A person can be in only one team, once: Zoe.",
        "Another line has a team with this name.",
        "A person can be in only one team, once: Anna A1.",
    ):
        assert sentence in page
    assert "enter-names" not in page
    assert fresh.entries.count() == 2


def test_the_desk_changes_a_roster(desk: Client, event: Event) -> None:
    page = desk.get(at(event, "desk-team", 1)).content.decode()
    assert "Anna A1 (c)" in page
    answer = desk.post(at(event, "desk-team", 1), {"names": "Anna A2 (c)\nAnna A1\nZoe", "key": "man"})
    assert answer.status_code == 303
    assert TeamMember.objects.get(event=event, is_captain=True, entry__number=1).player.name == "Anna A2"
    response = desk.post(at(event, "desk-team", 1), {"names": "Bnna B1", "key": "man2"})
    assert (response.status_code, "A player would be in two teams" in response.content.decode()) == (
        409,
        True,
    )


def test_a_captain_submits_by_badge_and_sees_only_their_own_form(event: Event) -> None:
    white, black = (with_badge(event, side) for side in ("white", "black"))
    meeting = row(event, "R1-1")
    assert meeting.white_entry is not None
    assert meeting.black_entry is not None
    page = white.get(at(event, "meeting", "R1-1")).content.decode()
    assert f"Line-up of {meeting.white_entry.player.name}" in page
    assert f"Line-up of {meeting.black_entry.player.name}" not in page
    white_codes, black_codes = codes(meeting.white_entry), codes(meeting.black_entry)
    third = meeting.white_entry.members.get(position=3).player.name
    white_form = {"entry": meeting.white_entry.number, "board-1": white_codes[2], "board-2": white_codes[0]}
    black_form = {"entry": meeting.black_entry.number, "board-1": black_codes[0], "board-2": black_codes[1]}
    assert white.post(at(event, "meeting-line-up", "R1-1"), black_form).status_code == 404
    assert white.post(at(event, "meeting-line-up", "R1-1"), white_form).status_code == 303
    assert PendingLineUp.objects.count() == 1
    for outsider in (black, Client()):
        page_text = outsider.get(at(event, "meeting", "R1-1")).content.decode()
        assert "One line-up is in." in page_text
        assert white_codes[2] not in page_text
        assert third not in page_text
    assert black.post(at(event, "meeting-line-up", "R1-1"), black_form).status_code == 303
    page_text = Client().get(at(event, "meeting", "R1-1")).content.decode()
    assert "to 5" in page_text
    again = white.post(at(event, "meeting-line-up", "R1-1"), white_form)
    assert (again.status_code, "are revealed" in again.content.decode()) == (409, True)


def test_a_visitor_without_a_badge_cannot_submit(event: Event) -> None:
    entry = row(event, "R1-1").white_entry
    assert entry is not None
    form = {"entry": entry.number, "board-1": codes(entry)[0]}
    assert Client().post(at(event, "meeting-line-up", "R1-1"), form).status_code == 404


def test_the_desk_replaces_a_player_by_a_reserve(desk: Client, event: Event) -> None:
    opened(event, "R1-1")
    settle(match_of(event, "R1-1.1"), "white")
    entry = row(event, "R1-1").white_entry
    assert entry is not None
    people = codes(entry)
    form = {"entry": entry.number, "board-1": people[0], "board-2": people[2], "key": "in"}
    assert desk.post(at(event, "desk-change-line-up", "R1-1"), form).status_code == 303
    assert match_of(event, "R1-1.2").white.code == people[2]


def test_the_desk_seats_a_play_off_board() -> None:
    event = a_team_event(a_club(), stage=KNOCKOUT, ties=["play_off"])
    client = Client()
    client.force_login(by(event))
    opened(event, "M1-1")
    settle(match_of(event, "M1-1.1"), "white")
    settle(match_of(event, "M1-1.2"), "black")
    page = client.get(at(event, "meeting", "M1-1")).content.decode()
    assert "Tied on boards: one more board decides" in page
    meeting = row(event, "M1-1")
    assert meeting.white_entry is not None
    assert meeting.black_entry is not None
    form = {"white": codes(meeting.white_entry)[0], "black": codes(meeting.black_entry)[1], "key": "more"}
    assert client.post(at(event, "desk-play-off", "M1-1"), form).status_code == 303
    settle(match_of(event, "M1-1.3"), "white")
    assert row(event, "M1-1").winner_entry == meeting.white_entry


def test_unknown_meetings_are_not_found(desk: Client, event: Event) -> None:
    for label in ("R1-9", "R1-1x", "M1-1"):
        assert desk.get(at(event, "meeting", label)).status_code == 404


def test_badges_are_issued_to_captains_and_members_of_the_team(desk: Client, event: Event) -> None:
    answer = desk.post(at(event, "desk-badge"), {"entry": 1})
    assert "Badge of Anna A1" in answer.content.decode()
    member = TeamMember.objects.get(event=event, entry__number=1, position=2).player.code
    answer = desk.post(at(event, "desk-badge"), {"entry": 1, "member": member})
    assert "Badge of Anna A2" in answer.content.decode()
    outsider = TeamMember.objects.get(event=event, entry__number=2, position=2).player.code
    assert desk.post(at(event, "desk-badge"), {"entry": 1, "member": outsider}).status_code == 404


@pytest.mark.second_stage
def test_the_queries_of_team_pages_do_not_depend_on_the_number_of_teams(
    django_assert_max_num_queries,
) -> None:  # type: ignore[no-untyped-def]
    for teams_in in (2, 8):
        event = a_team_event(a_club(), teams_in=teams_in, tables=0)
        for meeting in event.pairings.filter(board=0):
            opened(event, meeting.label)
        Client().get(at(event, "teams"))
        with django_assert_max_num_queries(14):
            Client().get(at(event, "teams"))
        with django_assert_max_num_queries(16):
            Client().get(at(event, "meeting", "R1-1"))


def test_the_badge_page_of_a_captain_asks_for_a_line_up_until_it_is_submitted(event: Event) -> None:
    phone, entry = with_badge(event, "white"), row(event, "R1-1").white_entry
    opponent = row(event, "R1-1").black_entry
    assert entry is not None
    assert opponent is not None
    text = f"Line-up of {entry.player.name} against {opponent.player.name}, round 1"
    assert text in phone.get(reverse("badge")).content.decode()
    form = {"entry": entry.number, "board-1": codes(entry)[0], "board-2": codes(entry)[1]}
    phone.post(at(event, "meeting-line-up", "R1-1"), form)
    assert text not in phone.get(reverse("badge")).content.decode()


def test_the_preview_of_teams_names_members_whom_new_players_resemble() -> None:
    event = a_team_event(a_club(), is_drawn=False)
    enrol_by_name(club=event.tournament.club, name="Giuseppe Verdi", by=by(event))
    client = Client()
    client.force_login(by(event))
    page = client.post(
        at(event, "desk-teams"), {"names": "Gatti: Verdi Giuseppe, Nina Nova"}
    ).content.decode()
    assert "New: Verdi Giuseppe, Nina Nova." in page
    assert "Verdi Giuseppe looks like Giuseppe Verdi: the same person?" in page
    assert "Nina Nova looks like" not in page
