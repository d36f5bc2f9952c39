"""Draws: stages, draw seeds, rounds, and mini brackets (small knockouts started one after the other)."""

import secrets
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any
from uuid import uuid4

from django.db import transaction

from matches.actors import Actor, require_actor
from matches.models import User
from rules.errors import Refusal
from tournaments.formats import format_of
from tournaments.formats.pairing import Pairs
from tournaments.formats.plan import ENTRIES, PRESETS, Plan, Stage
from tournaments.formats.random_order import SEED_DIGITS, compute_commitment
from tournaments.formats.seed_lines import draw_lines
from tournaments.formats.separation import PARTNER
from tournaments.journal import commands, pairing_commands, rolling_queue, stage_changes
from tournaments.journal.commands import JournalCommand
from tournaments.journal.draws import Drawn
from tournaments.journal.entries import DescribedEntry
from tournaments.journal.facts import HERE
from tournaments.journal.seat_resolution import source_stages
from tournaments.journal.state import EventState
from tournaments.locks import lock_event
from tournaments.models import Event, EventStatus, JournalEntry
from tournaments.models.event import PLANNED
from tournaments.permissions import must_direct
from tournaments.play.draws.queries import get_pair_codes, get_unmarked_entries
from tournaments.play.entrants.queries.sign_ups_to_enter import LeftOutSignUps, check_sign_ups_entered
from tournaments.play.event_journal.services import journal
from tournaments.play.event_journal.services.journal import (
    Command,
    execute_command,
    one_command,
    require_same_command,
)
from tournaments.play.events import event_state
from tournaments.play.schedule.services.breaks import wait_for_start


def stage_to_draw(event: Event, state: EventState, flight: str) -> Stage | None:
    """Return the entry stage to draw: that of the flight, or the first one; None if it is fed by others."""
    return next(
        (
            one
            for one in _get_stages(event, state)
            if one.feed.origin == ENTRIES and (not flight or one.key == flight)
        ),
        None,
    )


def _get_stages(event: Event, state: EventState) -> Sequence[Stage]:
    """Return the stages of the event's plan, or of the preset of its format if it has none."""
    return (state.plan if state.plan.stages else PRESETS[event.format]).stages


def prepare_draw(
    *,
    event: Event,
    flight: str,
    options: Mapping[str, Any] | None,
    by: User,
    leaves_out_sign_ups: LeftOutSignUps = False,
) -> None:
    """Write the options of the stage to draw, and the partners it separates; the event is locked.

    With `options` None they are unchanged; an option that is None is removed. A stage fed by others is
    unchanged.
    Raises `presence_open` if some entries are checked in and others are not marked, and
    `sign_ups_not_entered` for confirmed sign-ups without an entry, unless it leaves them out.
    """
    require_actor(by)
    state = event_state.get_event_state(event)
    stage = stage_to_draw(event, state, flight)
    if stage is None:
        return
    check_sign_ups_entered(event, leaves_out_sign_ups)
    unmarked_entries = get_unmarked_entries(state)
    if unmarked_entries and any(
        one.presence == HERE and not one.is_withdrawn for one in state.entries.values()
    ):
        raise Refusal("presence_open", entries=unmarked_entries, count=len(unmarked_entries))
    if options is not None:
        _replan_with_options(event, stage, options, by)
        stage = stage_to_draw(event, event_state.get_event_state(event), flight) or stage
    if PARTNER in stage.options.get("apart", ()):
        _update_partners(event, by)


def _replan_with_options(event: Event, stage: Stage, options: Mapping[str, Any], by: User) -> None:
    new_options = {name: value for name, value in {**stage.options, **options}.items() if value is not None}
    if new_options == dict(stage.options):
        return
    state = event_state.get_event_state(event)
    stages = _get_stages(event, state)
    plan = Plan(tuple(replace(one, options=new_options) if one.key == stage.key else one for one in stages))
    _append(event, commands.set_plan(plan), by)
    event.format = PLANNED


def _update_partners(event: Event, by: User) -> None:
    state, partners = event_state.get_event_state(event), get_pair_codes(event)
    changed = [
        DescribedEntry(number, entrant.details, partners.get(number, ()))
        for number, entrant in state.entries.items()
        if entrant.partners != partners.get(number, ())
    ]
    if changed:
        _append(event, commands.describe(changed), by)


def _append(event: Event, command: JournalCommand, by: User) -> None:
    journal.append(event=event, kind=command.kind, payload=command.payload, by=by, key=uuid4().hex)


def new_draw_seed() -> str:
    """Return a new random draw seed of 128 bits."""
    return secrets.token_hex(SEED_DIGITS // 2)


@one_command()
@transaction.atomic
def draw(  # noqa: PLR0913 - each is a choice of the director
    *,
    event: Event,
    by: User,
    flight: str = "",
    seeds: Sequence[int] = (),
    only: Collection[int] = (),
    options: Mapping[str, Any] | None = None,
    leaves_out_sign_ups: LeftOutSignUps = False,
    key: str = "",
    version: int | None = None,
) -> JournalEntry:
    """Draw a stage (default: the first) of its entries, or of `only` these.

    `seeds` are entry numbers, strongest first; `options` replace the planned ones; see `prepare_draw`.

    Before publication a draw may be repeated with a new seed; the journal shows both. This needs the
    `version` of the event with the replaced draw, so that of two concurrent draws the second is refused. An
    event imported from another site without its committed seed takes a new one too.

    Raises `draw_made_already`, `event_changed_meanwhile`, `field_size`, `seeds_unknown`, `already_published`,
    `stage_unknown`, `stage_hangs`, `stage_open`, `sign_ups_not_entered`, `presence_open` (some not marked).
    """
    must_direct(by, event)
    event = lock_event(event)
    line = journal.find_line(event, key)
    if line is not None:
        seed = str(line.payload.get("seed", ""))
        return require_same_command(line, lambda state: _build_draw(event, state, seed, flight, seeds, only))
    journal.check_version(event, version)
    if version is None:
        _check_not_drawn(event, flight)
    prepare_draw(event=event, flight=flight, options=options, by=by, leaves_out_sign_ups=leaves_out_sign_ups)
    ensure_commitment(event=event, by=by)
    event_journal = journal.open_journal(event)
    with journal.add_player_to_refusals(event):
        kind, payload = _build_draw(event, event_journal.state, event.draw_seed, flight, seeds, only)
    return journal.write(
        event_journal=event_journal, kind=kind, payload=payload, by=by, key=key or uuid4().hex
    )


@one_command()
@transaction.atomic
def publish(
    *, event: Event, by: User, flight: str = "", key: str = "", version: int | None = None
) -> JournalEntry:
    """Publish the draw of a stage and its dependent stages, or all draws; seat and call the matches.

    Before the day on which the event starts no match is called: see `wait_for_start`. If another stage is to
    be drawn later, its seed is committed at once.
    """
    must_direct(by, event)
    if event.status in (EventStatus.DRAFT, EventStatus.DRAWN):
        wait_for_start(event=event, by=by)
    payload = {"flight": flight}
    line = journal.append(
        event=event, kind="published", payload=payload, by=by, key=key or uuid4().hex, version=version
    )
    event = lock_event(event)
    if _is_more_to_draw(event_state.get_event_state(event)):
        ensure_commitment(event=event, by=by)
    return line


@one_command()
@transaction.atomic
def publish_and_pair(
    *,
    event: Event,
    by: User,
    flight: str = "",
    leaves_out_sign_ups: LeftOutSignUps = False,
    key: str = "",
    version: int | None = None,
) -> JournalEntry:
    """Publish the draw as `publish` does and pair the first round of each stage that is paired by rounds.

    One command: it is undone as a whole. Raises what `publish` and `pair_round` raise.
    """
    line = publish(event=event, by=by, flight=flight, key=key, version=version)
    for stage, drawing in event_state.get_event_state(event).stages.items():
        is_paired = format_of(drawing.stage).is_static or drawing.rounds
        if drawing.is_published and flight in {"", stage} and not is_paired:
            pair_round(event=event, flight=stage, by=by, leaves_out_sign_ups=leaves_out_sign_ups)
    return line


def ensure_commitment(*, event: Event, by: Actor) -> None:
    """Ensure that the event has a commitment to an unrevealed seed; its row is locked."""
    if _is_seed_revealed(event) or event_state.get_event_state(event).commitment != event.draw_commitment:
        commit_draw_seed(event=event, seed=new_draw_seed(), by=by)


@transaction.atomic
def commit_draw_seed(*, event: Event, seed: str, by: Actor) -> JournalEntry:
    """Set the seed of the next draw and write its commitment to the journal; the seed stays secret."""
    require_actor(by)
    event.draw_seed, event.draw_commitment = seed, compute_commitment(seed)
    event.save(update_fields=["draw_seed", "draw_commitment"])
    payload = {"commitment": event.draw_commitment}
    return journal.append(
        event=event, kind="committed", payload=payload, by=by, key=f"lots-{event.draw_commitment}"
    )


def _check_not_drawn(event: Event, flight: str) -> None:
    """Raise `draw_made_already` if the draw would replace another one without naming its version."""
    state = event_state.get_event_state(event)
    stage = stage_to_draw(event, state, flight)
    drawing = state.stages.get(stage.key if stage else flight)
    if drawing is not None and not drawing.is_published:
        raise Refusal("draw_made_already", version=event.version)


def _is_seed_revealed(event: Event) -> bool:
    """Return whether a draw of the journal has used the current seed, which is public with it."""
    return JournalEntry.objects.filter(event=event, kind="drawn", payload__seed=event.draw_seed).exists()


def _is_more_to_draw(state: EventState) -> bool:
    """Return whether a planned stage that is fed by no other is not drawn yet."""
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
    lines = draw_lines(entrant_numbers, seed_numbers, seed)
    return commands.make_command(Drawn(format=event.format, seed=seed, seeds=seed_numbers, lines=lines))


def pair_round(  # noqa: PLR0913 - each is a choice of the director
    *,
    event: Event,
    flight: str,
    by: User,
    away: Collection[int] = (),
    asking: Collection[int] = (),
    fixed: Pairs = (),
    leaves_out_sign_ups: LeftOutSignUps = False,
    key: str = "",
    reason: str = "",
    version: int | None = None,
) -> JournalEntry:
    """Pair the next round and seat its matches.

    `away` are absent, `asking` request a bye, `fixed` are manual boards; (entry, 0) is a manual bye. The
    `reason` says why, it may be blank. Raises `round_open` with the boards without a result, `rounds_over`,
    `no_pairing` with the proof, and `sign_ups_not_entered` for round 1 of a stage of entries, unless it
    leaves them out.
    """

    def pair(state: EventState) -> JournalCommand:
        command = pairing_commands.pair(state, flight=flight, away=away, asking=asking, fixed=fixed)
        drawing = state.stages[flight]
        if not (drawing.rounds or source_stages(drawing.stage, state.plan)):
            check_sign_ups_entered(event, leaves_out_sign_ups)
        return command

    return execute_command(event=event, by=by, command=pair, key=key, version=version, reason=reason)


def pair_again(  # noqa: PLR0913 - each is a choice of the director
    *,
    event: Event,
    flight: str,
    by: User,
    away: Collection[int] = (),
    asking: Collection[int] = (),
    fixed: Pairs = (),
    key: str = "",
    reason: str = "",
    version: int | None = None,
) -> JournalEntry:
    """Pair the last round again before it is played. Raises `round_begun`, `match_begun`."""
    pair = partial(pairing_commands.pair_again, flight=flight, away=away, asking=asking, fixed=fixed)
    return execute_command(event=event, by=by, command=pair, key=key, version=version, reason=reason)


def pair_late(
    *,
    event: Event,
    flight: str,
    arrivals: Sequence[int],
    by: User,
    key: str = "",
    version: int | None = None,
) -> JournalEntry:
    """Give late members an opponent or the bye in a paired round; its other boards are unchanged."""
    pair = partial(pairing_commands.pair_late, flight=flight, arrivals=arrivals)
    return execute_command(event=event, by=by, command=pair, key=key, version=version)


def end_stage(
    *, event: Event, flight: str, by: User, key: str = "", version: int | None = None
) -> JournalEntry:
    """End a stage before its last round: its table is final, and following stages can be drawn.

    Raises `round_open` with the boards without a result, `stage_ended`, `stage_of_lines`, `not_drawn`.
    """
    return execute_command(
        event=event, by=by, command=lambda _: commands.end(flight), key=key, version=version
    )


def plan_event(
    *, event: Event, plan: Plan, by: User, key: str = "", version: int | None = None
) -> JournalEntry:
    """Set the stages of an event; published ones are unchanged.

    Raises what `planning.check_plan` raises, and `stage_published`.
    """
    return execute_command(
        event=event, by=by, command=lambda _: commands.set_plan(plan), key=key, version=version
    )


def change_round_length(
    *,
    event: Event,
    flight: str,
    number: int,
    length: int,
    by: User,
    key: str = "",
    version: int | None = None,
) -> JournalEntry:
    """Change the match length of a round that has not begun. Raises `round_unknown`, `round_begun`."""
    return execute_command(
        event=event,
        by=by,
        command=lambda _: commands.lengthen(flight, number, length),
        key=key,
        version=version,
    )


def change_round_count(
    *, event: Event, flight: str, rounds: int, by: User, key: str = "", version: int | None = None
) -> JournalEntry:
    """Change the number of rounds of a stage. Raises `rounds_paired`, `stage_of_lines`."""
    return _replan(event, by, lambda state: stage_changes.play_rounds(state, flight, rounds), key, version)


def forbid_pair(
    *,
    event: Event,
    flight: str,
    one: int,
    other: int,
    by: User,
    key: str = "",
    version: int | None = None,
    reason: str = "",
) -> JournalEntry:
    """Exclude a pairing of two entries in later rounds. Raises `fixed_wrong`, `stage_of_lines`."""
    return execute_command(
        event=event,
        by=by,
        command=lambda state: stage_changes.forbid_pair(state, flight, one, other),
        key=key,
        version=version,
        reason=reason,
    )


def allow_pair(
    *,
    event: Event,
    flight: str,
    one: int,
    other: int,
    by: User,
    key: str = "",
    version: int | None = None,
    reason: str = "",
) -> JournalEntry:
    """Allow an excluded pairing of two entries again. Raises `stage_of_lines`."""
    return execute_command(
        event=event,
        by=by,
        command=lambda state: stage_changes.allow_pair(state, flight, one, other),
        key=key,
        version=version,
        reason=reason,
    )


def add_stage(
    *,
    event: Event,
    what: str,
    count: int,
    lengths: tuple[int, ...],
    by: User,
    key: str = "",
    version: int | None = None,
) -> JournalEntry:
    """Add a stage to the plan: see `journal.stage_changes.add_stage`. Raises `stage_not_added`."""
    return _replan(
        event, by, lambda state: stage_changes.add_stage(state, what, count, lengths), key, version
    )


def drop_stage(
    *, event: Event, flight: str, by: User, key: str = "", version: int | None = None
) -> JournalEntry:
    """Remove an unpublished stage. Raises `stage_published`, `stage_needed`, `plan_empty`."""
    return _replan(event, by, lambda state: stage_changes.drop_stage(state, flight), key, version)


def change_stage(
    *,
    event: Event,
    flight: str,
    lengths: tuple[int, ...],
    name: str,
    by: User,
    terms: Mapping[str, Any] | None = None,
    key: str = "",
    version: int | None = None,
) -> JournalEntry:
    """Change lengths and name of an unpublished stage; `terms` are its clock and rules, None if unchanged.

    Raises `stage_published`, `format_options_wrong`.
    """
    return _replan(
        event,
        by,
        lambda state: stage_changes.reshape_stage(state, flight, lengths, name, terms),
        key,
        version,
    )


def _replan(event: Event, by: User, command: Command, key: str, version: int | None) -> JournalEntry:
    return execute_command(event=event, by=by, command=command, key=key, version=version)


@one_command()
@transaction.atomic
def start_knockout(
    *,
    event: Event,
    points: int,
    by: User,
    only: Collection[int] = (),
    leaves_out_sign_ups: LeftOutSignUps = False,
    key: str = "",
    version: int | None = None,
) -> JournalEntry:
    """Draw and publish the open mini bracket with matches to `points`, and plan the next one.

    With `only` these entries, or the first of the queue. Raises `no_further_knockout`, `entry_unknown` for an
    entry that is still playing, `field_size`, `stage_length`, `sign_ups_not_entered`.
    """
    must_direct(by, event)
    event = lock_event(event)
    existing_line = journal.find_line(event, key)
    if existing_line is not None:
        return _require_started_line(existing_line)
    journal.check_version(event, version)
    state = event_state.get_event_state(event)
    new_plan, open_stage = rolling_queue.plan_with_length(state, points), rolling_queue.open_stage(state)
    if new_plan != state.plan:
        execute_command(event=event, by=by, command=lambda _: commands.set_plan(new_plan))
    flight = open_stage.key if open_stage else ""
    if version is not None:
        # A client that sends the version may replace an unpublished draw of that knockout.
        event.refresh_from_db(fields=["version"])
        version = event.version
    entrants: dict[str, Any] = {"only": only, "leaves_out_sign_ups": leaves_out_sign_ups}
    draw(event=event, by=by, flight=flight, version=version, **entrants)
    line = publish(event=event, by=by, flight=flight, key=key)
    execute_command(event=event, by=by, command=_plan_another)
    return line


def open_another_knockout(
    *, event: Event, by: User, key: str = "", version: int | None = None
) -> JournalEntry:
    """Plan another mini bracket after the series was closed."""
    return execute_command(event=event, by=by, command=_plan_another, key=key, version=version)


def close_knockouts(*, event: Event, by: User, key: str = "", version: int | None = None) -> JournalEntry:
    """Close the series of mini brackets: the event ends when those in progress do."""
    return execute_command(
        event=event,
        by=by,
        command=lambda state: commands.set_plan(rolling_queue.plan_without_open(state)),
        key=key,
        version=version,
    )


def _require_started_line(line: JournalEntry) -> JournalEntry:
    """Return the line of a key if it published a draw. Raises `key_used_before`."""
    if line.kind != "published":
        raise journal.key_used_refusal(line)
    return line


def _plan_another(state: EventState) -> commands.JournalCommand:
    return commands.set_plan(rolling_queue.plan_with_next(state))
