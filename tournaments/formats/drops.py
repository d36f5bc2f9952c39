"""The drop table: into which line of a feed-in consolation the loser of a main pairing falls.

The loser of pairing j of main round r (counted from 0 here) falls into line `j XOR mask` of the lines that
round feeds. A mask reads from its first bit: 1 changes halves, the next bit quarters, and so on. Two people
who met in the main bracket meet again as late, and with as little chance, as masks of this kind allow: the
tables were found by trying all masks (their first four bits, the rest 0) and taking those with the fewest
rematches to be expected among equal players, and among those the ones with the latest first rematch.
`docs/formats.md` shows the figures; a test computes each of them again from the drawn brackets.

Where byes of the first round stand side by side, nobody comes from there, and who falls opposite goes on
without playing. The last bit of the second round's mask is 1 then: those seats go to losers from where a
first round was played, so that a second bye falls on somebody who had one only when it must. The figures
do not change with it.
"""

from collections.abc import Mapping
from types import MappingProxyType

from rules.errors import Refusal

LARGEST = 9

MASKS: Mapping[tuple[int, int], tuple[str, ...]] = MappingProxyType(
    {
        (1, 1): (),
        (2, 2): ("",),
        (3, 2): ("1",),
        (3, 3): ("1", ""),
        (4, 2): ("10",),
        (4, 3): ("10", "0"),
        (4, 4): ("10", "0", ""),
        (5, 2): ("100",),
        (5, 3): ("010", "10"),
        (5, 4): ("010", "10", "0"),
        (5, 5): ("010", "10", "0", ""),
        (6, 2): ("1000",),
        (6, 3): ("0100", "100"),
        (6, 4): ("1000", "110", "01"),
        (6, 5): ("1000", "110", "01", "1"),
        (6, 6): ("1000", "110", "01", "1", ""),
        (7, 2): ("10000",),
        (7, 3): ("01000", "1000"),
        (7, 4): ("10000", "1100", "010"),
        (7, 5): ("00100", "1000", "110", "01"),
        (7, 6): ("00100", "1000", "110", "01", "1"),
        (7, 7): ("00100", "1000", "110", "01", "1", ""),
        (8, 2): ("100000",),
        (8, 3): ("010000", "10000"),
        (8, 4): ("100000", "11000", "0100"),
        (8, 5): ("001000", "10000", "1100", "010"),
        (8, 6): ("010000", "01100", "1000", "110", "00"),
        (8, 7): ("010000", "01100", "1000", "110", "00", "1"),
        (8, 8): ("010000", "01100", "1000", "110", "00", "1", ""),
        (9, 2): ("1000000",),
        (9, 3): ("0100000", "100000"),
        (9, 4): ("1000000", "110000", "01000"),
        (9, 5): ("0010000", "100000", "11000", "0100"),
        (9, 6): ("1000000", "101000", "00100", "0100", "110"),
        (9, 7): ("1000000", "110000", "11100", "0010", "010", "10"),
        (9, 8): ("0010000", "010000", "01100", "1000", "110", "00", "1"),
        (9, 9): ("0010000", "010000", "01100", "1000", "110", "00", "1", ""),
    }
)


def masks(rounds: int, fed: int, has_twin_byes: bool = False) -> tuple[int, ...]:
    """The masks of main rounds 1 to `fed` of a bracket of 2^`rounds` lines; the first round falls straight.

    `has_twin_byes` says whether two first-round byes stand side by side.
    Refuses ("drop_unknown") brackets of more than 512 lines and feeds of more rounds than there are.
    """
    if not 1 <= fed <= rounds <= LARGEST:
        raise Refusal("drop_unknown", rounds=rounds, fed=fed)
    round_masks = [int(mask or "0", 2) for mask in MASKS.get((rounds, fed), ())]
    if has_twin_byes and rounds > 2:
        round_masks[:1] = [mask | 1 for mask in round_masks[:1]]
    return (0, *round_masks)


def drop_line(position: int, mask: int) -> int:
    """The pairing (from 1) whose loser falls into a line (from 1), and the line of a pairing's loser."""
    return ((position - 1) ^ mask) + 1


def joining_round(round_number: int) -> int:
    """The round of the consolation in which losers of a main round play first: 1, 2, 4, 6 and so on."""
    return max(1, 2 * round_number - 2)
