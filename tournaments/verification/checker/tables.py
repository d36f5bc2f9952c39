"""The ranking of a table by its tie-breaks in order, and head to head among the tied.

docs/formats.md, "Tie-breaks". What is still tied shares its places; annulled entries come last.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tournaments.verification.checker.round_records import MEETINGS, NO_SHOW, CheckedRound, RoundTally, tally
from tournaments.verification.checker.tie_breaks import FIGURES, SEASON_FIGURES

Places = dict[int, tuple[int, int]]
Groups = list[list[int]]
HEAD_TO_HEAD, AGAIN, PLAYOFF = "head_to_head", "head_to_head_again", "playoff"
ZERO = Fraction(0)


def is_known(tie_breaks: Sequence[str]) -> bool:
    """Whether all of these tie-breaks are known."""
    return all(name in FIGURES or name in RANKERS for name in tie_breaks)


def rank_entries(tally: RoundTally, tie_breaks: Sequence[str]) -> Places:
    """Return the places (first, last) by entry: those who are tied on everything share theirs."""
    groups: Groups = [sorted(tally.turns)]
    for name in tie_breaks:
        groups = [part for group in groups for part in split_tie(tally, group, name)]
    if tally.annulled:
        groups.append(list(tally.annulled))
    places: Places = {}
    for group in groups:
        first = len(places) + 1
        places |= dict.fromkeys(group, (first, first + len(group) - 1))
    return places


def list_figures(tally: RoundTally, tie_breaks: Sequence[str]) -> dict[int, dict[str, Fraction]]:
    """Return the figures that a table shows for each entry, by tie-break; none for annulled entries.

    A comparison of tied entries is only shown for those who are tied on all tie-breaks before it.
    """
    figures: dict[int, dict[str, Fraction]] = {entry: {} for entry in tally.turns}
    groups: Groups = [sorted(tally.turns)]
    for name in tie_breaks:
        for group in groups:
            for entry in group if name in FIGURES else ():
                figures[entry][name] = FIGURES[name](tally, entry)
            if name in RANKERS and len(group) > 1:
                for entry, amount in compare_tied(tally, group, name).items():
                    figures[entry][name] = amount
        groups = [part for group in groups for part in split_tie(tally, group, name)]
    return figures | {entry: {} for entry in tally.annulled}


def compare_tied(tally: RoundTally, tied: list[int], name: str) -> Mapping[int, Fraction]:
    """Return what each of the tied scored against the others, 0 where that decides nothing."""
    if name == PLAYOFF:
        return dict.fromkeys(tied, ZERO)
    encounters = list_encounters(tally, tied)
    if encounters.is_complete:
        return encounters.scores
    leaders = [group[0] for group in _rank_certain(tally, tied, encounters)[:-1]]
    return {entry: encounters.scores[entry] if entry in leaders else ZERO for entry in tied}


def split_tie(tally: RoundTally, tied: Sequence[int], name: str) -> Groups:
    """Return tied entries in groups by one tie-break, best first."""
    if len(tied) < 2:
        return [list(tied)] if tied else []
    if name in RANKERS:
        return RANKERS[name](tally, list(tied))
    return _group_by(tied, {entry: FIGURES[name](tally, entry) for entry in tied})


def _group_by(tied: Sequence[int], amounts: Mapping[int, Fraction]) -> Groups:
    """Return entries in groups of equal amounts, the highest first."""
    levels = sorted({amounts[entry] for entry in tied}, reverse=True)
    return [[entry for entry in tied if amounts[entry] == level] for level in levels]


@dataclass(frozen=True, slots=True)
class Encounters:
    """The meetings of tied entries with each other: what each scored in them, and how many it has not met."""

    scores: Mapping[int, Fraction]
    missing: Mapping[int, int]

    @property
    def is_complete(self) -> bool:
        """Whether all have met."""
        return not any(self.missing.values())


def list_encounters(tally: RoundTally, tied: Sequence[int]) -> Encounters:
    """Return the meetings of the tied with each other, "walk-overs included".

    "Several meetings of two count as their mean; two who both did not come have not met." A walk-over lost
    counts as a loss here, and bonuses do not count.
    """
    scores, missing = dict.fromkeys(tied, ZERO), dict.fromkeys(tied, 0)
    for entry in tied:
        for other in tied:
            meetings = [
                turn
                for turn in tally.turns[entry]
                if turn.opponent == other and turn.kind in MEETINGS and turn.kind != NO_SHOW
            ]
            if meetings:
                scores[entry] += sum((_score_meeting(tally, turn) for turn in meetings), ZERO) / len(meetings)
            elif other != entry:
                missing[entry] += 1
    return Encounters(scores, missing)


def _score_meeting(tally: RoundTally, turn: CheckedRound) -> Fraction:
    return tally.scoring["win" if turn.is_won else "draw" if turn.is_drawn else "loss"]


def rank_head_to_head(tally: RoundTally, tied: list[int]) -> Groups:
    """Return tied entries in groups by their matches with each other.

    "If all have met, those still tied are compared again. If some have not met, only a player who stays alone
    at the top whatever the missing matches give is ranked, then the second by the same rule."
    """
    encounters = list_encounters(tally, tied)
    if not encounters.is_complete:
        return _rank_certain(tally, tied, encounters)
    groups = _group_by(tied, encounters.scores)
    if len(groups) == 1:
        return groups
    return [part for group in groups for part in split_tie(tally, group, HEAD_TO_HEAD)]


def _rank_certain(tally: RoundTally, tied: list[int], encounters: Encounters) -> Groups:
    """Return one by one those who are ahead of all others even if these win every missing match."""
    win, loss = tally.scoring["win"], tally.scoring["loss"]
    lowest = {entry: encounters.scores[entry] + loss * encounters.missing[entry] for entry in tied}
    highest = {entry: encounters.scores[entry] + win * encounters.missing[entry] for entry in tied}
    ranked: Groups = []
    rest = list(tied)
    while rest:
        leader = next(
            (one for one in rest if all(lowest[one] > highest[other] for other in rest if other != one)), None
        )
        if leader is None:
            break
        ranked.append([leader])
        rest.remove(leader)
    return [*ranked, rest] if rest else ranked


def _keep_tied(_tally: RoundTally, tied: list[int]) -> Groups:
    """Return the tied as they are: a journal has no matches that are played only to break ties."""
    return [tied]


RANKERS: Mapping[str, Callable[[RoundTally, list[int]], Groups]] = {
    HEAD_TO_HEAD: rank_head_to_head,
    # "Head to head again compares those whom the tie-breaks before it have left tied, by the same rule."
    AGAIN: rank_head_to_head,
    PLAYOFF: _keep_tied,
}

__all__ = ["FIGURES", "RANKERS", "SEASON_FIGURES", "RoundTally", "rank_entries", "tally"]
