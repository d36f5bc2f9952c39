"""The ratings of players when a draw seats them, stored in their matches."""

import pytest

from tests.factories import a_player
from tests.tournaments import club_evenings
from tournaments.known_ratings import get_fibs_ratings

pytestmark = pytest.mark.django_db


def test_matches_of_a_new_club_have_no_ratings():
    club = club_evenings.a_club()
    match = club_evenings.match_at(club_evenings.a_night(club), "M1-1")
    assert (match.white_rating, match.black_rating) == (None, None)
    assert get_fibs_ratings(club.pk, [match.white]) == {}


def test_the_next_night_is_seated_with_current_ratings():
    club = club_evenings.a_club()
    first = club_evenings.a_night(club)
    match = club_evenings.match_at(first, "M1-1")
    club_evenings.settle_and_rate(match)
    fibs_ratings = get_fibs_ratings(club.pk, [match.white, match.black, a_player()])
    assert set(fibs_ratings) == {match.white.pk, match.black.pk}
    assert fibs_ratings[match.white.pk] > 1500 > fibs_ratings[match.black.pk]


def test_ratings_of_another_spread_are_converted_to_the_fibs_scale():
    club = club_evenings.a_club()
    wide = club_evenings.rating_list_of(club)
    wide.parameters = {"base": 1000.0, "spread": 4000.0}
    wide.save()
    match = club_evenings.match_at(club_evenings.a_night(club), "M1-1")
    club_evenings.settle_and_rate(match)
    stored = dict(wide.changes.values_list("player", "after"))
    assert get_fibs_ratings(club.pk, [match.white])[match.white.pk] == pytest.approx(
        1500 + (stored[match.white.pk] - 1000) / 2
    )


def test_a_match_stores_the_ratings_of_both_players():
    club = club_evenings.a_club()
    club_evenings.play_out(club_evenings.a_night(club))
    again = club_evenings.match_at(club_evenings.a_night(club, week=1), "M1-1")
    fibs_ratings = get_fibs_ratings(club.pk, [again.white, again.black])
    assert (again.white_rating, again.black_rating) == (
        fibs_ratings[again.white.pk],
        fibs_ratings[again.black.pk],
    )
