"""Results of team meetings, which follow from their boards.

A meeting is a pairing of two teams; at each of its boards two players play a match.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from tournaments.journal.facts import (
    BLACK,
    BOTH_ABSENT,
    DRAWN,
    NO_SIDE,
    PLAYED,
    WALKOVER,
    WHITE,
    PairingResult,
)
from tournaments.journal.state import BY_ABSENCE, BY_RESULT, Placement
from tournaments.journal.team_facts import (
    LAST_BOARD,
    PLAY_OFF,
    POINTS,
    EntryType,
    MeetingLineUp,
    TeamState,
    board_name,
)

# By board, from the first; None for an open board.
BoardResults = tuple[PairingResult | None, ...]


@dataclass(frozen=True, slots=True)
class MeetingScore:
    """The score of a meeting: boards and points won by both teams, and the number of open boards."""

    white: int = 0
    black: int = 0
    white_points: int = 0
    black_points: int = 0
    open_boards: int = 0
    is_play_off_due: bool = False


def board_results(teams: TeamState, lineup: MeetingLineUp) -> BoardResults:
    """Return the result of every board: as recorded, lost by a team without a player there, or None."""
    return tuple(_board_result(teams, lineup, board) for board in range(1, len(lineup.white_players) + 1))


def compute_score(teams: TeamState, lineup: MeetingLineUp) -> MeetingScore:
    """Return the score of a meeting."""
    regular = board_results(teams, lineup)[: teams.entry_type.boards]
    finished_boards = [result for result in regular if result is not None]
    return MeetingScore(
        white=sum(result.winner == WHITE for result in finished_boards),
        black=sum(result.winner == BLACK for result in finished_boards),
        white_points=sum(result.white_score for result in finished_boards),
        black_points=sum(result.black_score for result in finished_boards),
        open_boards=teams.entry_type.boards - len(finished_boards),
        is_play_off_due=is_play_off_due(teams, lineup),
    )


def is_play_off_due(teams: TeamState, lineup: MeetingLineUp) -> bool:
    """Whether a play-off board must be played: the others ended level, and no earlier rule breaks the tie."""
    regular = board_results(teams, lineup)[: teams.entry_type.boards]
    if (
        None in regular
        or _leading_side(_count_won(WHITE, regular), _count_won(BLACK, regular))
        or not _is_any_won(regular)
    ):
        return False
    rules = teams.entry_type.ties
    before = rules[: rules.index(PLAY_OFF)] if PLAY_OFF in rules else ()
    return PLAY_OFF in rules and not any(TIE_BREAK_RULES[rule](regular, None) for rule in before)


def result_of(teams: TeamState, lineup: MeetingLineUp, *, can_be_drawn: bool) -> PairingResult | None:
    """Return the result of a meeting in boards won; None while a board is open or the tie is unbroken.

    `can_be_drawn`: the meeting may end level. If no player came to any board, both teams have lost.
    """
    results = board_results(teams, lineup)
    regular = results[: teams.entry_type.boards]
    if None in regular or len(regular) < teams.entry_type.boards:
        return None
    white, black = _count_won(WHITE, regular), _count_won(BLACK, regular)
    teams_pair = (lineup.white, lineup.black)
    if not _is_any_won(regular):
        return PairingResult(*teams_pair, NO_SIDE, 0, 0, BOTH_ABSENT)
    winner = _leading_side(white, black)
    if not winner and can_be_drawn:
        return PairingResult(*teams_pair, NO_SIDE, white, black, DRAWN)
    winner = winner or _tie_break_winner(teams.entry_type, regular, results[teams.entry_type.boards :])
    is_played = any(result is not None and not result.is_absence for result in results)
    return (
        PairingResult(*teams_pair, winner, white, black, PLAYED if is_played else WALKOVER)
        if winner
        else None
    )


def boards(
    teams: TeamState, placements: Mapping[str, Placement], can_be_drawn: Callable[[str], bool]
) -> dict[str, Placement]:
    """Return the boards of all lined-up meetings by name.

    `placements` are those of the event by pairing; `can_be_drawn` says whether a meeting may end level. Open
    boards are left out if the meeting was decided by a ruling or a withdrawal.
    """
    boards_by_name: dict[str, Placement] = {}
    for meeting, lineup in teams.lineups.items():
        meeting_result = result_of(teams, lineup, can_be_drawn=can_be_drawn(meeting))
        is_open = not placements[meeting].is_decided or (
            meeting_result is not None and placements[meeting].result == meeting_result
        )
        boards_by_name |= {placed.id: placed for placed in _boards(teams, lineup, is_open)}
    return boards_by_name


def _boards(teams: TeamState, lineup: MeetingLineUp, is_open: bool) -> Iterator[Placement]:
    for number, result in enumerate(board_results(teams, lineup), start=1):
        name = board_name(lineup.pairing, number)
        # None for a board without a player of one team: its result follows from the line-up.
        reported_result = teams.results.get(name)
        if result is None:
            if is_open:
                yield Placement(name, lineup.white, lineup.black, is_seated=True)
            continue
        yield Placement(
            name,
            lineup.white,
            lineup.black,
            winner=result.winner_entry,
            decided=BY_ABSENCE if reported_result is None else BY_RESULT,
            result=reported_result,
            is_seated=reported_result is not None,
            losers=tuple(seat for seat in (lineup.white, lineup.black) if seat != result.winner_entry),
            is_contested=not result.is_absence,
        )


def _board_result(teams: TeamState, lineup: MeetingLineUp, board: int) -> PairingResult | None:
    board_result = teams.results.get(board_name(lineup.pairing, board))
    white, black = lineup.players(board)
    if board_result is not None or (white and black):
        return board_result
    if not white and not black:
        return PairingResult(lineup.white, lineup.black, NO_SIDE, 0, 0, BOTH_ABSENT)
    return PairingResult(lineup.white, lineup.black, WHITE if white else BLACK, 0, 0, WALKOVER)


def _count_won(side: str, results: BoardResults) -> int:
    return sum(result is not None and result.winner == side for result in results)


def _is_any_won(results: BoardResults) -> bool:
    return any(result is not None and result.winner for result in results)


def _leading_side(white: int, black: int) -> str:
    return WHITE if white > black else BLACK if black > white else NO_SIDE


def _tie_break_winner(entry_type: EntryType, regular: BoardResults, extra: BoardResults) -> str:
    """Return the side that wins a level meeting, by the first tie-break rule that decides; "" for none."""
    winners = (TIE_BREAK_RULES[rule](regular, extra) for rule in entry_type.ties)
    return next((side for side in winners if side), NO_SIDE)


def _by_points(regular: BoardResults, extra: BoardResults | None) -> str:
    finished_boards = [result for result in regular if result is not None]
    return _leading_side(
        sum(result.white_score for result in finished_boards),
        sum(result.black_score for result in finished_boards),
    )


def _by_last_board(regular: BoardResults, extra: BoardResults | None) -> str:
    return next((result.winner for result in reversed(regular) if result and result.winner), NO_SIDE)


def _by_play_off(regular: BoardResults, extra: BoardResults | None) -> str:
    return next((result.winner for result in extra or () if result and result.winner), NO_SIDE)


# Each returns the winning side, "" if level, from the results of the regular boards and of the play-off.
TIE_BREAK_RULES: Mapping[str, Callable[[BoardResults, BoardResults | None], str]] = {
    POINTS: _by_points,
    LAST_BOARD: _by_last_board,
    PLAY_OFF: _by_play_off,
}
