"""Performance ratings of matches in a PR event: from analyses and uploaded files, and by ruling."""

from uuid import uuid4

from django.db import transaction

from matches.actors import Actor, require_actor
from matches.models import Match, User
from matches.records.queries.analyses import FigurePair
from rules.errors import Refusal
from tournaments.journal.commands import JournalCommand, make_command
from tournaments.journal.facts import UNMEASURED, Measure
from tournaments.journal.results import Measured
from tournaments.journal.standings import counts_ratings
from tournaments.journal.state import EventState
from tournaments.locks import lock_event
from tournaments.models import Event, JournalEntry
from tournaments.play.event_journal.services import journal
from tournaments.play.event_journal.services.journal import execute_command
from tournaments.play.events import event_state
from tournaments.play.events.performance_ratings import make_measure, measure_records

# Refusals of new performance ratings because later play depends on the old ones, which then stay.
MEASURE_TOO_LATE = frozenset({"choices_needed", "match_begun"})


@transaction.atomic
def sync_measure(*, match: Match, by: Actor, former_figures: FigurePair | None = None) -> None:
    """Append the performance ratings of a match if the table of its stage counts them; idempotent.

    A measure says how a match counts in the table of its stage: by the performance ratings (PR) of its
    players, or by a ruling. Does nothing while a rating or the result is missing, after a ruling by the
    director, and if later play depends on the previous value. Ratings read from an analysed file count once
    the director confirms them. `former_figures` are figures that do not count any more: ratings made of them
    are taken back.
    """
    require_actor(by)
    new_measure = measure_records(match, includes_files=False)
    former_measure = make_measure(former_figures)
    is_relevant = new_measure != UNMEASURED or former_measure != UNMEASURED
    pairing = event_state.pairing_of(match) if is_relevant else None
    if pairing is None or pairing.board:
        return
    event = lock_event(pairing.event)
    state = event_state.get_event_state(event)
    current_measure = _get_measure(state, pairing.label)
    if (
        current_measure is None
        or current_measure == new_measure
        or current_measure.ruling
        or (new_measure == UNMEASURED and current_measure != former_measure)
        or not _is_counted(state, pairing.label)
    ):
        return
    try:
        with transaction.atomic():
            _append_measure(event, pairing.label, new_measure, by)
    except Refusal as refusal:
        if refusal.code not in MEASURE_TOO_LATE:
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
    """Set at the desk how a match counts: by entered PRs, or by ruling.

    An empty measure restores that of the transcripts. Raises `not_settled`, `ratings_not_counted`, and
    `choices_needed` or `match_begun` if later play depends on it.
    """

    def set_measure(state: EventState) -> JournalCommand:
        if pairing not in state.results:
            raise Refusal("not_settled", pairing=pairing)
        new_measure = measure if measure != UNMEASURED else _measure_from_records(event, pairing)
        return make_command(Measured(pairing, new_measure))

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
    event_journal = journal.open_journal(event)
    kind, payload = make_command(Measured(pairing, new_measure))
    journal.write(event_journal=event_journal, kind=kind, payload=payload, by=by, key=uuid4().hex)


def _measure_from_records(event: Event, pairing: str) -> Measure:
    row = event.pairings.select_related("match").filter(label=pairing).first()
    return measure_records(row.match) if row is not None and row.match is not None else UNMEASURED
