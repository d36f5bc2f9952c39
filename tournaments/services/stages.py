"""The stages of an event are planned, and their rounds get their length; `drawing` draws and shows them."""

from collections.abc import Mapping
from typing import Any

from matches.models import User
from tournaments.formats.plan import Plan
from tournaments.journal import commands, replanning
from tournaments.models import Event, JournalEntry
from tournaments.services.execution import Command, execute_command


def plan_event(
    *, event: Event, plan: Plan, by: User, key: str = "", version: int | None = None
) -> JournalEntry:
    """Give an event its stages; those that were published stay as they are.

    Raises what `draws.plan.check` refuses, and `stage_published`.
    """
    return execute_command(
        event=event, by=by, command=lambda _: commands.set_plan(plan), key=key, version=version
    )


def lengthen_round(
    *,
    event: Event,
    flight: str,
    number: int,
    length: int,
    by: User,
    key: str = "",
    version: int | None = None,
) -> JournalEntry:
    """Let a round that has not begun go to another number of points. Raises `round_begun`."""
    return execute_command(
        event=event,
        by=by,
        command=lambda _: commands.lengthen(flight, number, length),
        key=key,
        version=version,
    )


def play_rounds(
    *, event: Event, flight: str, rounds: int, by: User, key: str = "", version: int | None = None
) -> JournalEntry:
    """Give a stage of rounds another number of them. Raises `rounds_paired`, `stage_of_lines`."""
    return _replan(event, by, lambda state: replanning.play_rounds(state, flight, rounds), key, version)


def forbid_pair(
    *, event: Event, flight: str, one: int, other: int, by: User, key: str = "", version: int | None = None
) -> JournalEntry:
    """Let two entries never meet in the rounds to come. Raises `fixed_wrong`, `stage_of_lines`."""
    return _replan(event, by, lambda state: replanning.forbid(state, flight, one, other), key, version)


def allow_pair(
    *, event: Event, flight: str, one: int, other: int, by: User, key: str = "", version: int | None = None
) -> JournalEntry:
    """Let two entries meet who were not to meet. Raises `stage_of_lines`."""
    return _replan(event, by, lambda state: replanning.allow(state, flight, one, other), key, version)


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
    """Plan one more stage: see `journal.replanning.add`. Raises `stage_not_added`."""
    return _replan(event, by, lambda state: replanning.add(state, what, count, lengths), key, version)


def drop_stage(
    *, event: Event, flight: str, by: User, key: str = "", version: int | None = None
) -> JournalEntry:
    """Give a stage up that is not published. Raises `stage_published`, `stage_needed`, `plan_empty`."""
    return _replan(event, by, lambda state: replanning.drop(state, flight), key, version)


def reshape_stage(
    *,
    event: Event,
    flight: str,
    lengths: tuple[int, ...],
    name: str,
    by: User,
    agreed: Mapping[str, Any] | None = None,
    key: str = "",
    version: int | None = None,
) -> JournalEntry:
    """Other lengths and another name for a stage that is not published; `agreed` are its clock and laws, None
    for those it has. Raises `stage_published`, `format_options_wrong`."""
    return _replan(
        event, by, lambda state: replanning.reshape(state, flight, lengths, name, agreed), key, version
    )


def _replan(event: Event, by: User, command: Command, key: str, version: int | None) -> JournalEntry:
    return execute_command(event=event, by=by, command=command, key=key, version=version)
