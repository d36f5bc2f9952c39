"""The till of a tournament and the terms in force of every fund of an event."""

from collections.abc import Mapping

from django.db.models import OuterRef, Subquery

from rules.errors import Refusal
from tournaments.finances.models import Charge, FundKind, Lot, Move, Sale, Terms, Till
from tournaments.models import Event, Tournament

FEES = 0


def till_of(tournament: Tournament) -> Till | None:
    """The till of a tournament, None as long as nobody has opened one."""
    return Till.objects.filter(tournament=tournament.pk).first()


def terms_of(event: Event) -> dict[int, Terms]:
    """The terms in force by fund, the fees first; empty where the event goes without money. One query."""
    found = Terms.objects.filter(event=event.pk).select_related("by").order_by("fund", "seq")
    return {terms.fund: terms for terms in found}


def currency_obstacle(till: Till) -> Refusal | None:
    """Why the currency cannot be changed any more; None as long as only terms are written in it."""
    if till.receipts.exists() or till.counts.exists():
        return Refusal("currency_moved", currency=till.currency)
    own_fees = Charge.objects.filter(event__tournament=till.tournament_id).exclude(amount=0)
    if own_fees.exists() or _sold(event__tournament=till.tournament_id):
        return Refusal("currency_written", currency=till.currency)
    return None


def fees_obstacle(event: Event) -> Refusal | None:
    """Why fees cannot be turned off any more; None as long as no money of the event has moved."""
    if Move.objects.filter(event=event.pk).exists():
        return Refusal("fees_moved", event=event.name)
    return Refusal("fees_sold", event=event.name) if _sold(event=event.pk) else None


def _sold(**lots: object) -> bool:
    """Whether somebody holds one of these lots."""
    last = Sale.objects.filter(lot=OuterRef("pk")).order_by("-seq").values("buyer")[:1]
    held = Lot.objects.filter(**lots).annotate(holder=Subquery(last))
    return held.filter(holder__gt="").exists()


def shown_of(event: Event) -> set[int]:
    """The funds whose terms in force say that everybody may see the prizes. One query."""
    terms = Terms.objects.filter(event=event).order_by("fund", "seq").values_list("fund", "is_shown")
    return {fund for fund, is_shown in dict(terms).items() if is_shown}


def kinds(terms: Mapping[int, Terms], kind: FundKind) -> list[Terms]:
    """The funds of one kind, in their order."""
    return [one for one in terms.values() if one.kind == kind.value]
