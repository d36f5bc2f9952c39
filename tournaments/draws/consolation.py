"""Consolation of those who lose their first match, from the first round of the main bracket."""

from collections.abc import Sequence

from tournaments.draws.field import CONSOLATION, Pairing, first_loss_of
from tournaments.draws.knockout import bracket


def first_loss_bracket(main: Sequence[Pairing]) -> tuple[Pairing, ...]:
    """A single elimination with one line for every first-round pairing of the main bracket.

    Each first-round pairing sends exactly one line: its loser, or, when it was a bye or somebody was
    absent, the player who came through without playing if he then loses the first match he plays; the
    line stays empty when nobody qualifies. Two consequences make this draw fair without any reshuffling:

    * nobody can meet a player he has already met, because everyone here has played exactly one match and
      lost it to somebody who has won one;
    * the two lines of a consolation pairing come from the two first-round pairings that meet in the second
      round, so byes of the main bracket are spread here as they were spread there.
    """
    opening = [pairing for pairing in main if pairing.round == 1]
    sources = [first_loss_of(pairing.id) for pairing in opening]
    return bracket(CONSOLATION, sources, len(sources))
