"""An imported event is deleted with its results: it no longer counts for ratings and seasons."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.timezone import localdate

from matches.models import Match
from matches.services import lifecycle
from rules.errors import Refusal
from tests.factory_recordings import replayed
from tests.tournaments.club_evenings import a_club, a_night, director_of, match_at, play_out, settle_and_rate
from tests.tournaments.exchange.test_importing import SIX, bring, forget
from tournaments.importing.queries.exports import write_event_file
from tournaments.importing.queries.member_lists import get_member_lists
from tournaments.importing.services.member_lists import undo_member_list
from tournaments.models import Club, Event, RatingChange, RatingList, Season, Tournament
from tournaments.play.tournaments.queries.deletions import preview_event_deletion, preview_tournament_deletion
from tournaments.play.tournaments.services import tournament_settings
from tournaments.ratings.services.ratings import BEGINNING, rate_since
from tournaments.seasons import services as seasons
from tournaments.seasons.queries.season_tables import get_standings
from tournaments.standings.season_settings import RULE_PRESETS

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    return a_club("Elsewhere")


@pytest.fixture
@replayed
def event(club: Club) -> Event:
    """A finished event of another site, imported into a club with a season, and rated."""
    played = a_night(a_club("Home"), SIX)
    play_out(played)
    data = write_event_file(played)
    forget(played)
    event = bring(club, data)
    rate_since(club_id=club.pk, since=BEGINNING)
    return event


@pytest.fixture
@replayed
def season(club: Club) -> Season:
    today = localdate()
    return seasons.open_season(
        club=club,
        name="Autumn",
        starts_on=today - timedelta(days=400),
        ends_on=today + timedelta(days=400),
        rules=RULE_PRESETS["wins"].to_data(),
        by=director_of(club),
    )


def find_open_match(event: Event) -> Match:
    """Return a match of the event that has not been played."""
    match = Match.objects.filter(pairing__event=event, settled_at=None).first()
    assert match is not None
    return match


def get_settings_page(client: Client, event: Event) -> tuple[str, str]:
    """Sign the director in; return the address of the settings and the page."""
    tournament = event.tournament
    client.force_login(director_of(tournament.club))
    address = reverse("tournament-settings", args=[tournament.club.slug, tournament.slug])
    return address, " ".join(re.sub(r"<[^>]+>", " ", client.get(address).text).split())


def test_an_imported_event_is_deleted_with_its_results(client: Client, event: Event, season: Season) -> None:
    club, matches = event.tournament.club, event.pairings.filter(match__isnull=False).count()
    assert RatingChange.objects.filter(match__pairing__event=event).exists()
    rating_list = RatingList.objects.get(club=club)
    address, page = get_settings_page(client, event)
    assert f"{matches} matches with their results" in page
    assert f"its changes of the ratings ({rating_list.name}): later matches are rated again" in page
    assert "its points of the season (Autumn)" in page

    answer = client.post(address, {"action_name": "delete-event", "event": event.slug})

    assert answer.status_code == 303
    assert not Event.objects.filter(pk=event.pk).exists()
    assert not Match.objects.filter(desk=event.tournament.desk_id).exists()
    assert not RatingChange.objects.filter(rating_list=rating_list).exists()
    assert [cell for row in get_standings(season).rows for cell in row.cells if cell is not None] == []


def test_later_matches_are_rated_again_without_it(event: Event) -> None:
    club = event.tournament.club
    night = a_night(club, SIX)
    settle_and_rate(match_at(night, "M1-2"))
    later = RatingChange.objects.filter(match__pairing__event=night, replaced_in=None)
    assert {row.experience for row in later} != {0}

    tournament_settings.delete_event(event=event, by=director_of(club))

    assert {row.experience for row in later.all()} == {0}


def test_the_members_it_brought_are_withdrawn_as_a_list(event: Event) -> None:
    club, by = event.tournament.club, director_of(event.tournament.club)
    (log_entry,) = get_member_lists(club)
    assert undo_member_list(log_entry=log_entry, by=by).removed == 0

    tournament_settings.delete_tournament(tournament=event.tournament, by=by)

    assert not Tournament.objects.filter(club=club).exists()
    assert undo_member_list(log_entry=log_entry, by=by).removed == len(SIX)
    assert not club.memberships.filter(player__isnull=False).exists()


def test_results_recorded_after_the_import_are_named(club: Club) -> None:
    played = a_night(a_club("Home"), SIX)
    settle_and_rate(match_at(played, "M1-2"))
    data = write_event_file(played)
    forget(played)
    event = bring(club, data)
    settle_and_rate(find_open_match(event))

    deletion = preview_event_deletion(event)

    assert (deletion.results, deletion.own_results, deletion.obstacles) == (2, 1, ())
    assert preview_tournament_deletion(event.tournament).results == 2


def test_an_imported_event_with_a_match_in_play_stays(club: Club) -> None:
    played = a_night(a_club("Home"), SIX)
    settle_and_rate(match_at(played, "M1-2"))
    data = write_event_file(played)
    forget(played)
    event, by = bring(club, data), director_of(club)
    lifecycle.start_match(match=find_open_match(event), by=by)

    with pytest.raises(Refusal, match="matches_in_play"):
        tournament_settings.delete_event(event=event, by=by)


def test_an_event_of_this_site_stays_while_it_has_results(client: Client) -> None:
    event = a_night(a_club(), SIX)
    settle_and_rate(match_at(event, "M1-2"))
    with pytest.raises(Refusal, match="event_has_results"):
        tournament_settings.delete_event(event=event, by=director_of(event.tournament.club))
