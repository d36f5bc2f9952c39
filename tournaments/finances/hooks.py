"""What `finances` adds to the core: pages, API, messages, printouts, receivers and hooks."""

from collections.abc import Callable, Collection, Mapping, Sequence
from decimal import Decimal
from typing import Any
from urllib.parse import urlencode

from django.dispatch import receiver
from django.urls import reverse
from django.utils.translation import gettext

from matches import messages, refusal_statuses
from matches.messages.stored_reasons import add_stored_reasons
from matches.models import Player, User
from matches.registry import SectionLine, TemplateSection, own_data
from matches.signals import player_anonymised
from rules.errors import Refusal
from tournaments import registry
from tournaments.currencies import get_amount
from tournaments.finances import demo
from tournaments.finances.messages import FEE_REASONS, FINANCE_REFUSALS, RECEIPT_NOTES, get_fund_name
from tournaments.finances.models import Cashier, FundKind
from tournaments.finances.permissions import may_handle_money
from tournaments.finances.printouts import PRIZE_LIST, tabulate_public_prizes
from tournaments.finances.queries import (
    accounts,
    exports,
    funds,
    listed_dues,
    money_obstacles,
    payout_changes,
    prepaid_fees,
    prize_receipts,
    prizes,
)
from tournaments.finances.queries import auctions as auction_queries
from tournaments.finances.queries.funds import get_cash_desk, get_terms
from tournaments.finances.services import (
    auctions,
    cash_desks,
    cashiers,
    listed_payments,
    paid_sign_ups,
    payments,
)
from tournaments.finances.services.charges import decide_fee_of_withdrawn
from tournaments.finances.weekly_night_fees import WeeklyNightFees
from tournaments.journal.state import EventState
from tournaments.messages.money import format_money
from tournaments.models import Club, Event, OfficeKind, OfficeOffer, Tournament
from tournaments.name_lists.listed_payments import ListedPayment
from tournaments.permissions import may_manage
from tournaments.play.entries.services.listed_payments import PaymentsToRecord
from tournaments.registry import (
    EntryPayment,
    FeeBalance,
    FeeDebt,
    FinishItem,
    FinishStep,
    PageLink,
    PageSection,
    PageTab,
    PayoutChanges,
)
from tournaments.signals import (
    currency_changed,
    demo_event_drawn,
    entries_undone,
    entry_list_leaving,
    entry_list_paid,
    event_deleting,
    office_accepted,
    paid_sign_ups_entered,
    sign_up_fee_refunded,
    sign_up_marks_changed,
    tournament_deleting,
)

registry.page_urls.append("tournaments.finances.urls")
registry.api_urls.append("tournaments.finances.api.urls")
registry.fee_decisions.register(decide_fee_of_withdrawn)
registry.charged_fees.register(funds.get_charged_fees)
registry.listed_dues.register(listed_dues.list_listed_dues)
registry.has_payouts.register(payout_changes.has_paid_prizes)
registry.paid_players.register(money_obstacles.get_paid_players)
registry.report_tables.register(tabulate_public_prizes)
registry.printouts["prizes"] = PRIZE_LIST
registry.weekly_night_extensions["finances"] = WeeklyNightFees()
messages.add_sentences(FINANCE_REFUSALS)
add_stored_reasons(FEE_REASONS)
add_stored_reasons(RECEIPT_NOTES)
refusal_statuses.FORBIDDEN.add("cashiers_only")


@receiver(entries_undone, sender=Event)
def check_undone_entries(event: Event, players: frozenset[int], by: User, **_kwargs: Any) -> None:
    """Refuse an undo that would remove players who have paid from an event.

    What was paid with a sign-up stays with the sign-up and does not count.
    """
    paid_sign_ups.assign_receipts(event=event, by=by)
    payments.check_nothing_to_refund(event, players)


@receiver(entry_list_paid, sender=Event)
def record_listed_payments(
    event: Event,
    payments: Sequence[ListedPayment],
    recorded: PaymentsToRecord,
    by: User,
    key: str,
    **_kwargs: Any,
) -> None:
    """Charge the prices that a list of entries names, and take the payments that it marks."""
    listed_payments.record_listed_payments(event=event, payments=payments, recorded=recorded, by=by, key=key)


@receiver(entry_list_leaving, sender=Event)
def reverse_listed_payments(event: Event, key: str, by: User, **_kwargs: Any) -> None:
    """Reverse what a list of entries that is withdrawn brought to the cash desk."""
    listed_payments.reverse_listed_payments(event=event, key=key, by=by)


@registry.club_links.register
def list_club_links(club: Club, user: User | None) -> list[PageLink]:
    """Return a link to the list of open fees of a club, for its managers."""
    address = reverse("open-fees", args=[club.slug])
    return [PageLink(gettext("Open fees"), address)] if may_manage(user, club) else []


@registry.currency_obstacles.register
def find_currency_obstacle(tournament: Tournament) -> Refusal | None:
    """Return why the currency cannot be changed: money was charged, taken, counted or bid in it."""
    return money_obstacles.get_currency_obstacle(tournament, tournament.currency)


@receiver(currency_changed, sender=Tournament)
def convert_terms(tournament: Tournament, former: str, by: User, **_kwargs: Any) -> None:
    """Convert the terms of fees, pools and auctions to the new currency."""
    cash_desks.convert_terms(tournament=tournament, former=former, by=by)


@receiver(sign_up_marks_changed, sender=Event)
def write_receipts_of_marks(
    event: Event, paid: Collection[str], unpaid: Collection[str], by: User, **_kwargs: Any
) -> None:
    """Write the receipts of sign-ups that were marked as paid, and reverse those of removed marks."""
    paid_sign_ups.assign_receipts(event=event, by=by)
    paid_sign_ups.reverse_marked_fees(event=event, keys=unpaid, by=by)
    paid_sign_ups.take_marked_fees(event=event, keys=paid, by=by)


@receiver(paid_sign_ups_entered, sender=Event)
def assign_receipts_of_sign_ups(event: Event, by: User, **_kwargs: Any) -> None:
    """Assign what was paid with sign-ups to the players that they are entered as."""
    paid_sign_ups.assign_receipts(event=event, by=by)


@receiver(sign_up_fee_refunded, sender=Event)
def refund_fee_of_sign_up(event: Event, sign_up: str, method: str, by: User, **_kwargs: Any) -> None:
    """Write the receipt of the refund of a fee that was prepaid for a sign-up."""
    paid_sign_ups.refund_prepaid_fee(event=event, sign_up=sign_up, method=method, by=by)


@registry.prepaid_fees.register
def get_prepaid_fees(event: Event) -> Mapping[str, Decimal] | None:
    """Return the fees prepaid for sign-ups that are not entered, by key; None for an event without fees."""
    if not get_terms(event):
        return None
    currency = event.tournament.currency
    return {key: get_amount(amount, currency) for key, amount in prepaid_fees.sum_prepaid_fees(event).items()}


@registry.sign_up_payments.register
def get_sign_up_payments(event: Event) -> Mapping[str, Decimal]:
    """Return what was taken for the sign-ups of an event, by key."""
    sums, currency = prepaid_fees.sum_sign_up_payments(event), event.tournament.currency
    return {key: get_amount(amount, currency) for key, amount in sums.items()}


@registry.event_obstacles.register
def find_event_obstacle(event: Event) -> Refusal | None:
    """Return why an event cannot be deleted: money was charged, taken or bid for it."""
    return Refusal("event_has_money", name=event.name) if money_obstacles.has_money(event) else None


@registry.tournament_obstacles.register
def find_tournament_obstacle(tournament: Tournament) -> Refusal | None:
    """Return why a tournament cannot be deleted: its cash desk has receipts or cash counts."""
    has_money = money_obstacles.has_cash(tournament)
    return Refusal("tournament_has_money", name=tournament.name) if has_money else None


@receiver(event_deleting, sender=Event)
def delete_fees(event: Event, **_kwargs: Any) -> None:
    """Delete the terms of fees and pools of an event."""
    cash_desks.delete_terms(event)


@receiver(tournament_deleting, sender=Tournament)
def delete_cash_desk(tournament: Tournament, **_kwargs: Any) -> None:
    """Delete the unused cash desk of a tournament."""
    cash_desks.delete_cash_desk(tournament)


@receiver(player_anonymised, sender=Player)
def anonymise_buyers(former_names: dict[int, str], placeholder: str, **_kwargs: Any) -> None:
    """Anonymise a player's name in auctions where they bought."""
    auctions.anonymise_buyer(former_names=former_names, placeholder=placeholder)


@receiver(office_accepted, sender=OfficeOffer)
def appoint_accepted_cashier(offer: OfficeOffer, user: User, **_kwargs: Any) -> None:
    """Appoint a cashier who has accepted the offer."""
    if offer.kind == OfficeKind.CASHIER and offer.tournament is not None:
        cashiers.appoint_cashier(tournament=offer.tournament, username=user.get_username(), by=offer.by)


@receiver(demo_event_drawn, sender=Event)
def add_demo_fees(event: Event, director: User, **_kwargs: Any) -> None:
    """Add fees and a side pool to the demo event."""
    demo.add_fees(event, director)


@registry.event_tabs.register
def list_public_tabs(event: Event, user: User | None, is_director: bool) -> list[PageTab]:
    """Return the tabs of the public pages: prizes where public, and the cash desk for cashiers."""
    visibility = funds.get_visibility(event)
    tabs = []
    if any(visibility.values()):
        tabs.append(PageTab(90, "prizes", gettext("Prizes")))
    if visibility and not is_director and may_handle_money(user, event.tournament):
        tabs.append(PageTab(30, "money", gettext("Finances")))
    return tabs


@registry.event_versions.register
def get_tabs_version(event: Event, user: User | None) -> tuple[Any, ...]:
    """Return a version of the tabs: it depends on the latest terms and on the user."""
    return (funds.get_terms_version(event), may_handle_money(user, event.tournament))


@registry.tournament_sections.register
def list_fee_sections(tournament: Tournament, _reader: User | None) -> list[PageSection]:
    """Return the section with the fees and the prize pools so far, of events with public prizes."""
    cash_desk = funds.get_cash_desk(tournament)
    pots = prizes.list_public_pots(tournament) if cash_desk is not None else []
    if not pots:
        return []
    context = {"cash_desk": cash_desk, "pots": pots}
    return [PageSection(20, "finances/_tournament_section.html", context)]


@registry.desk_tabs.register
def list_desk_tabs(_event: Event) -> list[PageTab]:
    """Return the cash desk as a tab for directors, who turn on fees there."""
    return [PageTab(60, "money", gettext("Finances"))]


@registry.entry_notes.register
def list_payment_notes(event: Event) -> Mapping[int, str]:
    """Return by entry number what each entry has still to pay, or that it has paid."""
    terms = get_terms(event)
    if not terms:
        return {}
    notes, currency, paid = {}, event.tournament.currency, gettext("paid")
    for account in accounts.list_accounts(event, terms):
        if account.entry is None or not (account.owes or account.paid):
            continue
        amount = format_money(account.owes, currency)
        to_pay = gettext("%(amount)s to pay") % {"amount": amount}
        notes[account.entry.number] = to_pay if account.owes else paid
    return notes


@registry.paid_entries.register
def list_paid_entries(event: Event) -> list[int]:
    """Return the numbers of the entries that have paid something and owe nothing."""
    terms = get_terms(event)
    return [
        account.entry.number
        for account in (accounts.list_accounts(event, terms) if terms else ())
        if account.entry is not None and account.paid and not account.owes
    ]


@registry.payment_methods.register
def get_payment_methods(event: Event) -> Mapping[int, Sequence[str]]:
    """Return by player how the entry fee that they have paid was paid."""
    return prepaid_fees.list_payment_methods(event)


@registry.fee_balances.register
def get_fee_balances(event: Event) -> Mapping[int, FeeBalance]:
    """Return by player the entry fee, with a late fee that is due, and what was paid of it.

    Somebody who has withdrawn can have paid too, and has to pay it after a published draw.
    """
    terms, currency = get_terms(event), event.tournament.currency
    if not terms:
        return {}
    return {
        account.player.pk: FeeBalance(
            get_amount(account.fee_to_pay, currency), get_amount(account.paid_fee, currency)
        )
        for account in accounts.list_accounts(event, terms)
        if account.fee_due or account.has_paid_fee or (account.is_playing and account.has_settled_fee)
    }


@registry.fee_debts.register
def list_fee_debts(event: Event) -> Mapping[str, FeeDebt]:
    """Return what the entries of an event have to pay of the entry fee, and what they have paid of it."""
    terms, currency = get_terms(event), event.tournament.currency
    return {
        f"player-{account.player.pk}": FeeDebt(
            account.player.desk_name,
            FeeBalance(get_amount(account.fee_to_pay, currency), get_amount(account.paid_fee, currency)),
        )
        for account in (accounts.list_accounts(event, terms) if terms else ())
        if account.entry is not None
    }


@registry.prepaid_balances.register
def get_prepaid_balances(event: Event) -> Mapping[str, FeeBalance]:
    """Return the fee of each sign-up that is marked as paid and not entered, and what was taken for it."""
    payers, currency = prepaid_fees.list_prepaid_payers(event), event.tournament.currency
    return {
        key: FeeBalance(get_amount(payer.due, currency), get_amount(payer.paid, currency))
        for key, payer in payers.items()
    }


@registry.entry_payments.register
def get_entry_payments(event: Event) -> Mapping[int, EntryPayment]:
    """Return what was paid for the entries to the fees and the pools, and the page of their accounts."""
    terms, tournament = get_terms(event), event.tournament
    if not terms:
        return {}
    page = reverse("money", args=[tournament.club.slug, tournament.slug, event.slug])
    return {
        account.player.pk: EntryPayment(
            get_amount(account.paid_to_fees_and_pools, tournament.currency),
            get_amount(account.refunded_fee, tournament.currency),
            PageLink(gettext("Finances"), f"{page}?{urlencode({'find': account.player.desk_name})}"),
            undecided=get_amount(account.undecided_sum, tournament.currency),
            retained=get_amount(account.retained, tournament.currency),
        )
        for account in accounts.list_accounts(event, terms)
        if account.entry is not None and (account.paid_to_fees_and_pools or account.refunded_fee)
    }


@registry.finish_steps.register
def list_unpaid_fees(event: Event, user: User | None) -> list[FinishStep]:
    """Return the fees still to collect, from which prizes are paid."""
    tournament = event.tournament
    cash_desk, terms = get_cash_desk(tournament), get_terms(event)
    if cash_desk is None or not terms or not may_handle_money(user, tournament):
        return []
    unpaid = sum(account.owes for account in accounts.list_accounts(event, terms))
    if unpaid <= 0:
        return []
    text = gettext("Collect the fees still owed: %(amount)s") % {
        "amount": format_money(unpaid, tournament.currency)
    }
    address = reverse("money", args=[tournament.club.slug, tournament.slug, event.slug])
    return [FinishStep(5, text, address, gettext("Collect"), False)]


@registry.finish_steps.register
def list_unpaid_sales(event: Event, user: User | None) -> list[FinishStep]:
    """Return the prices of an auction still to collect from its buyers."""
    tournament, terms = event.tournament, get_terms(event)
    sales = funds.filter_by_kind(terms, FundKind.AUCTION)
    if not sales or not may_handle_money(user, tournament):
        return []
    unpaid = sum(payer.owes for one in sales for _buyer, payer in auction_queries.list_buyers(event, one))
    if not unpaid:
        return []
    text = gettext("Collect what buyers of the auction still owe: %(amount)s") % {
        "amount": format_money(unpaid, tournament.currency)
    }
    address = reverse("money-auction", args=[tournament.club.slug, tournament.slug, event.slug])
    return [FinishStep(6, text, address, gettext("Collect"), False)]


@registry.finish_steps.register
def list_prepaid_refunds(event: Event, user: User | None) -> list[FinishStep]:
    """Return the fees to refund of registrations that have ended."""
    tournament = event.tournament
    if not get_terms(event) or not may_handle_money(user, tournament):
        return []
    amount = prepaid_fees.sum_to_refund(prepaid_fees.list_prepaid_fees(event))
    if not amount:
        return []
    text = gettext("Refund the fees of registrations that have ended: %(amount)s") % {
        "amount": format_money(amount, tournament.currency)
    }
    address = reverse("money", args=[tournament.club.slug, tournament.slug, event.slug])
    return [FinishStep(7, text, address, gettext("Refund"), False)]


@registry.finish_steps.register
def list_undecided_fees(event: Event, user: User | None) -> list[FinishStep]:
    """Return what players who have withdrawn had paid, to be refunded or retained."""
    tournament, terms = event.tournament, get_terms(event)
    if not terms or not may_handle_money(user, tournament):
        return []
    amount = sum(account.undecided_sum for account in accounts.list_accounts(event, terms))
    if not amount:
        return []
    text = gettext("Refund or keep what players who have withdrawn had paid: %(amount)s") % {
        "amount": format_money(amount, tournament.currency)
    }
    address = reverse("money", args=[tournament.club.slug, tournament.slug, event.slug])
    return [FinishStep(8, text, f"{address}#withdrawn-payers", gettext("Decide"), False)]


@registry.finish_steps.register
def list_payouts(event: Event, user: User | None) -> list[FinishStep]:
    """Return the prizes to pay out, with a tick and the receipt for each one paid."""
    tournament = event.tournament
    cash_desk, terms = get_cash_desk(tournament), get_terms(event)
    if cash_desk is None or not terms or not may_handle_money(user, tournament):
        return []
    sheets = prizes.list_prizes(event, terms)
    # Nothing is due while nothing is paid in; such a prize is not one that was paid.
    claims = [claim for sheet in sheets for claim in sheet.claims if claim.due or claim.paid]
    receipts = prize_receipts.get_prize_receipts(event)
    place = (tournament.club.slug, tournament.slug, event.slug)
    items = tuple(
        _payout_item(
            claim,
            tournament.currency,
            place,
            receipts.get((claim.terms.fund, claim.recipient), 0),
            fund_name=get_fund_name(claim.terms) if len(terms) > 1 else "",
        )
        for claim in claims
    )
    if not items:
        return []
    is_done = all(item.is_done for item in items)
    address = reverse("money-prizes", args=place)
    return [FinishStep(10, gettext("Pay the prizes"), address, gettext("Pay out"), is_done, items)]


def _payout_item(
    claim: prizes.PrizeClaim, currency: str, place: tuple[str, str, str], receipt: int, *, fund_name: str
) -> FinishItem:
    """Return the line of a prize; `fund_name` is given where several funds pay prizes."""
    status, amount = gettext("paid"), claim.due
    if claim.owed > 0:
        status, amount = gettext("to pay"), claim.owed
    elif claim.to_return:
        status, amount = gettext("to return"), claim.to_return
    elif claim.is_open:
        status, amount = gettext("not decided yet"), claim.paid
    text = f"{claim.name}: {format_money(amount, currency)}"
    text = f"{text} ({fund_name})" if fund_name else text
    address = reverse("money-receipt", args=[*place, receipt]) if receipt else ""
    return FinishItem(text, status, claim.owed == 0, address, gettext("Receipt"))


@registry.correction_effects.register
def list_prizes_affected(event: Event, after: EventState) -> list[str]:
    """Return the prizes paid out that a change makes wrong: what was paid, and what would be due.

    Only for a change of results, which leaves what was paid in. Where one adds or removes entries, the
    question before the command names the prizes (`prepare_payout_comparison`): it knows the payments then.
    """
    cash_desk, terms = get_cash_desk(event.tournament), get_terms(event)
    if cash_desk is None or not terms or payout_changes.changes_payers(event, after):
        return []
    return _compare_payouts(event, prizes.list_prizes(event, terms), after)[0]


def _compare_payouts(
    event: Event, before: list[prizes.FundPrizes], after: EventState | None = None
) -> tuple[list[str], str]:
    """Return the sentences about paid prizes that differ from those before, and the code of the changes."""
    claims = payout_changes.list_changed_payouts(before, prizes.list_prizes(event, state=after))
    sentences = payout_changes.describe_changed_payouts(claims, event.tournament.currency)
    return sentences, payout_changes.make_acceptance(claims)


@registry.payout_comparisons.register
def prepare_payout_comparison(event: Event) -> Callable[[], PayoutChanges | None] | None:
    """Return a function that compares the paid prizes of now with those due when it is called."""
    if not payout_changes.has_paid_prizes(event):
        return None
    before = prizes.list_prizes(event)

    def compare() -> PayoutChanges | None:
        sentences, code = _compare_payouts(event, before)
        return PayoutChanges(tuple(sentences), code) if sentences else None

    return compare


@registry.official_sections.register
def list_cashiers(tournament: Tournament) -> list[TemplateSection]:
    """Return the cashiers of a tournament, with a link to the page on which they are appointed."""
    cashiers = Cashier.objects.filter(cash_desk__tournament=tournament, ended_at=None).select_related("user")
    event = tournament.events.order_by("id").first()
    address = reverse("money-cash", args=[tournament.club.slug, tournament.slug, event.slug]) if event else ""
    return [
        TemplateSection(
            gettext("Cashiers"),
            tuple(SectionLine(str(cashier.user)) for cashier in cashiers),
            address,
            gettext("Appoint cashiers at the cash desk"),
            gettext(
                "No cashiers. Directors, the officials of this tournament and the secretary take and "
                "make payments."
            ),
        )
    ]


@own_data.register
def get_payments(player: Player) -> dict[str, Any]:
    """Return the payments recorded for a player."""
    return {"money": exports.export_payments(player)}
