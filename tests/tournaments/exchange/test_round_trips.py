"""Team events, league seasons and events with money, exported and imported into an empty site."""

from collections.abc import Callable

import pytest
from django.db import transaction

from tests.tournaments import projection_check, team_evenings
from tests.tournaments.club_evenings import a_club, match_at, settle
from tests.tournaments.exchange.sites import brought
from tests.tournaments.exchange.test_importing import bring
from tests.tournaments.finances import fee_factories
from tests.tournaments.leagues import league_seasons as leagues
from tournaments.finances.models import Receipt
from tournaments.importing.queries.exports import write_checker_file, write_event_file
from tournaments.leagues.models import LeagueSeason
from tournaments.leagues.services import seasons
from tournaments.leagues.services.seasons import SeasonSpan
from tournaments.models import Event
from tournaments.verification.checker.verify import check_file

pytestmark = pytest.mark.django_db


def elsewhere(make: Callable[[], list[Event]]) -> list[bytes]:
    """The files of events of another site, rolled back here."""
    with transaction.atomic():
        files = [write_event_file(event) for event in make()]
        transaction.set_rollback(True)
    return files


def a_cup() -> list[Event]:
    """A team event of three teams: one meeting decided, another lined up with one board played."""
    event = team_evenings.a_team_event(a_club(), teams_in=4, ties=("points",), lengths=(5, 3))
    first, second = [row.label for row in event.pairings.filter(board=0).order_by("round", "position")][:2]
    for label in (first, second):
        team_evenings.opened(event, label)
    for board in (f"{first}.1", f"{first}.2", f"{second}.1"):
        settle(team_evenings.match_of(event, board))
    return [event]


def test_a_team_event_is_imported_with_players_line_ups_and_boards() -> None:
    (data,) = elsewhere(a_cup)
    assert check_file(data) == []
    event = brought(data)
    assert write_event_file(event) == data
    assert event.pairings.filter(board__gt=0, winner_entry__isnull=False).count() == 3
    assert check_file(write_checker_file(event)) == []


def two_seasons() -> list[Event]:
    """A finished season with one deadline for all rounds, and the next season."""
    span = SeasonSpan(leagues.SPAN.starts_on, leagues.SPAN.ends_on, "whole")
    first = leagues.begun(span=span)
    leagues.play_in_order(first.event)
    second = seasons.start_next_season(league=first, by=leagues.director(first))
    return [first.event, second.event]


def test_a_league_keeps_its_deadlines_and_previous_season() -> None:
    first, second = elsewhere(two_seasons)
    club = a_club()
    events = [bring(club, data) for data in (first, second)]
    assert [write_event_file(event) for event in events] == [first, second]
    one, other = (LeagueSeason.objects.get(event=event) for event in events)
    assert (other.previous, one.previous) == (one, None)
    assert (one.starts_on, one.ends_on, one.pace) == (leagues.SPAN.starts_on, leagues.SPAN.ends_on, "whole")
    projection_check.check(events[1])


def test_a_season_is_imported_without_its_previous_season() -> None:
    _, second = elsewhere(two_seasons)
    assert LeagueSeason.objects.get(event=brought(second)).previous is None


def test_the_address_of_an_imported_season_has_its_first_day() -> None:
    (data,) = elsewhere(lambda: [leagues.begun().event])
    league = LeagueSeason.objects.get(event=brought(data))
    assert league.event.tournament.slug == f"winter-league-1-{league.starts_on.isoformat()}"


def a_paid_night() -> list[Event]:
    event = fee_factories.a_paying_night()
    fee_factories.everybody_pays(event)
    settle(match_at(event, "M1-1"))
    return [event]


def test_money_is_not_exported() -> None:
    (data,) = elsewhere(a_paid_night)
    assert check_file(data) == []
    event = brought(data)
    assert write_event_file(event) == data
    assert not Receipt.objects.filter(cash_desk__tournament=event.tournament).exists()
    projection_check.check(event)
