"""Teams of an event: their rosters, line-ups, meetings and boards, and the result of a meeting."""

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, replace

from rules.errors import Refusal
from tournaments.formats import format_of
from tournaments.formats.plan import Stage
from tournaments.journal import facts
from tournaments.journal.book import Book, is_each_once, must
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
from tournaments.journal.formations import (
    LAST_BOARD,
    PLAY_OFF,
    POINTS,
    Fielded,
    Formed,
    Manned,
    TeamState,
    board_name,
    board_of,
    meeting_of,
)
from tournaments.journal.standings import length_of
from tournaments.journal.state import BY_ABSENCE, BY_RESULT, Placement

Ended = tuple[PairingResult | None, ...]


@dataclass(frozen=True, slots=True)
class MeetingScore:
    """The score of a meeting: boards and points of both teams, open boards, whether a play-off is due."""

    white: int = 0
    black: int = 0
    white_points: int = 0
    black_points: int = 0
    open: int = 0
    is_play_off_due: bool = False


def may_be_drawn(stage: Stage) -> bool:
    """Whether a meeting of a stage may end level."""
    return format_of(stage).can_be_drawn


def board_results(teams: TeamState, lineup: Fielded) -> Ended:
    """Return the result of every board: as recorded, lost by a team without a player there, or None."""
    return tuple(_board_result(teams, lineup, board) for board in range(1, len(lineup.white_players) + 1))


def score(teams: TeamState, lineup: Fielded) -> MeetingScore:
    """Return the score of a meeting."""
    regular = board_results(teams, lineup)[: teams.formed.boards]
    finished_boards = [result for result in regular if result is not None]
    return MeetingScore(
        white=sum(result.winner == WHITE for result in finished_boards),
        black=sum(result.winner == BLACK for result in finished_boards),
        white_points=sum(result.white_score for result in finished_boards),
        black_points=sum(result.black_score for result in finished_boards),
        open=teams.formed.boards - len(finished_boards),
        is_play_off_due=is_play_off_due(teams, lineup),
    )


def is_play_off_due(teams: TeamState, lineup: Fielded) -> bool:
    """Whether a play-off board decides: all others are over and level, and no earlier rule breaks the tie."""
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


def result_of(teams: TeamState, lineup: Fielded, *, may_draw: bool) -> PairingResult | None:
    """Return the result of a meeting in boards won; None while a board is open or the tie is unbroken.

    If no player came to any board, both teams have lost.
    """
    ended = board_results(teams, lineup)
    regular = ended[: teams.formed.boards]
    if None in regular or len(regular) < teams.formed.boards:
        return None
    white, black = _won(WHITE, regular), _won(BLACK, regular)
    teams_pair = (lineup.white, lineup.black)
    if not _is_any_won(regular):
        return PairingResult(*teams_pair, NOBODY, 0, 0, BOTH_ABSENT)
    winner = _leading_side(white, black)
    if not winner and may_draw:
        return PairingResult(*teams_pair, NOBODY, white, black, DRAWN)
    winner = winner or _tie_break_winner(teams.formed, regular, ended[teams.formed.boards :])
    is_played = any(result is not None and not result.is_absence for result in regular)
    return (
        PairingResult(*teams_pair, winner, white, black, PLAYED if is_played else WALKOVER)
        if winner
        else None
    )


def boards(
    teams: TeamState, board: Mapping[str, Placement], can_draw: Callable[[str], bool]
) -> dict[str, Placement]:
    """Return every board of every lined-up meeting by name; `can_draw` tells if a meeting may end level.

    Open boards vanish where the meeting was decided otherwise: by a ruling, or by a withdrawal.
    """
    placements: dict[str, Placement] = {}
    for meeting, lineup in teams.lineups.items():
        meeting_result = result_of(teams, lineup, may_draw=can_draw(meeting))
        is_open = not board[meeting].is_decided or (
            meeting_result is not None and board[meeting].result == meeting_result
        )
        placements |= {placed.id: placed for placed in _boards(teams, lineup, is_open)}
    return placements


def _boards(teams: TeamState, lineup: Fielded, is_open: bool) -> Iterator[Placement]:
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


def _board_result(teams: TeamState, lineup: Fielded, board: int) -> PairingResult | None:
    board_result = teams.results.get(board_name(lineup.pairing, board))
    white, black = lineup.players(board)
    if board_result is not None or (white and black):
        return board_result
    if not white and not black:
        return PairingResult(lineup.white, lineup.black, NOBODY, 0, 0, BOTH_ABSENT)
    return PairingResult(lineup.white, lineup.black, WHITE if white else BLACK, 0, 0, WALKOVER)


def _won(side: str, ended: Ended) -> int:
    return sum(result is not None and result.winner == side for result in ended)


def _is_any_won(ended: Ended) -> bool:
    return any(result is not None and result.winner for result in ended)


def _leading_side(white: int, black: int) -> str:
    return WHITE if white > black else BLACK if black > white else NOBODY


def _tie_break_winner(formed: Formed, regular: Ended, extra: Ended) -> str:
    """Return the side that the first effective rule for level boards puts ahead."""
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


def form(book: Book, fact: Formed) -> None:
    """Set the kind of entry of the event; only before the first entry."""
    must(not book.entries, "entries_there")
    book.teams = replace(book.teams, formed=fact)


def set_roster(book: Book, fact: Manned) -> None:
    """Set the roster of a team; a player is in one team only, and lined-up players stay in."""
    must(book.teams.formed.is_of_teams, "takes_no_teams")
    must(fact.entry in book.entries, "entry_unknown", entry=fact.entry)
    for other in book.teams.rosters.values():
        twice = set(fact.people) & set(other.people) if other.entry != fact.entry else set()
        must(not twice, "team_member_twice", players=sorted(twice), entry=other.entry)
    for meeting, lineup in book.teams.lineups.items():
        if fact.entry in (lineup.white, lineup.black):
            removed_players = set(filter(None, lineup.of(fact.entry))) - set(fact.members)
            must(not removed_players, "member_lined_up", players=sorted(removed_players), pairing=meeting)
    book.teams = replace(book.teams, rosters={**book.teams.rosters, fact.entry: fact})


def line_up(book: Book, fact: Fielded) -> None:
    """Set the line-up of a meeting; the players of a played board cannot change."""
    must(book.teams.formed.is_of_teams, "takes_no_teams")
    placed = book.board.get(fact.pairing)
    if placed is None:
        raise Refusal("pairing_unknown", pairing=fact.pairing)
    must(book.stage(book.graph.by_id[fact.pairing].flight).is_published, "draw_not_published")
    must(not placed.is_decided, "already_decided", pairing=fact.pairing)
    entries = [fact.white, fact.black]
    is_right = placed.seats == (fact.white, fact.black)
    must(is_right, "wrong_players", pairing=fact.pairing, expected=list(placed.seats), given=entries)
    for entry in entries:
        roster = book.teams.rosters.get(entry)
        outsiders = set(filter(None, fact.of(entry))) - set(roster.members if roster else ())
        must(not outsiders, "not_of_the_team", players=sorted(outsiders), entry=entry)
        usual = [code for code in fact.of(entry)[: book.teams.formed.boards] if code]
        must(is_each_once(usual), "member_at_two_boards", pairing=fact.pairing)
    _check_boards(book.teams, fact)
    book.teams = replace(book.teams, lineups={**book.teams.lineups, fact.pairing: fact})
    _update_meeting(book, fact.pairing, strict_chooser({}))


def _check_boards(teams: TeamState, fact: Fielded) -> None:
    """Check the number of boards, one more where a play-off is due, and that played boards do not change."""
    before, size = teams.lineups.get(fact.pairing), len(fact.white_players)
    is_play_off = before is not None and is_play_off_due(teams, before)
    board_count = teams.formed.boards + (1 if is_play_off else 0)
    must(size == board_count, "boards_wrong", pairing=fact.pairing, boards=board_count)
    if before is None:
        return
    for board in range(1, len(before.white_players) + 1):
        name = board_name(fact.pairing, board)
        is_free = name not in teams.results or before.players(board) == fact.players(board)
        must(is_free, "board_has_result", pairing=name)


def settle_board(book: Book, fact: facts.Settled) -> None:
    """Set the result of a board; the last one decides the meeting."""
    lineup = _lineup(book, fact.pairing)
    must(fact.pairing not in book.teams.results, "pairing_settled", pairing=fact.pairing)
    placed = book.board[lineup.pairing]
    is_open = not placed.is_decided or (placed.result is not None and placed.result == _result(book, lineup))
    must(is_open, "already_decided", pairing=fact.pairing)
    _check_board_result(book, lineup, fact.pairing, fact.result)
    _store_board_result(book, fact.pairing, fact.result)
    _update_meeting(book, lineup.pairing, strict_chooser({}))


def reopen_board(book: Book, fact: facts.Reopened) -> None:
    """Withdraw the result of a board, if no later match depends on its meeting."""
    lineup = _lineup(book, fact.pairing)
    must(fact.pairing in book.teams.results, "not_settled", pairing=fact.pairing)
    _store_board_result(book, fact.pairing, None)
    _update_meeting(book, lineup.pairing, strict_chooser({}))


def correct_board(book: Book, fact: facts.Corrected, choose: Chooser | None) -> None:
    """Replace the result of a board; what depended on its meeting becomes what was chosen."""
    lineup = _lineup(book, fact.pairing)
    must(fact.pairing in book.teams.results, "not_settled", pairing=fact.pairing)
    length = book.teams.results[fact.pairing].length
    _check_board_result(book, lineup, fact.pairing, fact.result, length)
    _store_board_result(book, fact.pairing, replace(fact.result, length=length))
    _update_meeting(book, lineup.pairing, choose or strict_chooser(fact.choices))


def meetings_of_team(book: Book, entry: int) -> list[str]:
    """Return the meetings a team is lined up for."""
    lineups = book.teams.lineups.items()
    return [name for name, lineup in lineups if entry in (lineup.white, lineup.black)]


def played(book: Book) -> list[str]:
    """Return the meetings with a played board."""
    return list(dict.fromkeys(map(meeting_of, book.teams.results)))


def disband(book: Book, entry: int) -> None:
    """Remove the roster of a team that is replaced by another under the same number."""
    rosters = {number: roster for number, roster in book.teams.rosters.items() if number != entry}
    book.teams = replace(book.teams, rosters=rosters)


def check_whole_meeting(book: Book, pairing: str, result: PairingResult | None) -> None:
    """Refuse a result for a whole meeting that follows from its boards; absence and rulings are allowed."""
    if not book.teams.formed.is_of_teams:
        return
    lineup, current_result = book.teams.lineups.get(pairing), book.results.get(pairing)
    by_boards = lineup is not None and current_result is not None and current_result == _result(book, lineup)
    is_whole = result is None or result.is_absence or result.is_ruling
    must(is_whole and not by_boards, "meeting_by_boards", pairing=pairing)


def chooser_without_rename(book: Book, choose: Chooser) -> Chooser:
    """Return a chooser without "rename" for team events, where the players of a result are known."""
    if not book.teams.formed.is_of_teams:
        return choose
    return lambda name, allowed: choose(name, tuple(choice for choice in allowed if choice != RENAME))


def move_lineups(book: Book, decided_names: Collection[str], choose: Chooser | None = None) -> None:
    """Move line-ups to where their two teams meet now; drop them where they do not meet any more.

    `decided_names` are the meetings with a result before: their outcome was chosen with it. Played boards of
    an open meeting are lost only where `choose` says so; else the action is refused.
    """
    old_lineups = dict(book.teams.lineups)
    if not old_lineups:
        return
    lineups = {
        name: lineup
        for name, lineup in old_lineups.items()
        if name in book.board and book.board[name].seats == (lineup.white, lineup.black)
    }
    new_meetings = {name: name for name in lineups}
    for name, lineup in old_lineups.items():
        new_meeting = name not in new_meetings and _new_meeting(book, name, lineup, lineups)
        if new_meeting:
            new_meetings[name] = new_meeting
            lineups[new_meeting] = _lineup_at(lineup, new_meeting, book.board[new_meeting].white or 0)
    results: dict[str, PairingResult] = {}
    for board, result in book.teams.results.items():
        old = meeting_of(board)
        if old in new_meetings:
            results[board_name(new_meetings[old], board_of(board))] = with_white_entry(
                result, lineups[new_meetings[old]].white
            )
        elif old not in decided_names:
            if choose is None:
                raise Refusal("results_lost", pairings=[board])
            choose(old, (REPLAY,))
    book.teams = replace(book.teams, lineups=lineups, results=results)


def _new_meeting(book: Book, name: str, lineup: Fielded, taken_meetings: Collection[str]) -> str:
    stage = book.wiring.stage_of.get(book.graph.by_id[name].flight) if name in book.graph.by_id else None
    pair = {lineup.white, lineup.black}
    return next(
        (
            pairing.id
            for pairing in book.graph.pairings
            if pairing.id not in taken_meetings
            and set(book.board[pairing.id].seats) == pair
            and stage in (None, book.wiring.stage_of[pairing.flight])
        ),
        "",
    )


def _lineup_at(lineup: Fielded, meeting: str, white: int) -> Fielded:
    if lineup.white == white:
        return replace(lineup, pairing=meeting)
    return Fielded(meeting, lineup.black, lineup.white, lineup.black_players, lineup.white_players)


def _lineup(book: Book, board: str) -> Fielded:
    lineup = book.teams.lineups.get(meeting_of(board))
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
    book: Book, lineup: Fielded, board: str, result: PairingResult, length: int | None = None
) -> None:
    actual, expected = [result.white, result.black], [lineup.white, lineup.black]
    must(actual == expected, "wrong_players", pairing=board, expected=expected, given=actual)
    must(not result.is_ruling, "board_not_ruled", pairing=board)
    if length is None:
        length = _board_length(book, board)
    if not length or result.ending != PLAYED:
        return
    scores = {WHITE: result.white_score, BLACK: result.black_score}
    other = BLACK if result.winner == WHITE else WHITE
    must(scores[result.winner] >= length > scores[other], "score_not_of_length", pairing=board, length=length)


def _board_length(book: Book, board: str) -> int:
    return book.teams.formed.length(board_of(board)) or length_of(book, book.graph.by_id[meeting_of(board)])


def note_lengths(book: Book) -> None:
    """Store with every board's result the length it was played to."""
    results = {
        board: replace(result, length=_board_length(book, board)) if result.length is None else result
        for board, result in book.teams.results.items()
    }
    book.teams = replace(book.teams, results=results)


def _store_board_result(book: Book, board: str, result: PairingResult | None) -> None:
    results = {name: other for name, other in book.teams.results.items() if name != board}
    book.teams = replace(book.teams, results=results | ({board: result} if result else {}))


def _result(book: Book, lineup: Fielded) -> PairingResult | None:
    stage = book.stage(book.graph.by_id[lineup.pairing].flight).stage
    return result_of(book.teams, lineup, may_draw=may_be_drawn(stage))


def _update_meeting(book: Book, meeting: str, choose: Chooser) -> None:
    """Update the result of a meeting from its boards, and all dependent pairings."""
    new_result, current_result = _result(book, book.teams.lineups[meeting]), book.results.get(meeting)
    if new_result == current_result or (
        new_result is None and current_result is not None and (current_result.is_ruling)
    ):
        return
    if new_result is None:
        del book.results[meeting]
    else:
        book.results[meeting] = new_result
    if current_result is None:
        book.propagate(meeting)
        return
    decided_names = set(book.results) | {meeting}
    team_choose = chooser_without_rename(book, choose)
    book.recompute_board(results_after_change(book.results, team_choose))
    move_lineups(book, decided_names, team_choose)
