"""Faults of known kinds inserted into correct records, with the place and code each must be found by."""

from collections.abc import Callable
from dataclasses import replace
from random import Random

from rules.actions import Action, Doubled, Moved, Took
from rules.notation import DANCE, WrittenPlay, read_play
from rules.record import Record, RecordedGame

Planted = tuple[int, int, str]
Spoiled = tuple[Action, str] | None
APART = 12


def plant(record: Record, count: int, random: Random) -> tuple[Record, set[Planted]]:
    """A copy of the record with up to `count` faults, and where they are: game, action, code.

    Between two faults lie some lawful actions, without which nobody could tell what was played.
    """
    mapping: dict[tuple[int, int], Planted] = {}
    games = list(record.games)
    for _ in range(count):
        index = random.randrange(len(games))
        number = random.randrange(len(games[index].actions))
        spoiled = random.choice(SPOILERS)(games[index].actions, number, random)
        if spoiled and not {(index, number + near) for near in range(-APART, APART + 1)} & set(mapping):
            games[index] = _with_action(games[index], number, spoiled[0])
            mapping[index, number] = (games[index].number, number, spoiled[1])
    return replace(record, games=tuple(games)), set(mapping.values())


def _with_action(game: RecordedGame, number: int, action: Action) -> RecordedGame:
    return replace(game, actions=(*game.actions[:number], action, *game.actions[number + 1 :]))


def wrong_number(actions: tuple[Action, ...], number: int, random: Random) -> Spoiled:
    """One checker moved by a number nobody rolled."""
    action = actions[number]
    if not isinstance(action, Moved) or len(action.written.steps) != 2:
        return None
    place = random.randrange(2)
    start = action.written.steps[place].start
    ends = [start - pips for pips in range(1, 7) if pips not in action.dice and start > pips]
    if not ends or start == 25:
        return None
    steps = [(step.start, step.end) for step in action.written.steps]
    steps[place] = (start, random.choice(ends))
    return action._replace(written=_written(steps, action)), "not_the_dice"


def half_play(actions: tuple[Action, ...], number: int, random: Random) -> Spoiled:
    """Only one number of a roll played where both could be."""
    action = actions[number]
    if not isinstance(action, Moved) or len(action.written.steps) != 2 or len(set(action.dice)) == 1:
        return None
    step = action.written.steps[0]
    if step.end == 0:
        return None
    return action._replace(written=_written([(step.start, step.end)], action)), "numbers_unused"


def false_dance(actions: tuple[Action, ...], number: int, random: Random) -> Spoiled:
    """A roll that could be played written down as a dance."""
    action = actions[number]
    if not isinstance(action, Moved) or not action.written.steps:
        return None
    return action._replace(written=DANCE), "play_missing"


def bad_die(actions: tuple[Action, ...], number: int, random: Random) -> Spoiled:
    """A die with more than six pips."""
    action = actions[number]
    if not isinstance(action, Moved) or number == 0:
        return None
    spoiled = action._replace(dice=(action.dice[0], random.choice((0, 7, 9))))
    return spoiled._replace(
        written=_written([step[:2] for step in action.written.steps], spoiled)
    ), "dice_invalid"


def skipped_value(actions: tuple[Action, ...], number: int, random: Random) -> Spoiled:
    """A cube written at four times its value."""
    action = actions[number]
    if not isinstance(action, Doubled):
        return None
    return action._replace(value=action.value * 2), "cube_value_wrong"


def strange_answer(actions: tuple[Action, ...], number: int, random: Random) -> Spoiled:
    """A double taken by the one who offered it."""
    action = actions[number]
    if not isinstance(action, Took):
        return None
    return action._replace(side=action.side.other), "answer_by_doubler"


def _written(steps: list[tuple[int, int]], action: Moved) -> WrittenPlay:
    text = " ".join(f"{start}/{end}" for start, end in steps)
    play = read_play(text, action.dice)
    assert play is not None
    return play


SPOILERS: tuple[Callable[[tuple[Action, ...], int, Random], Spoiled], ...] = (
    wrong_number,
    half_play,
    false_dance,
    bad_die,
    skipped_value,
    strange_answer,
)
