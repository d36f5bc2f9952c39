"""Charts of players, clubs and rating lists in the language of the page, each with its data as a table."""

from collections.abc import Sequence
from dataclasses import dataclass

from django import template
from django.utils.formats import date_format
from django.utils.safestring import SafeString, mark_safe
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from matches.templatetags.dates import format_date
from tournaments.charts.bar_chart import Bar, draw_bar_chart
from tournaments.charts.calibration_chart import CalibrationPoint, draw_calibration_chart
from tournaments.charts.form_chart import FormResult, draw_form_chart
from tournaments.charts.svg import format_percent
from tournaments.charts.win_rate_chart import LengthWinRate, draw_win_rate_chart
from tournaments.play.events.played_days import get_day_played
from tournaments.rating_systems.calibration import Bin, Calibration
from tournaments.seasons.queries.careers import Career, CareerResult
from tournaments.seasons.queries.season_tables import Standings

register = template.Library()
MONTHS_SHOWN = 12


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart and its data as a table."""

    svg: SafeString
    heads: Sequence[str]
    rows: Sequence[Sequence[str]]


@register.simple_tag
def form_figure(career: Career) -> Chart:
    """Return the chart of a player's last matches."""
    recent = career.recent
    labels = [_form_label(result) for result in recent]
    won = sum(result.has_won for result in recent)
    description_text = _("%(won)s of the last %(matches)s won.") % {"won": won, "matches": len(recent)}
    svg = draw_form_chart(
        [FormResult(result.has_won, label) for result, label in zip(recent, labels, strict=True)],
        title=_("Form of %(player)s") % {"player": career.player.name},
        description=description_text,
        ids=f"form-{career.player.code}",
    )
    rows = [[_format_day(result), result.opponent.name, _format_score(result)] for result in reversed(recent)]
    return Chart(_safe(svg), [_("When"), _("Against"), _("Result")], rows)


@register.simple_tag
def length_figure(career: Career) -> Chart:
    """Return the chart of wins by match length, with the expected ones."""
    shares, rows = [], []
    for length_record in career.lengths:
        expected_share = length_record.expected / length_record.rated if length_record.rated else None
        facts = {"length": length_record.length, "won": length_record.won, "played": length_record.played}
        label = _("%(length)s-point matches: %(won)s of %(played)s won") % facts
        shares.append(
            LengthWinRate(
                length_record.won / length_record.played, expected_share, str(length_record.length), label
            )
        )
        share, expected_text = (
            format_percent(length_record.won / length_record.played),
            format_percent(expected_share) if expected_share is not None else "–",
        )
        rows.append(
            [
                str(length_record.length),
                str(length_record.played),
                str(length_record.won),
                share,
                expected_text,
            ]
        )
    svg = draw_win_rate_chart(
        shares,
        title=_("Win rate by match length"),
        description=_("Columns show matches won; dashed lines show wins predicted by the ratings."),
        ids=f"lengths-{career.player.code}",
    )
    heads = [_("Length"), _("Matches"), _("Won"), _("Win rate"), _("Expected")]
    return Chart(_safe(svg), heads, rows)


@register.simple_tag
def days_figure(career: Career) -> Chart:
    """Return the chart of days played by month."""
    recent_months = career.months[-MONTHS_SHOWN:]
    bars = [
        Bar(month.days, format_date(month.month, "M y"), f"{date_format(month.month, 'F Y')}: {month.days}")
        for month in recent_months
    ]
    svg = draw_bar_chart(
        bars,
        title=_("Days with matches of %(player)s") % {"player": career.player.name},
        description=_("Total: %(days)s") % {"days": sum(month.days for month in career.months)},
        ids=f"coming-{career.player.code}",
    )
    rows = [[date_format(month.month, "F Y"), str(month.days)] for month in recent_months]
    return Chart(_safe(svg), [_("Month"), _("Days")], rows)


@register.simple_tag
def attendance_figure(table: Standings) -> Chart:
    """Return the chart of attendance by tournament of a season."""
    bars, rows = [], []
    for number, column in enumerate(table.tournaments):
        count = sum(row.cells[number] is not None for row in table.rows)
        day = format_date(localtime(column.starts_at), "j M")
        count_text = ngettext("%(count)s player", "%(count)s players", count) % {"count": count}
        name = column.name or _("Casual matches")
        bars.append(Bar(count, day, f"{day} · {name}: {count_text}"))
        rows.append([date_format(localtime(column.starts_at), "j F Y"), name, str(count)])
    svg = draw_bar_chart(
        bars,
        title=_("Players per tournament in %(season)s") % {"season": table.season.name},
        description=_("Tournaments: %(count)s") % {"count": len(bars)},
        ids=f"attendance-{table.season.slug}",
    )
    return Chart(_safe(svg), [_("When"), _("Tournament"), _("Players")], rows)


@register.simple_tag
def calibration_figure(calibration: Calibration) -> Chart:
    """Return the chart of predicted chances and actual wins."""
    svg = draw_calibration_chart(
        [
            CalibrationPoint(
                chance_bin.predicted,
                chance_bin.actual,
                chance_bin.sure,
                chance_bin.count,
                _bin_label(chance_bin),
            )
            for chance_bin in calibration.bins
        ],
        title=_("Expected vs actual"),
        description=_(
            "Horizontal: chance of the favourite; vertical: share won. On the dashed line "
            "predictions are accurate."
        ),
        axes=(_("Chance of the favourite"), _("Won")),
        ids="calibration",
    )
    rows = [
        [
            f"{format_percent(chance_bin.low)} – {format_percent(chance_bin.high)}",
            str(chance_bin.count),
            format_percent(chance_bin.predicted),
            format_percent(chance_bin.actual),
            f"{format_percent(chance_bin.sure[0])} – {format_percent(chance_bin.sure[1])}",
        ]
        for chance_bin in calibration.bins
    ]
    heads = [_("Chance of the favourite"), _("Matches"), _("Expected"), _("Won"), _("Likely between")]
    return Chart(_safe(svg), heads, rows)


def _bin_label(chance_bin: Bin) -> str:
    facts = {
        "predicted": format_percent(chance_bin.predicted),
        "actual": format_percent(chance_bin.actual),
        "count": chance_bin.count,
    }
    return _("Expected %(predicted)s, won %(actual)s, matches: %(count)s") % facts


def _form_label(result: CareerResult) -> str:
    outcome = _("Won against %(opponent)s") if result.has_won else _("Lost to %(opponent)s")
    return f"{_format_day(result)} · {outcome % {'opponent': result.opponent.name}} · {_format_score(result)}"


def _format_score(result: CareerResult) -> str:
    points = ("?" if score is None else score for score in (result.own_score, result.other_score))
    return "–".join(map(str, points))


def _format_day(result: CareerResult) -> str:
    return format_date(get_day_played(result.match), "j M Y") if result.match.settled_at else ""


def _safe(svg: str) -> SafeString:
    # Every text in a chart is escaped when it is rendered.
    return mark_safe(svg)  # noqa: S308
