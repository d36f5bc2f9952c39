"""Queries of matches: score sheets, reports, rulings."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Prefetch, Q, QuerySet, prefetch_related_objects

from matches.messages.stored_reasons import describe_stored_reason
from matches.models import Adjournment, Desk, Game, Match, Penalty, Report, Ruling, User
from matches.queries.lookups import get_or_none
from matches.registry import suspended_matches
from matches.states import BEFORE_THE_END, Decision, MatchStage, ReportState, Status, get_stage
from rules.match import GameOutcome, Kind, MatchScore, possible_outcomes
from rules.options import MatchLaws
from rules.sides import Side

PLAYABLE_STATUSES = [
    Status.SCHEDULED.value,
    Status.CALLED.value,
    Status.RUNNING.value,
    Status.POSTPONED.value,
]
# Matches that have started, or have a game, a report or a result. A void match no longer counts.
HAS_BEGUN = ~Q(status=Status.VOID.value) & (
    Q(started_at__isnull=False)
    | ~Q(winner="")
    | Q(reports__isnull=False)
    | Q(games__isnull=False)
    | Q(status__in=[Status.RUNNING.value, Status.REPORTED.value, Status.DISPUTED.value, Status.SETTLED.value])
)
# The states of an objection that was decided, for or against it.
DECIDED_STATES = {ReportState.CONFIRMED.value, ReportState.SUPERSEDED.value}
DECIDING_KINDS = {Decision.RULING.value, Decision.CORRECTION.value, Decision.AWARD.value}


def exclude_suspended(rows: QuerySet[Match]) -> QuerySet[Match]:
    """Return these matches without the open ones of a cancelled or archived event: they wait for nothing."""
    open_statuses = [status.value for status in BEFORE_THE_END]
    for condition in suspended_matches():
        rows = rows.exclude(condition & Q(status__in=open_statuses))
    return rows


def get_resume_times(match_ids: Iterable[int]) -> dict[int, datetime]:
    """Return when postponed matches resume, by key; matches without a time are left out. One query."""
    rows = Adjournment.objects.filter(match__in=match_ids, resumed_at=None).order_by("pk")
    return {match: at for match, at in rows.values_list("match", "resumes_at") if at is not None}


@dataclass(frozen=True, slots=True)
class SheetLine:
    """One line of a score sheet: a game, or a penalty, and the score after it."""

    game: Game | None
    penalty: Penalty | None
    score: MatchScore


@dataclass(frozen=True, slots=True)
class MatchSheet:
    """A match with its games, penalties, reports and rulings: all that its page shows of this app."""

    match: Match
    games: tuple[Game, ...]
    lines: tuple[SheetLine, ...]
    adjournments: tuple[Adjournment, ...]
    reports: tuple[Report, ...]
    rulings: tuple[Ruling, ...]
    score: MatchScore

    @property
    def penalties(self) -> tuple[Penalty, ...]:
        """The penalties in force, in the order of the sheet."""
        return tuple(line.penalty for line in self.lines if line.penalty is not None)

    @property
    def may_lift(self) -> bool:
        """Whether the last line is a penalty; only such a one can be lifted."""
        return bool(self.lines) and self.lines[-1].penalty is not None

    @property
    def is_won_by_penalty(self) -> bool:
        """Whether the last line is a penalty with which the match was over: reopening lifts it."""
        return self.may_lift and self.score.winner is not None

    @property
    def adjournment(self) -> Adjournment | None:
        """The latest postponement of an unfinished match, with its clocks and position."""
        if self.match.status in {Status.SETTLED.value, Status.VOID.value}:
            return None
        return self.adjournments[-1] if self.adjournments else None

    @property
    def stage(self) -> MatchStage:
        """The stage of the match, its ending included."""
        kinds = [ruling.kind for ruling in self.rulings]
        since_reopening = kinds[_find_end_of_last(kinds, Decision.REOPENING.value) :]
        decisions = [kind for kind in since_reopening if kind in DECIDING_KINDS]
        decision = decisions[-1] if decisions else ""
        if decision == Decision.CORRECTION.value and self._was_objected_to:
            decision = Decision.RULING.value
        return get_stage(self.match.status, self.match.ending, decision)

    @property
    def _was_objected_to(self) -> bool:
        """Whether the desk has decided on an objection of a player to the result."""
        return any(
            report.answers_id is not None and report.state in DECIDED_STATES for report in self.reports
        )

    @property
    def void_reason(self) -> str:
        """Why the match is void; "" if it is not."""
        if self.match.status != Status.VOID.value or not self.rulings:
            return ""
        return describe_stored_reason(self.rulings[-1].reason)

    @property
    def open_report(self) -> Report | None:
        """The report that waits for confirmation."""
        return next((report for report in self.reports if report.state == ReportState.OPEN.value), None)

    @property
    def disputed(self) -> tuple[Report, ...]:
        """The reports that contradict each other."""
        return tuple(report for report in self.reports if report.state == ReportState.DISPUTED.value)

    @property
    def accepted(self) -> tuple[Report, ...]:
        """The reports of a dispute that the other side accepted."""
        answers = [row for row in self.reports if row.answers_id]
        disputed = {row.pk for row in answers} | {row.answers_id for row in answers}
        return tuple(row for row in self.reports if row.pk in disputed and row.is_confirmed_by_other)

    @property
    def score_without_games(self) -> MatchScore:
        """The start score with the penalties: the least that a final score must have."""
        score = get_start_score(self.match)
        for penalty in self.penalties:
            if score.winner is None:
                score = score.award(Side(penalty.side).other, penalty.points)
        return score

    @property
    def may_undo_game(self) -> bool:
        """Whether the last game can be removed: no report is open, or only the one that this game made."""
        if not self.games or self.match.status not in {Status.RUNNING.value, Status.REPORTED.value}:
            return False
        report = self.open_report
        return report is None or report.key == self.games[-1].report_key

    @property
    def is_ended_by_game(self) -> bool:
        """Whether the match is over after the games on its sheet, and the last one can be removed."""
        return self.score.winner is not None and self.may_undo_game

    @property
    def choices(self) -> tuple[GameOutcome, ...]:
        """The possible outcomes of the next game at this score; empty when the match is over."""
        return possible_outcomes(self.score, get_laws(self.match))


def get_match(code: str) -> Match | None:
    """A match with its players, table and desk, or None."""
    rows = Match.objects.select_related("desk", "white", "black", "table")
    return get_or_none(rows, code=code)


def get_sheet(match: Match) -> MatchSheet:
    """The sheet of a match, in five queries."""
    games, penalties = _get_active_rows(match)
    lines = tuple(replay_sheet(match, games, penalties))
    return MatchSheet(
        match=match,
        games=games,
        lines=lines,
        adjournments=tuple(match.adjournments.order_by("id")),
        reports=tuple(match.reports.select_related("answers", "by", "confirmed_by").order_by("number")),
        rulings=tuple(match.rulings.select_related("by__player").order_by("number")),
        score=lines[-1].score if lines else get_start_score(match),
    )


def iterate_matches_to_play(desk: Desk) -> Iterator[tuple[Match, tuple[SheetLine, ...]]]:
    """The matches of a desk that are still to be played, with their lines; in three queries."""
    rows = desk.matches.filter(status__in=PLAYABLE_STATUSES).select_related("desk", "white", "black", "table")
    matches = list(rows.order_by("table__number", "id"))
    yield from zip(matches, get_lines(matches), strict=True)


def get_lines(matches: Sequence[Match]) -> list[tuple[SheetLine, ...]]:
    """The lines of the score sheet of each of these matches, in two queries."""
    games, penalties = Game.objects.filter(struck_at=None), Penalty.objects.filter(struck_at=None)
    prefetch_related_objects(
        matches,
        Prefetch("games", games.order_by("number"), to_attr="standing_games"),
        Prefetch("penalties", penalties.order_by("id"), to_attr="standing_penalties"),
    )
    return [
        tuple(replay_sheet(match, _get_prefetched(match, "games"), _get_prefetched(match, "penalties")))
        for match in matches
    ]


def get_live_score(match: Match) -> MatchScore:
    """The score the games and penalties on the sheet add up to."""
    lines = tuple(replay_sheet(match, *_get_active_rows(match)))
    return lines[-1].score if lines else get_start_score(match)


def count_penalty_points(match: Match) -> dict[str, int]:
    """The points White and Black have been given by penalties of the other side."""
    _, penalties = _get_active_rows(match)
    points_by_side = {"white": 0, "black": 0}
    for penalty in penalties:
        points_by_side[Side(penalty.side).other.value] += penalty.points
    return points_by_side


def replay_sheet(
    match: Match, games: Sequence[Game], penalties: Sequence[Penalty] = ()
) -> Iterator[SheetLine]:
    """Yield the lines of a score sheet in order, computing the score after each.

    A penalty follows game number `after_game`, or the last game if there are fewer. The score of each line
    includes the Crawford state of the next game. Raises the refusals of `MatchScore.after`.
    """
    score, pending_penalties = (
        get_start_score(match),
        sorted(penalties, key=lambda penalty: (penalty.after_game, penalty.pk)),
    )
    for game_count in range(len(games) + 1):
        is_last = game_count == len(games)
        while pending_penalties and (is_last or pending_penalties[0].after_game <= game_count):
            penalty = pending_penalties.pop(0)
            if score.winner is None:
                score = score.award(Side(penalty.side).other, penalty.points)
            yield SheetLine(None, penalty, score)
        if not is_last:
            game = games[game_count]
            score = score.after(GameOutcome(Side(game.winner), _get_kind(game), game.cube), get_laws(match))
            yield SheetLine(game, None, score)


def get_start_score(match: Match) -> MatchScore:
    """The score a match begins with."""
    return MatchScore.at(match.length, match.white_start, match.black_start, laws=get_laws(match))


def get_laws(match: Match) -> MatchLaws:
    """The optional rules of the match."""
    return MatchLaws.from_json(match.laws)


def _get_kind(game: Game) -> Kind:
    kinds: dict[str, Kind] = {
        "single": "single",
        "gammon": "gammon",
        "backgammon": "backgammon",
        "drop": "drop",
    }
    return kinds[game.kind]


def _get_prefetched(match: Match, name: str) -> list[Any]:
    return list(getattr(match, f"standing_{name}"))


def _get_active_rows(match: Match) -> tuple[tuple[Game, ...], tuple[Penalty, ...]]:
    games = tuple(match.games.filter(struck_at=None).order_by("number"))
    return games, tuple(match.penalties.filter(struck_at=None).order_by("id"))


def _find_end_of_last(kinds: Sequence[str], kind: str) -> int:
    """Return the index after the last `kind` in `kinds`, 0 if there is none."""
    return len(kinds) - kinds[::-1].index(kind) if kind in kinds else 0


def filter_matches(*, desk: str = "", statuses: Iterable[str] = ()) -> QuerySet[Match]:
    """Return the matches of a desk (by its code) in any of the states; all without arguments."""
    rows = Match.objects.select_related("desk", "white", "black", "table").order_by("-id")
    if desk:
        rows = rows.filter(desk__code=desk)
    status_list = list(statuses)
    return rows.filter(status__in=status_list) if status_list else rows


def get_report(match: Match, number: int) -> Report | None:
    """A report of a match by its number."""
    return match.reports.filter(number=number).first()


def get_objected_matches(desk: Desk) -> list[Match]:
    """Return the settled matches with an objection that could not reopen them; the desk may correct them.

    One query, and those for their players and tables if there are any, which is rare.
    """
    objections = Report.objects.filter(match__desk=desk, state=ReportState.DISPUTED.value)
    settled = Match.objects.filter(desk=desk, status=Status.SETTLED.value).order_by("id")
    objected_matches = settled.filter(pk__in=objections.order_by().values("match"))
    return list(objected_matches.prefetch_related("desk", "white", "black", "table"))


MAX_PRECEDENTS = 5
# The other kinds only record operations of the desk and are no precedents.
PRECEDENT_KINDS = [
    kind.value
    for kind in (Decision.RULING, Decision.CORRECTION, Decision.AWARD, Decision.PENALTY, Decision.VOIDING)
]


def get_rulings_of(user: User, law: str = "") -> QuerySet[Ruling]:
    """Decisions of the desks this user is an official of, the latest first; by one rule if given."""
    rows = Ruling.objects.filter(kind__in=PRECEDENT_KINDS, match__desk__officials=user)
    if law:
        rows = rows.filter(law=law)
    return rows.select_related("by__player", "match__white", "match__black", "match__desk").order_by(
        "-at", "-id"
    )


def get_precedents(user: User | None, law: str) -> list[Ruling]:
    """Recent rulings of an official's desks by one rule; none for others."""
    return list(get_rulings_of(user, law)[:MAX_PRECEDENTS]) if user else []
