"""Accounts of the players of an event: dues, payments and surplus by fund."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from django.db.models import F, Q, Sum

from matches.models import Player
from tournaments.finances.models import PAID_KINDS, Charge, FundKind, FundTerms, ReceiptLine, ReceiptLineKind
from tournaments.finances.prizes.pot import Fund, Payer, compute_fund
from tournaments.finances.prizes.stakes import share_by_bracket, sum_stakes
from tournaments.finances.queries import auctions
from tournaments.finances.queries.dues import (
    AccountEntry,
    ChargeRow,
    ChargeSummary,
    Due,
    DueLateFee,
    Participation,
    Payments,
    add_late_fee,
    compute_due,
    compute_half_due,
    get_participation,
    list_withdrawn_after_draw,
    may_owe_late_fee,
    summarize_charges,
)
from tournaments.finances.queries.entered_brackets import EnteredBrackets, find_entered_brackets
from tournaments.finances.queries.funds import FEES, get_terms
from tournaments.finances.queries.late_fees import find_late_fees
from tournaments.finances.queries.player_prices import find_player_prices
from tournaments.journal.state import EventState
from tournaments.models import EntryStatus, Event


@dataclass(frozen=True, slots=True)
class Account:
    """A player with dues in the order of the funds; `entry` is None if no longer entered."""

    player: Player
    entry: AccountEntry | None
    dues: tuple[Due, ...]
    participation: Participation

    @property
    def owes(self) -> int:
        """The total still to be paid."""
        return sum(player_due.owes for player_due in self.dues)

    @property
    def paid(self) -> int:
        """The total paid."""
        return sum(player_due.payer.paid for player_due in self.dues)

    @property
    def surplus(self) -> int:
        """The total to be refunded."""
        return sum(player_due.payer.surplus for player_due in self.dues)

    @property
    def refundable(self) -> tuple[Due, ...]:
        """The dues with a refundable amount."""
        return tuple(player_due for player_due in self.dues if player_due.refundable)

    @property
    def pools(self) -> tuple[Due, ...]:
        """The side pools."""
        return tuple(player_due for player_due in self.dues if player_due.terms.kind == FundKind.POOL.value)

    @property
    def has_settled_fee(self) -> bool:
        """Whether the entry fee is paid in full, or an individual fee is nothing."""
        return any(
            not player_due.owes and (player_due.payer.paid > 0 or player_due.own_fee)
            for player_due in self._entry_fees
        )

    @property
    def has_own_fee(self) -> bool:
        """Whether an individual fee is set."""
        return any(player_due.own_fee for player_due in self._entry_fees)

    @property
    def has_mini_brackets(self) -> bool:
        """Whether the fee is due for each mini bracket that the player enters."""
        return any(player_due.stake is not None for player_due in self._entry_fees)

    @property
    def has_paid_fee(self) -> bool:
        """Whether something was paid for the entry fee and not refunded."""
        return self.paid_fee > 0

    @property
    def refunded_fee(self) -> int:
        """What was refunded of the entry fee."""
        return sum(max(0, player_due.received - player_due.payer.paid) for player_due in self._entry_fees)

    @property
    def undecided(self) -> tuple[Due, ...]:
        """The fees and pools that a player who has withdrawn has paid, until refunded or retained."""
        if self.entry is None or self.entry.status != EntryStatus.WITHDRAWN.value:
            return ()
        return tuple(
            player_due
            for player_due in self.dues
            if player_due.terms.kind != FundKind.AUCTION.value and player_due.payer.paid > player_due.retained
        )

    @property
    def undecided_sum(self) -> int:
        """What is to be refunded or retained in all."""
        return sum(player_due.payer.paid for player_due in self.undecided)

    @property
    def retained(self) -> int:
        """What is retained of what a player who has withdrawn had paid."""
        if self.entry is None or self.entry.status != EntryStatus.WITHDRAWN.value:
            return 0
        return sum(min(player_due.retained, player_due.payer.paid) for player_due in self.dues)

    @property
    def paid_to_fees_and_pools(self) -> int:
        """What was paid and not refunded, apart from auctions: it can be refunded after a withdrawal."""
        return sum(
            player_due.payer.paid
            for player_due in self.dues
            if player_due.terms.kind != FundKind.AUCTION.value
        )

    @property
    def fee_due(self) -> int:
        """What is still to be paid of the entry fee."""
        return sum(player_due.owes for player_due in self._entry_fees)

    @property
    def paid_fee(self) -> int:
        """What was paid of the entry fee and not refunded."""
        return sum(player_due.payer.paid for player_due in self._entry_fees)

    @property
    def fee_to_pay(self) -> int:
        """The entry fee to pay in all, paid or not."""
        return sum(player_due.payer.due for player_due in self._entry_fees)

    @property
    def late_fee(self) -> int:
        """The part of `fee_due` that is a late fee."""
        return sum(player_due.late_fee for player_due in self._entry_fees)

    @property
    def without_late_fee(self) -> "Account":
        """The account as it was before the late fee of now, for what was paid then."""
        return replace(self, dues=tuple(player_due.without_late_fee for player_due in self.dues))

    @property
    def owed_in_time(self) -> int:
        """The total still to be paid by somebody who has paid before the late fee of now."""
        return self.without_late_fee.owes

    @property
    def _entry_fees(self) -> list[Due]:
        return [player_due for player_due in self.dues if player_due.terms.fund == FEES]

    @property
    def is_playing(self) -> bool:
        """Whether the player is entered, not withdrawn and not on the waiting list."""
        return self.participation is Participation.PLAYS

    @property
    def has_withdrawn(self) -> bool:
        """Whether the player was entered and has withdrawn."""
        return self.entry is not None and self.entry.status == EntryStatus.WITHDRAWN.value

    @property
    def may_owe_fee(self) -> bool:
        """Whether the player plays, or has withdrawn after a published draw."""
        return self.participation is not Participation.NONE


def list_accounts(
    event: Event, terms: Mapping[int, FundTerms] | None = None, state: EventState | None = None
) -> list[Account]:
    """Return the accounts of all entered players by number, then of removed ones, late fees included.

    `state` is that of a preview, in which the mini brackets may be others. Seven queries, those for the
    published draws if a player is withdrawn, those for the late fee if somebody may owe it, and one for the
    mini brackets of an event that has them.
    """
    terms = get_terms(event) if terms is None else terms
    entered = _load_entered_players(event)
    summaries, paid, halves = (
        _summarize_event(event),
        _sum_payments(event),
        auctions.sum_bought_halves(event, terms),
    )
    former_players = {player for player, _ in (*summaries, *paid, *halves)} - {
        player.pk for player, _ in entered
    }
    other_players = Player.objects.filter(pk__in=former_players).order_by("name", "pk")
    withdrawn_after_draw = list_withdrawn_after_draw(event, [entry for _, entry in entered])
    _add_prices(summaries, event, terms.get(FEES))
    _add_brackets(summaries, entered, former_players, find_entered_brackets(event, state))

    def make_account(player: Player, entry: AccountEntry | None) -> Account:
        participation = get_participation(entry, withdrawn_after_draw)
        dues = tuple(
            compute_due(one, participation, summaries[player.pk, one.fund], paid[player.pk, one.fund])
            if one.kind != FundKind.AUCTION.value
            else compute_half_due(one, halves[player.pk, one.fund], paid[player.pk, one.fund].paid)
            for one in terms.values()
        )
        return Account(player, entry, dues, participation)

    account_list = [
        *(make_account(player, entry) for player, entry in entered),
        *(make_account(player, None) for player in other_players),
    ]
    return _add_late_fees(event, account_list, summaries)


def _add_prices(
    summaries: defaultdict[tuple[int, int], ChargeSummary], event: Event, terms: FundTerms | None
) -> None:
    """Add to the summaries of the entry fees the prices that players pay instead of the usual fee."""
    for player, price in find_player_prices(event, terms).items():
        summaries[player, FEES] = replace(summaries[player, FEES], price=price)


def _add_brackets(
    summaries: defaultdict[tuple[int, int], ChargeSummary],
    entered: Iterable[tuple[Player, AccountEntry]],
    former_players: Iterable[int],
    brackets: Mapping[int, EnteredBrackets] | None,
) -> None:
    """Add to the summaries of the entry fees the mini brackets of each player, if the event has any."""
    if brackets is None:
        return
    numbers = {player.pk: entry.number for player, entry in entered} | dict.fromkeys(former_players, 0)
    for player, number in numbers.items():
        of_entry = brackets.get(number, EnteredBrackets())
        summaries[player, FEES] = replace(summaries[player, FEES], brackets=of_entry)


def _add_late_fees(
    event: Event, account_list: list[Account], summaries: Mapping[tuple[int, int], ChargeSummary]
) -> list[Account]:
    """Return the accounts with the late fee that is due now in the fees of those who have to pay it."""
    players = {
        account.player.pk
        for account in account_list
        for player_due in account.dues
        if may_owe_late_fee(player_due)
    }
    late_fees = find_late_fees(event, players)
    return [
        replace(
            account,
            dues=_add_to_entry_fees(
                account.dues, summaries[account.player.pk, FEES], late_fees[account.player.pk]
            ),
        )
        if account.player.pk in late_fees
        else account
        for account in account_list
    ]


def _add_to_entry_fees(dues: Iterable[Due], summary: ChargeSummary, late_fee: DueLateFee) -> tuple[Due, ...]:
    return tuple(add_late_fee(each, summary, late_fee) if each.terms.fund == FEES else each for each in dues)


def get_account(event: Event, player: int, terms: Mapping[int, FundTerms] | None = None) -> Account | None:
    """Return the account of one player, None if unknown to the event."""
    return next((one for one in list_accounts(event, terms) if one.player.pk == player), None)


def list_entries_in_fund(account_list: Iterable[Account], terms: FundTerms) -> set[int]:
    """Return the numbers of the entries in a fund: all for the fees, those who joined for a pool."""
    return {
        account.entry.number
        for account in account_list
        for player_due in account.dues
        if account.entry is not None and player_due.terms.fund == terms.fund and player_due.is_in
    }


def sum_fund(account_list: Iterable[Account], terms: FundTerms, buyers: Iterable[Payer] = ()) -> Fund:
    """Return the fund of these terms: income, the share retained, and the pot."""
    dues = [each for account in account_list for each in account.dues if each.terms.fund == terms.fund]
    payers = [each.payer for each in dues]
    fund = compute_fund([*payers, *buyers], percent=terms.returned, added=terms.added)
    stakes = [stake for each in dues for stake in each.stakes]
    return share_by_bracket(fund, sum_stakes(stakes), terms.returned) if stakes else fund


def _load_entered_players(event: Event) -> list[tuple[Player, AccountEntry]]:
    """Return the players of an event with their entries, by number. One query."""
    entered = Player.objects.filter(entries__event=event).order_by("entries__number")
    entry_columns = {f"entry_{name}": F(f"entries__{name}") for name in AccountEntry._fields}
    return [
        (player, AccountEntry._make(getattr(player, name) for name in entry_columns))
        for player in entered.annotate(**entry_columns)
    ]


def _summarize_event(event: Event) -> defaultdict[tuple[int, int], ChargeSummary]:
    rows = Charge.objects.filter(event=event.pk).order_by("id")
    columns = rows.values_list("player", "fund", *ChargeRow._fields)
    return summarize_charges(((row[0], row[1]), ChargeRow._make(row[2:])) for row in columns)


def _sum_payments(event: Event) -> defaultdict[tuple[int, int], Payments]:
    rows = ReceiptLine.objects.filter(event=event.pk, kind__in=PAID_KINDS, player__isnull=False).order_by()
    is_refund = Q(kind=ReceiptLineKind.REFUND)
    sums = rows.values_list("player", "fund").annotate(
        received=Sum("amount", filter=~is_refund, default=0),
        refunded=Sum("amount", filter=is_refund, default=0),
    )
    return defaultdict(Payments, {(player, fund): Payments(*amounts) for player, fund, *amounts in sums})
