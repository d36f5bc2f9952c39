"""Actions on fund terms: turn on fees, change them, open and change pools and auctions."""

from collections.abc import Callable, Mapping
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext

from matches.seen_values import require_unchanged
from rules.errors import Refusal
from tournaments.finances import forms as fund_forms
from tournaments.finances.messages import describe_unpaid_flights
from tournaments.finances.models import FundKind
from tournaments.finances.queries import changed_dues, prepaid_fees, prize_flights
from tournaments.finances.queries.funds import FEES, get_cash_desk, get_terms
from tournaments.finances.queries.money_obstacles import get_turn_on_obstacle
from tournaments.finances.queries.payers import get_payers
from tournaments.finances.queries.unpaid_flights import find_unpaid_flights
from tournaments.finances.services import funds
from tournaments.finances.views import pages
from tournaments.finances.views.payout_previews import run_unless_payouts_change
from tournaments.messages.long_lists import join_sentences
from tournaments.models import Event
from tournaments.play.entries.queries import fee_debts
from tournaments.play.tournaments.queries.currency_obstacles import find_currency_obstacle
from tournaments.web.decorators import event_url, require_user
from tournaments.web.form_views import describe_form_errors
from tournaments.web.forms import new_key
from tournaments.web.responses import see_other


def turn_on_fees(request: HttpRequest, event: Event) -> HttpResponse:
    """Open the cash desk of the tournament, and turn on fees on these terms."""
    obstacle = get_turn_on_obstacle(event.tournament)
    chosen_currency = pages.make_currency_form(event.tournament, obstacle, request.POST)
    if not chosen_currency.is_valid():
        return pages.render_page(request, event, "money", faulty=describe_form_errors(chosen_currency))
    currency = chosen_currency.cleaned_data["currency"]
    form = _make_form(request, event, FundKind.ENTRY, currency)
    if not form.is_valid():
        extra_context = {"form": form, "currency_form": chosen_currency}
        return pages.render_page(
            request, event, "money", faulty=describe_form_errors(form), extra_context=extra_context
        )
    former_debts = fee_debts.list_fee_debts([event])
    try:
        funds.turn_on_fees(
            event=event,
            currency=currency,
            options=form.options(),
            by=require_user(request),
            key=_get_key(form),
        )
    except Refusal as refusal:
        return pages.render_page(
            request,
            event,
            "money",
            refusal=refusal,
            extra_context={"form": form, "currency_form": chosen_currency},
        )
    dues = changed_dues.find_changed_dues(event, None, before={})
    effects = _describe_changed_debts(event, former_debts)
    effects += changed_dues.describe_changed_dues(dues, currency) if dues.owing or dues.overpaid else []
    effects += changed_dues.describe_recorded_marks(event, before={})
    effects += filter(None, [describe_unpaid_flights(find_unpaid_flights(event, get_terms(event)[FEES]))])
    messages.success(request, join_sentences([gettext("Fees are turned on for this event."), *effects]))
    return see_other(event_url("money", event))


def _render_terms(
    request: HttpRequest,
    event: Event,
    fund: int,
    posted: fund_forms.FundForm,
    currency_form: fund_forms.CurrencyForm,
    **more: Any,
) -> HttpResponse:
    """Show the terms again, with those and the currency that were sent for one fund."""
    flights = prize_flights.list_flight_keys(event)
    rows = [
        (terms, posted if terms.fund == fund else pages.make_terms_form(event, terms, flights))
        for terms in get_terms(event).values()
    ]
    context = {"forms": rows} | ({"currency": currency_form} if fund == FEES else {})
    return pages.render_page(request, event, "terms", extra_context=context, **more)


def change_terms(request: HttpRequest, event: Event) -> HttpResponse:
    """Change the terms of the fees or of a pool."""
    number = request.POST.get("fund", "")
    terms = get_terms(event).get(int(number) if number.isdecimal() and len(number) < 6 else FEES)
    cash_desk = get_cash_desk(event.tournament)
    if terms is None or cash_desk is None:
        return pages.render_page(
            request, event, "money", refusal=Refusal("money_off", name=event.tournament.name)
        )
    obstacle = find_currency_obstacle(event.tournament)
    currency_form = pages.make_currency_form(event.tournament, obstacle, request.POST)
    currency = currency_form.cleaned_data["currency"] if currency_form.is_valid() else ""
    form = pages.make_terms_form(event, terms, prize_flights.list_flight_keys(event), request.POST, currency)
    faulty_form = next((each for each in (currency_form, form) if not each.is_valid()), None)
    if faulty_form is not None:
        faulty = describe_form_errors(faulty_form)
        return _render_terms(request, event, terms.fund, form, currency_form, faulty=faulty)
    by, key, options = require_user(request), _get_key(form), form.options()

    def save() -> str:
        require_unchanged(request.POST, form, currency_form)
        before = changed_dues.list_payers(event, terms.fund)
        former_debts = fee_debts.list_fee_debts([event])
        recorded = prepaid_fees.sum_sign_up_payments(event)
        if terms.fund == FEES:
            funds.set_fees(event=event, options=options, by=by, key=key, currency=currency)
        else:
            funds.change_fund(event=event, fund=terms.fund, options=options, by=by, key=key)
        dues = changed_dues.find_changed_dues(event, terms, before)
        effects = _describe_changed_debts(event, former_debts, dues)
        marks = changed_dues.describe_recorded_marks(event, recorded)
        return join_sentences([gettext("Terms changed."), *effects, *marks])

    try:
        message, question = run_unless_payouts_change(request, event, save)
    except Refusal as refusal:
        return _render_terms(request, event, terms.fund, form, currency_form, refusal=refusal)
    if question is None:
        messages.success(request, message)
    return question or see_other(event_url("money-terms", event))


def turn_off_fees(request: HttpRequest, event: Event) -> HttpResponse:
    """Turn off fees."""
    former_debts = fee_debts.list_fee_debts([event])
    try:
        funds.turn_off_fees(event=event, by=require_user(request))
    except Refusal as refusal:
        return pages.render_page(request, event, "terms" if get_terms(event) else "money", refusal=refusal)
    effects = _describe_changed_debts(event, former_debts)
    messages.success(request, join_sentences([gettext("Fees are turned off for this event."), *effects]))
    return see_other(event_url("money", event))


def _describe_changed_debts(
    event: Event, before: fee_debts.Debts, dues: changed_dues.ChangedDues | None = None
) -> list[str]:
    """Return whose debt has changed, and with `dues` what that means for those who have paid."""
    sentences = fee_debts.describe_changed_debts(before, fee_debts.list_fee_debts([event]))
    if dues is not None and (dues.has_changed or not sentences):
        sentences += changed_dues.describe_changed_dues(dues, event.tournament.currency)
    return sentences


def open_pool(request: HttpRequest, event: Event) -> HttpResponse:
    """Open a side pool."""
    return _open_fund(request, event, FundKind.POOL)


def open_auction(request: HttpRequest, event: Event) -> HttpResponse:
    """Open an auction."""
    return _open_fund(request, event, FundKind.AUCTION)


def _open_fund(request: HttpRequest, event: Event, kind: FundKind) -> HttpResponse:
    cash_desk = get_cash_desk(event.tournament)
    if cash_desk is None or not get_terms(event):
        return pages.render_page(
            request, event, "money", refusal=Refusal("money_off", name=event.tournament.name)
        )
    form = _make_form(request, event, kind, event.tournament.currency)
    if not form.is_valid():
        return pages.render_page(
            request, event, "terms", faulty=describe_form_errors(form), extra_context={FORM_NAMES[kind]: form}
        )
    try:
        funds.open_fund(
            event=event, kind=kind, options=form.options(), by=require_user(request), key=_get_key(form)
        )
    except Refusal as refusal:
        return pages.render_page(
            request, event, "terms", refusal=refusal, extra_context={FORM_NAMES[kind]: form}
        )
    messages.success(request, gettext("%(name)s is open.") % {"name": form.options().name})
    return see_other(event_url("money-auction" if kind is FundKind.AUCTION else "money", event))


FORM_NAMES = {FundKind.POOL: "new_pool", FundKind.AUCTION: "new_auction"}


def _make_form(request: HttpRequest, event: Event, kind: FundKind, currency: str) -> fund_forms.FundForm:
    flights = prize_flights.list_flight_keys(event)
    initial = fund_forms.initial_for_new_fund(kind, flights)
    return fund_forms.FundForm(
        request.POST,
        currency=currency,
        kind=kind,
        flights=flights,
        payers=get_payers(event),
        initial=initial,
    )


def _get_key(form: forms.Form) -> str:
    return form.cleaned_data["key"] or new_key()


ACTIONS: Mapping[str, Callable[[HttpRequest, Event], HttpResponse]] = {
    "on": turn_on_fees,
    "off": turn_off_fees,
    "terms": change_terms,
    "pool": open_pool,
    "auction": open_auction,
}
