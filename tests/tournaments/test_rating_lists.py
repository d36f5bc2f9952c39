"""Rating lists are opened and changed with a preview; what they predict and whom they move is shown."""

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
from tests.tournaments.club_evenings import a_club, a_night, director_of, play_out, rating_list_of
from tournaments.ladders import services as ladders
from tournaments.ladders.journal.rules import LadderRules
from tournaments.ladders.models import LadderChallenge
from tournaments.models import RatingList, RatingListChange
from tournaments.queries import audit, ratings
from tournaments.ratings.glicko2 import Glicko2Parameters
from tournaments.ratings.ledger import rate_results
from tournaments.ratings.systems import parameters
from tournaments.services import ratings as rating_services
from tournaments.services.ratings import rate_match

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    club = a_club()
    play_out(a_night(club))
    return club


def description(rating_list):
    return [(row.match_id, row.player_id, row.after) for row in ratings.changes_from(rating_list, None)]


def folded(rating_list):
    results = [dated.result for dated in ratings.results_of(rating_list, None)]
    changes = rate_results(results, ratings.parameters_of(rating_list)).changes
    return [(change.match, change.player, change.after.rating) for change in changes]


def change(rating_list, **more):
    result = ratings.settings_of(rating_list)
    by = director_of(rating_list.club)
    return rating_services.change_list(rating_list=rating_list, by=by, **{**result, **more})


@pytest.mark.parametrize("system", ["elo-1", "glicko2-1"])
def test_a_list_of_another_system_counts_from_the_first_result_and_follows(club, system):
    result = rating_services.open_rating_list(
        club=club, name="Other", system=system, parameters={}, by=director_of(club)
    )
    assert description(result) == folded(result) != []
    event = a_night(club, week=1)
    for match in play_out(event):
        rate_match(match_id=match.pk)
    assert description(result) == folded(result)


def test_what_would_change_is_what_changes(club):
    result = rating_list_of(club)
    outcome = ratings.preview_rating_moves(result, parameters("fibs-1", {"ramp_start": 1.0}), "singles")
    value = change(result, parameters={"ramp_start": 1.0}, reason="No ramp any more")
    result.refresh_from_db()
    assert [[each.player.pk, *each.place, *each.rating] for each in outcome] == value.moves
    assert (result.generation, description(result)) == (2, folded(result))
    (data,) = ratings.changes_of(result)
    assert (data.change.reason, "stands" in data.change.before) == ("No ramp any more", False)
    assert data.moved == outcome


def test_another_name_moves_nobody_and_the_same_constants_are_no_change(club):
    result = rating_list_of(club)
    assert change(result) is None
    assert change(result, name="Club rating").moves == []
    assert RatingListChange.objects.count() == 1


def test_a_long_list_is_counted_after_the_answer_once(club, monkeypatch):
    monkeypatch.setattr(rating_services, "MAX_RESULTS_AT_ONCE", 1)
    result = rating_list_of(club)
    before = description(result)
    value = change(result, parameters={"step": 8.0})
    result.refresh_from_db()
    assert (description(result), result.is_pending) == (before, True)
    payload = {"list": result.pk}
    rating_services.deliver_rebuild(payload)
    value.refresh_from_db()
    moves = value.moves
    rating_services.deliver_rebuild(payload)
    value.refresh_from_db()
    result.refresh_from_db()
    assert (description(result), value.moves) == (folded(result), moves)
    assert len(moves) == 4


def test_doubles_stand_in_a_list_of_their_own_and_move_nobody_elses_rating(club):
    names = [a_player(name) for name in ("Elena", "Fabio", "Gina", "Hugo")]
    one, other = (
        players.get_or_create_pair(one=names[0], other=names[1]),
        players.get_or_create_pair(one=names[2], other=names[3]),
    )
    doubles = rating_services.open_rating_list(
        club=club, name="Doubles", parameters={}, counts="pairs", by=director_of(club)
    )
    singles = description(rating_list_of_first(club))
    event = a_night(club, ["Elena / Fabio", "Gina / Hugo"], week=2)
    (match,) = play_out(event)
    assert {match.white_id, match.black_id} == {one.pk, other.pk} or one.full_name in str(match)
    rate_match(match_id=match.pk)
    assert {player for _, player, _ in description(doubles)} == {match.white_id, match.black_id}
    assert description(rating_list_of_first(club)) == singles


def test_predictions_are_those_stored_in_the_ledger(club):
    result = ratings.get_calibration(rating_list_of(club))
    rows = ratings.changes_from(rating_list_of(club), None)
    chances = [row.explanation["chance"] for row in rows if row.won]
    assert (result.matches, result.brier) == (
        len(chances),
        pytest.approx(sum((1 - chance) ** 2 for chance in chances) / len(chances)),
    )


@pytest.mark.parametrize(
    ("value", "code"),
    [
        ({"system": "elo-9"}, "rating_system_unknown"),
        ({"counts": "teams"}, "rating_counts_unknown"),
        ({"parameters": {"step": -1}}, "rating_constant_wrong"),
        ({"name": "Other"}, "name_taken"),
    ],
)
def test_a_change_that_cannot_be_is_refused_and_changes_nothing(club, value, code):
    rating_services.open_rating_list(club=club, name="Other", parameters={}, by=director_of(club))
    result = rating_list_of_first(club)
    before = ratings.settings_of(result)
    with pytest.raises(Refusal) as excinfo:
        change(result, **value)
    assert excinfo.value.code == code
    result.refresh_from_db()
    assert ratings.settings_of(result) == before
    with pytest.raises(Refusal, match="club_officers_only"):
        rating_services.change_list(rating_list=result, by=a_user(), **before)


@pytest.mark.parametrize("system", ["fibs-1", "glicko2-1"])
def test_two_who_play_together_stand_at_their_mean_and_each_moves_by_himself(club, system):
    """Elena has played before, so the steps of the two are not alike."""
    both = rating_services.open_rating_list(
        club=club, name="Both", system=system, parameters={}, counts="all", by=director_of(club)
    )
    apart = rating_services.open_rating_list(
        club=club, name="Doubles", system=system, parameters={}, counts="members", by=director_of(club)
    )
    names = ["Anna", "Fabio", "Gina", "Hugo"]
    anna = ratings.current_changes(both).filter(player__name="Anna").latest("at", "match")
    people = [anna.player, *(a_player(name) for name in names[1:])]
    players.get_or_create_pair(one=people[0], other=people[1])
    players.get_or_create_pair(one=people[2], other=people[3])
    (match,) = play_out(a_night(club, ["Anna / Fabio", "Gina / Hugo"], week=3))
    for item in (both, apart):
        rows = list(ratings.changes_from(item, None))
        assert description(item) == folded(item)
        assert {row.player.name for row in rows if row.match_id == match.pk} == set(names)
    mapping = {row.player.name: row for row in ratings.changes_from(both, None) if row.match_id == match.pk}
    mean = (anna.after + 1500) / 2
    assert mapping["Anna"].before == anna.after
    assert mapping["Fabio"].explanation["distance"] == pytest.approx(mean - 1500, abs=1e-4)
    assert mapping["Anna"].explanation["distance"] == mapping["Fabio"].explanation["distance"]
    assert abs(mapping["Anna"].delta) < abs(mapping["Fabio"].delta)
    assert mapping["Anna"].opponent_id in (match.white_id, match.black_id)


def test_ladder_matches_count_where_the_list_says_so(club):
    result = rating_list_of(club)
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
    outcome = ratings.preview_rating_moves(result, ratings.parameters_of(result), "singles", ladders=True)
    value = change(result, ladders=True)
    result.refresh_from_db()
    assert description(result) == folded(result)
    assert match.pk in {key for key, *_ in description(result)}
    assert [[each.player.pk, *each.place, *each.rating] for each in outcome] == value.moves
    assert rate_match(match_id=match.pk) == 0
    change(result, ladders=False)
    result.refresh_from_db()
    assert match.pk not in {key for key, *_ in description(result)}


def rating_list_of_first(club):
    return RatingList.objects.filter(club=club).earliest("pk")


def test_a_page_shows_the_list_as_it_would_be_and_then_saves_it(client: Client, club):
    result = rating_list_of(club)
    client.force_login(director_of(club))
    value = reverse("rating-constants", args=[club.slug, result.pk])
    form = client.get(value, {"preset": "glicko2"}).context["form"]
    mapping = {"preset": "glicko2", **form.initial}
    outcome = client.post(value, {**mapping, "look": "1"})
    assert (outcome.status_code, len(outcome.context["moves"])) == (200, 4)
    assert rating_list_of(club).system == "fibs-1"
    response = client.post(value, {**mapping, "save": "1", "reason": "Agreed"})
    assert response.status_code == 303
    result.refresh_from_db()
    assert (result.system, ratings.parameters_of(result)) == ("glicko2-1", Glicko2Parameters())
    assert description(result) == folded(result)
    page = client.get(response["Location"]).content.decode()
    assert "Glicko-2" in page
    assert "Agreed" in page
    assert "±" in client.get(reverse("ratings", args=[club.slug])).content.decode()


def test_a_constant_that_cannot_rate_is_refused_in_the_readers_language(client: Client, club):
    result = rating_list_of(club)
    client.force_login(director_of(club))
    value = reverse("rating-constants", args=[club.slug, result.pk])
    mapping = {**client.get(value).context["form"].initial, "constant_spread": "0", "save": "1"}
    answer = client.post(value, mapping, headers={"accept-language": "it"})
    assert answer.status_code == 409
    assert "La costante «spread» deve essere tra" in answer.content.decode()


def test_what_a_list_counts_is_known_to_the_database(club):
    with pytest.raises(IntegrityError, match="rating_list_counts_known"), transaction.atomic():
        RatingList.objects.filter(club=club).update(counts="teams")


def test_a_starting_rating_is_where_a_player_begins_and_is_audited(club):
    rating_list, by = rating_list_of(club), director_of(club)
    event = a_night(club, ("Elena; rating: 1900", "Fabio"), week=1)
    elena = event.entries.get(number=1).player
    assert [(row.player, row.entered) for row in ratings.get_starting_ratings(rating_list)] == [(elena, 1900)]
    play_out(event)
    before = description(rating_list)
    rating_services.set_starting_ratings(rating_list=rating_list, ratings={elena.code: 1900.0}, by=by)
    rating_list.refresh_from_db()
    first = ratings.current_changes(rating_list).get(player=elena)
    assert (first.before, rating_list.starting_ratings) == (1900.0, {elena.code: 1900.0})
    unmoved = [row for row in before if row[0] != first.match_id]
    assert [row for row in description(rating_list) if row[0] != first.match_id] == unmoved
    assert list(audit.find_ledger_disagreement(rating_list)) == []
    play_out(a_night(club, ("Elena", "Fabio"), week=2))
    second = ratings.current_changes(rating_list).filter(player=elena).latest("at")
    assert second.before == first.after
    assert list(audit.find_ledger_disagreement(rating_list)) == []
    with pytest.raises(Refusal, match="starting_rating_unlikely"):
        rating_services.set_starting_ratings(rating_list=rating_list, ratings={elena.code: 5.0}, by=by)
    with pytest.raises(Refusal, match="not_a_member"):
        rating_services.set_starting_ratings(
            rating_list=rating_list, ratings={a_player("Stranger").code: 1500.0}, by=by
        )


def test_ratings_of_a_pasted_list_are_offered_as_starting_ratings(client: Client, club):
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
