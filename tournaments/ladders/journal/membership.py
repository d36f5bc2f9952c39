"""Commands that open a ladder and change its members: pure functions that return the next line, or refuse.

Days are passed in as values.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date

from rules.errors import Refusal
from tournaments.ladders.journal import journal_lines
from tournaments.ladders.journal.journal_lines import NewLadderLine
from tournaments.ladders.journal.ladder_settings import RATING, LadderRules
from tournaments.ladders.journal.state import LadderMember, LadderState


def rank_by_results(results: Iterable[tuple[int, int]]) -> tuple[int, ...]:
    """Return players from the top down after results (winner, loser) in the order settled.

    New players start at the bottom, the winner above the loser. A winner who is below the loser takes that
    place, and all players between move down one.
    """
    order: list[int] = []
    for winner, loser in results:
        order += [one for one in (winner, loser) if one not in order]
        above, below = order.index(loser), order.index(winner)
        if above < below:
            order.insert(above, order.pop(below))
    return tuple(order)


def open_ladder(rules: LadderRules, day: date) -> NewLadderLine:
    """Return the first line of a ladder."""
    return NewLadderLine(journal_lines.OPENED, {"rules": rules.to_data(), "day": day.isoformat()})


def change_rules(rules: LadderRules, day: date) -> NewLadderLine:
    """Change the rules from now on; earlier changes of place remain."""
    return NewLadderLine(journal_lines.RULES_SET, {"rules": rules.to_data(), "day": day.isoformat()})


def join(state: LadderState, player: str, day: date, ratings: Mapping[str, float]) -> NewLadderLine:
    """Add a player: at the bottom, or by rating above the first member who is rated lower.

    `ratings` are those of members and newcomer by public code; unrated players count below all others.
    A former member gets the old number again. Refuses `already_on_ladder`.
    """
    existing_member = state.member_of(player)
    if existing_member is not None and existing_member.is_active:
        raise Refusal("already_on_ladder", member=existing_member.number)
    number = existing_member.number if existing_member else max(state.members, default=0) + 1
    place = 0
    if state.rules.entry == RATING and player in ratings:
        place = _find_place_by_rating(state, ratings[player], ratings)
    payload = {"member": number, "player": player, "place": place, "day": day.isoformat()}
    return NewLadderLine(journal_lines.JOINED, payload)


def join_all(players: Sequence[str], day: date) -> list[NewLadderLine]:
    """Fill an empty ladder with players in this order, regardless of the entry rule."""
    payloads = ({"player": player, "place": 0, "day": day.isoformat()} for player in players)
    return [
        NewLadderLine(journal_lines.JOINED, {"member": number, **payload})
        for number, payload in enumerate(payloads, start=1)
    ]


def _find_place_by_rating(state: LadderState, rating: float, ratings: Mapping[str, float]) -> int:
    for place, number in enumerate(state.order, start=1):
        if ratings.get(state.members[number].player, float("-inf")) < rating:
            return place
    return 0


def leave(state: LadderState, member: int, day: date) -> NewLadderLine:
    """Remove a member; all below move up. Refuses `challenge_open`."""
    _get_active_member(state, member)
    _check_no_open_challenge(state, member)
    return NewLadderLine(journal_lines.LEFT, {"member": member, "day": day.isoformat()})


def merge(state: LadderState, numbers: Sequence[int], day: date) -> NewLadderLine:
    """Return the line that leaves one place to a person with these two: the higher."""
    remaining, other = sorted(numbers, key=state.place)
    return NewLadderLine(journal_lines.MERGED, {"member": remaining, "other": other, "day": day.isoformat()})


def undo_merge(line: journal_lines.LadderJournalLine) -> NewLadderLine:
    """Return the line that undoes a merge."""
    return NewLadderLine(journal_lines.UNDONE, {"seq": line.seq})


def separate(state: LadderState, line: journal_lines.LadderJournalLine, day: date) -> NewLadderLine:
    """Return the line that gives the member of a merge their place again: that of then, or the last."""
    number = line.number("other")
    places = (step.before for step in state.steps_of(number) if step.seq == line.seq)
    payload = {"member": number, "player": state.members[number].player, "place": next(places, 0)}
    return NewLadderLine(journal_lines.JOINED, {**payload, "day": day.isoformat()})


def move(state: LadderState, member: int, place: int, day: date) -> NewLadderLine:
    """Move a member to a place by decision of the desk. Refuses `rung_unknown`."""
    _get_active_member(state, member)
    if not 1 <= place <= len(state.order):
        raise Refusal("rung_unknown", place=place, rungs=len(state.order))
    return NewLadderLine(journal_lines.MOVED, {"member": member, "place": place, "day": day.isoformat()})


def undo(lines: Sequence[journal_lines.LadderJournalLine], seq: int) -> NewLadderLine:
    """Undo a line, except the first one.

    A result is corrected at its match (`result_of_match`), two names are separated where they were joined
    (`names_were_joined`).
    """
    line = next((one for one in lines if one.seq == seq), None)
    if line is None or line.kind == journal_lines.OPENED:
        raise Refusal("undo_nothing", seq=seq)
    if line.kind in (journal_lines.PLAYED, journal_lines.REOPENED):
        raise Refusal("result_of_match", seq=seq)
    undone_seq = line.number("seq") if line.kind == journal_lines.UNDONE else seq
    if any(one.seq == undone_seq and one.kind == journal_lines.MERGED for one in lines):
        raise Refusal("names_were_joined", seq=seq)
    return NewLadderLine(journal_lines.UNDONE, {"seq": seq})


def _get_active_member(state: LadderState, number: int) -> LadderMember:
    member = state.members.get(number)
    if member is None or not member.is_active:
        raise Refusal("not_on_ladder", member=number)
    return member


def _check_no_open_challenge(state: LadderState, number: int) -> None:
    if state.challenge_of(number):
        raise Refusal("challenge_open", member=number)
