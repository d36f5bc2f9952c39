"""Factories for league seasons: opened, begun and played through the services."""

from datetime import date
from typing import Any

from matches.models import Match, User
from tests.factory_recordings import replayed
from tests.tournaments import club_evenings
from tournaments.formats.leagues import LeagueTerms
from tournaments.leagues.models import LeagueSeason
from tournaments.leagues.services import seasons
from tournaments.leagues.services.seasons import LISTED, Roster, SeasonSpan
from tournaments.models import Club, Event, Pairing

EIGHT = ("Anna", "Bruno", "Carla", "Dario", "Elena", "Fabio", "Gina", "Hugo")
SPAN = SeasonSpan(date(2026, 1, 1), date(2026, 3, 31))
TWO = LeagueTerms(("Premier", "First"), length=5)


@replayed
def a_season(club: Club | None = None, names: tuple[str, ...] = EIGHT, **more: Any) -> LeagueSeason:
    """A season with two divisions of four, not begun yet; `more` are arguments of `open_league`."""
    league_club = club or club_evenings.a_club()
    roster = Roster("\n".join(names), more.pop("sizes", (4, 0)), more.pop("placing", LISTED))
    options = {"name": "Winter League 1", "terms": TWO, "span": SPAN, **more}
    return seasons.open_league(
        club=league_club, roster=roster, by=club_evenings.director_of(league_club), **options
    )


@replayed
def begun(club: Club | None = None, **more: Any) -> LeagueSeason:
    """A season that has begun, so that its matches can be played."""
    league = a_season(club, **more)
    seasons.publish_season(event=league.event, by=director(league))
    league.event.refresh_from_db()
    return league


def director(league: LeagueSeason) -> User:
    """The director of the club of a season."""
    return club_evenings.director_of(league.event.tournament.club)


def named(event: Event, one: str, other: str) -> Pairing:
    """The pairing of two players by their names."""
    seated_rows = event.pairings.filter(white_entry__isnull=False, black_entry__isnull=False)
    for row in seated_rows.select_related("match", "white_entry__player", "black_entry__player"):
        seated = {row.white_entry.player.full_name, row.black_entry.player.full_name}  # type: ignore[union-attr]
        if seated == {one, other}:
            return row
    raise LookupError(f"{one} – {other}")


def match_of(event: Event, one: str, other: str) -> Match:
    """The match of two players."""
    match = named(event, one, other).match
    assert match is not None
    return match


def win(event: Event, winner: str, loser: str, loser_score: int = 2) -> Match:
    """Settle the match of two players by the director, with the given winner."""
    row = named(event, winner, loser)
    side = "white" if row.white_entry.player.full_name == winner else "black"  # type: ignore[union-attr]
    assert row.match is not None
    return club_evenings.settle(row.match, side, loser_score=loser_score)


def play_in_order(event: Event, names: tuple[str, ...] = EIGHT) -> None:
    """Settle all open matches; the player earlier in `names` wins."""
    _play_in_order(event, names)
    event.refresh_from_db()


@replayed
def _play_in_order(event: Event, names: tuple[str, ...]) -> None:
    for row in list(event.pairings.select_related("white_entry__player", "black_entry__player", "match")):
        if row.decided or row.match is None:
            continue
        both = [row.white_entry.player.full_name, row.black_entry.player.full_name]  # type: ignore[union-attr]
        first, second = sorted(both, key=names.index)
        win(event, first, second)
