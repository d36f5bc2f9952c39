"""The API answers what was sent, alike in lists and alone, and says where a match is played."""

import re
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from matches.actors import Identity
from matches.models import Match, Notice
from matches.services import reporting, scoring
from tests.factory_recordings import replayed
from tests.site import openapi
from tests.tournaments.club_evenings import a_club, a_night, director_of, match_at
from tournaments.formats.registry import EVENT_FORMATS
from tournaments.models import Club, Event, Tournament
from tournaments.people.services import casual_matches, members

pytestmark = pytest.mark.django_db

FOUR = ["Anna", "Bruno", "Carla", "Dario"]


@pytest.fixture
@replayed
def event() -> Event:
    cache.clear()
    return a_night(a_club(), FOUR, length=7)


@pytest.fixture
def director(event: Event) -> Client:
    client = Client()
    client.force_login(director_of(event.tournament.club))
    return client


def post(client: Client, path: str, body: dict[str, Any]) -> dict[str, Any]:
    answer = client.post(f"/api/v1/{path}", body, content_type="application/json")
    assert answer.status_code == 201, answer.json()
    return dict(answer.json())


def get(client: Client, path: str) -> dict[str, Any]:
    return dict(client.get(f"/api/v1/{path}").json())


@pytest.mark.parametrize("name", [name for name in EVENT_FORMATS if name != "blitz"])
def test_the_format_and_the_lengths_of_an_event_are_answered_as_they_were_sent(
    director: Client, event: Event, name: str
) -> None:
    sent = {"format": name, "length": [5, 7, 9], "consolation_length": [3, 5]}
    place = f"clubs/{event.tournament.club.slug}/tournaments/{event.tournament.slug}/events/"
    created = post(director, place, sent)
    read = get(director, f"events/{created['id']}/")
    listed = get(director, f"events/?format={name}&ordering=-starts_at")["results"]

    assert (created["format"], created["length"]) == (name, [5, 7, 9])
    assert created["consolation_length"] in ([3, 5], None)
    assert read == created
    assert read in listed


@pytest.mark.parametrize("variant", ["knockout", "swiss", "lives"])
def test_a_blitz_is_answered_as_a_blitz(director: Client, event: Event, variant: str) -> None:
    place = f"clubs/{event.tournament.club.slug}/tournaments/{event.tournament.slug}/events/"
    created = post(director, place, {"format": "blitz", "shape": variant})

    assert (created["format"], created["length"]) == ("blitz", [1])


def test_stages_of_no_format_are_planned(director: Client, event: Event) -> None:
    place = f"clubs/{event.tournament.club.slug}/tournaments/{event.tournament.slug}/events/"
    number = post(director, place, {"format": "progressive", "length": [5]})["id"]
    plan = get(director, f"events/{number}/plan/")
    body = {"stages": plan["stages"][:2]}
    director.put(f"/api/v1/events/{number}/plan/", body, content_type="application/json")

    assert get(director, f"events/{number}/")["format"] == "planned"


def test_a_new_tournament_is_answered_like_one_that_is_read(director: Client, event: Event) -> None:
    club = event.tournament.club
    sent = {"name": "Next", "starts_at": "2030-12-01T20:30:00+01:00", "tables": 3, "policy": "desk"}
    created = post(director, f"clubs/{club.slug}/tournaments/", {**sent, "format": "swiss", "length": [5]})

    assert {name: created[name] for name in sent} == sent
    assert [(each["format"], each["length"]) for each in created["events"]] == [("swiss", [5])]
    assert get(director, f"clubs/{club.slug}/tournaments/{created['slug']}/") == created


def test_an_event_names_its_desk_and_its_topic(director: Client, event: Event) -> None:
    read = get(director, f"events/{event.pk}/")

    assert (read["desk"], read["topic"]) == (event.tournament.desk.code, f"event:{event.pk}")
    assert read["club"]["topic"] == f"club:{event.tournament.club_id}"


def test_a_match_names_its_event_and_its_round(director: Client, event: Event) -> None:
    match = match_at(event, "M1-1")
    read = get(director, f"matches/{match.code}/")
    listed = get(director, f"matches/?desk={match.desk.code}&ordering=id")["results"]

    assert [read[name] for name in ("event", "flight", "round", "pairing")] == [event.pk, "main", 1, "M1-1"]
    assert {each["pairing"]: each["event"] for each in listed} == {"M1-1": event.pk, "M1-2": event.pk}
    assert {name: read[name] for name in listed[0]} == listed[0]


def test_a_casual_match_is_of_no_event(director: Client, event: Event) -> None:
    match = a_casual_match_of(event.tournament.club)

    assert get(director, f"matches/{match.code}/")["event"] is None


def a_casual_match_of(club: Club) -> Match:
    by = director_of(club)
    white, black = (members.enrol_by_name(club=club, name=name, by=by).player for name in ("Elsa", "Franco"))
    return casual_matches.open_casual_match(
        club=club, white=white, black=black, length=5, identity=Identity(user=by)
    ).match


def list_topics_since(last: int) -> list[str]:
    return sorted(Notice.objects.filter(pk__gt=last, kind="match").values_list("topic", flat=True))


def test_a_game_is_announced_to_the_event_and_the_club_of_its_match(event: Event) -> None:
    match, club = match_at(event, "M1-1"), event.tournament.club
    last = Notice.objects.latest("pk").pk
    director = Identity(user=director_of(club))
    scoring.score_game(match=match, winner="white", kind="single", cube=2, identity=director)
    notices = Notice.objects.filter(pk__gt=last)

    assert {f"event:{event.pk}", f"club:{club.pk}", f"match:{match.code}", f"desk:{match.desk.code}"} == set(
        list_topics_since(last)
    )
    match.refresh_from_db()
    assert [notice.data for notice in notices.filter(topic=f"event:{event.pk}")] == [
        {"match": match.code, "status": "running", "version": match.version}
    ]


def test_a_report_of_a_casual_match_is_announced_to_its_club(event: Event) -> None:
    club = event.tournament.club
    match = a_casual_match_of(club)
    last = Notice.objects.latest("pk").pk
    reporting.report(
        match=match, white_score=match.length, black_score=0, identity=Identity(user=director_of(club))
    )

    assert set(list_topics_since(last)) == {
        f"club:{club.pk}",
        f"match:{match.code}",
        f"desk:{match.desk.code}",
    }


@pytest.mark.second_stage
def test_a_listed_object_has_the_fields_of_a_single_one() -> None:
    description = openapi.described()
    differences = {
        path: missing
        for path, item, single in list_objects(description)
        if (missing := sorted(set(item) - set(single)))
    }

    assert differences == {}


def list_objects(description: dict[str, Any]) -> list[tuple[str, dict[str, Any], dict[str, Any]]]:
    """Return the address of each object, with its fields in the list and alone."""
    schemas, paths = description["components"]["schemas"], description["paths"]

    def fields_of(operation: dict[str, Any]) -> dict[str, Any]:
        content = operation["responses"]["200"].get("content", {}).get("application/json", {})
        reference = content.get("schema", {}).get("$ref", "").rpartition("/")[2]
        return dict(schemas.get(reference, {}).get("properties", {}))

    objects = []
    for path, methods in paths.items():
        collection = re.sub(r"\{\w+\}/$", "", path)
        if collection == path or "get" not in methods or "get" not in paths.get(collection, {}):
            continue
        rows = fields_of(paths[collection]["get"]).get("results", {})
        reference = rows.get("items", {}).get("$ref", "").rpartition("/")[2]
        if reference:
            objects.append((path, schemas[reference]["properties"], fields_of(methods["get"])))
    return objects


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("events/?club=nowhere", "club"),
        ("events/?tournament=nowhere", "tournament"),
        ("events/?status=nowhere", "status"),
        ("matches/?desk=nowhere", "desk"),
        ("matches/?player=nobody", "player"),
        ("matches/?status=nowhere", "status"),
    ],
)
@pytest.mark.usefixtures("event")
def test_a_filter_refuses_what_is_not_there(path: str, name: str) -> None:
    response = Client().get(f"/api/v1/{path}")
    value = path.partition("=")[2]
    sentence = f"Select a valid choice. {value} is not one of the available choices."
    assert (response.status_code, response.json()["context"]["fields"]) == (400, {name: [sentence]})


def test_a_filter_does_not_tell_that_a_draft_is_there(event: Event) -> None:
    path = f"events/?tournament={event.tournament.slug}"
    assert len(get(Client(), path)["results"]) == 1
    Tournament.objects.update(is_draft=True)
    assert Client().get(f"/api/v1/{path}").status_code == 400
