"""How events, matches and rounds are named where they stand among others of a tournament."""

import re
from datetime import UTC, datetime

import pytest
from django.test import Client
from django.utils.translation import override

from tests.factory_recordings import replayed
from tests.tournaments.club_evenings import a_club, director_of, match_at, settle
from tests.tournaments.play.draws.test_views_stages import Chair
from tests.tournaments.play.event_pages.test_views_public import path_of
from tournaments.messages import round_title
from tournaments.models import Event
from tournaments.play.draws import services as draws
from tournaments.play.entries.services import entries
from tournaments.play.tournaments.services import tournaments
from tournaments.play.tournaments.services.tournaments import TournamentSetup
from tournaments.templatetags.events import match_title

pytestmark = pytest.mark.django_db

FOUR = ("Anna", "Bruno", "Carla", "Dario")


@pytest.fixture
@replayed
def events() -> tuple[Event, Event]:
    """A weekend of two events in play, "Main" and "Blitz", of two pairs of players each."""
    club = a_club("Dice")
    by = director_of(club)
    tournament = tournaments.create_tournament(
        club=club,
        name="Autumn Cup",
        starts_at=datetime(2026, 10, 5, 12, 0, tzinfo=UTC),
        setup=TournamentSetup(tables=8),
        by=by,
    )
    rows = []
    for name, suffix in (("Main", ""), ("Blitz", " Blitz")):
        event = tournaments.add_event(tournament=tournament, name=name, length=5, consolation_length=3, by=by)
        names = "\n".join(f"{one}{suffix}" for one in FOUR)
        entries.enter_names(event=event, names=names, by=by, key=name)
        draws.draw(event=event, by=by)
        draws.publish(event=event, by=by)
        event.refresh_from_db()
        rows.append(event)
    return rows[0], rows[1]


def test_the_home_page_names_the_tournament_of_an_event(client: Client, events: tuple[Event, Event]) -> None:
    page = client.get("/").text
    cards = [
        " ".join(re.sub(r"<[^>]+>", " ", card).split())
        for card in re.findall(r'<p class="label">.*?</h2>', page, re.DOTALL)
    ]
    assert sorted(cards) == ["Dice · Autumn Cup Blitz", "Dice · Autumn Cup Main"]


def test_an_event_and_its_bracket_of_one_name_are_named_once(
    client: Client, events: tuple[Event, Event]
) -> None:
    main, _ = events
    client.force_login(director_of(main.tournament.club))
    desk = client.get(path_of(main, "desk/")).text
    assert ("Main · Main" in desk, "Main · Semi-final" in desk, "Blitz · Main · Semi-final" in desk) == (
        False,
        True,
        True,
    )


def test_a_match_of_another_event_is_named_with_its_event_on_every_page_of_the_desk(
    client: Client, events: tuple[Event, Event]
) -> None:
    main, blitz = events
    client.force_login(director_of(main.tournament.club))
    match = match_at(blitz, "M1-1")
    pages = (
        f"desk/find/?q={match.white.name.split()[0]}",
        f"desk/find/?q={match.table}",
        f"desk/match/{match.code}/",
        f"desk/correct/{match.code}/",
    )
    titles = {page: client.get(path_of(main, page)).text.count("Blitz · Main · Semi-final") for page in pages}
    assert titles == dict.fromkeys(pages, 1)
    settle(match)
    assert "Blitz · Main · Semi-final" in client.get(path_of(main, f"desk/correct/{match.code}/")).text
    tournament_page = client.get(f"/clubs/{main.tournament.club.slug}/{main.tournament.slug}/").text
    assert "<span>Main · Semi-final</span>" in tournament_page
    assert "<span>Blitz · Main · Semi-final</span>" in tournament_page


@pytest.mark.parametrize(
    ("language", "name", "expected"),
    [
        ("en", "Main", "Main · Semi-final"),
        ("it", "Main", "Main · Semifinale"),
        ("en", "Principale", "Principale · Semi-final"),
        ("it", "Principale", "Principale · Semifinale"),
        ("it", "Blitz", "Blitz · Principale · Semifinale"),
    ],
)
def test_an_event_named_like_its_bracket_is_named_once_in_every_language(
    events: tuple[Event, Event], language: str, name: str, expected: str
) -> None:
    match = match_at(events[0], "M1-1")
    with override(language):
        assert match_title(match, {match.pk: name}) == expected


def test_the_final_of_a_flight_called_final_is_named_once() -> None:
    assert round_title("final", 1, (1, 1), (2, 2)) == "Final"


def test_the_page_of_an_event_has_its_own_latest_results(client: Client, events: tuple[Event, Event]) -> None:
    main, blitz = events
    for event in events:
        settle(match_at(event, "M1-1"))

    def get_results(event: Event) -> str:
        page = client.get(path_of(event)).text
        return page.split('id="latest-name"')[1].split("</section>")[0]

    assert ["Blitz" in get_results(event) for event in (main, blitz)] == [False, True]


def test_a_round_of_byes_has_no_losers_in_its_heading(client: Client) -> None:
    chair = Chair(client, "double")
    chair.begin(["Anna", "Bruno", "Carla", "Dario", "Elena", "Fabio"])

    page = client.get(path_of(chair.event, "bracket/")).text

    headings = [
        " ".join(re.sub(r"<[^>]+>", " ", part).split())
        for part in re.findall(r'<div class="round-name">(.*?)</div>', page, re.DOTALL)
    ]
    assert headings[4:6] == ["Round 1 byes only", "Round 2 losers finish 5th–6th"]


def test_opening_a_round_that_cannot_be_previewed_does_not_speak_of_changes(client: Client) -> None:
    chair = Chair(client, "swiss", rounds=3)
    chair.begin(["Anna", "Bruno", "Carla", "Dario"])

    answer = client.get(path_of(chair.event, "desk/round/swiss/"), {"away": 99})

    page = answer.text
    assert answer.status_code == 400
    assert ("Nothing was changed" in page, "These pairings cannot be previewed" in page) == (False, True)


def test_opening_the_next_round_too_early_does_not_speak_of_changes(client: Client) -> None:
    chair = Chair(client, "swiss", rounds=3)
    chair.begin(["Anna", "Bruno", "Carla", "Dario"])
    chair.post("round/swiss")

    opened = client.get(path_of(chair.event, "desk/round/swiss/")).text
    sent = chair.post("round/swiss").text

    assert ['id="refusal"' in page for page in (opened, sent)] == [True, True]
    assert ["Nothing was changed" in page for page in (opened, sent)] == [False, True]
