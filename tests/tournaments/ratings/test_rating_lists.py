"""Rating lists are opened and changed with a preview of the ratings they move."""

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from matches.actors import Identity
from matches.models import Player
from matches.services import players, rulings
from rules.errors import Refusal
from tests.factories import a_player, a_user
from tests.factory_recordings import replayed
from tests.tournaments.club_evenings import a_club, a_night, director_of, play_out, rating_list_of
from tournaments import known_ratings
from tournaments.ladders import services as ladders
from tournaments.ladders.journal.ladder_settings import LadderRules
from tournaments.ladders.models import LadderChallenge
from tournaments.models import RatingList, RatingListChange
from tournaments.rating_systems.glicko2 import Glicko2Parameters
from tournaments.rating_systems.rating_changes import rate_results
from tournaments.rating_systems.registry import parameters
from tournaments.ratings.queries import audit as queries_audit
from tournaments.ratings.queries import ratings
from tournaments.ratings.services import ratings as rating_services
from tournaments.ratings.services.ratings import rate_match

pytestmark = pytest.mark.django_db


@pytest.fixture
@replayed
def club():
    club = a_club()
    play_out(a_night(club))
    return club


def ledger(rating_list):
    return [(row.match_id, row.player_id, row.after) for row in ratings.changes_from(rating_list, None)]


def replayed(rating_list):
    results = [dated.result for dated in ratings.results_of(rating_list, None)]
    changes = rate_results(results, known_ratings.parameters_of(rating_list)).changes
    return [(change.match, change.player, change.after.rating) for change in changes]


def change(rating_list, **more):
    settings = ratings.settings_of(rating_list)
    by = director_of(rating_list.club)
    return rating_services.change_list(rating_list=rating_list, by=by, **{**settings, **more})


@pytest.mark.parametrize("system", ["elo-1", "glicko2-1"])
def test_a_list_of_another_system_counts_all_results(club, system):
    rating_list = rating_services.open_rating_list(
        club=club, name="Other", system=system, parameters={}, by=director_of(club)
    )
    assert ledger(rating_list) == replayed(rating_list) != []
    event = a_night(club, week=1)
    for match in play_out(event):
        rate_match(match_id=match.pk)
    assert ledger(rating_list) == replayed(rating_list)


def test_the_preview_of_a_change_lists_the_moves_it_makes(club):
    rating_list = rating_list_of(club)
    preview = ratings.preview_rating_moves(rating_list, parameters("fibs-1", {"ramp_start": 1.0}), "singles")
    list_change = change(rating_list, parameters={"ramp_start": 1.0}, reason="No ramp any more")
    rating_list.refresh_from_db()
    assert [[move.player.pk, *move.place, *move.rating] for move in preview] == list_change.moves
    assert (rating_list.generation, ledger(rating_list)) == (2, replayed(rating_list))
    (listed_change,) = ratings.changes_of(rating_list)
    assert (listed_change.change.reason, "stands" in listed_change.change.before) == (
        "No ramp any more",
        False,
    )
    assert listed_change.moved == preview


def test_renaming_moves_nobody_and_equal_constants_are_no_change(club):
    rating_list = rating_list_of(club)
    assert change(rating_list) is None
    assert change(rating_list, name="Club rating").moves == []
    assert RatingListChange.objects.count() == 1


def test_a_long_list_is_rebuilt_once_by_the_outbox(club, monkeypatch):
    monkeypatch.setattr(rating_services, "MAX_RESULTS_AT_ONCE", 1)
    rating_list = rating_list_of(club)
    before = ledger(rating_list)
    list_change = change(rating_list, parameters={"step": 8.0})
    rating_list.refresh_from_db()
    assert (ledger(rating_list), rating_list.is_pending) == (before, True)
    payload = {"list": rating_list.pk}
    rating_services.deliver_rebuild(payload)
    list_change.refresh_from_db()
    moves = list_change.moves
    rating_services.deliver_rebuild(payload)
    list_change.refresh_from_db()
    rating_list.refresh_from_db()
    assert (ledger(rating_list), list_change.moves) == (replayed(rating_list), moves)
    assert len(moves) == 4


def test_doubles_count_in_a_list_of_their_own(club):
    people = [a_player(name) for name in ("Elena", "Fabio", "Gina", "Hugo")]
    first_pair, second_pair = (
        players.get_or_create_pair(one=people[0], other=people[1]),
        players.get_or_create_pair(one=people[2], other=people[3]),
    )
    doubles = rating_services.open_rating_list(
        club=club, name="Doubles", parameters={}, counts="pairs", by=director_of(club)
    )
    singles = ledger(first_rating_list(club))
    event = a_night(club, ["Elena / Fabio", "Gina / Hugo"], week=2)
    (match,) = play_out(event)
    assert {match.white_id, match.black_id} == {first_pair.pk, second_pair.pk} or first_pair.full_name in str(
        match
    )
    rate_match(match_id=match.pk)
    assert {player for _, player, _ in ledger(doubles)} == {match.white_id, match.black_id}
    assert ledger(first_rating_list(club)) == singles


def test_the_calibration_uses_the_chances_of_the_ledger(club):
    calibration = ratings.get_calibration(rating_list_of(club))
    rows = ratings.changes_from(rating_list_of(club), None)
    chances = [row.explanation["chance"] for row in rows if row.won]
    assert (calibration.matches, calibration.brier) == (
        len(chances),
        pytest.approx(sum((1 - chance) ** 2 for chance in chances) / len(chances)),
    )


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"system": "elo-9"}, "rating_system_unknown"),
        ({"counts": "teams"}, "rating_counts_unknown"),
        ({"parameters": {"step": -1}}, "rating_constant_wrong"),
        ({"name": "Other"}, "name_taken"),
    ],
)
def test_an_invalid_change_is_refused(club, changes, code):
    rating_services.open_rating_list(club=club, name="Other", parameters={}, by=director_of(club))
    rating_list = first_rating_list(club)
    before = ratings.settings_of(rating_list)
    with pytest.raises(Refusal) as excinfo:
        change(rating_list, **changes)
    assert excinfo.value.code == code
    rating_list.refresh_from_db()
    assert ratings.settings_of(rating_list) == before
    with pytest.raises(Refusal, match="club_officers_only"):
        rating_services.change_list(rating_list=rating_list, by=a_user(), **before)


@pytest.mark.parametrize("system", ["fibs-1", "glicko2-1"])
def test_pairs_are_rated_by_their_mean_and_each_member_by_their_own_step(club, system):
    """Anna has played before and Fabio has not, so the steps of the two differ."""
    both = rating_services.open_rating_list(
        club=club, name="Both", system=system, parameters={}, counts="all", by=director_of(club)
    )
    apart = rating_services.open_rating_list(
        club=club, name="Doubles", system=system, parameters={}, counts="members", by=director_of(club)
    )
    names = ["Anna", "Fabio", "Gina", "Hugo"]
    anna = known_ratings.current_changes(both).filter(player__name="Anna").latest("at", "match")
    people = [anna.player, *(a_player(name) for name in names[1:])]
    players.get_or_create_pair(one=people[0], other=people[1])
    players.get_or_create_pair(one=people[2], other=people[3])
    (match,) = play_out(a_night(club, ["Anna / Fabio", "Gina / Hugo"], week=3))
    for rating_list in (both, apart):
        rows = list(ratings.changes_from(rating_list, None))
        assert ledger(rating_list) == replayed(rating_list)
        assert {row.player.name for row in rows if row.match_id == match.pk} == set(names)
    rows_of_match = {
        row.player.name: row for row in ratings.changes_from(both, None) if row.match_id == match.pk
    }
    mean = (anna.after + 1500) / 2
    assert rows_of_match["Anna"].before == anna.after
    assert rows_of_match["Fabio"].explanation["distance"] == pytest.approx(mean - 1500, abs=1e-4)
    assert rows_of_match["Anna"].explanation["distance"] == rows_of_match["Fabio"].explanation["distance"]
    assert abs(rows_of_match["Anna"].delta) < abs(rows_of_match["Fabio"].delta)
    assert rows_of_match["Anna"].opponent_id in (match.white_id, match.black_id)


def test_ladder_matches_count_when_the_list_includes_them(club):
    rating_list = rating_list_of(club)
    by = director_of(club)
    one, other = (Player.objects.get(name=name) for name in ("Anna", "Bruno"))
    today = timezone.localdate()
    ladder = ladders.open_ladder(club=club, name="Ladder", rules=LadderRules(), today=today, by=by)
    for player in (one, other):
        ladders.add_member(ladder=ladder, player=player, today=today, by=by)
    identity = Identity(user=by)
    ladders.challenge(ladder=ladder, challenger=other, holder=one, identity=identity, today=today)
    ladders.answer_challenge(ladder=ladder, number=1, answer="accept", identity=identity, today=today)
    match = LadderChallenge.objects.get(ladder=ladder).match
    rulings.award(
        match=match,
        white_score=match.length,
        black_score=1,
        winner="white",
        ending="played",
        by=by,
        reason="Sheet",
    )
    assert rate_match(match_id=match.pk) == 0
    preview = ratings.preview_rating_moves(
        rating_list, known_ratings.parameters_of(rating_list), "singles", ladders=True
    )
    list_change = change(rating_list, ladders=True)
    rating_list.refresh_from_db()
    assert ledger(rating_list) == replayed(rating_list)
    assert match.pk in {key for key, *_ in ledger(rating_list)}
    assert [[move.player.pk, *move.place, *move.rating] for move in preview] == list_change.moves
    assert rate_match(match_id=match.pk) == 0
    change(rating_list, ladders=False)
    rating_list.refresh_from_db()
    assert match.pk not in {key for key, *_ in ledger(rating_list)}


def first_rating_list(club):
    return RatingList.objects.filter(club=club).earliest("pk")


def test_the_page_previews_a_change_and_then_saves_it(client: Client, club):
    rating_list = rating_list_of(club)
    client.force_login(director_of(club))
    address = reverse("rating-constants", args=[club.slug, rating_list.pk])
    form = client.get(address, {"preset": "glicko2"}).context["form"]
    data = {"preset": "glicko2", **form.initial}
    preview = client.post(address, {**data, "look": "1"})
    assert (preview.status_code, len(preview.context["moves"])) == (200, 4)
    assert rating_list_of(club).system == "fibs-1"
    response = client.post(address, {**data, "save": "1", "reason": "Agreed"})
    assert response.status_code == 303
    rating_list.refresh_from_db()
    assert (rating_list.system, known_ratings.parameters_of(rating_list)) == (
        "glicko2-1",
        Glicko2Parameters(),
    )
    assert ledger(rating_list) == replayed(rating_list)
    page = client.get(response["Location"]).content.decode()
    assert "Glicko-2" in page
    assert "Agreed" in page
    assert "±" in client.get(reverse("ratings", args=[club.slug])).content.decode()


def test_an_invalid_constant_is_refused_in_the_readers_language(client: Client, club):
    rating_list = rating_list_of(club)
    client.force_login(director_of(club))
    address = reverse("rating-constants", args=[club.slug, rating_list.pk])
    data = {**client.get(address).context["form"].initial, "constant_spread": "0", "save": "1"}
    answer = client.post(address, data, headers={"accept-language": "it"})
    assert answer.status_code == 409
    assert "La costante «spread» deve essere tra" in answer.content.decode()


def test_the_database_refuses_an_unknown_kind_of_list(club):
    with pytest.raises(IntegrityError, match="rating_list_counts_known"), transaction.atomic():
        RatingList.objects.filter(club=club).update(counts="teams")


def test_a_starting_rating_is_used_for_the_first_match_and_audited(club):
    rating_list, by = rating_list_of(club), director_of(club)
    event = a_night(club, ("Elena; rating: 1900", "Fabio"), week=1)
    elena = event.entries.get(number=1).player
    assert [(row.player, row.entered) for row in ratings.get_starting_ratings(rating_list)] == [(elena, 1900)]
    play_out(event)
    before = ledger(rating_list)
    rating_services.set_starting_ratings(rating_list=rating_list, ratings={elena.code: 1900.0}, by=by)
    rating_list.refresh_from_db()
    first = known_ratings.current_changes(rating_list).get(player=elena)
    assert (first.before, rating_list.starting_ratings) == (1900.0, {elena.code: 1900.0})
    unmoved = [row for row in before if row[0] != first.match_id]
    assert [row for row in ledger(rating_list) if row[0] != first.match_id] == unmoved
    assert list(queries_audit.find_ledger_disagreement(rating_list)) == []
    play_out(a_night(club, ("Elena", "Fabio"), week=2))
    second = known_ratings.current_changes(rating_list).filter(player=elena).latest("at")
    assert second.before == first.after
    assert list(queries_audit.find_ledger_disagreement(rating_list)) == []
    with pytest.raises(Refusal, match="starting_rating_unlikely"):
        rating_services.set_starting_ratings(rating_list=rating_list, ratings={elena.code: 5.0}, by=by)
    with pytest.raises(Refusal, match="not_a_member"):
        rating_services.set_starting_ratings(
            rating_list=rating_list, ratings={a_player("Stranger").code: 1500.0}, by=by
        )


def test_ratings_of_entries_are_offered_as_starting_ratings(client: Client, club):
    rating_list = rating_list_of(club)
    event = a_night(club, ("Elena; rating: 1900", "Fabio; rating: 1420"), week=1)
    client.force_login(director_of(club))
    address = reverse("starting-ratings", args=[club.slug, rating_list.pk])
    page = client.get(address, {"fill": ""}).content.decode()
    assert ('value="1900"' in page, 'value="1420"' in page) == (True, True)
    codes = {entry.player.name: entry.player.code for entry in event.entries.select_related("player")}
    answer = client.post(address, {codes["Elena"]: "1900", codes["Fabio"]: ""})
    assert (answer.status_code, answer["Location"]) == (
        303,
        reverse("rating-list", args=[club.slug, rating_list.pk]),
    )
    rating_list.refresh_from_db()
    assert rating_list.starting_ratings == {codes["Elena"]: 1900.0}
    wrong = client.post(address, {codes["Elena"]: "12"})
    assert (wrong.status_code, 'value="12"' in wrong.content.decode()) == (400, True)
