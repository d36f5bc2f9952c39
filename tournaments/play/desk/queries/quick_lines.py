"""Which match a quick line of the desk means, and whether its writer can have meant another one."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Q

from matches.models import Match
from matches.states import Ending, Status, make_result
from rules.errors import Refusal
from tournaments.models import Event, Pairing
from tournaments.play.desk.queries import desk_search
from tournaments.play.events.desk_line_parser import DeskLine, SeenMatches

WHITE, BLACK = "white", "black"
# A match called so recently can hardly have ended: the line may be meant for the one that ended before it,
# if that was so recently.
JUST_CALLED, JUST_ENDED = timedelta(minutes=1), timedelta(minutes=10)
# The same line so soon after the first may be typed twice.
MOMENT = timedelta(minutes=2)
# Refusals that ask whether a line means the match it would be recorded for. A line for a match that its
# writer did not see is no question: it is edited or dropped, and never recorded for the next match.
QUESTIONS = frozenset({"line_just_called", "line_repeated"})
# Refusals of letters that several players have: one of so many matches can be chosen.
UNCLEAR_LETTERS, MOST_CHOICES = frozenset({"name_not_clear", "opponent_not_clear"}), 8


@dataclass(frozen=True, slots=True)
class LastLine:
    """The line its writer entered last, and the code of the match it was recorded for."""

    line: DeskLine
    match: str
    at: datetime


# A line is recorded in three steps: `find_target` or `find_seen_target` tells the match it means,
# `require_no_doubt` asks where its writer may have meant another, and the service records the score.


@dataclass(frozen=True, slots=True)
class LineTarget:
    """The match that a line means, and the side of its first score."""

    match: Match
    side: str
    line: DeskLine

    @property
    def score(self) -> tuple[int, int]:
        """Return the points of White and of Black."""
        first, second = self.line.scores
        return (first, second) if self.side == WHITE else (second, first)


def find_target(event: Event, line: DeskLine, *, seen_matches: SeenMatches | None = None) -> LineTarget:
    """Return the match that a line means.

    Raises `table_empty`, `line_match_ended` for a match that was seen at the table and has ended since,
    `name_not_playing` and `name_not_clear`.
    """
    if line.letters:
        match, side = desk_search.find_match(event.tournament.desk, line.letters)
        return LineTarget(match, side, line)
    at_table = desk_search.match_at_table(event, line.table)
    if at_table is not None:
        return LineTarget(at_table, WHITE, line)
    ended = _find_ended(event, line.table, seen_matches or {})
    if ended is None:
        raise Refusal("table_empty", table=line.table)
    raise Refusal("line_match_ended", table=line.table, **_describe(ended, _get_score(ended)))


def list_possible_targets(event: Event, line: DeskLine) -> list[LineTarget]:
    """Return the matches that a line with letters can mean, where these are not clear."""
    matches = desk_search.find_matches(event.tournament.desk, line.letters) if line.letters else []
    return [LineTarget(match, side, line) for match, side in matches[:MOST_CHOICES]]


def find_seen_target(event: Event, line: DeskLine, match: Match, side: str = "") -> LineTarget:
    """Return the match named with a line, and the side of its first score if the line can mean both.

    Raises `line_of_another_match` if the line means another, and the refusals of `_require_free_score`.
    """
    targets = [
        one
        for one in list_possible_targets(event, line)
        if one.match.pk == match.pk and side in {"", one.side}
    ]
    target = targets[0] if len(targets) == 1 else find_target(event, line)
    if target.match.pk != match.pk:
        raise _ask("line_of_another_match", target)
    _require_free_score(target)
    return target


def require_no_doubt(
    target: LineTarget,
    *,
    seen_matches: SeenMatches | None = None,
    last: LastLine | None = None,
    now: datetime,
) -> None:
    """Raise one of `QUESTIONS` if the writer of the line can have meant another match.

    Raises first what no answer could make possible: the error of an impossible score,
    `line_of_another_match` for a match that the writer did not see, and the refusals of
    `_require_free_score`.

    `seen_matches` are the matches on the page of the writer, None if that is not known.
    """
    match = target.match
    make_result(match.length, target.score, "", Ending.PLAYED.value)
    if seen_matches is not None and not _was_seen(target, seen_matches):
        raise _ask("line_of_another_match", target)
    _require_free_score(target)
    if last is not None and last.line == target.line and last.match != match.code and now - last.at < MOMENT:
        raise _ask("line_repeated", target)
    if _was_just_called(target, now):
        raise _ask("line_just_called", target)


def _was_seen(target: LineTarget, seen_matches: SeenMatches) -> bool:
    """Tell whether the match was on the page, and where the line names a table, at that table."""
    seen_match = seen_matches.get(target.match.code)
    return seen_match is not None and (bool(target.line.letters) or seen_match.table == target.line.table)


def _was_just_called(target: LineTarget, now: datetime) -> bool:
    """Tell whether a match was called a moment after another of this table or player had ended.

    Nobody is called to a match of a league: all of them are open from the start of the season.
    """
    match, line = target.match, target.line
    if match.called_at is None or now - match.called_at >= JUST_CALLED:
        return False
    player = match.white_id if target.side == WHITE else match.black_id
    of_player = Q(white=player) | Q(black=player)
    ended = Match.objects.filter(of_player if line.letters else Q(table=match.table_id))
    has_ended = ended.filter(
        desk=match.desk_id, status=Status.SETTLED.value, settled_at__gte=now - JUST_ENDED
    ).exists()
    return has_ended and not Pairing.objects.filter(match=match, event__is_league=True).exists()


def _require_free_score(target: LineTarget) -> None:
    """Raise `already_reported` if another score is reported, and `awaits_ruling` if two scores are.

    A line never replaces the report of a player: the desk confirms it or rules on the match.
    """
    match = target.match
    is_other_score = match.status == Status.REPORTED.value and _get_score(match) != target.score
    if is_other_score or match.status == Status.DISPUTED.value:
        raise Refusal(
            "already_reported" if is_other_score else "awaits_ruling",
            match=match.code,
            status=match.status,
            version=match.version,
            white_score=match.white_score,
            black_score=match.black_score,
        )


def _find_ended(event: Event, table: int, seen_matches: SeenMatches) -> Match | None:
    """Return the settled match that was seen at a table."""
    codes = [code for code, seen_match in seen_matches.items() if seen_match.table == table]
    rows = Match.objects.select_related("white", "black").filter(desk=event.tournament.desk_id)
    return rows.filter(code__in=codes, status=Status.SETTLED.value).first()


def _ask(code: str, target: LineTarget, **more: Any) -> Refusal:
    match = target.match
    facts = {**_describe(match, target.score), "match": match.code, "version": match.version}
    return Refusal(code, table=str(match.table or ""), **facts, **more)


def _get_score(match: Match) -> tuple[int, int]:
    return (match.white_score, match.black_score)


def _describe(match: Match, score: tuple[int, int]) -> dict[str, Any]:
    names = {"white": match.white.desk_name, "black": match.black.desk_name}
    return {**names, "white_score": score[0], "black_score": score[1]}
