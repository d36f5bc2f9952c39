"""What `printing` adds to the core: URLs, a tab of the desk, and a step after the last match."""

from django.urls import reverse
from django.utils.translation import gettext

from matches import messages
from matches.models import User
from tournaments import registry
from tournaments.models import Event
from tournaments.printing.messages import CERTIFICATE_REFUSALS
from tournaments.registry import FinishStep, PageTab

registry.page_urls.append("tournaments.printing.urls")
messages.add_sentences(CERTIFICATE_REFUSALS)


@registry.finish_steps.register
def link_standings_sheet(event: Event, user: User | None) -> list[FinishStep]:
    """Return the step that prints the final standings."""
    tournament = event.tournament
    address = reverse("printout", args=[tournament.club.slug, tournament.slug, event.slug, "standings"])
    return [FinishStep(20, gettext("Print the final standings"), address, gettext("Print"))]


@registry.desk_tabs.register
def list_desk_tabs(_event: Event) -> list[PageTab]:
    """Return the printouts as a tab for directors."""
    return [PageTab(70, "printouts", gettext("Printouts"))]
