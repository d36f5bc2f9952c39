"""Lists pasted into the entry box: lines with details, questions, and what is left out and why."""

import json
from pathlib import Path

import pytest
from django.test import Client

from tests.tournaments.club_evenings import a_club, director_of
from tests.tournaments.people.test_naming_rights import a_draft_event
from tests.tournaments.play.event_pages.test_views_public import path_of
from tournaments.people.services import members

pytestmark = pytest.mark.django_db
FOLDER = Path(__file__).parent.parent.parent.parent / "data" / "lists"
EXPECTED = json.loads((FOLDER / "expected.json").read_text())["files"]
TYPED = [name for name, one in EXPECTED.items() if one["kind"] == "entries" and name.endswith(".txt")]


@pytest.fixture
def event(client: Client):
    event = a_draft_event(a_club())
    client.force_login(director_of(event.tournament.club))
    return event


def paste(client, event, text, **fields):
    return client.post(path_of(event, "desk/names/"), {"names": text, **fields})


@pytest.mark.parametrize("name", TYPED)
def test_a_pasted_list_becomes_lines_of_the_box(client, event, name):
    expected = EXPECTED[name]
    response = paste(client, event, (FOLDER / name).read_text())
    wanted = [{one["name"], *one.get("name_also", ())} for one in expected.get("persons", [])]
    wanted += [{" / ".join(one["names"])} for one in expected.get("pairs", [])]
    shown = [line.name for line in response.context["checked"]]
    assert len(shown) == len(wanted)
    assert all(name in names for name, names in zip(shown, wanted, strict=True))
    for line, person in zip(response.context["checked"], expected.get("persons", []), strict=False):
        assert line.about.club == person.get("club", "")
        assert line.about.rating == round(person.get("rating", 0))


def test_paid_marks_and_lines_without_a_name_are_not_dropped_silently(client, event):
    page = paste(client, event, "Players:\n1. Anna Rossi ✓\n2. Ugo Re €25\n3.\n").content.decode()
    assert "these prices and payments are not used" in page
    assert "<li>Anna Rossi: paid</li><li>Ugo Re: paid 25.00</li>" in page
    assert "Row 1: Players:" in page
    assert "a number without a name" in page


def test_an_answer_reads_the_pasted_list_again(client, event):
    first = paste(client, event, "Anna Rossi (ENG)\nTomas Birch & ?\n")
    assert [line.name for line in first.context["checked"]] == ["Anna Rossi"]
    fields = {"list": first.context["list"], "of_list": first.context["of_list"], "was": first.context["was"]}
    again = paste(
        client, event, first.context["posted"]["names"], **fields, **{"answer-partner_missing:2": "take"}
    )
    assert [line.name for line in again.context["checked"]] == ["Anna Rossi", "Tomas Birch"]


def test_a_list_that_was_edited_is_read_as_it_is_now(client, event):
    first = paste(client, event, "Anna Rossi (ENG)\nTomas Birch & ?\n")
    fields = {"list": first.context["list"], "of_list": first.context["of_list"], "was": first.context["was"]}
    again = paste(client, event, "Anna Rossi; country: ENG\nCarla Verdi", **fields)
    assert [line.name for line in again.context["checked"]] == ["Anna Rossi", "Carla Verdi"]
    assert "list" not in again.context


def test_a_name_with_what_tells_it_apart_stays_that_player(client, event):
    club = event.tournament.club
    for text in ("jun.", "sen."):
        members.enrol_by_name(
            club=club, name="Marco Rossi; person: new", distinction=text, by=director_of(club)
        )
    (line, other) = paste(client, event, "Marco Rossi (sen.)\nAnna Bo ✓\n").context["checked"]
    assert (line.name, line.standing, line.about.club) == ("Marco Rossi (sen.)", "member", "")
    assert other.name == "Anna Bo"


@pytest.mark.parametrize(
    "text", ["David Brown (Ilkley)\nBrown, David (Otley)\n", "Brown, David (Otley)\nAnna Bo\n"]
)
def test_the_mark_of_a_member_tells_namesakes_apart_in_any_order_of_the_name(client, event, text):
    club = event.tournament.club
    keys = {
        mark: members.enrol_by_name(
            club=club, name="David Brown; person: new", distinction=mark, by=director_of(club)
        ).player_id
        for mark in ("Ilkley", "Otley")
    }
    response = paste(client, event, text)
    entered = [line.player for line in response.context["checked"]]
    assert entered == [next((keys[mark] for mark in keys if mark in row), None) for row in text.splitlines()]
    assert response.context["entry_count"] == 2
    assert response.context.get("left_out", []) == []


def test_nobody_is_entered_while_a_question_has_no_answer(client, event):
    first = paste(client, event, "Anna Rossi (ENG)\nRossi, Anna ✓\n")
    assert first.context["entry_count"] == 0
    page = first.content.decode()
    assert "Answer all questions first, then choose Check again." in page
    assert 'id="enter-names"' not in page

    fields = {"list": first.context["list"], "of_list": first.context["of_list"], "was": first.context["was"]}
    answer = {"answer-same_person:1-2": "one_person"}
    again = paste(client, event, first.context["posted"]["names"], **fields, **answer)
    assert again.context["entry_count"] == 1
    assert 'id="enter-names"' in again.content.decode()


def test_plain_lines_stay_as_they_are_typed(client, event):
    text = "Rossi, Anna\nUgo Re; club: Roma\nCarla Verdi, Roma, ITA, 1700"
    assert paste(client, event, text).context["posted"]["names"] == text


def test_a_mark_behind_the_name_of_a_single_member_asks_who_is_meant(client, event):
    club = event.tournament.club
    membership = members.enrol_by_name(club=club, name="Vito Rossi", by=director_of(club))
    response = paste(client, event, "Rossi Vito (p)\n")
    (line,) = response.context["checked"]
    assert (line.standing, line.choices) == (
        "namesakes",
        ((membership.player.code, membership.player_id),),
    )
    page = response.content.decode()
    assert "A club player has this name without the brackets. Is that player meant?" in page
