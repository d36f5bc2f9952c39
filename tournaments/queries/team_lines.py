"""What each line of the box of teams would do in an event."""

from dataclasses import replace

from tournaments import teams_text
from tournaments.entries_text import folded
from tournaments.models import Event, TeamMember
from tournaments.queries.entries import members_of
from tournaments.teams_text import Fault, TeamLine


def read_teams(*, event: Event, text: str) -> tuple[TeamLine, ...]:
    """The lines, with whom the club does not know yet and who is in a team of the event already."""
    known = {folded(name) for name in members_of(event).values()}
    taken = TeamMember.objects.filter(event=event).values_list("player__full_name", flat=True)
    here = set(map(folded, taken))
    teams = {folded(name) for name in event.entries.values_list("player__name", flat=True)}
    return tuple(_seen(line, known, here, teams) for line in teams_text.read(text))


def _seen(line: TeamLine, known: set[str], here: set[str], teams: set[str]) -> TeamLine:
    if line.fault is not None:
        return line
    if folded(line.name) in teams:
        return replace(line, fault=Fault.NAMED_TWICE)
    twice = tuple(name for name in line.people if folded(name) in here)
    if twice:
        return replace(line, fault=Fault.TWICE, names=twice)
    return replace(line, new=tuple(name for name in line.people if folded(name) not in known))
