"""Sentences about a tournament: its days, its state, and the rules in force at its desk."""

from collections.abc import Mapping
from datetime import date, datetime, time
from typing import Protocol

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from matches.clocks import CLOCKS
from matches.models import Desk
from rules.options import MatchLaws

STATES: Mapping[str, str | Promise] = {
    "cancelled": _("Cancelled"),
    "upcoming": _("Announced"),
    "in_play": _("In play"),
    "finished": pgettext_lazy("tournament", "Finished"),
}
CONFIRMATION: Mapping[str, str | Promise] = {
    "both": _("A result counts when both players have confirmed it."),
    "trust": _("A result counts as soon as one player reports it."),
    "desk": _("A result counts when the desk has confirmed it."),
}


class TournamentDays(Protocol):
    """What says when a tournament is: its start, and its last day if it has several."""

    @property
    def starts_at(self) -> datetime:
        """Return when play begins."""

    @property
    def ends_on(self) -> date | None:
        """Return the last day, None for a single day."""


def name_days(first: date, last: date | None) -> str:
    """Return the days of a tournament: "12 June 2026", "12–14 June 2026", "30 June – 2 July 2026"."""
    if last is None or last <= first:
        return date_format(first, "j F Y")
    if (first.year, first.month) == (last.year, last.month):
        return f"{first.day}–{date_format(last, 'j F Y')}"
    pattern = "j F" if first.year == last.year else "j F Y"
    return f"{date_format(first, pattern)} – {date_format(last, 'j F Y')}"


def name_days_of(tournament: TournamentDays) -> str:
    """Return the days of a tournament, in local time."""
    return name_days(timezone.localdate(tournament.starts_at), tournament.ends_on)


def name_days_and_time_of(tournament: TournamentDays) -> str:
    """Return the days of a tournament, and when play begins; midnight means that no time is set."""
    begins = timezone.localtime(tournament.starts_at).time()
    days = name_days_of(tournament)
    return days if begins == time.min else f"{days}, {begins:%H:%M}"


def describe_rules(desk: Desk) -> list[str]:
    """Return the rules in force at a desk, one sentence each."""
    laws = MatchLaws.from_json(dict(desk.laws))
    sentences = [
        gettext("The Crawford rule applies.") if laws.crawford else gettext("Without the Crawford rule."),
        *_describe_options(laws),
        str(CONFIRMATION[desk.confirm_policy]),
    ]
    if desk.clock:
        clock = CLOCKS[desk.clock]
        sentences.append(
            gettext("Clocks: %(minutes)s min per point of the match, %(delay)s s delay.")
            % {"minutes": f"{clock.reserve / 60:g}", "delay": clock.delay}
        )
    scale = desk.scale
    if scale is not None:
        facts = {"grace": scale.grace, "step": scale.step}
        sentences.append(
            gettext("Lateness: a penalty point %(grace)s min after the call, another every %(step)s min.")
            % facts
        )
        if scale.loses:
            sentences.append(gettext("Penalty points beyond half the match length lose the match."))
    return sentences


def _describe_options(laws: MatchLaws) -> list[str]:
    options = (
        (laws.jacoby, gettext("The Jacoby rule applies.")),
        (laws.beavers, gettext("Beavers are allowed.")),
        (laws.automatic_doubles, gettext("Equal numbers on the opening roll double the cube.")),
        (laws.holland, gettext("The Holland rule applies.")),
        (laws.dead_cube == "refuse", gettext("A double that cannot help the doubler is refused.")),
        (
            laws.illegal_plays == "condone",
            gettext("An illegal play is accepted once the opponent has rolled."),
        ),
    )
    return [sentence for is_in_force, sentence in options if is_in_force]
