"""League matches are played where and when their players choose: no page calls them to a table."""

from dataclasses import replace
from datetime import date

import pytest
from django.test import Client
from django.utils import timezone
from django.utils.dateformat import format as date_format

from tests.tournaments.leagues import league_seasons as seasons
from tests.tournaments.leagues.test_views import at, phone, signed_in
from tests.tournaments.leagues.test_withdrawals import text_of
from tournaments.leagues.services import fixtures, reminders

pytestmark = pytest.mark.django_db


def test_no_page_or_message_calls_players_of_a_league_match_to_a_table() -> None:
    league = seasons.begun()
    event, director = league.event, signed_in(league)
    path = f"/clubs/{event.tournament.club.slug}/{event.tournament.slug}/{event.slug}/"
    match = seasons.match_of(event, "Anna", "Bruno")
    anna, bruno = phone(event, "Anna"), phone(event, "Bruno")

    desk = director.get(f"{path}desk/").content.decode()
    badge = anna.get("/b/").content.decode()
    outsider = Client().get(f"/m/{match.code}/report/").content.decode()
    side = "white" if match.white.full_name == "Anna" else "black"
    waiting = anna.post(f"/m/{match.code}/report/", {"winner": side, "points": 2, "key": "one"}, follow=True)
    other = "black" if side == "white" else "white"
    bruno.post(
        f"/m/{match.code}/dispute/", {"report": match.reports.get().number, "winner": other, "points": 3}
    )
    disputed = anna.get(f"/m/{match.code}/report/").content.decode()
    disputed_badge = anna.get("/b/").content.decode()

    assert ("Matches to be played: 12. In play: 0." in desk, "No matches in progress." in desk) == (
        True,
        True,
    )
    assert ("To be played" in badge, "No table yet" in badge, "data-call-title" in badge) == (
        True,
        False,
        False,
    )
    assert ("scan the card" in outsider, "open your badge or sign in" in outsider) == (False, True)
    page = waiting.content.decode()
    assert ("same card" in page, "with their badge or account" in page) == (False, True)
    assert ("come to your table" in disputed, "An official will decide." in disputed) == (False, True)
    assert ("No table yet" in disputed_badge, "Disputed" in disputed_badge) == (False, True)


def test_the_desk_reads_every_act_of_a_player_for_an_overdue_match() -> None:
    league = seasons.begun()
    event = league.event
    club = event.tournament.club
    names = ("Anna", "Bruno", "Carla")
    anna, bruno, carla = (phone(event, name) for name in names)
    match = seasons.match_of(event, "Anna", "Bruno")
    other = seasons.match_of(event, "Carla", "Dario")
    mine = f"/clubs/{club.slug}/mine/"

    anna.post(f"{mine}propose/", {"match": match.code, "play_at": "2030-01-22T20:00", "note": "At mine?"})
    bruno.post(f"{mine}agree/", {"match": match.code, "arrangement": match.arrangements.get().pk})
    carla.post(f"/m/{other.code}/report/", {"winner": "white", "points": 2, "key": "one"})

    text = text_of(at(league, "desk/league/"), signed_in(league))
    day = date_format(timezone.localdate(), "j M")
    assert [
        f"Anna sent a message once, on {day}." in text,
        f"Bruno accepted a time on {day}." in text,
        f"Carla reported a result on {day}." in text,
        "Nothing heard from Bruno." in text.partition("Anna – Bruno")[2].partition("Extend")[0],
        "Nothing heard from Dario." in text,
    ] == [True, True, True, False, True]


def test_a_proposed_time_is_on_the_badge_page_until_it_is_answered() -> None:
    event = seasons.begun().event
    mine = f"/clubs/{event.tournament.club.slug}/mine/"
    anna, bruno = phone(event, "Anna"), phone(event, "Bruno")
    match = seasons.match_of(event, "Anna", "Bruno")
    anna.post(f"{mine}propose/", {"match": match.code, "play_at": "2030-01-22T20:00", "note": ""})

    assert bruno.get("/b/").context["tasks"] == [("Anna proposes Tuesday 22 January, 20:00", mine)]
    assert anna.get("/b/").context["tasks"] == []
    bruno.post(f"{mine}propose/", {"match": match.code, "note": "Rather on Friday"})
    assert bruno.get("/b/").context["tasks"] == []
    assert anna.get("/b/").context["tasks"] == [("Bruno writes: Rather on Friday", mine)]
    anna.post(f"{mine}propose/", {"match": match.code, "play_at": "2030-01-25T20:00", "note": ""})
    latest = match.arrangements.latest("pk")
    bruno.post(f"{mine}agree/", {"match": match.code, "arrangement": latest.pk})
    assert bruno.get("/b/").context["tasks"] == []


def test_log_and_path_name_divisions_and_players_and_no_accounts() -> None:
    league = seasons.begun(terms=replace(seasons.TWO, divisions=("Serie A", "Serie B")))
    event, director = league.event, seasons.director(league)
    anna = phone(event, "Anna")
    seasons.win(event, "Anna", "Dario")
    pairing = seasons.named(event, "Anna", "Bruno").label
    fixtures.extend_deadline(event=event, pairing=pairing, until=date(2099, 12, 1), by=director)
    log, desk_log = text_of(at(league, "journal/")), text_of(at(league, "journal/"), signed_in(league))
    row = seasons.named(event, "Anna", "Bruno")
    names = f"{row.white_entry.player} – {row.black_entry.player}"  # type: ignore[union-attr]

    assert f"Deadline set: {names} 1 December" in log
    assert [(pairing in page, director.username in page) for page in (log, desk_log)] == [
        (False, False),
        (True, True),
    ]
    api_lines = Client().get(f"/api/v1/events/{event.pk}/journal/").json()["results"]
    assert {line["by"] for line in api_lines} == {None}
    for page in (text_of("/b/", anna), log, desk_log):
        assert ("Serie A" in page, "League A" in page) == (True, False)


def test_a_result_entered_in_the_first_minute_of_a_season_is_recorded() -> None:
    event = seasons.begun().event
    seasons.win(event, "Anna", "Bruno")
    match = seasons.match_of(event, "Anna", "Carla")
    data = {"key": "line", "line": "anna carla 5-2"}
    answer = signed_in(event.league).post(at(event.league, "desk/quick/"), data, follow=True)

    match.refresh_from_db()
    assert "Not recorded" not in answer.text
    assert match.status == "settled"


def test_a_match_with_a_report_is_not_called_overdue_to_the_players() -> None:
    league = seasons.begun()
    event = league.event
    mine = f"/clubs/{event.tournament.club.slug}/mine/"
    anna, bruno = phone(event, "Anna"), phone(event, "Bruno")
    match = seasons.match_of(event, "Anna", "Bruno")
    pages = [(mine, anna), (mine, bruno), ("/b/", anna), ("/b/", bruno)]
    before = [text_of(address, client).count("Overdue since") for address, client in pages]
    anna.post(f"/m/{match.code}/report/", {"winner": "white", "points": 2, "key": "one"})
    names = f"{match.white.name} – {match.black.name}"
    public = text_of(at(league, "league/")).partition(names)[2].partition("–")[0]

    assert before == [3, 3, 3, 3]
    assert [text_of(address, client).count("Overdue since") for address, client in pages] == [2, 2, 2, 2]
    assert ("Unconfirmed" in public, "overdue" in public) == (True, False)
    # The desk may decide it without the other player.
    assert "Anna reported a result" in text_of(at(league, "desk/league/"), signed_in(league))


def test_nobody_is_reminded_of_a_match_with_a_report() -> None:
    event = seasons.begun().event
    match = seasons.match_of(event, "Anna", "Bruno")
    phone(event, "Anna").post(f"/m/{match.code}/report/", {"winner": "white", "points": 2, "key": "one"})
    reminders.enqueue_reminders(event=event, today=timezone.localdate())
    assert match.reminders.count() == 0
