"""Results that a club has already: found by people, day and score, and left out by default."""

from typing import Any

import pytest
from django.test import Client

from matches.actors import SYSTEM
from matches.models import Match, Player
from matches.services import merging
from tests.factories import a_player
from tests.tournaments.club_evenings import a_club, director_of
from tests.tournaments.importing.test_api_imports import send
from tests.tournaments.importing.test_imports import RESULTS, import_previewed, preview
from tournaments.models import Club, PastImport, PastPlace
from tournaments.people.services import members

pytestmark = pytest.mark.django_db

HEAD = "Date;Player 1;Player 2;Result\n"


@pytest.fixture
def club(client: Client) -> Club:
    club = a_club()
    client.force_login(director_of(club))
    return club


def answer(previewed: Any, **people: str) -> dict[str, str]:
    """Return the fields of the form that answer who the ambiguous names are."""
    numbers = {one.name: one.number for one in previewed.context["preview"].flagged}
    return {f"who_{numbers[name.replace('_', ' ')]}": value for name, value in people.items()}


def test_results_pasted_again_are_left_out_whatever_the_order_of_the_names(
    client: Client, club: Club
) -> None:
    import_previewed(client, club, preview(client, club, RESULTS))
    again = HEAD + (
        "05.03.2024;Rossi Anna;Bianchi Bruno;7-5\n"
        "06.03.2024;Carla Verdi;Bruno Bianchi;5-3\n"
        "07.03.2024;Anna Rossi;Carla Verdi;7-1\n"
    )
    previewed = preview(client, club, again)
    codes = {player.full_name: f"p:{player.code}" for player in Player.objects.all()}
    answers = answer(previewed, Rossi_Anna=codes["Anna Rossi"], Bianchi_Bruno=codes["Bruno Bianchi"])
    refreshed = import_previewed(client, club, previewed, button="look", **answers)

    shown = refreshed.context["preview"]
    imported = import_previewed(client, club, previewed, **answers)

    assert [row.line for row in shown.known_results.known.rows] == [2, 3]
    assert imported.status_code == 303
    assert [batch.rows for batch in PastImport.objects.order_by("pk")] == [2, 1]
    assert Match.objects.count() == 3


def test_a_result_of_two_joined_spellings_is_known(client: Client, club: Club) -> None:
    by = director_of(club)
    import_previewed(client, club, preview(client, club, RESULTS.replace("Anna Rossi", "Nina")))
    nina, anna = Player.objects.get(full_name="Nina"), a_player("Anna Rossi")
    members.enrol(club=club, player=anna, by=by)
    merging.merge_players(keep=anna, absorb=nina, by=SYSTEM, reason="One person")
    assert preview(client, club, RESULTS).context["preview"].here == 2


def test_what_is_here_is_imported_nonetheless_if_the_box_is_ticked(client: Client, club: Club) -> None:
    import_previewed(client, club, preview(client, club, RESULTS))
    one = HEAD + "05.03.2024;Anna Rossi;Bruno Bianchi;7-5\n"
    refused = import_previewed(client, club, preview(client, club, one))
    assert (refused.status_code, Match.objects.count()) == (409, 2)
    ticked = import_previewed(client, club, preview(client, club, one), with_known="1")
    assert (ticked.status_code, Match.objects.count()) == (303, 3)


def test_of_two_equal_matches_only_the_stored_one_is_known(client: Client, club: Club) -> None:
    row = "05.03.2024;Anna Rossi;Bruno Bianchi;7-5\n"
    import_previewed(client, club, preview(client, club, HEAD + row))
    previewed = preview(client, club, HEAD + row + row)
    played_again = {"answer-matches_twice": "take"}
    import_previewed(client, club, previewed, button="refresh", **played_again)
    import_previewed(client, club, previewed, **played_again)
    assert [batch.rows for batch in PastImport.objects.order_by("pk")] == [1, 1]


def test_places_that_are_here_are_left_out(client: Client, club: Club) -> None:
    places = "Date;Tournament;Player;Place\n05.03.2024;Spring;Anna Rossi;1\n05.03.2024;Spring;Elio Neri;2\n"
    import_previewed(client, club, preview(client, club, places))
    more = places + "06.03.2024;Summer;Anna Rossi;1\n"
    import_previewed(client, club, preview(client, club, more))
    assert PastPlace.objects.count() == 3


def test_the_api_leaves_out_what_is_here_and_imports_it_on_demand(club: Club) -> None:
    send(club, "results")
    more = RESULTS + "07.03.2024;Spring;Anna Rossi;Carla Verdi;7-1\n"
    previewed = send(club, "results/preview", more).json()
    assert (previewed["here"], [row["line"] for row in previewed["known_rows"]]) == (2, [2, 3])
    assert send(club, "results", more).json()["rows"] == 1
    assert send(club, "results", more).json()["code"] == "past_all_known"
    assert send(club, "results", more, with_known=True).json()["rows"] == 3
