"""API endpoints of club tables and chart data, and changes of season rules and rating parameters."""

import json
from datetime import date
from typing import Any

import pytest
from django.test import Client

from matches.models import Player
from matches.services import players
from tests.factories import a_player, a_user, with_account
from tests.factory_recordings import replayed
from tests.tournaments.club_evenings import a_club, a_night, director_of, play_out, rating_list_of
from tournaments.models import Club, RatingList, Season, SeasonChange
from tournaments.ratings.services import ratings
from tournaments.ratings.services.ratings import rebuild
from tournaments.seasons.services import open_season
from tournaments.standings.season_settings import RULE_PRESETS
from tournaments.web.tokens import services as tokens

pytestmark = pytest.mark.django_db

NIGHT = ("Anna", "Bruno", "Carla", "Dario")


@pytest.fixture
@replayed
def club() -> Club:
    """A club with one rated tournament, in a season with two divisions."""
    club = a_club("Bar Point")
    play_out(a_night(club, NIGHT))
    rebuild(rating_list=rating_list_of(club))
    open_season(
        club=club,
        name="Autumn",
        starts_on=date(2026, 1, 1),
        ends_on=date(2026, 12, 31),
        rules=RULE_PRESETS["divisions"].to_data(),
        by=director_of(club),
    )
    return club


def get(path: str) -> Any:
    answer = Client().get(path.removeprefix("http://testserver"))
    assert answer.status_code == 200, answer.content
    return answer.json()


def patch(club: Club, path: str, body: Any) -> Any:
    return send("PATCH", club, path, body)


def put(club: Club, path: str, body: Any) -> Any:
    return send("PUT", club, path, body)


def post(club: Club, path: str, body: Any) -> Any:
    return send("POST", club, path, body)


def send(method: str, club: Club, path: str, body: Any) -> Any:
    """Send JSON to an endpoint of a club with a token of its director."""
    token = tokens.create_token(by=director_of(club), name="Rules", scope=club, may_write=True, days=1)
    return Client().generic(
        method,
        f"/api/v1/clubs/{club.slug}/{path}/",
        json.dumps(body),
        "application/json",
        headers={"Authorization": f"Bearer {token.secret}"},
    )


@pytest.mark.parametrize(
    "table", ["seasons/autumn/standings", "rating-lists/{list}/ratings", "attendance", "rivals"]
)
def test_a_table_is_paginated_forwards_and_backwards(club: Club, table: str) -> None:
    address = f"/api/v1/clubs/{club.slug}/{table}/".format(list=rating_list_of(club).pk)
    whole = get(address)
    codes = [row["player"]["code"] for row in whole["results"]]
    first = get(f"{address}?limit=3")
    second = get(first["next"])
    back = get(second["previous"])

    assert (len(codes), whole["next"], whole["previous"], first["previous"]) == (4, None, None, None)
    assert [row["player"]["code"] for page in (first, second) for row in page["results"]] == codes
    assert (second["next"], back["results"]) == (None, first["results"])


@pytest.mark.parametrize("query", ["cursor=x", "cursor=YTpub2JvZHk=", "cursor=é"])
def test_an_unknown_cursor_is_answered_with_404(club: Club, query: str) -> None:
    assert (
        Client()
        .get(f"/api/v1/clubs/{club.slug}/rating-lists/{rating_list_of(club).pk}/ratings/?{query}")
        .status_code
        == 404
    )


@pytest.mark.parametrize(
    "path",
    ["attendance/?limit=0", "rivals/?limit=1001", "rivals/?least=0", "rivals/?least=x", "rivals/?least=101"],
)
def test_invalid_limits_are_refused(club: Club, path: str) -> None:
    answer = Client().get(f"/api/v1/clubs/{club.slug}/{path}")
    assert (answer.status_code, answer.json()["code"]) == (400, "request_invalid")


def test_seasons_and_rating_lists_are_paginated(club: Club) -> None:
    ratings.open_rating_list(club=club, name="Doubles", parameters={}, counts="pairs", by=director_of(club))
    seasons = get(f"/api/v1/clubs/{club.slug}/seasons/")
    lists = get(f"/api/v1/clubs/{club.slug}/rating-lists/?limit=1")
    assert ([season["slug"] for season in seasons["results"]], seasons["next"]) == (["autumn"], None)
    assert (
        [rating_list["name"] for rating_list in lists["results"]],
        get(lists["next"])["results"][0]["counts"],
    ) == (
        ["Rating"],
        "pairs",
    )


def test_the_data_of_the_charts_of_a_player_and_a_club_is_returned(club: Club) -> None:
    player = Player.objects.get(name="Anna")
    career = get(f"/api/v1/clubs/{club.slug}/players/{player.code}/")
    night = get(f"/api/v1/clubs/{club.slug}/attendance/?season=autumn")
    # The draw decides whether she meets the consolation, which is shorter.
    assert sum(length["played"] for length in career["lengths"]) == len(career["form"])
    assert all(length["rated"] == length["played"] for length in career["lengths"])
    assert [month["days"] for month in career["months"]] == [1]
    assert ([tournament["players"] for tournament in night["tournaments"]], night["mean"]) == ([4], 4.0)
    assert [row["attended"] for row in night["results"]] == [[True]] * 4


def test_a_rating_list_shows_its_constants_and_calibration(club: Club) -> None:
    rating_list = rating_list_of(club)
    data = get(f"/api/v1/clubs/{club.slug}/rating-lists/{rating_list.pk}/")
    assert (data["constants"]["base"], data["is_being_counted"], data["changes"]) == (1500.0, False, [])
    assert (
        data["calibration"]["matches"]
        == sum(interval["count"] for interval in data["calibration"]["bins"])
        > 0
    )


def test_other_rules_are_previewed_then_applied_and_returned(club: Club) -> None:
    body = {"rules": {**RULE_PRESETS["divisions"].to_data(), "attendance": 10}, "reason": "Come more"}
    preview = post(club, "seasons/autumn/preview", body).json()
    assert SeasonChange.objects.count() == 0
    assert {part["code"] for line in preview["moved"] for part in line["parts"]} == {"attendance"}
    assert patch(club, "seasons/autumn", body).status_code == 200
    (change,) = get(f"/api/v1/clubs/{club.slug}/seasons/autumn/changes/")["results"]
    assert (change["moved"], change["reason"], change["kind"]) == (preview["moved"], "Come more", "rules")


def test_divisions_are_assigned_and_removed(club: Club) -> None:
    player = Player.objects.get(name="Anna")
    for division in (1, None):
        body = {"places": [{"player": player.code, "division": division}]}
        assert put(club, "seasons/autumn/divisions", body).status_code == 200
        rows = Season.objects.get().players.values_list("division", flat=True)
        assert list(rows) == ([division] if division else [])
    assert len(get(f"/api/v1/clubs/{club.slug}/seasons/autumn/divisions/")["names"]) == 2
    outsider = {"places": [{"player": a_player("Of another club").code, "division": 1}]}
    assert put(club, "seasons/autumn/divisions", outsider).json()["code"] == "not_a_member"


def test_a_partial_update_keeps_the_other_fields(club: Club) -> None:
    rating_list = ratings.open_rating_list(
        club=club, name="Doubles", parameters={"base": 1600}, counts="pairs", by=director_of(club)
    )
    path = f"rating-lists/{rating_list.pk}"
    assert post(club, f"{path}/preview", {"counts": "singles"}).json()["moved"] != []
    data = patch(club, path, {"name": "Pairs"}).json()
    assert (data["name"], data["counts"], data["parameters"]) == ("Pairs", "pairs", {"base": 1600})
    assert RatingList.objects.get(pk=rating_list.pk).rulings.count() == 1


@pytest.mark.parametrize(
    "path", ["", "clubs/", "transcripts/", "sessions/", "matches/", "events/{}/entries/"]
)
def test_options_lists_the_allowed_methods(club: Club, path: str) -> None:
    event = club.tournaments.get().events.get()
    answer = Client().options(f"/api/v1/{path.format(event.pk)}")
    methods = {"GET", "HEAD", "OPTIONS"} | ({"POST"} if path not in ("", "matches/") else set())
    assert (answer.status_code, set(answer["Allow"].split(", "))) == (204, methods)


def test_cross_origin_requests_may_only_read(club: Club) -> None:
    origin = {"Origin": "https://example.org"}
    answer = Client().get("/api/v1/clubs/", headers=origin)
    preflight_headers = {
        "Access-Control-Request-Method": "GET",
        "Access-Control-Request-Headers": "authorization",
    }
    preflight = Client().options("/api/v1/clubs/", headers=origin | preflight_headers)
    assert answer["Access-Control-Allow-Origin"] == preflight["Access-Control-Allow-Origin"] == "*"
    assert "POST" not in preflight["Access-Control-Allow-Methods"]
    assert not Client().get("/", headers=origin).has_header("Access-Control-Allow-Origin")


def test_the_index_links_to_every_collection() -> None:
    index = get("/api/v1/")
    answers = {name: Client().get(address).status_code for name, address in index.items()}
    assert answers == dict.fromkeys(index, 200)


def test_clubs_and_players_are_searched_by_a_part_of_the_name(club: Club) -> None:
    a_club("Acey Deucey")
    assert [row["slug"] for row in get("/api/v1/clubs/?search=DEUC")["results"]] == ["acey-deucey"]
    people = get("/api/v1/players/?search=RLA&limit=1")
    assert ([row["name"] for row in people["results"]], people["next"]) == (["Carla"], None)
    host = a_user("host", is_superuser=True)
    players.set_public_name(
        player=Player.objects.get(name="Carla"), shown="code", code_name="Fox", identity=with_account(host)
    )
    assert get("/api/v1/players/?search=carla")["results"] == []
