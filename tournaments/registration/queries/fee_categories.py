"""Fee categories as people read them, and whether the records of the club agree with the chosen one."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from django.db.models.functions import Coalesce
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext

from matches.models import Player
from matches.names import NameKind
from tournaments.messages.money import format_fee
from tournaments.registration.messages import name_category
from tournaments.registration.models import JUNIOR, MEMBER, EventPrice, EventSignUp
from tournaments.registration.queries.event_fees import PriceOffer
from tournaments.registration.queries.known_members import KnownPerson, is_named, list_known_people


def describe_offer(offer: PriceOffer, currency: str) -> str:
    """Return a price with its category, how long an early price is good, with the late fee that is due now.

    The late fee is added to both prices, so that each is what is to be paid; a price of 0 stays.
    """
    if not offer.late:
        return _describe_price(offer, currency)
    next_price = offer.then + offer.late if offer.then else offer.then
    price = _describe_price(replace(offer, amount=offer.amount + offer.late, then=next_price), currency)
    late_fee = gettext("(late fee of %(fee)s included)") % {"fee": format_fee(offer.late, currency)}
    return f"{price} {late_fee}"


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
    if offer.then is None:
        return gettext("%(category)s: %(amount)s until %(day)s") % values
    values["next"] = format_fee(offer.then, currency)
    return gettext("%(category)s: %(amount)s until %(day)s, then %(next)s") % values


@dataclass(frozen=True, slots=True)
class CategoryCheck:
    """What the records of the club say about the fee category of a sign-up, and whether they contradict."""

    text: str
    contradicts: bool = False


def check_categories(
    rows: Sequence[EventSignUp], *, shows_records: bool = False
) -> Mapping[int, CategoryCheck]:
    """Compare those who pay as members or juniors with the records of the club, by the key of the sign-up.

    Who has signed up with an account, or was chosen by the desk, is known; others are found by name, and by
    e-mail where several have it. With `shows_records` fees, years of birth and e-mails are listed, which only
    managers of the club may read. Three queries at most.
    """
    to_check = [row for row in rows if row.category in (MEMBER, JUNIOR)]
    if not to_check:
        return {}
    tournament = to_check[0].sign_up.registration.tournament
    year = localtime(tournament.starts_at).year
    people = list_known_people(tournament.club, year)
    persons = _map_persons(to_check)
    prices = EventPrice.objects.filter(event__in={row.event_id for row in to_check}, category=JUNIOR)
    first_years = dict(prices.order_by("-born_from").values_list("event", "born_from"))
    return {
        row.pk: _check_category(
            row,
            _find_people(row, persons.get(_get_player(row) or 0), people),
            _CheckOptions(year, first_years.get(row.event_id), shows_records),
        )
        for row in to_check
    }


class _CheckOptions(NamedTuple):
    """The year of the membership fee, the first year of birth of juniors, and whether records are listed."""

    year: int
    born_from: int | None
    shows_records: bool


def _check_category(row: EventSignUp, people: Sequence[KnownPerson], options: _CheckOptions) -> CategoryCheck:
    """Return what the records say about one sign-up; `people` are those of the club that it may be."""
    members = [person for person in people if person.is_current_member]
    if len({person.person for person in members}) > 1:
        return CategoryCheck(gettext("several of this name in the records"))
    is_member_price = row.category == MEMBER
    if members:
        check = _check_member if is_member_price else _check_junior
        return _add_name_and_email(row, members[0], check(members[0], options), options)
    if any(person.is_member for person in people):
        return CategoryCheck(gettext("has left the club"), contradicts=is_member_price)
    if people:
        return CategoryCheck(gettext("plays here, not a member"), contradicts=is_member_price)
    return CategoryCheck(gettext("not found in the records"), contradicts=is_member_price)


def _check_member(member: KnownPerson, options: _CheckOptions) -> CategoryCheck:
    if not options.shows_records:
        return CategoryCheck(gettext("member"))
    if member.has_paid:
        return CategoryCheck(gettext("member: fee %(year)s paid") % {"year": options.year})
    return CategoryCheck(gettext("member: fee %(year)s not paid") % {"year": options.year})


def _check_junior(member: KnownPerson, options: _CheckOptions) -> CategoryCheck:
    born, born_from = member.birth_year, options.born_from
    if born is None or born_from is None:
        return CategoryCheck(gettext("year of birth not in the records"))
    if options.shows_records:
        return CategoryCheck(gettext("born %(year)s") % {"year": born}, contradicts=born < born_from)
    if born < born_from:
        return CategoryCheck(gettext("no junior by the records"), contradicts=True)
    return CategoryCheck(gettext("junior by the records"))


def _add_name_and_email(
    row: EventSignUp, member: KnownPerson, check: CategoryCheck, options: _CheckOptions
) -> CategoryCheck:
    """Return a check with the name in the records, if that is another, and that the e-mail is another."""
    text = check.text
    if not is_named(member, row.sign_up.name):
        text = gettext("%(name)s in the records: %(text)s") % {"name": member.name, "text": text}
    emails = (row.sign_up.email.casefold(), member.email.casefold())
    if options.shows_records and all(emails) and emails[0] != emails[1]:
        text = gettext("%(text)s (another e-mail in the records)") % {"text": text}
    return replace(check, text=text)


def _find_people(row: EventSignUp, person: int | None, people: Sequence[KnownPerson]) -> list[KnownPerson]:
    """Return the people of the club that a sign-up may be: the known one, those of its name or its e-mail.

    Of several members of the name it is the one with the e-mail.
    """
    if person is not None:
        return [one for one in people if one.person == person]
    email = row.sign_up.email.casefold()
    reached = [one for one in people if email and one.email.casefold() == email]
    namesakes = [one for one in people if is_named(one, row.sign_up.name)]
    members = {one.person for one in namesakes if one.is_current_member}
    if members:
        return [one for one in namesakes if one in reached] if _is_one_of(reached, members) else namesakes
    return reached if len({one.person for one in reached}) == 1 else namesakes


def _is_one_of(reached: Sequence[KnownPerson], members: Collection[int]) -> bool:
    """Return whether an e-mail tells which of several members of one name it is."""
    return len(members) > 1 and len({one.person for one in reached} & set(members)) == 1


def _map_persons(rows: Sequence[EventSignUp]) -> Mapping[int, int]:
    """Return the canonical player by the players of these sign-ups; pairs are left out. One query."""
    keys = {key for key in map(_get_player, rows) if key is not None}
    if not keys:
        return {}
    players = Player.objects.filter(pk__in=keys, kind=NameKind.PERSON.value)
    return dict(players.values_list("pk", Coalesce("person__face", "pk")))


def _get_player(row: EventSignUp) -> int | None:
    """Return the player of a sign-up: the one that was entered, or that of the person."""
    return row.player_id or row.sign_up.player_id
