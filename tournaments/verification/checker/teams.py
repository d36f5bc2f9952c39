"""Teams by the checker's own rules: rosters, line-ups, boards, and results of meetings."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tournaments.verification.checker import scores
from tournaments.verification.checker.findings import FindingLog

Payload = Mapping[str, Any]
NO_CONTEST = frozenset({"walkover", "double_walkover"})
RULED = frozenset({"ruled", "void"})


@dataclass(slots=True)
class Squads:
    """The team data of an event: `boards` is 0 in other events."""

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


def split(name: str) -> tuple[str, int]:
    """Split the name of a board into meeting and number; 0 for any other pairing."""
    meeting, dot, number = name.partition(".")
    return meeting, int(number) if dot and number.isdecimal() else -1 if dot else 0


def apply_formed(squads: Squads, payload: Payload, notes: FindingLog, *, is_empty: bool) -> None:
    """Set the kind of entry, before the first one."""
    notes.expect(is_empty, "I14", "formed_after_entries")
    is_team = payload["takes"] == "teams"
    boards = int(payload["boards"])
    notes.expect(2 <= boards <= 8 if is_team else boards == 1, "I17", "boards_impossible", boards=boards)
    squads.takes, squads.boards = str(payload["takes"]), boards if is_team else 0
    squads.lengths = tuple(int(length) for length in payload["lengths"])
    squads.ties = tuple(str(rule) for rule in payload["ties"])


def apply_manned(squads: Squads, payload: Payload, notes: FindingLog, *, is_entered: bool) -> None:
    """Set the roster of a team: a player is in one team only, and lined-up players stay in."""
    entry, captain = int(payload["entry"]), str(payload["captain"])
    members = tuple(str(code) for code in payload["members"])
    notes.expect(bool(squads.boards) and is_entered, "I14", "manned_nobody", entry=entry)
    notes.expect(len(set(members)) == len(members) > 0, "I1", "team_member_twice", entry=entry)
    for other, (leads, other_members) in squads.people.items():
        shared = {*members, captain} & {*other_members, leads} - {""}
        notes.expect(other == entry or not shared, "I1", "team_member_twice", entry=entry, other=other)
    for name, lineup in squads.lineups.items():
        for side in ("white", "black"):
            missing_players = (
                set(lineup[f"{side}_players"]) - {"", *members} if lineup[side] == entry else set()
            )
            notes.expect(not missing_players, "I8", "left_while_lined_up", entry=entry, pairing=name)
    squads.people[entry] = (captain, members)


def apply_fielded(squads: Squads, payload: Payload, notes: FindingLog) -> None:
    """Set the line-up of a meeting."""
    name, old_lineup = str(payload["pairing"]), squads.lineups.get(str(payload["pairing"]))
    expected_boards = squads.boards + (1 if old_lineup is not None and is_more_due(squads, old_lineup) else 0)
    for side in ("white", "black"):
        players = [str(code) for code in payload[f"{side}_players"]]
        usual = [code for code in players[: squads.boards] if code]
        _, members = squads.people.get(int(payload[side]), ("", ()))
        notes.expect(
            len(players) == expected_boards,
            "I17",
            "line_up_of_wrong_size",
            pairing=name,
            boards=expected_boards,
        )
        notes.expect(len(set(usual)) == len(usual), "I1", "twice_in_a_line_up", pairing=name)
        notes.expect(set(players) - {""} <= set(members), "I18", "line_up_of_strangers", pairing=name)
        for number, code in enumerate(old_lineup[f"{side}_players"] if old_lineup else (), start=1):
            stays = f"{name}.{number}" not in squads.results or code == players[number - 1]
            notes.expect(stays, "I8", "seat_changed_after_play", pairing=f"{name}.{number}")
    squads.lineups[name] = payload


def check_board_result(squads: Squads, payload: Payload, length: int, notes: FindingLog) -> bool:
    """Whether the result of a board names the two teams, an occupied board and a legal score."""
    name = str(payload["pairing"])
    meeting, number = split(name)
    lineup = squads.lineups.get(meeting)
    is_board = lineup is not None and 1 <= number <= len(lineup["white_players"])
    if lineup is None or not notes.expect(is_board, "I18", "pairing_unknown", pairing=name):
        return False
    seated = lineup["white_players"][number - 1] and lineup["black_players"][number - 1]
    notes.expect(bool(seated), "I18", "board_of_nobody", pairing=name)
    fault = scores.fault(payload, squads.length(number) or length)
    notes.expect(not fault, "I17", f"result_{fault or 'score'}_wrong", pairing=name)
    right = (payload["white"], payload["black"]) == (lineup["white"], lineup["black"])
    notes.expect(right, "I18", "wrong_players", pairing=name)
    notes.expect(payload["ending"] not in RULED, "I17", "board_ruled", pairing=name)
    return right and fault not in {"ending", "winner"}


def outcome(squads: Squads, meeting: str, *, can_be_drawn: bool) -> Payload | None:
    """Return the result of a meeting from its boards, or None while undecided."""
    lineup = squads.lineups.get(meeting)
    if lineup is None:
        return None
    ended = [_ended(squads, lineup, number + 1) for number in range(len(lineup["white_players"]))]
    usual = [one for one in ended[: squads.boards] if one is not None]
    if len(usual) < squads.boards:
        return None
    meeting_teams = {"pairing": meeting, "white": lineup["white"], "black": lineup["black"]}
    white, black = (sum(one["winner"] == side for one in usual) for side in ("white", "black"))
    won = {"white_score": white, "black_score": black}
    if not white + black:
        return {**meeting_teams, **won, "winner": "", "ending": "double_walkover"}
    winner = _ahead(white, black)
    if not winner and can_be_drawn:
        return {**meeting_teams, **won, "winner": "", "ending": "drawn"}
    winner = winner or _parted(squads, usual, ended[squads.boards :])
    played = any(one["ending"] not in NO_CONTEST for one in usual)
    return (
        {**meeting_teams, **won, "winner": winner, "ending": "played" if played else "walkover"}
        if winner
        else None
    )


def is_more_due(squads: Squads, lineup: Payload) -> bool:
    """Whether a play-off board is due."""
    usual = [_ended(squads, lineup, number + 1) for number in range(squads.boards)]
    results = [one for one in usual if one is not None]
    won = [sum(one["winner"] == side for one in results) for side in ("white", "black")]
    if len(results) < squads.boards or won[0] != won[1] or not won[0] or "play_off" not in squads.ties:
        return False
    before = squads.ties[: squads.ties.index("play_off")]
    return not any(_rule(rule, results, []) for rule in before)


def _ended(squads: Squads, lineup: Payload, number: int) -> Payload | None:
    result = squads.results.get(f"{lineup['pairing']}.{number}")
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


def _ahead(white: int, black: int) -> str:
    return "white" if white > black else "black" if black > white else ""


def _parted(squads: Squads, usual: list[Payload], extra: list[Payload | None]) -> str:
    return next((side for rule in squads.ties if (side := _rule(rule, usual, extra))), "")


def _rule(rule: str, usual: list[Payload], extra: list[Payload | None]) -> str:
    if rule == "points":
        return _ahead(*(sum(int(one[f"{side}_score"]) for one in usual) for side in ("white", "black")))
    if rule == "last_board":
        return next((str(one["winner"]) for one in reversed(usual) if one["winner"]), "")
    return next((str(one["winner"]) for one in extra if one is not None and one["winner"]), "")
