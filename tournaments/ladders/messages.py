"""Why something on a ladder is refused, what happened on it, and why everybody changed place."""

from collections.abc import Mapping
from datetime import date

from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.ladders.journal import entries as facts
from tournaments.ladders.journal import state

LADDERS: dict[str, str | Promise] = {
    "already_on_ladder": _("This player is on the ladder already."),
    "answer_unknown": _("A challenge is taken up, turned down or called off."),
    "challenge_open": _("One of the two has an open challenge. That one comes first."),
    "challenge_stands": _("This challenge is not open any more, or it has been answered."),
    "challenge_too_far": _("From there one may challenge up to %(reach)s places higher."),
    "challenge_unknown": _("There is no challenge %(challenge)s on this ladder."),
    "holder_protected": _("This player has just been challenged and is left in peace until %(until)s."),
    "ladder_unreadable": _("Line %(seq)s of the ladder cannot be read."),
    "not_on_ladder": _("This player is not on the ladder."),
    "not_your_challenge": _(
        "This is for %(player)s to say, with the club's badge or an account, or the desk."
    ),
    "result_of_match": _("A result is corrected at its match; the ladder follows."),
    "rung_unknown": _("This ladder has %(rungs)s places."),
    "audit_challenge": _(
        "Challenge %(challenge)s of ladder %(ladder)s is stored otherwise than its lines tell."
    ),
    "audit_ladder": _("Line %(seq)s of ladder %(ladder)s cannot stand after the lines before it."),
}

STEPS: Mapping[str, str | Promise] = {
    state.CAME: _("came on at place %(after)s"),
    state.BEAT: _("went up from %(before)s to %(after)s: beat %(other)s"),
    state.GIVEN: _("went up from %(before)s to %(after)s: %(other)s did not take up the challenge in time"),
    state.SLIPPED: _("moved down from %(before)s to %(after)s: %(other)s went past"),
    state.CHANGED_PLACES: _("changed places, %(before)s to %(after)s: lost to %(other)s"),
    state.ROSE: _("moved up from %(before)s to %(after)s: %(other)s went down or left"),
    state.SANK: _("lost a place, %(before)s to %(after)s: did not take up the challenge of %(other)s"),
    state.IDLE: _("lost a place, %(before)s to %(after)s: no match for too long"),
    state.BY_DESK: _("put from %(before)s on %(after)s by the desk"),
    facts.LEFT: _("left from place %(before)s"),
}

LINES: Mapping[str, str | Promise] = {
    facts.OPENED: _("The ladder opens"),
    facts.RULED: _("The rules change"),
    facts.JOINED: _("%(member)s comes on"),
    facts.LEFT: _("%(member)s leaves"),
    facts.MOVED: _("%(member)s is put on place %(place)s"),
    facts.IDLED: _("No match for too long: %(members)s"),
    facts.CHALLENGED: _("%(challenger)s challenges %(holder)s"),
    facts.ACCEPTED: _("%(holder)s takes up the challenge of %(challenger)s"),
    facts.REFUSED: _("%(holder)s turns down the challenge of %(challenger)s"),
    facts.CALLED_OFF: _("The challenge of %(challenger)s to %(holder)s is called off"),
    facts.LAPSED: _("The challenge of %(challenger)s to %(holder)s has run out"),
    facts.PLAYED: _("%(challenger)s against %(holder)s is played"),
    facts.REOPENED: _("The result of %(challenger)s against %(holder)s is taken back"),
    facts.UNDONE: _("Line %(seq)s undone"),
}

ENDED: Mapping[str, str | Promise] = {
    state.WAITING: _("to be answered by %(due)s"),
    state.AGREED: _("to be played by %(due)s"),
    state.TURNED_DOWN: _("turned down"),
    state.OUT_OF_TIME: _("ran out of time"),
    state.OFF: _("called off"),
    state.DONE: _("played"),
}


def ladder_step(cause: str, before: int, after: int, other: str) -> str:
    """Why somebody changed his place."""
    return str(STEPS[cause]) % {"before": before, "after": after, "other": other or gettext("somebody")}


def ladder_line(kind: str, told: Mapping[str, object]) -> str:
    """A line of a ladder."""
    return str(LINES[kind]) % _Blanks(told)


def challenge_standing(stands: str, due: date | None) -> str:
    """Where a challenge stands, with its last day."""
    return str(ENDED[stands]) % {"due": date_format(due, "j F") if due else ""}


class _Blanks(dict[str, object]):
    """Facts in which a missing name reads as a dash."""

    def __missing__(self, name: str) -> str:
        return "–"
