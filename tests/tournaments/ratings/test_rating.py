"""Ratings follow the results: new, corrected, reopened, late and out of order."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import IntegrityError, transaction

from matches.services import settling
from tests.factories import a_match, a_player
from tests.tournaments.club_evenings import (
    a_club,
    a_night,
    backdate,
    director_of,
    match_at,
    play_out,
    rating_list_of,
    settle,
    settle_and_rate,
)
from tournaments import known_ratings
from tournaments.models import RatingChange, RatingList
from tournaments.rating_systems.rating_changes import rate_results
from tournaments.ratings.queries import ratings
from tournaments.ratings.services.ratings import deliver_match, open_rating_list, rate_match, rebuild

pytestmark = pytest.mark.django_db


def ledger(rating_list):
    """The current rows of the ledger in order, without keys and generations."""
    rows = ratings.changes_from(rating_list, None)
    return [(row.match_id, row.player_id, row.before, row.after, row.experience) for row in rows]


def replayed(rating_list):
    """The ledger computed from all results of the club."""
    results = [dated.result for dated in ratings.results_from(rating_list.club_id, None)]
    changes = rate_results(results, known_ratings.parameters_of(rating_list)).changes
    return [
        (change.match, change.player, change.before.rating, change.after.rating, change.before.experience)
        for change in changes
    ]


def test_a_settled_match_adds_an_explained_row_for_each_player():
    club = a_club()
    match = settle_and_rate(match_at(a_night(club), "M1-1"), loser_score=3)
    winner, loser = ratings.changes_from(rating_list_of(club), None)
    assert (winner.player, winner.opponent, winner.won) == (match.white, match.black, True)
    assert (loser.player, loser.opponent, loser.won) == (match.black, match.white, False)
    assert (winner.before, winner.after, winner.delta) == (1500.0, 1522.3607, 22.3607)
    assert winner.explanation == {
        "length": 5,
        "distance": 0.0,
        "chance": 0.5,
        "moved": 0.5,
        "ramp": 5.0,
        "experience": 0,
        "delta": 22.3607,
    }
    assert winner.at == match.settled_at


def test_the_outbox_rates_a_settled_match(django_capture_on_commit_callbacks):
    club = a_club()
    event = a_night(club)
    with django_capture_on_commit_callbacks(execute=True):
        settle(match_at(event, "M1-1"))
    assert len(ledger(rating_list_of(club))) == 2


def test_rating_twice_writes_once():
    club = a_club()
    match = settle(match_at(a_night(club), "M1-1"))
    assert (rate_match(match_id=match.pk), rate_match(match_id=match.pk)) == (2, 0)
    deliver_match({"match": match.pk})
    assert RatingChange.objects.count() == 2


@pytest.mark.parametrize("ending", ["walkover", "forfeit", "retired"])
def test_a_match_that_was_not_played_out_is_not_rated(ending):
    club = a_club()
    settle_and_rate(match_at(a_night(club), "M1-1"), ending=ending)
    assert ledger(rating_list_of(club)) == []


def test_a_match_of_no_event_is_not_rated():
    club = a_club()
    assert rate_match(match_id=a_match(club.desk).pk) == 0
    assert rate_match(match_id=10**9) == 0


def test_rating_match_by_match_equals_the_replay_of_the_results():
    club = a_club()
    play_out(a_night(club, [f"Player {n}" for n in range(9)]))
    rating_list = rating_list_of(club)
    assert ledger(rating_list) == replayed(rating_list)
    assert rating_list.generation == 1


def test_a_correction_rates_later_matches_again_and_keeps_old_rows():
    club = a_club()
    event = a_night(club, [f"Player {n}" for n in range(8)])
    first, second, third = (settle_and_rate(match_at(event, f"M1-{n}")) for n in (1, 2, 3))
    rating_list = rating_list_of(club)
    before = list(RatingChange.objects.order_by("id").values_list("pk", "after"))
    settling.correct_result(
        match=second, white_score=2, black_score=5, by=director_of(club), reason="Sheet read upside down"
    )
    rate_match(match_id=second.pk)
    rating_list.refresh_from_db()
    assert ledger(rating_list) == replayed(rating_list)
    assert rating_list.generation == 2
    assert list(RatingChange.objects.filter(generation=1).values_list("pk", "after")) == before
    marks = dict(RatingChange.objects.filter(generation=1).values_list("match", "replaced_in"))
    assert marks == {first.pk: None, second.pk: 2, third.pk: 2}


def test_a_correction_with_the_same_winner_changes_no_ratings():
    club = a_club()
    match = settle_and_rate(match_at(a_night(club), "M1-1"), loser_score=1)
    settling.correct_result(match=match, white_score=5, black_score=4, by=director_of(club), reason="Score")
    assert rate_match(match_id=match.pk) == 0
    assert rating_list_of(club).generation == 1


def test_a_reopened_result_leaves_the_ledger():
    club = a_club()
    event = a_night(club)
    first = settle_and_rate(match_at(event, "M1-1"))
    second = settle_and_rate(match_at(event, "M1-2"))
    settling.reopen_match(match=first, by=director_of(club), reason="Not finished")
    rate_match(match_id=first.pk)
    rating_list = rating_list_of(club)
    assert ledger(rating_list) == replayed(rating_list)
    assert {row[0] for row in ledger(rating_list)} == {second.pk}


def test_a_result_rated_late_takes_its_place_in_the_order():
    club = a_club()
    event = a_night(club)
    early = backdate(settle(match_at(event, "M1-1")), minutes=30)
    late = settle_and_rate(match_at(event, "M1-2"))
    final = settle_and_rate(match_at(event, "M2-1"))
    rate_match(match_id=early.pk)
    rating_list = rating_list_of(club)
    assert [row[0] for row in ledger(rating_list)[::2]] == [early.pk, late.pk, final.pk]
    assert ledger(rating_list) == replayed(rating_list)


def test_results_of_another_club_are_not_rated():
    one, other = a_club(), a_club()
    play_out(a_night(one))
    play_out(a_night(other))
    assert {row[0] for row in ledger(rating_list_of(one))}.isdisjoint(
        row[0] for row in ledger(rating_list_of(other))
    )
    assert ledger(rating_list_of(one)) == replayed(rating_list_of(one))


def test_a_second_list_with_its_own_constants_is_rated_too():
    club = a_club()
    slow = RatingList.objects.create(club=club, name="Slow", parameters={"ramp_start": 1.0})
    settle_and_rate(match_at(a_night(club), "M1-1"))
    assert [row[3] for row in ledger(slow)] == [1504.4721, 1495.5279]


def test_a_new_list_counts_from_the_first_result():
    club = a_club()
    event = a_night(club)
    first = settle_and_rate(match_at(event, "M1-1"))
    late = open_rating_list(club=club, name="Late", parameters={"base": 1000.0}, by=director_of(club))
    second = settle_and_rate(match_at(event, "M1-2"))
    assert [row[0] for row in ledger(late)[::2]] == [first.pk, second.pk]
    assert ledger(late) == replayed(late)


# With a fixture that changes settings nothing is replayed: the rows are those that the services write.
@pytest.mark.usefixtures("settings")
def test_a_rebuild_of_a_correct_ledger_writes_nothing():
    club = a_club()
    play_out(a_night(club))
    assert rebuild(rating_list=rating_list_of(club)) == 0
    assert rating_list_of(club).generation == 1


def test_a_rebuild_after_new_constants_replaces_all_rows_once():
    club = a_club()
    matches = play_out(a_night(club))
    rating_list = rating_list_of(club)
    rating_list.parameters = {"base": 1000.0}
    rating_list.save()
    assert rebuild(rating_list=rating_list) == 2 * len(matches)
    rating_list.refresh_from_db()
    assert ledger(rating_list) == replayed(rating_list)
    assert (rating_list.generation, rebuild(rating_list=rating_list)) == (2, 0)


def test_rating_the_newest_match_takes_eleven_queries(django_assert_num_queries):
    club = a_club()
    event = a_night(club, [f"Player {n}" for n in range(8)])
    for label in ("M1-1", "M1-2", "M1-3"):
        settle_and_rate(match_at(event, label))
    last = settle(match_at(event, "M1-4"))
    with django_assert_num_queries(11):
        rate_match(match_id=last.pk)


class TestConstraints:
    """The database constraints of the ledger."""

    @pytest.fixture
    def row(self):
        club = a_club()
        settle_and_rate(match_at(a_night(club), "M1-1"))
        row = RatingChange.objects.order_by("id")[0]
        row.pk = None
        row.generation = 2
        return row

    def refused(self, row, constraint):
        with pytest.raises(IntegrityError, match=constraint), transaction.atomic():
            row.save(force_insert=True)

    def test_a_player_has_one_current_row_per_match(self, row):
        self.refused(row, r"rating_once_per_match|edition, \S+player_id, \S+match_id")

    def test_a_player_has_one_row_per_match_and_generation(self, row):
        row.generation, row.replaced_in = 1, 2
        self.refused(row, "generation")

    def test_a_row_is_replaced_only_later(self, row):
        row.replaced_in = 2
        self.refused(row, "rating_replaced_later")

    def test_a_player_is_not_rated_against_themselves(self, row):
        row.player = row.opponent = a_player()
        self.refused(row, "rating_nobody_plays_himself")

    def test_the_rating_of_a_winner_does_not_fall(self, row):
        row.player, row.after = a_player(), row.before - 1
        self.refused(row, "rating_follows_the_result")

    def test_a_list_name_is_used_once_in_a_club(self):
        club = a_club()
        with pytest.raises(IntegrityError), transaction.atomic():
            RatingList.objects.create(club=club, name=rating_list_of(club).name)


class TestCommand:
    """The command `manage.py rebuild_ratings`."""

    def output(self, *slugs):
        buffer = StringIO()
        call_command("rebuild_ratings", *slugs, stdout=buffer)
        return buffer.getvalue().splitlines()

    def test_the_number_of_rows_written_is_printed_by_list(self):
        empty, played = a_club("Acey Deucey"), a_club("Bar Point")
        settle(match_at(a_night(played), "M1-1"))
        assert self.output() == ["acey-deucey: Rating: 0 rows written", "bar-point: Rating: 2 rows written"]
        assert self.output(empty.slug, played.slug) == [
            "acey-deucey: Rating: 0 rows written",
            "bar-point: Rating: 0 rows written",
        ]

    def test_an_unknown_club_is_an_error(self):
        with pytest.raises(CommandError, match="no club at nowhere"):
            self.output("nowhere")
