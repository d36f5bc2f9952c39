"""Template tags for teams: errors in the team box, results of meetings."""

from django import template
from django.utils.translation import gettext

from tournaments.messages.journal import describe_team_fault
from tournaments.models import Entry
from tournaments.play.teams.queries import TeamMeeting
from tournaments.play.teams.teams_text import TeamLine

register = template.Library()


@register.filter
def team_fault(line: TeamLine) -> str:
    """Return the error text of a line of the team box."""
    return describe_team_fault(line.fault.value, line.names) if line.fault else ""


@register.simple_tag
def meeting_line(meeting: TeamMeeting, entry: Entry) -> str:
    """Return a meeting from one team's side: round, opponent, boards; the score only once available."""
    own_score, opponent_score = meeting.score_for(entry)
    opponent = meeting.opponent_of(entry)
    if opponent is None or not (meeting.is_lined_up or meeting.pairing.decided):
        return ""
    facts = {"round": meeting.pairing.round, "team": opponent.player.name}
    if own_score is None:
        has_won = meeting.pairing.winner_entry_id == entry.pk
        won = gettext("Round %(round)s: won by ruling against %(team)s")
        return (won if has_won else gettext("Round %(round)s: lost by ruling against %(team)s")) % facts
    sentence = gettext("Round %(round)s against %(team)s: %(own)s–%(other)s")
    return sentence % {**facts, "own": own_score, "other": opponent_score}
