"""The cubes of a chouette: who may double whom, who answers what, and the duties of the box."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from ..cube import Cube
from ..errors import Illegal
from ..money_cube import Wager
from ..sides import Side
from .events import (
    AnswerEvent,
    CubeEvent,
    Doubled,
    DoubledAutomatically,
    Dropped,
    OfferedExtra,
    Raised,
    Took,
)
from .state import BOX, TEAM, Answer, Bet, ChouetteGame, Round


def offer_extra(game: ChouetteGame, dropper: str) -> ChouetteGame:
    """Return the game with one more bet: `dropper` on the box's side against the lone taker, who must accept.

    The taker gets at once the points the box's double was worth before, and owns a cube at its new value; the
    stake is the lower of the two. Raises `extra_not_open` except for members who have just dropped.
    """
    if dropper not in game.may_offer_extras:
        raise Illegal("extra_not_open", "chouette.extras", player=dropper)
    own_bet = game.own_bet(game.lone_taker)
    wager = own_bet.wager
    price = (wager.offer.value if wager.offer else wager.cube.value) // 2
    price >>= wager.offer.raises if wager.offer else 0
    extra = Bet(
        box_side=dropper,
        team_side=game.lone_taker,
        stake=min(own_bet.stake, game.own_bet(dropper).stake),
        wager=Wager(wager.laws, Cube(price * 2, TEAM), wager.automatic),
        price=price,
    )
    remaining = tuple(member for member in game.may_offer_extras if member != dropper)
    return replace(game, bets=(*game.bets, extra), may_offer_extras=remaining)


def check_box_doubles(game: ChouetteGame, doubled: Sequence[Bet]) -> None:
    """Refuse (`captain_first`) to double members without the captain at the same cube value."""
    if not game.laws.captain_first:
        return
    for bet in game.open_own_bets:
        is_as_high = any(bet.wager.cube.value <= other.wager.cube.value for other in doubled)
        is_captains = bet.team_side == game.leader and bet.wager.cube.is_open_to(BOX)
        if is_captains and is_as_high and bet not in doubled:
            raise Illegal("captain_first", "chouette.captain-first", captain=game.leader)


def check_box_answer(game: ChouetteGame, doubles_of_team: Round) -> None:
    """Refuse an answer of the box that is not allowed when all playing members have doubled at once.

    It takes none, or the captain and enough cubes that winning them pays for those dropped (against two
    members: both). Raises `captain_first` or `box_must_break_even`.
    """
    if not game.laws.captain_first or not doubles_of_team.is_whole:
        return
    dropped = [member for member in doubles_of_team.members if doubles_of_team.answers.get(member) == "drop"]
    takers = [member for member in doubles_of_team.answers if member not in dropped]
    if not takers or not dropped:
        return
    if doubles_of_team.members[0] in dropped:
        raise Illegal("captain_first", "chouette.captain-first", captain=doubles_of_team.members[0])
    members = [member for member in doubles_of_team.members if member not in dropped]
    if len(doubles_of_team.members) == 2 or 2 * _sum_values_before_double(
        game, members
    ) < _sum_values_before_double(game, dropped):
        raise Illegal("box_must_break_even", "chouette.captain-first", dropped=len(dropped))


def _sum_values_before_double(game: ChouetteGame, members: Sequence[str]) -> int:
    """The value of these members' cubes before the double, in units of the stakes."""
    return sum(_get_value_before_double(game.own_bet(member)) for member in members)


def _get_value_before_double(bet: Bet) -> int:
    wager = bet.wager
    if wager.close:
        return wager.close.cube * bet.stake
    value = wager.offer.value // 2 if wager.offer else wager.cube.value // 2
    return value * bet.stake


ANSWERS: Mapping[type[AnswerEvent], Answer] = {Took: "take", Dropped: "drop", Raised: "raise"}


def answer_round(game: ChouetteGame, current: Round, member: str, answer: Answer) -> ChouetteGame:
    """Return the game after a member has answered the box; the last answer makes all of them take effect.

    Raises `captain_only` for a raise of the single cube by any member but the first who does not drop, and
    `lone_taker_must_beaver`; errors of the wager are raised at once.
    """
    STEPS[answer](game.own_bet(member), TEAM)
    _check_raise(game, current, member, answer)
    if member == current.lone_taker and answer == "take":
        raise Illegal("lone_taker_must_beaver", "chouette.lone-taker-beaver", player=member)
    current = replace(current, answers={**current.answers, member: answer})
    game = replace(game, round=current)
    return game if current.waiting else _finish_round(game, current)


def _check_raise(game: ChouetteGame, current: Round, member: str, answer: Answer) -> None:
    before = current.members[: current.members.index(member)]
    if (
        game.is_single
        and answer == "raise"
        and any(current.answers.get(player) != "drop" for player in before)
    ):
        raise Illegal("captain_only", "chouette.single-cube", player=member, captain=game.leader)


def _finish_round(game: ChouetteGame, current: Round) -> ChouetteGame:
    keepers = [member for member in current.members if current.answers[member] != "drop"]
    if not current.is_whole or len(keepers) != 1:
        return _apply_answers(game, current)
    rule, lone = _lone_taker_rule(game), keepers[0]
    if rule == "must_drop":
        return _forced_to_drop(game, current, lone)
    if rule == "must_beaver" and current.answers[lone] == "take":
        answers = {player: answer for player, answer in current.answers.items() if player != lone}
        return replace(game, round=replace(current, answers=answers, lone_taker=lone))
    if rule == "accepts_extras" and not game.own_bet(lone).wager.is_turned:
        droppers = tuple(member for member in current.members if member != lone)
        return replace(_apply_answers(game, current), lone_taker=lone, may_offer_extras=droppers)
    return _apply_answers(game, current)


def find_lone_taker_duty(game: ChouetteGame, member: str) -> str:
    """Return what the last to answer must do if all others have dropped: "must_drop", "must_beaver" or drop.

    A take of theirs does not stand then. "" for all others, and where the only taker may play on.
    """
    current = game.round
    if current is None or not current.is_whole or current.waiting != (member,):
        return ""
    rule = _lone_taker_rule(game)
    is_alone = all(answer == "drop" for answer in current.answers.values())
    return rule if is_alone and rule in ("must_drop", "must_beaver") else ""


def _lone_taker_rule(game: ChouetteGame) -> str:
    """The rule of the lone taker for this number of players."""
    laws = game.laws
    is_small = laws.lone_taker == "must_drop" and len(game.players) < laws.lone_taker_from
    return laws.lone_taker_below if is_small else laws.lone_taker


def _forced_to_drop(game: ChouetteGame, current: Round, lone: str) -> ChouetteGame:
    game = _apply_answers(game, replace(current, answers={**current.answers, lone: "drop"}))
    bet = game.own_bet(lone)
    close = bet.wager.close
    forced = replace(close, reasons=(*close.reasons, "lone_taker")) if close else None
    return game.with_bets(replace(bet, wager=replace(bet.wager, close=forced)))


def _apply_answers(game: ChouetteGame, current: Round) -> ChouetteGame:
    answers = current.answers
    if game.is_single and "raise" in answers.values():
        answers = {player: "drop" if answer == "drop" else "raise" for player, answer in answers.items()}
    changed = [STEPS[answers[member]](game.own_bet(member), TEAM) for member in current.members]
    return replace(game.with_bets(*changed), round=None)


def _take(bet: Bet, side: Side) -> Bet:
    return replace(bet, wager=bet.wager.take(side))


def _drop(bet: Bet, side: Side) -> Bet:
    return replace(bet, wager=bet.wager.drop(side))


def _raise(bet: Bet, side: Side) -> Bet:
    return replace(bet, wager=bet.wager.beaver(side))


STEPS: Mapping[Answer, Callable[[Bet, Side], Bet]] = {"take": _take, "drop": _drop, "raise": _raise}


def apply_cube_event(game: ChouetteGame, event: CubeEvent) -> ChouetteGame:
    """The game after something was done with the cubes.

    Raises `Illegal` as `rules.money_cube.Wager` does, and `not_in_game`, `no_such_bet`, `captain_only`,
    `one_cube_for_all`, `double_unanswered`, `nothing_to_answer`, `captain_first`, `box_must_break_even`,
    `lone_taker_must_beaver`, `extra_not_open`.
    """
    if isinstance(event, OfferedExtra):
        return offer_extra(game, event.by)
    game = replace(game, may_offer_extras=(), lone_taker="")
    if isinstance(event, DoubledAutomatically):
        return game.with_bets(*(replace(bet, wager=bet.wager.double_automatically()) for bet in game.bets))
    if event.by not in (game.box, *game.members):
        raise Illegal("not_in_game", "chouette.cubes", player=event.by)
    return _apply_double(game, event) if isinstance(event, Doubled) else _apply_answer(game, event)


def list_bets_to_answer(game: ChouetteGame, player: str) -> tuple[Bet, ...]:
    """The bets in which this player has to answer an offer now."""
    return tuple(bet for bet in game.bets_of(player) if _is_waiting_for(game, bet, player))


def _is_waiting_for(game: ChouetteGame, bet: Bet, player: str) -> bool:
    offer = bet.wager.offer
    if not offer or offer.answerer is not bet.side_of(player):
        return False
    return bet.is_extra or player == game.box or not game.round or player in game.round.waiting


def _apply_double(game: ChouetteGame, event: Doubled) -> ChouetteGame:
    targets = _find_bets_to_double(game, event)
    side = _side(game, targets[0], event.by)
    _check_quiet(game, side)
    _check_double(game, event.by, targets)
    doubled = [replace(bet, wager=bet.wager.double(side)) for bet in targets]
    members = tuple(bet.team_side for bet in targets if not bet.is_extra)
    game = replace(game.with_bets(*doubled), doubles_of_team=None)
    if side is TEAM or not members:
        return game
    is_whole = len(members) == len(game.open_own_bets) > 1
    return replace(game, round=Round(members, is_whole, {}))


def _find_bets_to_double(game: ChouetteGame, event: Doubled) -> tuple[Bet, ...]:
    """The bets a double applies to: those named, or all the player's own that may be doubled."""
    bets = tuple(game.bet(event.by, other) for other in dict.fromkeys(event.against))
    if bets and (event.by == game.box or not game.is_single or bets[0].is_extra):
        return bets
    own_bets = tuple(bet for bet in game.open_own_bets if game.is_single or bet.side_of(event.by))
    ready = tuple(bet for bet in own_bets if bet.wager.cube.is_open_to(_side(game, bet, event.by)))
    if not own_bets:
        raise Illegal("no_such_bet", "chouette.cubes", one=event.by, other=game.box)
    return ready or own_bets


def _check_double(game: ChouetteGame, by: str, targets: tuple[Bet, ...]) -> None:
    own_bets = [bet for bet in targets if not bet.is_extra]
    if own_bets and game.is_single:
        if by not in (game.box, game.leader):
            raise Illegal("captain_only", "chouette.single-cube", player=by, captain=game.leader)
        if len(own_bets) < len(game.open_own_bets):
            raise Illegal("one_cube_for_all", "chouette.single-cube")
    elif own_bets and by == game.box:
        check_box_doubles(game, own_bets)


def _check_quiet(game: ChouetteGame, side: Side) -> None:
    """Refuse a double of the other side while an offer waits; members may double together."""
    for bet in game.open_bets:
        offer = bet.wager.offer
        if offer and (offer.doubler is not side or offer.raises or game.round or side is BOX):
            raise Illegal("double_unanswered", "cube.answer", value=offer.value)


def _apply_answer(game: ChouetteGame, event: AnswerEvent) -> ChouetteGame:
    answer = ANSWERS[type(event)]
    for bet in _find_bets_to_answer(game, event):
        if event.by == game.box:
            game = _answer_as_box(game, bet, answer)
        elif game.round and not bet.is_extra:
            game = answer_round(game, game.round, event.by, answer)
        else:
            game = game.with_bets(STEPS[answer](bet, _side(game, bet, event.by)))
    return _raised_by_box(game) if isinstance(event, Raised) and event.by == game.box else game


def _find_bets_to_answer(game: ChouetteGame, event: AnswerEvent) -> tuple[Bet, ...]:
    waiting = list_bets_to_answer(game, event.by)
    if not waiting:
        raise Illegal("nothing_to_answer", "cube.answer", player=event.by)
    if not event.against or (game.is_single and event.by == game.box):
        return waiting
    bets = tuple(game.bet(event.by, other) for other in dict.fromkeys(event.against))
    if set(bets) - set(waiting):
        raise Illegal("nothing_to_answer", "cube.answer", player=event.by)
    return bets


def _answer_as_box(game: ChouetteGame, bet: Bet, answer: Answer) -> ChouetteGame:
    doubles_of_team = _get_doubles_of_team(game, bet)
    if doubles_of_team:
        doubles_of_team = replace(doubles_of_team, answers={**doubles_of_team.answers, bet.team_side: answer})
        check_box_answer(game, doubles_of_team)
    return replace(game.with_bets(STEPS[answer](bet, BOX)), doubles_of_team=doubles_of_team)


def _get_doubles_of_team(game: ChouetteGame, bet: Bet) -> Round | None:
    """The doubles the box is answering: those offered before its first answer; no raises."""
    if bet.wager.offer and bet.wager.offer.raises:
        return None
    if game.doubles_of_team:
        return game.doubles_of_team
    members = tuple(other.team_side for other in game.open_own_bets if other.wager.offer)
    return Round(members, len(members) == len(game.open_own_bets) > 1, {})


def _raised_by_box(game: ChouetteGame) -> ChouetteGame:
    """The members whose cubes the box has raised answer in a round, as after a double."""
    raised = tuple(
        bet.team_side for bet in game.open_own_bets if bet.wager.offer and bet.wager.offer.answerer is TEAM
    )
    answers = game.round.answers if game.round else {}
    return replace(
        game, round=Round(raised, False, {raiser: answers[raiser] for raiser in raised if raiser in answers})
    )


def _side(game: ChouetteGame, bet: Bet, player: str) -> Side:
    if bet.is_extra:
        return BOX if player == bet.box_side else TEAM
    return BOX if player == game.box else TEAM
