"""The desk of an event says which other events of its tournament wait for the director, and for what."""

import re

import pytest
from django.test import Client

from tests.tournaments import club_evenings
from tests.tournaments.play.draws.test_views_stages import NAMES, Chair
from tests.tournaments.play.event_pages.test_views_public import names, path_of
from tournaments.models import Event
from tournaments.play.draws import services as draws
from tournaments.play.entries.services import entries
from tournaments.play.tournaments.services import tournament_settings, tournaments

pytestmark = pytest.mark.django_db

OTHER_STEP = re.compile(r'<li><a href="([^"]+)">([^<]+)</a>: ([^<]+)</li>')


@pytest.fixture
def chair(client: Client) -> Chair:
    """The director of a Swiss whose second round has not been paired."""
    chair = Chair(client, "swiss", rounds=3)
    chair.begin(NAMES[:6])
    chair.post("round/swiss")
    return chair


def add_knockout(event: Event) -> Event:
    by = club_evenings.director_of(event.tournament.club)
    knockout = tournaments.add_event(
        tournament=event.tournament, name="Blitz", format="knockout", length=1, consolation_length=1, by=by
    )
    entries.enter_names(event=knockout, names="\n".join(names(4)), by=by, key="names")
    draws.draw(event=knockout, by=by)
    return knockout


def other_steps(client: Client, event: Event) -> list[tuple[str, str, str]]:
    return OTHER_STEP.findall(client.get(path_of(event, "desk/")).content.decode())


def test_the_desk_of_another_event_links_to_the_round_to_pair_once_it_is_due(chair: Chair) -> None:
    knockout = add_knockout(chair.event)
    draws.publish(event=knockout, by=chair.director)
    assert other_steps(chair.client, knockout) == []

    chair.play()

    link = path_of(chair.event, "desk/round/swiss/")
    assert other_steps(chair.client, knockout) == [(link, chair.event.name, "Pair round 2 of “Swiss”.")]
    assert other_steps(chair.client, chair.event) == []


def test_an_unpublished_draw_waits_too_and_a_cancelled_event_does_not(chair: Chair) -> None:
    knockout = add_knockout(chair.event)
    link = path_of(knockout, "desk/")
    assert other_steps(chair.client, chair.event) == [(link, "Blitz", "Check the draw, then publish it.")]

    tournament_settings.cancel_event(event=knockout, by=chair.director)
    assert other_steps(chair.client, chair.event) == []


def read_switch(client: Client, address: str) -> list[tuple[str, str]]:
    """The events that a page of the desk leads to, and what it says of each."""
    page = client.get(address).content.decode()
    items = re.findall(r"<li>(.*?)</li>", page.split('id="desk-switch"')[1].split("</nav>")[0], re.DOTALL)
    texts = [re.findall(r">\s*([^<>]*?\S)\s*</(?:a|b|span)>", item) for item in items]
    return [(text[0], text[1]) for text in texts]


def test_the_switch_leads_to_every_event_and_marks_those_that_wait(chair: Chair) -> None:
    knockout = add_knockout(chair.event)
    desk = path_of(chair.event, "desk/")

    assert read_switch(chair.client, desk) == [(chair.event.name, "in play"), ("Blitz", "waits for you")]
    assert path_of(knockout, "desk/") in chair.client.get(desk).content.decode()
    assert read_switch(chair.client, path_of(chair.event, "desk/plan/")) == [
        (chair.event.name, "in play"),
        ("Blitz", "drawn, not yet published"),
    ]
    draws.publish(event=knockout, by=chair.director)
    assert read_switch(chair.client, desk) == [(chair.event.name, "in play"), ("Blitz", "in play")]
