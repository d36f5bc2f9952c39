"""The pages of a match that is late, postponed, or closed without play, and their refusals."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from matches.actors import SYSTEM
from matches.lateness import PENALTY_SCALES, Lateness
from matches.models import Match, Penalty, User
from matches.queries.late_matches import LateMatch, get_late_matches, get_lateness
from matches.services import desks, lifecycle, penalties, postponing
from tests.factories import a_called_match, a_desk, a_match, a_report, a_user
from tests.factory_recordings import replayed

pytestmark = pytest.mark.django_db


@pytest.fixture
def official() -> User:
    return a_user("director")


@pytest.fixture
@replayed
def match(official: User) -> Match:
    """A match to seven called to table 1 of a site with every clock."""
    desk = a_desk(official)
    desks.set_times(desk=desk, scale=PENALTY_SCALES["ukbgf"], final_after=10, clock="us", by=SYSTEM)
    return a_called_match(desk)


@pytest.fixture
def at_desk(client: Client, official: User) -> Client:
    client.force_login(official)
    return client


def call_ago(match: Match, minutes: float) -> None:
    Match.objects.filter(pk=match.pk).update(called_at=timezone.now() - timedelta(minutes=minutes))


def send(client: Client, match: Match, action: str, **data: Any) -> tuple[int, str]:
    answer = client.post(f"/m/{match.code}/{action}/", data)
    return answer.status_code, answer.content.decode()


def test_the_phone_says_when_the_match_was_called_and_when_it_is_late(client: Client, match: Match) -> None:
    page = client.get(f"/t/{match.table.code}/").content.decode()
    assert ("Late at" in page, "Start the match" in page) == (True, True)
    call_ago(match, 12)
    assert "Late: 2 penalty points so far." in client.get(f"/t/{match.table.code}/").content.decode()
    call_ago(match, 60)
    assert "Too late" in client.get(f"/t/{match.table.code}/").content.decode()


def test_a_site_without_a_penalty_scale_has_no_clock_and_no_late_matches(client: Client) -> None:
    match = a_called_match()
    call_ago(match, 60)
    page = client.get(f"/t/{match.table.code}/").content.decode()
    assert ("Called at" in page, "Start the match" in page) == (False, False)
    assert (get_late_matches(match.desk, timezone.now()), get_lateness(match, timezone.now())) == ([], None)


def test_late_matches_are_listed_with_the_penalty_still_due(match: Match) -> None:
    now = timezone.now()
    assert get_late_matches(match.desk, now) == []
    call_ago(match, 11)
    match.refresh_from_db()
    lateness = Lateness(2, False, match.called_at + timedelta(minutes=15) if match.called_at else None)
    assert get_late_matches(match.desk, now) == [LateMatch(match, lateness, 2, 2)]
    penalties.penalise_player(match=match, side="white", points=1, by=SYSTEM)
    late_matches = get_late_matches(match.desk, now)
    assert [(late.white, late.black) for late in late_matches] == [(1, 2)]
    assert [penalty.points for penalty in late_matches[0].given] == [1]
    assert late_matches[0].offers == (("white", "Ada", 1), ("black", "Bruno", 2))
    lifecycle.start_match(match=match, by=SYSTEM)
    assert get_late_matches(match.desk, now) == []


def test_points_given_under_an_older_call_do_not_count_against_a_new_one(match: Match) -> None:
    penalties.penalise_player(match=match, side="white", points=2, by=SYSTEM)
    Penalty.objects.update(at=timezone.now() - timedelta(hours=1))
    call_ago(match, 11)
    assert [(late.white, late.black) for late in get_late_matches(match.desk, timezone.now())] == [(2, 2)]


def test_a_penalty_is_given_and_lifted_on_the_page_of_the_match(at_desk: Client, match: Match) -> None:
    status, _ = send(at_desk, match, "penalty", side="black", points=2, version=match.version)
    page = at_desk.get(f"/m/{match.code}/").content.decode()
    assert (status, "Penalty against Bruno" in page, "Remove last penalty" in page) == (302, True, True)
    assert send(at_desk, match, "penalty", side="black", points=2, version=match.version)[0] == 409
    assert send(at_desk, match, "penalty", side="black", points=0)[0] == 400
    assert send(at_desk, match, "penalty/lift", reason="")[0] == 400
    assert send(at_desk, match, "penalty/lift", reason="He was there")[0] == 302
    match.refresh_from_db()
    assert (match.white_score, match.penalties.count()) == (0, 1)


def test_the_page_says_that_reopening_removes_the_penalty_that_ended_the_match(
    at_desk: Client, match: Match
) -> None:
    note = "The penalty that ended this match is removed too."
    assert send(at_desk, match, "penalty", side="black", points=match.length + 1)[0] == 409
    assert send(at_desk, match, "penalty", side="black", points=match.length)[0] == 302
    assert note in at_desk.get(f"/m/{match.code}/").text
    assert send(at_desk, match, "reopen", reason="He was there")[0] == 302
    match.refresh_from_db()
    assert (match.status, match.white_score) == ("running", 0)
    assert note not in at_desk.get(f"/m/{match.code}/").text


def test_a_match_is_postponed_with_both_clocks_or_none(at_desk: Client, match: Match) -> None:
    lone, page = send(at_desk, match, "postpone", reason="Closing", white_clock="12:34")
    assert (lone, "Enter both clock times, or neither." in page) == (400, True)
    odd, page = send(at_desk, match, "postpone", reason="Closing", white_clock="12.34", black_clock="1")
    assert (odd, "Enter minutes and seconds as 12:34." in page) == (400, True)
    status, _ = send(at_desk, match, "postpone", reason="Closing", white_clock="12:34", black_clock="9")
    adjournment = match.adjournments.get()
    assert (status, adjournment.white_clock, adjournment.black_clock) == (302, 754, 540)
    page = at_desk.get(f"/m/{match.code}/").content.decode()
    assert ("12:34" in page, "9:00" in page, "Resume" in page) == (True, True, True)


def test_a_phone_says_that_the_match_is_postponed(client: Client, match: Match) -> None:
    postponing.postpone_match(match=match, reason="Closing", by=SYSTEM)
    for address in (f"/m/{match.code}/report/", f"/m/{match.code}/score/"):
        assert "Postponed." in client.get(address).content.decode()


@pytest.mark.parametrize(
    ("ending", "winner", "status", "stands"),
    [
        ("walkover", "white", 302, ("walkover", "white")),
        ("forfeit", "black", 302, ("forfeit", "black")),
        ("retired", "white", 302, ("retired", "white")),
        ("double_walkover", "white", 302, ("double_walkover", "")),
        ("walkover", "", 302, ("double_walkover", "")),
        ("retired", "", 409, ("", "")),
        ("coffee", "white", 400, ("", "")),
    ],
)
def test_a_match_is_closed_as_it_stands(
    at_desk: Client, match: Match, ending: str, winner: str, status: int, stands: tuple[str, str]
) -> None:
    assert send(at_desk, match, "award", ending=ending, winner=winner)[0] == status
    match.refresh_from_db()
    assert (match.ending, match.winner) == stands


def test_the_end_of_a_match_has_one_label(at_desk: Client, match: Match) -> None:
    send(at_desk, match, "award", ending="double_walkover")
    assert '<span class="badge">Double no-show</span>' in at_desk.get(f"/m/{match.code}/").content.decode()


def test_both_phones_see_when_a_report_becomes_final(client: Client, match: Match) -> None:
    a_report(match)
    for address in (f"/t/{match.table.code}/", f"/m/{match.code}/"):
        page = client.get(address).content.decode()
        assert ("unless disputed" in page, 'data-seconds-left="' in page) == (True, True)


def test_the_clock_of_the_site_stands_on_match_and_score(client: Client, match: Match) -> None:
    for page in (f"/m/{match.code}/", f"/m/{match.code}/score/"):
        assert "14 min per side, 12 s delay" in client.get(page).content.decode()
    penalties.penalise_player(match=match, side="white", points=2, by=SYSTEM)
    assert "Clock time at this score: 12 min." in client.get(f"/m/{match.code}/").content.decode()
    desks.set_times(desk=match.desk, clock="doubles", by=SYSTEM)
    assert "17:30 min per side, 18 s delay" in client.get(f"/m/{match.code}/").content.decode()


def test_a_waiting_match_has_no_clock(client: Client, match: Match) -> None:
    waiting = a_match(match.desk)
    assert get_lateness(waiting, timezone.now()) is None
