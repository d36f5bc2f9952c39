"""Teams: rosters, line-ups, boards, and the results of team matches.

docs/formats.md, "Teams". The journal rows are `formed` (the entry type), `manned` (a roster) and `fielded`
(the line-ups of a team match). The guarantees are those of `findings.Guarantee`.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tournaments.verification.checker import scores
from tournaments.verification.checker.findings import FindingLog, Guarantee

Payload = Mapping[str, Any]
SIDES = ("white", "black")
TEAMS = "teams"
FEWEST_BOARDS, MOST_BOARDS = 2, 8
# Endings of a board at which nobody sat down.
NOT_CONTESTED = frozenset({"walkover", "double_walkover"})
# Endings by which the desk decides a whole team match.
RULED = frozenset({"ruled", "void"})
# Rules of a team match with equal boards: "more points over all boards, the winner of the last board that was
# won, one more board, a ruling".
MORE_POINTS, LAST_BOARD, ONE_MORE_BOARD = "points", "last_board", "play_off"


@dataclass(slots=True)
class TeamData:
    """The team data of an event. `boards` is 0 for an event without teams.

    `ties` are the rules for equal boards in their order. `lengths` are match lengths by board. `people`:
    entry -> captain and members. `lineups` by team match, `results` by board.
    """

    boards: int = 0
    lengths: tuple[int, ...] = ()
    ties: tuple[str, ...] = ()
    people: dict[int, frozenset[str]] = field(default_factory=dict)
    lineups: dict[str, Payload] = field(default_factory=dict)
    results: dict[str, Payload] = field(default_factory=dict)

    def length(self, number: int) -> int:
        """Return the length of a board, 0 for that of the round; more boards have the length of the last."""
        return self.lengths[min(number, len(self.lengths)) - 1] if self.lengths else 0


def split_board_name(name: str) -> tuple[str, int]:
    """Split the name of a board into meeting and number: 0 for any other pairing, -1 for an invalid one."""
    meeting, dot, number = name.partition(".")
    if not dot:
        return name, 0
    return meeting, int(number) if number.isdecimal() and int(number) > 0 else -1


def apply_formed(team_data: TeamData, payload: Payload, log: FindingLog, *, is_empty: bool) -> None:
    """Set the entry type, before the first entry: "a team match has two to eight boards"."""
    log.expect(is_empty, Guarantee.ROWS_IN_ORDER, "formed_after_entries")
    boards = int(payload["boards"])
    if payload["takes"] == TEAMS:
        log.expect(
            FEWEST_BOARDS <= boards <= MOST_BOARDS, Guarantee.LEGAL_VALUES, "boards_impossible", boards=boards
        )
    team_data.boards = boards if payload["takes"] == TEAMS else 0
    team_data.lengths = tuple(payload["lengths"])
    team_data.ties = tuple(payload["ties"])


def apply_manned(team_data: TeamData, payload: Payload, log: FindingLog, *, is_entered: bool) -> None:
    """Set the roster of a team: a player is in one team, once, and who is lined up stays."""
    entry, members = int(payload["entry"]), [str(member) for member in payload["members"]]
    log.expect(is_entered and team_data.boards > 0, Guarantee.ROWS_IN_ORDER, "manned_nobody", entry=entry)
    people = frozenset(one for one in (payload["captain"], *members) if one)
    elsewhere = {one for other, them in team_data.people.items() if other != entry for one in them}
    is_single = len(set(members)) == len(members) and not people & elsewhere
    log.expect(is_single, Guarantee.EACH_PLAYS_ONCE, "team_member_twice", entry=entry)
    team_data.people[entry] = people
    for name, lineup in team_data.lineups.items():
        if entry in (lineup["white"], lineup["black"]):
            is_unchanged = _list_lined_up(lineup, entry) <= people
            log.expect(
                is_unchanged, Guarantee.KNOWN_OPPONENTS, "left_while_lined_up", entry=entry, pairing=name
            )


def apply_fielded(team_data: TeamData, payload: Payload, log: FindingLog) -> None:
    """Set the line-ups of a team match: own players, each once, and nobody changes at a played board."""
    name = str(payload["pairing"])
    given = {side: [str(one) for one in payload[f"{side}_players"]] for side in SIDES}
    before = team_data.lineups.get(name)
    usual = team_data.boards
    sizes = {usual, usual + 1} if before is not None else {usual}
    is_sized = len(given["white"]) == len(given["black"]) and len(given["white"]) in sizes
    log.expect(is_sized, Guarantee.LEGAL_VALUES, "line_up_of_wrong_size", pairing=name, boards=usual)
    for side in SIDES:
        people = [one for one in given[side] if one]
        is_own = set(people) <= team_data.people.get(int(payload[side]), frozenset())
        log.expect(is_own, Guarantee.KNOWN_OPPONENTS, "line_up_of_strangers", pairing=name)
        # One more board may be played by somebody who has played a board already.
        at_usual_boards = Counter(one for one in given[side][:usual] if one)
        is_once = max(at_usual_boards.values(), default=0) <= 1
        log.expect(is_once, Guarantee.ONE_MATCH_AT_A_TIME, "twice_in_a_line_up", pairing=name)
        _check_played_boards(team_data, log, name, before, side, given[side])
    if before is not None and len(given["white"]) > usual >= len(before["white_players"]):
        is_due = is_one_more_board_due(team_data, before)
        log.expect(is_due, Guarantee.LEGAL_VALUES, "line_up_of_wrong_size", pairing=name, boards=usual)
    team_data.lineups[name] = payload


def _check_played_boards(
    team_data: TeamData,
    log: FindingLog,
    name: str,
    before: Payload | None,
    side: str,
    players: Sequence[str],
) -> None:
    """Check that the player of a board with a result stays: "a board that has not started" can be changed."""
    if before is None:
        return
    for number, player in enumerate(before[f"{side}_players"], start=1):
        board = f"{name}.{number}"
        is_unchanged = number <= len(players) and players[number - 1] == player
        is_free = board not in team_data.results or is_unchanged
        log.expect(is_free, Guarantee.PLAYED_STAYS, "seat_changed_after_play", pairing=board)


def _list_lined_up(lineup: Payload, entry: int) -> set[str]:
    """Return the players of a team in a line-up."""
    side = "white" if lineup["white"] == entry else "black"
    return {str(one) for one in lineup[f"{side}_players"] if one}


def check_board_result(team_data: TeamData, payload: Payload, length: int, log: FindingLog) -> bool:
    """Check a board result: its teams, players and score. Return whether it can be applied."""
    board = str(payload["pairing"])
    meeting, number = split_board_name(board)
    lineup = team_data.lineups.get(meeting)
    if lineup is None or not 1 <= number <= len(lineup["white_players"]):
        return log.expect(False, Guarantee.KNOWN_OPPONENTS, "pairing_unknown", pairing=board)
    is_seated = all(lineup[f"{side}_players"][number - 1] for side in SIDES)
    log.expect(is_seated, Guarantee.KNOWN_OPPONENTS, "board_of_nobody", pairing=board)
    given, expected = [payload[side] for side in SIDES], [lineup[side] for side in SIDES]
    is_right = log.expect(
        given == expected,
        Guarantee.KNOWN_OPPONENTS,
        "wrong_players",
        pairing=board,
        given=given,
        expected=expected,
    )
    log.expect(payload["ending"] not in RULED, Guarantee.LEGAL_VALUES, "board_ruled", pairing=board)
    fault = scores.fault(payload, team_data.length(number) or length)
    log.expect(not fault, Guarantee.LEGAL_VALUES, f"result_{fault or 'score'}_wrong", pairing=board)
    return is_right and is_seated and fault not in {"ending", "winner"}


def meeting_result(team_data: TeamData, meeting: str, *, can_be_drawn: bool) -> Payload | None:
    """Return the result of a team match from its boards, or None while undecided.

    "The team with more boards won wins the team match. With equal boards, a table counts half a win each.
    Where one team must advance, the rules of the event decide in their order."
    """
    lineup = team_data.lineups.get(meeting)
    if lineup is None:
        return None
    boards = [_board_result(team_data, lineup, at) for at in range(1, len(lineup["white_players"]) + 1)]
    # One more board that was played is none of the usual ones, even while one of these is open again.
    regular = [board for board in boards[: team_data.boards] if board is not None]
    extra = [board for board in boards[team_data.boards :] if board is not None]
    if len(regular) < team_data.boards:
        return None
    won = _won(regular)
    winner, ending = _leader(won), "played"
    if all(board["ending"] in NOT_CONTESTED for board in regular) and (winner or not any(won.values())):
        # Nobody has sat down: the team match is a walk-over, or neither team came.
        ending = "walkover" if winner else "double_walkover"
    elif not winner and can_be_drawn:
        ending = "drawn"
    elif not winner:
        winner = _decide_equal_boards(team_data.ties, regular, extra)
        if not winner:
            return None
    return {
        "pairing": meeting,
        "white": lineup["white"],
        "black": lineup["black"],
        "white_score": won["white"],
        "black_score": won["black"],
        "winner": winner,
        "ending": ending,
    }


def is_one_more_board_due(team_data: TeamData, lineup: Payload) -> bool:
    """Whether all boards are decided, equal, and the rules before "one more board" do not decide."""
    usual = range(1, team_data.boards + 1)
    boards = [board for at in usual if (board := _board_result(team_data, lineup, at)) is not None]
    if len(boards) < team_data.boards or _leader(_won(boards)) or ONE_MORE_BOARD not in team_data.ties:
        return False
    return not _decide_equal_boards(team_data.ties[: team_data.ties.index(ONE_MORE_BOARD)], boards, [])


def _board_result(team_data: TeamData, lineup: Payload, number: int) -> Payload | None:
    """Return the result of a board; "an empty place is a lost board"."""
    result = team_data.results.get(f"{lineup['pairing']}.{number}")
    if result is not None:
        return result
    seated = [side for side in SIDES if lineup[f"{side}_players"][number - 1]]
    if len(seated) == len(SIDES):
        return None
    ending = "walkover" if seated else "double_walkover"
    return {"winner": seated[0] if seated else "", "white_score": 0, "black_score": 0, "ending": ending}


def _won(boards: Sequence[Payload]) -> dict[str, int]:
    """Return the boards that each side has won."""
    return {side: sum(board["winner"] == side for board in boards) for side in SIDES}


def _leader(amounts: Mapping[str, int]) -> str:
    """Return the side with more, "" if both have as many."""
    white, black = amounts["white"], amounts["black"]
    return "white" if white > black else "black" if black > white else ""


def _decide_equal_boards(ties: Sequence[str], regular: Sequence[Payload], extra: Sequence[Payload]) -> str:
    """Return the winner of a team match with equal boards by the rules in their order; "" if none decides."""
    for rule in ties:
        if rule == MORE_POINTS:
            winner = _leader({side: sum(int(one[f"{side}_score"]) for one in regular) for side in SIDES})
        elif rule == LAST_BOARD:
            winner = next((str(one["winner"]) for one in reversed(regular) if one["winner"]), "")
        else:
            winner = str(extra[0]["winner"]) if extra else ""
        if winner:
            return winner
    return ""
