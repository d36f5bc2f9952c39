"""Rounds are paired one after the other, again while nothing was played, and with people who came late."""

from collections.abc import Collection, Sequence
from functools import partial

from matches.models import User
from tournaments.formats.pairing import Pairs
from tournaments.journal import commands
from tournaments.models import Event, JournalEntry
from tournaments.services.execution import execute_command


def pair_round(
    *,
    event: Event,
    flight: str,
    by: User,
    away: Collection[int] = (),
    asking: Collection[int] = (),
    fixed: Pairs = (),
    key: str = "",
    version: int | None = None,
) -> JournalEntry:
    """Pair the next round and seat its matches. `away` do not come, `asking` want to sit out, `fixed` are
    boards by hand, (entry, 0) a bye by hand.

    Raises `round_open` with the boards without a result, `rounds_over`, `no_pairing` with the proof.
    """
    pair = partial(commands.pair, flight=flight, away=away, asking=asking, fixed=fixed)
    return execute_command(event=event, by=by, command=pair, key=key, version=version)


def pair_again(
    *,
    event: Event,
    flight: str,
    by: User,
    away: Collection[int] = (),
    asking: Collection[int] = (),
    fixed: Pairs = (),
    key: str = "",
    version: int | None = None,
) -> JournalEntry:
    """Pair the last round anew while nobody has played there. Raises `round_begun`, `match_begun`."""
    pair = partial(commands.pair_again, flight=flight, away=away, asking=asking, fixed=fixed)
    return execute_command(event=event, by=by, command=pair, key=key, version=version)


def pair_late(
    *,
    event: Event,
    flight: str,
    arrivals: Sequence[int],
    by: User,
    key: str = "",
    version: int | None = None,
) -> JournalEntry:
    """Give members who came after the round was paired an opponent or the bye; its other boards stand."""
    pair = partial(commands.pair_late, flight=flight, arrivals=arrivals)
    return execute_command(event=event, by=by, command=pair, key=key, version=version)


def end_stage(
    *, event: Event, flight: str, by: User, key: str = "", version: int | None = None
) -> JournalEntry:
    """End a stage of rounds before its last one: its table stands, and what follows can be drawn.

    Raises `round_open` with the boards without a result, `stage_ended`, `stage_of_lines`, `not_drawn`.
    """
    return execute_command(
        event=event, by=by, command=lambda _: commands.end(flight), key=key, version=version
    )
