"""What the prizes everybody may see are made of beside the event itself, told by a few numbers."""

from django.db.models import Max

from tournaments.finances.models import CashDesk, Charge, FundTerms, LotPlayer, ReceiptLine, Sale
from tournaments.models import Event
from tournaments.queries.versions import Version


def get_terms_version(event: Event) -> int | None:
    """The latest row of terms. One query."""
    return FundTerms.objects.filter(event=event).order_by("-pk").values_list("pk", flat=True).first()


def get_prizes_version(event: Event) -> Version:
    """Rows of money are added and never changed: the last of each kind tells of all before it."""
    return (
        *CashDesk.objects.filter(tournament=event.tournament_id).values_list("pk", "currency"),
        *ReceiptLine.objects.filter(event=event).aggregate(Max("pk")).values(),
        *Charge.objects.filter(event=event).aggregate(Max("pk")).values(),
        *LotPlayer.objects.filter(event=event).aggregate(Max("pk")).values(),
        *Sale.objects.filter(lot__event=event).aggregate(Max("pk")).values(),
    )
