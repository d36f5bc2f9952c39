"""Random team events: plans, rosters, line-ups, boards."""

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rules.errors import Refusal
from tournaments.formats.graph import LEAGUE, MAIN, SWISS
from tournaments.formats.plan import Plan, Stage
from tournaments.journal import commands, team_commands
from tournaments.journal.facts import PairingResult, StoredRow
from tournaments.journal.results import Settled
from tournaments.journal.state import Placement
from tournaments.journal.team_facts import (
    LAST_BOARD,
    PLAY_OFF,
    POINTS,
    TEAMS,
    EntryType,
    board_of,
    meeting_of,
)
from tournaments.payloads import make_payload
from tournaments.verification.checker.findings import Guarantee
from tournaments.verification.simulator.simulation import LENGTH, Simulation, are_same_states

FEWEST, MOST = 2, 9
TIES = ((), (POINTS,), (POINTS, LAST_BOARD), (POINTS, PLAY_OFF), (PLAY_OFF,))
ENDINGS = ("played",) * 8 + ("walkover", "forfeit", "retired", "double_walkover")
MEETING_ENDINGS = ("walkover", "double_walkover", "ruled", "void")
SimulationAction = Callable[[Simulation], bool]


def knockout(rng: random.Random) -> Plan:
    """A knockout, sometimes with a match for third place."""
    return Plan((Stage(MAIN, "knockout", options={"placed": rng.choice((2, 2, 4))}, lengths=_lengths(rng)),))


def round_robin(rng: random.Random) -> Plan:
    """A round robin, sometimes double."""
    options = {"cycles": rng.choice((1, 1, 2))}
    return Plan((Stage(LEAGUE, "round_robin", options=options, lengths=_lengths(rng)),))


def swiss(rng: random.Random) -> Plan:
    """Swiss rounds."""
    return Plan((Stage(SWISS, "swiss", options={"rounds": rng.choice((2, 3, 4))}, lengths=_lengths(rng)),))


def _lengths(rng: random.Random) -> tuple[int, ...]:
    return rng.choice(((), (5,), (3, 7)))


def enter_teams(simulation: Simulation) -> None:
    """Set the entry type, and enter teams with their rosters."""
    rng = simulation.rng
    boards = rng.choice((2, 3, 4))
    lengths = tuple(rng.choice((3, 5, 7)) for _ in range(boards)) if rng.random() < 0.3 else ()
    simulation.append_row(*team_commands.set_entry_type(EntryType(TEAMS, boards, lengths, rng.choice(TIES))))
    simulation.append_row(
        *commands.enter(simulation.state, [f"t{number}" for number in range(rng.randint(FEWEST, MOST))])
    )
    for entry in simulation.state.entries:
        set_roster(simulation, entry)


def set_roster(simulation: Simulation, entry: int) -> bool:
    """Set a roster: one player per board, or some more, sometimes one too few."""
    rng, boards = simulation.rng, simulation.state.teams.entry_type.boards
    size = max(1, boards + rng.choice((-1, 0, 0, 1, 2)))
    members = [f"m{entry}_{number}" for number in range(size)]
    captain = rng.choice((*members, f"c{entry}", ""))
    return simulation.append_row(*team_commands.set_roster(entry, captain, members))


def come_late(simulation: Simulation) -> bool:
    """Add a late team to rounds still to be paired."""
    drawing = simulation.state.stages.get(SWISS)
    if drawing is None or not simulation.append_row(
        *commands.enter(simulation.state, [f"l{len(simulation.rows)}"])
    ):
        return False
    entry = max(simulation.state.entries)
    return set_roster(simulation, entry) and simulation.append_row(
        "joined", {"flight": SWISS, "entry": entry}
    )


def line_up(simulation: Simulation) -> bool:
    """Submit both line-ups of a meeting, with random choices of the captains; a place may stay empty."""
    waiting = [
        name
        for name, placed in simulation.state.board.items()
        if placed.white
        and placed.black
        and not placed.is_decided
        and name not in simulation.state.teams.lineups
    ]
    if not waiting:
        return False
    name = simulation.rng.choice(waiting)
    seats = simulation.state.board[name].seats
    return _submit_line_up(
        simulation, name, {entry or 0: _random_line_up(simulation, entry or 0) for entry in seats}
    )


def line_up_again(simulation: Simulation) -> bool:
    """Change the player of a board, or name the player of a due play-off."""
    names = [name for name in simulation.state.teams.lineups if not simulation.state.board[name].is_decided]
    if not names:
        return False
    name = simulation.rng.choice(names)
    lineup, usual = simulation.state.teams.lineups[name], simulation.state.teams.entry_type.boards
    if team_commands.boards_due(simulation.state, name) > len(lineup.white_players):
        both = (lineup.white, lineup.black)
        sides = {entry: (*lineup.of(entry)[:usual], _random_member(simulation, entry)) for entry in both}
        return _submit_line_up(simulation, name, sides)
    team = simulation.rng.choice((lineup.white, lineup.black))
    return _submit_line_up(
        simulation, name, {team: [*_random_line_up(simulation, team), *lineup.of(team)[usual:]]}
    )


def change_people(simulation: Simulation) -> bool:
    """Change the roster of a team."""
    team = simulation.rng.choice(list(simulation.state.entries))
    roster = simulation.state.teams.rosters.get(team)
    members = list(roster.members) if roster else []
    if members and simulation.rng.random() < 0.5:
        members.remove(simulation.rng.choice(members))
    else:
        members.append(f"n{team}_{len(simulation.rows)}")
    return bool(members) and simulation.append_row(*team_commands.set_roster(team, "", members))


def end_meeting(simulation: Simulation) -> bool:
    """End a whole meeting by absence or ruling; refused where its boards decided it."""
    meetings = [placed for placed in simulation.state.board.values() if placed.white and placed.black]
    if not meetings or simulation.rng.random() < 0.6:
        return False
    placed, ending = simulation.rng.choice(meetings), simulation.rng.choice(MEETING_ENDINGS)
    winner = simulation.rng.choice(("white", "black")) if ending in {"walkover", "ruled"} else ""
    result = PairingResult(placed.white or 0, placed.black or 0, winner, 0, 0, ending)
    return simulation.append_row("settled", make_payload(Settled(placed.id, result)))


def report(simulation: Simulation) -> bool:
    """Play a board, or end it otherwise."""
    playable = simulation.playable
    if not playable:
        return False
    placed = simulation.rng.choice(playable)
    is_accepted = simulation.append_row(
        "settled", _payload(simulation, placed, simulation.rng.choice(ENDINGS))
    )
    simulation.expect(is_accepted, Guarantee.CAN_BE_FINISHED, "result_refused", pairing=placed.id)
    return is_accepted


def take_back(simulation: Simulation) -> bool:
    """Withdraw the result of a board that no later match depends on."""
    boards = list(simulation.state.teams.results)
    return bool(boards) and simulation.append_row("reopened", {"pairing": simulation.rng.choice(boards)})


def correct(simulation: Simulation) -> bool:
    """Correct a board with its meeting and dependent matches; the preview must match."""
    boards = list(simulation.state.teams.results)
    if not boards:
        return False
    placed = team_commands.all_placements(simulation.state)[simulation.rng.choice(boards)]
    payload = _payload(simulation, placed, "played")
    choices: dict[str, str] = {}
    for _ in range(len(simulation.state.board) + 1):
        row = StoredRow(len(simulation.rows) + 1, "corrected", {**payload, "choices": choices})
        try:
            preview = commands.preview_row(simulation.state, row, None)
        except Refusal as refusal:
            if refusal.code != "choices_needed":
                simulation.expect(
                    False,
                    Guarantee.ROWS_IN_ORDER,
                    "correction_refused",
                    pairing=placed.id,
                    reason=refusal.code,
                )
                return False
            context: Any = refusal.facts
            choices |= {pairing: simulation.rng.choice(context["allowed"]) for pairing in context["pairings"]}
        else:
            is_accepted = simulation.append_row("corrected", row.payload)
            simulation.expect(
                is_accepted and are_same_states(preview.after, simulation.state),
                Guarantee.ROWS_IN_ORDER,
                "preview_differs",
                pairing=placed.id,
            )
            return is_accepted
    return False


def play_on(simulation: Simulation) -> int:
    """Line up and play all open meetings; return the number of boards."""
    while line_up(simulation):
        pass
    playable = simulation.playable
    for placed in playable:
        current = team_commands.all_placements(simulation.state)[placed.id]
        if not current.is_decided:
            play_board(simulation, current)
    return len(playable) + _play_offs(simulation)


def play_board(simulation: Simulation, placed: Placement) -> None:
    """Play a board to its end."""
    is_accepted = simulation.append_row("settled", _payload(simulation, placed, "played"))
    simulation.expect(is_accepted, Guarantee.CAN_BE_FINISHED, "result_refused", pairing=placed.id)


def _play_offs(simulation: Simulation) -> int:
    """Play the play-offs that are due, and rule on meetings without a tie-break rule."""
    count = 0
    for name, lineup in dict(simulation.state.teams.lineups).items():
        placed, usual = simulation.state.board[name], simulation.state.teams.entry_type.boards
        is_whole = all(
            part.is_decided
            for part in team_commands.all_placements(simulation.state).values()
            if meeting_of(part.id) == name != part.id
        )
        if placed.is_decided or not is_whole:
            continue
        if team_commands.boards_due(simulation.state, name) > len(lineup.white_players):
            both = (lineup.white, lineup.black)
            sides = {entry: (*lineup.of(entry)[:usual], _random_member(simulation, entry)) for entry in both}
            count += _submit_line_up(simulation, name, sides)
        else:
            winner = simulation.rng.choice(("white", "black"))
            ruled = PairingResult(lineup.white, lineup.black, winner, 0, 0, "ruled")
            count += simulation.append_row("settled", make_payload(Settled(name, ruled)))
    return count


def _submit_line_up(simulation: Simulation, name: str, sides: Mapping[int, Sequence[str]]) -> bool:
    try:
        command = team_commands.line_up(simulation.state, name, sides)
    except Refusal:
        simulation.refused += 1
        return False
    return simulation.append_row(*command)


def _random_line_up(simulation: Simulation, team: int) -> list[str]:
    """Return a random line-up: any order of the roster, sometimes with an empty board."""
    rng, boards = simulation.rng, simulation.state.teams.entry_type.boards
    roster = simulation.state.teams.rosters.get(team)
    people = list(roster.members) if roster else []
    rng.shuffle(people)
    if people and rng.random() < 0.1:
        people[0] = ""
    return [*people, *[""] * boards][:boards]


def _random_member(simulation: Simulation, team: int) -> str:
    roster = simulation.state.teams.rosters.get(team)
    return simulation.rng.choice(roster.members) if roster else ""


def _payload(simulation: Simulation, placed: Placement, ending: str) -> dict[str, Any]:
    rng, entry_type = simulation.rng, simulation.state.teams.entry_type
    length = placed.result.length if placed.result else None
    if length is None:
        length = entry_type.length(board_of(placed.id)) or simulation.state.length(meeting_of(placed.id))
    length = length or LENGTH
    winner = "" if ending == "double_walkover" else rng.choice(("white", "black"))
    lost = rng.randrange(length) if ending in {"played", "retired"} else 0
    won = length if ending == "played" else 0
    scores = (won, lost) if winner == "white" else (lost, won)
    return make_payload(
        Settled(placed.id, PairingResult(placed.white or 0, placed.black or 0, winner, *scores, ending))
    )


ACTIONS: Mapping[str, tuple[int, SimulationAction]] = {
    "line_up": (20, line_up),
    "line_up_again": (8, line_up_again),
    "board": (40, report),
    "correct_board": (10, correct),
    "take_back": (3, take_back),
    "end_meeting": (3, end_meeting),
    "change_people": (4, change_people),
    "team_late": (1, come_late),
}
