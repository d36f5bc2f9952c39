"""The draw: lots committed before, revealed with it, and published when the director says so."""

import secrets
from collections.abc import Sequence
from uuid import uuid4

from django.db import transaction

from matches.models import User
from rules.errors import Refusal
from tournaments.draws.lots import SEED_DIGITS, commitment
from tournaments.draws.seeding import lines
from tournaments.journal.facts import Drawn
from tournaments.journal.payloads import drawn_payload
from tournaments.journal.state import EventState
from tournaments.models import Event, JournalEntry
from tournaments.permissions import must_direct
from tournaments.queries import facts
from tournaments.services import progress
from tournaments.services.locks import locked


def new_lots() -> str:
    """A fresh seed: 128 bits nobody can guess."""
    return secrets.token_hex(SEED_DIGITS // 2)


@transaction.atomic
def draw(
    *, event: Event, by: User, key: str = "", seeds: Sequence[int] = (), version: int | None = None
) -> JournalEntry:
    """Draw the field as entered; `seeds` are entry numbers, strongest first.

    Before it is published a draw may be made again: that takes fresh lots, and the journal shows both. So
    does an event that came from another house, where the seed it was promised has stayed.
    Raises `field_size`, `seeds_unknown`, `already_published`.
    """
    must_direct(by, event)
    event = locked(event)
    told = JournalEntry.objects.filter(event=event, key=key).first() if key else None
    if told is not None:
        return told
    progress.must_be_seen(event, version)
    if _is_revealed(event) or facts.state(event).commitment != event.lots_commitment:
        commit(event=event, lots=new_lots(), by=by)
    payload = drawn_payload(_plan(event, facts.state(event), seeds))
    return progress.append(event=event, kind="drawn", payload=payload, by=by, key=key or uuid4().hex)


@transaction.atomic
def publish(*, event: Event, by: User, key: str = "", version: int | None = None) -> JournalEntry:
    """Show the draw to everybody: matches are seated and called to the free tables."""
    must_direct(by, event)
    return progress.append(
        event=event, kind="published", payload={}, by=by, key=key or uuid4().hex, version=version
    )


@transaction.atomic
def commit(*, event: Event, lots: str, by: User | None) -> JournalEntry:
    """Bind the seed of the next draw by writing its commitment into the journal; the seed stays secret."""
    event.lots_seed, event.lots_commitment = lots, commitment(lots)
    event.save(update_fields=["lots_seed", "lots_commitment"])
    payload = {"commitment": event.lots_commitment}
    return progress.append(
        event=event, kind="committed", payload=payload, by=by, key=f"lots-{event.lots_commitment}"
    )


def _is_revealed(event: Event) -> bool:
    return JournalEntry.objects.filter(event=event, kind="drawn", payload__seed=event.lots_seed).exists()


def _plan(event: Event, state: EventState, seeds: Sequence[int]) -> Drawn:
    if state.is_published:
        raise Refusal("already_published")
    playing = [entrant.number for entrant in state.entries.values() if not entrant.is_withdrawn]
    chosen = tuple(seeds)
    return Drawn(event.format, event.lots_seed, chosen, lines(playing, chosen, event.lots_seed))
