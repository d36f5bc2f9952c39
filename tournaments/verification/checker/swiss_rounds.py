"""Swiss rounds and rounds of Swiss by score: each pairing is the best one by the published criteria.

Follows the sections *Swiss* and *Swiss by score* of docs/formats.md and docs/draw-methods.md.
"""

from typing import Any

from tournaments.verification.checker.checked_state import CheckedState
from tournaments.verification.checker.findings import Guarantee
from tournaments.verification.checker.formats import format_of
from tournaments.verification.checker.matching import can_all_meet
from tournaments.verification.checker.round_boards import RoundBoards
from tournaments.verification.checker.round_byes import check_bye
from tournaments.verification.checker.round_exchanges import find_exchange
from tournaments.verification.checker.round_fields import NOBODY, Pair, RoundField, read_field
from tournaments.verification.checker.stages import CheckedStage
from tournaments.verification.checker.swiss_criteria import MONRAD, SLIDE, ListCosts, MonradCosts, SwissCosts


def check_swiss_round(state: CheckedState, stage: CheckedStage, boards: RoundBoards) -> None:
    """Check these boards against all that could have been made of their players (I2, I7)."""
    field = read_field(state, stage, boards.number, boards.entries)
    facts: dict[str, Any] = {"flight": stage.key, "round": boards.number}
    if set(field.entries) != boards.entries or not _check_meetings(state, stage, field, boards):
        return
    records = {player.entry: (player.byes, player.score) for player in field.players}
    bye_entry = boards.partners.get(NOBODY)
    if bye_entry and not check_bye(state.log, bye_entry, records, field.barred, facts):
        return
    protected = _count_protected(field, boards)
    if not state.log.expect(
        not _could_protect(field, boards, protected + 1), Guarantee.NO_REMATCH, "kept_apart_too_few", **facts
    ):
        return
    costs = _make_costs(stage, field, boards)
    exchange = find_exchange(boards.partners, costs, _bar_clashes(field, protected))
    entries = sorted(entry for entry in exchange if entry)
    state.log.expect(not exchange, Guarantee.NO_REMATCH, "round_not_best", **facts, entries=entries)
    in_order = list(boards.pairs) == _sort_pairs(field, boards)
    state.log.expect(in_order, Guarantee.NO_REMATCH, "boards_out_of_order", **facts)


def get_method(stage: CheckedStage, number: int) -> str:
    """Return the method of a round: that of its format, else what the options of its stage say."""
    if method := format_of(stage).pairing_method:
        return method
    first_method = stage.options.get("first_method") if number == 1 else ""
    return str(first_method or stage.options.get("method", SLIDE))


def _check_meetings(state: CheckedState, stage: CheckedStage, field: RoundField, boards: RoundBoards) -> bool:
    """Check that "no two players meet twice, and forbidden pairs never meet"."""
    forbidden = {frozenset(pair) for pair in stage.options.get("forbidden", ())}
    barred = [pair for pair in boards.pairs if frozenset(pair) in field.barred]
    broken = [pair for pair in barred if frozenset(pair) in forbidden]
    again = [pair for pair in barred if frozenset(pair) not in forbidden]
    facts: dict[str, Any] = {"flight": stage.key, "round": boards.number}
    state.log.expect(not broken, Guarantee.NO_REMATCH, "forbidden_pair", **facts, boards=broken)
    state.log.expect(not again, Guarantee.NO_REMATCH, "met_again", **facts, boards=again)
    return not barred


def _make_costs(stage: CheckedStage, field: RoundField, boards: RoundBoards) -> ListCosts:
    method = get_method(stage, boards.number)
    if method == MONRAD:
        return MonradCosts(field).list_costs
    return SwissCosts(field, method, boards.partners, boards.seed).list_costs


def _count_protected(field: RoundField, boards: RoundBoards) -> int:
    """Return how many players from the top have no clash."""
    tags = {player.entry: player.tags for player in field.players} | {NOBODY: frozenset()}
    clashing = (
        place for place, entry in enumerate(field.entries) if tags[entry] & tags[boards.partners[entry]]
    )
    return next(clashing, len(field.players))


def _could_protect(field: RoundField, boards: RoundBoards, count: int) -> bool:
    """Whether so many players from the top could be paired without a clash.

    "The largest number of players is protected for whom, and for all above them, a pairing without a clash
    exists ... Separation never changes who gets the bye": a player with as few byes and as low a score.
    """
    if count > len(field.players):
        return False
    barred = _bar_clashes(field, count)
    if NOBODY not in boards.partners:
        return can_all_meet(field.entries, barred)
    rank = {player.entry: (player.byes, player.score) for player in field.players}
    bye_entry = rank[boards.partners[NOBODY]]
    return any(
        can_all_meet([one for one in field.entries if one != entry], barred)
        for entry in field.entries
        if rank[entry] == bye_entry
    )


def _bar_clashes(field: RoundField, count: int) -> frozenset[Pair]:
    """Return the pairs that may not meet if so many players from the top are protected."""
    clashes = {
        frozenset((one.entry, other.entry))
        for place, one in enumerate(field.players[:count])
        for other in field.players[place + 1 :]
        if one.tags & other.tags
    }
    return field.barred | clashes


def _sort_pairs(field: RoundField, boards: RoundBoards) -> list[tuple[int, int]]:
    """Return the boards in their order: the higher player of a pair is named first.

    They are in order of the score of the first player, then of the second, then of the place of the first.
    """
    places = {entry: place for place, entry in enumerate(field.entries)}
    scores = {player.entry: player.score for player in field.players}
    pairs = [
        (white, black) if places[white] < places[black] else (black, white) for white, black in boards.pairs
    ]
    return sorted(pairs, key=lambda pair: (-scores[pair[0]], -scores[pair[1]], places[pair[0]]))
