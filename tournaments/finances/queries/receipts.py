"""Receipts with their lines, and the list of everything that was ever done with the money of an event."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db.models import Prefetch

from tournaments.finances.models import Cashier, Charge, Count, Move, Receipt, Sale, Terms, Till
from tournaments.finances.queries.funds import terms_of
from tournaments.models import Event

LINES = Prefetch(
    "moves", queryset=Move.objects.select_related("player", "lot", "event").order_by("id"), to_attr="lines"
)

# No column of numbers holds a larger one.
LARGEST = 2**31 - 1


@dataclass(frozen=True, slots=True)
class Act:
    """One thing that was done: when, by whom, what (a word), and the row that tells it."""

    at: datetime
    by: str
    what: str
    facts: dict[str, Any] = field(default_factory=dict)


def receipts(till: Till, event: Event | None = None, last: int | None = None) -> list[Receipt]:
    """The receipts of a till, the latest first, or so many of them, each with its `lines`. Two queries."""
    found = Receipt.objects.filter(till=till.pk).select_related("by", "takes_back", "taken_back")
    if event is not None:
        found = found.filter(moves__event=event.pk).distinct()
    return list(found.prefetch_related(LINES).order_by("-number")[:last])


def is_there(event: Event, number: int) -> bool:
    """Whether an event has a receipt of that number. One query."""
    return number <= LARGEST and Move.objects.filter(event=event, receipt__number=number).exists()


def receipt(event: Event, number: int) -> Receipt | None:
    """A receipt of an event by its number."""
    found = Receipt.objects.filter(till__tournament=event.tournament_id, moves__event=event.pk, number=number)
    rows = found.select_related("by", "till", "takes_back", "taken_back").prefetch_related(LINES)
    return rows.first()


def of_keys(keys: Collection[int]) -> list[Receipt]:
    """Receipts of any till by their primary keys, the oldest first, each with its `lines`. Two queries."""
    found = Receipt.objects.filter(pk__in=keys).select_related("till__tournament", "takes_back")
    return list(found.prefetch_related(LINES).order_by("at", "pk"))


def lines_of(paper: Receipt) -> list[Move]:
    """The lines of a receipt found by `receipts` or `receipt`, which has them at hand."""
    held: list[Move] = vars(paper)["lines"]
    return held


def total(paper: Receipt) -> int:
    """What a receipt is over: above zero it came in."""
    return sum(line.amount for line in lines_of(paper))


def name_on(paper: Receipt) -> str:
    """Who gave or took the money."""
    player = next((line.player for line in lines_of(paper) if line.player is not None), None)
    return paper.person or (player.name if player is not None else "")


def acts(event: Event, till: Till) -> list[Act]:
    """Everything that was done with the money of an event, the latest first. Nine queries."""
    found = [*_papers(till, event), *_terms(event), *_charges(event), *_sales(event), *_house(till)]
    return sorted(found, key=lambda act: act.at, reverse=True)


def _papers(till: Till, event: Event) -> Iterator[Act]:
    for paper in receipts(till, event):
        yield Act(
            paper.at,
            paper.by.get_username(),
            "receipt",
            {"receipt": paper, "total": total(paper), "name": name_on(paper)},
        )


def _terms(event: Event) -> Iterator[Act]:
    for terms in Terms.objects.filter(event=event.pk).select_related("by"):
        yield Act(terms.at, terms.by.get_username(), "terms", {"terms": terms})


def _charges(event: Event) -> Iterator[Act]:
    names = {fund: terms.name for fund, terms in terms_of(event).items()}
    for charge in Charge.objects.filter(event=event.pk).select_related("by", "player"):
        facts = {"charge": charge, "fund": names.get(charge.fund, "")}
        yield Act(charge.at, charge.by.get_username(), charge.kind, facts)


def _sales(event: Event) -> Iterator[Act]:
    for sale in Sale.objects.filter(lot__event=event.pk).select_related("by", "lot"):
        what = "put_up" if not sale.buyer else "bought_back" if sale.bought_back else "sold"
        yield Act(sale.at, sale.by.get_username(), what, {"sale": sale})


def _house(till: Till) -> Iterator[Act]:
    yield Act(till.opened_at, till.opened_by.get_username(), "opened", {"till": till})
    for count in Count.objects.filter(till=till.pk).select_related("by", "operator"):
        yield Act(count.at, count.by.get_username(), count.kind, {"count": count})
    for right in Cashier.objects.filter(till=till.pk).select_related("user", "given_by", "ended_by"):
        yield Act(right.given_at, right.given_by.get_username(), "given", {"user": right.user})
        if right.ended_at is not None and right.ended_by is not None:
            yield Act(right.ended_at, right.ended_by.get_username(), "ended", {"user": right.user})
