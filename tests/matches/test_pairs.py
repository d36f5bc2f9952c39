"""Pairs of doubles players: found or created once, named after both, never seated against themselves."""

import re
from itertools import combinations, permutations
from typing import Any

import pytest
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from matches import permissions
from matches.accounts.data_export import get_own_data
from matches.actors import SYSTEM, Identity
from matches.models import Badge, Match, Player, PlayerChange
from matches.moneyplay.services import sessions
from matches.queries import audits, people, player_history
from matches.records.queries import match_fits, transcripts
from matches.records.services import uploads
from matches.services import anonymising, badges, lifecycle, merging, players
from matches.signals import spellings_changed
from rules.options import ChouetteLaws
from tests.factories import a_desk, a_player, a_user, with_account
from tests.matches.played_matches import played, wins_between
from tests.matches.records import files
from tests.matches.refusals import refusal
from tests.matches.signals import sent_signals

pytestmark = pytest.mark.django_db


def a_pair(one: str = "Anna Rossi", other: str = "Bruno Bianchi") -> Player:
    """A pair of two new players."""
    return players.get_or_create_pair(one=a_player(one), other=a_player(other))


def names_of(pair: Player) -> tuple[str, str]:
    """The public name and the full name."""
    pair.refresh_from_db()
    return pair.name, pair.full_name


def one_with(player: Player, absorb: Player) -> PlayerChange:
    """Merge two players as the site."""
    return merging.merge_players(keep=player, absorb=absorb, by=SYSTEM, reason="one member")


def test_two_have_one_pair_whichever_is_named_first() -> None:
    anna, bruno = a_player("Anna Rossi"), a_player("Bruno Bianchi")
    pair = players.get_or_create_pair(one=bruno, other=anna)
    assert (pair.kind, pair.members, pair.name) == ("pair", (anna, bruno), "Anna Rossi / Bruno Bianchi")
    assert (
        players.get_or_create_pair(one=anna, other=bruno),
        Player.objects.filter(kind="pair").count(),
    ) == (
        pair,
        1,
    )


def test_a_player_is_in_as_many_pairs_as_partners() -> None:
    three = [a_player(name) for name in ("Anna", "Bruno", "Carla")]
    pairs = {players.get_or_create_pair(one=one, other=other) for one, other in permutations(three, 2)}
    assert {pair.name for pair in pairs} == {"Anna / Bruno", "Anna / Carla", "Bruno / Carla"}


def test_a_pair_consists_of_two_players_not_of_pairs() -> None:
    anna, alias, pair = a_player("Anna"), a_player("A."), a_pair()
    one_with(anna, alias)
    assert refusal(players.get_or_create_pair, one=anna, other=anna).code == "pair_of_one"
    assert refusal(players.get_or_create_pair, one=anna, other=alias).code == "pair_of_one"
    assert refusal(players.get_or_create_pair, one=anna, other=pair).code == "pair_of_pairs"
    assert Player.objects.filter(kind="pair").count() == 1


def test_the_name_of_a_pair_follows_the_public_names() -> None:
    pair = a_pair()
    anna, bruno = pair.members
    merging.correct_name(player=bruno, name="Bruno Verdi", by=SYSTEM)
    assert names_of(pair) == ("Anna Rossi / Bruno Verdi",) * 2
    user = a_user()
    Player.objects.filter(pk=anna.pk).update(user=user)
    players.set_public_name(player=anna, shown="initial", identity=with_account(user))
    assert names_of(pair) == ("Anna R. / Bruno Verdi", "Anna Rossi / Bruno Verdi")


def test_the_longest_names_fit_into_a_pair_and_into_the_history_of_its_match() -> None:
    pair = a_pair("a" * 120, "b" * 120)
    match = lifecycle.create_match(desk=a_desk(), white=pair, black=a_player("Carla"), length=5, by=SYSTEM)
    badge = badges.issue_badge(desk=match.desk, player=pair, by=SYSTEM).badge
    lifecycle.start_match_at_table(match=match, identity=Identity(badge=badge))
    match.refresh_from_db()
    assert (len(names_of(pair)[0]), match.changed_by) == (243, f"{'a' * 120} / {'b' * 27}")


def test_a_pair_cannot_choose_a_public_name() -> None:
    pair, official = a_pair(), a_user()
    desk = a_desk(official)
    badge = badges.issue_badge(desk=desk, player=pair, by=SYSTEM).badge
    codes = {
        refusal(merging.correct_name, player=pair, name="x", by=SYSTEM).code,
        refusal(players.claim_player, badge=badge, user=official).code,
        refusal(merging.merge_players, keep=pair, absorb=a_player(), by=SYSTEM, reason="x").code,
        refusal(merging.merge_players, keep=a_player(), absorb=pair, by=SYSTEM, reason="x").code,
        refusal(players.set_public_name, player=pair, shown="initial", identity=with_account(official)).code,
        refusal(anonymising.anonymise, player=pair, confirmation="x", identity=with_account(official)).code,
    }
    assert codes == {"pair_follows"}


def test_a_player_is_not_seated_against_their_own_pair() -> None:
    pair, desk = a_pair(), a_desk()
    anna, bruno = pair.members
    other = players.get_or_create_pair(one=anna, other=a_player("Carla"))
    alias = a_player("A. Rossi")
    one_with(anna, alias)
    for opponent in (anna, bruno, alias, other):
        for white, black in ((pair, opponent), (opponent, pair)):
            error = refusal(lifecycle.create_match, desk=desk, white=white, black=black, length=5, by=SYSTEM)
            assert error.code == "plays_himself"
    match = lifecycle.create_match(desk=desk, white=pair, black=a_player("Dario"), length=5, by=SYSTEM)
    error = refusal(lifecycle.replace_players, match=match, white=pair, black=bruno, by=SYSTEM)
    assert (error.code, error.facts, Match.objects.count()) == (
        "plays_himself",
        {"player": "Bruno Bianchi"},
        1,
    )


def test_the_badges_of_a_pair_and_of_its_players_report_for_it() -> None:
    pair, carla, desk = a_pair(), a_player("Carla"), a_desk()
    match = lifecycle.create_match(desk=desk, white=carla, black=pair, length=5, by=SYSTEM)
    user = a_user()
    Player.objects.filter(pk=pair.members[0].pk).update(user=user)
    identities = [
        Identity(badge=badges.issue_badge(desk=desk, player=pair, by=SYSTEM).badge),
        Identity(
            badge=badges.issue_badge(
                desk=desk, player=Player.objects.get(name="Bruno Bianchi"), by=SYSTEM
            ).badge
        ),
        with_account(user),
        Identity(badge=badges.issue_badge(desk=desk, player=carla, by=SYSTEM).badge),
        with_account(a_user()),
    ]
    match = Match.objects.get(pk=match.pk)
    assert [identity.side_in(match) for identity in identities] == ["black", "black", "black", "white", ""]
    assert [permissions.is_same_person(identities[0], member) for member in pair.members] == [False, False]


def test_a_desk_lists_players_who_only_played_in_pairs() -> None:
    official = a_user()
    pair = a_pair("Anna Rossi", "Annna Rossi")
    played(a_desk(official), pair, a_player("Carla"))
    assert [permissions.may_edit_name(official, member) for member in pair.members] == [True, True]
    assert people.find_similar_players(pair.members[0], official) == [pair.members[1]]
    assert permissions.may_edit_name(a_user(), pair.members[0]) is False


def test_merging_players_merges_their_pairs_and_parting_restores_them() -> None:
    anna, alias, bruno = a_player("Anna Rossi"), a_player("A. Rossi"), a_player("Bruno")
    desk = a_desk(a_user())
    remaining_pair, absorbed_pair = (
        players.get_or_create_pair(one=anna, other=bruno),
        players.get_or_create_pair(one=bruno, other=alias),
    )
    carla = a_player("Carla")
    played(desk, remaining_pair, carla)
    played(desk, carla, absorbed_pair)

    with sent_signals(spellings_changed) as signals:
        merge = one_with(anna, alias)

    assert [signal["players"] for signal in signals] == [
        frozenset({anna.pk, alias.pk, remaining_pair.pk, absorbed_pair.pk})
    ]
    remaining_pair.refresh_from_db()
    absorbed_pair.refresh_from_db()
    assert (people.get_canonical_player(absorbed_pair), names_of(absorbed_pair)) == (
        remaining_pair,
        ("Anna Rossi / Bruno",) * 2,
    )
    assert wins_between(remaining_pair, carla) == (1, 1)
    assert players.get_or_create_pair(one=alias, other=bruno) == remaining_pair

    merging.undo_merge(merged=merge, by=SYSTEM, reason="two sisters")
    assert [names_of(pair)[0] for pair in (remaining_pair, absorbed_pair)] == [
        "Anna Rossi / Bruno",
        "A. Rossi / Bruno",
    ]
    assert [people.get_canonical_player(pair) for pair in (remaining_pair, absorbed_pair)] == [
        remaining_pair,
        absorbed_pair,
    ]


def test_a_pair_made_after_a_merge_has_the_shown_players() -> None:
    anna, alias, bruno = a_player("Anna"), a_player("A."), a_player("Bruno")
    old = players.get_or_create_pair(one=alias, other=bruno)
    one_with(anna, alias)
    assert names_of(old)[0] == "Anna / Bruno"
    new = players.get_or_create_pair(one=alias, other=bruno)
    old.refresh_from_db()
    assert (new.members, people.get_canonical_player(old)) == ((anna, bruno), new)


@pytest.mark.parametrize("opponent", ["alone", "in a pair"])
def test_an_opponent_of_a_pair_is_not_merged_with_its_players(opponent: str) -> None:
    pair, alias = a_pair(), a_player("A. Rossi")
    other = alias if opponent == "alone" else players.get_or_create_pair(one=alias, other=a_player("Carla"))
    match = played(a_desk(a_user()), other, pair)
    error = refusal(merging.merge_players, keep=pair.members[0], absorb=alias, by=SYSTEM, reason="x")
    assert (error.code, error.facts["match"]) == ("have_met", match.code)


def test_partners_are_not_merged() -> None:
    pair = a_pair("Anna Rossi", "Anna Rossi")
    error = refusal(
        merging.merge_players, keep=pair.members[0], absorb=pair.members[1], by=SYSTEM, reason="x"
    )
    assert (error.code, error.facts) == ("pair_together", {"pair": "Anna Rossi / Anna Rossi"})


def test_anonymising_a_player_renames_all_their_pairs() -> None:
    pair, official = a_pair(), a_user()
    desk = a_desk(official)
    anna, bruno = pair.members
    badges.issue_badge(desk=desk, player=pair, by=SYSTEM)
    match = lifecycle.create_match(desk=desk, white=pair, black=a_player("Carla"), length=5, by=SYSTEM)
    forget = {"player": anna, "confirmation": "Anna Rossi", "identity": with_account(official)}
    assert refusal(anonymising.anonymise, **forget).code == "still_seated"
    lifecycle.void_match(match=match, reason="closed", by=official)

    anonymising.anonymise(**forget)

    assert names_of(pair) == (f"N. N. {anna.code[:4]} / Bruno Bianchi",) * 2
    assert (pair.anonymised_at is None, Badge.objects.filter(player=pair).count()) == (False, 0)
    assert refusal(players.get_or_create_pair, one=anna, other=bruno).code == "player_anonymous"


def test_doubles_are_listed_apart_from_singles() -> None:
    pair, desk = a_pair(), a_desk(a_user())
    anna, carla = pair.members[0], a_player("Carla")
    alone, together = played(desk, anna, carla), played(desk, carla, pair)
    assert list(player_history.get_matches_of_player(anna)) == [alone]
    assert list(player_history.get_matches_of_player(pair)) == [together]
    assert [
        (each.pair, each.partner, each.won, each.lost) for each in player_history.get_pair_records(anna)
    ] == [(pair, pair.members[1], 0, 1)]
    assert player_history.get_pair_records(carla) == []


def test_the_copy_of_ones_data_holds_the_pairs_and_their_matches() -> None:
    pair = a_pair()
    match = played(a_desk(a_user()), pair, a_player("Carla"))
    own_data = get_own_data(pair.members[0])
    assert own_data["matches"] == []
    assert [(row["code"], row["name"], row["partner"]) for row in own_data["pairs"]] == [
        (pair.code, "Anna Rossi / Bruno Bianchi", "Bruno Bianchi")
    ]
    assert [(row["code"], row["side"]) for row in own_data["pairs"][0]["matches"]] == [(match.code, "white")]


def test_the_page_of_a_player_shows_pairs_apart_and_that_of_a_pair_its_two(client: Client) -> None:
    pair, desk = a_pair(), a_desk(a_user())
    anna, carla = pair.members[0], a_player("Carla")
    played(desk, anna, carla)
    match = played(desk, carla, pair)

    page = " ".join(client.get(f"/p/{anna.code}/").content.decode().split())
    both = client.get(f"/p/{pair.code}/").content.decode()

    assert re.search(rf'<a href="/p/{pair.code}/"> ?with Bruno Bianchi ?</a>', page)
    assert (page.count("result-line"), f"/m/{match.code}/" in page) == (2, True)
    assert [f"/p/{member.code}/" in both for member in pair.members] == [True, True]
    assert (both.count("result-line"), f"/p/{pair.code}/vs/{carla.code}/" in both) == (1, True)
    versus = client.get(f"/p/{carla.code}/vs/{pair.code}/").content.decode()
    assert (f"/m/{match.code}/" in versus, "Anna Rossi / Bruno Bianchi" in versus) == (True, True)


def test_a_pair_has_no_privacy_page(client: Client) -> None:
    official = a_user()
    pair = a_pair()
    desk = a_desk(official)
    played(desk, pair, a_player("Carla"))
    client.force_login(official)
    client.post("/b/", {"token": badges.issue_badge(desk=desk, player=pair, by=SYSTEM).token})
    ends = ("yours/", "yours/data/", "spellings/", f"spellings/{pair.members[0].code}/")
    assert [client.get(f"/p/{pair.code}/{end}").status_code for end in ends] == [404] * 4
    pages = [client.get(address).content.decode() for address in (f"/p/{pair.code}/", "/b/")]
    assert [f"/p/{pair.code}/yours/" in page for page in pages] == [False, False]


def test_the_badge_of_a_player_shows_the_match_of_their_pair(client: Client) -> None:
    pair, desk = a_pair(), a_desk()
    match = lifecycle.create_match(desk=desk, white=pair, black=a_player("Carla"), length=5, by=SYSTEM)
    client.post("/b/", {"token": badges.issue_badge(desk=desk, player=pair.members[1], by=SYSTEM).token})
    assert "Anna Rossi / Bruno Bianchi" in client.get("/b/").content.decode()
    identity = Identity(badge=Badge.objects.select_related("player", "desk").get())
    assert list(match_fits.get_reportable_matches(identity)) == [match]


def test_the_page_takes_a_fixed_number_of_queries_for_any_number_of_pairs(client: Client) -> None:
    desk = a_desk(a_user())
    pair, carla = a_pair(), a_player("Carla")
    anna = pair.members[0]
    played(desk, pair, carla)
    counts = []
    for _ in range(2):
        with CaptureQueriesContext(connection) as queries:
            assert client.get(f"/p/{anna.code}/").status_code == 200
        counts.append(len(queries))
        for number in range(3):
            played(desk, players.get_or_create_pair(one=anna, other=a_player(f"Partner {number}")), carla)
    assert counts[0] == counts[1]


def test_a_pair_does_not_join_money_play() -> None:
    pair, official = a_pair(), a_user()
    desk = a_desk(official)
    by = Identity(user=official)
    session = sessions.open_session(kind="chouette", laws=ChouetteLaws().to_json(), identity=by, desk=desk)
    error = refusal(sessions.add_guest, session=session, name="Two", identity=by, player=pair)
    assert error.code == "pair_follows"
    assert (
        Identity(badge=badges.issue_badge(desk=desk, player=pair, by=SYSTEM).badge).player_ids == frozenset()
    )


@pytest.mark.parametrize("how", ["hidden", "forgotten"])
def test_a_record_of_a_pair_names_its_two_as_they_show(how: str) -> None:
    official = a_user()
    desk = a_desk(official)
    pair = a_pair("José-María", "Bruno")
    match = lifecycle.create_match(desk=desk, white=pair, black=a_player("X"), length=3, by=SYSTEM)
    by = with_account(official)
    transcript = uploads.attach_file(match=match, name="final.mat", data=files.record(), identity=by)
    assert "José-María" in transcripts.get_public_text(match, transcript)
    jose = pair.members[0]
    if how == "hidden":
        players.set_public_name(player=jose, shown="code", code_name="Fox", identity=by)
    else:
        lifecycle.void_match(match=match, reason="closed", by=official)
        anonymising.anonymise(player=jose, confirmation="José-María", identity=by)
    match = Match.objects.get(pk=match.pk)
    public_texts = (
        transcripts.get_public_text(match, transcript),
        transcripts.get_public_name(match, transcript),
    )
    assert ["José" in text for text in public_texts] == [False, False]
    assert transcripts.get_public_verdict(match, transcript).players == (match.white.name, "X")


def shown() -> list[tuple[str, str, int | None]]:
    """Every player as stored: names, and the player shown instead."""
    return list(Player.objects.order_by("pk").values_list("name", "full_name", "person__face"))


@settings(max_examples=5, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(st.sampled_from(list(combinations(range(5), 2))), max_size=4),
    st.lists(st.sampled_from(list(permutations(range(5), 2))), max_size=4),
    st.randoms(use_true_random=False),
)
def test_pairs_follow_any_merges_and_are_restored_by_parting(
    two: list[tuple[int, int]], joined: list[tuple[int, int]], random: Any
) -> None:
    def in_line() -> bool:
        persons = audits.compute_canonical_players()
        return not any(
            list(audits.find_player_disagreements(player, persons)) for player in audits.iterate_players()
        )

    with transaction.atomic():
        people_by_number = [a_player(f"P{number}") for number in range(5)]
        for one, other in two:
            players.get_or_create_pair(one=people_by_number[one], other=people_by_number[other])
        before, merges = shown(), []
        for keep, absorb in joined:
            remaining, absorbed = (
                Player.objects.get(pk=people_by_number[place].pk) for place in (keep, absorb)
            )
            partners = set(people.get_pairs_with(people.get_spellings(remaining))) & set(
                people.get_pairs_with(people.get_spellings(absorbed))
            )
            if not remaining.is_one_with(absorbed) and not partners:
                merges.append(one_with(remaining, absorbed))
            assert in_line()
        random.shuffle(merges)
        for merge in merges:
            merging.undo_merge(merged=merge, by=SYSTEM, reason="no")
            assert in_line()
        assert shown() == before
        transaction.set_rollback(True)
