"""Small knockouts one after the other: who waits, who plays the next, when it is shorter, when it is over."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from matches.models import Match
from tests.tournaments.test_views_public import path_of
from tests.tournaments.test_views_stages import Chair
from tournaments.journal import eligibility
from tournaments.models import EventStatus
from tournaments.queries import call_board, event_state
from tournaments.queries import stages as stage_queries
from tournaments.services import draws

pytestmark = pytest.mark.django_db

EIGHT = ["Anna", "Bruno", "Carla", "Dario", "Elena", "Fabio", "Gina", "Hugo"]


def a_chair(client: Client, scheme: str = "mini", **value: object) -> Chair:
    chair = Chair(client, scheme, **{"seats": 4, "length": "3", **value})
    assert chair.post("names", enter=1, names="\n".join(EIGHT[:5])).status_code == 303
    return chair


def ticked(page: str) -> list[str]:
    return re.findall(r'name="entries" value="(\d+)" checked', page)


def listed(page: str) -> list[str]:
    return re.findall(r'name="entries" value="(\d+)"', page)


def test_the_first_who_came_play_and_the_next_knockout_opens(client: Client) -> None:
    chair = a_chair(client)
    chair.event.refresh_from_db()
    assert call_board.get_next_step(chair.event).code == "start_stage"
    page = chair.get("rolling/")
    assert (ticked(page), listed(page)) == (["1", "2", "3", "4"], ["1", "2", "3", "4", "5"])
    assert chair.start_knockout().status_code == 303
    seated = Match.objects.filter(pairing__event=chair.event).values_list("white__name", "black__name")
    assert {name for pair in seated for name in pair} == set(EIGHT[:4])
    state = event_state.get_event_state(chair.event)
    stage = eligibility.open_stage(state)
    assert stage is not None
    assert (stage.key, eligibility.pool(state).waiting) == ("mini_2", (5,))


def test_a_draw_of_it_that_is_not_published_is_replaced_by_who_has_seen_it(client: Client) -> None:
    chair = a_chair(client)
    stage = eligibility.open_stage(event_state.get_event_state(chair.event))
    assert stage is not None
    draws.draw(event=chair.event, by=chair.director, flight=stage.key, only=[1, 2, 3, 5])
    chair.event.refresh_from_db()
    mapping = {"action": "start", "entries": [1, 2, 3, 4], "points": 3}

    unnamed = chair.post("rolling", **mapping)
    response = chair.post("rolling", **mapping, version=chair.event.version)

    assert (unnamed.status_code, response.status_code) == (409, 303)
    assert set(event_state.get_event_state(chair.event).stages[stage.key].members) == {1, 2, 3, 4}


def test_who_has_lost_waits_behind_those_who_have_not_played(client: Client) -> None:
    chair = a_chair(client)
    chair.start_knockout()
    chair.play()
    state = event_state.get_event_state(chair.event)
    losers = {entry for name in ("KA1-1", "KA1-2") for entry in state.board[name].losers}
    assert eligibility.pool(state).waiting == (5, *sorted(losers))
    assert chair.post("rolling", action="come", names="Hugo").status_code == 303
    assert eligibility.pool(event_state.get_event_state(chair.event)).waiting == (5, 6, *sorted(losers))
    assert "1 played" in chair.get("rolling/")


def test_in_a_jackpot_who_has_lost_is_not_ticked_but_may_enter_again(client: Client) -> None:
    chair = a_chair(client, "jackpot")
    chair.start_knockout()
    chair.play()
    page = chair.get("rolling/")
    state = event_state.get_event_state(chair.event)
    losers = sorted(entry for name in ("KA1-1", "KA1-2") for entry in state.board[name].losers)
    assert (ticked(page), listed(page)) == (["5"], ["5", *map(str, losers)])
    assert chair.post("rolling", action="start", entries=["5", losers[0]], points=3).status_code == 303
    assert eligibility.pool(event_state.get_event_state(chair.event)).fees() == {
        1: 1,
        2: 1,
        3: 1,
        4: 1,
        5: 1,
    } | {losers[0]: 2}


def test_nobody_plays_in_two_knockouts_at_once(client: Client) -> None:
    chair = a_chair(client)
    chair.start_knockout()
    before = chair.event.journal.count()
    assert chair.post("rolling", action="start", entries=[1, 5], points=3).status_code == 409
    assert chair.event.journal.count() == before


@pytest.mark.parametrize(
    "data",
    [
        {"action": "start", "points": 3},
        {"action": "start", "entries": [1, 2]},
        {"action": "start", "entries": ["x"], "points": 3},
        {"action": "come"},
        {"action": "nonsense"},
        {},
    ],
)
def test_what_lacks_something_starts_nothing(client: Client, data: dict[str, object]) -> None:
    chair = a_chair(client)
    before = chair.event.journal.count()
    assert chair.post("rolling", **data).status_code == 400
    assert chair.event.journal.count() == before


def test_the_same_key_starts_one_knockout(client: Client) -> None:
    chair = a_chair(client)
    mapping = {"action": "start", "entries": [1, 2], "points": 3, "key": "once"}
    assert chair.post("rolling", **mapping).status_code == 303
    before = chair.event.journal.count()
    assert chair.post("rolling", **mapping).status_code == 303
    assert chair.event.journal.count() == before


def test_knockouts_are_shorter_the_later_they_start(client: Client) -> None:
    chair = a_chair(client, hours="5 until 20:30, 3 until 21:10, 1 until 0:30")
    event = chair.event
    text = timezone.localtime(event.tournament.starts_at).replace(hour=20, minute=0)
    items = [text + timedelta(minutes=more) for more in (0, 30, 70, 269, 270)]
    points = [stage_queries.get_rolling_queue(event, now).points for now in items]
    assert points == [5, 3, 1, 1, 0]
    assert stage_queries.get_rolling_queue(event, text).hours == (("20:30", 5), ("21:10", 3), ("00:30", 1))


def test_the_displayed_points_are_valid_in_every_round(client: Client) -> None:
    chair = a_chair(client)
    assert chair.post("rolling", action="start", entries=[1, 2, 3], points=1).status_code == 303
    chair.play()
    assert set(Match.objects.filter(pairing__event=chair.event).values_list("length", flat=True)) == {1}


def test_the_evening_is_over_when_the_last_one_is_played(client: Client) -> None:
    chair = a_chair(client)
    chair.start_knockout()
    while chair.play():
        pass
    chair.event.refresh_from_db()
    assert chair.event.status == EventStatus.PUBLISHED
    assert chair.post("rolling", action="close").status_code == 303
    chair.event.refresh_from_db()
    assert chair.event.status == EventStatus.FINISHED
    assert chair.post("rolling", action="close").status_code == 409
    assert chair.post("rolling", action="open").status_code == 303
    chair.event.refresh_from_db()
    assert chair.event.status == EventStatus.PUBLISHED
    assert "Start another mini bracket" not in chair.get("rolling/")


def test_everybody_s_place_is_that_of_his_best_knockout(client: Client) -> None:
    chair = a_chair(client)
    chair.start_knockout()
    while chair.play():
        pass
    assert chair.post("rolling", action="start", entries=[2, 3, 4, 5], points=3).status_code == 303
    assert chair.post("rolling", action="close").status_code == 303
    while chair.play():
        pass
    places = dict(chair.event.entries.values_list("number", "place_from"))
    assert (places[1], places[2]) == (1, 1)


def test_other_events_have_no_waiting_list(client: Client) -> None:
    chair = Chair(client, "knockout")
    assert client.get(path_of(chair.event, "desk/rolling/")).status_code == 404
    assert chair.post("rolling", action="close").status_code == 404


@pytest.mark.parametrize(
    "hours",
    ["5", "5 until 25:00", "0 until 20:30", "5 until 20:30, 3 until 20:30, 1 until 20:30", "five until 8:00"],
)
def test_impossible_hours_are_rejected(client: Client, hours: str) -> None:
    chair = Chair(client, "mini")
    start = f"/clubs/{chair.event.tournament.club.slug}/start/"
    form = {"name": "Tuesday", "starts_at": "2026-10-06T18:30", "tables": 4, "policy": "desk"}
    assert client.post(start, {**form, "scheme": "mini", "hours": hours}).status_code == 400
