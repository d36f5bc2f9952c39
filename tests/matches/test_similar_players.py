"""Suggestions of duplicate players: which names are similar, and which pairs an official is shown."""

from math import comb

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from matches.actors import SYSTEM, Identity
from matches.models import Player, User
from matches.moneyplay.models import SessionSeat
from matches.moneyplay.services import sessions
from matches.names import compare_names, find_similar_pairs
from matches.queries.people import get_suggestions
from matches.services import badges, merging, players
from rules.options import ChouetteLaws
from tests.factories import a_desk, a_match, a_player, a_user
from tests.factory_recordings import replayed
from tests.matches.played_matches import played
from tests.matches.refusals import refusal


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Nicolò Moretti", "Nicolo Moreti"),
        ("Mario Rossi", "Rossi, Mario"),
        ("Anna", "Anna Bianchi"),
        ("Giovanni D'Angelo", "GIOVANI D ANGELO"),
        ("Anna Maria De Rossi", "Anna De Rossi"),
        # The first letter is Cyrillic, or Greek; the last two differ in one that is.
        ("Аnna", "Anna"),
        ("Αnna", "Anna"),
        ("Аnna", "Anna Bianchi"),
        ("Аnna", "Annа"),
        ("Aнна", "Анна"),
    ],
)
def test_two_spellings_of_a_name_are_near(one: str, other: str) -> None:
    assert find_similar_pairs({4: one, 2: other, 3: "Zoe Ferri"}) == [(2, 4)]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Anna Rossi", "Marco Rossi"),
        ("Anna Rossi", "Anna Verdi"),
        ("Ada", "Ida"),
        ("Bruno 2", "Bruno 3"),
        ("Анна", "Anna"),
        ("Ольга Попова", "Олег Попов"),
        ("Νίκος", "Nikos"),
        ("Ρένα", "Pera"),
        ("", ""),
    ],
)
def test_names_of_two_people_are_not_similar(one: str, other: str) -> None:
    assert find_similar_pairs({1: one, 2: other}) == []


def test_a_name_part_that_fits_several_players_gives_no_suggestion() -> None:
    assert find_similar_pairs({1: "Anna", 2: "Anna Rossi", 3: "Anna Verdi"}) == []


def test_the_most_similar_names_come_first() -> None:
    assert find_similar_pairs({1: "Marco Rossi", 2: "Mario Rossi", 3: "Rossi Mario"})[0] == (2, 3)


def test_of_a_large_club_only_names_with_a_common_part_are_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    first = ("Anna", "Bruno", "Carla", "Dario", "Elena", "Fabio", "Gina", "Hugo", "Irma", "Luca")
    names = {number: f"{first[number % 10]} {chr(97 + number % 26)}{number:05d}x" for number in range(1000)}
    compared: list[tuple[str, str]] = []

    def compare(one: str, other: str) -> float:
        compared.append((one, other))
        return compare_names(one, other)

    monkeypatch.setattr("matches.names.compare_names", compare)
    find_similar_pairs(names)
    assert len(compared) < comb(len(names), 2) / 9


@pytest.fixture(scope="module")
@replayed
def scene(module_transaction: None) -> tuple[Player, Player]:
    """Two spellings of a player at the director's desk, the second with more matches."""
    official = a_user("director")
    desk = a_desk(official)
    short, full = a_player("Rossi Mario"), a_player("Mario Rossi")
    for player in (short, full, full):
        played(desk, player, a_player())
    return short, full


@pytest.fixture
def two(scene: tuple[Player, Player], db: None) -> tuple[Player, Player]:
    short, full = (Player.objects.get(pk=player.pk) for player in scene)
    return short, full


def suggested(**text: str) -> list[tuple[str, str, tuple[int, int]]]:
    """The pairs the director is shown."""
    user = User.objects.get(username=text.get("by", "director"))
    suggestions = get_suggestions(Player.objects.all(), user)
    return [
        (suggestion.keep.full_name, suggestion.absorb.full_name, suggestion.matches)
        for suggestion in suggestions
    ]


def test_the_player_with_more_matches_stays(two: tuple[Player, Player]) -> None:
    assert suggested() == [("Mario Rossi", "Rossi Mario", (2, 1))]


def test_no_other_pair_is_suggested(two: tuple[Player, Player]) -> None:
    a_user("stranger")
    a_user("owner", is_superuser=True)
    assert suggested(by="stranger") == []
    assert len(suggested(by="owner")) == 1


def test_merged_players_are_not_suggested_again_and_parted_ones_are(two: tuple[Player, Player]) -> None:
    merge = merging.merge_players(keep=two[1], absorb=two[0], by=SYSTEM, reason="one")
    assert suggested() == []
    merging.undo_merge(merged=merge, by=SYSTEM, reason="two")
    assert len(suggested()) == 1


def test_two_people_are_declared_distinct_once(two: tuple[Player, Player]) -> None:
    director = User.objects.get(username="director")
    player_change = merging.separate_players(one=two[0], other=two[1], by=director)
    assert merging.separate_players(one=two[1], other=two[0], by=director) == player_change
    assert (player_change.kind, player_change.by, suggested()) == ("apart", "director", [])
    outsider = refusal(merging.separate_players, one=two[0], other=two[1], by=a_user())
    assert outsider.code == "not_your_player"
    joined = merging.merge_players(keep=two[0], absorb=two[1], by=director, reason="he said so")
    assert (joined.kind, refusal(merging.separate_players, one=two[0], other=two[1], by=director).code) == (
        "merged",
        "same_person",
    )


REASONS = ("met", "as a pair", "in pairs", "at one table", "by accounts", "as a spelling")


@pytest.mark.parametrize("how", REASONS)
def test_players_that_cannot_be_merged_are_not_suggested(two: tuple[Player, Player], how: str) -> None:
    desk = Player.objects.get(pk=two[0].pk).matches_as_white.get().desk
    short, full = two
    if how == "met":
        played(desk, short, full)
    elif how == "as a pair":
        players.get_or_create_pair(one=short, other=full)
    elif how == "in pairs":
        played(
            desk,
            players.get_or_create_pair(one=short, other=a_player()),
            players.get_or_create_pair(one=a_player(), other=full),
        )
    elif how == "at one table":
        by = Identity(user=desk.officials.get())
        laws = ChouetteLaws().to_json()
        session = sessions.open_session(kind="chouette", laws=laws, identity=by, desk=desk)
        for number, player in enumerate(two, 1):
            SessionSeat.objects.create(
                session=session, number=number, name=player.name, player=player, stake=1
            )
    elif how == "by accounts":
        for player in two:
            Player.objects.filter(pk=player.pk).update(user=a_user())
    else:
        alias = a_player("M. R.")
        played(desk, alias, full)
        merging.merge_players(keep=short, absorb=alias, by=SYSTEM, reason="one")
    assert suggested() == []


def test_suggestions_for_a_large_club_take_a_fixed_number_of_queries(two: tuple[Player, Player]) -> None:
    counts = []
    for _ in range(2):
        with CaptureQueriesContext(connection) as queries:
            suggested()
        counts.append(len(queries))
        desk = two[0].matches_as_white.get().desk
        for name in ("Ada Ferri", "Ada Feri", "Bruno Neri", "Neri Bruno"):
            badges.issue_badge(desk=desk, player=a_match(desk, white=name).white, by=SYSTEM)
    assert counts[0] == counts[1]


def test_anonymised_players_and_pairs_are_never_suggested(two: tuple[Player, Player]) -> None:
    players.get_or_create_pair(one=two[1], other=players.register_player(name="Mario Rosi"))
    assert suggested() == [("Mario Rossi", "Rossi Mario", (2, 1))]
