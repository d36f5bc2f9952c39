"""The check of a command that may change prizes which are already paid: it is confirmed first."""

from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager

from django.db import transaction

from rules.errors import Refusal
from tournaments import registry
from tournaments.models import Event
from tournaments.registry import PayoutChanges


@contextmanager
def check_paid_prizes(
    *, events: Sequence[Event], accepted: str, shown_effects: Collection[str] = ()
) -> Iterator[None]:
    """Undo the commands run in this context if they change paid prizes of these events, and refuse them.

    Raises `paid_prizes_change` with `sentences` about the changes and their code `accepted_prizes`. Who has
    read them runs the command again with this code as `accepted`: it is refused if it makes others. Changes
    whose sentences were shown before (`shown_effects`) are not refused.
    """
    comparisons = [
        (event, compare)
        for event in events
        for compare in registry.payout_comparisons(event)
        if compare is not None
    ]
    if not comparisons:
        yield
        return
    with transaction.atomic():
        yield
        compared = [(event, compare()) for event, compare in comparisons]
        changes = [(event, change) for event, change in compared if change is not None]
        acceptance = " ".join(f"{event.pk}:{change.code}" for event, change in changes)
        is_shown = all(
            sentence in shown_effects for _event, change in changes for sentence in change.sentences
        )
        if not is_shown and accepted != acceptance:
            sentences = _list_sentences(changes, has_several_events=len(events) > 1)
            raise Refusal(
                "paid_prizes_change",
                prizes=" ".join(sentences),
                sentences=sentences,
                accepted_prizes=acceptance,
            )


def _list_sentences(changes: Sequence[tuple[Event, PayoutChanges]], *, has_several_events: bool) -> list[str]:
    return [
        f"{event.name}: {sentence}" if has_several_events else sentence
        for event, change in changes
        for sentence in change.sentences
    ]
