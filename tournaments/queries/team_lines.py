"""What each line of the box of teams would do in an event."""

from dataclasses import replace

from tournaments import teams_text
from tournaments.entries_text import folded
from tournaments.models import Event, TeamMember
from tournaments.queries.entries import members_of
from tournaments.teams_text import Fault, TeamLine


def read_teams(*, event: Event, text: str) -> tuple[TeamLine, ...]:
    """The lines, with whom the club does not know yet and who is in a team of the event already."""
    member_names = {folded(name) for name in members_of(event).values()}
    team_member_names = TeamMember.objects.filter(event=event).values_list("player__full_name", flat=True)
    names_in_teams = set(map(folded, team_member_names))
    teams = {folded(name) for name in event.entries.values_list("player__name", flat=True)}
    return tuple(_seen(line, member_names, names_in_teams, teams) for line in teams_text.read(text))


def _seen(line: TeamLine, member_names: set[str], names_in_teams: set[str], teams: set[str]) -> TeamLine:
    if line.fault is not None:
        return line
    if folded(line.name) in teams:
        return replace(line, fault=Fault.NAMED_TWICE)
    twice = tuple(name for name in line.people if folded(name) in names_in_teams)
    if twice:
        return replace(line, fault=Fault.TWICE, names=twice)
    return replace(line, new=tuple(name for name in line.people if folded(name) not in member_names))
