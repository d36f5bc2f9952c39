"""Whom a line of the entry box was answered to mean is proposed to later lists of the club."""

import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format

from matches.models import Player
from tests.tournaments.club_evenings import FIRST_NIGHT, a_club, director_of
from tests.tournaments.play.event_pages.test_views_public import path_of
from tournaments.importing.queries.listed_names import get_named_players
from tournaments.models import AnsweredName, Club, Event, Membership
from tournaments.people.services import members
from tournaments.play.desk.forms import text_digest
from tournaments.play.entries.services import entries
from tournaments.play.entries.services.withdrawn_lists import withdraw_entry_list
from tournaments.play.event_journal.services import journal
from tournaments.play.tournaments.queries.returning_players import get_returning_players
from tournaments.play.tournaments.services import tournaments
from tournaments.web.decorators import event_url

OPTIONS = re.compile(r'<option value="([^"]+)"')

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    return a_club()


@pytest.fixture
def people(club: Club) -> list[Player]:
    """Return two members of one name."""
    return [enrol(club, "David Brown", text) for text in ("Otley", "Leeds")]


@pytest.fixture
def desk(client: Client, club: Club) -> Client:
    client.force_login(director_of(club))
    return client


def enrol(club: Club, name: str, text: str) -> Player:
    membership = members.enrol_by_name(
        club=club, name=f"{name}; person: new", distinction=text, by=director_of(club)
    )
    assert membership.player is not None
    return membership.player


def an_event(club: Club, name: str) -> Event:
    return tournaments.create_knockout_tournament(
        club=club,
        name=name,
        starts_at=FIRST_NIGHT,
        length=5,
        consolation_length=3,
        tables=8,
        by=director_of(club),
    )


def post(desk: Client, event: Event, text: str, **fields: Any) -> Any:
    return desk.post(path_of(event, "desk/names/"), {"names": text, **fields})


def list_selected(page: Any) -> list[str]:
    """Return the values that are chosen already in the choices of a page."""
    return re.findall(r'<option value="([^"]+)" selected>', page.content.decode())


def enter_answered(desk: Client, event: Event, text: str, **answers: str) -> None:
    fields = {"was": text_digest(text), "line": text.splitlines(), "enter": "1", "key": event.slug}
    assert post(desk, event, text, **fields, **answers).status_code == 303


def test_the_namesake_of_an_earlier_list_is_chosen_already(
    desk: Client, club: Club, people: list[Player]
) -> None:
    text = "David Brown\nAnna Rossi"
    monday, tuesday = an_event(club, "Monday"), an_event(club, "Tuesday")
    assert list_selected(post(desk, monday, text)) == []
    enter_answered(desk, monday, text, **{"person-0": people[1].code})
    page = post(desk, tuesday, text)
    assert list_selected(page) == [people[1].code]
    day = date_format(timezone.localdate(), "j F Y")
    assert f"as answered on {day} for Monday" in " ".join(page.content.decode().split())


def test_a_bracket_that_nobody_has_is_chosen_already(desk: Client, club: Club, people: list[Player]) -> None:
    text = "David Brown (f)"
    enter_answered(desk, an_event(club, "Monday"), text, **{"person-0": people[0].code})
    assert list_selected(post(desk, an_event(club, "Tuesday"), text)) == [people[0].code]
    (named,) = get_named_players(club, [text])
    assert named.guess == f"p:{people[0].code}"


def test_the_person_of_a_short_name_is_named_and_chosen_again(
    desk: Client, club: Club, people: list[Player]
) -> None:
    text = "D. Brown"
    monday, tuesday = an_event(club, "Monday"), an_event(club, "Tuesday")
    page = post(desk, monday, text).content.decode()
    (line,) = [value for value in OPTIONS.findall(page) if people[1].code in value]
    enter_answered(desk, monday, text, **{"same-0": line, "written-0": "D. Brown"})
    page = post(desk, tuesday, text).content.decode()
    day = date_format(timezone.localdate(), "j F Y")
    assert re.findall(r'<option value="([^"]+)" selected>', page) == []
    assert (
        f"answered on {day} for Monday: David Brown (Leeds, came last on 5 October 2026, {people[1].code})"
        in " ".join(page.split())
    )
    row = AnsweredName.objects.get()
    assert (row.written_name, row.player) == ("D. Brown", people[1])


def test_somebody_new_is_that_person_in_the_next_list(desk: Client, club: Club, people: list[Player]) -> None:
    text = "David Brown"
    enter_answered(desk, an_event(club, "Monday"), text, **{"person-0": "new"})
    third = Player.objects.filter(full_name="David Brown").exclude(pk__in=[one.pk for one in people]).get()
    page = post(desk, an_event(club, "Tuesday"), text)
    assert list_selected(page) == [third.code]
    assert "another person, new then" in page.content.decode()


def leave(player: Player) -> None:
    """End the membership of a player in 2024."""
    left_at = datetime(2024, 5, 1, tzinfo=UTC)
    Membership.objects.filter(player=player).update(joined_at=left_at - timedelta(days=900), left_at=left_at)


def test_a_former_member_is_entered_without_a_question(desk: Client, club: Club) -> None:
    event, vera = an_event(club, "Monday"), enrol(club, "Vera Lumb", "")
    leave(vera)
    page = post(desk, event, "Vera Lumb").content.decode()
    assert "former member, left 2024" in page
    assert post(desk, event, "Vera Lumb", enter="1", key="vera").status_code == 303
    assert [entry.player for entry in event.entries.all()] == [vera]
    assert Player.objects.filter(full_name="Vera Lumb").count() == 1


def test_former_members_are_among_the_returning_players_apart(desk: Client, club: Club) -> None:
    event, vera, mina = an_event(club, "Monday"), enrol(club, "Vera Lumb", ""), enrol(club, "Mina Ray", "")
    leave(vera)
    returning = get_returning_players(event)
    assert [row.player for row in returning.members] == [mina]
    assert [(row.player, row.former) for row in returning.former] == [(vera, "former member, left 2024")]
    page = desk.get(event_url("desk-regulars", event)).content.decode()
    assert "former member, left 2024" in page
    answer = desk.post(event_url("desk-regulars", event), {"players": [vera.code], "key": "back"})
    assert answer.status_code == 303
    assert [entry.player for entry in event.entries.all()] == [vera]


def test_the_search_of_members_finds_former_ones(desk: Client, club: Club) -> None:
    leave(enrol(club, "Vera Lumb", ""))
    leave(enrol(club, "Mina Ray", ""))
    page = desk.get(reverse("members", args=[club.slug]), {"find": "lum"})
    assert [row.player.full_name for row, _day in page.context["former_members"]] == ["Vera Lumb"]
    assert "1 former member, below" in page.content.decode()


def test_two_lines_of_a_name_need_an_answer_each(desk: Client, club: Club, people: list[Player]) -> None:
    enter_answered(desk, an_event(club, "Monday"), "David Brown", **{"person-0": people[1].code})
    assert list_selected(post(desk, an_event(club, "Tuesday"), "David Brown, 1500\nDavid Brown, 1600")) == []


def test_the_answers_of_a_withdrawn_list_are_gone(desk: Client, club: Club, people: list[Player]) -> None:
    event, by = an_event(club, "Monday"), director_of(club)
    line = entries.enter_names(
        event=event, names=f"David Brown; person: {people[1].code}\nAnna Rossi", by=by, key="list"
    )
    assert AnsweredName.objects.get().entered_line == line.seq
    withdraw_entry_list(event=event, number=line.seq, by=by)
    assert AnsweredName.objects.count() == 0


def test_the_answers_of_undone_entries_are_gone(club: Club, people: list[Player]) -> None:
    event, by = an_event(club, "Monday"), director_of(club)
    entries.enter_names(event=event, names=f"David Brown; person: {people[1].code}", by=by, key="list")
    journal.undo(event=event, by=by)
    assert AnsweredName.objects.count() == 0
