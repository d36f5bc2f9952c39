"""The draw: lots committed before, revealed with it, and published when the director says so."""

import secrets
from collections.abc import Collection, Mapping, Sequence
from typing import Any
from uuid import uuid4

from django.db import transaction

from matches.actors import Actor, require_actor
from matches.models import User
from rules.errors import Refusal
from tournaments.formats.draw_seed import SEED_DIGITS, commitment
from tournaments.formats.seeding import lines
from tournaments.journal import commands
from tournaments.journal.commands import JournalCommand
from tournaments.journal.facts import Drawn
from tournaments.journal.graph import source_stages
from tournaments.journal.payloads import drawn_payload
from tournaments.journal.state import EventState
from tournaments.models import Event, JournalEntry
from tournaments.permissions import must_direct
from tournaments.queries import event_state
from tournaments.services import progress
from tournaments.services.commands import one_command
from tournaments.services.draw_preparation import prepare, stage_to_draw
from tournaments.services.execution import require_same_command
from tournaments.services.locks import lock_event


def new_draw_seed() -> str:
    """A fresh seed: 128 bits nobody can guess."""
    return secrets.token_hex(SEED_DIGITS // 2)


@one_command()
@transaction.atomic
def draw(
    *,
    event: Event,
    by: User,
    flight: str = "",
    seeds: Sequence[int] = (),
    only: Collection[int] = (),
    options: Mapping[str, Any] | None = None,
    key: str = "",
    version: int | None = None,
) -> JournalEntry:
    """Draw a stage (the first, when none is named) of those who belong there, or of `only` these.

    `seeds` are entry numbers, strongest first; `options` take the place of those that are planned.

    Before it is published a draw may be made again: that takes fresh lots, and the journal shows both. It
    needs the `version` of the event with the draw it replaces, so that of two who draw at once the second
    learns of the first. An event that came from another house, where the seed it was promised has stayed,
    takes fresh lots too.

    Raises `draw_made_already`, `event_changed_meanwhile`, `field_size`, `seeds_unknown`, `already_published`,
    `stage_unknown`, `stage_hangs`, `stage_open`, and `presence_open` where of some nobody said whether they
    are here.
    """
    must_direct(by, event)
    event = lock_event(event)
    line = progress.find_line(event, key)
    if line is not None:
        seed = str(line.payload.get("seed", ""))
        return require_same_command(line, lambda state: _build_draw(event, state, seed, flight, seeds, only))
    progress.check_version(event, version)
    if version is None:
        _must_be_first(event, flight)
    prepare(event=event, flight=flight, options=options, by=by)
    ensure_commitment(event=event, by=by)
    ledger = progress.open_ledger(event)
    with progress.add_player_to_refusals(event):
        kind, payload = _build_draw(event, ledger.state, event.lots_seed, flight, seeds, only)
    return progress.write(ledger=ledger, kind=kind, payload=payload, by=by, key=key or uuid4().hex)


@one_command()
@transaction.atomic
def publish(
    *, event: Event, by: User, flight: str = "", key: str = "", version: int | None = None
) -> JournalEntry:
    """Show the draw of a stage with what hangs on it, or all that are drawn: matches are seated and called.

    Where another stage is to be drawn later, the lots of that draw are bound at once.
    """
    must_direct(by, event)
    payload = {"flight": flight}
    line = progress.append(
        event=event, kind="published", payload=payload, by=by, key=key or uuid4().hex, version=version
    )
    event = lock_event(event)
    if _is_more_to_draw(event_state.get_event_state(event)):
        ensure_commitment(event=event, by=by)
    return line


def ensure_commitment(*, event: Event, by: Actor) -> None:
    """See to it that the event is bound to lots nobody has seen; its row is locked."""
    if _is_seed_revealed(event) or event_state.get_event_state(event).commitment != event.lots_commitment:
        commit(event=event, seed=new_draw_seed(), by=by)


@transaction.atomic
def commit(*, event: Event, seed: str, by: Actor) -> JournalEntry:
    """Bind the seed of the next draw by writing its commitment into the journal; the seed stays secret."""
    require_actor(by)
    event.lots_seed, event.lots_commitment = seed, commitment(seed)
    event.save(update_fields=["lots_seed", "lots_commitment"])
    payload = {"commitment": event.lots_commitment}
    return progress.append(
        event=event, kind="committed", payload=payload, by=by, key=f"lots-{event.lots_commitment}"
    )


def _must_be_first(event: Event, flight: str) -> None:
    """Refuse ("draw_made_already") to replace a draw by one that does not name the version it replaces."""
    state = event_state.get_event_state(event)
    stage = stage_to_draw(event, state, flight)
    drawing = state.stages.get(stage.key if stage else flight)
    if drawing is not None and not drawing.is_published:
        raise Refusal("draw_made_already", version=event.version)


def _is_seed_revealed(event: Event) -> bool:
    return JournalEntry.objects.filter(event=event, kind="drawn", payload__seed=event.lots_seed).exists()


def _is_more_to_draw(state: EventState) -> bool:
    return any(
        stage.key not in state.stages and not source_stages(stage, state.plan) for stage in state.plan.stages
    )


def _build_draw(
    event: Event, state: EventState, seed: str, flight: str, seeds: Sequence[int], only: Collection[int]
) -> JournalCommand:
    if state.plan.stages:
        return commands.draw(state, seed, flight=flight, seeds=seeds, only=only)
    if state.is_published:
        raise Refusal("already_published")
    entrant_numbers = [
        one.number for one in state.entries.values() if not (one.is_withdrawn or one.stays_out)
    ]
    seed_numbers = tuple(seeds)
    return JournalCommand(
        "drawn",
        drawn_payload(Drawn(event.format, seed, seed_numbers, lines(entrant_numbers, seed_numbers, seed))),
    )
