"""What the buttons of the list of registrations do: one service call each, and the message for the page."""

from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal

from django.utils.translation import gettext, ngettext

from matches.messages import get_sentence
from matches.models import User
from matches.views.errors import RefusalMessage, make_refusal_message
from rules.errors import Refusal
from tournaments.messages.money import format_fee
from tournaments.registration import forms
from tournaments.registration.models import EventSignUp, Registration
from tournaments.registration.queries import fees_to_refund, sign_up_fees, sign_up_lists
from tournaments.registration.queries.fees_of_marks import FeesOfMarks
from tournaments.registration.queries.sign_up_lists import get_entry_name
from tournaments.registration.services import approval, entering, fee_refunds, paid_marks


class PartlyDone(str):
    """The message of an action that was done for some only: pages show it as a warning."""

    __slots__ = ()


DeskAction = Callable[[Registration, forms.DeskForm, User], str]


def _change_status(action: str) -> DeskAction:
    def run(registration: Registration, form: forms.DeskForm, by: User) -> str:
        places = form.cleaned_data["place"]
        return _changed_message(
            approval.change_status(registration=registration, places=places, action=action, by=by)
        )

    return run


def _set_paid(registration: Registration, form: forms.DeskForm, by: User) -> str:
    data = form.cleaned_data
    method = data["method"] if data["action"] == forms.PAID else ""
    unpaid = sign_up_fees.list_unpaid(data["place"]) if method else []
    paid = {} if method else sign_up_fees.sum_payments(EventSignUp.objects.filter(pk__in=data["place"]))
    count = paid_marks.set_paid(registration=registration, places=data["place"], method=method, by=by)
    amounts = sign_up_fees.sum_payments(unpaid)
    if paid:
        amount = format_fee(sum(paid.values(), Decimal(0)), registration.tournament.currency)
        voided = gettext("Voided at the cash desk: %(amount)s.") % {"amount": amount}
        return f"{_changed_message(count)} {voided}"
    if not amounts:
        return _changed_message(count)
    payers = {place.sign_up_id: place.sign_up.name for place in unpaid if place.pk in amounts}
    return _received_message(
        format_fee(sum(amounts.values(), Decimal(0)), registration.tournament.currency),
        list(payers.values()),
    )


def describe_marks(marks: FeesOfMarks, currency: str) -> list[str]:
    """Return what marking these sign-ups as paid takes, and who of them has no place, as sentences."""
    text = ngettext(
        "%(count)s registration will be marked as paid: %(amount)s.",
        "%(count)s registrations will be marked as paid: %(amount)s.",
        len(marks.names),
    )
    sentences = [text % {"count": len(marks.names), "amount": format_fee(marks.amount, currency)}]
    if marks.waiting:
        text = ngettext(
            "%(count)s of them has no place: %(names)s.",
            "%(count)s of them have no place: %(names)s.",
            len(marks.waiting),
        )
        sentences.append(text % {"count": len(marks.waiting), "names": ", ".join(marks.waiting)})
    return sentences


def _received_message(amount: str, names: Sequence[str]) -> str:
    """Return the message after a sum was taken: it names the person, or says how many they are."""
    if len(names) == 1:
        return gettext("Received: %(amount)s from %(name)s.") % {"amount": amount, "name": names[0]}
    text = ngettext(
        "Received: %(amount)s from %(count)s person.",
        "Received: %(amount)s from %(count)s people.",
        len(names),
    )
    return text % {"amount": amount, "count": len(names)}


def _refund(registration: Registration, form: forms.DeskForm, by: User) -> str:
    places, method = form.cleaned_data["place"], form.cleaned_data["method"]
    names, amount = _describe_fees(registration, places)
    fee_refunds.refund_fees(registration=registration, places=places, method=method, by=by)
    return gettext("Refunded: %(amount)s (%(names)s).") % {"amount": amount, "names": names}


def _describe_fees(registration: Registration, places: Sequence[int]) -> tuple[str, str]:
    """Return the names of these sign-ups that have ended, and the sum of the fees paid for them."""
    rows = [place for place in sign_up_lists.list_places(registration) if place.row.pk in places]
    fees = [place.refundable_fee for place in rows if place.refundable_fee is not None]
    names = dict.fromkeys(place.name or place.sign_up.reference for place in rows)
    return ", ".join(names), format_fee(sum(fees, Decimal(0)), registration.tournament.currency)


def describe_refusal(refusal: Refusal, form: forms.DeskForm | None) -> RefusalMessage:
    """Return the message of a refused action; of a refund with a link to the page where it can be made."""
    link = None
    if form is not None and refusal.code in {"no_fee_to_refund", "paid_at_cash_desk"}:
        rows = EventSignUp.objects.filter(pk__in=form.cleaned_data["place"])
        places = list(rows.select_related("event__event__tournament__club"))
        payments = fees_to_refund.find_payments_of_entries(places)
        pages = [payment.page for payment in payments.values() if payment.paid]
        link = (pages[0].address, pages[0].text) if pages else None
    return make_refusal_message(refusal, link)


def _keep_fees(registration: Registration, form: forms.DeskForm, by: User) -> str:
    places = form.cleaned_data["place"]
    names, amount = _describe_fees(registration, places)
    fee_refunds.keep_fees(registration=registration, places=places, by=by)
    return gettext("Kept: %(amount)s (%(names)s).") % {"amount": amount, "names": names}


def _changed_message(count: int) -> str:
    return ngettext("%(count)s registration changed.", "%(count)s registrations changed.", count) % {
        "count": count
    }


def _enter(registration: Registration, form: forms.DeskForm, by: User) -> str:
    data = form.cleaned_data
    return _entered_message(
        entering.enter_sign_ups(
            registration=registration, places=data["place"], by=by, persons=data["persons"]
        )
    )


def _enter_all(registration: Registration, form: forms.DeskForm, by: User) -> str:
    data = form.cleaned_data
    seen = {int(key) for key in data["to_enter"].split()} if "to_enter" in form.data else None
    return _entered_message(
        entering.enter_sign_ups(
            registration=registration, places=None, by=by, seen=seen, persons=data["persons"]
        )
    )


def _entered_message(result: entering.EnteredSignUps) -> str:
    """Return how many were entered, whose sign-ups were left out, and each reason once."""
    text = ngettext("%(count)s registration entered.", "%(count)s registrations entered.", result.count)
    sentences = [text % {"count": result.count}]
    if result.left_out:
        names = dict.fromkeys(get_entry_name(place) for place, _refusal in result.left_out)
        sentences.append(gettext("Not entered: %(names)s.") % {"names": ", ".join(names)})
        reasons = [get_sentence(refusal.code, refusal.facts) for _place, refusal in result.left_out]
        sentences += dict.fromkeys(reasons)
        return PartlyDone(" ".join(sentences))
    return " ".join(sentences)


DESK_ACTIONS: Mapping[str, DeskAction] = {
    **{action: _change_status(action) for action in approval.STATUS_ACTIONS},
    forms.PAID: _set_paid,
    forms.UNPAID: _set_paid,
    forms.REFUND: _refund,
    forms.KEEP: _keep_fees,
    forms.ENTER: _enter,
    forms.ENTER_ALL: _enter_all,
}
