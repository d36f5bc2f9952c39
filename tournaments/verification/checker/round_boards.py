"""The boards and the bye of a round that its rules decide: those that the desk did not make itself.

Follows *Entries* in the section *Swiss* of docs/formats.md: "Manual pairings are fixed before the rest is
paired ... A player who arrives after a round was published meets the player with the bye or another late
arrival; published pairings do not change."
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from tournaments.verification.checker.checked_state import Payload
from tournaments.verification.checker.round_fields import NOBODY, PAIRING_BYE

BY_HAND = "paired_by_hand"
# A bye that the desk gave, and that of a late arrival who is alone.
BYES_BY_HAND = frozenset({"bye_by_hand", "bye_only_left"})


@dataclass(frozen=True, slots=True)
class RoundBoards:
    """The boards to check, as entry -> partner; `NOBODY` is the partner of the bye.

    `pairs` are the boards in their order, White first. `byes` is the number of byes of the pairing in the
    whole round. `moved` are entries of a late board who had an opponent before.
    """

    number: int
    seed: str
    pairs: tuple[tuple[int, int], ...]
    partners: Mapping[int, int]
    byes: int
    moved: tuple[int, ...] = ()

    @property
    def entries(self) -> set[int]:
        """The entries to check."""
        return {entry for entry in self.partners if entry}


def list_names(payload: Payload) -> list[int]:
    """Return every entry with a board or a bye in a round."""
    seats = [int(board[side]) for board in payload["boards"] for side in ("white", "black")]
    return seats + [int(bye["entry"]) for bye in payload["byes"]]


def list_boards_to_check(payload: Payload, before: Payload | None, withdrawn: Collection[int]) -> RoundBoards:
    """Return the boards of a round to check.

    If the round was `before` and its boards are still there, these are the ones that came later, for late
    arrivals and the player who had the bye, if not `withdrawn`; else all that the desk did not set.
    """
    boards = [(_list_pair(board), _get_reasons(board)) for board in payload["boards"]]
    pairs_before = [_list_pair(board) for board in before["boards"]] if before is not None else []
    is_unchanged = before is not None and [pair for pair, _ in boards[: len(pairs_before)]] == pairs_before
    new_boards = boards[len(pairs_before) :] if is_unchanged else boards
    pairs = [pair for pair, reasons in new_boards if BY_HAND not in reasons]
    seated = {entry for pair in pairs_before for entry in pair} if is_unchanged else set()
    moved = tuple(entry for pair in pairs for entry in pair if entry in seated)
    byes = [bye for bye in payload["byes"] if bye["kind"] == PAIRING_BYE]
    if is_unchanged:
        byes = [bye for bye in byes if bye["entry"] not in withdrawn]
    open_byes = [int(bye["entry"]) for bye in byes if not _get_reasons(bye) & BYES_BY_HAND]
    if is_unchanged and not pairs:
        open_byes = []
    all_pairs = [*pairs, *((entry, NOBODY) for entry in open_byes)]
    partners = {one: other for pair in all_pairs for one, other in (pair, pair[::-1])}
    return RoundBoards(int(payload["round"]), str(payload["seed"]), tuple(pairs), partners, len(byes), moved)


def _list_pair(board: Payload) -> tuple[int, int]:
    return int(board["white"]), int(board["black"])


def _get_reasons(item: Mapping[str, object]) -> set[str]:
    reasons = item["reasons"]
    return {str(reason["code"]) for reason in reasons} if isinstance(reasons, list) else set()
