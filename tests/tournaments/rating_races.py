"""Results rated concurrently give the same ledger as rated in their order.

Run by `tests/site/test_races.py` on a real PostgreSQL.
"""

from matches.models import Outbox
from matches.services import outbox
from tests.concurrent_clients import ON_POSTGRES, at_once
from tests.tournaments.club_evenings import a_club, a_night, match_at, rating_list_of, settle
from tournaments import known_ratings
from tournaments.models import RatingChange, RatingList
from tournaments.rating_systems.rating_changes import rate_results
from tournaments.ratings.queries import ratings
from tournaments.ratings.services import ratings as rating_services
from tournaments.ratings.services.ratings import rate_match

pytestmark = ON_POSTGRES


def test_results_rated_concurrently_are_rated_once_and_in_order():
    club = a_club()
    event = a_night(club, [f"Player {n}" for n in range(8)])
    matches = [settle(match_at(event, f"M1-{n}")) for n in range(1, 5)]
    # The outbox has already rated each match as it was settled: empty the ledger first.
    RatingChange.objects.all().delete()
    at_once([lambda pk=match.pk: rate_match(match_id=pk) for match in reversed(matches) for _ in range(2)])
    results = [dated.result for dated in ratings.results_from(club.pk, None)]
    stored = ratings.changes_from(rating_list_of(club), None)
    assert [(row.match_id, row.player_id, row.after) for row in stored] == [
        (change.match, change.player, change.after.rating) for change in rate_results(results).changes
    ]
    assert RatingChange.objects.filter(replaced_in=None).count() == 8


def test_concurrent_rebuilds_and_a_new_result_give_one_ledger(monkeypatch):
    monkeypatch.setattr(rating_services, "MAX_RESULTS_AT_ONCE", 3)
    monkeypatch.setattr(rating_services, "BATCH_SIZE", 4)
    club = a_club()
    event = a_night(club, [f"Player {n}" for n in range(8)])
    *_, last = [settle(match_at(event, f"M1-{n}")) for n in range(1, 5)]
    rating_list = rating_list_of(club)
    RatingList.objects.filter(pk=rating_list.pk).update(parameters={"base": 1000.0})
    RatingChange.objects.filter(rating_list=rating_list, match=last).delete()
    rebuilds = [lambda: rating_services.rebuild(rating_list=rating_list) for _ in range(3)]
    at_once([*rebuilds, lambda: rate_match(match_id=last.pk)])
    while row := Outbox.objects.filter(sent_at=None).order_by("pk").first():
        outbox.deliver_message(outbox_id=row.pk)
    rating_list.refresh_from_db()
    results = [dated.result for dated in ratings.results_of(rating_list, None)]
    assert [(row.match_id, row.player_id, row.after) for row in ratings.changes_from(rating_list, None)] == [
        (change.match, change.player, change.after.rating)
        for change in rate_results(results, known_ratings.parameters_of(rating_list)).changes
    ]
    assert not rating_list.is_pending
    assert not RatingChange.objects.filter(rating_list=rating_list, edition__gt=rating_list.edition).exists()
