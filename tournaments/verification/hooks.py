"""What `verification` adds to the core: the report for an arbiter, and a link to it from a checked file."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext

from matches.registry import SectionLine, event_file_links
from tournaments import registry
from tournaments.importing.queries.exports import find_imported_event
from tournaments.permissions import may_see
from tournaments.web.decorators import event_url

registry.page_urls.append("tournaments.verification.urls")


@event_file_links.register
def link_report(content: Mapping[str, Any]) -> list[SectionLine]:
    """Return a link to the report of the event of a file, if everybody may read it here."""
    lines = content.get("journal")
    first = lines[0] if isinstance(lines, list) and lines else None
    key = first.get("key") if isinstance(first, dict) else None
    event = find_imported_event(key) if isinstance(key, str) else None
    if event is None or not (event.has_published_draw and may_see(None, event)):
        return []
    return [SectionLine(gettext("Report for the arbiter"), event_url("arbiter-report", event))]
