"""What pages of registration say about fees: a late fee that was changed, and the fee after a withdrawal."""

from collections.abc import Mapping
from decimal import Decimal

from django.utils.formats import date_format
from django.utils.translation import gettext, ngettext

from tournaments.messages.long_lists import join_sentences
from tournaments.messages.money import format_fee
from tournaments.play.entries.queries import fee_debts
from tournaments.registration.models import Registration, SignUp
from tournaments.registration.queries import event_fees, kept_late_fees, sign_up_lists
from tournaments.registration.queries.event_fees import LateTerms


def describe_saved_settings(
    registration: Registration, former_terms: LateTerms | None, former_debts: fee_debts.Debts
) -> str:
    """Return that the settings are saved, who keeps their late fee, and whose debt has changed."""
    sentences = [gettext("The registration settings have been saved.")]
    if event_fees.get_late_terms(registration) != former_terms:
        sentences += _describe_kept_late_fees(
            kept_late_fees.count_kept_terms(registration),
            kept_late_fees.count_late_fees_not_due(registration),
            registration.tournament.currency,
        )
    debts = fee_debts.list_debts_of_tournament(registration.tournament)
    sentences += fee_debts.describe_changed_debts(former_debts, debts)
    return join_sentences(sentences)


def _describe_kept_late_fees(
    terms_of_people: Mapping[LateTerms | None, int], paid: int, currency: str
) -> list[str]:
    """Return which late fees stay as they were after a change; empty if that concerns nobody.

    `terms_of_people` is how many people keep which terms, `paid` how many have paid what is not due now.
    """
    sentences = []
    for terms, count in terms_of_people.items():
        if terms is None:
            text = ngettext(
                "%(count)s person already signed up pays no late fee: none was announced then.",
                "%(count)s people already signed up pay no late fee: none was announced then.",
                count,
            )
            sentences.append(text % {"count": count})
            continue
        text = ngettext(
            "%(count)s person already signed up keeps the late fee of %(amount)s from %(day)s.",
            "%(count)s people already signed up keep the late fee of %(amount)s from %(day)s.",
            count,
        )
        day = date_format(terms.since, "j F")
        sentences.append(text % {"count": count, "amount": format_fee(terms.amount, currency), "day": day})
    if paid:
        text = ngettext(
            "%(count)s person has paid a late fee that is not due now; it stays paid.",
            "%(count)s people have paid a late fee that is not due now; it stays paid.",
            paid,
        )
        sentences.append(text % {"count": paid})
    return sentences


def describe_fee_after_withdrawal(sign_up: SignUp, event: int | None) -> str:
    """Return what becomes of the fee that was paid for an event, or for all (None); "" if none was paid."""
    places = sign_up_lists.list_places_of(sign_up)
    fees = [place.to_refund for place in places if event in (None, place.event.pk) and place.to_refund]
    if not fees:
        return ""
    text = gettext("You have paid %(amount)s: the organisers refund it, or keep it. This page says which.")
    return text % {"amount": format_fee(sum(fees, Decimal(0)), sign_up.registration.tournament.currency)}
