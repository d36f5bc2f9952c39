"""Merging two spellings of one player and parting them: effects, refusals, and what is restored."""

from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from matches.actors import SYSTEM, Identity
from matches.models import Person, Player, PlayerChange
from matches.moneyplay.models import SessionSeat
from matches.moneyplay.services import sessions
from matches.names import get_shown_name, get_strictest_choice, map_canonical_players
from matches.queries import people, player_history
from matches.services import badges, lifecycle, merging
from matches.signals import spellings_changed
from rules.options import ChouetteLaws
from tests.factories import a_desk, a_match, a_player, a_user, with_badge
from tests.matches.played_matches import played, wins_between
from tests.matches.refusals import refusal
from tests.matches.signals import sent_signals

pytestmark = pytest.mark.django_db


def joined(keep: Player, absorb: Player) -> PlayerChange:
    """Merge two players as the site."""
    return merging.merge_players(keep=keep, absorb=absorb, by=SYSTEM, reason="same card")


def as_one(*spellings: Player) -> dict[str, str]:
    """The full name shown for each of these players, by their full name."""
    rows = Player.objects.filter(pk__in=[player.pk for player in spellings]).select_related("person__face")
    return {row.full_name: people.get_canonical_player(row).full_name for row in rows}


def test_matches_of_every_spelling_show_the_name_kept_by_a_merge() -> None:
    desk = a_desk(a_user())
    mario, rossi, anna = a_player("Mario Rossi"), a_player("M. Rossi"), a_player("Anna")
    first, second = played(desk, mario, anna, (7, 3)), played(desk, anna, rossi, (7, 5))

    joined(mario, rossi)
    mario.refresh_from_db()

    assert [str(match) for match in player_history.get_matches_of_player(mario).order_by("pk")] == [
        "Mario Rossi – Anna",
        "Anna – Mario Rossi",
    ]
    assert wins_between(mario, anna) == (1, 1)
    assert [
        (r.player, r.won, r.lost) for r in player_history.count_rivals(player_history.get_outcomes(anna))
    ] == [(mario, 1, 1)]
    head_to_head = player_history.compare_players(mario, anna)
    assert (head_to_head.one.matches, head_to_head.one.points, head_to_head.other.points) == (1, 12, 10)
    assert [first.white, second.black] == [mario, rossi]


def test_the_badge_of_one_spelling_is_valid_for_the_other() -> None:
    match = a_match(white="Mario Rossi")
    other = a_player("M. Rossi")
    joined(match.white, other)
    identity = Identity(
        badge=badges.issue_badge(desk=match.desk, player=Player.objects.get(pk=other.pk), by=SYSTEM).badge
    )
    match.white.refresh_from_db()
    assert (identity.side_in(match), with_badge(match, "black").side_in(match)) == ("white", "black")


def test_a_merge_sends_a_signal_with_all_affected_players() -> None:
    one, two, three = a_player(), a_player(), a_player()
    joined(one, two)
    with sent_signals(spellings_changed) as signals:
        joined(three, two)
    assert [signal["players"] for signal in signals] == [frozenset({one.pk, two.pk, three.pk})]


def test_opponents_of_a_match_are_not_merged() -> None:
    match = a_match(white="Ada", black="Bruno")
    error = refusal(merging.merge_players, keep=match.white, absorb=match.black, by=SYSTEM, reason="x")
    assert (error.code, error.facts) == ("have_met", {"match": match.code, "white": "Ada", "black": "Bruno"})
    assert PlayerChange.objects.count() == 0


def test_other_spellings_of_opponents_are_not_merged() -> None:
    match = a_match(white="Ada", black="Bruno")
    alias, other = a_player("A."), a_player("B.")
    joined(alias, match.white)
    joined(other, match.black)
    assert refusal(merging.merge_players, keep=alias, absorb=other, by=SYSTEM, reason="x").code == "have_met"


def test_players_of_one_money_session_are_not_merged() -> None:
    official = a_user()
    desk = a_desk(official)
    by = Identity(user=official)
    session = sessions.open_session(kind="chouette", laws=ChouetteLaws().to_json(), identity=by, desk=desk)
    one, two = a_player("Ada"), a_player("Adda")
    for number, player in enumerate((one, two), 1):
        SessionSeat.objects.create(session=session, number=number, name=player.name, player=player, stake=1)
    error = refusal(merging.merge_players, keep=one, absorb=two, by=SYSTEM, reason="x")
    assert (error.code, error.facts) == ("sat_together", {"session": str(session)})


def test_a_player_is_never_seated_against_their_own_spelling() -> None:
    one, two = a_player("Ada"), a_player("Adda")
    joined(one, two)
    error = refusal(lifecycle.create_match, desk=a_desk(), white=one, black=two, length=5, by=SYSTEM)
    assert error.code == "plays_himself"


@pytest.mark.parametrize("absorb", [0, 1])
def test_a_player_is_not_merged_with_themselves(absorb: int) -> None:
    spellings = [a_player("Ada"), a_player("Adda")]
    joined(*spellings)
    error = refusal(merging.merge_players, keep=spellings[0], absorb=spellings[absorb], by=SYSTEM, reason="x")
    assert error.code == "same_person"


def test_players_with_two_accounts_are_not_merged() -> None:
    one, two = a_player("Ada", a_user()), a_player("Adda", a_user())
    error = refusal(merging.merge_players, keep=one, absorb=two, by=SYSTEM, reason="x")
    assert (error.code, error.facts) == ("both_have_accounts", {"player": "Ada", "other": "Adda"})


def test_only_an_official_of_both_players_merges_them_with_a_reason() -> None:
    director, other_director = a_user(), a_user()
    desk, other_desk = a_desk(director), a_desk(other_director, name="Annex")
    one, two = a_match(desk, white="Ada").white, a_match(other_desk, white="Adda").white
    assert (
        refusal(merging.merge_players, keep=one, absorb=two, by=director, reason="x").code
        == "not_your_player"
    )
    badges.issue_badge(desk=desk, player=two, by=SYSTEM)
    assert (
        refusal(merging.merge_players, keep=one, absorb=two, by=director, reason=" ").code == "reason_missing"
    )
    assert (
        refusal(merging.merge_players, keep=one, absorb=two, by=director, reason="x").code
        == "absorbed_elsewhere"
    )
    change = merging.merge_players(keep=two, absorb=one, by=director, reason=" the same member ")
    assert (change.by, change.user, change.reason) == (director.username, director, "the same member")
    assert (change.payload, as_one(one, two)) == (
        {"kept": [two.code], "absorbed": [one.code]},
        {"Ada": "Adda", "Adda": "Adda"},
    )
    outsider = refusal(merging.undo_merge, merged=change, by=a_user(), reason="x")
    elsewhere = refusal(merging.undo_merge, merged=change, by=other_director, reason="x")
    assert (outsider.code, elsewhere.code) == ("not_your_player", "known_elsewhere")
    assert merging.undo_merge(merged=change, by=director, reason="two after all").undoes == change


@pytest.mark.parametrize("gain", ["choice", "login"])
def test_an_absorbed_player_grants_no_rights_over_one_known_elsewhere(gain: str) -> None:
    director, other_director = a_user(), a_user()
    desk, other_desk = a_desk(director), a_desk(other_director, name="Annex")
    known_player, bogus_player = a_match(other_desk, white="Ada").white, a_match(desk, white="Adda").white
    badges.issue_badge(desk=desk, player=known_player, by=SYSTEM)
    if gain == "choice":
        Player.objects.filter(pk=bogus_player.pk).update(shown="code", code_name="Goose", name="Goose")
    else:
        Player.objects.filter(pk=bogus_player.pk).update(user=a_user("second"))
    error = refusal(merging.merge_players, keep=known_player, absorb=bogus_player, by=director, reason="x")
    assert (error.code, Player.objects.get(pk=known_player.pk).name) == ("known_elsewhere", "Ada")


def test_a_merge_is_undone_once_even_below_a_later_one() -> None:
    one, two, three = a_player("A"), a_player("B"), a_player("C")
    first = joined(one, two)
    joined(three, one)
    assert as_one(one, two, three) == {"A": "C", "B": "C", "C": "C"}

    merging.undo_merge(merged=first, by=SYSTEM, reason="two brothers")

    assert as_one(one, two, three) == {"A": "C", "B": "B", "C": "C"}
    assert refusal(merging.undo_merge, merged=first, by=SYSTEM, reason="x").code == "merge_undone"
    assert list(PlayerChange.objects.values_list("kind", "undoes")) == [
        ("merged", None),
        ("merged", None),
        ("unmerged", first.pk),
    ]


def test_a_name_is_corrected_once_and_shown_as_the_person_chose() -> None:
    director = a_user("director")
    player = a_match(a_desk(director), white="Ada Lovelase").white
    Player.objects.filter(pk=player.pk).update(shown="initial", name="Ada L.")
    for name in (" Ada  Lovelace ", "Ada Lovelace"):
        corrected = merging.correct_name(player=player, name=name, by=director)
    assert (corrected.full_name, corrected.name) == ("Ada Lovelace", "Ada L.")
    assert list(player.changes.values_list("kind", "by", "payload")) == [
        ("renamed", "director", {"before": "Ada Lovelase", "after": "Ada Lovelace"})
    ]


def test_the_name_of_a_player_of_two_desks_is_corrected_by_neither() -> None:
    director, other_director = a_user(), a_user()
    player = a_match(a_desk(director), white="Ada").white
    badges.issue_badge(desk=a_desk(other_director, name="Annex"), player=player, by=SYSTEM)
    codes = [
        refusal(merging.correct_name, player=player, name="x", by=by).code
        for by in (director, other_director, a_user())
    ]
    assert codes == ["known_elsewhere", "known_elsewhere", "not_your_player"]
    for name, code in (("", "name_missing"), ("x" * 121, "name_too_long")):
        assert refusal(merging.correct_name, player=player, name=name, by=SYSTEM).code == code
    Player.objects.filter(pk=player.pk).update(anonymised_at=timezone.now(), user=None)
    assert refusal(merging.correct_name, player=player, name="x", by=SYSTEM).code == "player_anonymous"


@pytest.mark.second_stage
@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), max_size=6), st.randoms(use_true_random=False)
)
def test_merges_are_undone_in_any_order_with_the_state_restored(
    pairs: list[tuple[int, int]], random: Any
) -> None:
    with transaction.atomic():
        people_by_number = [a_player(f"P{number}") for number in range(5)]
        before = as_one(*people_by_number)
        merges = []
        for keep, absorb in pairs:
            one, other = (Player.objects.get(pk=people_by_number[place].pk) for place in (keep, absorb))
            if not one.is_one_with(other):
                unmerged = as_one(*people_by_number)
                last = joined(one, other)
                merging.undo_merge(merged=last, by=SYSTEM, reason="tried")
                assert as_one(*people_by_number) == unmerged
                merges.append(joined(one, other))
        random.shuffle(merges)
        for merge in merges:
            merging.undo_merge(merged=merge, by=SYSTEM, reason="no")
        assert as_one(*people_by_number) == before
        assert (Person.objects.count(), Player.objects.exclude(person=None).count()) == (0, 0)
        transaction.set_rollback(True)


def test_aliases_follow_the_merges_in_their_order() -> None:
    assert map_canonical_players([]) == {}
    assert map_canonical_players([(1, 2), (3, 1)]) == {1: 3, 2: 3, 3: 3}
    assert map_canonical_players([(1, 2), (2, 3)]) == {1: 1, 2: 1, 3: 1}


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Anna Bianchi", "Anna B."),
        ("Anna Maria De Rossi", "Anna De R."),
        ("Bianchi, Anna", "Anna B."),
        ("De Rossi, Anna Maria", "Anna De R."),
        ("Anna", "Anna"),
        ("Bianchi,", "Bianchi,"),
        ("Élodie Ångström", "Élodie Å."),
        ("Carla De Luca", "Carla De L."),
        ("De Luca, Carla", "Carla De L."),
        ("CARLA DE LUCA", "CARLA DE L."),
        ("Alfredo Di Stefano", "Alfredo Di S."),
        ("Leonardo da Vinci", "Leonardo da V."),
        ("Lorenzo de' Medici", "Lorenzo de' M."),
        ("Gabriele D'Annunzio", "Gabriele D'A."),
        ("Maria Dell’Orto", "Maria Dell’O."),
        ("Luigi Lo Cascio", "Luigi Lo C."),
        ("Jean-Marie Le Clézio", "Jean-Marie Le C."),
        ("Jean d'Alembert", "Jean d'A."),
        ("Guy de la Tour", "Guy de la T."),
        ("Yves Saint Laurent", "Yves Saint L."),
        ("Anna van der Berg", "Anna van der B."),
        ("Jacobus van 't Hoff", "Jacobus van 't H."),
        ("Ludwig von Beethoven", "Ludwig von B."),
        ("Ursula von der Leyen", "Ursula von der L."),
        ("Hilma af Klint", "Hilma af K."),
        ("José dos Santos", "José dos S."),
        ("García López, María", "María G."),
        ("Ronald McDonald", "Ronald McD."),
        ("Conor Mc Gregor", "Conor Mc G."),
        ("Fiona MacDonald", "Fiona M."),
        ("Niall O'Connor", "Niall O'C."),
        ("Seán Ó Murchú", "Seán Ó M."),
        ("John D. Rockefeller", "John R."),
        ("Sam Davis Jr.", "Sam D."),
        ("Davis Jr.", "Davis Jr."),
        ("Al Capone", "Al C."),
        ("La Rue", "La R."),
    ],
)
def test_a_short_public_name_is_first_name_and_initial(name: str, expected: str) -> None:
    assert get_shown_name(name, "initial", "") == expected
    assert get_shown_name(name, "full", "Fox") == name
    assert get_shown_name(name, "code", "Fox") == "Fox"


def test_the_most_private_choice_of_merged_players_applies() -> None:
    assert get_strictest_choice([("full", ""), ("initial", "")]) == ("initial", "")
    assert get_strictest_choice([("full", ""), ("code", "Fox"), ("code", "Owl")]) == ("code", "Fox")
