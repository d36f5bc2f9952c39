"""What was answered about a name once is proposed to later lists of the club, and goes with its list."""

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format

from matches.models import Player
from matches.permissions import Identity
from matches.services import anonymising
from tests.tournaments.club_evenings import a_club, director_of
from tests.tournaments.importing.test_api_imports import send
from tests.tournaments.importing.test_imports import import_previewed, preview
from tests.tournaments.importing.test_known_results import HEAD, answer
from tournaments.exchange.lists.member_lists import ListedPerson
from tournaments.importing.queries.listed_names import get_named_players, match_listed_people
from tournaments.importing.services import history_import
from tournaments.importing.services.member_lists import undo_member_list
from tournaments.models import AnsweredName, Club, ClubLogEntry, PastImport
from tournaments.people.services import members

pytestmark = pytest.mark.django_db

ROW = "05.03.{year};{name};Bruno Bianchi;7-5\n"


@pytest.fixture
def club(client: Client) -> Club:
    club = a_club()
    client.force_login(director_of(club))
    return club


def enrol(club: Club, name: str, text: str = "") -> Player:
    membership = members.enrol_by_name(
        club=club, name=f"{name}; person: new", distinction=text, by=director_of(club)
    )
    assert membership.player is not None
    return membership.player


def import_answered(client: Client, club: Club, name: str, value: str, year: int = 2024) -> PastImport:
    """Import one result of a name, with what is answered about it."""
    text = HEAD + ROW.format(year=year, name=name)
    previewed = preview(client, club, text, name=f"results_{year}.csv")
    others = {f"who_{one.number}": "new" for one in previewed.context["preview"].flagged}
    fields = {f"who_{one.number}": value for one in previewed.context["preview"].flagged if one.name == name}
    import_previewed(client, club, previewed, **others | fields)
    return PastImport.objects.latest("pk")


def test_the_answer_of_an_import_is_chosen_already_in_the_next_one(client: Client, club: Club) -> None:
    otley, _leeds = enrol(club, "David Brown", "Otley"), enrol(club, "David Brown", "Leeds")
    import_answered(client, club, "David Brown", f"p:{otley.code}")
    page = preview(client, club, HEAD + ROW.format(year=2025, name="David Brown"))
    (one,) = [one for one in page.context["preview"].flagged if one.name == "David Brown"]
    assert (one.guess, one.needs_choice) == (f"p:{otley.code}", True)
    day = date_format(timezone.localdate(), "j F Y")
    assert f"as answered on {day} for results_2024.csv" in " ".join(page.content.decode().split())


def test_a_short_form_of_two_names_may_mean_the_other_one_the_next_time(client: Client, club: Club) -> None:
    otley, _leeds = enrol(club, "David Brown", "Otley"), enrol(club, "David Brown", "Leeds")
    import_answered(client, club, "D. Brown", f"p:{otley.code}")
    page = preview(client, club, HEAD + ROW.format(year=2025, name="D. Brown"))
    (one,) = [one for one in page.context["preview"].flagged if one.name == "D. Brown"]
    assert (one.guess, one.needs_choice) == ("", True)
    day = date_format(timezone.localdate(), "j F Y")
    text = " ".join(page.content.decode().split())
    assert f"answered on {day} for results_2024.csv: David Brown (Otley)" in text


def test_a_marked_name_is_answered_for_later_lists(client: Client, club: Club) -> None:
    father, _son = enrol(club, "Mario Rossi", "senior"), enrol(club, "Mario Rossi", "junior")
    import_answered(client, club, "Mario Rossi (x)", f"p:{father.code}")
    (named,) = get_named_players(club, ["Mario Rossi (x)"])
    assert (named.player, named.guess) == (None, f"p:{father.code}")
    (listed,) = match_listed_people(club, [ListedPerson("Mario Rossi", 2, mark="x")])
    assert (listed.player, listed.guess) == (None, f"p:{father.code}")
    (other,) = get_named_players(club, ["Mario Rossi (y)"])
    assert (other.player, other.guess) == (None, "")


def test_another_person_new_is_that_person_in_the_next_list(client: Client, club: Club) -> None:
    known = {enrol(club, "David Brown", "Otley").pk, enrol(club, "David Brown", "Leeds").pk}
    import_answered(client, club, "David Brown", "new")
    third = Player.objects.filter(full_name="David Brown").exclude(pk__in=known).get()
    (named,) = get_named_players(club, ["David Brown"])
    assert named.answer is not None
    assert (named.guess, named.answer.is_new) == (f"p:{third.code}", True)


def test_the_last_answer_counts(client: Client, club: Club) -> None:
    otley, leeds = enrol(club, "David Brown", "Otley"), enrol(club, "David Brown", "Leeds")
    import_answered(client, club, "David Brown", f"p:{otley.code}")
    batch = import_answered(client, club, "David Brown", f"p:{leeds.code}", 2025)
    (named,) = get_named_players(club, ["David Brown"])
    assert named.guess == f"p:{leeds.code}"
    history_import.undo_import(batch=batch, by=director_of(club))
    (named,) = get_named_players(club, ["David Brown"])
    assert named.guess == f"p:{otley.code}"


def test_a_spelling_stays_while_another_import_uses_it(client: Client, club: Club) -> None:
    john, by = enrol(club, "John Smith"), director_of(club)
    first = import_answered(client, club, "Jon Smith", f"p:{john.code}")
    second = import_answered(client, club, "Jon Smith", "", 2025)
    history_import.undo_import(batch=first, by=by)
    (named,) = get_named_players(club, ["Jon Smith"])
    assert named.player is not None
    history_import.undo_import(batch=second, by=by)
    (named,) = get_named_players(club, ["Jon Smith"])
    assert named.player is None
    assert AnsweredName.objects.count() == 0


def test_a_list_of_members_takes_its_answers_with_it(client: Client, club: Club) -> None:
    john = enrol(club, "John Smith")
    text = "Name\nJon Smith\n"
    previewed = preview(client, club, text, kind="import-players", name="members.csv")
    fields = answer(previewed, Jon_Smith=f"p:{john.code}")
    import_previewed(client, club, previewed, kind="import-players", **fields)
    row = AnsweredName.objects.get()
    assert (row.written_name, row.player, row.list_name) == ("Jon Smith", john, "members.csv")
    page = client.get(reverse("imports", args=[club.slug])).content.decode()
    assert "1 answered name" in page
    undone = undo_member_list(log_entry=ClubLogEntry.objects.get(kind="listed"), by=director_of(club))
    assert (undone.answers, undone.removed, AnsweredName.objects.count()) == (1, 0, 0)
    (named,) = get_named_players(club, ["Jon Smith"])
    assert named.player is None


def test_rows_of_one_name_need_an_answer_each(client: Client, club: Club) -> None:
    otley, _leeds = enrol(club, "David Brown", "Otley"), enrol(club, "David Brown", "Leeds")
    import_answered(client, club, "David Brown", f"p:{otley.code}")
    people = [ListedPerson("David Brown", line) for line in (2, 3)]
    assert [one.guess for one in match_listed_people(club, people)] == ["", ""]


def test_the_answers_about_an_anonymised_person_are_deleted(client: Client, club: Club) -> None:
    otley, _leeds = enrol(club, "David Brown", "Otley"), enrol(club, "David Brown", "Leeds")
    import_answered(client, club, "D. Brown", f"p:{otley.code}")
    assert AnsweredName.objects.filter(player=otley).exists()
    identity = Identity(user=director_of(club))
    anonymising.anonymise(player=otley, confirmation="David Brown", identity=identity)
    assert not AnsweredName.objects.filter(player=otley).exists()


def test_the_preview_of_the_api_names_the_earlier_answer(client: Client, club: Club) -> None:
    otley, _leeds = enrol(club, "David Brown", "Otley"), enrol(club, "David Brown", "Leeds")
    import_answered(client, club, "David Brown", f"p:{otley.code}")
    text = HEAD + ROW.format(year=2025, name="David Brown")
    names = send(club, "results/preview", text).json()["names"]
    (one,) = [one for one in names if one["name"] == "David Brown"]
    assert (one["guess"], one["answer"]) == (
        f"p:{otley.code}",
        {
            "value": f"p:{otley.code}",
            "list_name": "results_2024.csv",
            "on": timezone.localdate().isoformat(),
            "is_new": False,
        },
    )
