"""The prices of an event beside its usual fee, and its late fee, as sentences."""

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext

from tournaments.messages.money import format_fee
from tournaments.models import Event
from tournaments.registration.models import USUAL, Registration, RegistrationEvent
from tournaments.registration.queries.event_fees import FeeTable, get_late_terms
from tournaments.registration.queries.fee_categories import describe_offer


def list_price_sentences(event: Event) -> list[str]:
    """Return the early price and those of categories for who signs up now, then the late fee.

    Empty without a fee or a registration. The late fee holds for an event of the tournament that takes no
    sign-ups, too.
    """
    registration = Registration.objects.filter(tournament=event.tournament_id).first()
    if registration is None:
        return []
    table, row = FeeTable([event.pk]), RegistrationEvent.objects.filter(event=event).first()
    usual_fee = table.get_charged_fee(event.pk) if row is None else table.get_usual_fee(row)
    if not usual_fee:
        return []
    currency = event.tournament.currency
    offers = table.list_offers(row, timezone.now()) if row is not None else []
    sentences = [
        f"{describe_offer(offer, currency)}."
        for offer in offers
        if offer.category != USUAL or not offer.is_usual
    ]
    terms = get_late_terms(registration)
    if terms is not None:
        text = (
            gettext("Since %(day)s a late fee of %(late)s is added: the usual price is %(total)s now.")
            if terms.is_due
            else gettext("From %(day)s a late fee of %(late)s is added: the usual price is then %(total)s.")
        )
        amounts = {
            "late": format_fee(terms.amount, currency),
            "total": format_fee(usual_fee + terms.amount, currency),
        }
        sentences.append(text % {**amounts, "day": date_format(terms.since, "j F")})
    return sentences
