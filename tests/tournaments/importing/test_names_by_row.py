"""One abbreviation of a list of results that means two people is answered row by row."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from tests.tournaments.club_evenings import a_club, director_of
from tournaments.models import Club, PastResult
from tournaments.people.services import members

pytestmark = pytest.mark.django_db
RESULTS = (
    "Date;Player 1;Player 2;Result\n2019-02-03;Rossi G.;Anna Bo;7-5\n2019-02-04;Anna Bo;Rossi G.;7-3\n"
    "2019-02-05;Rossi G.;Ugo Re;7-1\n"
)


@pytest.fixture
def club(client: Client) -> Club:
    club = a_club()
    client.force_login(director_of(club))
    for name in ("Giovanni Rossi", "Giulia Rossi", "Anna Bo", "Ugo Re"):
        members.enrol_by_name(club=club, name=name, by=director_of(club))
    return club


def pairs_of(club: Club) -> list[tuple[str, str]]:
    rows = PastResult.objects.filter(evening__batch__club=club).order_by("evening__played_on")
    return [(row.match.white.name, row.match.black.name) for row in rows]


def test_an_abbreviation_means_another_person_in_the_rows_that_are_answered(
    client: Client, club: Club
) -> None:
    address = reverse("import-results", args=[club.slug])
    previewed = client.post(address, {"file": SimpleUploadedFile("r.csv", RESULTS.encode())})
    (one,) = previewed.context["names_by_row"]
    assert (one["name"], sorted(one["people"])) == ("Rossi G.", ["Giovanni Rossi", "Giulia Rossi"])
    assert [row["text"] for row in one["rows"]] == [
        "Row 2, 3 February 2019, against Anna Bo, 7–5",
        "Row 3, 4 February 2019, against Anna Bo, 3–7",
        "Row 4, 5 February 2019, against Ugo Re, 7–1",
    ]
    giovanni = club.memberships.get(player__name="Giovanni Rossi").player
    context = previewed.context
    (number,) = [name.number for name in context["preview"].flagged]
    form = {
        "text": context["text"],
        "name": "r.csv",
        "seen": context["seen"],
        one["rows"][1]["field"]: "Giulia Rossi",
        f"who_{number}": f"p:{giovanni.code}",
    }
    shown_again = client.post(address, {**form, "named": context["named"], "look": "1"})
    assert [row["answer"] for row in shown_again.context["names_by_row"][0]["rows"]] == [
        "",
        "Giulia Rossi",
        "",
    ]
    finished = client.post(address, {**form, "named": context["named"], "take": "1"})
    assert finished.status_code == 303
    assert pairs_of(club) == [
        ("Giovanni Rossi", "Anna Bo"),
        ("Anna Bo", "Giulia Rossi"),
        ("Giovanni Rossi", "Ugo Re"),
    ]


def test_a_program_answers_single_rows(client: Client, club: Club) -> None:
    path = f"/api/v1/clubs/{club.slug}/imports/results/"
    giovanni = club.memberships.get(player__name="Giovanni Rossi").player
    answer = "meant:match:!3:other:1=Giulia Rossi"
    body = {"answers": [answer]}
    preview = client.post(f"{path}preview/", {"file": SimpleUploadedFile("r.csv", RESULTS.encode()), **body})
    (number,) = [one["number"] for one in preview.json()["names"] if one["needs_choice"]]
    body["choices"] = [f"{number}:p:{giovanni.code}"]
    imported = client.post(path, {"file": SimpleUploadedFile("r.csv", RESULTS.encode()), **body})
    assert imported.status_code == 201
    assert pairs_of(club)[1] == ("Anna Bo", "Giulia Rossi")
