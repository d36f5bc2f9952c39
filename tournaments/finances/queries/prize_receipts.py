"""Receipts of prizes: the shares that a line pays, and the receipt that each recipient got last."""

from tournaments.finances.models import ReceiptLine, ReceiptLineKind
from tournaments.finances.prizes.sharing import PrizeShare
from tournaments.finances.queries import prizes
from tournaments.finances.queries.prizes import RecipientKey
from tournaments.models import Event


def list_paid_shares(event: Event, line: ReceiptLine) -> tuple[PrizeShare, ...]:
    """Return the shares that a line of a receipt pays in full, none if they have changed since."""
    if line.kind != ReceiptLineKind.PRIZE:
        return ()
    sheets = (sheet for sheet in prizes.list_prizes(event) if sheet.terms.fund == line.fund)
    shares = (
        claim.shares
        for sheet in sheets
        for claim in sheet.claims
        if claim.recipient == (line.player_id, line.lot_id) and claim.due == abs(line.amount)
    )
    return next(shares, ())


def get_prize_receipts(event: Event) -> dict[tuple[int, RecipientKey], int]:
    """Return the number of the latest receipt for a prize, by fund and recipient. One query."""
    rows = ReceiptLine.objects.filter(event=event, kind=ReceiptLineKind.PRIZE, is_reversal=False).order_by(
        "id"
    )
    columns = rows.values_list("fund", "player", "lot", "receipt__number")
    return {(fund, (player, lot)): number for fund, player, lot, number in columns}
