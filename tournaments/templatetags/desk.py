"""Rows of the desk, each drawn once for what it says; what a page or minute has anew comes in afterwards."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Any, TypeVar

from django import template
from django.template import Context
from django.template.base import Parser, Token
from django.utils.crypto import salted_hmac
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.timesince import timesince
from django.utils.translation import get_language, gettext

from matches.queries.desks import Seated, Settled
from tournaments.models import Entry, Event
from tournaments.phrases.deeds_with_money import happened
from tournaments.queries.finding import FoundRow
from tournaments.queries.money.accounts import Account
from tournaments.queries.money.auctions import Standing
from tournaments.queries.money.papers import Act
from tournaments.queries.schedule import Outlook
from tournaments.templatetags.kept import Kept, joined, once, where_of
from tournaments.templatetags.schedule import free_soon

register = template.Library()

# What the forms of a page carry anew each time.
FRESH = ("csrf_token", "key")
ANY_TIME = datetime(2026, 1, 1)  # noqa: DTZ001 - the length of a time alone is told
Part = TypeVar("Part", bound=Kept)


@lru_cache
def seal(name: str) -> str:
    """What stands in a kept part for what is put in afterwards: nobody outside can guess it, and it is the
    same in every process of a house, as what one has kept another shows."""
    return salted_hmac("crawford.kept", name).hexdigest()


def sealed() -> dict[str, str]:
    """The seals of what forms carry."""
    return {name: seal(name) for name in FRESH}


def unsealed(held: str, context: Context) -> SafeString:
    """A part with the token and the key of the page it is shown on."""
    for name in FRESH:
        if seal(name) in held:
            held = held.replace(seal(name), escape(str(context.get(name, ""))))
    return mark_safe(held)  # noqa: S308 - what a template has drawn and escaped


class KeptForms(Kept):
    """A kept part with forms in it."""

    def render(self, context: Context) -> SafeString:
        """The part with what its forms carry on this page."""
        with context.push(**sealed()):
            held = super().render(context)
        return unsealed(held, context)


class KeptFrame(KeptForms):
    """A kept part that no result changes, where the page tells what it is made of; else one like others."""

    def render(self, context: Context) -> SafeString:
        """The part as it was drawn for the frame of the page."""
        with context.push(kept_as=context.get("frame_as") or context.get("kept_as")):
            return super().render(context)


@register.tag
def kept_forms(parser: Parser, token: Token) -> KeptForms:
    """`{% kept_forms "name" %}...{% endkept_forms %}`: `{% kept %}` for a part with forms."""
    return _kept(KeptForms, parser, token)


@register.tag
def kept_frame(parser: Parser, token: Token) -> KeptFrame:
    """`{% kept_frame "name" %}...{% endkept_frame %}`: the same for what stays as it is from result to
    result."""
    return _kept(KeptFrame, parser, token)


def _kept(node: type[Part], parser: Parser, token: Token) -> Part:
    tag, name = token.split_contents()
    inside = parser.parse((f"end{tag}",))
    parser.delete_first_token()
    return node(name.strip("\"'"), inside)


@register.simple_tag(takes_context=True)
def rows_at_tables(context: Context, playing: Iterable[Seated], outlook: Outlook | None) -> SafeString:
    """The matches at their tables, each with the form of its result."""
    drawn = (_at_a_table(context, match, outlook) for match in playing)
    return unsealed("".join(drawn), context)


def _at_a_table(context: Context, match: Seated, outlook: Outlook | None) -> str:
    event, now = context["event"], context["now"]
    fresh = {name: seal(name) for name in ("elapsed", "soon")}
    row = _row("_desk_row", (*where_of(event), *match), event=event, match=match, **fresh)
    minutes = int((now - match.called_at).total_seconds() // 60) if match.called_at else None
    soon = free_soon(outlook, match.table)
    return row.replace(seal("elapsed"), _for(get_language(), minutes)).replace(
        seal("soon"), f" · <b>{escape(soon)}</b>" if soon else ""
    )


@register.simple_tag(takes_context=True)
def rows_of_entries(context: Context, entries: Iterable[Entry]) -> SafeString:
    """Everybody entered with what the desk may do for him; buttons of the form that stands around them."""
    event = context["event"]
    drawn = (_entered(event, entry) for entry in entries)
    return unsealed("".join(drawn), context)


@register.simple_tag(takes_context=True)
def rows_of_results(context: Context, settled: Iterable[Settled]) -> SafeString:
    """The latest results, each with the way to correct it."""
    event = context["event"]
    where = where_of(event)
    return joined(_row("_settled_row", (*where, *one), event=event, match=one) for one in settled)


@register.simple_tag(takes_context=True)
def rows_found(context: Context, found: Iterable[FoundRow]) -> SafeString:
    """Everybody a search means, with his matches."""
    drawn = (_row("_found_row", _look_of(one), one=one) for one in found)
    return unsealed("".join(drawn), context)


def _look_of(one: FoundRow) -> tuple[Any, ...]:
    return (*where_of(one.event), one.event.name, one.entry, one.now, one.settled)


@register.simple_tag(takes_context=True)
def rows_of_payers(context: Context, held: Iterable[Account]) -> SafeString:
    """Players with what they owe and have paid, each with the forms of what the money desk does for him."""
    names = ("event", "till", "methods", "directs")
    shown = {name: context[name] for name in names}
    where = (*where_of(shown["event"]), shown["till"].currency, shown["directs"])
    drawn = (_row("money/_payer", (*where, *_owing(one)), account=one, **shown) for one in held)
    return unsealed("".join(drawn), context)


def _owing(account: Account) -> tuple[Any, ...]:
    """Terms are never written over, so that their numbers tell all of them."""
    player, entry = account.player, account.entry
    who = (player.code, player.full_name, entry is not None and (entry.status, entry.presence))
    return (*who, *((due.terms.pk, due.payer, due.is_in, due.own_fee) for due in account.dues))


@register.simple_tag(takes_context=True)
def rows_of_lots(context: Context, lots: Iterable[Standing]) -> SafeString:
    """The lots of an auction, each with the forms of its sale and of what its buyer pays."""
    shown = {name: context[name] for name in ("event", "till")}
    where = (*where_of(shown["event"]), shown["till"].currency)
    drawn = (_row("money/_lot", (*where, *_sold(one)), lot=one, **shown) for one in lots)
    return unsealed("".join(drawn), context)


def _sold(lot: Standing) -> tuple[Any, ...]:
    """Sales are never written over, so that their numbers tell all of them."""
    players = tuple(player.full_name for player in lot.players)
    return (lot.lot.pk, lot.lot.fund, lot.lot.number, players, lot.sale and lot.sale.pk, lot.buyer)


@register.simple_tag(takes_context=True)
def lines_of_acts(context: Context, acts: Iterable[Act]) -> SafeString:
    """Everything that was done with money, each a line."""
    event, currency = context["event"], context["till"].currency
    return joined(_act(event, act, happened(act.what, act.facts, currency)) for act in acts)


def _act(event: Event, act: Act, told: str) -> SafeString:
    paper = act.facts["receipt"].number if act.what == "receipt" else None
    return once(
        "money/_act", (*where_of(event), told, act.at, act.by, paper), event=event, act=act, told=told
    )


def _entered(event: Event, entry: Entry) -> str:
    look = (*where_of(event), event.status, event.takes, *_particulars(entry))
    return _row("_desk_entry", look, event=event, entry=entry)


@register.simple_tag(takes_context=True)
def rows_of_seeds(context: Context, entries: Iterable[Entry]) -> SafeString:
    """Everybody who may be drawn, each with a box for his seed."""
    playing = (entry for entry in entries if entry.status == "entered")
    drawn = (_seeded(entry) for entry in playing if entry.presence not in {"away", "waiting"})
    return unsealed("".join(drawn), context)


def _seeded(entry: Entry) -> str:
    look = (entry.number, entry.seed, entry.player.full_name, entry.rating)
    return _row("_seed_row", look, entry=entry)


def _particulars(entry: Entry) -> tuple[object, ...]:
    return (
        *(entry.number, entry.status, entry.presence, entry.player.full_name),
        *(entry.club, entry.country, entry.rating, entry.family),
    )


def _row(name: str, look: tuple[Any, ...], **context: Any) -> SafeString:
    """A row that looks as before is not drawn again; its forms are sealed."""
    return once(name, look, **context, **sealed())


@lru_cache(maxsize=2048)
def _for(_: str | None, minutes: int | None) -> str:
    """For how long a match has been going on, in the language that is spoken now."""
    if minutes is None:
        return ""
    elapsed = timesince(ANY_TIME, ANY_TIME + timedelta(minutes=minutes))
    told = gettext("for %(time)s") % {"time": elapsed}
    return escape(f" · {told}")
