"""Calcutta auction: players are sold, and the pot goes to the buyers of those that do well."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rules.errors import Refusal
from tournaments.finances.prizes.sharing import PrizeShare

BUYER, PLAYER = "buyer", "player"


@dataclass(frozen=True, slots=True)
class SoldLot:
    """One player or a packet of several, with the sale price.

    `bought_back` says that the player bought back half: the player pays half, and gets half of the prize.
    """

    number: int
    players: tuple[int, ...]
    price: int = 0
    bought_back: bool = False

    @property
    def due_of_player(self) -> int:
        """The amount the player pays for the half; an odd coin is the buyer's."""
        return self.price // 2 if self.bought_back else 0

    @property
    def due_of_buyer(self) -> int:
        """The amount the buyer pays."""
        return self.price - self.due_of_player


@dataclass(frozen=True, slots=True)
class LotClaim:
    """The payout to one side of a lot (`BUYER` or `PLAYER`) for the place of one of its players.

    `lot` is its number, 0 for a player who was not sold.
    """

    lot: int
    side: str
    share: PrizeShare
    amount: int


def check_lots(lots: Sequence[SoldLot]) -> None:
    """Refuse an invalid lot list: a player in two (`lot_twice`), or a lot without players (`lot_empty`)."""
    sold_players: set[int] = set()
    for lot in lots:
        if not lot.players:
            raise Refusal("lot_empty", lot=lot.number)
        for player in lot.players:
            if player in sold_players:
                raise Refusal("lot_twice", entry=player)
            sold_players.add(player)


def divide_among_lots(shares: Sequence[PrizeShare], lots: Sequence[SoldLot]) -> tuple[LotClaim, ...]:
    """Divide prize shares among the buyers of the lots and the players who bought back half.

    The claims add up to the shares exactly; an odd coin of a half is the buyer's.
    """
    owner: Mapping[int, SoldLot] = {player: lot for lot in lots for player in lot.players}
    lot_claims: list[LotClaim] = []
    for share in shares:
        lot = owner.get(share.entry)
        if lot is None:
            lot_claims.append(LotClaim(0, BUYER, share, share.amount))
            continue
        half = share.amount // 2 if lot.bought_back else 0
        lot_claims.append(LotClaim(lot.number, BUYER, share, share.amount - half))
        if half:
            lot_claims.append(LotClaim(lot.number, PLAYER, share, half))
    return tuple(lot_claims)
