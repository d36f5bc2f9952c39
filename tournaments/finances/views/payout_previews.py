"""The question before a command of the cash desk changes prizes that are already paid."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from tournaments.finances.views import pages
from tournaments.models import Event
from tournaments.web import payout_previews
from tournaments.web.decorators import event_url


def run_unless_payouts_change(
    request: HttpRequest, event: Event, run: Callable[[], str]
) -> tuple[str, HttpResponse | None]:
    """Run a command and return its message; if it changes prizes that are paid, undo it and ask first.

    The question is the second value: a page of the cash desk. See `tournaments.web.payout_previews`.
    """
    message, question = payout_previews.run_unless_payouts_change(request, [event], run)
    if question is None:
        return message, None
    content = {**question, "cancel_url": event_url("money", event)}
    return message, pages.render_page(request, event, "payout_preview", extra_context=content)
