"""Directors read who advances without playing before and after nobody wins a match of a bracket."""

import pytest
from django.test import Client

from tests.factories import a_called_match
from tests.factory_recordings import replayed
from tests.tournaments.club_evenings import a_club, a_night, director_of, match_at, settle
from tests.tournaments.play.event_pages.test_views_public import path_of
from tournaments.models import Event
from tournaments.play.events.unopposed_entries import list_unopposed_without_winner

pytestmark = pytest.mark.django_db

EIGHT = [f"Player {number}" for number in range(1, 9)]


@pytest.fixture
@replayed
def event() -> Event:
    """Eight players of whom the first pairing of the main bracket is still to be played."""
    event = a_night(a_club(), EIGHT)
    for label in ("M1-2", "M1-3"):
        settle(match_at(event, label))
    return event


def winner_of(event: Event, label: str) -> str:
    return match_at(event, label).white.full_name


def loser_of(event: Event, label: str) -> str:
    return match_at(event, label).black.full_name


def test_the_next_opponents_are_named(event: Event) -> None:
    main = f"Main · Semi-final: {winner_of(event, 'M1-2')} advances without playing"
    consolation = f"Consolation · Semi-final: {loser_of(event, 'M1-2')} advances without playing"
    assert list_unopposed_without_winner(match_at(event, "M1-1")) == [main, consolation]


def test_an_opponent_who_is_not_known_yet_is_described() -> None:
    event = a_night(a_club(), EIGHT)
    assert list_unopposed_without_winner(match_at(event, "M1-1")) == [
        "Main · Semi-final: the player who gets there advances without playing",
        "Consolation · Semi-final: the player who gets there advances without playing",
    ]


def test_without_a_bracket_nobody_advances(event: Event) -> None:
    assert list_unopposed_without_winner(a_called_match()) == []


def test_the_desk_says_it_before_and_after_a_double_no_show(client: Client, event: Event) -> None:
    match = match_at(event, "M1-1")
    name = winner_of(event, "M1-2")
    client.force_login(director_of(event.tournament.club))
    before = client.get(path_of(event, f"desk/match/{match.code}/")).text
    assert f"{name} advances without playing" in before

    page = client.post(
        path_of(event, "desk/award/"),
        {"match": match.code, "outcome": "walkover-", "version": match.version, "key": "k"},
        follow=True,
    ).text

    assert f"Main · Semi-final: {name} advances without playing." in page


def test_the_page_of_the_match_says_it_before_the_match_is_void(client: Client, event: Event) -> None:
    match = match_at(event, "M1-1")
    client.force_login(director_of(event.tournament.club))
    page = client.get(f"/m/{match.code}/").text
    fold = page.split('<details id="void"')[1].split("</details>")[0]
    assert f"Main · Semi-final: {winner_of(event, 'M1-2')} advances without playing." in fold


def test_the_preview_of_a_correction_says_it(client: Client, event: Event) -> None:
    settle(match_at(event, "M1-1"))
    settle(match_at(event, "M2-1"))
    settle(match_at(event, "M1-4"))
    settle(match_at(event, "M2-2"))
    first = match_at(event, "M1-1")
    client.force_login(director_of(event.tournament.club))
    page = client.post(
        path_of(event, f"desk/correct/{first.code}/"),
        {
            "white_score": "0",
            "black_score": str(first.length),
            "reach": "",
            "reason": "",
            "look": "1",
            "choice-M2-1": "void",
        },
    ).text

    final = page.split("Main · Final")[1].split("</li>")[0]
    assert "none yet" not in final
    assert f"{winner_of(event, 'M2-2')} advances without playing." in final
