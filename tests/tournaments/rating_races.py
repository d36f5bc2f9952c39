"""Results rated at the same moment make one ledger, the one their order gives.

Run by `tests/house/test_races.py` on a real PostgreSQL.
"""

from tests.racing import ON_POSTGRES, at_once
from tests.tournaments.nights import a_club, a_night, match_at, rating_list_of, settle
from tournaments.models import RatingChange
from tournaments.queries import ratings
from tournaments.ratings.ledger import fold
from tournaments.services.rating import rate

pytestmark = ON_POSTGRES


def test_four_results_rated_at_once_are_rated_once_and_in_order():
    club = a_club()
    event = a_night(club, [f"Player {n}" for n in range(8)])
    matches = [settle(match_at(event, f"M1-{n}")) for n in range(1, 5)]
    # The outbox has rated them one by one as they were settled: begin again with an empty ledger.
    RatingChange.objects.all().delete()
    at_once([lambda pk=match.pk: rate(match_id=pk) for match in reversed(matches) for _ in range(2)])
    results = [dated.result for dated in ratings.results_from(club.pk, None)]
    stored = ratings.changes_from(rating_list_of(club), None)
    assert [(row.match_id, row.player_id, row.after) for row in stored] == [
        (change.match, change.player, change.after.rating) for change in fold(results).changes
    ]
    assert RatingChange.objects.filter(replaced_in=None).count() == 8
