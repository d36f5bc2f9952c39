"""Concurrent creation of one pair, also during a merge of its players, leaves one consistent pair.

Run by `tests/site/test_races.py` on PostgreSQL.
"""

from matches.actors import SYSTEM
from matches.models import Player
from matches.queries import audits, people
from matches.services import lifecycle, merging, players
from tests.concurrent_clients import ON_POSTGRES, at_once
from tests.factories import a_desk, a_player

pytestmark = ON_POSTGRES


def findings() -> list[str]:
    """The findings of the audit of players."""
    persons = audits.compute_canonical_players()
    players = audits.iterate_players()
    return [
        player_disagreement.code
        for player in players
        for player_disagreement in audits.find_player_disagreements(player, persons)
    ]


def test_one_pair_is_created_by_parallel_requests() -> None:
    anna, bruno = a_player("Anna"), a_player("Bruno")
    two = [(anna, bruno), (bruno, anna)] * 3
    pairs = at_once(
        [lambda one=one, other=other: players.get_or_create_pair(one=one, other=other) for one, other in two]
    )
    assert (len(set(pairs)), Player.objects.filter(kind="pair").count()) == (1, 1)


def test_a_pair_created_during_a_merge_follows_the_merge() -> None:
    for _ in range(4):
        anna, alias, bruno = a_player("Anna"), a_player("A."), a_player("Bruno")
        at_once(
            [
                lambda one=alias, other=bruno: players.get_or_create_pair(one=one, other=other),
                lambda one=anna, other=bruno: players.get_or_create_pair(one=one, other=other),
                lambda keep=anna, absorb=alias: merging.merge_players(
                    keep=keep, absorb=absorb, by=SYSTEM, reason="one"
                ),
            ]
        )
        both = people.get_pairs_with(people.get_spellings(Player.objects.get(pk=anna.pk)))
        assert len({people.get_canonical_player(pair) for pair in both}) == 1
        assert {pair.name for pair in both} == {"Anna / Bruno"}
    assert findings() == []


def test_an_opponent_of_a_pair_is_not_merged_with_one_of_its_players() -> None:
    desk = a_desk()
    for _ in range(4):
        alias, pair = (
            a_player("A."),
            players.get_or_create_pair(one=a_player("Anna"), other=a_player("Bruno")),
        )
        anna = pair.members[0]
        outcomes = at_once(
            [
                lambda white=alias, black=pair: lifecycle.create_match(
                    desk=desk, white=white, black=black, length=5, by=SYSTEM
                ),
                lambda keep=anna, absorb=alias: merging.merge_players(
                    keep=keep, absorb=absorb, by=SYSTEM, reason="one"
                ),
            ]
        )
        assert {"plays_himself", "have_met"} & {outcome for outcome in outcomes if isinstance(outcome, str)}
