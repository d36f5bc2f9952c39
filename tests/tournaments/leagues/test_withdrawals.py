"""A player leaves a league: what becomes of their matches, and what every page says about it."""

import re

import pytest
from django.test import Client
from django.utils import timezone

from matches.services import badges
from tests.tournaments.club_evenings import director_of
from tests.tournaments.leagues import league_seasons as seasons
from tests.tournaments.leagues.test_views import signed_in
from tests.tournaments.play.draws.test_views_stages import Chair
from tournaments.importing.queries import exports
from tournaments.leagues.models import LeagueSeason
from tournaments.models import Event
from tournaments.play.brackets import pairing_sheets
from tournaments.play.brackets.player_paths import get_player_prospects
from tournaments.play.entries.services import entries
from tournaments.play.event_journal.services.journal import undo
from tournaments.play.events import event_state
from tournaments.reports.queries.event_report import get_event_report
from tournaments.seasons.queries.season_results import get_season_tournaments
from tournaments.verification.checker.verify import check_file

pytestmark = pytest.mark.django_db

TEN = ("Anna", "Bruno", "Carla", "Dario", "Elena", "Fabio", "Gina", "Hugo", "Ida", "Lia")


def half_played() -> LeagueSeason:
    """A season in which Dario has played two of four matches, and lost both."""
    league = seasons.begun(names=TEN, sizes=(5, 0))
    for winner in ("Anna", "Bruno"):
        seasons.win(league.event, winner, "Dario")
    league.event.refresh_from_db()
    return league


def path_of(event: Event) -> str:
    return f"/clubs/{event.tournament.club.slug}/{event.tournament.slug}/{event.slug}/"


def number_of(event: Event, name: str) -> int:
    return event.entries.get(player__full_name=name).number


def withdraw(league: LeagueSeason, results: str) -> None:
    entry = league.event.entries.get(player__full_name="Dario")
    entries.withdraw(entry=entry, by=seasons.director(league), results=results)
    league.event.refresh_from_db()


def scores(event: Event) -> dict[str, str]:
    (page, *_others) = Client().get(f"{path_of(event)}league/").context["page"].divisions
    return {line.entry.player.name: line.figures[0].text if line.values else "" for line in page.table.lines}


def test_the_question_names_the_effects_and_proposes_the_usual_rule() -> None:
    league = half_played()
    number = number_of(league.event, "Dario")
    page = signed_in(league).get(f"{path_of(league.event)}desk/entry/{number}/withdraw/")
    text = page.content.decode()

    assert ("Played so far: 2 of 4." in text, text.count("wins without playing.")) == (True, 0)
    preview = page.context["preview"]
    assert (preview.wins, sorted(name for _title, name in preview.open_matches)) == ((), ["Carla", "Elena"])
    # The name of the division, not that of the flight.
    assert {title.partition(" · ")[0] for title, _name in preview.open_matches} == {"Premier"}
    assert 'value="forfeited" checked' in text
    assert 'value="annulled" checked' not in text


def test_a_withdrawal_by_a_change_of_the_draw_asks_the_same_question() -> None:
    league = half_played()
    event, desk, number = league.event, signed_in(league), number_of(league.event, "Dario")

    change = {"act": "withdraw", "entry": number, "flight": "league_1"}
    redirect = desk.get(f"{path_of(event)}desk/change/", change)
    assert redirect.status_code == 303
    assert redirect["Location"] == f"{path_of(event)}desk/entry/{number}/withdraw/?flight=league_1"
    page = desk.get(redirect["Location"])
    assert "Withdraw Dario from Premier?" in page.content.decode()
    answer = desk.post(
        f"{path_of(event)}desk/withdraw/",
        {
            "entry": number,
            "flight": "league_1",
            "results": "annulled",
            "version": event.version,
            "key": "one",
        },
    )

    assert (answer.status_code, scores(event)["Dario"], scores(event)["Anna"]) == (303, "", "0")
    assert event.entries.get(number=number).status == "entered"


@pytest.mark.parametrize(
    ("results", "expected", "sentence"),
    [
        (
            "forfeited",
            {"Anna": "3", "Bruno": "3", "Carla": "3", "Elena": "3", "Dario": "2"},
            "Dario withdrew after 2 of 4 matches: the results count, and the remaining matches are "
            "walk-overs.",
        ),
        (
            "annulled",
            {"Anna": "0", "Bruno": "0", "Carla": "0", "Elena": "0", "Dario": ""},
            "Dario withdrew after 2 of 4 matches: all results are annulled.",
        ),
    ],
)
def test_the_desk_chooses_whether_results_count_and_pages_say_so(
    results: str, expected: dict[str, str], sentence: str
) -> None:
    league = half_played()
    event = league.event
    answer = signed_in(league).post(
        f"{path_of(event)}desk/withdraw/",
        {"entry": number_of(event, "Dario"), "results": results, "version": event.version, "key": "one"},
    )

    assert (answer.status_code, scores(event)) == (303, expected)
    for page in ("league/", "standings/", ""):
        assert sentence in Client().get(path_of(event) + page).content.decode(), page
    assert check_file(exports.write_checker_file(Event.objects.get(pk=event.pk))) == []


def test_undo_and_reinstating_take_the_choice_back() -> None:
    league = half_played()
    before = scores(league.event)
    withdraw(league, "annulled")
    undo(event=league.event, by=seasons.director(league))

    assert scores(league.event) == before
    assert event_state.get_event_state(league.event).withdrawn == {}


def test_played_matches_are_counted_without_walk_overs() -> None:
    league = half_played()
    withdraw(league, "")
    (division, _first) = Client().get(f"{path_of(league.event)}league/").context["page"].divisions

    counts = (division.played_count, division.walkover_count, division.void_count, division.match_count)
    assert counts == (2, 2, 0, 10)
    text = " ".join(Client().get(f"{path_of(league.event)}league/").content.decode().split())
    assert "2 of 10 played, 2 walk-overs" in text
    assert "walk-over against Dario" in text


def text_of(address: str, client: Client | None = None) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", (client or Client()).get(address).content.decode()).split())


def test_every_page_names_a_walk_over_as_such() -> None:
    league = half_played()
    match = seasons.match_of(league.event, "Carla", "Dario")
    withdraw(league, "forfeited")
    path = path_of(league.event)

    page, phone = text_of(f"/m/{match.code}/"), text_of(f"/m/{match.code}/report/")
    assert ("Walk-over for Carla: Dario has withdrawn." in page, "5-away" in page) == (True, False)
    assert "Walk-over for Carla: Dario has withdrawn." in phone
    assert league.event.name + " 1" not in page.partition("Reports and rulings")[2]
    results = text_of(f"{path}results/")
    assert results.count("Walk-over") == 2
    shown_rounds = [text_of(f"{path}?round={number}") for number in range(1, 6)]
    assert sum("Walk-over" in shown_round for shown_round in shown_rounds) == 2
    entry = league.event.entries.get(player__full_name="Carla")
    path_steps = text_of(f"{path}?player={entry.player.code}")
    assert "won Walk-over against Dario" in path_steps


def test_no_page_shows_a_walk_over_for_annulled_results() -> None:
    league = half_played()
    match = seasons.match_of(league.event, "Carla", "Dario")
    withdraw(league, "annulled")
    path = path_of(league.event)

    assert "Dario has withdrawn: all their results are annulled." in text_of(f"/m/{match.code}/")
    results = text_of(f"{path}results/")
    assert (results.count("Walk-over"), results.count("Annulled")) == (0, 2)
    latest = Client().get(path).text.partition('<ol class="list latest">')[2].partition("</ol>")[0]
    marked = [item for item in latest.split("<li>")[1:] if "annulled" in item]
    assert [("Dario" in item) for item in marked] == [True, True]
    assert "Dario" not in "".join(item for item in latest.split("<li>")[1:] if item not in marked)
    (division, _first) = Client().get(f"{path}league/").context["page"].divisions
    counts = (division.played_count, division.walkover_count, division.void_count, division.annulled_count)
    assert counts == (0, 0, 0, 4)
    assert "0 of 10 played, 4 annulled" in text_of(f"{path}league/")


def test_a_played_match_that_is_annulled_is_named_so_and_counts_for_nobody() -> None:
    league = half_played()
    seasons.win(league.event, "Anna", "Bruno")
    played = seasons.match_of(league.event, "Anna", "Dario")
    withdraw(league, "annulled")
    event = Event.objects.get(pk=league.event.pk)
    label = seasons.named(event, "Anna", "Dario").label

    row = next(row for row in pairing_sheets.result_sheet(event).rows if row[0] == label)
    assert ({*row[5:7]}, row[7:]) == ({2, 5}, ["", "Annulled"])
    decided = {row[0]: row[5] for row in pairing_sheets.pairing_sheet(event).rows}
    with_dario = [seasons.named(event, "Dario", other).label for other in ("Anna", "Bruno", "Carla", "Elena")]
    assert [decided[name] for name in with_dario] == ["Annulled"] * 4
    report = get_event_report(event).statistics
    assert (report.matches, report.played, report.points) == (1, 1, 7)
    assert [
        (row["winner"], row["decided"])
        for row in signed_in(league).get(f"/api/v1/events/{event.pk}/pairings/").json()["results"]
        if row["name"] in with_dario
    ] == [(None, "annulled")] * 4
    assert "Dario has withdrawn: all their results are annulled." in text_of(f"/m/{played.code}/")

    anna = event.entries.get(player__full_name="Anna").player
    followed = text_of(f"{path_of(event)}?player={anna.code}")
    assert "Annulled 5–2 against Dario" in followed
    badge = badges.issue_badge(desk=event.tournament.desk, player=anna, by=seasons.director(league)).badge
    (path,) = get_player_prospects(badge, timezone.now()).paths
    assert (path.won, path.lost) == (1, 0)


def test_an_annulled_match_gives_no_points_for_a_season_but_was_attended() -> None:
    chair = Chair(Client(), "round_robin")
    chair.begin(["Anna", "Bruno", "Carla", "Dario"])
    event = chair.event
    seasons.win(event, "Dario", "Anna")
    entries.withdraw(
        entry=event.entries.get(player__full_name="Dario"),
        by=director_of(event.tournament.club),
        results="annulled",
    )
    (result,) = get_season_tournaments([event.tournament])

    assert result.matches == ()
    names = {entry.player.full_name for entry in event.entries.all() if entry.player_id in result.players}
    assert names == {"Anna", "Bruno", "Carla", "Dario"}


@pytest.mark.parametrize(
    ("results", "sentence"),
    [
        ("annulled", "Dario withdrawn: their results are annulled"),
        ("forfeited", "Dario withdrawn: their results count, and the remaining matches are walk-overs"),
    ],
)
def test_the_activity_log_says_what_became_of_the_results(results: str, sentence: str) -> None:
    league = half_played()
    withdraw(league, results)
    assert sentence in signed_in(league).get(f"{path_of(league.event)}desk/journal/").content.decode()
