"""Joined spellings and doubled people: who is meant, and which results are here already."""

import pytest
from django.test import Client

from matches.actors import SYSTEM
from matches.models import Player
from matches.services import merging
from tests.factories import a_player
from tests.tournaments.club_evenings import a_club, director_of
from tests.tournaments.importing.test_imports import import_previewed, preview
from tournaments.importing.queries.listed_names import get_named_players
from tournaments.models import Club
from tournaments.people.services import members
from tournaments.play.entrants.queries.entries import read_member_names

pytestmark = pytest.mark.django_db
HEAD = "Date;Player 1;Player 2;Result\n"


@pytest.fixture
def club(client: Client) -> Club:
    club = a_club()
    client.force_login(director_of(club))
    return club


def a_member(club: Club, name: str) -> Player:
    player = a_player(name)
    members.enrol(club=club, player=player, by=director_of(club))
    return player


def join(keep: Player, absorb: Player) -> None:
    merging.merge_players(keep=keep, absorb=absorb, by=SYSTEM, reason="Same person")


@pytest.mark.parametrize("is_first", [True, False])
def test_results_of_a_doubled_person_are_counted_once_after_joining(
    client: Client, club: Club, is_first: bool
) -> None:
    rows = [f"{day:02}.03.2024;Anna Rossi;Bruno Bianchi;7-{day % 6}\n" for day in range(1, 8)]
    doubled = [row.replace("Anna Rossi", "Anna Rosi") for row in rows]
    import_previewed(client, club, preview(client, club, HEAD + "".join(rows)))
    previewed = preview(client, club, HEAD + "".join(doubled))
    answers = {f"who_{one.number}": "new" for one in previewed.context["preview"].flagged}
    import_previewed(client, club, previewed, **answers)
    anna, other = (Player.objects.get(full_name=name) for name in ("Anna Rossi", "Anna Rosi"))
    join(*((anna, other) if is_first else (other, anna)))
    shown = preview(client, club, HEAD + "".join([*rows, *doubled])).context["preview"]
    once = preview(client, club, HEAD + "".join(rows)).context["preview"]
    more = preview(client, club, HEAD + "".join([*rows, *rows]))
    played_again = import_previewed(
        client, club, more, button="refresh", **{"answer-matches_twice": "take"}
    ).context["preview"]
    assert (shown.here, once.here, more.context["preview"].here, played_again.here) == (14, 7, 7, 14)


@pytest.mark.parametrize("written", ["Rossi Anna", "rossi anna"])
def test_the_exact_name_of_a_person_is_queried_beside_a_joined_spelling(club: Club, written: str) -> None:
    anna, spelling = a_member(club, "Anna Rossi"), a_member(club, "Rossi Anna")
    join(anna, spelling)
    other = a_member(club, "Rossi Anna")
    (named,) = get_named_players(club, [written])
    assert named.player == other or {one.value for one in named.near} >= {f"p:{other.code}"}
    (line,) = read_member_names(club=club.pk, text=written, with_records=True)
    assert line.player == other.pk or other.pk in [player for _person, player in line.choices]
