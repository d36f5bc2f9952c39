"""The team's answers to an offer of the box, and the law of the lone taker."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from rules.chouette.events import AnswerEvent, Dropped, Raised, Took
from rules.chouette.state import TEAM, Answer, Bet, Game, Round
from rules.errors import Illegal
from rules.sides import Side

ANSWERS: Mapping[type[AnswerEvent], Answer] = {Took: "take", Dropped: "drop", Raised: "raise"}


def answer_round(game: Game, current: Round, member: str, answer: Answer) -> Game:
    """The game after one member has answered the box; the last answer makes all of them take effect.

    Raises `captain_only` for a raise of the single cube by anyone but the first who does not drop, and
    `lone_taker_must_beaver`; what the wager itself refuses is refused at once.
    """
    STEPS[answer](game.own_bet(member), TEAM)
    _check_raise(game, current, member, answer)
    if member == current.lone_taker and answer == "take":
        raise Illegal("lone_taker_must_beaver", "chouette.lone-taker-beaver", player=member)
    current = replace(current, answers={**current.answers, member: answer})
    game = replace(game, round=current)
    return game if current.waiting else _resolve(game, current)


def _check_raise(game: Game, current: Round, member: str, answer: Answer) -> None:
    before = current.members[: current.members.index(member)]
    if game.is_single and answer == "raise" and any(current.answers.get(who) != "drop" for who in before):
        raise Illegal("captain_only", "chouette.single-cube", player=member, captain=game.leader)


def _resolve(game: Game, current: Round) -> Game:
    keepers = [member for member in current.members if current.answers[member] != "drop"]
    if not current.is_whole or len(keepers) != 1:
        return _effect(game, current)
    rule, lone = _lone_taker_rule(game), keepers[0]
    if rule == "must_drop":
        return _forced_to_drop(game, current, lone)
    if rule == "must_beaver" and current.answers[lone] == "take":
        answers = {who: answer for who, answer in current.answers.items() if who != lone}
        return replace(game, round=replace(current, answers=answers, lone_taker=lone))
    if rule == "accepts_extras" and not game.own_bet(lone).wager.is_turned:
        droppers = tuple(member for member in current.members if member != lone)
        return replace(_effect(game, current), lone_taker=lone, may_offer_extras=droppers)
    return _effect(game, current)


def _lone_taker_rule(game: Game) -> str:
    """The rule of the lone taker in a game of this many."""
    laws = game.laws
    is_small = laws.lone_taker == "must_drop" and len(game.players) < laws.lone_taker_from
    return laws.lone_taker_below if is_small else laws.lone_taker


def _forced_to_drop(game: Game, current: Round, lone: str) -> Game:
    game = _effect(game, replace(current, answers={**current.answers, lone: "drop"}))
    bet = game.own_bet(lone)
    close = bet.wager.close
    forced = replace(close, reasons=(*close.reasons, "lone_taker")) if close else None
    return game.with_bets(replace(bet, wager=replace(bet.wager, close=forced)))


def _effect(game: Game, current: Round) -> Game:
    answers = current.answers
    if game.is_single and "raise" in answers.values():
        answers = {who: "drop" if answer == "drop" else "raise" for who, answer in answers.items()}
    changed = [STEPS[answers[member]](game.own_bet(member), TEAM) for member in current.members]
    return replace(game.with_bets(*changed), round=None)


def _take(bet: Bet, side: Side) -> Bet:
    return replace(bet, wager=bet.wager.take(side))


def _drop(bet: Bet, side: Side) -> Bet:
    return replace(bet, wager=bet.wager.drop(side))


def _raise(bet: Bet, side: Side) -> Bet:
    return replace(bet, wager=bet.wager.beaver(side))


STEPS: Mapping[Answer, Callable[[Bet, Side], Bet]] = {"take": _take, "drop": _drop, "raise": _raise}
