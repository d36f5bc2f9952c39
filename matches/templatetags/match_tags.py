"""Template tags and filters of the site: symbols, score lines, titles and the status of a match."""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from django import template
from django.conf import settings
from django.forms import BaseForm
from django.template.defaultfilters import stringfilter
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext, override, pgettext

from matches import seen_values as seen
from matches.messages import describe_penalty, get_label, law_title
from matches.messages.stored_reasons import describe_stored_reason
from matches.models import Desk, Match, Penalty
from matches.queries import occasions
from matches.registry import MatchOccasion, desk_descriptions
from matches.states import TO_PLAY, UNPLAYED_ENDINGS, Status, format_score

register = template.Library()


@register.simple_tag
def seen_values(*forms: BaseForm) -> SafeString:
    """Return the hidden field with the stored values that a form shows, or several that are sent together."""
    name = seen.get_field_name(forms[0])
    return format_html('<input type="hidden" name="{}" value="{}">', name, seen.encode_seen(*forms))


@register.simple_tag(takes_context=True)
def entered(
    context: template.RequestContext, name: str, url: str, *, otherwise: str = "", **about: object
) -> str:
    """Return what was entered in a field of a refused form, `otherwise` for the other forms of the page.

    `url` and the hidden fields `about` say which form it is. What somebody emptied stays empty.
    """
    request = context["request"]
    if request.path != url or any(request.POST.get(field) != str(value) for field, value in about.items()):
        return otherwise
    return str(request.POST.get(name, otherwise))


register.filter("label", get_label)
register.filter("law_title", law_title)
register.filter("stored_reason", describe_stored_reason)


@register.simple_tag
def penalty_text(penalty: Penalty) -> str:
    """Return the sentence of a penalty, as the desk reads it."""
    return describe_penalty(penalty.player.desk_name, penalty.opponent.desk_name, penalty.points)


@register.simple_tag
def symbol(name: str, label: str = "") -> SafeString:
    """An icon of the site; hidden from screen readers unless it has a label."""
    if not label:
        return _draw_hidden_symbol(name)
    address = f"{static('symbols.svg')}#{name}"
    return format_html(
        '<svg class="symbol" role="img" aria-label="{}"><use href="{}"/></svg>', label, address
    )


@cache
def _draw_hidden_symbol(name: str) -> SafeString:
    """An icon without a label, the same on every page."""
    address = f"{static('symbols.svg')}#{name}"
    return format_html('<svg class="symbol" aria-hidden="true"><use href="{}"/></svg>', address)


@register.simple_tag
def describe_desks(desks: Iterable[Desk]) -> list[tuple[Desk, str]]:
    """Return each desk with a description that distinguishes it from others of its name, or ""."""
    rows = list(desks)
    descriptions: dict[int, str] = {}
    for part in desk_descriptions([desk.pk for desk in rows]):
        descriptions |= part
    # The desk of a club has the club's name.
    return [(desk, descriptions.get(desk.pk, "").removeprefix(f"{desk.name} · ")) for desk in rows]


@register.filter(is_safe=True)
@stringfilter
def single_line(text: str) -> str:
    """Collapse white space, for an attribute whose text is a template block of several lines."""
    return " ".join(text.split())


@register.simple_tag
def get_occasions(matches: Iterable[Match]) -> dict[int, MatchOccasion]:
    """The tournament and the day of each match (by primary key) that was played at one."""
    return occasions.get_occasions([match.pk for match in matches])


@register.filter
def occasion_of(match: Match, occasions: Mapping[int, MatchOccasion]) -> MatchOccasion | None:
    """The occasion of a match among those of `get_occasions`."""
    return occasions.get(match.pk) if occasions else None


@register.simple_tag
def full_title(match: Match, occasions: Mapping[int, MatchOccasion] | None = None) -> str:
    """The title of a match, with its event before it in a tournament with several.

    `occasions` are those of `get_occasions` for a list; without them they are queried.
    """
    known_occasions = get_occasions([match]) if occasions is None else occasions
    occasion = occasion_of(match, known_occasions)
    return join_title(occasion.event if occasion is not None else "", match.title)


@register.simple_tag
def event_of_call(match: Match, occasions: Mapping[int, MatchOccasion]) -> str:
    """What a call adds to the table: " · Doubles" in a tournament with several events, else ""."""
    occasion = occasion_of(match, occasions)
    return f" · {occasion.event}" if occasion is not None and occasion.event else ""


def join_title(event_name: str, title: str) -> str:
    """Join the name of an event, "" for none, and the title of a match: "Doubles · Quarter-final".

    An event and a flight of the same name, such as "Main", are named once, also where the name of the event
    is in another language than the reader's.
    """
    parts = [part for part in title.split(" · ") if not (event_name and is_title_part(event_name, part))]
    return " · ".join(filter(None, (event_name, titled(" · ".join(parts)))))


@register.filter
def titled(title: str) -> str:
    """Translate a match title such as "Consolation · Round 3", part by part, each of them once."""
    return " · ".join(dict.fromkeys(_translate_title_part(part) for part in title.split(" · ") if part))


def is_title_part(name: str, part: str) -> bool:
    """Return whether a name is the part of a match title in any language: "Principale" is "Main"."""
    for language, _name in settings.LANGUAGES:
        with override(language):
            if name == _translate_title_part(part):
                return True
    return False


def _translate_title_part(part: str) -> str:
    """Translate a part, or the text before its number or letter: "Group B", "Round 3"."""
    translated = gettext(part)
    head, space, tail = part.rpartition(" ")
    return translated if translated != part or not space else f"{gettext(head)}{space}{tail}"


@register.filter
def with_points(winner: str, points: int) -> str:
    """The form value of the loser's points: "3", or "white:3" if only White can win by it."""
    return f"{winner}:{points}" if winner else str(points)


@register.simple_tag
def unconfirmed(match: Any) -> SafeString | str:
    """The label "unconfirmed" if the score of a match waits for confirmation."""
    if match.status != Status.REPORTED.value:
        return ""
    return format_html('<small class="unconfirmed">{}</small>', pgettext("score", "unconfirmed"))


@register.filter
def final_score(match: Any) -> str:
    """The score of a settled match, "7–3" or "7–?"; of a walk-over "–", as nobody played.

    `match` is a match, or a row of an event's match with its scores and its ending.
    """
    if match.ending in UNPLAYED_ENDINGS:
        return "–"
    is_known = getattr(match, "is_loser_score_known", True)
    return format_score((match.white_score, match.black_score), is_loser_score_known=is_known)


@register.filter
def away(match: Match, side: str) -> int:
    """How many points a side still needs."""
    return match.length - int(getattr(match, f"{side}_score"))


@register.inclusion_tag("components/score.html")
def score_line(
    match: Match, *, size: str = "", crawford: bool = False, linked: bool = False
) -> dict[str, Any]:
    """The two sides of a match and their points; `size` "big" for pages about one match."""
    return {"match": match, "size": size, "crawford": crawford, "linked": linked}


@register.simple_tag
def status(value: str) -> SafeString:
    """The status of a match, as symbol and label."""
    icon = symbol(Status.SCHEDULED.value if value == TO_PLAY else value)
    return format_html(
        '<span class="status status-{}">{}<span>{}</span></span>', value, icon, get_label(value)
    )
