"""Lists of results and seasons through the page and the API: what is made, what is left out and why."""

import json
from datetime import date
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from matches.models import Match
from tests.tournaments.club_evenings import a_club, director_of
from tournaments.importing.services import history_import
from tournaments.models import Club, Membership, PastImport, PastPoints, PastResult
from tournaments.seasons import services as seasons
from tournaments.seasons.queries import season_tables
from tournaments.standings.season_settings import RULE_PRESETS

pytestmark = pytest.mark.django_db
FOLDER = Path(__file__).parent.parent.parent / "data" / "lists"
EXPECTED = json.loads((FOLDER / "expected.json").read_text())["files"]
RESULT_LISTS = [name for name, one in EXPECTED.items() if one["kind"] == "results"]
# What a file does not say and its director has to.
COMMON = {"day": "2025-10-04", "length": "9"}
# The right answer where nothing can be guessed.
ANSWERS = {"score_dates": "day", "unreadable_rows": "leave_out"}


@pytest.fixture
def club(client: Client) -> Club:
    club = a_club()
    client.force_login(director_of(club))
    return club


def upload(client, club, name):
    file = SimpleUploadedFile(name, (FOLDER / name).read_bytes())
    return client.post(reverse("import-results", args=[club.slug]), {"file": file})


def send(client, club, previewed, button="take", **changes):
    """Send the form of a preview with what it guesses, the right answers, and a choice for each name."""
    context = previewed.context
    data = {field.name: field.initial or "" for field in context["columns"].columns}
    data |= {"start": context["columns"]["start"].initial, "seen": context["seen"], button: "1"}
    data |= {name: field.initial for name, field in context["questions"].fields.items()}
    data |= {f"answer-{key}": text for key, text in ANSWERS.items() if f"answer-{key}" in data}
    data |= {f"who_{one.number}": "new" for one in context["preview"].flagged}
    data |= {"text": context["text"], "name": context["name"], **COMMON}
    return client.post(reverse("import-results", args=[club.slug]), {**data, **changes})


def list_wanted(name):
    """Return the matches of a file as they are stored."""
    expected = EXPECTED[name]
    rows = expected.get("results", []) + expected.get("results_if_day_first", [])
    return sorted((row.get("date", COMMON["day"]), row["a"], row["b"], row["winner"]) for row in rows)


def list_stored(club):
    rows = PastResult.objects.filter(evening__batch__club=club).select_related(
        "match__white", "match__black", "evening"
    )
    return sorted(
        (
            row.evening.played_on.isoformat(),
            row.match.white.name,
            row.match.black.name,
            row.match.white.name if row.match.winner == "white" else row.match.black.name,
        )
        for row in rows
    )


@pytest.mark.parametrize("name", RESULT_LISTS)
def test_a_list_of_results_is_stored_as_it_is_meant(client, club, name):
    previewed = upload(client, club, name)
    assert previewed.status_code == 200
    looked = send(client, club, previewed, "look")
    assert send(client, club, looked).status_code == 303
    assert list_stored(club) == list_wanted(name)


@pytest.mark.parametrize("name", RESULT_LISTS)
def test_the_api_previews_and_stores_the_same(client, club, name):
    path = f"/api/v1/clubs/{club.slug}/imports/results/"
    body = (FOLDER / name).read_bytes()
    preview = client.post(f"{path}preview/", {"file": SimpleUploadedFile(name, body), **COMMON}).json()
    open_keys = [one["key"] for one in preview["questions"] if not one["answer"]]
    answers = {"answers": [f"{key}={ANSWERS[key]}" for key in open_keys]}
    if not open_keys:
        answers = {}
    again = client.post(
        f"{path}preview/", {"file": SimpleUploadedFile(name, body), **COMMON, **answers}
    ).json()
    answers |= {"choices": [f"{one['number']}:new" for one in again["names"] if one["needs_choice"]]}
    fields = {key: value for key, value in {**COMMON, **answers}.items() if value}
    imported = client.post(path, {"file": SimpleUploadedFile(name, body), **fields})
    assert (again["is_ready"], imported.status_code) == (True, 201)
    shown = [
        (row["day"], row["one"], row["other"], row["one" if row["is_won_by_one"] else "other"])
        for row in again["rows"]
    ]
    assert sorted(shown) == list_stored(club) == list_wanted(name)


def test_the_preview_names_what_is_left_out_and_what_cannot_be_read(client, club):
    page = " ".join(upload(client, club, "r10_walkovers.csv").content.decode().split())
    assert "Row 3: 2026-05-05 · Lily Park · bye · 7" in page
    assert "Row 9: A player against themselves: 2026-05-19 · Ada Finch · Ada Finch · 7-2 · 7" in page
    assert "Row 10: Neither player has won: 2026-05-19 · Ben Oduya · Lily Park · 7-7 · 7" in page
    assert "Row 8: Saul Moreno – Lily Park 7-9 in a match to 7: was it longer?" in page


def open_year(club, year):
    return seasons.open_season(
        club=club,
        name=str(year),
        starts_on=date(year, 1, 1),
        ends_on=date(year, 12, 31),
        rules=RULE_PRESETS["best-of"].to_data() | {"minimum_evenings": 0},
        by=director_of(club),
    )


def test_a_season_table_counts_for_the_season_as_it_is(client, club):
    previewed = upload(client, club, "r08_season_points.xlsx")
    page = " ".join(previewed.content.decode().split())
    assert "2025-02-11: Ruth Dogwood" in page
    assert send(client, club, previewed, day="", length="").status_code == 303
    season = open_year(club, 2025)
    table = {row.player.name: row.total for row in season_tables.get_standings(season).rows}
    expected = {one["name"]: one["total"] for one in EXPECTED["r08_season_points.xlsx"]["season"]}
    assert table == expected
    page = client.get(f"{reverse('standings', args=[club.slug])}?season={season.slug}").content.decode()
    assert "from an imported season table" in page
    imports_page = " ".join(client.get(reverse("imports", args=[club.slug])).content.decode().split())
    assert f"{PastPoints.objects.count()} season scores" in imports_page
    history_import.undo_import(batch=PastImport.objects.get(), by=director_of(club))
    assert season_tables.get_standings(season).rows == ()
    assert Membership.objects.filter(club=club).exclude(player=None).count() == 0


def test_the_api_previews_and_imports_a_season_table(client, club):
    path = f"/api/v1/clubs/{club.slug}/imports/results/"
    body = (FOLDER / "r08_season_points.xlsx").read_bytes()
    preview = client.post(f"{path}preview/", {"file": SimpleUploadedFile("s.xlsx", body)}).json()
    assert preview["points"][0] == {
        "line": 4,
        "day": "2025-01-14",
        "evening": "",
        "name": "Grace Alder",
        "points": "10",
    }
    assert client.post(path, {"file": SimpleUploadedFile("s.xlsx", body)}).status_code == 201
    assert PastPoints.objects.count() == len(preview["points"])
    assert Match.objects.count() == 0
