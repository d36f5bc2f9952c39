"""Rows about the entry type, the rosters of teams and the line-ups of meetings, and results of boards.

What a team without a line-up gets is decided in `team_commands`, before the row is written.
"""

from collections.abc import Collection
from dataclasses import replace

from rules.errors import Refusal
from tournaments.formats import format_of
from tournaments.journal.correction import Chooser, results_after_change, strict_chooser, with_white_entry
from tournaments.journal.facts import BLACK, PLAYED, RENAME, REPLAY, WHITE, PairingResult
from tournaments.journal.meeting_results import is_play_off_due, result_of
from tournaments.journal.mutable_state import MutableState, are_distinct, must
from tournaments.journal.row_kinds import RowKind, Subject
from tournaments.journal.standings import length_of
from tournaments.journal.team_facts import (
    EntryType,
    MeetingLineUp,
    TeamRoster,
    TeamState,
    board_name,
    board_of,
    meeting_of,
)


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


def settle_board(state: MutableState, board: str, result: PairingResult) -> None:
    """Set the result of a board; the last one decides the meeting."""
    lineup = _lineup(state, board)
    must(board not in state.teams.results, "pairing_settled", pairing=board)
    placed = state.board[lineup.pairing]
    is_open = not placed.is_decided or (placed.result is not None and placed.result == _result(state, lineup))
    must(is_open, "already_decided", pairing=board)
    _check_board_result(state, lineup, board, result)
    _store_board_result(state, board, result)
    _update_meeting(state, lineup.pairing, strict_chooser({}))


def reopen_board(state: MutableState, board: str) -> None:
    """Withdraw the result of a board, if no later match depends on its meeting."""
    lineup = _lineup(state, board)
    must(board in state.teams.results, "not_settled", pairing=board)
    _store_board_result(state, board, None)
    _update_meeting(state, lineup.pairing, strict_chooser({}))


def correct_board(state: MutableState, board: str, result: PairingResult, choose: Chooser) -> None:
    """Replace the result of a board; `choose` decides on later pairings that depend on its meeting."""
    lineup = _lineup(state, board)
    must(board in state.teams.results, "not_settled", pairing=board)
    length = state.teams.results[board].length
    _check_board_result(state, lineup, board, result, length)
    _store_board_result(state, board, replace(result, length=length))
    _update_meeting(state, lineup.pairing, choose)


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
    stage = state.index.stage_of.get(state.graph.by_id[name].flight) if name in state.graph.by_id else None
    pair = {lineup.white, lineup.black}
    return next(
        (
            pairing.id
            for pairing in state.graph.pairings
            if pairing.id not in taken_meetings
            and set(state.board[pairing.id].seats) == pair
            and stage in (None, state.index.stage_of[pairing.flight])
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
    return result_of(state.teams, lineup, can_be_drawn=format_of(stage).can_be_drawn)


def _update_meeting(state: MutableState, meeting: str, choose: Chooser) -> None:
    """Update the result of a meeting from its boards, and all dependent pairings.

    A withdrawal may have decided the meeting before its boards did: then later pairings have their teams.
    """
    was_open = not state.board[meeting].is_decided
    new_result, current_result = _result(state, state.teams.lineups[meeting]), state.results.get(meeting)
    if new_result == current_result or (
        new_result is None and current_result is not None and current_result.is_ruling
    ):
        return
    if new_result is None:
        del state.results[meeting]
    else:
        state.results[meeting] = new_result
    if current_result is None and was_open:
        state.propagate(meeting)
        return
    decided_names = set(state.results) | {meeting}
    team_choose = chooser_without_rename(state, choose)
    state.recompute_board(results_after_change(state.results, team_choose))
    move_lineups(state, decided_names, team_choose)


KINDS = (
    RowKind(
        "formed",
        Subject.EVENT,
        (EntryType,),
        set_entry_type,
        "Entry type: %(takes)s",
        {"takes": "teams", "boards": 2, "lengths": [7, 5], "ties": ["points", "play_off"]},
    ),
    RowKind(
        "manned",
        Subject.ENTRIES,
        (TeamRoster,),
        set_roster,
        "Team %(name)s: %(count)s players",
        {"entry": 1, "captain": "abc", "members": ["abc", "abd"]},
    ),
    RowKind(
        "fielded",
        Subject.EVENT,
        (MeetingLineUp,),
        line_up,
        "Line-ups of %(teams)s opened",
        {
            "pairing": "R1-1",
            "white": 1,
            "black": 2,
            "white_players": ["abc", ""],
            "black_players": ["abd", "abe"],
        },
    ),
)
