"""The question before a command changes prizes that are already paid."""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from django.db import transaction
from django.http import HttpRequest

from tournaments import registry
from tournaments.models import Event
from tournaments.registry import PayoutChanges

ACCEPTED = "accepted_prizes"


def run_unless_payouts_change(
    request: HttpRequest, events: Sequence[Event], run: Callable[[], str], shown_effects: Collection[str] = ()
) -> tuple[str, Mapping[str, Any] | None]:
    """Run a command and return its message; if it changes paid prizes of these events, undo it and ask first.

    The second value is the context of `tournaments/_payout_question.html`, without its `cancel_url`. That
    form sends the same request again with `ACCEPTED`, a code for the changes that were read: then the command
    is run if it makes no others. Nothing is asked about changes whose sentences the page of the command has
    shown (`shown_effects`). A refusal of the command is raised.
    """
    comparisons = [
        (event, compare)
        for event in events
        for compare in registry.payout_comparisons(event)
        if compare is not None
    ]
    if not comparisons:
        return run(), None
    with transaction.atomic():
        message = run()
        compared = [(event, compare()) for event, compare in comparisons]
        changes = [(event, change) for event, change in compared if change is not None]
        acceptance = " ".join(f"{event.pk}:{change.code}" for event, change in changes)
        is_shown = all(
            sentence in shown_effects for _event, change in changes for sentence in change.sentences
        )
        if is_shown or request.POST.get(ACCEPTED) == acceptance:
            return message, None
        transaction.set_rollback(True)
    sentences = _list_sentences(changes, has_several_events=len(events) > 1)
    return "", _make_question(request, sentences, acceptance)


def _list_sentences(changes: Sequence[tuple[Event, PayoutChanges]], *, has_several_events: bool) -> list[str]:
    return [
        f"{event.name}: {sentence}" if has_several_events else sentence
        for event, change in changes
        for sentence in change.sentences
    ]


def _make_question(request: HttpRequest, sentences: Sequence[str], acceptance: str) -> dict[str, Any]:
    fields = [
        (name, value)
        for name, values in request.POST.lists()
        if name not in {ACCEPTED, "csrfmiddlewaretoken"}
        for value in values
    ]
    return {
        "sentences": sentences,
        "fields": [*fields, (ACCEPTED, acceptance)],
        "action": request.get_full_path(),
    }
