"""Random events of teams: how they are formed, and what captains and the desk do to line-ups and boards."""

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rules.errors import Refusal
from tournaments.formats.field import LEAGUE, MAIN, SWISS
from tournaments.formats.plan import Plan, Stage
from tournaments.journal import acting, lineups
from tournaments.journal.facts import Result, Row
from tournaments.journal.formations import LAST_BOARD, PLAY_OFF, POINTS, TEAMS, Formed, board_of, meeting_of
from tournaments.journal.payloads import result_payload
from tournaments.journal.placed import Placed
from tournaments.verification.simulator.trial import LENGTH, Trial, same

FEWEST, MOST = 2, 9
TIES = ((), (POINTS,), (POINTS, LAST_BOARD), (POINTS, PLAY_OFF), (PLAY_OFF,))
ENDINGS = ("played",) * 8 + ("walkover", "forfeit", "retired", "double_walkover")
WHOLE = ("walkover", "double_walkover", "ruled", "void")
Deed = Callable[[Trial], bool]


def knockout(rng: random.Random) -> Plan:
    """A knockout, now and then with a match for third place."""
    return Plan((Stage(MAIN, "knockout", options={"placed": rng.choice((2, 2, 4))}, lengths=_lengths(rng)),))


def round_robin(rng: random.Random) -> Plan:
    """Everybody meets everybody, at home and away now and then."""
    options = {"cycles": rng.choice((1, 1, 2))}
    return Plan((Stage(LEAGUE, "round_robin", options=options, lengths=_lengths(rng)),))


def swiss(rng: random.Random) -> Plan:
    """Swiss rounds."""
    return Plan((Stage(SWISS, "swiss", options={"rounds": rng.choice((2, 3, 4))}, lengths=_lengths(rng)),))


def _lengths(rng: random.Random) -> tuple[int, ...]:
    return rng.choice(((), (5,), (3, 7)))


def gather(trial: Trial) -> None:
    """What the event takes, its teams and who is in them."""
    rng = trial.rng
    boards = rng.choice((2, 3, 4))
    lengths = tuple(rng.choice((3, 5, 7)) for _ in range(boards)) if rng.random() < 0.3 else ()
    trial.tell(*lineups.form(Formed(TEAMS, boards, lengths, rng.choice(TIES))))
    trial.tell(*acting.enter(trial.state, [f"t{number}" for number in range(rng.randint(FEWEST, MOST))]))
    for entry in trial.state.entries:
        man(trial, entry)


def man(trial: Trial, entry: int) -> bool:
    """A team gets its people: as many as there are boards, or some more, now and then one too few."""
    rng, boards = trial.rng, trial.state.teams.formed.boards
    size = max(1, boards + rng.choice((-1, 0, 0, 1, 2)))
    members = [f"m{entry}_{number}" for number in range(size)]
    captain = rng.choice((*members, f"c{entry}", ""))
    return trial.tell(*lineups.man(entry, captain, members))


def come_late(trial: Trial) -> bool:
    """A team comes after the draw: only rounds that are still to be paired have a place for it."""
    drawing = trial.state.stages.get(SWISS)
    if drawing is None or not trial.tell(*acting.enter(trial.state, [f"l{len(trial.rows)}"])):
        return False
    entry = max(trial.state.entries)
    return man(trial, entry) and trial.tell("joined", {"flight": SWISS, "entry": entry})


def line_up(trial: Trial) -> bool:
    """Both line-ups of a meeting are opened, as the captains wish; a place may stay empty."""
    waiting = [
        name
        for name, placed in trial.state.board.items()
        if placed.white and placed.black and not placed.is_decided and name not in trial.state.teams.lineups
    ]
    if not waiting:
        return False
    name = trial.rng.choice(waiting)
    seats = trial.state.board[name].seats
    return _fielded(trial, name, {entry or 0: _chosen(trial, entry or 0) for entry in seats})


def line_up_again(trial: Trial) -> bool:
    """Somebody else sits at a board of a meeting, or the play-off that is due is named."""
    held = [name for name in trial.state.teams.lineups if not trial.state.board[name].is_decided]
    if not held:
        return False
    name = trial.rng.choice(held)
    lineup, usual = trial.state.teams.lineups[name], trial.state.teams.formed.boards
    if lineups.boards_due(trial.state, name) > len(lineup.white_players):
        both = (lineup.white, lineup.black)
        more = {entry: (*lineup.of(entry)[:usual], _one_of(trial, entry)) for entry in both}
        return _fielded(trial, name, more)
    team = trial.rng.choice((lineup.white, lineup.black))
    return _fielded(trial, name, {team: [*_chosen(trial, team), *lineup.of(team)[usual:]]})


def change_people(trial: Trial) -> bool:
    """A team plays on with somebody new, or without one of its people."""
    team = trial.rng.choice(list(trial.state.entries))
    roster = trial.state.teams.rosters.get(team)
    members = list(roster.members) if roster else []
    if members and trial.rng.random() < 0.5:
        members.remove(trial.rng.choice(members))
    else:
        members.append(f"n{team}_{len(trial.rows)}")
    return bool(members) and trial.tell(*lineups.man(team, "", members))


def end_meeting(trial: Trial) -> bool:
    """A whole meeting ends by absence or ruling; where its boards decided it, that is refused."""
    found = [placed for placed in trial.state.board.values() if placed.white and placed.black]
    if not found or trial.rng.random() < 0.6:
        return False
    placed, ending = trial.rng.choice(found), trial.rng.choice(WHOLE)
    winner = trial.rng.choice(("white", "black")) if ending in {"walkover", "ruled"} else ""
    told = Result(placed.white or 0, placed.black or 0, winner, 0, 0, ending)
    return trial.tell("settled", result_payload(placed.id, told))


def report(trial: Trial) -> bool:
    """A board is played, or ends otherwise."""
    ready = trial.playable
    if not ready:
        return False
    placed = trial.rng.choice(ready)
    taken = trial.tell("settled", _payload(trial, placed, trial.rng.choice(ENDINGS)))
    trial.must(taken, "I13", "result_refused", pairing=placed.id)
    return taken


def take_back(trial: Trial) -> bool:
    """The result of a board is taken back, where nobody has played on."""
    told = list(trial.state.teams.results)
    return bool(told) and trial.tell("reopened", {"pairing": trial.rng.choice(told)})


def correct(trial: Trial) -> bool:
    """A board ended otherwise: the meeting follows, and what hangs on it; the preview is what happens."""
    told = list(trial.state.teams.results)
    if not told:
        return False
    placed = lineups.everything(trial.state)[trial.rng.choice(told)]
    payload = _payload(trial, placed, "played")
    choices: dict[str, str] = {}
    for _ in range(len(trial.state.board) + 1):
        row = Row(len(trial.rows) + 1, "corrected", {**payload, "choices": choices})
        try:
            seen = acting.foretell(trial.state, row, None)
        except Refusal as refusal:
            if refusal.code != "choices_needed":
                trial.must(False, "I14", "correction_refused", pairing=placed.id, reason=refusal.code)
                return False
            asked: Any = refusal.facts
            choices |= {pairing: trial.rng.choice(asked["allowed"]) for pairing in asked["pairings"]}
        else:
            taken = trial.tell("corrected", row.payload)
            trial.must(taken and same(seen.after, trial.state), "I14", "preview_differs", pairing=placed.id)
            return taken
    return False


def play_on(trial: Trial) -> int:
    """Everything that waits is lined up and played; returns how many boards were."""
    while line_up(trial):
        pass
    ready = trial.playable
    for placed in ready:
        if not lineups.everything(trial.state)[placed.id].is_decided:
            report_whole(trial, placed)
    return len(ready) + _play_offs(trial)


def report_whole(trial: Trial, placed: Placed) -> None:
    """A board is played to its end."""
    taken = trial.tell("settled", _payload(trial, placed, "played"))
    trial.must(taken, "I13", "result_refused", pairing=placed.id)


def _play_offs(trial: Trial) -> int:
    """Meetings that wait for a play-off get it, those without a rule that parts them are ruled."""
    done = 0
    for name, lineup in dict(trial.state.teams.lineups).items():
        placed, usual = trial.state.board[name], trial.state.teams.formed.boards
        is_whole = all(
            part.is_decided
            for part in lineups.everything(trial.state).values()
            if meeting_of(part.id) == name != part.id
        )
        if placed.is_decided or not is_whole:
            continue
        if lineups.boards_due(trial.state, name) > len(lineup.white_players):
            both = (lineup.white, lineup.black)
            named = {entry: (*lineup.of(entry)[:usual], _one_of(trial, entry)) for entry in both}
            done += _fielded(trial, name, named)
        else:
            winner = trial.rng.choice(("white", "black"))
            ruled = Result(lineup.white, lineup.black, winner, 0, 0, "ruled")
            done += trial.tell("settled", result_payload(name, ruled))
    return done


def _fielded(trial: Trial, name: str, sides: Mapping[int, Sequence[str]]) -> bool:
    try:
        act = lineups.line_up(trial.state, name, sides)
    except Refusal:
        trial.refused += 1
        return False
    return trial.tell(*act)


def _chosen(trial: Trial, team: int) -> list[str]:
    """Whom a captain names: any of his people in any order, now and then nobody for a board."""
    rng, boards = trial.rng, trial.state.teams.formed.boards
    roster = trial.state.teams.rosters.get(team)
    people = list(roster.members) if roster else []
    rng.shuffle(people)
    if people and rng.random() < 0.1:
        people[0] = ""
    return [*people, *[""] * boards][:boards]


def _one_of(trial: Trial, team: int) -> str:
    roster = trial.state.teams.rosters.get(team)
    return trial.rng.choice(roster.members) if roster else ""


def _payload(trial: Trial, placed: Placed, ending: str) -> dict[str, Any]:
    rng, formed = trial.rng, trial.state.teams.formed
    length = formed.length(board_of(placed.id)) or trial.state.length(meeting_of(placed.id)) or LENGTH
    winner = "" if ending == "double_walkover" else rng.choice(("white", "black"))
    lost = rng.randrange(length) if ending in {"played", "retired"} else 0
    won = length if ending == "played" else 0
    scores = (won, lost) if winner == "white" else (lost, won)
    return result_payload(placed.id, Result(placed.white or 0, placed.black or 0, winner, *scores, ending))


DEEDS: Mapping[str, tuple[int, Deed]] = {
    "line_up": (20, line_up),
    "line_up_again": (8, line_up_again),
    "board": (40, report),
    "correct_board": (10, correct),
    "take_back": (3, take_back),
    "end_meeting": (3, end_meeting),
    "change_people": (4, change_people),
    "team_late": (1, come_late),
}
