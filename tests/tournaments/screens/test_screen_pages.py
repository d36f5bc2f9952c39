"""The pages of television screens, and the page of the desk that runs screens and announcements."""

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
from matches.services import badges, desks
from matches.services.announcements import create_announcement
from rules.errors import Refusal
from tests.factories import a_user
from tests.factory_recordings import replayed
from tests.page_forms import read_forms
from tests.tournaments import club_evenings
from tests.tournaments.play.event_pages.test_views_public import path_of
from tournaments.models import Event
from tournaments.play.brackets import brackets
from tournaments.play.entries.services import entries
from tournaments.play.schedule.services import announcements
from tournaments.play.tournaments.services import tournaments
from tournaments.screens import screen_pages
from tournaments.screens import services as screens
from tournaments.screens.models import Screen
from tournaments.screens.screen_pages import ScreenOptions, ScreenPage

pytestmark = pytest.mark.django_db


def a_big_night(size: int = 8, *, week: int = 0) -> Event:
    return club_evenings.a_night(
        club_evenings.a_club(), [f"Player {number}" for number in range(size)], week=week
    )


@pytest.fixture(scope="module")
@replayed
def module_event(module_transaction: None) -> Event:
    return a_big_night()


@pytest.fixture
def event(module_event: Event) -> Event:
    return Event.objects.get(pk=module_event.pk)


@pytest.fixture
def director(event: Event) -> User:
    return club_evenings.director_of(event.tournament.club)


@pytest.fixture
@replayed
def screen(event: Event, director: User) -> Screen:
    return screens.create_screen(tournament=event.tournament, by=director)


@pytest.fixture
def desk(client: Client, event: Event, director: User) -> Client:
    client.force_login(director)
    return client


def pages_of(event: Event, options: ScreenOptions | None = None) -> tuple[ScreenPage, ...]:
    return screen_pages.build_screen_pages(
        screen_pages.load_screen_data(event.tournament, options or ScreenOptions(), timezone.now())
    )


def tv(client: Client, code: str, **query: str) -> str:
    return client.get(reverse("television", args=[code]), query).content.decode()


def test_a_screen_rotates_calls_brackets_and_the_code_for_phones(event: Event) -> None:
    number = event.pk
    assert [leaf.key for leaf in pages_of(event)] == [
        "calls-1",
        f"bracket-{number}-main-1-1",
        f"bracket-{number}-consolation-1-1",
        "phone",
    ]


def test_results_late_starts_and_announcements_are_shown_when_there_are_some(
    event: Event, director: User
) -> None:
    desk = event.tournament.desk
    club_evenings.settle(club_evenings.match_at(event, "M1-1"))
    desks.set_times(desk=desk, scale=PENALTY_SCALES["ukbgf"], by=SYSTEM)
    late = club_evenings.match_at(event, "M1-2")
    Match.objects.filter(pk=late.pk).update(called_at=timezone.now() - timedelta(minutes=7))
    create_announcement(desk=desk, english="Dinner", reach="screens", by=director)
    event.tournament.desk.refresh_from_db()

    pages_by_part = {leaf.part: leaf for leaf in pages_of(event)}

    assert list(pages_by_part) == ["calls", "clocks", "brackets", "results", "news", "phone"]
    assert [late_match.match for late_match in pages_by_part["clocks"].late] == [late]
    assert [str(announcement) for announcement in pages_by_part["news"].news] == ["Dinner"]


def test_recent_calls_are_shown_large_and_newest_first(event: Event) -> None:
    now = timezone.now()
    for minutes, label in enumerate(("M1-4", "M1-2", "M1-1", "M1-3")):
        match = club_evenings.match_at(event, label)
        Match.objects.filter(pk=match.pk).update(called_at=now - timedelta(minutes=minutes * 6))

    calls = pages_of(event)[0]

    assert [call.match for call in calls.newest] == [
        club_evenings.match_at(event, label) for label in ("M1-4", "M1-2")
    ]
    assert {call.match for call in calls.calls} == {
        club_evenings.match_at(event, label) for label in ("M1-1", "M1-3")
    }


def test_every_called_and_waiting_match_is_on_a_page(event: Event) -> None:
    big = a_big_night(60)
    calls = [leaf for leaf in pages_of(big) if leaf.part == "calls"]

    at_tables = [call.match.pk for leaf in calls for call in (*leaf.newest, *leaf.calls)]
    waiting = [match.pk for leaf in calls for match in leaf.waiting]

    assert sorted(at_tables) == sorted(
        Match.objects.filter(desk=big.tournament.desk_id, status="called").values_list("pk", flat=True)
    )
    assert sorted(waiting) == sorted(
        Match.objects.filter(desk=big.tournament.desk_id, status="scheduled").values_list("pk", flat=True)
    )


def test_before_the_draw_the_entries_are_shown(director: User, event: Event) -> None:
    coming_event = tournaments.create_knockout_tournament(
        club=event.tournament.club,
        name="Coming",
        starts_at=club_evenings.FIRST_NIGHT,
        length=5,
        consolation_length=3,
        tables=2,
        by=director,
    )
    entries.enter_names(event=coming_event, names="Anna\nBruno", by=director, key="names")

    screen_pages = pages_of(coming_event)

    assert [(leaf.part, list(leaf.names)) for leaf in screen_pages] == [
        ("entries", ["Anna", "Bruno"]),
        ("phone", []),
    ]


def test_a_screen_of_one_flight_shows_its_bracket_alone(event: Event) -> None:
    options = ScreenOptions(("brackets", "tables"), event.pk, "consolation")
    assert [leaf.key for leaf in pages_of(event, options)] == [f"bracket-{event.pk}-consolation-1-1"]


def test_a_screen_can_be_narrowed_to_every_flight_that_has_a_bracket(event: Event) -> None:
    shown_brackets = [(bracket.flight, bracket.name) for bracket in brackets.get_brackets(event)]
    assert [
        (flight.flight, flight.name) for flight in brackets.get_published_flights(event)
    ] == shown_brackets


def test_a_screen_without_content_shows_the_code_for_phones(event: Event) -> None:
    assert [leaf.key for leaf in pages_of(event, ScreenOptions(("results",)))] == ["phone"]


def test_the_queries_of_a_screen_do_not_depend_on_the_field(client: Client) -> None:
    # In both, several matches wait for a table: their order takes two queries.
    counts = []
    for size in (32, 40):
        code = a_big_night(size).tournament.desk.code
        tv(client, code)
        with CaptureQueriesContext(connection) as context:
            tv(client, code)
        counts.append(len(context))

    assert counts[0] == counts[1]


def test_the_etag_of_a_screen_is_valid_until_something_changes(
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
    create_announcement(desk=event.tournament.desk, english="Dinner", by=director)
    assert again(paused) == 200


def test_without_scripts_pages_rotate_until_they_are_paused(
    client: Client, event: Event, director: User, screen: Screen
) -> None:
    turning = re.compile(r'<noscript>\s*<meta http-equiv="refresh" content="(\d+); url=\?leaf=([\w-]+)">')
    first = turning.search(tv(client, screen.code))
    last = turning.search(tv(client, screen.code, leaf="phone"))
    screens.pause_screen(screen=screen, by=director)
    paused = turning.search(tv(client, screen.code, leaf="phone"))

    assert [re_match and re_match.groups() for re_match in (first, last, paused)] == [
        ("12", f"bracket-{event.pk}-main-1-1"),
        ("12", "calls-1"),
        ("12", "phone"),
    ]


@pytest.mark.parametrize("figures", ["84", "999999"])
def test_a_wrong_code_of_a_television_stays_in_its_field(desk: Client, event: Event, figures: str) -> None:
    answer = desk.post(path_of(event, "desk/screens/add/"), {"figures": figures})

    forms = [form for form in read_forms(answer.content.decode()) if "figures" in form.visible]
    assert answer.status_code in {400, 404, 409}
    assert [form.data()["figures"] for form in forms] == [figures]


def test_a_television_is_claimed_by_its_code(desk: Client, event: Event) -> None:
    answer = desk.post(reverse("register-television"))
    code = answer["Location"].strip("/").rpartition("/")[2]
    assert code in tv(desk, code)

    desk.post(path_of(event, "desk/screens/add/"), {"figures": f" {code} "})

    assert Screen.objects.get(code=code).tournament == event.tournament
    assert event.tournament.name in tv(desk, code)


def test_the_desk_counts_connected_screens(desk: Client, event: Event, screen: Screen) -> None:
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
def test_a_form_of_a_screen_changes_its_setting(
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
def test_an_invalid_form_changes_nothing(
    desk: Client, event: Event, screen: Screen, data: dict[str, object]
) -> None:
    before = Screen.objects.filter(pk=screen.pk).values().get()

    assert desk.post(path_of(event, f"desk/screens/{screen.code}/"), data).status_code == 400
    assert Screen.objects.filter(pk=screen.pk).values().get() == before


def test_screens_and_announcements_of_another_desk_are_not_found(desk: Client, event: Event) -> None:
    elsewhere = club_evenings.a_night(club_evenings.a_club(by=a_user("elsewhere")))
    by = club_evenings.director_of(elsewhere.tournament.club)
    other = screens.create_screen(tournament=elsewhere.tournament, by=by)
    announcement = create_announcement(desk=elsewhere.tournament.desk, english="Dinner", by=by)
    page = path_of(event, "desk/screens/")

    assert desk.post(f"{page}{other.code}/", {"action": "let_go"}).status_code == 404
    assert desk.post(f"{page}withdraw-announcement/", {"announcement": announcement.pk}).status_code == 404
    assert desk.post(f"{page}add/", {"figures": other.code}).status_code == 409


def test_an_announcement_is_shown_until_it_is_withdrawn(desk: Client, event: Event) -> None:
    page = path_of(event, "desk/screens/")
    desk.post(f"{page}announce/", {"english": "Dinner", "minutes": "30", "reach": "everywhere"})
    announcement = event.tournament.desk.announcements.get()
    assert announcement.until == announcement.at + timedelta(minutes=30)
    assert "Dinner" in desk.get(path_of(event)).content.decode()

    desk.post(f"{page}withdraw-announcement/", {"announcement": announcement.pk})

    assert "Dinner" not in desk.get(path_of(event)).content.decode()
    assert "Dinner" in desk.get(page).content.decode()


def test_an_empty_announcement_is_rejected_and_the_form_keeps_its_text(desk: Client, event: Event) -> None:
    page = path_of(event, "desk/screens/announce/")
    assert desk.post(page, {"reach": "everywhere"}).status_code == 409
    answer = desk.post(page, {"english": "Dinner", "reach": "moon"})
    assert (answer.status_code, "Dinner" in answer.content.decode()) == (400, True)


def announce_to(desk: Client, event: Event, audience: str, text: str) -> None:
    """Announce something to an audience."""
    data = {"english": text, "reach": "everywhere", "audience": audience}
    assert desk.post(path_of(event, "desk/screens/announce/"), data).status_code == 303


def test_an_announcement_to_a_match_is_shown_on_its_pages_and_screens(desk: Client, event: Event) -> None:
    match, other = club_evenings.match_at(event, "M1-1"), club_evenings.match_at(event, "M1-2")
    announce_to(desk, event, f"match:{match.code}", "Come to the desk")

    assert "Come to the desk" in desk.get(f"/m/{match.code}/").content.decode()
    assert "Come to the desk" in desk.get(f"/m/{match.code}/report/").content.decode()
    assert "Come to the desk" not in desk.get(f"/m/{other.code}/").content.decode()
    assert "Come to the desk" not in desk.get(path_of(event)).content.decode()
    television = desk.get(f"/tv/{event.tournament.desk.code}/").content.decode()
    assert f'<span class="label">{match}</span>' in television


def test_an_announcement_to_a_match_is_on_the_badge_pages_of_its_players(desk: Client, event: Event) -> None:
    match, other = club_evenings.match_at(event, "M1-1"), club_evenings.match_at(event, "M1-2")
    announce_to(desk, event, f"match:{match.code}", "Come to the desk")
    shown = {}
    for player in (match.white, match.black, other.white):
        client = Client()
        badge = badges.issue_badge(desk=match.desk, player=player, by=SYSTEM)
        client.post("/b/", {"token": badge.token})
        shown[player] = "Come to the desk" in client.get("/b/").content.decode()

    assert shown == {match.white: True, match.black: True, other.white: False}


def test_an_announcement_to_an_event_is_shown_on_its_pages_and_matches(desk: Client, event: Event) -> None:
    by = club_evenings.director_of(event.tournament.club)
    side_event = tournaments.add_event(
        tournament=event.tournament, name="Side event", length=3, consolation_length=1, by=by
    )
    announce_to(desk, event, f"event:{event.pk}", "Round 2 begins")
    match = club_evenings.match_at(event, "M1-1")

    assert "Round 2 begins" in desk.get(path_of(event)).content.decode()
    assert "Round 2 begins" in desk.get(f"/m/{match.code}/").content.decode()
    assert "Round 2 begins" not in desk.get(path_of(side_event)).content.decode()
    assert '<span class="label">' in desk.get(path_of(event, "desk/screens/")).content.decode()


def test_events_and_matches_of_other_tournaments_cannot_be_announced_to(desk: Client, event: Event) -> None:
    elsewhere = club_evenings.a_night(club_evenings.a_club(by=a_user("elsewhere")))
    match, by = club_evenings.match_at(elsewhere, "M1-1"), club_evenings.director_of(event.tournament.club)
    page, data = path_of(event, "desk/screens/announce/"), {"english": "Dinner", "reach": "everywhere"}

    for audience in (f"event:{elsewhere.pk}", f"match:{match.code}", "match:nothing"):
        assert desk.post(page, {**data, "audience": audience}).status_code == 400
    for other, code in ((elsewhere, "announcement_event_elsewhere"), (match, "announcement_match_elsewhere")):
        with pytest.raises(Refusal) as caught:
            announcements.announce(tournament=event.tournament, english="Dinner", audience=other, by=by)
        assert caught.value.code == code
    assert not Announcement.objects.exists()


def test_the_api_announces_to_an_event_or_a_match(desk: Client, event: Event) -> None:
    match = club_evenings.match_at(event, "M1-1")
    address = f"/api/v1/events/{event.pk}/announcements/"

    def post(**data: Any) -> Any:
        return desk.post(address, {"english": "Now", **data}, content_type="application/json")

    for_event, for_match = post(event=event.pk).json(), post(match=match.code, by_mail=True).json()
    assert [for_event[name] for name in ("audience", "event", "match")] == ["event", event.pk, None]
    assert [for_match[name] for name in ("audience", "event", "match")] == ["match", None, match.code]
    assert (for_event["is_mailed"], for_match["is_mailed"]) == (False, True)
    assert (post(event=event.pk + 1000).status_code, post(match="nothing").status_code) == (404, 404)
