"""Whom a line of the entry box was answered to mean is chosen already in later lists of the club."""

import re
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from django.utils.formats import date_format

from matches.models import Player
from tests.tournaments.club_evenings import FIRST_NIGHT, a_club, director_of
from tests.tournaments.play.event_pages.test_views_public import path_of
from tournaments.importing.queries.listed_names import get_named_players
from tournaments.models import AnsweredName, Club, Event
from tournaments.people.services import members
from tournaments.play.desk.forms import text_digest
from tournaments.play.entries.services import entries
from tournaments.play.entries.services.withdrawn_lists import withdraw_entry_list
from tournaments.play.event_journal.services import journal
from tournaments.play.tournaments.services import tournaments

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


def test_the_person_of_a_short_name_is_chosen_already(desk: Client, club: Club, people: list[Player]) -> None:
    text = "D. Brown"
    monday, tuesday = an_event(club, "Monday"), an_event(club, "Tuesday")
    page = post(desk, monday, text).content.decode()
    (line,) = [value for value in OPTIONS.findall(page) if people[1].code in value]
    enter_answered(desk, monday, text, **{"same-0": line, "written-0": "D. Brown"})
    assert list_selected(post(desk, tuesday, text)) == [line]
    row = AnsweredName.objects.get()
    assert (row.written_name, row.player) == ("D. Brown", people[1])


def test_somebody_new_is_that_person_in_the_next_list(desk: Client, club: Club, people: list[Player]) -> None:
    text = "David Brown"
    enter_answered(desk, an_event(club, "Monday"), text, **{"person-0": "new"})
    third = Player.objects.filter(full_name="David Brown").exclude(pk__in=[one.pk for one in people]).get()
    page = post(desk, an_event(club, "Tuesday"), text)
    assert list_selected(page) == [third.code]
    assert "another person, new then" in page.content.decode()


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
