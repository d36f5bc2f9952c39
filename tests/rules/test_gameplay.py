"""A game and a match played by `push` and `pop`: a refused action changes nothing."""

from random import Random

import pytest

from rules import Game, Illegal, Match, MatchLaws, MatchScore, MoneyLaws, Moved, Play, Position, Side, replay
from rules.actions import AcceptedIllegalPlay, Beavered, Conceded, Doubled, Dropped, Placed, Took
from rules.cube import Cube
from rules.errors import Refusal
from rules.match import GameOutcome
from rules.notation import DANCE, read_play
from rules.recording import Recording
from tests.rules.sample_records import has_code

WHITE, BLACK = Side.WHITE, Side.BLACK


def opened(cls=Game, *arguments):
    """A game or match after White's 31."""
    game = cls(*arguments)
    game.play((3, 1), "8/5 6/5")
    return game


def at(position, turn=WHITE, **cube):
    """A game that goes on from a position."""
    game = Game()
    game.push(Placed(turn, position.with_turn(turn), **cube))
    return game


def test_the_higher_opening_die_begins():
    game = Game()
    assert (game.turn, game.position, game.legal_actions()) == (None, Position.start(), ())
    assert {action.side for action in game.legal_actions((1, 3))} == {BLACK}
    assert game.play((1, 3), "8/5 6/5").before.turn is BLACK
    assert game.turn is WHITE


@pytest.mark.parametrize(
    ("do", "code"),
    [
        (lambda game: game.play((2, 2), "6/4(2)"), "opening_double"),
        (lambda game: game.double(), "opening_missing"),
        (lambda game: game.resign(), "opening_missing"),
        (lambda game: game.play((7, 1), "8/7"), "dice_invalid"),
        (lambda game: game.push(Doubled(WHITE, 2)), "double_at_opening"),
    ],
)
def test_what_cannot_be_done_before_the_opening_roll(do, code):
    game = Game()
    with pytest.raises(Illegal, check=has_code(code)):
        do(game)
    assert game.actions == ()


@pytest.mark.parametrize("cls", [Game, lambda: Match(3)])
def test_only_actions_are_pushed_and_popped(cls):
    game = cls()
    with pytest.raises(TypeError, match="an action such as"):
        game.push("8/5 6/5")
    with pytest.raises(IndexError, match="no action to take back"):
        game.pop()


def test_pop_restores_the_game_action_by_action():
    game, states = opened(), []
    played = Moved(BLACK, (6, 6), read_play("24/18(2) 13/7(2)", (6, 6)))
    for action in (Doubled(BLACK, 2), Beavered(WHITE, 4), Took(BLACK), played):
        states.append((game.actions, game.position, game.cube, game.turn, game.offer))
        game.push(action)
    while states:
        game.pop()
        assert (game.actions, game.position, game.cube, game.turn, game.offer) == states.pop()


def test_cube_actions_are_those_of_the_side_to_act():
    game = opened()
    assert game.legal_actions() == (Doubled(BLACK, 2), *(Conceded(BLACK, level) for level in (1, 2, 3)))
    game.double()
    assert game.turn is WHITE
    assert game.legal_actions() == (Took(WHITE), Dropped(WHITE), Beavered(WHITE, 4))
    game.beaver()
    assert (game.turn, game.offer.value, game.cube) == (BLACK, 4, Cube())
    for item in (
        lambda: game.legal_plays((3, 1)),
        game.resign,
        lambda: game.play((3, 1), "8/5"),
    ):
        with pytest.raises(Illegal, check=has_code("double_unanswered")):
            item()
    game.take()
    assert (game.cube, game.turn) == (Cube(4, WHITE), BLACK)
    assert {type(action) for action in game.legal_actions()} == {Conceded}


def test_a_drop_ends_the_game():
    game = opened()
    game.double()
    game.drop()
    assert (game.is_over, game.turn, game.legal_actions()) == (True, None, ())
    assert (game.result.winner, game.result.points, game.outcome) == (BLACK, 1, GameOutcome(BLACK, "drop"))
    for item in (lambda: game.legal_plays((3, 1)), game.double):
        with pytest.raises(Illegal, check=has_code("action_after_end")):
            item()


@pytest.mark.parametrize(
    ("level", "points", "kind"), [(1, 1, "single"), (2, 1, "gammon"), (3, 1, "backgammon")]
)
def test_the_jacoby_rule_is_applied_to_a_resignation(level, points, kind):
    game = opened()
    assert (game.result, game.outcome) == (None, None)
    game.resign(level)
    assert (game.result.points, game.result.kind) == (points, f"resigned_{kind}")


def test_resignations_are_single_unless_they_say_more():
    game = Game(MatchScore.new(5))
    with pytest.raises(Illegal, check=has_code("resignation_impossible")):
        game.push(Conceded(WHITE, 5))
    game.push(Conceded(WHITE))
    assert (game.laws, game.result.points) == (MatchLaws(), 1)
    assert game.outcome == GameOutcome(BLACK, "resigned_single")


def test_a_play_may_be_one_of_the_legal_plays_and_a_dance_needs_no_text():
    game = at(Position.build({25: 1, 1: 14}, {6: 3, 5: 3, 4: 3, 3: 2, 2: 2, 1: 2}))
    assert game.legal_plays((6, 5)) == ()
    assert game.legal_actions((6, 5)) == (Moved(WHITE, (6, 5), DANCE),)
    assert game.play((6, 5)) == Play(game.position.with_turn(WHITE), ())
    plays = game.legal_plays((2, 1))
    assert game.play((2, 1), plays[0]) == plays[0]


def test_a_game_won_on_the_board_counts_a_gammon():
    game = at(Position.build({1: 1}, {6: 15}), cube=2, owner=WHITE)
    game.play((2, 1), "1/off")
    assert (game.result.winner, game.result.points, game.outcome) == (
        WHITE,
        4,
        GameOutcome(WHITE, "gammon", 2),
    )
    assert MatchScore.new(7).after(game.outcome).white == 4


def test_a_game_prints_as_its_board_with_the_cube():
    game = opened()
    game.double()
    game.take()
    assert "cube 2, O" in str(game)
    assert "cube 1, centre" in str(Game())


def at_random(match, random):
    """Play a match to its end with whatever is legal."""
    while not match.is_over:
        dice = (random.randint(1, 6), random.randint(1, 6))
        if match.turn is None and dice[0] == dice[1]:
            continue
        cube = [] if random.random() < 0.9 or match.offer else list(match.legal_actions())
        actions = match.legal_actions() if match.offer else cube or match.legal_actions(dice)
        match.push(random.choice(actions))


def test_a_match_at_random_is_certified_and_can_be_taken_back_to_its_start():
    for seed in range(5):
        match = Match(3, ("Ada", "Bo"))
        at_random(match, Random(seed))
        verdict = replay(match.record())
        assert verdict.status in ("certified", "certified_with_notes")
        assert (verdict.winner, verdict.score) == (match.winner, (match.score.white, match.score.black))
        assert len(match.games) == len(verdict.games)
        with pytest.raises(Illegal, check=has_code("match_over")):
            match.push(Took(WHITE))
    assert len(match.lines) == len(match.actions)
    actions = match.actions
    assert match.pop() == actions[-1]
    assert match.actions == actions[:-1]
    assert (match.winner, match.is_over) == (None, False)


def test_a_match_takes_lines_too_and_prints_its_score():
    match = Match(3, laws=MatchLaws(beavers=True))
    match.write("white 31 8/5 6/5")
    match.double()
    match.beaver()
    match.take()
    assert match.lines == ["white 31 8/5 6/5", "black double", "white beaver", "black take"]
    assert "score 0/3" in str(match)
    match.resign()
    assert (match.score.white, match.winner) == (3, WHITE)


def test_other_actions_are_pushed_with_a_text_of_their_own():
    recording = Recording(5)
    recording.push(Moved(WHITE, (3, 1), read_play("8/5 6/5", (3, 1))))
    recording.push(Placed(BLACK, Position.start(BLACK)))
    after = Position.build({24: 2, 13: 5, 8: 3, 6: 5}, {24: 2, 13: 4, 9: 1, 8: 3, 6: 5})
    recording.push(AcceptedIllegalPlay(BLACK, (6, 5), after))
    recording.push(Conceded(WHITE))
    assert recording.lines == ["white 31 8/5 6/5", "black set up", "black 65! 13/9", "white resign 1"]
    with pytest.raises(Illegal, check=has_code("resignation_impossible")):
        recording.push(Conceded(WHITE, 4))


def test_money_laws_can_be_given():
    game = Game(laws=MoneyLaws(animals=0), cube=2)
    game.play((3, 1), "8/5 6/5")
    game.double()
    assert game.legal_actions() == (Took(WHITE), Dropped(WHITE))
    with pytest.raises(Refusal, check=has_code("animal_not_agreed")):
        game.beaver()
