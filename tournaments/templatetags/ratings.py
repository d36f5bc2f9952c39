"""Chart of a player's rating in the language of the page."""

from datetime import datetime
from itertools import accumulate

from django import template
from django.utils.safestring import SafeString, mark_safe
from django.utils.timezone import localdate
from django.utils.translation import gettext as _

from matches.queries.occasions import move_into_day
from matches.templatetags.dates import format_date
from tournaments.charts.rating_chart import RatedPoint, draw_rating_chart
from tournaments.models import RatingChange
from tournaments.play.events.played_days import get_day_played
from tournaments.seasons.queries.careers import Career

register = template.Library()
register.filter("day_played", get_day_played)
SECONDS_OF_A_DAY = 86_400


@register.simple_tag
def rating_figure(career: Career) -> SafeString:
    """Return the rating history of a career as accessible SVG; "" without rated matches."""
    if not career.history:
        return SafeString("")
    times = (move_into_day(change.at, get_day_played(change.match)) for change in career.history)
    # The rating after a match that was typed late stands after those typed before it.
    times_in_order = accumulate(times, max)
    text = draw_rating_chart(
        career.history[0].before,
        [_point(change, at) for change, at in zip(career.history, times_in_order, strict=True)],
        title=_("Rating of %(player)s") % {"player": career.player.name},
        description=_description(career),
        ids=f"rating-{career.player.code}",
    )
    # Every text is escaped by the chart itself.
    return mark_safe(text)  # noqa: S308


def _description(career: Career) -> str:
    ratings = [career.history[0].before, *(change.after for change in career.history)]
    facts = {
        "first": f"{ratings[0]:.0f}",
        "last": f"{ratings[-1]:.0f}",
        "matches": len(career.history),
        "highest": f"{max(ratings):.0f}",
        "lowest": f"{min(ratings):.0f}",
    }
    return (
        _("From %(first)s to %(last)s. Matches: %(matches)s. Highest: %(highest)s. Lowest: %(lowest)s.")
        % facts
    )


def _point(change: RatingChange, at: datetime) -> RatedPoint:
    date = format_date(get_day_played(change.match), "j M Y")
    outcome = _("Won against %(opponent)s") if change.won else _("Lost to %(opponent)s")
    label = (
        f"{date} · {outcome % {'opponent': change.opponent.name}} · {change.delta:+.1f} → {change.after:.1f}"
    )
    axis_date = format_date(localdate(at), "j M Y")
    return RatedPoint(change.after, change.won, label, axis_date, at.timestamp() / SECONDS_OF_A_DAY)
