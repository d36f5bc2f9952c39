"""What a club plays, as people see and steer it: weekly nights, casual matches, attendance, dates, embeds."""

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
from matches.services import players
from tests.factories import a_player
from tests.tournaments.club_evenings import a_club, a_night, director_of, play_out
from tests.tournaments.club_pages import signed_in, text_of
from tests.tournaments.team_evenings import a_team_event
from tournaments import scheduling
from tournaments.models import CasualMatch, Club, TeamMember, Tournament, WeeklyNight
from tournaments.services import members, tournaments

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


def test_a_weekly_night_is_saved_skipped_started_and_filled_with_regulars(
    club: Club, director: Client
) -> None:
    index = reverse("weekly-tournaments", args=[club.slug])
    assert director.post(index, {**NIGHT, "length": "x"}).status_code == 400
    assert director.post(index, NIGHT).status_code == 303
    night = WeeklyNight.objects.get()
    fees = night.events[0]["features"]["finances"]["funds"][0]
    assert (night.events[0]["lengths"], fees["fee"]) == ([7, 5], 10_00)
    a_night(club, ("Anna", "Bruno"), week=-1)
    Tournament.objects.update(weekly=night)
    page = text_of(director, index)
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
    result = text_of(director, started["Location"])
    codes = list(Player.objects.filter(name__in=("Anna", "Bruno")).values_list("code", flat=True))
    assert all(code in result for code in codes)
    assert director.post(started["Location"], {"key": "k"}).status_code == 400
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
    result = text_of(director, address)
    assert ('value="20:30"' in result, 'value="10.00"' in result, "Swiss, 7-point matches" in result) == (
        True,
    ) * 3

    mapping = {
        **NIGHT,
        "weekday": "2",
        "begins": "21:00",
        "fee": "12,50",
        "scheme": "knockout",
        "length": "3",
    }
    assert director.post(address, {**mapping, "tables": "x"}).status_code == 400
    assert director.post(address, mapping).status_code == 303
    first = WeeklyNight.objects.get()
    assert director.post(address, {**mapping, "fee": "", "anew": "on"}).status_code == 303
    second = WeeklyNight.objects.get()

    fees = first.events[0]["features"]["finances"]["funds"][0]
    assert (first.weekday, first.events[0]["plan"], fees["fee"]) == (2, weekly_night.events[0]["plan"], 12_50)
    item = second.events[0]
    assert (item["plan"]["stages"][0]["format"], item["lengths"][0], item["features"]) == ("knockout", 3, {})
    assert "every Wednesday" in text_of(director, index)
    assert "changes from now on" in text_of(director, reverse("audit-log", args=[club.slug]))
    director.post(reverse("weekly-tournament-action", args=[club.slug, weekly_night.pk, "end"]))
    assert director.get(address).status_code == 404


def test_the_page_of_nights_asks_as_much_for_many_as_for_one(
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


def test_an_evening_becomes_weekly_with_one_click(club: Club, director: Client) -> None:
    evening = a_night(club).tournament
    assert director.post(reverse("make-weekly", args=[club.slug, evening.slug])).status_code == 303
    assert WeeklyNight.objects.get().name == "Monday night"


class TestCasualMatches:
    """Opened by the desk, by a member's account, or by his badge."""

    @pytest.fixture
    def people(self, club: Club) -> dict[str, str]:
        for name in ("Anna", "Bruno", "Carla"):
            members.enrol(club=club, player=a_player(name), by=director_of(club))
        return dict(Player.objects.values_list("name", "code"))

    def test_the_desk_opens_one_for_any_two(
        self, club: Club, director: Client, people: dict[str, str]
    ) -> None:
        address = reverse("casual", args=[club.slug])
        mapping = {"white": people["Anna"], "black": people["Bruno"], "length": "7", "key": "k"}
        assert director.post(address, {**mapping, "black": people["Anna"]}).status_code == 400
        opened = director.post(address, mapping)
        match = CasualMatch.objects.get().match
        assert opened["Location"] == reverse("report", args=[match.code])
        page = text_of(Client(), address)
        assert "Anna – Bruno" in page
        assert director.post(address, {**mapping, "key": "other"}).status_code == 409

    def test_a_badge_opens_its_holders_own(self, club: Club, people: dict[str, str]) -> None:
        address = reverse("casual", args=[club.slug])
        anna = Player.objects.get(name="Anna")
        client = Client()
        assert client.post(address, {}).status_code == 403
        client.post("/b/", {"token": players.issue_badge(desk=club.desk, player=anna, by=SYSTEM).token})
        others = {"white": people["Carla"], "black": people["Bruno"], "length": "5", "key": "k"}
        assert client.post(address, others).status_code == 400
        assert client.post(address, {**others, "white": people["Anna"]}).status_code == 303
        assert CasualMatch.objects.get().by is None


def test_attendance_is_a_grid_and_a_file(club: Club) -> None:
    for week, names in enumerate((("Anna", "Bruno"), ("Anna", "Carla"))):
        play_out(a_night(club, names, week=week))
    Tournament.objects.update(starts_at=timezone.now() - timedelta(days=3))
    page = text_of(Client(), reverse("attendance", args=[club.slug]))
    assert "2 tournaments" in page
    assert page.count('class="is-present"') == 4
    sheet = Client().get(reverse("attendance-csv", args=[club.slug]))
    lines = sheet.content.decode("utf-8-sig").splitlines()
    assert (lines[1].split(",")[:4], len(lines)) == (["Anna", "2", "2", "2"], 4)


def test_parts_of_a_club_are_shown_on_other_sites(club: Club) -> None:
    for part in ("next", "leaders", "nonsense"):
        page = Client().get(reverse("embed-club", args=[club.slug]) + f"?part={part}")
        assert (page.status_code, "X-Frame-Options" in page) == (200, False)
    assert "iframe" in text_of(Client(), reverse("embed-club-code", args=[club.slug]))


def test_the_calendar_has_the_weeks_to_come_and_says_which_is_left_out(club: Club) -> None:
    by = director_of(club)
    night = tournaments.save_night_from_tournament(tournament=a_night(club).tournament, by=by)
    first, second = islice(scheduling.days_from(night.weekday, timezone.localdate()), 2)
    tournaments.skip_night(night=night, day=second, by=by, reason="Holiday")

    feed = Client().get(reverse("club-calendar", args=[club.slug])).content.decode()

    dates = feed.split("BEGIN:VEVENT")[1:]
    mapping = {line: date for date in dates for line in date.splitlines() if line.startswith("UID:")}
    items = [date for uid, date in mapping.items() if uid.endswith(".night@crawford")]
    assert len(items) == 8
    played = next(date for date in items if first.isoformat() in date)
    left_out = next(date for date in items if second.isoformat() in date)
    assert ("STATUS:CONFIRMED" in played, "STATUS:CANCELLED" in left_out) == (True, True)
    assert "DESCRIPTION:Holiday" in left_out


def test_of_a_team_its_members_came(club: Club) -> None:
    event = a_team_event(club)
    Tournament.objects.update(starts_at=timezone.now() - timedelta(days=3))
    people = set(TeamMember.objects.filter(event=event).values_list("player__name", flat=True))
    teams = set(event.entries.values_list("player__name", flat=True))

    sheet = Client().get(reverse("attendance-csv", args=[club.slug])).content.decode("utf-8-sig")

    names = {line.split(",")[0] for line in sheet.splitlines()[1:]}
    assert (names, names & teams) == (people, set())


def test_embed_code_for_other_sites_contains_any_name_of_a_club() -> None:
    quoted = a_club('Bar" onload="x')
    page = text_of(Client(), reverse("embed-club-code", args=[quoted.slug]))
    code = " ".join(unescape(page.split('spellcheck="false">')[1].split("</textarea>")[0]).split())
    assert 'title="Bar&quot; onload=&quot;x" width' in code
