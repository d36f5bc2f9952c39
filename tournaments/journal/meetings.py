"""A meeting of two teams: its boards as they stand, and its result from theirs."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from tournaments.formats import format_of
from tournaments.formats.plan import Stage
from tournaments.journal.facts import BLACK, BOTH_ABSENT, DRAWN, NOBODY, PLAYED, WALKOVER, WHITE, Result
from tournaments.journal.formations import (
    LAST_BOARD,
    PLAY_OFF,
    POINTS,
    Fielded,
    Formed,
    Teams,
    board_name,
)
from tournaments.journal.placement import BY_ABSENCE, BY_RESULT, Placement

Ended = tuple[Result | None, ...]


@dataclass(frozen=True, slots=True)
class Score:
    """A meeting as it stands: boards and points of both teams, boards still open, whether one more is due."""

    white: int = 0
    black: int = 0
    white_points: int = 0
    black_points: int = 0
    open: int = 0
    is_play_off_due: bool = False


def may_be_drawn(stage: Stage) -> bool:
    """Whether a meeting of a stage may end with nobody ahead."""
    return format_of(stage).can_be_drawn


def board_results(teams: Teams, lineup: Fielded) -> Ended:
    """The result of every board: as told, or lost by the team that has nobody there; None while open."""
    return tuple(_board_result(teams, lineup, board) for board in range(1, len(lineup.white_players) + 1))


def score(teams: Teams, lineup: Fielded) -> Score:
    """How a meeting stands."""
    regular = board_results(teams, lineup)[: teams.formed.boards]
    finished_boards = [result for result in regular if result is not None]
    return Score(
        white=sum(result.winner == WHITE for result in finished_boards),
        black=sum(result.winner == BLACK for result in finished_boards),
        white_points=sum(result.white_score for result in finished_boards),
        black_points=sum(result.black_score for result in finished_boards),
        open=teams.formed.boards - len(finished_boards),
        is_play_off_due=is_play_off_due(teams, lineup),
    )


def is_play_off_due(teams: Teams, lineup: Fielded) -> bool:
    """Whether one more board decides: all others are over, equal, and no rule before it parts them."""
    regular = board_results(teams, lineup)[: teams.formed.boards]
    if (
        None in regular
        or _leading_side(_won(WHITE, regular), _won(BLACK, regular))
        or not _is_any_won(regular)
    ):
        return False
    rules = teams.formed.ties
    before = rules[: rules.index(PLAY_OFF)] if PLAY_OFF in rules else ()
    return PLAY_OFF in rules and not any(RULES[rule](regular, None) for rule in before)


def result_of(teams: Teams, lineup: Fielded, *, may_draw: bool) -> Result | None:
    """The result of a meeting in boards won; None while a board is open or nothing parts the teams.

    Where nobody came to any board, both have lost.
    """
    ended = board_results(teams, lineup)
    regular = ended[: teams.formed.boards]
    if None in regular or len(regular) < teams.formed.boards:
        return None
    white, black = _won(WHITE, regular), _won(BLACK, regular)
    teams_pair = (lineup.white, lineup.black)
    if not _is_any_won(regular):
        return Result(*teams_pair, NOBODY, 0, 0, BOTH_ABSENT)
    winner = _leading_side(white, black)
    if not winner and may_draw:
        return Result(*teams_pair, NOBODY, white, black, DRAWN)
    winner = winner or _tie_break_winner(teams.formed, regular, ended[teams.formed.boards :])
    is_played = any(result is not None and not result.is_absence for result in regular)
    return Result(*teams_pair, winner, white, black, PLAYED if is_played else WALKOVER) if winner else None


def boards(
    teams: Teams, board: Mapping[str, Placement], can_draw: Callable[[str], bool]
) -> dict[str, Placement]:
    """Every board of every meeting that is lined up, by name; `can_draw` says it of a meeting.

    What is open vanishes where the meeting was decided otherwise: by a ruling, or by a team that left.
    """
    placements: dict[str, Placement] = {}
    for meeting, lineup in teams.lineups.items():
        meeting_result = result_of(teams, lineup, may_draw=can_draw(meeting))
        is_open = not board[meeting].is_decided or (
            meeting_result is not None and board[meeting].result == meeting_result
        )
        placements |= {placed.id: placed for placed in _boards(teams, lineup, is_open)}
    return placements


def _boards(teams: Teams, lineup: Fielded, is_open: bool) -> Iterator[Placement]:
    for number, ended in enumerate(board_results(teams, lineup), start=1):
        name, board_result = (
            board_name(lineup.pairing, number),
            teams.results.get(board_name(lineup.pairing, number)),
        )
        if ended is None:
            if is_open:
                yield Placement(name, lineup.white, lineup.black, is_seated=True)
            continue
        yield Placement(
            name,
            lineup.white,
            lineup.black,
            winner=ended.winner_entry,
            decided=BY_ABSENCE if board_result is None else BY_RESULT,
            result=board_result,
            is_seated=board_result is not None,
            out=tuple(seat for seat in (lineup.white, lineup.black) if seat != ended.winner_entry),
            is_contested=not ended.is_absence,
        )


def _board_result(teams: Teams, lineup: Fielded, board: int) -> Result | None:
    board_result = teams.results.get(board_name(lineup.pairing, board))
    white, black = lineup.players(board)
    if board_result is not None or (white and black):
        return board_result
    if not white and not black:
        return Result(lineup.white, lineup.black, NOBODY, 0, 0, BOTH_ABSENT)
    return Result(lineup.white, lineup.black, WHITE if white else BLACK, 0, 0, WALKOVER)


def _won(side: str, ended: Ended) -> int:
    return sum(result is not None and result.winner == side for result in ended)


def _is_any_won(ended: Ended) -> bool:
    return any(result is not None and result.winner for result in ended)


def _leading_side(white: int, black: int) -> str:
    return WHITE if white > black else BLACK if black > white else NOBODY


def _tie_break_winner(formed: Formed, regular: Ended, extra: Ended) -> str:
    """The side a rule for equal boards puts ahead, the first that does."""
    return next((side for rule in formed.ties if (side := RULES[rule](regular, extra))), NOBODY)


def _by_points(regular: Ended, extra: Ended | None) -> str:
    finished_boards = [result for result in regular if result is not None]
    return _leading_side(
        sum(result.white_score for result in finished_boards),
        sum(result.black_score for result in finished_boards),
    )


def _by_last_board(regular: Ended, extra: Ended | None) -> str:
    return next((result.winner for result in reversed(regular) if result and result.winner), NOBODY)


def _by_play_off(regular: Ended, extra: Ended | None) -> str:
    return next((result.winner for result in extra or () if result and result.winner), NOBODY)


RULES: Mapping[str, Callable[[Ended, Ended | None], str]] = {
    POINTS: _by_points,
    LAST_BOARD: _by_last_board,
    PLAY_OFF: _by_play_off,
}
