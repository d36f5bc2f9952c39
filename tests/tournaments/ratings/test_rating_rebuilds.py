"""Rebuilds of rating lists: in batches without long locks, and correct whatever is rated meanwhile."""

from contextlib import contextmanager
from datetime import date, timedelta

import pytest
from django.db import connection

from matches.models import Match, Outbox
from matches.services import outbox, settling
from tests.tournaments.club_evenings import a_club, a_night, director_of, match_at, rating_list_of, settle
from tournaments import known_ratings
from tournaments.exchange.past_results import ParsedResults, PastRow
from tournaments.importing.services import history_import
from tournaments.models import RatingChange, RatingList, RatingListChange
from tournaments.rating_systems.rating_changes import rate_results
from tournaments.ratings.queries import ratings
from tournaments.ratings.services import ratings as rating_services
from tournaments.ratings.services.ratings import OvertakenError, rate_match, rebuild

pytestmark = pytest.mark.django_db

NAMES = ("Anna", "Bruno", "Carla", "Dario", "Elena", "Fabio")
MATCHES, BATCH_SIZE = 24, 8
LEDGER = RatingChange._meta.db_table


@pytest.fixture(autouse=True)
def small(monkeypatch):
    """Lower the limits, so that two dozen results need several batches."""
    monkeypatch.setattr(rating_services, "MAX_RESULTS_AT_ONCE", 5)
    monkeypatch.setattr(rating_services, "BATCH_SIZE", BATCH_SIZE)


@pytest.fixture
def club():
    """A club with two dozen results of an earlier year, rated."""
    club = a_club()
    pairs = [(one, other) for one in NAMES for other in NAMES if one != other][:MATCHES]
    rows = [
        PastRow(n + 1, date(2024, 1, 1) + timedelta(days=n), "Night", *pair, 5, (5, n % 5), True, "played")
        for n, pair in enumerate(pairs)
    ]
    choices = dict.fromkeys(range(len(NAMES)), "new")
    history_import.import_results(
        club=club, name="2024.csv", results=ParsedResults(tuple(rows)), choices=choices, by=director_of(club)
    )
    process_outbox()
    return club


def process_outbox():
    """Process outbox messages until none is pending."""
    while row := Outbox.objects.filter(sent_at=None).order_by("pk").first():
        outbox.deliver_message(outbox_id=row.pk)


def ledger(rating_list):
    return [(row.match_id, row.player_id, row.after) for row in ratings.changes_from(rating_list, None)]


def replayed(rating_list):
    results = [dated.result for dated in ratings.results_of(rating_list, None)]
    changes = rate_results(results, known_ratings.parameters_of(rating_list)).changes
    return [(change.match, change.player, change.after.rating) for change in changes]


def is_consistent(club):
    """Whether the ledger is what the results give, nothing is pending, and no draft is left."""
    rating_list = rating_list_of(club)
    drafts = RatingChange.objects.filter(rating_list=rating_list, edition__gt=rating_list.edition)
    return ledger(rating_list) == replayed(rating_list) and not rating_list.is_pending and not drafts.exists()


def correct(match, by):
    won = match.winner == "white"
    scores = {"white_score": 0 if won else 5, "black_score": 5 if won else 0}
    settling.correct_result(match=match, by=by, reason="Sheet found", **scores)


def first_corrected(club):
    match = Match.objects.earliest("settled_at", "pk")
    correct(match, director_of(club))
    return match


@contextmanager
def watching_statements(report):
    """Call `report` with every SQL statement and its row count."""

    def watch(execute, sql, params, many, context):
        result = execute(sql, params, many, context)
        report(sql, context["cursor"].rowcount)
        return result

    with connection.execute_wrapper(watch):
        yield


@contextmanager
def meanwhile(act, times=1):
    """Call `act`, that many times, when a rebuild compares the stored rows with the results."""
    remaining = [times]

    def seen(sql, _rows):
        if sql.startswith("SELECT") and f'FROM "{LEDGER}"' in sql and "LIMIT" not in sql and remaining[0]:
            remaining[0] -= 1
            act()

    with watching_statements(seen):
        yield
    assert remaining == [0]


def test_a_rebuild_writes_in_batches(club):
    sizes, depth = [0], [0]

    def seen(sql, rows):
        opens, closes = sql.startswith("SAVEPOINT"), sql.startswith("RELEASE SAVEPOINT")
        depth[0] += opens - closes
        if (opens and depth[0] == 1) or depth[0] == 0:
            sizes.append(0)
        if LEDGER in sql and not sql.startswith("SELECT"):
            sizes[-1] += sql.count("(%s") if sql.startswith("INSERT") else rows

    rating_list = rating_list_of(club)
    RatingList.objects.filter(pk=rating_list.pk).update(parameters={"base": 1000.0})
    with watching_statements(seen):
        rebuild(rating_list=rating_list)
    assert (max(sizes), sum(sizes)) == (BATCH_SIZE, 2 * MATCHES)
    assert is_consistent(club)


def test_a_correction_of_an_old_result_is_rated_by_the_outbox(club):
    before = ledger(rating_list_of(club))
    match = first_corrected(club)
    assert rate_match(match_id=match.pk) == 0
    rating_list = rating_list_of(club)
    assert (rating_list.is_pending, ledger(rating_list)) == (True, before)
    process_outbox()
    assert is_consistent(club)
    assert ledger(rating_list_of(club)) != before


def test_a_rebuild_without_differences_writes_nothing(club):
    rating_list = rating_list_of(club)
    assert rebuild(rating_list=rating_list) == 0
    again = rating_list_of(club)
    assert (again.edition, again.generation, again.is_pending) == (
        rating_list.edition,
        rating_list.generation,
        False,
    )


class TestMeanwhile:
    """Changes while another edition of the ledger is written."""

    @pytest.fixture(autouse=True)
    def first_correction(self, club):
        first_corrected(club)

    def test_a_new_result_is_rated(self, club):
        match = match_at(a_night(club), "M1-1")
        with meanwhile(lambda: rate_match(match_id=settle(match).pk)):
            process_outbox()
        assert is_consistent(club)
        assert match.pk in {key for key, *_ in ledger(rating_list_of(club))}

    def test_another_old_result_is_corrected(self, club):
        with meanwhile(lambda: correct(Match.objects.order_by("settled_at")[1], director_of(club))):
            process_outbox()
        assert is_consistent(club)

    def test_a_second_rebuild_is_finished(self, club):
        with meanwhile(lambda: rebuild(rating_list=rating_list_of(club))):
            process_outbox()
        assert is_consistent(club)

    def test_the_rating_system_is_changed(self, club):
        def changed():
            settings = {**ratings.settings_of(rating_list_of(club)), "system": "glicko2-1"}
            rating_services.change_list(rating_list=rating_list_of(club), by=director_of(club), **settings)

        with meanwhile(changed):
            process_outbox()
        assert is_consistent(club)
        assert rating_list_of(club).system == "glicko2-1"
        assert {row.player_id for row in ratings.changes_from(rating_list_of(club), None)} == {
            move[0] for move in RatingListChange.objects.get().moves
        }

    def test_a_list_changed_too_often_stays_pending(self, club):
        def renamed():
            name = f"{rating_list_of(club).claimed}"
            RatingList.objects.filter(club=club).update(name=name)

        rate_match(match_id=Match.objects.earliest("settled_at", "pk").pk)
        with pytest.raises(OvertakenError), meanwhile(renamed, times=rating_services.MAX_ATTEMPTS):
            rebuild(rating_list=rating_list_of(club))
        assert rating_list_of(club).is_pending


@pytest.mark.django_db(transaction=True)
def test_a_killed_worker_leaves_the_old_ledger_until_the_next_run(club):
    inserts, before = [], ledger(rating_list_of(club))

    def die(sql, _rows):
        inserts.append(sql) if sql.startswith(f'INSERT INTO "{LEDGER}"') else None
        if len(inserts) == 3:
            raise KeyboardInterrupt

    RatingList.objects.filter(club=club).update(parameters={"base": 1000.0})
    with pytest.raises(KeyboardInterrupt), watching_statements(die):
        rebuild(rating_list=rating_list_of(club))
    rating_list = rating_list_of(club)
    assert (ledger(rating_list), rating_list.is_pending) == (before, True)
    assert RatingChange.objects.filter(edition=rating_list.claimed).exists()
    rating_services.deliver_rebuild({"list": rating_list.pk})
    assert is_consistent(club)
    assert not RatingChange.objects.filter(edition=rating_list.claimed).exists()


def test_a_new_result_during_a_change_of_system_is_rated(club):
    """From FIBS to Glicko-2, which cannot go on from FIBS ratings."""
    match = settle(match_at(a_night(club), "M1-1"))
    rating_list = rating_list_of(club)
    settings = {**ratings.settings_of(rating_list), "system": "glicko2-1"}
    rating_services.change_list(rating_list=rating_list, by=director_of(club), **settings)
    assert rate_match(match_id=match.pk) == 0
    process_outbox()
    assert is_consistent(club)


def test_an_abandoned_rebuild_is_queued_by_the_next_result(club):
    rate_match(match_id=first_corrected(club).pk)
    Outbox.objects.filter(kind=rating_services.REBUILD).delete()
    rate_match(match_id=settle(match_at(a_night(club), "M1-1")).pk)
    process_outbox()
    assert is_consistent(club)
