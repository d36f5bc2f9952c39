"""Fee categories as people read them, and whether the records of the club agree with the chosen one."""

from collections.abc import Collection, Sequence

from django.utils.formats import date_format
from django.utils.translation import gettext

from tournaments.messages.money import format_fee
from tournaments.models import MemberRecord, Membership
from tournaments.registration.messages import name_category
from tournaments.registration.models import JUNIOR, MEMBER, EventPrice, EventSignUp
from tournaments.registration.queries.event_fees import PriceOffer


def describe_offer(offer: PriceOffer, currency: str) -> str:
    """Return a price with its category, how long an early price is good, and the late fee that is due now."""
    price = _describe_price(offer, currency)
    late = {"fee": format_fee(offer.late, currency)}
    return f"{price} {gettext('+ late fee %(fee)s') % late}" if offer.late else price


def _describe_price(offer: PriceOffer, currency: str) -> str:
    name = name_category(offer.category, is_early=not offer.is_usual)
    if offer.born_from is not None:
        name = gettext("%(category)s, born in %(year)s or later") % {
            "category": name,
            "year": offer.born_from,
        }
    values = {"category": name, "amount": format_fee(offer.amount, currency)}
    if offer.until is None:
        return gettext("%(category)s: %(amount)s") % values
    values["day"] = date_format(offer.until, "j F")
    return gettext("%(category)s: %(amount)s until %(day)s") % values


def find_unchecked_categories(rows: Sequence[EventSignUp]) -> Collection[int]:
    """Return the keys of those who pay as members or juniors without being in the records.

    A member is checked whose account or player, chosen by the desk, is a member of the club; a junior by
    the year of birth in the member record. Two queries if somebody pays as one.
    """
    to_check = [row for row in rows if row.category in (MEMBER, JUNIOR)]
    if not to_check:
        return frozenset()
    club = to_check[0].sign_up.registration.tournament.club_id
    players = {_get_player(row) for row in to_check}
    members = Membership.objects.filter(club=club, left_at=None, player__in=players)
    member_players = members.values_list("player", flat=True)
    checked: set[tuple[object, ...]] = {(player, MEMBER) for player in member_players}
    records = MemberRecord.objects.filter(membership__in=members).exclude(birth_year=None)
    years = dict(records.values_list("membership__player", "birth_year"))
    prices = EventPrice.objects.filter(event__in={row.event_id for row in to_check}, category=JUNIOR)
    first_years = dict(prices.order_by("-born_from").values_list("event", "born_from"))
    checked |= {
        (player, JUNIOR, event)
        for player, year in years.items()
        for event, first_year in first_years.items()
        if year and first_year and year >= first_year
    }
    return {row.pk for row in to_check if _get_claim(row) not in checked}


def _get_claim(row: EventSignUp) -> tuple[object, ...]:
    """Return what somebody says: a member, or a junior of an event."""
    claim = (_get_player(row), row.category)
    return claim if row.category == MEMBER else (*claim, row.event_id)


def _get_player(row: EventSignUp) -> int | None:
    """Return the player of a sign-up: the one that was entered, or that of the person."""
    return row.player_id or row.sign_up.player_id
