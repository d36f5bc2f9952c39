"""Pages of leagues and ladders pass axe on phones and laptops, in light and dark."""

from datetime import timedelta

import pytest
from django.utils import timezone

from matches.actors import Identity
from matches.models import Player
from tests import factories
from tests.browser.axe import faults
from tests.browser.conftest import OpenDevice
from tests.browser.phones import PASSWORD
from tests.factory_recordings import replayed
from tests.tournaments import club_evenings
from tests.tournaments.leagues import league_seasons as seasons
from tournaments.ladders import services as ladders
from tournaments.ladders.journal.ladder_settings import LadderRules
from tournaments.ladders.queries import get_state
from tournaments.leagues.models import LeagueSeason
from tournaments.leagues.services.seasons import SeasonSpan
from tournaments.webhooks import services, webhook_events
from tournaments.webhooks.models import Webhook

NAMES = ("Maximilian Featherstonehaugh-Cholmondeley", "Łukasz Żółć", *seasons.EIGHT[:6])


@pytest.fixture
@replayed
def season() -> LeagueSeason:
    """A league season with late matches, beside one not begun, one finished, and a ladder."""
    by = factories.a_user("director", password=PASSWORD, is_superuser=True)
    club = club_evenings.a_club("Monday Club", by)
    today = timezone.localdate()
    services.subscribe(club=club, address="https://receiver.invalid/hook", kinds=webhook_events.KINDS, by=by)
    late = seasons.begun(
        club, names=NAMES, span=SeasonSpan(today - timedelta(days=40), today + timedelta(days=9))
    )
    seasons.a_season(club, names=NAMES, name="Coming")
    over = seasons.begun(club, names=NAMES, name="Over")
    seasons.play_in_order(over.event, NAMES)
    ladder = ladders.open_with_members(club=club, name="Ladder", rules=LadderRules(), today=today, by=by)
    codes = [get_state(ladder).members[number].player for number in get_state(ladder).order]
    people = {player.code: player for player in Player.objects.filter(code__in=codes)}
    ladders.challenge(
        ladder=ladder,
        challenger=people[codes[3]],
        holder=people[codes[1]],
        identity=Identity(user=by),
        today=today,
    )
    return late


def test_no_page_of_leagues_and_ladders_has_a_fault(open_device: OpenDevice, season: LeagueSeason) -> None:
    club = f"/clubs/{season.event.tournament.club.slug}/"
    league_seasons = LeagueSeason.objects.select_related("event__tournament").order_by("pk")
    paths = [f"{club}{league.event.tournament.slug}/{league.event.slug}/" for league in league_seasons]
    pages = [
        *("/host/", f"{club}webhooks/", f"{club}webhooks/{Webhook.objects.get().code}/"),
        *(f"{club}leagues/", f"{club}leagues/new/", f"{club}ladders/new/", f"{club}mine/"),
        f"{club}ladders/ladder/?why={season.event.entries.get(number=1).player.code}",
        *(f"{path}league/" for path in paths),
        *(f"{path}desk/league/" for path in paths),
    ]
    device = open_device()
    device.sign_in()

    assert [line for path in pages for line in faults(device, path)] == []
