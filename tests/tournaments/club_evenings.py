"""A club and its tournaments, played through the services; tests of standings and ratings read them."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any

from django.utils import timezone

from matches.models import Match, User
from matches.services import rulings
from tests.factories import a_user
from tests.factory_recordings import replayed
from tournaments.models import Club, Event, JournalEntry, Pairing, RatingList
from tournaments.people.services import clubs
from tournaments.play.draws import services as draws
from tournaments.play.entries.services import entries
from tournaments.play.tournaments.services import tournaments
from tournaments.ratings.services.ratings import rate_match

FOUR = ("Anna", "Bruno", "Carla", "Dario")
FIRST_NIGHT = datetime(2026, 10, 5, 18, 30, tzinfo=UTC)
_numbers = count(1)


@replayed
def a_club(name: str = "", by: User | None = None) -> Club:
    """Create a club with its first rating list, directed by `by` or a new user."""
    return clubs.create_club(name=name or f"Club {next(_numbers)}", by=by or a_user())


def director_of(club: Club) -> User:
    """The only director of a club."""
    return User.objects.get(memberships__club=club, memberships__role="director")


def rating_list_of(club: Club) -> RatingList:
    """The rating list that was created with the club."""
    return RatingList.objects.get(club=club)


@replayed
def a_night(club: Club, names: Sequence[str] = FOUR, *, week: int = 0, length: int = 5) -> Event:
    """Create a tournament of one event, drawn and published, without results."""
    by = director_of(club)
    event = tournaments.create_knockout_tournament(
        club=club,
        name="Monday night",
        starts_at=FIRST_NIGHT + timedelta(weeks=week),
        length=length,
        consolation_length=3,
        tables=8,
        by=by,
    )
    entries.enter_names(event=event, names="\n".join(names), by=by, key="names")
    draws.draw(event=event, by=by)
    draws.publish(event=event, by=by)
    event.refresh_from_db()
    return event


def draw_again(event: Event, **options: Any) -> JournalEntry:
    """Replace the draw of an event, naming the version it has now."""
    event.refresh_from_db()
    by = director_of(event.tournament.club)
    return draws.draw(event=event, by=by, version=event.version, **options)


def match_at(event: Event, label: str) -> Match:
    """The match of a pairing, by its name in the bracket."""
    match = Pairing.objects.get(event=event, label=label).match
    assert match is not None
    return match


def settle(match: Match, winner: str = "white", ending: str = "played", loser_score: int = 0) -> Match:
    """Give a match its result by the director's decision."""
    match.refresh_from_db()
    return _award(match, winner, ending, loser_score)


@replayed
def _award(match: Match, winner: str, ending: str, loser_score: int) -> Match:
    won = match.length if ending == "played" else 0
    scores = (won, loser_score) if winner == "white" else (loser_score, won)
    by = director_of(match.desk.tournament.club)
    return rulings.award(
        match=match,
        white_score=scores[0],
        black_score=scores[1],
        winner=winner,
        ending=ending,
        by=by,
        reason="Report at the desk",
    )


def settle_and_rate(
    match: Match, winner: str = "white", ending: str = "played", loser_score: int = 0
) -> Match:
    """Give a match its result, as `settle` does, and update the ratings."""
    settled = settle(match, winner, ending, loser_score)
    _rate(settled)
    return settled


@replayed
def _rate(match: Match) -> int:
    return rate_match(match_id=match.pk)


@replayed
def play_out(event: Event) -> list[Match]:
    """Settle and rate every match of an event, White winning each; return the matches in that order."""
    played: list[Match] = []
    while True:
        waiting = Pairing.objects.filter(event=event, match__isnull=False, match__settled_at=None)
        pairing = waiting.order_by("round", "-flight", "position").first()
        if pairing is None or pairing.match is None:
            return played
        played.append(settle_and_rate(pairing.match, loser_score=len(played) % event.consolation_length))


def backdate(match: Match, minutes: int) -> Match:
    """Set `settled_at` of a match some minutes back, which moves it in the order of results."""
    Match.objects.filter(pk=match.pk).update(settled_at=timezone.now() - timedelta(minutes=minutes))
    match.refresh_from_db()
    return match
