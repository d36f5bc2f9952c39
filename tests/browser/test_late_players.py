"""Late players, postponed matches and unanswered reports: clicks of the director, and what phones show."""

import os
import re
from datetime import timedelta
from pathlib import Path

import pytest
from django.utils import timezone

from matches.actors import SYSTEM
from matches.lateness import PENALTY_SCALES
from matches.models import Match, Report
from matches.services import desks, unanswered_reports
from tests import factories
from tests.browser.conftest import OpenDevice
from tests.browser.journeys import took
from tests.browser.page_addresses import path_of, table_of
from tests.browser.phones import PASSWORD, Phone
from tests.factory_recordings import replayed
from tests.tournaments import club_evenings
from tournaments.models import Event
from tournaments.play.entries.services import entries

NAMES = ("Anna Rossi", "Bruno Ferrari", "Carla De Santis", "Dario Colombo")
WAIT = 10


@pytest.fixture
@replayed
def event() -> Event:
    """An event of called matches to 7, with lateness penalties and reports that become final undisputed."""
    director = factories.a_user("director", password=PASSWORD)
    night = club_evenings.a_night(club_evenings.a_club("Monday Club", by=director), NAMES, length=7)
    desks.set_times(
        desk=night.tournament.desk, scale=PENALTY_SCALES["ukbgf"], final_after=WAIT, clock="us", by=SYSTEM
    )
    return night


@pytest.fixture
def director(open_device: OpenDevice, event: Event) -> Phone:
    """The laptop of the director, signed in."""
    laptop = open_device(1280)
    laptop.sign_in()
    return laptop


def called_ago(event: Event, minutes: float) -> list[Match]:
    """The called matches, with a call that many minutes ago."""
    matches = event.tournament.desk.matches.filter(status="called").order_by("table__number")
    matches.update(called_at=timezone.now() - timedelta(minutes=minutes))
    return list(matches)


def test_players_start_the_match_with_their_phone(
    open_device: OpenDevice, event: Event, director: Phone
) -> None:
    match = called_ago(event, 6)[0]
    phone = open_device(360)
    phone.open(table_of(match))
    phone.tap("Start the match")
    phone.page.get_by_text("Start the match").wait_for(state="detached")
    director.open(path_of(event, "desk/"))
    assert director.page.locator(f"#late-{match.code}").count() == 0
    match.refresh_from_db()
    assert match.status == "running"


def test_an_undisputed_report_shows_its_deadline_and_becomes_final(
    open_device: OpenDevice, event: Event, director: Phone
) -> None:
    match = called_ago(event, 1)[0]
    one, other = open_device(360), open_device(360)
    one.open(table_of(match))
    one.report(match.white.name, 3)
    one.page.get_by_text("Waiting for the other player").wait_for()
    other.open(table_of(match))
    director.open(path_of(event, "desk/"))
    take_screenshot(other, "phone-final")
    take_screenshot(director, "desk-final")
    for screen in (one, other, director):
        assert re.search(r"Final at \d\d:\d\d unless disputed \((9:5|10:0)\d left\)", screen.text())
        assert screen.weight() <= 200_000

    Report.objects.update(at=timezone.now() - timedelta(minutes=WAIT))
    assert unanswered_reports.finalise_due_matches() == 1
    one.open(f"/m/{match.code}/")
    assert "not disputed in time" in one.text()
    assert "Confirmed" in one.text()


def test_a_player_of_the_waiting_list_replaces_an_absent_one(event: Event, director: Phone) -> None:
    by = club_evenings.director_of(event.tournament.club)
    entries.enter_waiting(event=event, names="Zoe Angelini", by=by, key="wait")
    match = called_ago(event, 11)[0]
    director.open(path_of(event, "desk/"))
    absent = event.entries.get(player=match.white)
    director.page.get_by_label("No-show", exact=True).select_option(str(absent.number))
    director.taps += 1
    director.tap("Zoe Angelini steps in")
    director.page.locator(f"#row-{match.code}", has_text="Zoe Angelini").wait_for()
    took("J7 instead", director.taps)
    match.refresh_from_db()
    assert (match.white.name, match.status) == ("Zoe Angelini", "called")


def test_a_match_is_postponed_and_resumed(open_device: OpenDevice, event: Event, director: Phone) -> None:
    match = called_ago(event, 1)[0]
    director.open(f"/m/{match.code}/")
    director.tap("Postpone match")
    section = director.page.locator("#postpone")
    section.get_by_label("Reason").fill("The hall closes")
    section.get_by_label(f"Time left for {match.white.name}").fill("12:34")
    section.get_by_label(f"Time left for {match.black.name}").fill("9:05")
    section.get_by_label("Position").fill("4HPwATDgc/ABMA")
    director.tap(section.get_by_role("button", name="Postpone"))
    director.page.locator("#score").get_by_text("12:34").wait_for()
    take_screenshot(director, "match-postponed")
    director.open(path_of(event, "desk/"))
    take_screenshot(director, "desk-postponed")
    director.tap("Resume")
    director.page.locator("#postponed li").wait_for(state="detached")
    match.refresh_from_db()
    assert (director.taps, match.status) == (1, "called")


def take_screenshot(screen: Phone, name: str) -> None:
    """Save screenshots of a screen in both colour schemes and languages, if the environment names a
    folder."""
    folder = os.environ.get("PICTURES")
    if not folder:
        return
    width = (screen.page.viewport_size or {"width": 0})["width"]
    for language in ("en", "it"):
        for scheme in ("light", "dark"):
            screen.page.emulate_media(color_scheme=scheme)
            screen.page.context.add_cookies(
                [{"name": "django_language", "value": language, "url": screen.address}]
            )
            screen.page.reload()
            screen.page.wait_for_timeout(300)
            shot = Path(folder) / f"{name}-{width}-{scheme}-{language}.png"
            screen.page.screenshot(path=shot, full_page=True)
    screen.page.context.clear_cookies(name="django_language")
    screen.page.reload()
