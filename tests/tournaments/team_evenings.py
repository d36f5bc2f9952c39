"""Events of teams, created and played through the services."""

from collections.abc import Sequence
from datetime import UTC, datetime

from matches.actors import SYSTEM, Identity
from matches.models import Match, User
from matches.services import badges
from tests.factory_recordings import replayed
from tests.tournaments.club_evenings import director_of
from tournaments.formats.graph import LEAGUE, MAIN
from tournaments.formats.plan import Plan, Stage
from tournaments.journal.team_facts import EntryType
from tournaments.models import Club, Entry, Event, Pairing
from tournaments.play.draws import services as draws
from tournaments.play.teams import services as teams
from tournaments.play.tournaments.services import tournaments

LETTERS = "ABCDEFGH"
ROUND_ROBIN = Stage(LEAGUE, "round_robin", lengths=(5,))
KNOCKOUT = Stage(MAIN, "knockout", lengths=(5,))


def names(count: int, size: int, mark: str = "") -> str:
    """The text of a team list: `count` lines "Team A: Anna A1, Anna A2" with `size` people each."""
    return "\n".join(
        f"Team {letter}{mark}: "
        + ", ".join(f"{letter}nna{mark} {letter}{number}" for number in range(1, size + 1))
        for letter in LETTERS[:count]
    )


@replayed
def a_team_event(
    club: Club,
    *,
    teams_in: int = 2,
    boards: int = 2,
    size: int = 3,
    stage: Stage = ROUND_ROBIN,
    then: Sequence[Stage] = (),
    ties: Sequence[str] = (),
    lengths: Sequence[int] = (),
    is_drawn: bool = True,
    tables: int = 16,
    mark: str = "",
) -> Event:
    """Create an event of teams with their members, drawn and published unless `is_drawn` is false."""
    by = director_of(club)
    event = tournaments.create_tournament_with_event(
        club=club,
        name="Team cup",
        starts_at=datetime(2026, 10, 5, 18, 30, tzinfo=UTC),
        lengths=(5, 3),
        setup=tournaments.TournamentSetup(tables),
        plan=Plan((stage, *then)),
        by=by,
        entry_type=EntryType("teams", boards, tuple(lengths), tuple(ties)),
    )
    teams.enter_teams(event=event, text=names(teams_in, size, mark), by=by, key="teams")
    if is_drawn:
        draws.draw(event=event, by=by)
        draws.publish(event=event, by=by)
    event.refresh_from_db()
    return event


def row(event: Event, label: str) -> Pairing:
    """The pairing of a meeting, or of one of its boards."""
    pairings = Pairing.objects.select_related("event__tournament", "match", "white_entry__player")
    return pairings.select_related("black_entry__player", "white_player", "black_player").get(
        event=event, label=label
    )


def match_of(event: Event, label: str) -> Match:
    """The match of a board."""
    match = row(event, label).match
    assert match is not None
    return match


def opened(event: Event, label: str) -> Pairing:
    """Open the line-ups of a meeting, in board order, and return it."""
    teams.open_line_ups(pairing=row(event, label), by=by(event))
    return row(event, label)


def by(event: Event) -> User:
    """The director of the club of an event."""
    return director_of(event.tournament.club)


def codes(entry: Entry) -> list[str]:
    """The player codes of a team in board order."""
    rows = entry.members.exclude(position=None).order_by("position")
    return list(rows.values_list("player__code", flat=True))


def captain(entry: Entry) -> Identity:
    """The identity of the captain of a team, by badge."""
    player = entry.members.select_related("player").get(is_captain=True).player
    badge = badges.issue_badge(desk=entry.event.tournament.desk, player=player, by=SYSTEM).badge
    return Identity(badge=badge)
