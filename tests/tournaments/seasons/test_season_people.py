"""Season standings credit persons: what a pair or a team won counts for each of its members."""

import csv
from io import StringIO

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournaments.club_evenings import a_club, a_night, match_at, play_out, settle
from tests.tournaments.seasons.test_seasons import a_season
from tests.tournaments.team_evenings import KNOCKOUT, a_team_event, match_of, opened, row
from tournaments.models import Season, Tournament
from tournaments.seasons.queries import season_tables

pytestmark = pytest.mark.django_db

FOUR_PAIRS = ("Anna / Bruno", "Carla / Dario", "Elena / Fabio", "Gina / Hugo")


def rows_of(season: Season) -> dict[str, tuple[int | None, float, int, int]]:
    return {
        row.player.name: (row.place, row.total, row.won, row.lost)
        for row in season_tables.get_standings(season).rows
    }


def test_both_members_of_a_pair_are_credited() -> None:
    club = a_club()
    event = a_night(club, FOUR_PAIRS)
    play_out(event)
    season = a_season(club, "wins")
    champions = match_at(event, "M2-1").white
    table = rows_of(season)
    assert set(table) == {name for pair in FOUR_PAIRS for name in pair.split(" / ")}
    for name in champions.name.split(" / "):
        assert table[name] == (1, 2.0, 2, 0)
    reasons = [
        (reason.code, reason.opponent.name if reason.opponent else "")
        for line in season_tables.get_standings(season).rows
        if line.player.name == champions.name.split(" / ")[0]
        for cell in line.cells
        if cell
        for reason in cell.reasons
    ]
    beaten = {match_at(event, label).black.name for label in ("M1-1", "M1-2", "M2-1")}
    assert [code for code, _ in reasons] == ["win", "win"]
    assert {name for _, name in reasons} <= beaten


def test_team_members_are_credited_with_their_boards_and_the_place_of_the_team() -> None:
    club = a_club()
    event = a_team_event(club, stage=KNOCKOUT)
    opened(event, "M1-1")
    for board in ("M1-1.1", "M1-1.2"):
        settle(match_of(event, board), winner="white")
    season = a_season(club, "length-and-places")
    winners = row(event, "M1-1").winner_entry
    assert winners is not None
    table = rows_of(season)
    people = {member.player.name for entry in event.entries.all() for member in entry.members.all()}
    assert set(table) == people
    seated = {match_of(event, board).white.name for board in ("M1-1.1", "M1-1.2")}
    team = {member.player.name for member in winners.members.all()}
    attendance, champion, finalist, win = 2.0, 50.0, 25.0, 5.0
    assert {name: total for name, (_, total, _, _) in table.items()} == {
        name: attendance + (champion if name in team else finalist) + (win if name in seated else 0)
        for name in people
    }


def test_columns_of_the_same_day_name_their_tournaments() -> None:
    club = a_club()
    for name in ("Monday night", "Blitz cup"):
        event = a_night(club)
        settle(match_at(event, "M1-1"))
        Tournament.objects.filter(pk=event.tournament.pk).update(name=name)
    season = a_season(club, "attendance")
    client = Client()
    page = client.get(reverse("standings", args=[club.slug])).content.decode()
    heads = page.split("<thead>")[1].split("</thead>")[0]
    assert (heads.count("Monday night"), heads.count("Blitz cup")) == (1, 1)
    sheet = client.get(reverse("season-csv", args=[club.slug, season.slug])).content.decode("utf-8-sig")
    heads = next(csv.reader(StringIO(sheet)))
    assert heads[-2:] == ["2026-10-05 Monday night", "2026-10-05 Blitz cup"]
