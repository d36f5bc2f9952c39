"""What makes two records tell of one match, however each is written: a digest of everything that happened."""

import hashlib
import json

from rules.verdict import Frame, GameVerdict, Verdict

# Words that a format may leave out, for the result tells them.
LEFT_OUT = {"concede", "start"}


def fingerprint(verdict: Verdict) -> str:
    """64 hexadecimal digits that are equal when two records hold the same boards, cubes, scores and faults.

    Names, spelling, header and format make no difference; a record without a single play has none: "".
    """
    if not verdict.plays:
        return ""
    # Boards go on from the lawful play after a fault, so the fault itself has to be told too.
    faults = sorted([each.game, each.code] for each in verdict.findings if each.severity == "error")
    content = [verdict.length, verdict.score, verdict.declared, faults, *map(_game, verdict.games)]
    return hashlib.sha256(json.dumps(content).encode()).hexdigest()


def _game(game: GameVerdict) -> list[object]:
    winner = game.winner.value if game.winner else ""
    frames = [_moment(frame) for frame in game.frames if frame.kind not in LEFT_OUT]
    return [game.score_before, winner, game.points, frames]


def _moment(frame: Frame) -> list[object]:
    side, owner = (each.value if each else "" for each in (frame.side, frame.cube_owner))
    return [frame.position.code(), side, frame.kind, sorted(frame.dice or ()), frame.cube, owner]
