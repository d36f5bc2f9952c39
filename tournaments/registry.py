"""Hooks of tournaments for feature apps and plug-ins; see `matches.registry`."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any

from django import forms
from django.utils.functional import Promise

from matches.actors import Identity
from matches.models import Announcement, Player, User
from matches.registry import Hook, TemplateSection
from rules.errors import Refusal
from tournaments.journal.state import EventState
from tournaments.models import Club, Event, Tournament
from tournaments.name_lists.listed_payments import ListedPayment


@dataclass(frozen=True, slots=True)
class PageLink:
    """A link on a page of the core."""

    text: str
    address: str


@dataclass(frozen=True, slots=True)
class PrintTable:
    """A table to print: column titles with alignment ("left", "right" or "wide"), rows, and a note below."""

    title: str
    columns: tuple[tuple[str, str], ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""

    @property
    def aligned_rows(self) -> list[list[tuple[str, str]]]:
        """Return the rows with the alignment of each cell."""
        sides = [side for _, side in self.columns]
        return [list(zip(row, sides, strict=True)) for row in self.rows]

    @property
    def labelled_rows(self) -> list[list[tuple[str, str, str]]]:
        """Return the rows with the alignment and the heading of each cell."""
        return [
            [(cell, side, heading) for cell, (heading, side) in zip(row, self.columns, strict=True)]
            for row in self.rows
        ]


@dataclass(frozen=True, slots=True)
class PageTab:
    """A tab of an event or a club: its URL name; ordered by `place`."""

    place: int
    name: str
    text: str


@dataclass(frozen=True, slots=True)
class PageSection:
    """A section on the public page of a tournament: a template and its context; ordered by `place`."""

    place: int
    template: str
    context: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class SignUpToEnter:
    """A sign-up for an event that has no entry in it: its key, and the name to be entered."""

    key: int
    name: str


@dataclass(frozen=True, slots=True)
class PaidSignUp:
    """A sign-up for an event whose fee the desk has marked as paid.

    `key` is new with every marking, `name` is that to be entered, `method` says how the fee was paid (a
    `PaymentMethod`), `player` is the one entered, None before. `fee` is the one that was due when it was
    paid, None if there was none yet or if it was that of an entry at the cash desk; `late_fee` is the part
    of it that was added because it was paid late. `price` is what the person pays instead of the usual fee,
    None for that one. `is_active` is whether it may still be entered, `is_retained` whether the club retains
    the fee if not.
    """

    key: str
    reference: str
    name: str
    method: str
    player: Player | None
    fee: Decimal | None
    late_fee: Decimal
    price: Decimal | None = None
    is_active: bool = True
    is_retained: bool = False


@dataclass(frozen=True, slots=True)
class EntryPayment:
    """What was paid for an entry to an event, apart from an auction, and the page where it is refunded.

    `paid` is what was not refunded, `refunded` what was given back of the entry fee. After a withdrawal,
    `undecided` is the part of `paid` that is to be refunded or retained, `retained` what is retained.
    """

    paid: Decimal
    refunded: Decimal
    page: PageLink
    undecided: Decimal = Decimal(0)
    retained: Decimal = Decimal(0)


# What becomes of an entry fee after a withdrawal: what is unpaid is waived, or what was paid is retained.
WAIVE_FEE, RETAIN_FEE = "waived", "retained"


@dataclass(frozen=True, slots=True)
class FeeBalance:
    """The entry fee of somebody, a late fee that is due included, and what was paid of it."""

    fee: Decimal
    paid: Decimal

    @property
    def due(self) -> Decimal:
        """What is still to be paid."""
        return max(Decimal(0), self.fee - self.paid)

    @property
    def surplus(self) -> Decimal:
        """What was paid above the fee, to be given back."""
        return max(Decimal(0), self.paid - self.fee)


@dataclass(frozen=True, slots=True)
class FeeDebt:
    """Somebody with the balance of the fee of an event, as a sentence about them names them."""

    name: str
    balance: FeeBalance


@dataclass(frozen=True, slots=True)
class PlayerPrice:
    """What somebody pays instead of the usual fee, as announced when they signed up, and what it is called.

    A late fee is added to it. `code` is that of a category of people or of the early price, which
    `describe_stored_reason` names. With `is_by_records` nothing was announced: the records of the
    club say that the player is entitled to it; `without_records` is then the price of those who had paid
    before the records state it, None for the usual fee.
    """

    amount: Decimal
    code: str
    is_by_records: bool = False
    without_records: "PlayerPrice | None" = None


@dataclass(frozen=True, slots=True)
class OfferedPrice:
    """The price of a category of people, such as members of the club, for an event; `code` as above."""

    code: str
    amount: Decimal


@dataclass(frozen=True, slots=True)
class ListedDue:
    """What a line of a list of entries means for the cash desk, in the smallest coins.

    `price` is what the person pays in all, `price_alone` that without a late fee, `code` the name of the
    price as in `PlayerPrice`, `paid` what would be recorded as paid. `is_own`: the list names a price that is
    not the usual fee; `is_unclear`: it names one that nobody knows, and another one counts. `stated` is the
    amount that the line says is paid, 0 without one. `is_in_time`: it was paid in full before the late fee.
    """

    price: int
    price_alone: int
    code: str
    paid: int
    is_own: bool = False
    is_unclear: bool = False
    stated: int = 0
    is_in_time: bool = False


@dataclass(frozen=True, slots=True)
class LateFee:
    """The late fee that is due for an event, since a day, from those who have not paid.

    `lower_amounts` by player are those of the people who signed up when less, or none yet, was announced.
    """

    amount: Decimal
    since: date
    lower_amounts: Mapping[int, Decimal]


@dataclass(frozen=True, slots=True)
class PayoutChanges:
    """What a command changed about prizes that are already paid.

    `sentences` say what was paid, what would be due, and what is to return or to pay; equal changes have an
    equal `code`.
    """

    sentences: tuple[str, ...]
    code: str


@dataclass(frozen=True, slots=True)
class FinishItem:
    """One part of a step after the last match, such as a prize to pay.

    `status` says what is done, or left to do: "paid", "to pay".
    """

    text: str
    status: str
    is_done: bool
    address: str = ""
    action: str = ""


@dataclass(frozen=True, slots=True)
class FinishStep:
    """Something to do at the desk after the last match; ordered by `place`.

    `is_done` is None where it cannot be known, as with a printout. `action` is empty where nothing is left to
    do.
    """

    place: int
    text: str
    address: str
    action: str
    is_done: bool | None = None
    items: tuple[FinishItem, ...] = ()


@dataclass(frozen=True, slots=True)
class Recipient:
    """A person to write to: `key` is theirs in the mail source, `page` the link to change or end it."""

    source: str
    key: int
    email: str
    language: str
    page: str


class MailSource(ABC):
    """People who chose to be written to about a tournament, with their addresses."""

    @abstractmethod
    def list_recipients(self, announcement: Announcement, tournament: Tournament) -> list[Recipient]:
        """Return the people an announcement of a tournament is for."""

    @abstractmethod
    def get_recipient(self, key: int) -> Recipient | None:
        """Return a person by key; None once they have changed their mind."""


class WeeklyNightExtensionForm(forms.Form):
    """A form about the first event of a weekly night, with amounts in the currency of the night."""

    def __init__(self, *args: Any, currency: str, **options: Any) -> None:
        super().__init__(*args, **options)
        self.currency = currency


class WeeklyNightExtension(ABC):
    """Data of a feature app for the events of a weekly night, stored as JSON under the app's name.

    `form` is shown with the night and is about its first event. Amounts in the data are in the currency of
    the night. An event without data has no entry.
    """

    form: type[WeeklyNightExtensionForm]

    @abstractmethod
    def read(self, event: Event) -> Any | None:
        """Return the data to create another event like this one, or None."""

    @abstractmethod
    def is_valid(self, data: Any) -> bool:
        """Return whether an event can be created with these data."""

    @abstractmethod
    def apply(self, event: Event, data: Any, *, by: User, key: str) -> None:
        """Set up a newly created event."""

    @abstractmethod
    def initial(self, data: Any | None, currency: str) -> dict[str, Any]:
        """Return the initial values of the form."""

    @abstractmethod
    def change(self, data: Any | None, cleaned_data: Mapping[str, Any]) -> Any | None:
        """Return the data changed by the form."""

    @abstractmethod
    def convert(self, data: Any, former: str, currency: str) -> Any:
        """Return the data after the currency of the night was changed."""

    @abstractmethod
    def describe(self, data: Any, currency: str) -> str:
        """Return a short description of the data for the list of nights."""


@dataclass(frozen=True, slots=True)
class Printout:
    """A printout that a feature app adds to an event; not offered without tables."""

    title: str | Promise
    is_available: Callable[[Event], bool]
    tables: Callable[[Event], list[PrintTable]]


# URL modules of feature apps and plug-ins, the second under /api/v1/, included before those of the core.
page_urls: list[str] = []
api_urls: list[str] = []

# Lookups from a match to a club other than by events, casual matches and imported results; rating lists that
# count ladders count these matches.
match_club_lookups: list[str] = []
# Commands of `matches.management.audit_command` that `doctor` runs beside those of the core.
audit_commands: list[str] = []

# What a player has to do at a club besides the matches of its leagues: (text, address) of each thing.
own_tasks: Hook[[Identity, Club], list[tuple[str, str]]] = Hook()
# The page of a club: links for its officers, and notices that need attention.
club_links: Hook[[Club, User | None], list[PageLink]] = Hook()
club_notices: Hook[[Club, User | None], list[PageLink]] = Hook()
# Tabs of a club; those of the core have the places 10, 20 and so on.
club_tabs: Hook[[], list[PageTab]] = Hook()
# Pages of an event: tabs of its public pages (for a director or not), tabs of its desk, links below it, and
# links on its desk. Tabs of the desk have the places 10 to 40 in the core.
event_tabs: Hook[[Event, User | None, bool], list[PageTab]] = Hook()
desk_tabs: Hook[[Event], list[PageTab]] = Hook()
event_links: Hook[[Event], list[PageLink]] = Hook()
desk_links: Hook[[Event], list[PageLink]] = Hook()
# What is left to do at the desk after the last match, and tables for the report of an event.
finish_steps: Hook[[Event, User | None], list[FinishStep]] = Hook()
report_tables: Hook[[Event], list[PrintTable]] = Hook()
# What a correction or an undo makes wrong outside the draw, such as prizes already paid, by the state after
# it; and whether anything has been paid by places at all.
correction_effects: Hook[[Event, EventState], list[str]] = Hook()
has_payouts: Hook[[Event], bool] = Hook()
# Before a command: a function that compares the prizes paid by then with those due when it is called, after
# the command in the same transaction, None if they are the same. None for an event without paid prizes.
payout_comparisons: Hook[[Event], Callable[[], PayoutChanges | None] | None] = Hook()
# What is to be done after a correction outside the event: a sentence, with the page to do it.
correction_follow_ups: Hook[[Event], list[PageLink]] = Hook()
# What else a late entry into a drawn round robin does, beside its matches.
late_entry_notes: Hook[[Event], list[str]] = Hook()
# The last day of each match that a change of a draw adds, by the id of its pairing: the states are those
# before and after the change.
added_match_deadlines: Hook[[Event, EventState, EventState], Mapping[str, date]] = Hook()
# Short notes beside the entries at the desk by entry number, such as that a fee has not been paid.
entry_notes: Hook[[Event], Mapping[int, str]] = Hook()
# The numbers of the entries of an event whose fee has been paid.
paid_entries: Hook[[Event], Collection[int]] = Hook()
# The players (by key) entered in an event whose names public pages leave out until its draw is published.
unlisted_players: Hook[[Event], Collection[int]] = Hook()
# Sentences about names (of those given) under which somebody has withdrawn a sign-up for an event.
withdrawn_names: Hook[[Event, Collection[str]], Mapping[str, str]] = Hook()
# The places taken by event key, entries included, in the events with people signed up but not entered yet.
sign_up_counts: Hook[[Sequence[Event]], Mapping[int, int]] = Hook()
# The confirmed sign-ups of an event that are not entered in it, in their order.
sign_ups_to_enter: Hook[[Event], list[SignUpToEnter]] = Hook()
# The sign-ups on the waiting list of an event, in their order.
waiting_sign_ups: Hook[[Event], list[SignUpToEnter]] = Hook()
# The sign-ups of an event whose fee was marked as paid, for the app that holds the money; and what this app
# holds of those not entered, by `PaidSignUp.key`, None where it takes no fees.
paid_sign_ups: Hook[[Event], list[PaidSignUp]] = Hook()
prepaid_fees: Hook[[Event], Mapping[str, Decimal] | None] = Hook()
# The names of the sign-ups with these references for tournaments of a club, by the slug of the tournament and
# the reference; without those whose details are deleted.
sign_up_names: Hook[[Club, Collection[str]], Mapping[tuple[str, str], str]] = Hook()
# What was taken for the sign-ups of an event by `PaidSignUp.key`, less what was refunded and reversed.
sign_up_payments: Hook[[Event], Mapping[str, Decimal]] = Hook()
# What was paid for the entries of an event by player key, without those for whom nothing was taken.
entry_payments: Hook[[Event], Mapping[int, EntryPayment]] = Hook()
# How the entry fee was paid, by player key: one `PaymentMethod` or several, of those who have paid something.
payment_methods: Hook[[Event], Mapping[int, Sequence[str]]] = Hook()
# The entry fee of the players of an event and what they have paid of it, without those who have withdrawn and
# paid nothing. For sign-ups.
fee_balances: Hook[[Event], Mapping[int, FeeBalance]] = Hook()
# What those who are entered or signed up for an event owe for it, to tell what a change of fees means for
# them. The key is "player-" and the key of the player, or one of the app for somebody who is not entered.
fee_debts: Hook[[Event], Mapping[str, FeeDebt]] = Hook()
# The same as `fee_balances` of the sign-ups that are marked as paid and not entered yet, by
# `PaidSignUp.key`: as the cash desk will have it once they are entered.
prepaid_balances: Hook[[Event], Mapping[str, FeeBalance]] = Hook()
# Decides what becomes of the entry fee of a player (by key) who has been withdrawn: `WAIVE_FEE` or
# `RETAIN_FEE`, by an actor, under an idempotency key.
fee_decisions: Hook[[Event, int, str, User, str], None] = Hook()
# The fees that the cash desk asks for, retained part included, by the key of those events among these that
# have fees. They are the fees of a registration too.
charged_fees: Hook[[Collection[int]], Mapping[int, Decimal]] = Hook()
# What players pay instead of the usual fee of an event, by player key: as announced when they signed up, or
# by the records of the club if they were entered at the desk. A late fee is added to it. Prices do not apply
# to an event without a usual fee.
player_prices: Hook[[Event], Mapping[int, PlayerPrice]] = Hook()
# The prices of categories of people for an event, which the cash desk may choose for an entry.
offered_prices: Hook[[Event], Sequence[OfferedPrice]] = Hook()
# What players (key -> person) would pay by the records of the club if they were entered now, instead of the
# usual fee; and what the lines of a list that name prices and payments mean, by line.
prices_by_records: Hook[[Event, Mapping[int, int]], Mapping[int, PlayerPrice]] = Hook()
listed_dues: Hook[[Event, Sequence[ListedPayment]], Mapping[int, ListedDue]] = Hook()
# Links to the pages where the prices of an event beside its usual fee are set.
price_links: Hook[[Event], list[PageLink]] = Hook()
# The prices of an event beside its usual fee and its late fee, each as a sentence.
price_sentences: Hook[[Event], list[str]] = Hook()
# The fee of an event as people read it when they sign up, None from an app that knows none.
announced_fees: Hook[[Event], Decimal | None] = Hook()
# Ratings that players (by key) have stated for a tournament, of those among these persons.
stated_ratings: Hook[[Tournament, Collection[Player]], dict[int, int]] = Hook()
# The late fee of an event if it is due by now from those who have not paid, None otherwise.
late_fees: Hook[[Event], LateFee | None] = Hook()
# What the pages of a tournament that another site directs say about that site, "" for other tournaments.
copy_notices: Hook[[Tournament], str] = Hook()
# What the desk must know about a tournament now, each sentence with the page about it.
desk_notices: Hook[[Tournament], list[PageLink]] = Hook()
# Links about a whole tournament on the desks of its events and on its page for members.
tournament_links: Hook[[Tournament], list[PageLink]] = Hook()
# Versions of the feature apps' tabs for this reader; equal versions mean equal pages.
event_versions: Hook[[Event, User | None], tuple[Any, ...]] = Hook()
# Additional data of an event in its file, and inconsistencies of its stored rows with its journal.
event_file_parts: Hook[[Event], dict[str, Any]] = Hook()
event_audits: Hook[[Event], list[Refusal]] = Hook()
# Players (by key) who have paid more to an event than was refunded.
paid_players: Hook[[Event], Collection[int]] = Hook()
# Why an event, or a tournament, cannot be deleted; None where nothing is known against it.
event_obstacles: Hook[[Event], Refusal | None] = Hook()
tournament_obstacles: Hook[[Tournament], Refusal | None] = Hook()
# Why the currency of a tournament cannot be changed; None where nothing is known against it.
currency_obstacles: Hook[[Tournament], Refusal | None] = Hook()
# Sections on the public page of a tournament, and links on the desks of its events, for this reader.
tournament_sections: Hook[[Tournament, User | None], list[PageSection]] = Hook()
# Sections below the officials of a tournament.
official_sections: Hook[[Tournament], list[TemplateSection]] = Hook()
# Sources of people who want e-mail about a tournament, by name.
mail_sources: dict[str, MailSource] = {}
# Extensions of weekly nights by app name; additional printouts by file name.
weekly_night_extensions: dict[str, WeeklyNightExtension] = {}
printouts: dict[str, Printout] = {}
