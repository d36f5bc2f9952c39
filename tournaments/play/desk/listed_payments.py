"""The prices and payments of a list of entries, as the preview of the entry box shows them."""

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext

from matches.messages.stored_reasons import describe_stored_reason
from matches.names import PAIR_SEPARATOR
from tournaments import registry
from tournaments.messages.money import format_money
from tournaments.models import Event, PaymentMethod
from tournaments.name_lists.entry_box import LineStatus
from tournaments.name_lists.entry_details import MatchedLine, Particulars
from tournaments.name_lists.line_labels import NEW_PERSON, OTHER_PERSON
from tournaments.name_lists.listed_payments import PAID, YES, ListedPayment
from tournaments.registry import ListedDue

# Lines of these are left out, so that nothing of them is recorded.
LEFT_OUT = frozenset((LineStatus.ENTERED, LineStatus.REPEATED, LineStatus.WITHDRAWN))
# A line, its place, whom it can mean as the preview asks, and what that means for the cash desk.
ListedAnswer = tuple[MatchedLine, int, str, ListedDue]


def make_payments_context(
    event: Event, lines: Sequence[MatchedLine], paid_on: date | None = None
) -> dict[str, Any]:
    """Return what the lines pay by their number, and how many are marked as paid with which sum.

    Nothing if no line names a price or a payment. `unused_payments` are these if the event takes no fees,
    `unrecorded_payments` those of people who are entered already. `paid_by_way` are the sums of the lines
    that name a way, and `without_way` says whether a line names none.
    `paid_on` is the day of payment of the lines that name none, None for today; the page has a field for it
    where a late fee is due by now. The sum is that of lines that are entered in any case. `chosen_payments`
    are what others pay, by the name of the field that says so, see `forms.count_chosen_payments`.
    """
    answers = [
        (line, place, answer, player)
        for place, line in enumerate(lines)
        for answer, player in _list_answers(line).items()
    ]
    unrecorded_payments = [
        text for line in lines if line.standing in LEFT_OUT and (text := _describe_payment(line))
    ]
    is_priced = any(line.about.price or any(line.about.payment) for line, *_answer in answers)
    if not is_priced and not unrecorded_payments:
        return {}
    payments = [
        _make_payment(number, line.about, player, paid_on)
        for number, (line, _place, _answer, player) in enumerate(answers)
    ]
    dues = _list_dues(event, payments)
    if not dues:
        texts = (_describe_unused(line) for line in lines if _list_answers(line))
        return {"unused_payments": [text for text in texts if text]}
    listed_answers = [(*answer[:3], dues[number]) for number, answer in enumerate(answers)]
    currency = event.tournament.currency
    return {
        "dues": _show_dues_of_lines(listed_answers, currency) if is_priced else {},
        "unrecorded_payments": unrecorded_payments,
        "methods": PaymentMethod.choices,
        **_ask_for_day(event, lines, paid_on),
        **_sum_payments(listed_answers, currency),
    }


def _list_dues(event: Event, payments: Sequence[ListedPayment]) -> dict[int, ListedDue]:
    """Return what the payments mean for the cash desk; empty if the event takes no fees."""
    # An event that takes fees has dues, also for somebody new.
    payments_or_probe = payments or [ListedPayment(0, None, "", "")]
    return dict(item for each in registry.listed_dues(event, payments_or_probe) for item in each.items())


def _make_payment(number: int, about: Particulars, player: int | None, paid_on: date | None) -> ListedPayment:
    return ListedPayment(number, player, about.price, about.paid, about.paid_by, about.paid_on or paid_on)


def _ask_for_day(event: Event, lines: Sequence[MatchedLine], paid_on: date | None) -> dict[str, Any]:
    """Return the day of payment to choose and that of the late fee, if it decides about somebody's."""
    late_fee = next(filter(None, registry.late_fees(event)), None)
    if late_fee is None or all(line.about.paid_on or not line.about.paid for line in lines):
        return {}
    return {"late_since": late_fee.since, "paid_on": paid_on or timezone.localdate()}


def _sum_payments(listed_answers: Sequence[ListedAnswer], currency: str) -> dict[str, Any]:
    """Return what is paid by the lines entered in any case, by those to be chosen, and by each way."""
    amounts_paid = [
        listed_due.paid
        for _line, _place, answer, listed_due in listed_answers
        if listed_due.paid and not answer
    ]
    sums_by_way: Counter[str] = Counter()
    for line, _place, answer, listed_due in listed_answers:
        if listed_due.paid and (not answer or not line.about.paid_by):
            sums_by_way[line.about.paid_by] += listed_due.paid
    return {
        "paid_by_way": _describe_ways(
            {method: total for method, total in sums_by_way.items() if method}, currency
        ),
        "without_way": "" in sums_by_way,
        "chosen_payments": [
            (f"{PAID}-{place}-{answer}", listed_due.paid)
            for _line, place, answer, listed_due in listed_answers
            if answer and listed_due.paid
        ],
        "paid_count": len(amounts_paid),
        "paid_sum": sum(amounts_paid),
        "paid_amount": format_money(sum(amounts_paid), currency),
    }


def _show_dues_of_lines(listed_answers: Sequence[ListedAnswer], currency: str) -> dict[int, dict[str, Any]]:
    """Return what each line pays, by its number."""
    lines = {line.number: line for line, *_rest in listed_answers}
    return {
        number: _show_dues(
            [listed_due for other, _place, _answer, listed_due in listed_answers if other.number == number],
            line.about.paid_by,
            currency,
        )
        for number, line in lines.items()
    }


def _list_answers(line: MatchedLine) -> dict[str, int | None]:
    """Return whom a line can mean (key, None if new) by the answer of the preview; "" if it asks nothing.

    Those who have an entry are left out.
    """
    if line.is_taken:
        return {"": line.player}
    if line.asks_person:
        is_pair = PAIR_SEPARATOR in line.name
        players = {person: player for person, player in line.choices if player != line.player}
        new = {NEW_PERSON: None} if line.sits or not is_pair else {}
        return {person: None if is_pair else player for person, player in players.items()} | new
    return {OTHER_PERSON: None} if line.may_be_another else {}


def _describe_unused(line: MatchedLine) -> str:
    """Return what a line says of money, such as "Anna Rossi: member, paid 15"; "" if nothing."""
    parts = ", ".join(filter(None, (line.about.price, _describe_paid(line))))
    return f"{line.name}: {parts}" if parts else ""


def _describe_payment(line: MatchedLine) -> str:
    """Return what a line says is paid, such as "Anna Rossi: paid 15 transfer"; "" if nothing."""
    paid = _describe_paid(line)
    return f"{line.name}: {paid}" if paid else ""


def _describe_paid(line: MatchedLine) -> str:
    payment = line.about.payment
    if not any(payment):
        return ""
    amount = "" if payment.paid == YES else payment.paid
    day = date_format(payment.paid_on, "j F") if payment.paid_on else ""
    method = PaymentMethod(payment.paid_by).label if payment.paid_by else ""
    return " ".join(filter(None, (gettext("paid"), amount, str(method), day, payment.unread_paid)))


def _describe_ways(sums: Mapping[str, int], currency: str) -> str:
    """Return the sums by the way to pay, such as "cash €40.00, transfer €8.00"."""
    return ", ".join(
        f"{PaymentMethod(method).label} {format_money(total, currency)}" for method, total in sums.items()
    )


def _show_dues(dues: Sequence[ListedDue], method: str, currency: str) -> dict[str, Any]:
    """Return what a line pays; of several people whom it can mean each amount once."""
    prices = dict.fromkeys(format_money(one.price, currency) for one in dues)
    names = dict.fromkeys(describe_stored_reason(one.code) for one in dues)
    paid = dict.fromkeys(format_money(one.paid, currency) for one in dues if one.paid)
    return {
        "price": " / ".join(prices),
        "name": " / ".join(filter(None, names)),
        "paid": " / ".join(paid),
        "stated": " / ".join(
            dict.fromkeys(format_money(one.stated, currency) for one in dues if one.stated > one.paid)
        ),
        "is_in_time": any(one.is_in_time for one in dues),
        "way": PaymentMethod(method).label if method else "",
        "is_unclear": any(one.is_unclear for one in dues),
    }
