"""The stages of an event are planned, and their rounds get their length; `drawing` draws and shows them."""

from django.db import transaction

from matches.models import User
from tournaments.draws.plan import Plan
from tournaments.journal import acting
from tournaments.models import Event, JournalEntry
from tournaments.models.event import PLANNED
from tournaments.services.telling import tell


@transaction.atomic
def plan_event(
    *, event: Event, plan: Plan, by: User, key: str = "", version: int | None = None
) -> JournalEntry:
    """Give an event its stages; those that were published stay as they are.

    Raises what `draws.plan.check` refuses, and `stage_published`.
    """
    line = tell(event=event, by=by, deed=lambda _: acting.lay_out(plan), key=key, version=version)
    Event.objects.filter(pk=event.pk).update(format=PLANNED)
    return line


def lengthen_round(
    *,
    event: Event,
    flight: str,
    number: int,
    length: int,
    by: User,
    key: str = "",
    version: int | None = None,
) -> JournalEntry:
    """Let a round that has not begun go to another number of points. Raises `round_begun`."""
    return tell(
        event=event, by=by, deed=lambda _: acting.lengthen(flight, number, length), key=key, version=version
    )
