"""The read endpoints of tournaments: the JSON they return and the number of their queries."""

from datetime import date

import pytest
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from rules.errors import Refusal
from tests.tournaments.club_evenings import (
    a_club,
    a_night,
    director_of,
    match_at,
    play_out,
    rating_list_of,
    settle_and_rate,
)
from tests.tournaments.play.entries.test_check_in import an_event
from tournaments.formats.event_format import FormatOptions
from tournaments.models import Season
from tournaments.play.draws import services as draws
from tournaments.play.events import event_state
from tournaments.seasons.services import open_season
from tournaments.standings.season_settings import RULE_PRESETS

pytestmark = [pytest.mark.django_db, pytest.mark.urls("tournaments.api_urls")]


@pytest.fixture
def club():
    return a_club("Bar Point")


def a_season(club) -> Season:
    return open_season(
        club=club,
        name="Autumn",
        starts_on=date(2026, 9, 1),
        ends_on=date(2026, 12, 31),
        rules=RULE_PRESETS["length-and-places"].to_data(),
        by=director_of(club),
    )


def get_json(client, path):
    """Return the JSON of a GET request that is answered with 200."""
    response = client.get(path)
    assert response.status_code == 200, response.content
    return response.json()


def test_clubs_are_listed_by_name(client, club):
    a_club("Acey Deucey")
    assert get_json(client, "/clubs/") == {
        "next": None,
        "previous": None,
        "results": [
            {"slug": "acey-deucey", "name": "Acey Deucey", "topic": f"club:{club.pk + 1}"},
            {"slug": "bar-point", "name": "Bar Point", "topic": f"club:{club.pk}"},
        ],
    }


def test_a_club_lists_its_seasons_and_rating_lists(client, club):
    a_season(club)
    assert get_json(client, "/clubs/bar-point/") == {
        "slug": "bar-point",
        "name": "Bar Point",
        "topic": f"club:{club.pk}",
        "about": None,
        "place": None,
        "contact": None,
        "joining": "invited",
        "casual": "nothing",
        "members_open": True,
        "shows_first_steps": True,
        "seasons": [{"slug": "autumn", "name": "Autumn", "starts_on": "2026-09-01", "ends_on": "2026-12-31"}],
        "rating_lists": [
            {
                "id": rating_list_of(club).pk,
                "name": "Rating",
                "system": "fibs-1",
                "parameters": {},
                "counts": "singles",
                "ladders": False,
            }
        ],
    }


def test_a_tournament_lists_its_events(client, club):
    event = a_night(club)
    result = get_json(client, f"/clubs/bar-point/tournaments/{event.tournament.slug}/")
    assert (result["name"], result["club"]["slug"]) == ("Monday night", "bar-point")
    assert [(row["id"], row["entered"], row["status"], row["length"]) for row in result["events"]] == [
        (event.pk, 4, "published", [5])
    ]


def test_tournaments_name_their_winners(client, club):
    event = a_night(club)
    play_out(event)
    (night,) = get_json(client, "/clubs/bar-point/tournaments/")["results"]
    champion = match_at(event, "M2-1").white
    assert night["slug"] == event.tournament.slug
    player = {"code": champion.code, "name": champion.name, "distinction": None}
    assert night["winners"] == [{"event": event.pk, "player": player}]


def test_standings_explain_every_number(client, club):
    event = a_night(club)
    play_out(event)
    a_season(club)
    result = get_json(client, "/clubs/bar-point/seasons/autumn/standings/")
    first = result["results"][0]
    opponent = match_at(event, "M1-1").black
    assert (first["place"], first["total"], result["rules"]["attendance"]) == (1, 62.0, 2)
    assert first["cells"][0]["reasons"][1] == {
        "code": "win",
        "amount": 5.0,
        "opponent": {"code": opponent.code, "name": opponent.name, "distinction": None},
        "length": 5,
        "ending": "played",
        "event": None,
        "flight": None,
        "places": None,
    }
    assert sum(reason["amount"] for reason in first["cells"][0]["reasons"]) == first["total"]


def test_a_rating_list_is_read_with_its_ratings(client, club):
    match = settle_and_rate(match_at(a_night(club), "M1-1"))
    rating_list = rating_list_of(club)
    result = get_json(client, f"/clubs/bar-point/rating-lists/{rating_list.pk}/ratings/")
    assert [(row["player"]["code"], row["rating"], row["place"]) for row in result["results"]] == [
        (match.white.code, 1522.3607, 1),
        (match.black.code, 1477.6393, 2),
    ]


def test_the_results_of_a_player_explain_each_rating_change(client, club):
    match = settle_and_rate(match_at(a_night(club), "M1-1"), loser_score=3)
    result = get_json(client, f"/clubs/bar-point/players/{match.black.code}/")
    assert (result["won"], result["lost"], result["form"], result["rating"]) == (0, 1, [False], 1477.6393)
    assert (result["results"][0]["own_score"], result["results"][0]["other_score"]) == (3, 5)
    assert result["history"][0]["explanation"] == {
        "length": 5, "distance": 0.0, "chance": 0.5, "moved": 0.5,
        "ramp": 5.0, "experience": 0, "delta": -22.3607,
    }  # fmt: skip


def test_an_event_shows_its_current_bracket(client, club):
    event = a_night(club)
    match = settle_and_rate(match_at(event, "M1-1"), loser_score=2)
    head = get_json(client, f"/events/{event.pk}/")
    assert (head["club"]["slug"], head["tournament"]["name"], head["status"]) == (
        "bar-point", "Monday night", "published",
    )  # fmt: skip
    rows = {row["name"]: row for row in get_json(client, f"/events/{event.pk}/pairings/")["results"]}
    assert list(rows)[:3] == ["M1-1", "M1-2", "M2-1"]
    assert rows["M1-1"]["winner"] == "white"
    assert rows["M1-1"]["white"]["player"]["code"] == match.white.code
    assert rows["M1-1"]["match"] == {
        "code": match.code, "status": "settled", "length": 5, "table": 1,
        "white_score": 5, "black_score": 2, "winner": "white", "ending": "played",
        "score_is_unconfirmed": False,
    }  # fmt: skip
    assert (rows["M2-1"]["white"]["player"]["code"], rows["M2-1"]["black"]) == (match.white.code, None)


def test_an_unpublished_draw_is_hidden(client, club):
    event = a_night(club)
    type(event).objects.filter(pk=event.pk).update(status="drawn")
    assert get_json(client, f"/events/{event.pk}/pairings/")["results"] == []


@pytest.mark.parametrize(
    ("query", "is_listed"),
    [
        ("", True),
        ("?search=MONDAY", True),
        ("?search=tuesday", False),
        ("?club=bar-point", True),
        ("?status=published&status=finished", True),
        ("?status=draft", False),
        ("?format=knockout_consolation", True),
        ("?starts_before=2020-01-01", False),
        ("?starts_after=2020-01-01&limit=1", True),
    ],
)
def test_events_are_listed_searched_and_filtered(client, club, query, is_listed):
    event = a_night(club)
    listed = [row["id"] for row in get_json(client, f"/events/{query}")["results"]]
    assert listed == ([event.pk] if is_listed else [])


def test_a_club_without_events_has_an_empty_list(client, club):
    a_night(club)
    other = a_club("Elsewhere")
    assert get_json(client, f"/events/?club={other.slug}")["results"] == []


def test_unknown_objects_are_answered_with_404(client, club):
    event = a_night(club)
    for path in (
        "/clubs/nowhere/",
        "/clubs/bar-point/tournaments/nowhere/",
        "/clubs/bar-point/seasons/spring/standings/",
        "/clubs/bar-point/rating-lists/0/ratings/",
        "/clubs/bar-point/players/nobody/",
        f"/events/{event.pk + 1}/",
    ):
        response = client.get(path)
        assert (response.status_code, response.json()["code"]) == (404, "not_found"), path


def test_entries_are_listed_by_number_with_their_places(client, club):
    event = a_night(club)
    play_out(event)
    rows = get_json(client, f"/events/{event.pk}/entries/")["results"]
    assert [row["number"] for row in rows] == [1, 2, 3, 4]
    assert sorted((row["place_from"], row["place_to"]) for row in rows) == [(1, 1), (2, 2), (3, 4), (3, 4)]


# One of them reads the settings of the site.
QUERIES = {
    "/clubs/": 2,
    "/clubs/bar-point/": 4,
    "/clubs/bar-point/tournaments/": 6,
    "/clubs/bar-point/tournaments/{evening}/": 11,
    "/clubs/bar-point/seasons/autumn/standings/": 17,
    "/clubs/bar-point/rating-lists/{list}/ratings/": 6,
    "/clubs/bar-point/players/{player}/": 6,
    "/events/{event}/": 2,
    "/events/{event}/entries/": 3,
    "/events/{event}/pairings/": 3,
}


@pytest.mark.parametrize("size", [4, 9])
def test_queries_do_not_grow_with_the_field(client, club, size):
    event = a_night(club, [f"Player {n}" for n in range(size)])
    matches = play_out(event)
    a_season(club)
    path_arguments = {
        "evening": event.tournament.slug,
        "list": rating_list_of(club).pk,
        "event": event.pk,
        "player": matches[0].white.code,
    }
    query_counts = {}
    for path in QUERIES:
        with CaptureQueriesContext(connection) as queries:
            get_json(client, path.format(**path_arguments))
        query_counts[path] = len(queries)
    assert query_counts == QUERIES


@pytest.mark.second_stage
@pytest.mark.urls("config.urls")
def test_the_openapi_schema_has_no_warnings(tmp_path):
    call_command("spectacular", "--validate", "--fail-on-warn", "--file", str(tmp_path / "schema.yml"))


@pytest.mark.parametrize("scheme", ["knockout", "double", "swiss", "round_robin", "groups", "lives"])
def test_the_standings_of_an_event_are_read_in_every_format(client, club, scheme):
    event = an_event(club, "Anna\nBruno\nCarla\nDario", scheme, FormatOptions(rounds=2, size=4, best=2))
    path = f"/events/{event.pk}/standings/"
    assert get_json(client, path) == {
        "version": event.version,
        "is_final": False,
        "places": [],
        "flights": [],
    }
    by = director_of(club)
    draws.draw(event=event, by=by)
    assert get_json(client, path)["flights"] == []
    draws.publish(event=event, by=by)
    flight = event_state.get_event_state(event).plan.stages[0].key
    while True:
        play_out(event)
        try:
            draws.pair_round(event=event, flight=flight, by=by)
        except Refusal:
            break
    event.refresh_from_db()
    result = get_json(client, path)
    stored = event.entries.exclude(place_from=None).order_by("place_from", "number")
    assert result["is_final"] is True
    assert [(row["entry"], row["place_from"], row["place_to"]) for row in result["places"]] == list(
        stored.values_list("number", "place_from", "place_to")
    )
    assert result["places"][0]["player"]["name"] == stored.first().player.name
    tables = {
        part["flight"]: part["rows"]
        for part in result["flights"]
        if part["rows"] and part["rows"][0]["figures"]
    }
    assert bool(tables) is (scheme not in {"knockout", "double"})
    assert {len(rows) for rows in tables.values()} <= {4}
