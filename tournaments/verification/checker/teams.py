"""Teams, computed independently of the engine: rosters, line-ups, boards, and results of meetings.

The codes "I1" to "I20" are explained in `findings`. The journal rows are `formed` (the entry type), `manned`
(a roster) and `fielded` (the line-ups of a meeting).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tournaments.verification.checker import scores
from tournaments.verification.checker.findings import FindingLog

Payload = Mapping[str, Any]
NO_CONTEST = frozenset({"walkover", "double_walkover"})
RULED = frozenset({"ruled", "void"})


@dataclass(slots=True)
class TeamData:
    """The team data of an event. `boards` is 0 for an event without teams.

    `people`: entry -> captain and members. `lineups` by meeting, `results` by board.
    """

    takes: str = ""
    boards: int = 0
    lengths: tuple[int, ...] = ()
    ties: tuple[str, ...] = ()
    people: dict[int, tuple[str, tuple[str, ...]]] = field(default_factory=dict)
    lineups: dict[str, Payload] = field(default_factory=dict)
    results: dict[str, Payload] = field(default_factory=dict)

    def length(self, number: int) -> int:
        """Return the length of a board, 0 for that of the round."""
        return self.lengths[min(number, len(self.lengths)) - 1] if self.lengths else 0


def split_board_name(name: str) -> tuple[str, int]:
    """Split the name of a board into meeting and number: 0 for any other pairing, -1 for an invalid one."""
    meeting, dot, number = name.partition(".")
    return meeting, int(number) if dot and number.isdecimal() else -1 if dot else 0


def apply_formed(team_data: TeamData, payload: Payload, log: FindingLog, *, is_empty: bool) -> None:
    """Set the entry type, before the first entry."""
    log.expect(is_empty, "I14", "formed_after_entries")
    is_team = payload["takes"] == "teams"
    boards = int(payload["boards"])
    log.expect(2 <= boards <= 8 if is_team else boards == 1, "I17", "boards_impossible", boards=boards)
    team_data.takes, team_data.boards = str(payload["takes"]), boards if is_team else 0
    team_data.lengths = tuple(int(length) for length in payload["lengths"])
    team_data.ties = tuple(str(rule) for rule in payload["ties"])


def apply_manned(team_data: TeamData, payload: Payload, log: FindingLog, *, is_entered: bool) -> None:
    """Set the roster of a team: a player may be in one team only, and lined-up players must stay."""
    entry, captain = int(payload["entry"]), str(payload["captain"])
    members = tuple(str(code) for code in payload["members"])
    log.expect(bool(team_data.boards) and is_entered, "I14", "manned_nobody", entry=entry)
    log.expect(len(set(members)) == len(members) > 0, "I1", "team_member_twice", entry=entry)
    for other, (other_captain, other_members) in team_data.people.items():
        shared = {*members, captain} & {*other_members, other_captain} - {""}
        log.expect(other == entry or not shared, "I1", "team_member_twice", entry=entry, other=other)
    for name, lineup in team_data.lineups.items():
        for side in ("white", "black"):
            missing_players = (
                set(lineup[f"{side}_players"]) - {"", *members} if lineup[side] == entry else set()
            )
            log.expect(not missing_players, "I8", "left_while_lined_up", entry=entry, pairing=name)
    team_data.people[entry] = (captain, members)


def apply_fielded(team_data: TeamData, payload: Payload, log: FindingLog) -> None:
    """Set the line-up of a meeting."""
    name, old_lineup = str(payload["pairing"]), team_data.lineups.get(str(payload["pairing"]))
    expected_boards = team_data.boards + (
        1 if old_lineup is not None and is_play_off_due(team_data, old_lineup) else 0
    )
    for side in ("white", "black"):
        players = [str(code) for code in payload[f"{side}_players"]]
        regular = [code for code in players[: team_data.boards] if code]
        _, members = team_data.people.get(int(payload[side]), ("", ()))
        log.expect(
            len(players) == expected_boards,
            "I17",
            "line_up_of_wrong_size",
            pairing=name,
            boards=expected_boards,
        )
        log.expect(len(set(regular)) == len(regular), "I1", "twice_in_a_line_up", pairing=name)
        log.expect(set(players) - {""} <= set(members), "I18", "line_up_of_strangers", pairing=name)
        for number, code in enumerate(old_lineup[f"{side}_players"] if old_lineup else (), start=1):
            stays = f"{name}.{number}" not in team_data.results or code == players[number - 1]
            log.expect(stays, "I8", "seat_changed_after_play", pairing=f"{name}.{number}")
    team_data.lineups[name] = payload


def check_board_result(team_data: TeamData, payload: Payload, length: int, log: FindingLog) -> bool:
    """Check a board result: its teams, players and score. Return whether it can be applied."""
    name = str(payload["pairing"])
    meeting, number = split_board_name(name)
    lineup = team_data.lineups.get(meeting)
    is_board = lineup is not None and 1 <= number <= len(lineup["white_players"])
    if lineup is None or not log.expect(is_board, "I18", "pairing_unknown", pairing=name):
        return False
    seated = lineup["white_players"][number - 1] and lineup["black_players"][number - 1]
    log.expect(bool(seated), "I18", "board_of_nobody", pairing=name)
    fault = scores.fault(payload, team_data.length(number) or length)
    log.expect(not fault, "I17", f"result_{fault or 'score'}_wrong", pairing=name)
    right = (payload["white"], payload["black"]) == (lineup["white"], lineup["black"])
    log.expect(right, "I18", "wrong_players", pairing=name)
    log.expect(payload["ending"] not in RULED, "I17", "board_ruled", pairing=name)
    return right and fault not in {"ending", "winner"}


def meeting_result(team_data: TeamData, meeting: str, *, can_be_drawn: bool) -> Payload | None:
    """Return the result of a meeting from its boards, or None while undecided."""
    lineup = team_data.lineups.get(meeting)
    if lineup is None:
        return None
    board_results = [
        _board_result(team_data, lineup, number + 1) for number in range(len(lineup["white_players"]))
    ]
    regular = [one for one in board_results[: team_data.boards] if one is not None]
    if len(regular) < team_data.boards:
        return None
    meeting_teams = {"pairing": meeting, "white": lineup["white"], "black": lineup["black"]}
    white, black = (sum(one["winner"] == side for one in regular) for side in ("white", "black"))
    won = {"white_score": white, "black_score": black}
    if not white + black:
        return {**meeting_teams, **won, "winner": "", "ending": "double_walkover"}
    winner = _leading_side(white, black)
    if not winner and can_be_drawn:
        return {**meeting_teams, **won, "winner": "", "ending": "drawn"}
    winner = winner or _tie_break_winner(team_data, regular, board_results[team_data.boards :])
    played = any(one["ending"] not in NO_CONTEST for one in regular)
    return (
        {**meeting_teams, **won, "winner": winner, "ending": "played" if played else "walkover"}
        if winner
        else None
    )


def is_play_off_due(team_data: TeamData, lineup: Payload) -> bool:
    """Whether a play-off board is due."""
    regular = [_board_result(team_data, lineup, number + 1) for number in range(team_data.boards)]
    results = [one for one in regular if one is not None]
    won = [sum(one["winner"] == side for one in results) for side in ("white", "black")]
    if len(results) < team_data.boards or won[0] != won[1] or not won[0] or "play_off" not in team_data.ties:
        return False
    before = team_data.ties[: team_data.ties.index("play_off")]
    return not any(_winner_by_rule(rule, results, []) for rule in before)


def _board_result(team_data: TeamData, lineup: Payload, number: int) -> Payload | None:
    result = team_data.results.get(f"{lineup['pairing']}.{number}")
    white, black = lineup["white_players"][number - 1], lineup["black_players"][number - 1]
    if result is not None or (white and black):
        return result
    winner = "white" if white else "black" if black else ""
    return {
        "winner": winner,
        "white_score": 0,
        "black_score": 0,
        "ending": "walkover" if winner else "double_walkover",
    }


def _leading_side(white: int, black: int) -> str:
    return "white" if white > black else "black" if black > white else ""


def _tie_break_winner(team_data: TeamData, regular: list[Payload], extra: list[Payload | None]) -> str:
    return next((side for rule in team_data.ties if (side := _winner_by_rule(rule, regular, extra))), "")


def _winner_by_rule(rule: str, regular: list[Payload], extra: list[Payload | None]) -> str:
    if rule == "points":
        return _leading_side(
            *(sum(int(one[f"{side}_score"]) for one in regular) for side in ("white", "black"))
        )
    if rule == "last_board":
        return next((str(one["winner"]) for one in reversed(regular) if one["winner"]), "")
    return next((str(one["winner"]) for one in extra if one is not None and one["winner"]), "")
