"""Pages and files count the players who took part, not those who stayed away."""

import pytest
from django.test import Client

from matches.models import Match
from matches.services import rulings
from tests.factory_recordings import replayed
from tests.tournaments import club_evenings
from tests.tournaments.play.draws.test_views_stages import Chair
from tests.tournaments.play.event_pages.test_views_public import path_of
from tournaments.models import Event
from tournaments.play.entrants.queries.participants import filter_participants
from tournaments.play.entries.services import entries
from tournaments.play.tournaments.queries import tournaments
from tournaments.play.tournaments.services import tournaments as tournament_services
from tournaments.reports.queries import event_report, report_tables
from tournaments.seasons.queries import honours, season_results

pytestmark = pytest.mark.django_db

FOUR = ("Anna", "Bruno", "Carla", "Dario")


@replayed
def a_night_without_dario() -> Event:
    """A night of four of whom Dario withdrew after the draw, before any match; the rest is played."""
    event = club_evenings.a_night(club_evenings.a_club(), FOUR)
    dario = event.entries.get(player__full_name="Dario")
    entries.withdraw(entry=dario, by=club_evenings.director_of(event.tournament.club))
    club_evenings.play_out(event)
    event.refresh_from_db()
    return event


def add_side_event(event: Event) -> None:
    """Add another event, so that the page of the tournament is a list."""
    by = club_evenings.director_of(event.tournament.club)
    tournament_services.add_event(
        tournament=event.tournament, name="Side", length=3, consolation_length=3, by=by
    )


def names_of(event: Event) -> set[str]:
    return {entry.player.full_name for entry in filter_participants(event.entries.select_related("player"))}


def read(address: str) -> str:
    return " ".join(Client().get(address).content.decode().split())


def read_italian(address: str) -> str:
    return " ".join(Client(headers={"Accept-Language": "it"}).get(address).text.split())


def test_a_player_who_withdrew_before_the_first_match_is_counted_nowhere() -> None:
    event = a_night_without_dario()
    add_side_event(event)
    tournament, club = event.tournament, event.tournament.club
    (summary,) = tournaments.summarise_tournaments([tournament])
    event_summary, _side = tournaments.event_summaries(tournament)
    report = event_report.get_event_report(event)

    assert names_of(event) == {"Anna", "Bruno", "Carla"}
    assert (summary.players, event_summary.entered, event_summary.kind) == (3, 3, "players")
    assert ("Took part", "3 players") in report_tables.get_heading(report)
    uncounted = "1 entry without a match (withdrawn, absent or waiting)"
    assert ("Not counted", uncounted) in report_tables.get_heading(report)
    assert f"Not counted as players: {uncounted}." in read(path_of(event, "entries/"))
    assert honours.get_year_review(club, tournament.starts_at.year).players == 3
    assert "finished · 3 players" in read(f"/clubs/{club.slug}/{tournament.slug}/")
    assert "3 players" in read(f"/clubs/{club.slug}/")
    assert "· 3 players" in read(path_of(event, "entries/"))
    answer = Client().get(f"/api/v1/clubs/{club.slug}/tournaments/{tournament.slug}/").json()
    assert (answer["players"], answer["events"][0]["entered"]) == (3, 3)


def test_a_player_who_withdrew_after_a_match_took_part() -> None:
    event = club_evenings.a_night(club_evenings.a_club(), FOUR)
    match = club_evenings.settle(club_evenings.match_at(event, "M1-1"))
    loser = event.entries.get(player=match.black)
    entries.withdraw(entry=loser, by=club_evenings.director_of(event.tournament.club))

    assert names_of(event) == set(FOUR)
    assert "Not counted as players" not in read(path_of(event, "entries/"))


def test_a_no_show_did_not_take_part() -> None:
    event = club_evenings.a_night(club_evenings.a_club(), FOUR)
    match = club_evenings.match_at(event, "M1-1")
    by = club_evenings.director_of(event.tournament.club)
    rulings.walk_over(match=match, winner="white", by=by, reason="")

    assert names_of(event) == set(FOUR) - {match.black.full_name}


def test_pages_of_a_finished_event_say_that_the_standings_have_more_than_the_players() -> None:
    event = a_night_without_dario()
    add_side_event(event)
    tournament = f"/clubs/{event.tournament.club.slug}/{event.tournament.slug}/"
    places = event.entries.filter(place_from__isnull=False).count()

    assert places == 4
    assert "finished · 3 players (4 in the standings)" in read(tournament)
    assert "· 3 players (4 in the standings)" in read(path_of(event, "entries/"))
    assert "3 giocatori (4 in classifica)" in read_italian(path_of(event, "entries/"))


def test_pairs_are_counted_as_pairs() -> None:
    event = club_evenings.a_night(club_evenings.a_club(), ("Anna / Bruno", "Carla / Dario"))
    add_side_event(event)
    (summary,) = tournaments.summarise_tournaments([event.tournament])
    page = read(f"/clubs/{event.tournament.club.slug}/{event.tournament.slug}/")

    assert (summary.players, "in play · 2 pairs" in page) == (4, True)


def test_a_report_names_those_who_ran_the_event_as_its_public_page_does() -> None:
    event = a_night_without_dario()
    director = club_evenings.director_of(event.tournament.club)
    heading = dict(report_tables.get_heading(event_report.get_event_report(event)))
    assert heading["Director"] == director.username
    version = event_report.get_report_version(event)

    director.first_name, director.last_name = "Ada", "Bassi"
    director.save()

    heading = dict(report_tables.get_heading(event_report.get_event_report(event)))
    assert heading["Director"] == "Ada Bassi"
    assert event_report.get_report_version(event) != version


def get_season_field(event: Event) -> set[int]:
    """Return the numbers of players by which a season counts the places of an event."""
    (result,) = season_results.get_season_tournaments([event.tournament])
    return {placing.field for placing in result.placings if placing.flight == "main"}


@pytest.mark.parametrize("event_format", ["swiss", "round_robin"])
def test_a_season_counts_those_who_left_after_a_match_but_not_before(
    event_format: str,
) -> None:
    chair = Chair(Client(), event_format)
    chair.begin(["Anna", "Bruno", "Carla", "Dario", "Elena", "Franco"])
    by = club_evenings.director_of(chair.event.tournament.club)
    entries.withdraw(entry=chair.event.entries.get(player__full_name="Franco"), by=by)
    while not chair.event.pairings.exclude(match=None).exists():
        assert chair.step()
    played = club_evenings.settle(Match.objects.filter(pairing__event=chair.event).first())
    entries.withdraw(entry=chair.event.entries.get(player=played.black), by=by)
    while chair.play() or chair.step():
        pass
    chair.event.refresh_from_db()

    assert names_of(chair.event) == {"Anna", "Bruno", "Carla", "Dario", "Elena"}
    assert get_season_field(chair.event) == {5}


def test_a_season_counts_no_places_for_a_player_of_a_bracket_who_never_came() -> None:
    event = a_night_without_dario()

    assert get_season_field(event) == {3}


def test_a_player_who_won_by_a_walkover_took_part_also_after_leaving() -> None:
    event = club_evenings.a_night(club_evenings.a_club(), FOUR)
    match = club_evenings.match_at(event, "M1-1")
    by = club_evenings.director_of(event.tournament.club)
    rulings.walk_over(match=match, winner="white", by=by, reason="")
    entries.withdraw(entry=event.entries.get(player=match.white), by=by)
    (result,) = season_results.get_season_tournaments([event.tournament])

    participants = {entry.player_id for entry in filter_participants(event.entries.all())}
    assert (match.white_id in participants, result.players) == (True, participants)
