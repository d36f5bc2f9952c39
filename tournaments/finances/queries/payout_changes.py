"""Prizes that are already paid and would be of another amount after a change."""

from collections.abc import Iterable
from hashlib import sha256

from django.utils.translation import gettext

from tournaments.finances.models import ReceiptLine, ReceiptLineKind
from tournaments.finances.queries.prizes import FundPrizes, PrizeClaim
from tournaments.journal.state import EventState
from tournaments.messages.money import format_money
from tournaments.models import Event
from tournaments.play.events import event_state


def has_paid_prizes(event: Event) -> bool:
    """Return whether a prize of the event has been paid out. One query."""
    return ReceiptLine.objects.filter(event=event, kind=ReceiptLineKind.PRIZE).exists()


def changes_payers(event: Event, after: EventState) -> bool:
    """Return whether a change enters, withdraws or restores somebody, or publishes: then dues change, too."""
    before = event_state.get_event_state(event)
    return _list_facts_of_dues(before) != _list_facts_of_dues(after)


def _list_facts_of_dues(state: EventState) -> tuple[object, ...]:
    """Return what decides who has the fee to pay: entries, their presence, and the published draws."""
    entries = {(one.number, one.player, one.is_withdrawn, one.presence) for one in state.entries.values()}
    return entries, {key for key, drawing in state.stages.items() if drawing.is_published}


def list_changed_payouts(before: Iterable[FundPrizes], after: Iterable[FundPrizes]) -> list[PrizeClaim]:
    """Return the claims after a change that were paid another amount, and had another due before it."""
    due_before = {
        (sheet.terms.fund, claim.recipient): claim.due for sheet in before for claim in sheet.claims
    }
    return [
        claim
        for sheet in after
        for claim in sheet.claims
        if claim.paid
        and claim.due not in {claim.paid, due_before.get((claim.terms.fund, claim.recipient), 0)}
    ]


def describe_changed_payouts(claims: Iterable[PrizeClaim], currency: str) -> list[str]:
    """Return a sentence for each claim: what was paid, what would be due, and what is to return or to pay."""
    to_return = gettext(
        "%(name)s was paid %(paid)s in prizes; %(due)s would be due: %(difference)s to return."
    )
    still_open = gettext("%(name)s was paid %(paid)s in prizes; the place would not be decided yet.")
    to_pay = gettext("%(name)s was paid %(paid)s in prizes; %(due)s would be due: %(difference)s to pay.")
    return [
        (still_open if claim.is_open else to_pay if claim.owed > 0 else to_return)
        % {
            "name": claim.name,
            "paid": format_money(claim.paid, currency),
            "due": format_money(claim.due, currency),
            "difference": format_money(abs(claim.owed), currency),
        }
        for claim in claims
    ]


def make_acceptance(claims: Iterable[PrizeClaim]) -> str:
    """Return a short code for the changes of these claims, which a form sends back once they were read."""
    rows = [(claim.terms.fund, claim.recipient, claim.paid, claim.due) for claim in claims]
    return sha256(repr(rows).encode()).hexdigest()[:16]
