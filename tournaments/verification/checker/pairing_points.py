"""What a Swiss round is paired by: the scores of its table but those for ratings, or the running count."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from tournaments.verification.checker import ranks
from tournaments.verification.checker.book import Book
from tournaments.verification.checker.formats import format_of
from tournaments.verification.checker.stages import Stage
from tournaments.verification.checker.tallies import tally

BAKU = "baku"


def pairing_points(book: Book, stage: Stage, number: int) -> dict[int, Fraction]:
    """By entry, what it had before round `number`, with what an acceleration put on top."""
    rounds = {past: payload for past, payload in book.rounds.get(stage.key, {}).items() if past < number}
    pairing_options = {
        option: value
        for option, value in stage.options.items()
        if option != "scoring" or format_of(stage).keeps_scoring
    }
    members = book.members(stage.key)
    pairing_stage = replace(stage, options=pairing_options)
    table = tally(book.seating, pairing_stage, stage.key, members, rounds, book.lengths)
    turns = {one: [turn for turn in row if turn.round < number] for one, row in table.turns.items()}
    table = replace(table, turns=turns)
    if format_of(stage).counts_margin:
        return {one: ranks.FIGURES["hundred"](table, one) for one in table.turns}
    extra = _extra(stage, number, members)
    return {one: score + extra.get(one, 0) * table.worth["win"] for one, score in table.scores.items()}


def _extra(stage: Stage, number: int, members: Sequence[int]) -> dict[int, Fraction]:
    """Baku: in the first half of the rounds the upper half has a win more, later half of one."""
    if stage.options.get("acceleration") != BAKU:
        return {}
    planned = int(stage.options.get("rounds", 0)) or max(1, (len(members) - 1).bit_length())
    accelerated = (planned + 1) // 2
    if number > accelerated:
        return {}
    worth = Fraction(1) if number <= (accelerated + 1) // 2 else Fraction(1, 2)
    return dict.fromkeys(members[: (len(members) + 3) // 4 * 2], worth)
