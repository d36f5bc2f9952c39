"""Handlers of rows about teams, and the results of team meetings, which follow from their boards.

A meeting is a pairing of two teams; at each of its boards two players play a match. What a team without a
line-up gets is decided in `team_commands`, before the row is written.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, replace

from rules.errors import Refusal
from tournaments.formats import format_of
from tournaments.formats.plan import Stage
from tournaments.journal import facts
from tournaments.journal.correction import Chooser, results_after_change, strict_chooser, with_white_entry
from tournaments.journal.facts import (
    BLACK,
    BOTH_ABSENT,
    DRAWN,
    NOBODY,
    PLAYED,
    RENAME,
    REPLAY,
    WALKOVER,
    WHITE,
    PairingResult,
)
from tournaments.journal.mutable_state import MutableState, are_distinct, must
from tournaments.journal.standings import length_of
from tournaments.journal.state import BY_ABSENCE, BY_RESULT, Placement
from tournaments.journal.team_facts import (
    LAST_BOARD,
    PLAY_OFF,
    POINTS,
    EntryType,
    MeetingLineUp,
    TeamRoster,
    TeamState,
    board_name,
    board_of,
    meeting_of,
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
    open: int = 0
    is_play_off_due: bool = False


def may_be_drawn(stage: Stage) -> bool:
    """Whether a meeting of a stage may end level."""
    return format_of(stage).can_be_drawn


def board_results(teams: TeamState, lineup: MeetingLineUp) -> BoardResults:
    """Return the result of every board: as recorded, lost by a team without a player there, or None."""
    return tuple(_board_result(teams, lineup, board) for board in range(1, len(lineup.white_players) + 1))


def score(teams: TeamState, lineup: MeetingLineUp) -> MeetingScore:
    """Return the score of a meeting."""
    regular = board_results(teams, lineup)[: teams.entry_type.boards]
    finished_boards = [result for result in regular if result is not None]
    return MeetingScore(
        white=sum(result.winner == WHITE for result in finished_boards),
        black=sum(result.winner == BLACK for result in finished_boards),
        white_points=sum(result.white_score for result in finished_boards),
        black_points=sum(result.black_score for result in finished_boards),
        open=teams.entry_type.boards - len(finished_boards),
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


def result_of(teams: TeamState, lineup: MeetingLineUp, *, may_draw: bool) -> PairingResult | None:
    """Return the result of a meeting in boards won; None while a board is open or the tie is unbroken.

    If no player came to any board, both teams have lost.
    """
    results = board_results(teams, lineup)
    regular = results[: teams.entry_type.boards]
    if None in regular or len(regular) < teams.entry_type.boards:
        return None
    white, black = _count_won(WHITE, regular), _count_won(BLACK, regular)
    teams_pair = (lineup.white, lineup.black)
    if not _is_any_won(regular):
        return PairingResult(*teams_pair, NOBODY, 0, 0, BOTH_ABSENT)
    winner = _leading_side(white, black)
    if not winner and may_draw:
        return PairingResult(*teams_pair, NOBODY, white, black, DRAWN)
    winner = winner or _tie_break_winner(teams.entry_type, regular, results[teams.entry_type.boards :])
    is_played = any(result is not None and not result.is_absence for result in regular)
    return (
        PairingResult(*teams_pair, winner, white, black, PLAYED if is_played else WALKOVER)
        if winner
        else None
    )


def boards(
    teams: TeamState, board: Mapping[str, Placement], can_draw: Callable[[str], bool]
) -> dict[str, Placement]:
    """Return the boards of all lined-up meetings by name; `can_draw` says whether a meeting may end level.

    Open boards are left out if the meeting was decided by a ruling or a withdrawal.
    """
    placements: dict[str, Placement] = {}
    for meeting, lineup in teams.lineups.items():
        meeting_result = result_of(teams, lineup, may_draw=can_draw(meeting))
        is_open = not board[meeting].is_decided or (
            meeting_result is not None and board[meeting].result == meeting_result
        )
        placements |= {placed.id: placed for placed in _boards(teams, lineup, is_open)}
    return placements


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
        return PairingResult(lineup.white, lineup.black, NOBODY, 0, 0, BOTH_ABSENT)
    return PairingResult(lineup.white, lineup.black, WHITE if white else BLACK, 0, 0, WALKOVER)


def _count_won(side: str, results: BoardResults) -> int:
    return sum(result is not None and result.winner == side for result in results)


def _is_any_won(results: BoardResults) -> bool:
    return any(result is not None and result.winner for result in results)


def _leading_side(white: int, black: int) -> str:
    return WHITE if white > black else BLACK if black > white else NOBODY


def _tie_break_winner(entry_type: EntryType, regular: BoardResults, extra: BoardResults) -> str:
    """Return the side that wins a level meeting, by the first tie-break rule that decides; "" for none."""
    return next((side for rule in entry_type.ties if (side := TIE_BREAK_RULES[rule](regular, extra))), NOBODY)


def _by_points(regular: BoardResults, extra: BoardResults | None) -> str:
    finished_boards = [result for result in regular if result is not None]
    return _leading_side(
        sum(result.white_score for result in finished_boards),
        sum(result.black_score for result in finished_boards),
    )


def _by_last_board(regular: BoardResults, extra: BoardResults | None) -> str:
    return next((result.winner for result in reversed(regular) if result and result.winner), NOBODY)


def _by_play_off(regular: BoardResults, extra: BoardResults | None) -> str:
    return next((result.winner for result in extra or () if result and result.winner), NOBODY)


# Each returns the winning side, "" if level, from the results of the regular boards and of the play-off.
TIE_BREAK_RULES: Mapping[str, Callable[[BoardResults, BoardResults | None], str]] = {
    POINTS: _by_points,
    LAST_BOARD: _by_last_board,
    PLAY_OFF: _by_play_off,
}


def set_entry_type(state: MutableState, fact: EntryType) -> None:
    """Set the kind of entry of the event; only before the first entry."""
    must(not state.entries, "entries_there")
    state.teams = replace(state.teams, entry_type=fact)


def set_roster(state: MutableState, fact: TeamRoster) -> None:
    """Set the roster of a team. A player can be in one team only; lined-up players cannot be removed."""
    must(state.teams.entry_type.is_of_teams, "takes_no_teams")
    must(fact.entry in state.entries, "entry_unknown", entry=fact.entry)
    for other in state.teams.rosters.values():
        twice = set(fact.people) & set(other.people) if other.entry != fact.entry else set()
        must(not twice, "team_member_twice", players=sorted(twice), entry=other.entry)
    for meeting, lineup in state.teams.lineups.items():
        if fact.entry in (lineup.white, lineup.black):
            removed_players = set(filter(None, lineup.of(fact.entry))) - set(fact.members)
            must(not removed_players, "member_lined_up", players=sorted(removed_players), pairing=meeting)
    state.teams = replace(state.teams, rosters={**state.teams.rosters, fact.entry: fact})


def line_up(state: MutableState, fact: MeetingLineUp) -> None:
    """Set the line-up of a meeting; the players of a played board cannot change."""
    must(state.teams.entry_type.is_of_teams, "takes_no_teams")
    placed = state.board.get(fact.pairing)
    if placed is None:
        raise Refusal("pairing_unknown", pairing=fact.pairing)
    must(state.stage(state.graph.by_id[fact.pairing].flight).is_published, "draw_not_published")
    must(not placed.is_decided, "already_decided", pairing=fact.pairing)
    entries = [fact.white, fact.black]
    is_right = placed.seats == (fact.white, fact.black)
    must(is_right, "wrong_players", pairing=fact.pairing, expected=list(placed.seats), given=entries)
    for entry in entries:
        roster = state.teams.rosters.get(entry)
        outsiders = set(filter(None, fact.of(entry))) - set(roster.members if roster else ())
        must(not outsiders, "not_of_the_team", players=sorted(outsiders), entry=entry)
        usual = [code for code in fact.of(entry)[: state.teams.entry_type.boards] if code]
        must(are_distinct(usual), "member_at_two_boards", pairing=fact.pairing)
    _check_boards(state.teams, fact)
    state.teams = replace(state.teams, lineups={**state.teams.lineups, fact.pairing: fact})
    _update_meeting(state, fact.pairing, strict_chooser({}))


def _check_boards(teams: TeamState, fact: MeetingLineUp) -> None:
    """Check the number of boards, one more where a play-off is due, and that played boards do not change."""
    before, size = teams.lineups.get(fact.pairing), len(fact.white_players)
    is_play_off = before is not None and is_play_off_due(teams, before)
    board_count = teams.entry_type.boards + (1 if is_play_off else 0)
    must(size == board_count, "boards_wrong", pairing=fact.pairing, boards=board_count)
    if before is None:
        return
    for board in range(1, len(before.white_players) + 1):
        name = board_name(fact.pairing, board)
        is_free = name not in teams.results or before.players(board) == fact.players(board)
        must(is_free, "board_has_result", pairing=name)


def settle_board(state: MutableState, fact: facts.Settled) -> None:
    """Set the result of a board; the last one decides the meeting."""
    lineup = _lineup(state, fact.pairing)
    must(fact.pairing not in state.teams.results, "pairing_settled", pairing=fact.pairing)
    placed = state.board[lineup.pairing]
    is_open = not placed.is_decided or (placed.result is not None and placed.result == _result(state, lineup))
    must(is_open, "already_decided", pairing=fact.pairing)
    _check_board_result(state, lineup, fact.pairing, fact.result)
    _store_board_result(state, fact.pairing, fact.result)
    _update_meeting(state, lineup.pairing, strict_chooser({}))


def reopen_board(state: MutableState, fact: facts.Reopened) -> None:
    """Withdraw the result of a board, if no later match depends on its meeting."""
    lineup = _lineup(state, fact.pairing)
    must(fact.pairing in state.teams.results, "not_settled", pairing=fact.pairing)
    _store_board_result(state, fact.pairing, None)
    _update_meeting(state, lineup.pairing, strict_chooser({}))


def correct_board(state: MutableState, fact: facts.Corrected, choose: Chooser | None) -> None:
    """Replace the result of a board; `choose` decides on later pairings that depend on its meeting."""
    lineup = _lineup(state, fact.pairing)
    must(fact.pairing in state.teams.results, "not_settled", pairing=fact.pairing)
    length = state.teams.results[fact.pairing].length
    _check_board_result(state, lineup, fact.pairing, fact.result, length)
    _store_board_result(state, fact.pairing, replace(fact.result, length=length))
    _update_meeting(state, lineup.pairing, choose or strict_chooser(fact.choices))


def meetings_of_team(state: MutableState, entry: int) -> list[str]:
    """Return the meetings a team is lined up for."""
    lineups = state.teams.lineups.items()
    return [name for name, lineup in lineups if entry in (lineup.white, lineup.black)]


def meetings_with_results(state: MutableState) -> list[str]:
    """Return the meetings with a played board."""
    return list(dict.fromkeys(map(meeting_of, state.teams.results)))


def remove_roster(state: MutableState, entry: int) -> None:
    """Remove the roster of a team, as another team takes its entry number."""
    rosters = {number: roster for number, roster in state.teams.rosters.items() if number != entry}
    state.teams = replace(state.teams, rosters=rosters)


def check_whole_meeting(state: MutableState, pairing: str, result: PairingResult | None) -> None:
    """Refuse a played result for a whole team meeting, as that follows from its boards.

    Absences and rulings are allowed while the boards do not decide the meeting.
    """
    if not state.teams.entry_type.is_of_teams:
        return
    lineup, current_result = state.teams.lineups.get(pairing), state.results.get(pairing)
    by_boards = lineup is not None and current_result is not None and current_result == _result(state, lineup)
    is_whole = result is None or result.is_absence or result.is_ruling
    must(is_whole and not by_boards, "meeting_by_boards", pairing=pairing)


def chooser_without_rename(state: MutableState, choose: Chooser) -> Chooser:
    """Return `choose` without the choice "rename" for team events, where the players at a board are known."""
    if not state.teams.entry_type.is_of_teams:
        return choose
    return lambda name, allowed: choose(name, tuple(choice for choice in allowed if choice != RENAME))


def move_lineups(state: MutableState, decided_names: Collection[str], choose: Chooser | None = None) -> None:
    """Move line-ups to the pairings where their two teams meet now; drop those of teams that no longer meet.

    `decided_names` are the meetings that had a result: `choose` has already decided on them. Board results of
    other meetings are dropped only if `choose` accepts that; without it, `results_lost` is raised.
    """
    old_lineups = dict(state.teams.lineups)
    if not old_lineups:
        return
    lineups = {
        name: lineup
        for name, lineup in old_lineups.items()
        if name in state.board and state.board[name].seats == (lineup.white, lineup.black)
    }
    new_meetings = {name: name for name in lineups}
    for name, lineup in old_lineups.items():
        new_meeting = name not in new_meetings and _new_meeting(state, name, lineup, lineups)
        if new_meeting:
            new_meetings[name] = new_meeting
            lineups[new_meeting] = _lineup_at(lineup, new_meeting, state.board[new_meeting].white or 0)
    results: dict[str, PairingResult] = {}
    for board, result in state.teams.results.items():
        old = meeting_of(board)
        if old in new_meetings:
            results[board_name(new_meetings[old], board_of(board))] = with_white_entry(
                result, lineups[new_meetings[old]].white
            )
        elif old not in decided_names:
            if choose is None:
                raise Refusal("results_lost", pairings=[board])
            choose(old, (REPLAY,))
    state.teams = replace(state.teams, lineups=lineups, results=results)


def _new_meeting(
    state: MutableState, name: str, lineup: MeetingLineUp, taken_meetings: Collection[str]
) -> str:
    stage = state.wiring.stage_of.get(state.graph.by_id[name].flight) if name in state.graph.by_id else None
    pair = {lineup.white, lineup.black}
    return next(
        (
            pairing.id
            for pairing in state.graph.pairings
            if pairing.id not in taken_meetings
            and set(state.board[pairing.id].seats) == pair
            and stage in (None, state.wiring.stage_of[pairing.flight])
        ),
        "",
    )


def _lineup_at(lineup: MeetingLineUp, meeting: str, white: int) -> MeetingLineUp:
    if lineup.white == white:
        return replace(lineup, pairing=meeting)
    return MeetingLineUp(meeting, lineup.black, lineup.white, lineup.black_players, lineup.white_players)


def _lineup(state: MutableState, board: str) -> MeetingLineUp:
    lineup = state.teams.lineups.get(meeting_of(board))
    try:
        number = board_of(board)
    except ValueError:
        number = 0
    if (
        lineup is None
        or not 1 <= number <= len(lineup.white_players)
        or board != board_name(lineup.pairing, number)
    ):
        raise Refusal("pairing_unknown", pairing=board)
    must(all(lineup.players(number)), "board_without_players", pairing=board)
    return lineup


def _check_board_result(
    state: MutableState, lineup: MeetingLineUp, board: str, result: PairingResult, length: int | None = None
) -> None:
    actual, expected = [result.white, result.black], [lineup.white, lineup.black]
    must(actual == expected, "wrong_players", pairing=board, expected=expected, given=actual)
    must(not result.is_ruling, "board_not_ruled", pairing=board)
    if length is None:
        length = _board_length(state, board)
    if not length or result.ending != PLAYED:
        return
    scores = {WHITE: result.white_score, BLACK: result.black_score}
    other = BLACK if result.winner == WHITE else WHITE
    must(scores[result.winner] >= length > scores[other], "score_not_of_length", pairing=board, length=length)


def _board_length(state: MutableState, board: str) -> int:
    return state.teams.entry_type.length(board_of(board)) or length_of(
        state, state.graph.by_id[meeting_of(board)]
    )


def note_lengths(state: MutableState) -> None:
    """Store with every board's result the length it was played to."""
    results = {
        board: replace(result, length=_board_length(state, board)) if result.length is None else result
        for board, result in state.teams.results.items()
    }
    state.teams = replace(state.teams, results=results)


def _store_board_result(state: MutableState, board: str, result: PairingResult | None) -> None:
    results = {name: other for name, other in state.teams.results.items() if name != board}
    state.teams = replace(state.teams, results=results | ({board: result} if result else {}))


def _result(state: MutableState, lineup: MeetingLineUp) -> PairingResult | None:
    stage = state.stage(state.graph.by_id[lineup.pairing].flight).stage
    return result_of(state.teams, lineup, may_draw=may_be_drawn(stage))


def _update_meeting(state: MutableState, meeting: str, choose: Chooser) -> None:
    """Update the result of a meeting from its boards, and all dependent pairings."""
    new_result, current_result = _result(state, state.teams.lineups[meeting]), state.results.get(meeting)
    if new_result == current_result or (
        new_result is None and current_result is not None and current_result.is_ruling
    ):
        return
    if new_result is None:
        del state.results[meeting]
    else:
        state.results[meeting] = new_result
    if current_result is None:
        state.propagate(meeting)
        return
    decided_names = set(state.results) | {meeting}
    team_choose = chooser_without_rename(state, choose)
    state.recompute_board(results_after_change(state.results, team_choose))
    move_lineups(state, decided_names, team_choose)
