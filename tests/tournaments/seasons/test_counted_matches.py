"""What counts of one played tournament: in its reports, the year, the records, ratings and careers."""

import pytest

from matches.models import Match, Player
from matches.queries import player_history
from tests.tournaments.club_evenings import (
    a_club,
    a_night,
    director_of,
    rating_list_of,
    settle_and_rate,
)
from tournaments.models import Pairing
from tournaments.play.draws import services as draws
from tournaments.play.entries.services import entries
from tournaments.play.tournaments.services import tournaments
from tournaments.ratings.queries import ratings
from tournaments.reports.queries import event_report
from tournaments.seasons.queries import careers, honours

pytestmark = pytest.mark.django_db
YEAR = 2026


def of_name(name):
    return Player.objects.get(name=name)


def add_doubles(event):
    """Play an event of doubles of one point in the tournament of another event; return it."""
    by = director_of(event.tournament.club)
    doubles = tournaments.add_event(
        tournament=event.tournament, name="Doubles", length=1, consolation_length=1, by=by
    )
    entries.enter_names(event=doubles, names="Anna / Bruno\nCarla / Dario", by=by, key="pairs")
    draws.draw(event=doubles, by=by)
    draws.publish(event=doubles, by=by)
    return doubles


def get_open_match(event):
    """Return the next match of an event without a result, or None."""
    return (
        Match.objects.filter(pairing__event=event, settled_at=None).order_by("pairing__round", "pk").first()
    )


@pytest.fixture
def event():
    """Main bracket to 1 point, whose first match is a walk-over, and a consolation; doubles to 1 point."""
    event = a_night(a_club(), length=1)
    first = Pairing.objects.filter(event=event, round=1).earliest("position").match
    settle_and_rate(first, ending="walkover")
    for each in (event, add_doubles(event)):
        while match := get_open_match(each):
            settle_and_rate(match)
    return event


def test_matches_to_one_point_count_everywhere_as_others_do(event):
    club = event.tournament.club
    reports = [event_report.get_event_report(each) for each in event.tournament.events.all()]
    played = [report.statistics.played for report in reports]
    review = honours.get_year_review(club, YEAR)
    singles = ratings.results_of(rating_list_of(club), None)
    assert (review.matches, len(singles)) == (sum(played), played[0])
    assert played == [2, 1]


def test_the_record_book_counts_as_the_pages_of_players_do(event):
    club = event.tournament.club
    book = honours.get_honours(club).records
    own = {row.player.name: row.count for row in book.most_matches}
    for name, count in own.items():
        outcomes = player_history.get_outcomes(of_name(name))
        assert sum(each.played for each in player_history.tally_by_length(outcomes)) == count
        career = careers.get_career(club, of_name(name), rating_list_of(club))
        assert career.won + career.lost == count


def test_the_most_active_of_a_year_are_people_who_played_alone_or_in_a_pair(event):
    review = honours.get_year_review(event.tournament.club, YEAR)
    played = {
        name: player_history.count_played(of_name(name)) for name in ("Anna", "Bruno", "Carla", "Dario")
    }
    most = max(played.values())
    assert {(row.player.name, row.count) for row in review.most_active} == {
        (name, count) for name, count in played.items() if count == most
    }
