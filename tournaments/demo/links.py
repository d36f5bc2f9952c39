"""Where to look first when the demo is loaded."""

from dataclasses import dataclass

from django.urls import reverse

from matches.states import Status
from tournaments.demo import people
from tournaments.models import Event, EventStatus


@dataclass(frozen=True, slots=True)
class Links:
    """Paths without host: the desk of the evening that is on, and a table with a match for a phone."""

    desk: str
    table: str
    username: str
    password: str


def links() -> Links | None:
    """The links of the demo club, or None when it is not here or nothing is on."""
    published_events = Event.objects.filter(
        tournament__club__slug=people.CLUB_SLUG, status=EventStatus.PUBLISHED
    )
    event = published_events.select_related("tournament__club", "tournament__desk").order_by("-pk").first()
    if event is None:
        return None
    running = event.tournament.desk.matches.filter(status=Status.RUNNING.value, table__isnull=False)
    match = running.select_related("table").order_by("table__number").first()
    where = {"club": people.CLUB_SLUG, "evening": event.tournament.slug, "event": event.slug}
    return Links(
        desk=reverse("desk", kwargs=where),
        table=reverse("table", args=[match.table.code]) if match and match.table else "",
        username=people.DIRECTOR,
        password=people.password(),
    )
