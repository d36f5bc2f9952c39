"""Two players joined as one person are shown under the chosen name everywhere, until they are separated."""

import pytest
from django.db.models import Q
from django.test import Client

from matches.actors import SYSTEM
from matches.models import Match, Player
from matches.queries import audits
from matches.services import merging
from tests.factories import a_player
from tests.tournaments import club_evenings
from tests.tournaments.play.event_pages.test_views_public import path_of
from tournaments.models import Event

pytestmark = pytest.mark.django_db

WRONG, RIGHT = "Elena Barsoti", "Elena Barsotti"


def begin_event() -> Event:
    """An event under way in which Elena is entered under the misspelt name."""
    return club_evenings.a_night(club_evenings.a_club(), ("Anna", "Bruno", "Carla", WRONG))


def test_a_running_event_shows_the_name_chosen_and_separating_restores_the_other() -> None:
    event = begin_event()
    wrong, right = Player.objects.get(full_name=WRONG), a_player(RIGHT)
    merge = merging.merge_players(keep=right, absorb=wrong, by=SYSTEM, reason="one")
    wrong = Player.objects.get(pk=wrong.pk)
    assert (wrong.name, wrong.desk_name, wrong.full_name) == (RIGHT, RIGHT, WRONG)

    merging.undo_merge(merged=merge, by=SYSTEM, reason="two")
    wrong = Player.objects.get(pk=wrong.pk)
    assert (wrong.name, wrong.desk_name) == (WRONG, WRONG)
    assert str(event.entries.get(player=wrong).player) == WRONG


def test_every_page_and_sheet_shows_the_name_chosen() -> None:
    event = begin_event()
    director = club_evenings.director_of(event.tournament.club)
    wrong, right = Player.objects.get(full_name=WRONG), a_player(RIGHT)
    merging.merge_players(keep=right, absorb=wrong, by=SYSTEM, reason="one")
    client = Client()
    client.force_login(director)
    match = Match.objects.get(Q(white=wrong) | Q(black=wrong))
    addresses = [path_of(event, page) for page in ("", "entries/", "bracket/", "desk/", "desk/entries/")]
    addresses += [f"/m/{match.code}/", f"/api/v1/matches/{match.code}/"]
    texts = {address: client.get(address).text for address in addresses}

    shown = {address: (RIGHT in text, f"{WRONG}<" in text) for address, text in texts.items()}
    assert shown == dict.fromkeys(addresses, (True, False))


def test_the_name_of_a_joined_player_is_corrected_from_any_spelling() -> None:
    begin_event()
    wrong, right = Player.objects.get(full_name=WRONG), a_player(RIGHT)
    merging.merge_players(keep=right, absorb=wrong, by=SYSTEM, reason="one")

    corrected = merging.correct_name(
        player=Player.objects.get(pk=wrong.pk), name="Elena Barsotti Neri", by=SYSTEM
    )

    assert corrected.pk == right.pk
    names = {Player.objects.get(pk=each.pk).desk_name for each in (wrong, right)}
    assert names == {"Elena Barsotti Neri"}
    persons = audits.compute_canonical_players()
    assert [
        finding
        for player in audits.iterate_players()
        for finding in audits.find_player_disagreements(player, persons)
    ] == []
