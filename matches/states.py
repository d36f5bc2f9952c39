"""States of matches and reports, and the result of a match; no database access."""

from dataclasses import dataclass
from enum import StrEnum

from rules.errors import Refusal
from rules.match import check_final, check_score


class Status(StrEnum):
    """The status of a match."""

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


# The endings of a match that was never played, which no record of a player counts.
UNPLAYED_ENDINGS = frozenset({Ending.WALKOVER.value, Ending.DOUBLE_WALKOVER.value})


class ReportState(StrEnum):
    """The state of a report of a score.

    SUPERSEDED: another score or a decision replaced it. WITHDRAWN: its author or an official withdrew it.
    """

    OPEN = "open"
    CONFIRMED = "confirmed"
    DISPUTED = "disputed"
    SUPERSEDED = "superseded"
    WITHDRAWN = "withdrawn"


# Reports that say nothing about the score any more.
INVALID_REPORT_STATES = (ReportState.SUPERSEDED.value, ReportState.WITHDRAWN.value)


class Channel(StrEnum):
    """The proof behind a report or a confirmation; SILENCE: the time to object has passed."""

    TABLE = "table"
    BADGE = "badge"
    ACCOUNT = "account"
    DESK = "desk"
    SILENCE = "silence"


class Policy(StrEnum):
    """The confirmation a desk requires before a reported score is final.

    TRUST: none. BOTH: by the other side. DESK: by an official.
    """

    TRUST = "trust"
    BOTH = "both"
    DESK = "desk"


class Decision(StrEnum):
    """The kind of a decision of the desk."""

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
# The same as stored in a row of a match.
OPEN_STATUSES = tuple(status.value for status in BEFORE_THE_END)
# A reported result waits for the other player or for the desk.
WITH_REPORT = (Status.REPORTED, Status.DISPUTED)
# The status that pages show of a called match without a table: its players choose when they play.
TO_PLAY = "to_play"


def get_shown_status(status: str, *, has_table: bool) -> str:
    """Return the status as pages name it: a match called to no table, as in a league, is "to_play"."""
    return TO_PLAY if status == Status.CALLED.value and not has_table else str(status)


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
    # A postponed match waits for a table again, or is closed at its current score.
    Status.POSTPONED: frozenset({Status.SCHEDULED, Status.CALLED, Status.SETTLED, Status.VOID}),
    Status.REPORTED: frozenset({Status.RUNNING, Status.DISPUTED, Status.SETTLED, Status.VOID}),
    # A mistaken report that contradicts the games on the sheet can be withdrawn; the match continues.
    Status.DISPUTED: frozenset({Status.SETTLED, Status.RUNNING, Status.VOID}),
    # A correction settles a match again; an objection to a one-sided report disputes it.
    Status.SETTLED: frozenset({Status.SETTLED, Status.RUNNING, Status.DISPUTED, Status.VOID}),
    Status.VOID: frozenset({Status.SCHEDULED}),
}


class MatchStage(StrEnum):
    """The stage of a match as pages show it: its status, or its ending once it is settled."""

    SCHEDULED = "scheduled"
    CALLED = "called"
    RUNNING = "running"
    REPORTED = "reported"
    DISPUTED = "disputed"
    POSTPONED = "postponed"
    CONFIRMED = "confirmed"
    RULED = "ruled"
    CORRECTED = "corrected"
    WALKOVER = "walkover"
    DOUBLE_WALKOVER = "double_walkover"
    RETIRED = "retired"
    FORFEIT = "forfeit"
    VOID = "void"


def get_stage(status: str, ending: str, decision: str = "") -> MatchStage:
    """Return the stage of a match; `decision` is the kind of the desk's decision that made its result.

    A correction, for instance of a score typed wrongly, is no ruling; the decision on an objection is one.
    """
    if status != Status.SETTLED.value:
        return MatchStage(status)
    if ending != Ending.PLAYED.value:
        return MatchStage(ending)
    if decision == Decision.CORRECTION.value:
        return MatchStage.CORRECTED
    return MatchStage.RULED if decision else MatchStage.CONFIRMED


def may_become(old: str, new: str) -> bool:
    """Whether the transition from `old` to `new` is legal."""
    return Status(new) in TRANSITIONS[Status(old)]


@dataclass(frozen=True, slots=True)
class MatchResult:
    """The result of a match; `winner` is "white", "black" or "" (double no-show)."""

    white_score: int
    black_score: int
    winner: str
    ending: Ending


def format_score(score: tuple[int, int], *, is_loser_score_known: bool) -> str:
    """Return a final score as it is shown: "7–5", or "7–?" where the loser's points are not known."""
    white, black = score
    if is_loser_score_known:
        return f"{white}–{black}"
    return f"{white}–?" if white > black else f"?–{black}"


def make_played_result(length: int, white_score: int, black_score: int) -> MatchResult:
    """Return the result of a match played to its end. Raises the refusals of `check_final`."""
    check_final(length, white_score, black_score)
    winner = "white" if white_score > black_score else "black"
    return MatchResult(white_score, black_score, winner, Ending.PLAYED)


def make_result(length: int, score: tuple[int, int], winner: str, ending: str) -> MatchResult:
    """Return the result of any ending.

    Raises `ending_unknown`, `winner_missing`, `winner_against_score`, and refusals of the score rules.
    """
    if ending not in {each.value for each in Ending}:
        raise Refusal("ending_unknown", ending=ending)
    if ending == Ending.PLAYED.value:
        return _check_winner(make_played_result(length, *score), winner)
    check_score(length, *score)
    if winner not in ({""} if ending == Ending.DOUBLE_WALKOVER.value else {"white", "black"}):
        raise Refusal("winner_missing", ending=ending, winner=winner)
    return MatchResult(*score, winner, Ending(ending))


def _check_winner(result: MatchResult, winner: str) -> MatchResult:
    if winner not in {"", result.winner}:
        raise Refusal(
            "winner_against_score",
            winner=winner,
            white_score=result.white_score,
            black_score=result.black_score,
        )
    return result
