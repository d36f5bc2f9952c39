"""How well matches were played, where a table counts that: from their records, or as the desk decides."""

from uuid import uuid4

from django.db import transaction

from matches.actors import Actor, require_actor
from matches.models import Match, User
from rules.errors import Refusal
from tournaments.journal.commands import JournalCommand
from tournaments.journal.facts import UNMEASURED, Measure
from tournaments.journal.measuring import measured_payload
from tournaments.journal.state import EventState
from tournaments.journal.tables import counts_ratings
from tournaments.models import Event, JournalEntry
from tournaments.queries import event_state
from tournaments.queries.performance_ratings import of_records
from tournaments.services import progress
from tournaments.services.execution import execute_command
from tournaments.services.locks import lock_event

# What stands in the way of new figures once others have played on by the old ones: these stay.
TOO_LATE = frozenset({"choices_needed", "match_begun"})


@transaction.atomic
def sync_measure(*, match: Match, by: Actor) -> None:
    """Write down how well a match was played, where the table of its stage counts that; safe to call twice.

    Does nothing while one of the two figures is not known, while the match has no result, where the director
    said how it counts, and where people have played on by what was told before.
    """
    require_actor(by)
    new_measure = of_records(match)
    pairing = event_state.pairing_of(match) if new_measure != UNMEASURED else None
    if pairing is None or pairing.board:
        return
    event = lock_event(pairing.event)
    state = event_state.get_event_state(event)
    current_measure = _get_measure(state, pairing.label)
    if (
        current_measure is None
        or current_measure == new_measure
        or current_measure.ruling
        or not _is_counted(state, pairing.label)
    ):
        return
    try:
        with transaction.atomic():
            _append_measure(event, pairing.label, new_measure, by)
    except Refusal as refusal:
        if refusal.code not in TOO_LATE:
            raise


@transaction.atomic
def set_match_measure(
    *,
    event: Event,
    pairing: str,
    measure: Measure,
    by: User,
    key: str = "",
    version: int | None = None,
) -> JournalEntry:
    """Say at the desk how a match counts: by figures entered there, or who has the point without any.

    An empty measure goes back to what the records of the match say. Raises `not_settled` for a match without
    a result, `ratings_not_counted`, and `choices_needed` or `match_begun` where others have played on.
    """

    def set_measure(state: EventState) -> JournalCommand:
        if pairing not in state.results:
            raise Refusal("not_settled", pairing=pairing)
        told = measure if measure != UNMEASURED else _measure_from_records(event, pairing)
        return JournalCommand("measured", measured_payload(pairing, told))

    return execute_command(event=event, by=by, command=set_measure, key=key, version=version)


def _is_counted(state: EventState, pairing: str) -> bool:
    drawn_pairing = state.graph.by_id.get(pairing)
    return drawn_pairing is not None and counts_ratings(
        state.stages[state.stage_of(drawn_pairing.flight)].stage
    )


def _get_measure(state: EventState, pairing: str) -> Measure | None:
    result = state.results.get(pairing)
    return result.measure if result is not None else None


def _append_measure(event: Event, pairing: str, new_measure: Measure, by: Actor) -> None:
    ledger = progress.open_ledger(event)
    payload = measured_payload(pairing, new_measure)
    progress.write(ledger=ledger, kind="measured", payload=payload, by=by, key=uuid4().hex)


def _measure_from_records(event: Event, pairing: str) -> Measure:
    row = event.pairings.select_related("match").filter(label=pairing).first()
    return of_records(row.match) if row is not None and row.match is not None else UNMEASURED
