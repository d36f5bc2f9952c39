"""Figures of standings and cells of crosstables, rendered by `format_html`: a page has hundreds of them."""

from collections.abc import Iterable

from django import template
from django.template import Context
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from matches.messages import get_label
from tournaments.formats.round_robin import ANNULLED
from tournaments.play.brackets.crosstables import (
    AWAY,
    EVEN,
    LOST,
    MEETING_BYE,
    WON,
    CrossLine,
    CrossMeeting,
    Crosstable,
)
from tournaments.play.brackets.event_standings import TableFigure, TableLine

register = template.Library()
SIGNS = {WON: "+", LOST: "−", EVEN: "="}


@register.simple_tag(takes_context=True)
def table_figures(context: Context, line: TableLine, key: str) -> SafeString:
    """Render the figures of a line: links to their explanation, or the explanation of a named entry."""
    number = line.entry.number
    if context.get("explained") == number:
        return _join(
            format_html('<td class="numeric">{}</td>', _explained(figure)) for figure in line.figures
        )
    query = context["request"].GET.copy()
    query["explain"] = str(number)
    url = f"?{query.urlencode()}#line-{key}-{number}"
    return _join(format_html('<td class="numeric">{}</td>', _linked(figure, url)) for figure in line.figures)


def _linked(figure: TableFigure, url: str) -> SafeString:
    if not figure.has_parts:
        return _plain(figure)
    return format_html(
        '<a class="figure-link numeral" rel="nofollow" href="{}">{}'
        '<span class="visually-hidden"> {}: {}</span></a>',
        url,
        figure.text,
        figure.name,
        gettext("reason"),
    )


def _explained(figure: TableFigure) -> SafeString:
    if not figure.has_parts:
        return _plain(figure)
    items = format_html_join(
        "", '<li><b class="numeral">{}</b> {}</li>', ((amount, label) for label, amount in figure.parts)
    )
    return format_html(
        '<details class="explanation" open><summary><b class="numeral">{}</b>'
        '<span class="visually-hidden"> {}: {}</span></summary><ul>{}</ul></details>',
        figure.text,
        figure.name,
        gettext("reason"),
        items,
    )


def _plain(figure: TableFigure) -> SafeString:
    if figure.text:
        return format_html('<span class="numeral">{}</span>', figure.text)
    return SafeString('<span class="muted">·</span>')


@register.simple_tag
def cross_cells(crosstable: Crosstable, line: CrossLine) -> SafeString:
    """Render the cells of a line of a crosstable."""
    has_rounds = bool(crosstable.rounds)
    return _join(_cross_cell(cell, has_rounds=has_rounds) for cell in line.cells)


def _cross_cell(meetings: tuple[CrossMeeting, ...] | None, *, has_rounds: bool) -> SafeString:
    if meetings is None:
        return SafeString('<td class="diagonal"><span class="visually-hidden">–</span></td>')
    content = _join(_meeting(meeting, has_rounds=has_rounds) for meeting in meetings)
    return format_html('<td class="numeric">{}</td>', content or SafeString('<span class="muted">·</span>'))


def _meeting(meeting: CrossMeeting, *, has_rounds: bool) -> SafeString:
    if meeting.state in {MEETING_BYE, AWAY}:
        text = gettext("bye") if meeting.state == MEETING_BYE else gettext("absent")
        return format_html('<span class="muted">{}</span>', text)
    outcome_text = _describe_outcome(meeting.state)
    if has_rounds:
        against = gettext("against %(name)s") % {"name": meeting.name}
        outcome_text = f"{outcome_text} {against}"
    content = format_html(
        '<span class="visually-hidden">{} </span>{}', outcome_text, _outcome(meeting, has_rounds=has_rounds)
    )
    if not meeting.code:
        return format_html('<span class="crosstable-match {}">{}</span>', meeting.state, content)
    url = reverse("match", args=[meeting.code])
    return format_html('<a class="crosstable-match {}" href="{}">{}</a>', meeting.state, url, content)


def _outcome(meeting: CrossMeeting, *, has_rounds: bool) -> SafeString:
    """Return the sign and the line of the opponent with the score, or the score alone."""
    sign = SIGNS.get(meeting.state, "")
    if has_rounds:
        score = format_html('<small class="muted">{}</small>', meeting.score) if meeting.score else ""
        return format_html('<span aria-hidden="true">{}{}</span>{}', sign, meeting.rival, score)
    if meeting.score:
        return format_html("{}", meeting.score)
    return format_html('<span aria-hidden="true">{}</span>', sign or "·")


def _describe_outcome(state: str) -> str:
    if state == ANNULLED:
        return get_label(state)
    names = {WON: gettext("won"), LOST: gettext("lost"), EVEN: gettext("draw")}
    return names.get(state, gettext("not played"))


def _join(pieces: Iterable[SafeString]) -> SafeString:
    return mark_safe("".join(pieces))  # noqa: S308 - each was escaped
