"""The question before a command changes prizes that are already paid."""

from collections.abc import Callable

from django.db import transaction
from django.http import HttpRequest, HttpResponse

from tournaments.finances.queries import payout_changes, prizes
from tournaments.finances.queries.prizes import PrizeClaim
from tournaments.finances.views import pages
from tournaments.models import Event
from tournaments.views.decorators import event_url

ACCEPTED = "accepted_prizes"


def run_unless_payouts_change(
    request: HttpRequest, event: Event, run: Callable[[], str]
) -> tuple[str, HttpResponse | None]:
    """Run a command and return its message; if it changes prizes that are paid, undo it and ask first.

    The question is the second value. It sends the same request again with `ACCEPTED`, a code for the changes
    that were read: then the command is run if it makes no others.
    """
    if not payout_changes.has_paid_prizes(event):
        return run(), None
    with transaction.atomic():
        before = prizes.list_prizes(event)
        message = run()
        changes = payout_changes.list_changed_payouts(before, prizes.list_prizes(event))
        if not changes or request.POST.get(ACCEPTED) == payout_changes.make_acceptance(changes):
            return message, None
        transaction.set_rollback(True)
    return "", _render_question(request, event, changes)


def _render_question(request: HttpRequest, event: Event, changes: list[PrizeClaim]) -> HttpResponse:
    fields = [
        (name, value)
        for name, values in request.POST.lists()
        if name not in {ACCEPTED, "csrfmiddlewaretoken"}
        for value in values
    ]
    content = {
        "sentences": payout_changes.describe_changed_payouts(changes, event.tournament.currency),
        "fields": [*fields, (ACCEPTED, payout_changes.make_acceptance(changes))],
        "action": request.path,
        "cancel_url": event_url("money", event),
    }
    return pages.render_page(request, event, "payout_preview", extra_context=content)
