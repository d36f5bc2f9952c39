"""Names of flights, rounds, seats, formats and planned stages."""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import NamedTuple

from django.utils import timezone
from django.utils.functional import Promise
from django.utils.text import get_text_list
from django.utils.translation import gettext, ngettext, pgettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from matches.registry import format_time
from tournaments.formats.graph import (
    BACKDRAW,
    CONSOLATION,
    FINAL,
    GROUP,
    LADDER,
    LAST_CHANCE,
    LEAGUE,
    LETTERS,
    LIVES,
    MAIN,
    MINI,
    PLAYOFF,
    SIDE,
    SWISS,
    letters_of,
)
from tournaments.formats.knockout import is_knockout_with_consolation
from tournaments.formats.plan import BEFORE_FINAL, Stage
from tournaments.formats.registry import EVENT_FORMATS, FORMATS

# What says in a line of the entry box which person it means; `line_labels.PERSON_LABELS` has it in all
# languages.
PERSON_LABEL = pgettext_lazy("label of a line", "person")
# What says there which price somebody pays and what is paid; `listed_payments.LABELS` has all languages.
PRICE_LABEL = pgettext_lazy("label of a line", "price")
PAID_LABEL = pgettext_lazy("label of a line", "paid")

Span = tuple[int, int]
# The winner of the backdraw has at least second place, so its rounds are named from that place on.
BACKDRAW_BEST = 2
# A longer wait is said by the clock, to these minutes.
LONGEST_WAIT_IN_MINUTES, MINUTES_OF_CLOCK = 90, 5

# Titles of matches are stored in English and translated piece by piece for the reader.
# "League" is the former name of the stage of a round robin.
TITLE_PARTS: tuple[str | Promise, ...] = (
    _("Round"),
    _("Place"),
    _("Places"),
    _("Casual match"),
    _("League"),
)

# Ordinal numbers by their English ending.
ORDINALS: Mapping[str, str | Promise] = {
    "st": pgettext_lazy("ordinal", "%(number)sst"),
    "nd": pgettext_lazy("ordinal", "%(number)snd"),
    "rd": pgettext_lazy("ordinal", "%(number)srd"),
    "th": pgettext_lazy("ordinal", "%(number)sth"),
}

FLIGHT_NAMES: dict[str, str | Promise] = {
    MAIN: _("Main"),
    CONSOLATION: _("Consolation"),
    LAST_CHANCE: _("Last chance"),
    BACKDRAW: _("Backdraw"),
    FINAL: _("Final"),
    SWISS: _("Swiss"),
    LIVES: _("Lives"),
    LADDER: _("Ladder"),
    LEAGUE: _("Round robin"),
    GROUP: _("Group"),
    MINI: _("Mini bracket"),
    PLAYOFF: _("Play-off"),
    SIDE: _("Side event"),
}

ROUND_NAMES: dict[int, str | Promise] = {
    1: _("Final"),
    2: _("Semi-final"),
    4: _("Quarter-final"),
    8: _("Last 16"),
    16: _("Last 32"),
    32: _("Last 64"),
    64: _("Last 128"),
    128: _("Last 256"),
    256: _("Last 512"),
    512: _("Last 1024"),
}
# The headings of rounds with several matches, where they differ from the name of one match.
ROUND_HEADINGS: dict[int, str | Promise] = {2: _("Semi-finals"), 4: _("Quarter-finals")}


def flight_name(flight: str) -> str:
    """Return the name of a flight: "main" Main, "group_2" Group B."""
    if flight in FLIGHT_NAMES:
        return str(FLIGHT_NAMES[flight])
    kind = flight.rpartition("_")[0]
    return f"{FLIGHT_NAMES[kind]} {letters_of(flight).removeprefix(LETTERS[kind])}"


def get_format_name(name: str) -> str:
    """Return what a format of stages is called; the name itself of one that is unknown here."""
    return gettext(FORMATS[name].title) if name in FORMATS else name


def translate_stage_name(name: str) -> str:
    """Return the name that a director gave to a stage; one that forms propose is translated, as in titles."""
    return gettext(name) if name else ""


def get_stage_name(stage: Stage) -> str:
    """Return the name of a stage: the one that the director gave to it, else that of its flight."""
    return translate_stage_name(stage.name) or flight_name(stage.key)


def round_name(number: int, winners: Span, losers: Span, best: int = 1) -> str:
    """Return the name of the round of one match by the places its winner and loser play for, from `best` on.

    In a bracket (1, 1) is the final, (1, 2) a semi-final; (3, 3) a match for third place. Where winners and
    losers play for the same places, as in a table, and where no name is in use, it is round `number`.
    """
    first, last = winners
    if winners == losers:
        return gettext("Round %(number)s") % {"number": number}
    if first > best and first == last:
        return gettext("Place %(place)s") % {"place": first}
    if first > best:
        return gettext("Places %(first)s–%(last)s") % {"first": first, "last": losers[1]}
    named = ROUND_NAMES.get(last - best + 1)
    return str(named) if named else gettext("Round %(number)s") % {"number": number}


def round_heading(number: int, winners: Span, losers: Span, best: int = 1) -> str:
    """Return the heading of a round: its `round_name`, in the plural over several matches, "Semi-finals"."""
    is_plural = winners[0] == best and winners != losers and losers[0] < losers[1]
    heading = ROUND_HEADINGS.get(winners[1] - best + 1) if is_plural else None
    return str(heading) if heading else round_name(number, winners, losers, best)


def describe_place(place: int) -> str:
    """Return a place as an ordinal number: "1st", "12th"."""
    ending = "th" if place % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(place % 10, "th")
    return str(ORDINALS[ending]) % {"number": place}


def describe_places(span: Span) -> str:
    """Return one place, or the places shared by several, as text: "2nd", "9th–16th"."""
    first, last = span
    return describe_place(first) if first == last else f"{describe_place(first)}–{describe_place(last)}"


def describe_lengths(points: Sequence[int]) -> str:
    """Return match lengths as text, round by round where they differ."""
    if len(points) == 1:
        text = ngettext("%(length)s-point matches", "%(length)s-point matches", points[0])
        return text % {"length": points[0]}
    return gettext("matches to %(lengths)s points") % {"lengths": ", ".join(map(str, points))}


def round_title(
    flight: str, number: int, winners: Span, losers: Span, *, board: int = 0, name: str = ""
) -> str:
    """Return flight and round as shown above a match; `board` is that of a team meeting.

    `name` is the one that the director gave to the flight, if any.
    """
    best = BACKDRAW_BEST if flight.startswith(BACKDRAW) else 1
    parts = (name or flight_name(flight), round_name(number, winners, losers, best))
    title = " · ".join(dict.fromkeys(parts))
    at = gettext("board %(board)s") % {"board": board}
    return f"{title} · {at}" if board else title


def seat_name(origin: str, pairing: str) -> str:
    """Return the label of an open seat: where its player will come from."""
    if origin == "winner":
        return gettext("Winner of %(pairing)s") % {"pairing": pairing}
    if origin == "loser":
        return gettext("Loser of %(pairing)s") % {"pairing": pairing}
    if origin == "first_loss":
        return gettext("First-match loser of %(pairing)s") % {"pairing": pairing}
    return gettext("Bye")


# Event formats: name and description of each.
EVENT_FORMAT_TEXTS: Mapping[str, tuple[Promise, Promise]] = {
    name: (_(event_format.title), _(event_format.description)) for name, event_format in EVENT_FORMATS.items()
}
# Groups of event formats; the usual ones are expanded.
EVENT_FORMAT_GROUPS: Mapping[str, str | Promise] = {
    "usual": "",
    "more": _("More formats"),
    "side": _("Side events and club tournaments"),
}


class StageLengths(NamedTuple):
    """The key, format and match lengths of a stage, and its rounds: 0 if the format or the field decides."""

    key: str
    format: str
    lengths: Sequence[int]
    rounds: int = 0


# Stages that are called by their own name, not by that of their format.
NAMED_STAGES = frozenset({BACKDRAW, LAST_CHANCE})


def describe_stages(stages: Sequence[StageLengths]) -> str:
    """Return what is played in each stage, with its number of rounds and its match lengths.

    For example "Swiss, 4 rounds, 5-point matches; Last chance, 3-point matches".
    """
    if is_knockout_with_consolation([stage.format for stage in stages]):
        main, consolation = (describe_lengths(stage.lengths) for stage in stages)
        facts = {"format": EVENT_FORMAT_TEXTS["knockout_consolation"][0], "main": main}
        if main == consolation:
            return f"{facts['format']}, {main}"
        return gettext("%(format)s, %(main)s; in the consolation %(consolation)s") % {
            **facts,
            "consolation": consolation,
        }
    return "; ".join(map(_describe_stage, stages))


def _describe_stage(stage: StageLengths) -> str:
    parts = [flight_name(stage.key) if stage.key in NAMED_STAGES else get_format_name(stage.format)]
    if stage.rounds:
        parts.append(ngettext("%(count)s round", "%(count)s rounds", stage.rounds) % {"count": stage.rounds})
    return ", ".join([*parts, describe_lengths(stage.lengths)])


ADDITIONS: Mapping[str, str | Promise] = {
    "consolation": _("Consolation for first-match losers"),
    "last_chance": _("Last chance for losers of the first consolation rounds"),
    "main": _("Knockout of the top players"),
    "playoff": _("Three-way play-off, when three players with the same record are left"),
}

FEEDS: Mapping[str, str | Promise] = {
    "entries": _("all entries"),
    "first_losses": _("first-match losers in %(flights)s"),
    "lives": _("players with lives left in %(flights)s"),
    "places": _("places %(first)s to %(last)s of %(flights)s"),
}


def describe_feed(code: str, flights: str, first: int, last: int) -> str:
    """Return the source of the entries of a stage as text."""
    return str(FEEDS[code]) % {"flights": flights, "first": first, "last": last}


def describe_feed_of_losers(flights: str, rounds: int, numbers: Sequence[int] = ()) -> str:
    """Return from which rounds of these flights losers come; `rounds` is that of `Feed`.

    `numbers` are the rounds that have losers, which need not be the first ones; empty if not known yet.
    """
    if rounds > 0 and numbers and list(numbers) != list(range(1, rounds + 1)):
        sentence = ngettext(
            "losers of round %(rounds)s of %(flights)s",
            "losers of rounds %(rounds)s of %(flights)s",
            len(numbers),
        )
        rounds_text = get_text_list(
            list(map(str, numbers)), pgettext("between the last two of a list", "and")
        )
        return sentence % {"rounds": rounds_text, "flights": flights}
    if rounds > 0:
        sentence = ngettext(
            "losers of the first round of %(flights)s with matches",
            "losers of the first %(count)s rounds of %(flights)s with matches",
            rounds,
        )
        return sentence % {"count": rounds, "flights": flights}
    if rounds == BEFORE_FINAL:
        return gettext("losers of %(flights)s before the final") % {"flights": flights}
    return gettext("losers of %(flights)s, of the final too") % {"flights": flights}


def describe_wait(minutes: int | None) -> str:
    """Return when a waiting match should get its table, approximately; empty where unknown.

    Of a long wait, such as that for a start on another day, the time is said and not the minutes.
    """
    if minutes is None:
        return ""
    if not minutes:
        return gettext("next")
    if minutes > LONGEST_WAIT_IN_MINUTES:
        at = timezone.now().replace(second=0, microsecond=0) + timedelta(minutes=minutes)
        at += timedelta(minutes=-at.minute % MINUTES_OF_CLOCK)
        return gettext("about %(time)s") % {"time": format_time(at)}
    return ngettext("in about %(count)s min", "in about %(count)s min", minutes) % {"count": minutes}
