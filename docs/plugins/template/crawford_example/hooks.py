"""What the plug-in adds to the site. Crawford imports this module when it starts."""

from matches.models import User
from tournaments import registry
from tournaments.models import Tournament
from tournaments.registry import PageSection


@registry.tournament_sections.register
def list_sections(tournament: Tournament, reader: User | None) -> list[PageSection]:
    """Return a section that counts the events of a tournament."""
    context = {"event_count": tournament.events.count()}
    return [PageSection(90, "crawford_example/_section.html", context)]
