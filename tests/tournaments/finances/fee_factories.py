"""Factories for the tests of finances: events with fees, cashiers, pools, and queries by player name."""

from itertools import count

from matches.models import Player, User
from tests.factory_recordings import replayed
from tests.tournaments import club_evenings
from tournaments.finances.models import FundKind, FundTerms, Receipt
from tournaments.finances.queries import accounts, prizes
from tournaments.finances.queries.accounts import Account
from tournaments.finances.services import cash_desks, funds, payments
from tournaments.finances.services.funds import FundOptions
from tournaments.finances.services.payments import PaymentContext
from tournaments.models import Event, PaymentMethod

EIGHT = ("Anna", "Bruno", "Carla", "Dario", "Elena", "Fabio", "Gina", "Hugo")
FEES = FundOptions(fee=50_00, registration=10_00, returned=90, template="columbus")
_keys = count(1)


def key() -> str:
    """A new idempotency key."""
    return f"key-{next(_keys)}"


def director(event: Event) -> User:
    """The director of the club of an event."""
    return club_evenings.director_of(event.tournament.club)


def payment_context(
    event: Event, *, by: User | None = None, method: str = PaymentMethod.CASH.value, key_: str = ""
) -> PaymentContext:
    """A payment context with a new key; `by` is the director unless given."""
    return PaymentContext(by or director(event), method, key_ or key())


@replayed
def with_money(event: Event, options: FundOptions = FEES, currency: str = "EUR") -> FundTerms:
    """Open a cash desk for the tournament of an event and set fees."""
    by = director(event)
    cash_desks.open_cash_desk(tournament=event.tournament, currency=currency, by=by)
    return funds.set_fees(event=event, options=options, by=by, key=key())


@replayed
def a_paying_night(options: FundOptions = FEES, names: tuple[str, ...] = EIGHT) -> Event:
    """A published event of eight with fees, without payments."""
    event = club_evenings.a_night(club_evenings.a_club(), names)
    with_money(event, options)
    return event


@replayed
def a_pool(event: Event, name: str = "Super", kind: FundKind = FundKind.POOL, **options: object) -> FundTerms:
    """A side pool with a fee of 20 that pays its winner, or an auction."""
    terms: dict[str, object] = {"fee": 20_00 if kind is FundKind.POOL else 0, "template": "winner"}
    fund_options = FundOptions(name=name, **{**terms, **options})  # type: ignore[arg-type]
    return funds.open_fund(event=event, kind=kind, options=fund_options, by=director(event), key=key())


def player(event: Event, name: str) -> Player:
    """The player of an event by name."""
    return Player.objects.get(entries__event=event, name=name)


@replayed
def everybody_pays(event: Event) -> list[Receipt]:
    """Take all payments due, in cash."""
    return payments.take_all_payments(event=event, context=payment_context(event))


def account(event: Event, name: str) -> Account:
    """The account of a player by name."""
    return next(one for one in accounts.list_accounts(event) if one.player.name == name)


def claims(event: Event, fund: int = 0) -> dict[str, tuple[int, int]]:
    """The prizes due and paid of a fund, by name."""
    sheet = next(one for one in prizes.list_prizes(event) if one.terms.fund == fund)
    return {claim.name: (claim.due, claim.paid) for claim in sheet.claims}
