"""Pages of weekly tournaments, casual matches, attendance, calendars and embeds of a club."""

from datetime import timedelta
from html import unescape
from itertools import islice
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from matches.actors import SYSTEM
from matches.models import Player
from matches.services import badges
from tests.factories import a_player
from tests.page_forms import form_with
from tests.tournaments.club_evenings import a_club, a_night, director_of, play_out, settle
from tests.tournaments.club_pages import signed_in, text_of
from tests.tournaments.team_evenings import a_team_event, match_of, opened
from tournaments.finances.models import FundTerms
from tournaments.finances.services import funds
from tournaments.models import CasualMatch, Club, TeamMember, Tournament, WeeklyNight
from tournaments.people.services import members
from tournaments.play.tournaments.queries import weekly_nights as weekly_night_queries
from tournaments.play.tournaments.services import tournaments, weekly_nights

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    return a_club("Bar Point")


@pytest.fixture
def director(club: Club) -> Client:
    return signed_in(director_of(club))


NIGHT = {
    "name": "Club night",
    "weekday": "0",
    "begins": "20:30",
    "tables": "6",
    "policy": "both",
    "fee": "10",
    "currency": "EUR",
    "scheme": "swiss",
    "length": "7",
    "rounds": "4",
}


def test_a_weekly_night_is_saved_skipped_and_started_with_regulars(club: Club, director: Client) -> None:
    index = reverse("weekly-tournaments", args=[club.slug])
    assert director.post(index, {**NIGHT, "length": "x"}).status_code == 400
    assert director.post(index, NIGHT).status_code == 303
    night = WeeklyNight.objects.get()
    fees = night.events[0]["features"]["finances"]["funds"][0]
    assert (night.events[0]["lengths"], fees["fee"]) == ([7, 5], 10_00)
    a_night(club, ("Anna", "Bruno"), week=-1)
    Tournament.objects.update(weekly=night)
    page = text_of(director, index)
    assert "Swiss, 7-point matches, 4 rounds" in page
    day = page.split('<option value="20')[1][:8]

    for action in ("skip", "restore"):
        address = reverse("weekly-tournament-action", args=[club.slug, night.pk, action])
        assert director.post(address, {"day": f"20{day}"}).status_code == 303
    assert (
        director.post(
            reverse("weekly-tournament-action", args=[club.slug, night.pk, "skip"]), {"day": "x"}
        ).status_code
        == 409
    )
    started = director.post(reverse("weekly-tournament-action", args=[club.slug, night.pk, "start"]))
    again = director.post(reverse("weekly-tournament-action", args=[club.slug, night.pk, "start"]))

    assert started["Location"] == again["Location"]
    assert started["Location"].endswith("/desk/regulars/")
    regulars_page = text_of(director, started["Location"])
    codes = list(Player.objects.filter(name__in=("Anna", "Bruno")).values_list("code", flat=True))
    assert all(code in regulars_page for code in codes)
    refused = director.post(started["Location"], {"key": "k"})
    checked = [page.count(" checked>") for page in (regulars_page, refused.content.decode())]
    assert (refused.status_code, checked) == (400, [2, 0])
    entered = director.post(started["Location"], {"key": "k", "players": codes})
    event = Tournament.objects.filter(weekly=night).latest("pk").events.get()
    assert (entered.status_code, event.entries.count()) == (303, 2)
    assert (
        director.post(reverse("weekly-tournament-action", args=[club.slug, night.pk, "end"])).status_code
        == 303
    )


def test_a_weekly_night_is_changed_on_its_page(club: Club, director: Client) -> None:
    index = reverse("weekly-tournaments", args=[club.slug])
    director.post(index, NIGHT)
    weekly_night = WeeklyNight.objects.get()
    address = reverse("change-weekly-tournament", args=[club.slug, weekly_night.pk])
    page = text_of(director, address)
    assert ('value="20:30"' in page, 'value="10.00"' in page, "Swiss, 7-point matches" in page) == (True,) * 3

    form = {
        **NIGHT,
        "weekday": "2",
        "begins": "21:00",
        "fee": "12,50",
        "scheme": "knockout",
        "length": "3",
    }
    assert director.post(address, {**form, "tables": "x"}).status_code == 400
    assert director.post(address, form).status_code == 303
    first = WeeklyNight.objects.get()
    assert director.post(address, {**form, "fee": "", "anew": "on"}).status_code == 303
    second = WeeklyNight.objects.get()

    fees = first.events[0]["features"]["finances"]["funds"][0]
    assert (first.weekday, first.events[0]["plan"], fees["fee"]) == (2, weekly_night.events[0]["plan"], 12_50)
    new_event = second.events[0]
    assert (new_event["plan"]["stages"][0]["format"], new_event["lengths"][0], new_event["features"]) == (
        "knockout",
        3,
        {},
    )
    assert "every Wednesday" in text_of(director, index)
    assert "changes from now on" in text_of(director, reverse("audit-log", args=[club.slug]))
    director.post(reverse("weekly-tournament-action", args=[club.slug, weekly_night.pk, "end"]))
    assert director.get(address).status_code == 404


def test_the_format_of_a_weekly_night_is_shown_as_it_is_stored(club: Club, director: Client) -> None:
    """Asking for the same format again therefore changes nothing."""
    director.post(
        reverse("weekly-tournaments", args=[club.slug]),
        {
            **NIGHT,
            "scheme": "double",
            "length": "5 5 7",
            "consolation_length": "3",
            "final": "reset",
            "takes": "pairs",
        },
    )
    stored = WeeklyNight.objects.get()
    address = reverse("change-weekly-tournament", args=[club.slug, stored.pk])
    form = form_with(text_of(director, address), "Save")

    assert director.post(address, {**form.data("Save"), "anew": "on"}).status_code == 303
    assert WeeklyNight.objects.get().events == stored.events


def test_a_format_that_a_colleague_has_changed_is_not_replaced_unseen(club: Club, director: Client) -> None:
    director.post(reverse("weekly-tournaments", args=[club.slug]), NIGHT)
    night = WeeklyNight.objects.get()
    address = reverse("change-weekly-tournament", args=[club.slug, night.pk])
    form = {**form_with(text_of(director, address), "Save").data("Save"), "anew": "on"}

    first = director.post(address, {**form, "scheme": "knockout", "length": "9"})
    second = director.post(address, {**form, "scheme": "lives"})

    assert (first.status_code, second.status_code) == (303, 409)
    assert WeeklyNight.objects.get().events[0]["plan"]["stages"][0]["format"] == "knockout"


def test_the_queries_of_the_page_do_not_depend_on_the_number_of_nights(
    club: Club, director: Client, django_assert_max_num_queries: Any
) -> None:
    index = reverse("weekly-tournaments", args=[club.slug])
    director.post(index, NIGHT)
    director.get(index)
    with django_assert_max_num_queries(40) as first:
        director.get(index)
    count = len(first)
    for name in ("Second", "Third", "Fourth"):
        director.post(index, {**NIGHT, "name": name})
    with django_assert_max_num_queries(count):
        director.get(index)


def test_a_tournament_is_made_weekly(club: Club, director: Client) -> None:
    evening = a_night(club).tournament
    assert director.post(reverse("make-weekly", args=[club.slug, evening.slug])).status_code == 303
    assert WeeklyNight.objects.get().name == "Monday night"


class TestCasualMatches:
    """Casual matches opened by the desk or by a badge."""

    @pytest.fixture
    def people(self, club: Club) -> dict[str, str]:
        for name in ("Anna", "Bruno", "Carla"):
            members.enrol(club=club, player=a_player(name), by=director_of(club))
        return dict(Player.objects.values_list("name", "code"))

    def test_the_desk_opens_a_match_for_any_two_members(
        self, club: Club, director: Client, people: dict[str, str]
    ) -> None:
        address = reverse("casual", args=[club.slug])
        form = {"white": people["Anna"], "black": people["Bruno"], "length": "7", "key": "k"}
        assert director.post(address, {**form, "black": people["Anna"]}).status_code == 400
        opened = director.post(address, form)
        match = CasualMatch.objects.get().match
        assert opened["Location"] == reverse("report", args=[match.code])
        page = text_of(Client(), address)
        assert "Anna – Bruno" in page
        assert director.post(address, {**form, "key": "other"}).status_code == 409

    def test_a_badge_opens_a_match_of_its_holder_only(self, club: Club, people: dict[str, str]) -> None:
        address = reverse("casual", args=[club.slug])
        anna = Player.objects.get(name="Anna")
        client = Client()
        assert client.post(address, {}).status_code == 403
        client.post("/b/", {"token": badges.issue_badge(desk=club.desk, player=anna, by=SYSTEM).token})
        form = {"white": people["Carla"], "black": people["Bruno"], "length": "5", "key": "k"}
        assert client.post(address, form).status_code == 400
        assert client.post(address, {**form, "white": people["Anna"]}).status_code == 303
        assert CasualMatch.objects.get().by is None


def test_attendance_is_shown_as_a_grid_and_exported(club: Club) -> None:
    for week, names in enumerate((("Anna", "Bruno"), ("Anna", "Carla"))):
        play_out(a_night(club, names, week=week))
    Tournament.objects.update(starts_at=timezone.now() - timedelta(days=3))
    page = text_of(Client(), reverse("attendance", args=[club.slug]))
    assert "2 tournaments" in page
    assert page.count('class="is-present"') == 4
    sheet = Client().get(reverse("attendance-csv", args=[club.slug]))
    lines = sheet.content.decode("utf-8-sig").splitlines()
    assert (lines[1].split(",")[:4], len(lines)) == (["Anna", "2", "2", "2"], 4)


def test_parts_of_a_club_are_embedded_in_other_sites(club: Club) -> None:
    for part in ("next", "leaders"):
        page = Client().get(reverse("embed-club", args=[club.slug]) + f"?part={part}")
        assert (page.status_code, "X-Frame-Options" in page) == (200, False)
    assert "iframe" in text_of(Client(), reverse("embed-club-code", args=[club.slug]))


def test_the_calendar_feed_has_upcoming_nights_and_skipped_ones(club: Club) -> None:
    by = director_of(club)
    night = weekly_nights.save_night_from_tournament(tournament=a_night(club).tournament, by=by)
    first, second = islice(weekly_night_queries.days_from(night.weekday, timezone.localdate()), 2)
    weekly_nights.skip_night(night=night, day=second, by=by, reason="Holiday")

    feed = Client().get(reverse("club-calendar", args=[club.slug])).content.decode()

    calendar_events = feed.split("BEGIN:VEVENT")[1:]
    events_by_uid = {
        line: calendar_event
        for calendar_event in calendar_events
        for line in calendar_event.splitlines()
        if line.startswith("UID:")
    }
    nights = [
        calendar_event for uid, calendar_event in events_by_uid.items() if uid.endswith(".night@crawford")
    ]
    assert len(nights) == 8
    played = next(calendar_event for calendar_event in nights if first.isoformat() in calendar_event)
    left_out = next(calendar_event for calendar_event in nights if second.isoformat() in calendar_event)
    assert ("STATUS:CONFIRMED" in played, "STATUS:CANCELLED" in left_out) == (True, True)
    assert "DESCRIPTION:Holiday" in left_out


def test_members_of_teams_attend_and_teams_do_not(club: Club) -> None:
    event = a_team_event(club)
    opened(event, "R1-1")
    settle(match_of(event, "R1-1.1"))
    Tournament.objects.update(starts_at=timezone.now() - timedelta(days=3))
    people = set(TeamMember.objects.filter(event=event).values_list("player__name", flat=True))
    teams = set(event.entries.values_list("player__name", flat=True))

    sheet = Client().get(reverse("attendance-csv", args=[club.slug])).content.decode("utf-8-sig")

    names = {line.split(",")[0] for line in sheet.splitlines()[1:]}
    assert (names, names & teams) == (people, set())


def test_embed_code_escapes_the_name_of_a_club() -> None:
    quoted = a_club('Bar" onload="x')
    page = text_of(Client(), reverse("embed-club-code", args=[quoted.slug]))
    code = " ".join(unescape(page.split('spellcheck="false">')[1].split("</textarea>")[0]).split())
    assert 'title="Bar&quot; onload=&quot;x" width' in code


def test_the_currency_of_a_weekly_night_changes_for_all_its_events_and_pools(
    club: Club, director: Client
) -> None:
    by = director_of(club)
    event = a_night(club)
    second = tournaments.add_event(
        tournament=event.tournament, name="Doubles", length=5, consolation_length=3, by=by
    )
    for one in (event, second):
        options = funds.FundOptions(fee=10_00, template="winner")
        funds.turn_on_fees(event=one, currency="EUR", options=options, by=by, key="fees")
    pool = funds.FundOptions(fee=5_00, name="Side pool", template="winner")
    funds.open_fund(event=event, kind=funds.FundKind.POOL, options=pool, by=by, key="pool")
    night = weekly_nights.save_night_from_tournament(tournament=event.tournament, by=by)
    address = reverse("change-weekly-tournament", args=[club.slug, night.pk])
    form = {**NIGHT, "name": night.name, "fee": "1200", "currency": "JPY"}

    assert director.post(address, form).status_code == 303

    night.refresh_from_db()
    now = timezone.now() + timedelta(days=7)
    started = weekly_nights.start_night(night=night, by=by, now=now)
    fees = FundTerms.objects.filter(event__tournament=started).order_by("event", "fund")
    assert Tournament.objects.get(pk=started.pk).currency == "JPY"
    assert list(fees.values_list("fee", flat=True)) == [1200, 5, 10]
