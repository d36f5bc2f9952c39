"""The question before a command changes prizes that are already paid."""

from collections.abc import Callable, Collection, Mapping, Sequence
from html import unescape
from typing import Any

from django.http import HttpRequest
from django.utils.html import strip_tags

from rules.errors import Refusal
from tournaments.models import Event
from tournaments.web.paid_prizes import check_paid_prizes

ACCEPTED = "accepted_prizes"


def run_unless_payouts_change(
    request: HttpRequest, events: Sequence[Event], run: Callable[[], str], shown_effects: Collection[str] = ()
) -> tuple[str, Mapping[str, Any] | None]:
    """Run a command and return its message; if it changes paid prizes of these events, undo it and ask first.

    The second value is the context of `tournaments/_payout_question.html`, without its `cancel_url`. That
    form sends the same request again with `ACCEPTED`, a code for the changes that were read: then the command
    is run if it makes no others. No question is put about changes whose sentences the page of the command has
    shown (`shown_effects`). A refusal of the command is raised.
    """
    accepted, message = request.POST.get(ACCEPTED, ""), ""
    try:
        with check_paid_prizes(events=events, accepted=accepted, shown_effects=shown_effects):
            message = run()
        return message, None
    except Refusal as refusal:
        if refusal.code != "paid_prizes_change":
            raise
        return "", _make_question(request, refusal.facts, message)


def list_sent_fields(request: HttpRequest, *, without: Collection[str]) -> list[tuple[str, Any]]:
    """Return name and value of each field that was sent, to send the request again, but not of these."""
    return [
        (name, value)
        for name, values in request.POST.lists()
        if name not in {*without, "csrfmiddlewaretoken"}
        for value in values
    ]


def _make_question(request: HttpRequest, facts: Mapping[str, Any], message: str) -> dict[str, Any]:
    """Return the context of the question; `message` is that of the command, which was run and undone."""
    fields = list_sent_fields(request, without={ACCEPTED})
    return {
        "command": unescape(strip_tags(message)),
        "sentences": facts["sentences"],
        "fields": [*fields, (ACCEPTED, facts["accepted_prizes"])],
        "action": request.get_full_path(),
    }
