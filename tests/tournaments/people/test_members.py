"""The members of a club: each person once, and suggestions to officers of names to merge."""

import pytest
from django.db import connection
from django.db.models import Q
from django.test import Client
from django.test.utils import CaptureQueriesContext

from matches.actors import SYSTEM
from matches.models import Match, Player
from matches.services import badges, merging
from tests.factories import a_player, a_user
from tests.tournaments.club_evenings import a_club, a_night, director_of, settle
from tournaments.models import Club, Event, Membership
from tournaments.people.queries import members
from tournaments.people.services import members as member_services

pytestmark = pytest.mark.django_db


def a_club_with_two_spellings() -> Club:
    """Return a club in which Mario Rossi has two events, the second as Mario Rosi."""
    club = a_club()
    a_night(club, ("Mario Rossi", "Bruno", "Carla", "Dario"))
    a_night(club, ("Mario Rosi", "Elena", "Fabio", "Gina"), week=1)
    return club


def get_suggestions(club: Club) -> list[set[str]]:
    """Return the names of the players whose merge is suggested to the director."""
    return [
        {suggestion.keep.full_name, suggestion.absorb.full_name}
        for suggestion in members.suggest_merges(club, director_of(club))
    ]


def player(name: str) -> Player:
    return Player.objects.get(name=name)


def test_a_merge_is_suggested_to_officers(client: Client) -> None:
    club = a_club_with_two_spellings()
    address = f"/clubs/{club.slug}/members/"
    assert 'id="similar-names"' not in client.get(address).content.decode()
    client.force_login(a_user())
    assert 'id="similar-names"' not in client.get(address).content.decode()
    client.force_login(director_of(club))
    page = client.get(address).content.decode()
    keep, absorb = player("Mario Rossi"), player("Mario Rosi")
    assert f"/p/{keep.code}/spellings/{absorb.code}/?near&amp;next=/clubs/{club.slug}/members/" in page
    assert get_suggestions(club) == [{"Mario Rossi", "Mario Rosi"}]


def test_merged_players_are_one_member_until_the_merge_is_undone(client: Client) -> None:
    club = a_club_with_two_spellings()
    merge = merging.merge_players(
        keep=player("Mario Rosi"), absorb=player("Mario Rossi"), by=SYSTEM, reason="the same member"
    )
    names = [row.player.full_name for row in members.get_members(club) if row.player]
    assert (names.count("Mario Rosi"), names.count("Mario Rossi"), len(names)) == (1, 0, 7)
    assert get_suggestions(club) == []
    merging.undo_merge(merged=merge, by=SYSTEM, reason="two")
    assert len([row for row in members.get_members(club) if row.player]) == 8


def test_only_played_matches_of_similar_names_are_counted(client: Client) -> None:
    club = a_club_with_two_spellings()
    event = Event.objects.get(entries__player__name="Mario Rossi")
    match = Match.objects.get(
        Q(white__name="Mario Rossi") | Q(black__name="Mario Rossi"), pairing__event=event
    )
    by = director_of(club)
    assert [suggestion.matches for suggestion in members.suggest_merges(club, by)] == [(0, 0)]
    settle(match)
    other = Match.objects.get(Q(white__name="Mario Rosi") | Q(black__name="Mario Rosi"))
    settle(other, ending="walkover")
    assert [suggestion.matches for suggestion in members.suggest_merges(club, by)] == [(1, 0)]
    keep, absorb = player("Mario Rossi"), player("Mario Rosi")
    client.force_login(by)
    page = client.get(f"/p/{keep.code}/spellings/{absorb.code}/?near")
    assert page.context["sides"] == [(keep, 1), (absorb, 0)]


def test_players_of_one_event_are_not_suggested() -> None:
    club = a_club()
    a_night(club, ("Mario Rossi", "Mario Rosi", "Carla", "Dario", "Elena"))
    assert get_suggestions(club) == []


def test_members_whom_the_club_tells_apart_by_a_text_are_not_suggested() -> None:
    club = a_club()
    others = [Membership.objects.create(club=club, player=a_player("Mario Rossi")) for _ in range(2)]
    desk = a_night(club, ("Bruno", "Carla")).tournament.desk
    for row in others:
        badges.issue_badge(desk=desk, player=row.player, by=SYSTEM)
    assert get_suggestions(club) == [{"Mario Rossi"}]
    Membership.objects.filter(pk=others[1].pk).update(distinction="junior")
    assert get_suggestions(club) == []


def test_queries_do_not_grow_with_the_members(client: Client) -> None:
    club = a_club_with_two_spellings()
    client.force_login(director_of(club))
    counts = []
    for week in (2, 3):
        with CaptureQueriesContext(connection) as queries:
            assert client.get(f"/clubs/{club.slug}/members/").status_code == 200
        counts.append(len(queries))
        a_night(club, ("Ada Ferri", "Luca Feri / Bruno Neri", "Neri Ugo", "Zoe"), week=week)
        a_night(club, ("Ada Feri", "Luca Ferri / Ivo Sala", "Neri Ug", "Zoe"), week=week + 5)
    assert counts[0] == counts[1]
    assert {"Ada Ferri", "Ada Feri"} in get_suggestions(club)
    assert {"Luca Feri", "Luca Ferri"} in get_suggestions(club)


def test_the_name_of_a_member_without_a_match_is_corrected_from_the_list(client: Client) -> None:
    club = a_club()
    player = a_player("Luca Neri")
    member_services.enrol(club=club, player=player, by=director_of(club))
    client.force_login(director_of(club))

    members_page = f"/clubs/{club.slug}/members/"
    assert f'href="/p/{player.code}/spellings/?next={members_page}"' in client.get(members_page).text
    assert f'href="/p/{player.code}/spellings/"' in client.get(f"/p/{player.code}/").content.decode()
    assert client.get(f"/p/{player.code}/spellings/").status_code == 200
    assert "/spellings/" not in Client().get(f"/p/{player.code}/").content.decode()
