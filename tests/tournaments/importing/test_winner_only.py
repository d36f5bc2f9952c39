"""Results of which a list says only who won: shown, counted and found again without points of the loser."""

from datetime import date
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from matches.models import Match, Player
from matches.queries.player_history import compare_players
from matches.services import settling
from tests.tournaments.club_evenings import a_club, director_of
from tests.tournaments.importing.test_imports import import_previewed, preview
from tournaments.models import Club
from tournaments.seasons.queries.season_results import DayRange, get_results_between

pytestmark = pytest.mark.django_db

WINNERS = "Date;Winner;Loser\n05.03.2024;Anna Rossi;Bruno Bianchi\n06.03.2024;Bruno Bianchi;Anna Rossi\n"
SCORES = "Date;Player 1;Player 2;Result\n05.03.2024;Anna Rossi;Bruno Bianchi;7-5\n"


@pytest.fixture
def club(client: Client) -> Club:
    club = a_club()
    client.force_login(director_of(club))
    return club


def preview_again(client: Client, club: Club, text: str) -> Any:
    """Return the preview of results, all of them of matches to seven points."""
    return import_previewed(client, club, preview(client, club, text), button="look", length="7")


def take(client: Client, club: Club, text: str) -> None:
    taken = import_previewed(client, club, preview_again(client, club, text), length="7")
    assert taken.status_code == 303


def test_the_points_of_the_loser_stay_unknown_wherever_the_result_is_shown(
    client: Client, club: Club
) -> None:
    page = preview_again(client, club, WINNERS).content.decode()
    assert "7–?" in page
    assert "7–0" not in page
    take(client, club, WINNERS)
    match = Match.objects.order_by("pk")[0]
    assert (match.white_score, match.black_score, match.is_loser_score_known) == (7, 0, False)
    assert match.shown_points == {"white": "7", "black": "?"}
    anna, bruno = match.white, match.black
    for address in (
        reverse("match", args=[match.code]),
        reverse("player", args=[anna.code]),
        reverse("head-to-head", args=[anna.code, bruno.code]),
    ):
        page = client.get(address).content.decode()
        assert "7–0" not in page
        assert "0–7" not in page
    data = client.get(f"/api/v1/matches/{match.code}/").json()
    assert data["is_loser_score_known"] is False


def test_points_are_counted_only_where_they_are_known(client: Client, club: Club) -> None:
    take(client, club, WINNERS)
    take(client, club, SCORES.replace("05.03", "07.03"))
    anna, bruno = (Player.objects.get(full_name=name) for name in ("Anna Rossi", "Bruno Bianchi"))
    tally = compare_players(anna, bruno)
    assert (tally.one.matches, tally.one.points) == (2, 7)
    assert (tally.other.matches, tally.other.points) == (1, 5)
    assert (tally.played, tally.without_points) == (3, 2)
    page = client.get(reverse("head-to-head", args=[anna.code, bruno.code])).content.decode()
    assert "Of 2 matches only the winner is known; their points are not counted." in page
    days = get_results_between(club, DayRange(date(2024, 3, 1), date(2024, 3, 31)))
    points = [(match.winner_points, match.loser_points) for _, day in days for match in day.matches]
    assert points == [(7, None), (7, None), (7, 5)]


def test_a_winner_pasted_again_is_known_and_a_score_of_it_is_queried(client: Client, club: Club) -> None:
    take(client, club, WINNERS)
    again = preview_again(client, club, WINNERS).context["preview"]
    assert (again.here, again.differing) == (2, 0)
    scored = preview_again(client, club, SCORES).context["preview"]
    assert (scored.here, scored.differing) == (0, 1)


def test_a_winner_of_a_match_whose_score_is_stored_is_known(client: Client, club: Club) -> None:
    take(client, club, SCORES)
    again = preview_again(client, club, WINNERS).context["preview"]
    assert again.here == 1


def test_a_correction_makes_the_points_known_also_to_nil(client: Client, club: Club) -> None:
    take(client, club, WINNERS)
    match = Match.objects.order_by("pk")[0]
    settling.correct_result(
        match=match, white_score=7, black_score=0, by=director_of(club), reason="The card says so"
    )
    match.refresh_from_db()
    assert (match.is_loser_score_known, match.shown_points) == (True, {"white": "7", "black": "0"})
    settling.reopen_match(match=Match.objects.order_by("pk")[1], by=director_of(club), reason="Not played")
    reopened = Match.objects.order_by("pk")[1]
    assert (reopened.is_loser_score_known, reopened.rulings.get().black_score) == (True, 0)
