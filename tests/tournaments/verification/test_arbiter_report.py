"""The report for an arbiter."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournaments.club_evenings import a_club, a_night, play_out
from tournaments.models import Event

pytestmark = pytest.mark.django_db


def path_of(event: Event, name: str) -> str:
    return reverse(name, args=[event.tournament.club.slug, event.tournament.slug, event.slug])


def test_try(client: Client) -> None:
    event = a_night(a_club())
    play_out(event)
    for part in ("overview", "players", "draws", "rounds"):
        page = client.get(path_of(event, "arbiter-report"), {"part": part})
        assert page.status_code == 200
        print(page.text)
    page = client.get(path_of(event, "arbiter-report"), {"player": "1"})
    print(page.text)
    pdf = client.get(path_of(event, "arbiter-report-pdf"))
    assert pdf.status_code == 200
