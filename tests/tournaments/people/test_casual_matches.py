"""Casual matches: permission to open one, reporting, and what one counts for."""

import pytest
from django.utils import timezone

from matches.actors import SYSTEM, Identity
from matches.services import badges, lifecycle, reporting
from rules.errors import Refusal
from tests.factories import a_player, a_user, with_account
from tests.factory_recordings import replayed
from tests.matches.refusals import refused
from tests.tournaments.club_evenings import a_club, director_of, rating_list_of
from tournaments.models import CasualMatch, Club, RatingChange
from tournaments.people.queries import casual_matches as casual_match_queries
from tournaments.people.services import casual_matches, clubs, members
from tournaments.ratings.services.ratings import rate_match, rebuild
from tournaments.seasons.queries import season_results

pytestmark = pytest.mark.django_db


@pytest.fixture
@replayed
def club() -> Club:
    club = a_club()
    for name in ("Anna", "Bruno"):
        members.enrol(club=club, player=a_player(name), by=director_of(club))
    return club


def open_match(club: Club, identity: Identity | None = None, key: str = "", length: int = 5) -> CasualMatch:
    """Open a casual match between Anna and Bruno, by default as director of the club."""
    white, black = (club.memberships.get(player__name=name).player for name in ("Anna", "Bruno"))
    by = identity or Identity(user=director_of(club))
    return casual_matches.open_casual_match(
        club=club, white=white, black=black, length=length, identity=by, key=key
    )


def report_win(row: CasualMatch) -> None:
    """Report a win of White as director of the club."""
    by = Identity(user=director_of(row.club))
    reporting.report(match=row.match, white_score=row.match.length, black_score=1, identity=by)


def set_casual_purpose(club: Club, for_what: str) -> Club:
    """Set what casual matches of the club count for."""
    return clubs.update_page(club=club, page=clubs.ClubPage(casual=for_what), by=director_of(club))


def test_a_match_opened_at_the_desk_is_in_play_and_can_be_reported(club: Club) -> None:
    row = open_match(club, key="one")
    assert open_match(club, key="one").pk == row.pk
    assert (row.match.status, row.match.desk, row.match.length) == ("running", club.desk, 5)
    assert [casual_match.match.pk for casual_match in casual_match_queries.open_matches(club)] == [
        row.match.pk
    ]

    report_win(row)

    assert casual_match_queries.open_matches(club) == []
    assert [casual_match.match.winner for casual_match in casual_match_queries.finished_matches(club)] == [
        "white"
    ]


def test_two_players_have_one_open_match_at_a_time(club: Club) -> None:
    open_match(club)
    with refused("plays_already"):
        open_match(club)


@pytest.mark.parametrize(
    ("for_what", "rows", "expected"), [("nothing", 0, 0), ("ratings", 2, 0), ("both", 2, 1)]
)
def test_a_match_counts_for_what_the_club_has_set(
    club: Club, for_what: str, rows: int, expected: int
) -> None:
    row = open_match(set_casual_purpose(club, for_what))
    report_win(row)
    rate_match(match_id=row.match_id)

    row.match.refresh_from_db()
    day = timezone.localdate(row.match.settled_at)
    assert RatingChange.objects.filter(match=row.match, replaced_in=None).count() == rows
    assert season_results.counted_matches(club, day, day).count() == expected
    assert rebuild(rating_list=rating_list_of(club)) == 0


def test_what_a_match_counts_for_is_fixed_when_it_is_opened(club: Club) -> None:
    row = open_match(club)
    set_casual_purpose(club, "both")
    report_win(row)
    assert rate_match(match_id=row.match_id) == 0


def test_a_void_match_is_removed_from_the_ratings(club: Club) -> None:
    row = open_match(set_casual_purpose(club, "ratings"))
    report_win(row)
    rate_match(match_id=row.match_id)
    lifecycle.void_match(match=row.match, reason="A mistake", by=director_of(club))
    rate_match(match_id=row.match_id)
    assert RatingChange.objects.filter(match=row.match, replaced_in=None).count() == 0


def test_members_open_their_own_match_by_account_or_badge_if_the_club_allows_it(club: Club) -> None:
    anna, bruno = (club.memberships.get(player__name=name).player for name in ("Anna", "Bruno"))
    user = a_user()
    type(anna).objects.filter(pk=anna.pk).update(user=user)
    with refused("not_your_casual"):
        open_match(club, with_account(a_user()))

    by_account = open_match(club, with_account(type(user).objects.get(pk=user.pk)))
    assert by_account.by == user
    report_win(by_account)
    badge = badges.issue_badge(desk=club.desk, player=bruno, by=SYSTEM).badge
    assert open_match(club, Identity(badge=badge)).by is None

    clubs.update_page(club=club, page=clubs.ClubPage(members_open=False), by=director_of(club))
    club.refresh_from_db()
    with refused("not_your_casual"):
        open_match(club, Identity(badge=badge))


def test_only_members_play(club: Club) -> None:
    members.leave(membership=club.memberships.get(player__name="Bruno"), by=director_of(club))
    with refused("not_a_member"):
        open_match(club)


def test_a_match_against_oneself_or_of_excessive_length_is_refused(club: Club) -> None:
    anna = club.memberships.get(player__name="Anna").player
    by = Identity(user=director_of(club))
    with refused("plays_himself"):
        casual_matches.open_casual_match(club=club, white=anna, black=anna, length=5, identity=by)
    with pytest.raises(Refusal):
        open_match(club, length=100)
    assert CasualMatch.objects.count() == 0


def test_the_result_of_another_clubs_match_moves_no_rating_here(club: Club) -> None:
    other = a_club()
    row = open_match(set_casual_purpose(club, "ratings"))
    report_win(row)
    rate_match(match_id=row.match_id)
    assert rebuild(rating_list=rating_list_of(other)) == 0
    assert RatingChange.objects.exclude(rating_list__club=club).count() == 0
