"""Ways to damage a record (a parsed match file): errors made by people and by faulty programs."""

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import TypeVar

from rules.actions import Action, Conceded, Doubled, Dropped, Moved, Took
from rules.notation import BLANK, read_play
from rules.record import Record, RecordedGame
from rules.sides import SIDES

Item = TypeVar("Item")


def damaged(random: Random, record: Record, way: str) -> Record | None:
    """A copy of the record, damaged in one of `WAYS` at a random place; None if it has no such place."""
    if way in OF_MATCHES:
        return OF_MATCHES[way](random, record)
    number = random.randrange(len(record.games))
    game = record.games[number]
    damaged_game = OF_GAMES[way](random, game) if way in OF_GAMES else _hurt_play(random, game, OF_PLAYS[way])
    return (
        None
        if damaged_game is None or damaged_game == game
        else replace(record, games=_set(record.games, number, damaged_game))
    )


def _hurt_play(
    random: Random, game: RecordedGame, hurt: Callable[[Random, Moved], Moved | None]
) -> RecordedGame | None:
    play_numbers = [
        number
        for number, action in enumerate(game.actions)
        if isinstance(action, Moved) and action.written.steps
    ]
    if not play_numbers:
        return None
    number = random.choice(play_numbers)
    action = game.actions[number]
    damaged_play = hurt(random, action) if isinstance(action, Moved) else None
    return None if damaged_play is None else replace(game, actions=_set(game.actions, number, damaged_play))


def _set(sequence: tuple[Item, ...], number: int, item: Item) -> tuple[Item, ...]:
    return (*sequence[:number], item, *sequence[number + 1 :])


def _rewritten(action: Moved, steps: list[tuple[int, int]]) -> Moved | None:
    play = read_play(" ".join(f"{start}/{end}" for start, end in steps), action.dice)
    return play and action._replace(written=play)


def _steps(action: Moved) -> list[tuple[int, int]]:
    return [(step.start, step.end) for step in action.written.steps]


def _with_dice(action: Moved, dice: tuple[int, int]) -> Moved | None:
    play = read_play(action.written.text, dice)
    return play and action._replace(dice=dice, written=play)


def _bad_die(random: Random, action: Moved) -> Moved | None:
    return _with_dice(action, (random.choice([0, 7, 8, 9]), action.dice[1]))


def _wrong_die(random: Random, action: Moved) -> Moved | None:
    return _with_dice(action, (random.randint(1, 6), action.dice[1]))


def _half_play(random: Random, action: Moved) -> Moved | None:
    steps = _steps(action)
    del steps[random.randrange(len(steps))]
    return _rewritten(action, steps)


def _false_dance(random: Random, action: Moved) -> Moved | None:
    return action._replace(written=BLANK)


def _other_checker(random: Random, action: Moved) -> Moved | None:
    """Move one step of the play elsewhere: to a blocked point, past the bar, or from an empty point."""
    steps = _steps(action)
    number = random.randrange(len(steps))
    pips = steps[number][0] - steps[number][1]
    start = random.randint(1, 25)
    return _rewritten(action, _replaced(steps, number, (start, max(start - pips, 0))))


def _wrong_stop(random: Random, action: Moved) -> Moved | None:
    steps = _steps(action)
    number = random.randrange(len(steps))
    return _rewritten(action, _replaced(steps, number, (steps[number][0], random.randint(0, 24))))


def _early_bear_off(random: Random, action: Moved) -> Moved | None:
    steps = _steps(action)
    number = random.randrange(len(steps))
    return _rewritten(action, _replaced(steps, number, (random.choice([steps[number][0], *range(1, 7)]), 0)))


def _one_step_more(random: Random, action: Moved) -> Moved | None:
    steps = _steps(action)
    return _rewritten(action, [*steps, random.choice(steps)])


def _replaced(steps: list[tuple[int, int]], number: int, step: tuple[int, int]) -> list[tuple[int, int]]:
    return [*steps[:number], step, *steps[number + 1 :]]


def _at_cube(
    random: Random, game: RecordedGame, kinds: tuple[type, ...], hurt: Callable[[Action], Action]
) -> RecordedGame | None:
    places = [number for number, action in enumerate(game.actions) if isinstance(action, kinds)]
    if not places:
        return None
    number = random.choice(places)
    return replace(game, actions=_set(game.actions, number, hurt(game.actions[number])))


def _cube_skips(random: Random, game: RecordedGame) -> RecordedGame | None:
    factor = random.choice([2, 4])
    return _at_cube(
        random, game, (Doubled,), lambda double: Doubled(double.side, getattr(double, "value", 2) * factor)
    )


def _other_answer(random: Random, game: RecordedGame) -> RecordedGame | None:
    return _at_cube(
        random,
        game,
        (Took, Dropped),
        lambda answer: Dropped(answer.side) if isinstance(answer, Took) else Took(answer.side),
    )


def _answered_by_the_doubler(random: Random, game: RecordedGame) -> RecordedGame | None:
    return _at_cube(random, game, (Took, Dropped), lambda answer: type(answer)(answer.side.other))


def _added_double(random: Random, game: RecordedGame) -> RecordedGame | None:
    """Insert a double and its take: perhaps by the wrong side, too early, in the Crawford game or with a dead
    cube."""
    number, side, value = random.randint(0, len(game.actions)), random.choice(SIDES), random.choice([2, 4, 8])
    added: tuple[Action, ...] = (Doubled(side, value), Took(side.other))
    return replace(game, actions=(*game.actions[:number], *added, *game.actions[number:]))


def _repeated(random: Random, game: RecordedGame) -> RecordedGame | None:
    number = random.randrange(len(game.actions) or 1)
    return replace(game, actions=(*game.actions[: number + 1], *game.actions[number:]))


def _left_out(random: Random, game: RecordedGame) -> RecordedGame | None:
    number = random.randrange(len(game.actions) or 1)
    return replace(game, actions=(*game.actions[:number], *game.actions[number + 1 :]))


def _exchanged(random: Random, game: RecordedGame) -> RecordedGame | None:
    actions = list(game.actions)
    number = random.randrange(max(len(actions) - 1, 1))
    actions[number : number + 2] = actions[number : number + 2][::-1]
    return replace(game, actions=tuple(actions))


def _other_side(random: Random, game: RecordedGame) -> RecordedGame | None:
    number = random.randrange(len(game.actions))
    action = game.actions[number]
    return replace(game, actions=_set(game.actions, number, action._replace(side=action.side.other)))


def _broken_off(random: Random, game: RecordedGame) -> RecordedGame | None:
    return replace(game, actions=game.actions[: random.randint(0, len(game.actions))])


def _given_up(random: Random, game: RecordedGame) -> RecordedGame | None:
    actions = game.actions[: random.randint(0, len(game.actions))]
    loser = random.choice(SIDES)
    return replace(game, actions=(*actions, Conceded(loser, random.choice([None, 1, 2, 3]))))


def _wrong_points(random: Random, game: RecordedGame) -> RecordedGame | None:
    points = game.points or 1
    return replace(game, points=random.choice([points + 1, max(points - 1, 0), points * 2, points * 3]))


def _wrong_winner(random: Random, game: RecordedGame) -> RecordedGame | None:
    return replace(game, winner=game.winner.other if game.winner else random.choice(SIDES))


def _wrong_score_line(random: Random, game: RecordedGame) -> RecordedGame | None:
    white, black = game.score_before or (0, 0)
    change = random.choice([(1, 0), (0, 1), (white and -1, black and -1)])
    return replace(game, score_before=(white + change[0], black + change[1]))


def _game_left_out(random: Random, record: Record) -> Record | None:
    number = random.randrange(len(record.games))
    rest = (*record.games[:number], *record.games[number + 1 :])
    return replace(record, games=rest) if rest else None


def _games_exchanged(random: Random, record: Record) -> Record | None:
    if len(record.games) < 2:
        return None
    number = random.randrange(len(record.games) - 1)
    one, other = record.games[number : number + 2]
    return replace(record, games=(*record.games[:number], other, one, *record.games[number + 2 :]))


def _game_twice(random: Random, record: Record) -> Record | None:
    number = random.randrange(len(record.games))
    return replace(record, games=(*record.games[: number + 1], *record.games[number:]))


def _other_length(random: Random, record: Record) -> Record | None:
    """Change the match length: the Crawford game is another, or games follow the end of the match."""
    return replace(record, length=max(record.length + random.choice([-2, -1, 1, 2]), 0))


OF_PLAYS: dict[str, Callable[[Random, Moved], Moved | None]] = {
    "bad die": _bad_die,
    "wrong die": _wrong_die,
    "half play": _half_play,
    "false dance": _false_dance,
    "other checker": _other_checker,
    "wrong stop": _wrong_stop,
    "early bear-off": _early_bear_off,
    "one step more": _one_step_more,
}
OF_GAMES: dict[str, Callable[[Random, RecordedGame], RecordedGame | None]] = {
    "cube skips": _cube_skips,
    "other answer": _other_answer,
    "answer by the doubler": _answered_by_the_doubler,
    "added double": _added_double,
    "action repeated": _repeated,
    "action left out": _left_out,
    "actions exchanged": _exchanged,
    "other side": _other_side,
    "game broken off": _broken_off,
    "game given up": _given_up,
    "wrong points": _wrong_points,
    "wrong winner": _wrong_winner,
    "wrong score line": _wrong_score_line,
}
OF_MATCHES: dict[str, Callable[[Random, Record], Record | None]] = {
    "game left out": _game_left_out,
    "games exchanged": _games_exchanged,
    "game twice": _game_twice,
    "other length": _other_length,
}
WAYS = (*OF_PLAYS, *OF_GAMES, *OF_MATCHES)
