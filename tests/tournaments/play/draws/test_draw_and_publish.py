"""The draw that is published at once: one command, which is undone as a whole."""

import pytest
from django.test import Client

from matches.models import Match
from tests.tournaments import club_evenings
from tests.tournaments.play.desk.test_views_desk import message, send
from tests.tournaments.play.draws.test_views_stages import Chair
from tests.tournaments.play.event_pages.test_views_public import a_draft, path_of
from tournaments.models import Event, EventStatus, JournalEntry, Tournament

pytestmark = pytest.mark.django_db

NAMES = ["Anna", "Bruno", "Carla", "Dario"]


def describe(event: Event) -> tuple[str, int, int]:
    """The status, the number of draws in effect or undone, and that of matches at a table."""
    event.refresh_from_db()
    drawn = JournalEntry.objects.filter(event=event, kind="drawn").count()
    return event.status, drawn, Match.objects.filter(pairing__event=event, table__isnull=False).count()


def test_one_button_draws_publishes_and_calls_and_one_undo_takes_all_back(client: Client) -> None:
    event = a_draft(4)
    client.force_login(club_evenings.director_of(event.tournament.club))
    assert f'formaction="{path_of(event, "desk/draw/publish/")}"' in client.get(
        path_of(event, "desk/")
    ).content.decode().replace("&amp;", "&")

    answer = send(client, event, "draw/publish", version=event.version)

    assert (answer.status_code, answer["Location"]) == (303, path_of(event, "desk/"))
    assert describe(event) == (EventStatus.PUBLISHED, 1, 2)
    send(client, event, "undo")
    assert describe(event) == (EventStatus.DRAFT, 1, 0)


def test_a_button_pressed_twice_draws_once(client: Client) -> None:
    event = a_draft(4)
    client.force_login(club_evenings.director_of(event.tournament.club))
    fields = {"version": event.version}

    answers = [send(client, event, "draw/publish", **fields).status_code for _ in range(2)]

    assert (answers, describe(event)) == ([303, 303], (EventStatus.PUBLISHED, 1, 2))


def test_the_first_round_of_a_swiss_is_paired_with_it(client: Client) -> None:
    chair = Chair(client, "swiss", rounds=2)
    chair.post("names", enter=1, names="\n".join(NAMES))

    assert chair.post("draw/publish").status_code == 303

    assert describe(chair.event) == (EventStatus.PUBLISHED, 1, 2)


def test_unmarked_players_are_left_out_on_request(client: Client) -> None:
    chair = Chair(client, "knockout_consolation")
    chair.post("names", enter=1, names="\n".join([*NAMES, "Elena"]))
    for entry in (1, 2, 3, 4):
        chair.post("presence", entry=entry, presence="here")
    refused = chair.post("draw/publish")
    assert (refused.status_code, describe(chair.event)) == (409, (EventStatus.DRAFT, 0, 0))
    assert message(refused)

    assert chair.post("draw/publish", absent="without").status_code == 303

    assert describe(chair.event) == (EventStatus.PUBLISHED, 1, 2)


def test_a_hidden_tournament_is_not_drawn_by_it_as_its_draw_cannot_be_published(client: Client) -> None:
    event = a_draft(4)
    Tournament.objects.update(is_draft=True)
    client.force_login(club_evenings.director_of(event.tournament.club))

    answer = send(client, event, "draw/publish", version=event.version)

    assert (answer.status_code, describe(event)) == (409, (EventStatus.DRAFT, 0, 0))
