"""The life of a match and of a report as data: states, endings and the only lawful changes."""

from enum import StrEnum


class Status(StrEnum):
    """Where a match stands."""

    SCHEDULED = "scheduled"
    CALLED = "called"
    RUNNING = "running"
    REPORTED = "reported"
    DISPUTED = "disputed"
    POSTPONED = "postponed"
    SETTLED = "settled"
    VOID = "void"


class Ending(StrEnum):
    """How a settled match ended; only played matches are rated."""

    PLAYED = "played"
    WALKOVER = "walkover"
    RETIRED = "retired"
    FORFEIT = "forfeit"
    DOUBLE_WALKOVER = "double_walkover"


class ReportState(StrEnum):
    """What became of a claim about a score."""

    OPEN = "open"
    CONFIRMED = "confirmed"
    DISPUTED = "disputed"
    SUPERSEDED = "superseded"


class Channel(StrEnum):
    """Which proof a word rested on; silence is no proof of a claim, and confirms one when its time is up."""

    TABLE = "table"
    BADGE = "badge"
    ACCOUNT = "account"
    DESK = "desk"
    SILENCE = "silence"


class Policy(StrEnum):
    """What a desk asks before a reported score counts."""

    TRUST = "trust"
    BOTH = "both"
    DESK = "desk"


class Decision(StrEnum):
    """What kind of decision of the desk a ruling row records."""

    RULING = "ruling"
    CORRECTION = "correction"
    AWARD = "award"
    REOPENING = "reopening"
    VOIDING = "voiding"
    RESEATING = "reseating"
    PENALTY = "penalty"
    PARDON = "pardon"
    POSTPONING = "postponing"
    RESUMING = "resuming"


AT_A_TABLE = (Status.CALLED, Status.RUNNING, Status.REPORTED, Status.DISPUTED)
BEFORE_THE_END = (Status.SCHEDULED, *AT_A_TABLE, Status.POSTPONED)

TRANSITIONS: dict[Status, frozenset[Status]] = {
    Status.SCHEDULED: frozenset(
        {Status.CALLED, Status.RUNNING, Status.POSTPONED, Status.SETTLED, Status.VOID}
    ),
    Status.CALLED: frozenset(
        {
            Status.SCHEDULED,
            Status.RUNNING,
            Status.REPORTED,
            Status.DISPUTED,
            Status.POSTPONED,
            Status.SETTLED,
            Status.VOID,
        }
    ),
    # A report that contradicts the games on the sheet is disputed at once.
    Status.RUNNING: frozenset(
        {Status.REPORTED, Status.DISPUTED, Status.POSTPONED, Status.SETTLED, Status.VOID}
    ),
    # What was interrupted waits for a table again, or is closed as it stands.
    Status.POSTPONED: frozenset({Status.SCHEDULED, Status.CALLED, Status.SETTLED, Status.VOID}),
    Status.REPORTED: frozenset({Status.RUNNING, Status.DISPUTED, Status.SETTLED, Status.VOID}),
    # Who reported against the games on the sheet by mistake withdraws it, and the match goes on.
    Status.DISPUTED: frozenset({Status.SETTLED, Status.RUNNING, Status.VOID}),
    # A correction settles a settled match again, an objection to one side's word freezes it; a voided match
    # can come back to the schedule.
    Status.SETTLED: frozenset({Status.SETTLED, Status.RUNNING, Status.DISPUTED, Status.VOID}),
    Status.VOID: frozenset({Status.SCHEDULED}),
}


class Stage(StrEnum):
    """Where a match stands in one word for those who read about it, its ending included."""

    SCHEDULED = "scheduled"
    CALLED = "called"
    RUNNING = "running"
    REPORTED = "reported"
    DISPUTED = "disputed"
    POSTPONED = "postponed"
    CONFIRMED = "confirmed"
    RULED = "ruled"
    WALKOVER = "walkover"
    DOUBLE_WALKOVER = "double_walkover"
    RETIRED = "retired"
    FORFEIT = "forfeit"
    VOID = "void"


def get_stage(status: str, ending: str, decided: bool) -> Stage:
    """The stage of a match; `decided` says whether the desk's decision stands behind its result."""
    if status != Status.SETTLED.value:
        return Stage(status)
    if ending != Ending.PLAYED.value:
        return Stage(ending)
    return Stage.RULED if decided else Stage.CONFIRMED


def may_become(old: str, new: str) -> bool:
    """Whether a match in state `old` may be put into state `new`."""
    return Status(new) in TRANSITIONS[Status(old)]
