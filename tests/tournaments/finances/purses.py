"""Events that go with money, and hands that take it: what the tests of money act upon."""

from itertools import count

from matches.models import Player, User
from tests.remembering import remembered
from tests.tournaments import nights
from tournaments.finances.models import FundKind, Method, Receipt, Terms
from tournaments.finances.queries import accounts, prizes
from tournaments.finances.queries.accounts import Account
from tournaments.finances.services import cash_desks as tills
from tournaments.finances.services import funds, payments
from tournaments.finances.services.funds import Wish
from tournaments.finances.services.receipts import Hand
from tournaments.models import Event

EIGHT = ("Anna", "Bruno", "Carla", "Dario", "Elena", "Fabio", "Gina", "Hugo")
FEES = Wish(fee=50_00, registration=10_00, returned=90, template="columbus")
_keys = count(1)


def key() -> str:
    """A key nobody has used."""
    return f"key-{next(_keys)}"


def director(event: Event) -> User:
    """Who directs the event."""
    return nights.director_of(event.tournament.club)


def hand(event: Event, *, by: User | None = None, method: str = Method.CASH.value, key_: str = "") -> Hand:
    """A hand at the till, the director's unless somebody else is named."""
    return Hand(by or director(event), method, key_ or key())


def with_money(event: Event, wish: Wish = FEES, currency: str = "EUR") -> Terms:
    """Switch money on for an event."""
    by = director(event)
    tills.open_till(tournament=event.tournament, currency=currency, by=by)
    return funds.set_fees(event=event, wish=wish, by=by, key=key())


@remembered
def a_paying_night(wish: Wish = FEES, names: tuple[str, ...] = EIGHT) -> Event:
    """An evening of eight, drawn and published, that goes with money; nobody has paid."""
    event = nights.a_night(nights.a_club(), names)
    with_money(event, wish)
    return event


def a_pool(event: Event, name: str = "Super", kind: FundKind = FundKind.POOL, **wish: object) -> Terms:
    """A side pool of 20 that pays its winner, or an auction."""
    terms: dict[str, object] = {"fee": 20_00 if kind is FundKind.POOL else 0, "template": "winner"}
    asked = Wish(name=name, **{**terms, **wish})  # type: ignore[arg-type]
    return funds.add_pool(event=event, kind=kind, wish=asked, by=director(event), key=key())


def player(event: Event, name: str) -> Player:
    """An entered player by name."""
    return Player.objects.get(entries__event=event, name=name)


def everybody_pays(event: Event) -> list[Receipt]:
    """All that is owed is paid in cash."""
    return payments.take_everybody(event=event, hand=hand(event))


def account(event: Event, name: str) -> Account:
    """How somebody stands."""
    return next(one for one in accounts.accounts(event) if one.player.name == name)


def claims(event: Event, fund: int = 0) -> dict[str, tuple[int, int]]:
    """What everybody is to have of a fund and has had, by name."""
    sheet = next(one for one in prizes.sheets(event) if one.terms.fund == fund)
    return {claim.name: (claim.due, claim.paid) for claim in sheet.claims}
