"""What a television shows, page by page; the desk's page of screens; pieces for other sites."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from matches.actors import SYSTEM
from matches.lateness import PENALTY_SCALES
from matches.models import Announcement, Match, User
from matches.services import desks, players
from rules.errors import Refusal
from tests.factories import a_user
from tests.tournaments import nights
from tests.tournaments.test_views_public import path_of
from tournaments.models import Event
from tournaments.queries import brackets
from tournaments.screens import queries
from tournaments.screens import services as screens
from tournaments.screens.models import Screen
from tournaments.screens.queries import ScreenOptions, ScreenPage
from tournaments.services import announcements, entries, tournaments

pytestmark = pytest.mark.django_db


def a_big_night(size: int = 8, *, week: int = 0) -> Event:
    return nights.a_night(nights.a_club(), [f"Player {number}" for number in range(size)], week=week)


@pytest.fixture(scope="module")
def scene(module_transaction: None) -> Event:
    return a_big_night()


@pytest.fixture
def event(scene: Event) -> Event:
    return Event.objects.get(pk=scene.pk)


@pytest.fixture
def director(event: Event) -> User:
    return nights.director_of(event.tournament.club)


@pytest.fixture
def screen(event: Event, director: User) -> Screen:
    return screens.create_screen(tournament=event.tournament, by=director)


@pytest.fixture
def desk(client: Client, event: Event, director: User) -> Client:
    client.force_login(director)
    return client


def read_leaves(event: Event, options: ScreenOptions | None = None) -> tuple[ScreenPage, ...]:
    return queries.build_screen_pages(
        queries.load_screen_data(event.tournament, options or ScreenOptions(), timezone.now())
    )


def tv(client: Client, code: str, **query: str) -> str:
    return client.get(reverse("television", args=[code]), query).content.decode()


def test_a_tournament_goes_round_its_calls_brackets_and_the_code_for_phones(event: Event) -> None:
    number = event.pk
    assert [leaf.key for leaf in read_leaves(event)] == [
        "calls-1",
        f"bracket-{number}-main-1-1",
        f"bracket-{number}-consolation-1-1",
        "phone",
    ]


def test_results_late_starts_and_announcements_come_in_when_there_are_some(
    event: Event, director: User
) -> None:
    desk = event.tournament.desk
    nights.settle(nights.match_at(event, "M1-1"))
    desks.set_times(desk=desk, scale=PENALTY_SCALES["ukbgf"], by=SYSTEM)
    late = nights.match_at(event, "M1-2")
    Match.objects.filter(pk=late.pk).update(called_at=timezone.now() - timedelta(minutes=7))
    desks.create_announcement(desk=desk, english="Dinner", reach="screens", by=director)
    event.tournament.desk.refresh_from_db()

    mapping = {leaf.part: leaf for leaf in read_leaves(event)}

    assert list(mapping) == ["calls", "clocks", "brackets", "results", "news", "phone"]
    assert [each.match for each in mapping["clocks"].late] == [late]
    assert [str(each) for each in mapping["news"].news] == ["Dinner"]


def test_the_newest_calls_stand_first_and_large_while_they_are_new(event: Event) -> None:
    now = timezone.now()
    for minutes, label in enumerate(("M1-4", "M1-2", "M1-1", "M1-3")):
        match = nights.match_at(event, label)
        Match.objects.filter(pk=match.pk).update(called_at=now - timedelta(minutes=minutes * 6))

    calls = read_leaves(event)[0]

    assert [call.match for call in calls.newest] == [
        nights.match_at(event, each) for each in ("M1-4", "M1-2")
    ]
    assert {call.match for call in calls.calls} == {nights.match_at(event, each) for each in ("M1-1", "M1-3")}


def test_every_match_at_a_table_and_every_one_waiting_is_on_a_page(event: Event) -> None:
    big = a_big_night(60)
    calls = [leaf for leaf in read_leaves(big) if leaf.part == "calls"]

    at_tables = [call.match.pk for leaf in calls for call in (*leaf.newest, *leaf.calls)]
    waiting = [match.pk for leaf in calls for match in leaf.waiting]

    assert sorted(at_tables) == sorted(
        Match.objects.filter(desk=big.tournament.desk_id, status="called").values_list("pk", flat=True)
    )
    assert sorted(waiting) == sorted(
        Match.objects.filter(desk=big.tournament.desk_id, status="scheduled").values_list("pk", flat=True)
    )


def test_before_the_draw_the_names_are_shown(director: User, event: Event) -> None:
    result = tournaments.create_knockout_tournament(
        club=event.tournament.club,
        name="Coming",
        starts_at=nights.FIRST_NIGHT,
        length=5,
        consolation_length=3,
        tables=2,
        by=director,
    )
    entries.enter_names(event=result, names="Anna\nBruno", by=director, key="names")

    screen_pages = read_leaves(result)

    assert [(leaf.part, list(leaf.names)) for leaf in screen_pages] == [
        ("entries", ["Anna", "Bruno"]),
        ("phone", []),
    ]


def test_one_flight_alone(event: Event) -> None:
    options = ScreenOptions(("brackets", "tables"), event.pk, "consolation")
    assert [leaf.key for leaf in read_leaves(event, options)] == [f"bracket-{event.pk}-consolation-1-1"]


def test_a_screen_can_be_narrowed_to_every_flight_that_has_a_bracket(event: Event) -> None:
    items = [(one.flight, one.name) for one in brackets.get_brackets(event)]
    assert [(flight.flight, flight.name) for flight in brackets.get_published_flights(event)] == items


def test_a_choice_with_nothing_to_show_leaves_the_code_for_phones(event: Event) -> None:
    assert [leaf.key for leaf in read_leaves(event, ScreenOptions(("results",)))] == ["phone"]


def test_the_queries_of_a_screen_do_not_grow_with_the_field(client: Client) -> None:
    # In both, several matches wait for a table: their order takes two queries.
    items = []
    for size in (32, 40):
        code = a_big_night(size).tournament.desk.code
        tv(client, code)
        with CaptureQueriesContext(connection) as context:
            tv(client, code)
        items.append(len(context))

    assert items[0] == items[1]


def test_a_screen_fetched_again_within_the_minute_is_cached_until_something_happens(
    client: Client, event: Event, director: User, screen: Screen, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tournaments.screens.views._get_minute", lambda _now: 7)
    address = reverse("television", args=[screen.code])

    def again(etag: str) -> int:
        return client.get(address, headers={"If-None-Match": etag}).status_code

    client.get(address)
    etag = client.get(address)["ETag"]
    assert again(etag) == 304
    screens.record_heartbeat(screen=screen, showing="calls-1")
    assert again(etag) == 304
    screens.pause_screen(screen=screen, by=director)
    paused = client.get(address)["ETag"]
    assert again(etag) == 200
    desks.create_announcement(desk=event.tournament.desk, english="Dinner", by=director)
    assert again(paused) == 200


def test_without_scripts_pages_rotate_until_they_are_paused(
    client: Client, event: Event, director: User, screen: Screen
) -> None:
    turning = re.compile(r'<noscript>\s*<meta http-equiv="refresh" content="(\d+); url=\?leaf=([\w-]+)">')
    first = turning.search(tv(client, screen.code))
    last = turning.search(tv(client, screen.code, leaf="phone"))
    screens.pause_screen(screen=screen, by=director)
    paused = turning.search(tv(client, screen.code, leaf="phone"))

    assert [item and item.groups() for item in (first, last, paused)] == [
        ("12", f"bracket-{event.pk}-main-1-1"),
        ("12", "calls-1"),
        ("12", "phone"),
    ]


def test_a_television_gets_its_figures_and_the_desk_types_them(desk: Client, event: Event) -> None:
    answer = desk.post(reverse("register-television"))
    code = answer["Location"].strip("/").rpartition("/")[2]
    assert code in tv(desk, code)

    desk.post(path_of(event, "desk/screens/add/"), {"figures": f" {code} "})

    assert Screen.objects.get(code=code).tournament == event.tournament
    assert event.tournament.name in tv(desk, code)


def test_a_screen_that_reports_is_seen_at_the_desk(desk: Client, event: Event, screen: Screen) -> None:
    assert "0 screens are connected." in desk.get(path_of(event, "desk/screens/")).content.decode()
    assert (
        desk.post(reverse("television-heartbeat", args=[screen.code]), {"showing": "calls-1"}).status_code
        == 204
    )
    assert desk.post(reverse("television-heartbeat", args=["00000"])).status_code == 404

    assert "1 screen is connected." in desk.get(path_of(event, "desk/screens/")).content.decode()


@pytest.mark.parametrize(
    ("data", "field", "expected"),
    [
        ({"action": "show", "part": ["calls"]}, "parts", "calls"),
        ({"action": "show", "part": ["calls", "news"]}, "parts", "calls,news"),
        ({"action": "show"}, "parts", ""),
        ({"action": "rename", "name": "Hall left"}, "name", "Hall left"),
        ({"action": "pace", "seconds": 30}, "seconds", 30),
        ({"action": "let_go"}, "tournament_id", None),
    ],
)
def test_one_tap_changes_one_screen(
    desk: Client, event: Event, screen: Screen, data: dict[str, object], field: str, expected: object
) -> None:
    answer = desk.post(path_of(event, f"desk/screens/{screen.code}/"), data)

    assert (answer.status_code, answer["Location"]) == (303, path_of(event, "desk/screens/"))
    assert getattr(Screen.objects.get(pk=screen.pk), field) == expected


def test_a_flight_is_chosen_from_the_list(desk: Client, event: Event, screen: Screen) -> None:
    page = path_of(event, "desk/screens/")
    assert f'value="{event.pk}:consolation"' in desk.get(page).content.decode()

    desk.post(f"{page}{screen.code}/", {"action": "flight", "flight": f"{event.pk}:consolation"})
    screen.refresh_from_db()

    assert (screen.event, screen.flight) == (event, "consolation")


@pytest.mark.parametrize(
    "data",
    [{}, {"action": "dance"}, {"action": "flight"}, {"action": "pace"}, {"action": "pace", "seconds": 1}],
)
def test_what_cannot_be_read_changes_nothing(
    desk: Client, event: Event, screen: Screen, data: dict[str, object]
) -> None:
    before = Screen.objects.filter(pk=screen.pk).values().get()

    assert desk.post(path_of(event, f"desk/screens/{screen.code}/"), data).status_code == 400
    assert Screen.objects.filter(pk=screen.pk).values().get() == before


def test_the_screen_of_another_desk_is_not_there(desk: Client, event: Event) -> None:
    elsewhere = nights.a_night(nights.a_club(by=a_user("elsewhere")))
    by = nights.director_of(elsewhere.tournament.club)
    other = screens.create_screen(tournament=elsewhere.tournament, by=by)
    announcement = desks.create_announcement(desk=elsewhere.tournament.desk, english="Dinner", by=by)
    page = path_of(event, "desk/screens/")

    assert desk.post(f"{page}{other.code}/", {"action": "let_go"}).status_code == 404
    assert desk.post(f"{page}withdraw-announcement/", {"announcement": announcement.pk}).status_code == 404
    assert desk.post(f"{page}add/", {"figures": other.code}).status_code == 409


def test_an_announcement_goes_round_and_is_taken_back_in_one_click(desk: Client, event: Event) -> None:
    page = path_of(event, "desk/screens/")
    desk.post(f"{page}announce/", {"english": "Dinner", "minutes": "30", "reach": "everywhere"})
    value = event.tournament.desk.announcements.get()
    assert value.until == value.at + timedelta(minutes=30)
    assert "Dinner" in desk.get(path_of(event)).content.decode()

    desk.post(f"{page}withdraw-announcement/", {"announcement": value.pk})

    assert "Dinner" not in desk.get(path_of(event)).content.decode()
    assert "Dinner" in desk.get(page).content.decode()


def test_an_empty_announcement_is_rejected_and_the_form_is_preserved(desk: Client, event: Event) -> None:
    page = path_of(event, "desk/screens/announce/")
    assert desk.post(page, {"reach": "everywhere"}).status_code == 409
    answer = desk.post(page, {"english": "Dinner", "reach": "moon"})
    assert (answer.status_code, "Dinner" in answer.content.decode()) == (400, True)


def announce_to(desk: Client, event: Event, audience: str, text: str) -> None:
    """Announce something to an audience."""
    data = {"english": text, "reach": "everywhere", "audience": audience}
    assert desk.post(path_of(event, "desk/screens/announce/"), data).status_code == 303


def test_a_call_to_a_match_is_shown_to_its_two_players_and_on_screens(desk: Client, event: Event) -> None:
    match, other = nights.match_at(event, "M1-1"), nights.match_at(event, "M1-2")
    announce_to(desk, event, f"match:{match.code}", "Come to the desk")

    assert "Come to the desk" in desk.get(f"/m/{match.code}/").content.decode()
    assert "Come to the desk" in desk.get(f"/m/{match.code}/report/").content.decode()
    assert "Come to the desk" not in desk.get(f"/m/{other.code}/").content.decode()
    assert "Come to the desk" not in desk.get(path_of(event)).content.decode()
    television = desk.get(f"/tv/{event.tournament.desk.code}/").content.decode()
    assert f'<span class="label">{match}</span>' in television


def test_a_call_to_a_match_is_on_the_badge_pages_of_its_players(desk: Client, event: Event) -> None:
    match, other = nights.match_at(event, "M1-1"), nights.match_at(event, "M1-2")
    announce_to(desk, event, f"match:{match.code}", "Come to the desk")
    found = {}
    for player in (match.white, match.black, other.white):
        client = Client()
        badge = players.issue_badge(desk=match.desk, player=player, by=SYSTEM)
        client.post("/b/", {"token": badge.token})
        found[player] = "Come to the desk" in client.get("/b/").content.decode()

    assert found == {match.white: True, match.black: True, other.white: False}


def test_a_call_to_an_event_is_on_its_pages_and_those_of_its_matches(desk: Client, event: Event) -> None:
    by = nights.director_of(event.tournament.club)
    side_event = tournaments.add_event(
        tournament=event.tournament, name="Side event", length=3, consolation_length=1, by=by
    )
    announce_to(desk, event, f"event:{event.pk}", "Round 2 begins")
    match = nights.match_at(event, "M1-1")

    assert "Round 2 begins" in desk.get(path_of(event)).content.decode()
    assert "Round 2 begins" in desk.get(f"/m/{match.code}/").content.decode()
    assert "Round 2 begins" not in desk.get(path_of(side_event)).content.decode()
    assert '<span class="label">' in desk.get(path_of(event, "desk/screens/")).content.decode()


def test_events_and_matches_of_other_tournaments_are_no_audience(desk: Client, event: Event) -> None:
    elsewhere = nights.a_night(nights.a_club(by=a_user("elsewhere")))
    match, by = nights.match_at(elsewhere, "M1-1"), nights.director_of(event.tournament.club)
    page, data = path_of(event, "desk/screens/announce/"), {"english": "Dinner", "reach": "everywhere"}

    for audience in (f"event:{elsewhere.pk}", f"match:{match.code}", "match:nothing"):
        assert desk.post(page, {**data, "audience": audience}).status_code == 400
    for other, code in ((elsewhere, "announcement_event_elsewhere"), (match, "announcement_match_elsewhere")):
        with pytest.raises(Refusal) as caught:
            announcements.announce(tournament=event.tournament, english="Dinner", audience=other, by=by)
        assert caught.value.code == code
    assert not Announcement.objects.exists()


def test_the_api_announces_to_an_event_or_a_match(desk: Client, event: Event) -> None:
    match = nights.match_at(event, "M1-1")
    address = f"/api/v1/events/{event.pk}/announcements/"

    def post(**data: Any) -> Any:
        return desk.post(address, {"english": "Now", **data}, content_type="application/json")

    for_event, for_match = post(event=event.pk).json(), post(match=match.code, by_mail=True).json()
    assert [for_event[name] for name in ("audience", "event", "match")] == ["event", event.pk, None]
    assert [for_match[name] for name in ("audience", "event", "match")] == ["match", None, match.code]
    assert (for_event["is_mailed"], for_match["is_mailed"]) == (False, True)
    assert (post(event=event.pk + 1000).status_code, post(match="nothing").status_code) == (404, 404)
