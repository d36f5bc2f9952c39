"""The API of registration: read, sign up, change by personal token, and the actions of the desk."""

from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from tests.tournaments.club_evenings import director_of
from tests.tournaments.club_pages import signed_in
from tests.tournaments.registration.registrations import an_open_event, sign_up
from tournaments.models import Event
from tournaments.registration.models import EventSignUp, SignUp

pytestmark = pytest.mark.django_db
JSON = "application/json"


@pytest.fixture(autouse=True)
def _fresh_limits() -> None:
    """Clear the cache, and with it the rate limits."""
    cache.clear()


def address(event: Event, more: str = "") -> str:
    """The address of the registration of an event's tournament."""
    tournament = event.tournament
    return f"/api/v1/clubs/{tournament.club.slug}/tournaments/{tournament.slug}/registration/{more}"


def post(client: Client, path: str, data: dict[str, Any], **headers: str) -> Any:
    """POST JSON."""
    return client.post(path, data, content_type=JSON, headers=headers)


def test_a_visitor_signs_up_once_per_key_and_withdraws_by_token() -> None:
    event, client = an_open_event(capacity=1), Client()
    data = {"name": "Anna", "email": "anna@example.org", "is_public": True, "events": [{"event": event.pk}]}
    answer = post(client, address(event, "sign-ups/"), data, **{"Idempotency-Key": "one"})
    assert (answer.status_code, answer.json()["places"][0]["status"]) == (201, "confirmed")
    repeated = post(client, address(event, "sign-ups/"), data, **{"Idempotency-Key": "one"})
    assert (repeated.status_code, repeated.json()["token"], SignUp.objects.count()) == (201, "", 1)
    own_address = f"/api/v1/sign-ups/{answer.json()['token']}/"
    waiting = sign_up(event, "Bruno")
    public = client.get(address(event))
    assert [
        (event_data["taken"], event_data["places_left"], event_data["names"])
        for event_data in public.json()["events"]
    ] == [(1, 0, ["Anna"])]
    assert b"example.org" not in public.content
    changed = client.patch(own_address, {"country": "ITA"}, content_type=JSON)
    assert (changed.json()["name"], changed.json()["country"]) == ("Anna", "ITA")
    assert client.delete(own_address).status_code == 204
    assert client.get(own_address).json()["places"][0]["status"] == "withdrawn"
    assert EventSignUp.objects.get(sign_up=waiting).status == "confirmed"
    assert client.get("/api/v1/sign-ups/unknown/").status_code == 404


def test_the_director_changes_settings_and_enters_sign_ups() -> None:
    event = an_open_event()
    director = signed_in(director_of(event.tournament.club))
    settings = {"approval": "desk", "keep_days": 5, "events": [{"event": event.pk, "capacity": 2}]}
    saved = director.put(address(event), settings, content_type=JSON)
    assert (saved.status_code, saved.json()["events"][0]["capacity"]) == (200, 2)
    row = sign_up(event, "Anna", email="anna@example.org")
    listed = director.get(address(event, "sign-ups/")).json()["results"]
    assert [
        (listed_sign_up["name"], listed_sign_up["status"], listed_sign_up["email"])
        for listed_sign_up in listed
    ] == [("Anna", "pending", "anna@example.org")]
    numbers = [listed_sign_up["number"] for listed_sign_up in listed]
    for action, changed in (("approve", 1), ("paid", 1), ("enter", 1)):
        answer = post(
            director, address(event, "act/"), {"action": action, "places": numbers, "method": "cash"}
        )
        assert (answer.status_code, answer.json()) == (200, {"changed": changed})
    assert EventSignUp.objects.get().payment_method == "cash"
    unanswered = post(director, address(event, "act/"), {"action": "paid", "places": numbers})
    assert (unanswered.status_code, "method" in str(unanswered.json())) == (400, True)
    assert post(director, address(event, "act/"), {"action": "enter-all"}).status_code == 409
    assert event.entries.count() == 1
    corrected = director.patch(
        address(event, f"sign-ups/{row.reference}/"), {"club": "Roma"}, content_type=JSON
    )
    assert (corrected.status_code, corrected.json()["club"]) == (200, "Roma")


def test_all_are_entered_only_if_no_other_sign_up_was_confirmed_since() -> None:
    event = an_open_event()
    director = signed_in(director_of(event.tournament.club))
    shown = [sign_up(event, "Anna"), sign_up(event, "Bruno")]
    numbers = list(EventSignUp.objects.filter(sign_up__in=shown).values_list("pk", flat=True))
    state = director.get(address(event))["ETag"]
    sign_up(event, "Carla")
    enter_all = {"action": "enter-all", "seen": numbers}
    assert post(director, address(event, "act/"), enter_all).json()["code"] == "sign_up_not_seen"
    stale = director.post(
        address(event, "act/"), {"action": "enter-all"}, content_type=JSON, headers={"If-Match": state}
    )
    assert (stale.status_code, event.entries.count()) == (412, 0)
    numbers = list(EventSignUp.objects.values_list("pk", flat=True))
    answer = post(director, address(event, "act/"), {"action": "enter-all", "seen": numbers})
    assert (answer.status_code, answer.json()) == (200, {"changed": 3})


def test_outsiders_read_no_sign_ups() -> None:
    event = an_open_event()
    sign_up(event, "Anna", email="anna@example.org")
    for answer in (
        Client().get(address(event, "sign-ups/")),
        Client().put(address(event), {"keep_days": 5, "approval": "auto"}, content_type=JSON),
        post(Client(), address(event, "act/"), {"action": "enter-all"}),
    ):
        assert answer.status_code == 403


def test_the_late_fee_is_an_amount_in_euros_with_cents() -> None:
    event = an_open_event()
    director = signed_in(director_of(event.tournament.club))
    settings = {"approval": "auto", "keep_days": 5, "late_fee": "12.50", "late_from": "2026-12-01"}
    data = {**settings, "events": [{"event": event.pk}]}

    saved = director.put(address(event), data, content_type=JSON)

    assert saved.status_code == 200
    assert (saved.json()["late_fee"], saved.json()["late_from"]) == ("12.50", "2026-12-01")


def test_entering_says_whom_it_left_out() -> None:
    event = an_open_event()
    director = signed_in(director_of(event.tournament.club))
    for name in ("Anna Bianchi", "Anna Bianchi", "Bo Jensen"):
        sign_up(event, name)
    answer = post(director, address(event, "act/"), {"action": "enter-all"}).json()
    assert answer["changed"] == 1
    assert [reason["code"] for reason in answer["left_out"]] == ["sign_up_same_person"] * 2
