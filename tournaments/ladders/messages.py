"""Messages of ladders: refusals, lines of the journal and causes of steps."""

from collections.abc import Mapping
from datetime import date

from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.ladders.journal import journal_lines, state

LADDER_REFUSALS: dict[str, str | Promise] = {
    "already_on_ladder": _("This player is already on the ladder."),
    "answer_unknown": _("A challenge can be accepted, declined or called off."),
    "challenge_open": _("One of the two has an open challenge. Finish that one first."),
    "challenge_not_open": _("This challenge is no longer open, or has already been answered."),
    "challenge_too_far": _("Out of reach: challenges go up by at most %(reach)s."),
    "challenge_unknown": _("Challenge %(challenge)s does not exist on this ladder."),
    "holder_protected": _("This player was challenged recently and cannot be challenged until %(until)s."),
    "ladder_unreadable": _("Line %(seq)s of the ladder cannot be read."),
    "names_were_joined": _("Separate the two names in the list of members; the ladder is then updated."),
    "not_on_ladder": _("This player is not on the ladder."),
    "not_your_challenge": _("Only %(player)s, with the club's badge or an account, or the desk can do this."),
    "result_of_match": _("Correct the result on the page of the match; the ladder is then updated."),
    "rung_unknown": _("This ladder has %(rungs)s places."),
    "audit_challenge": _(
        "Challenge %(challenge)s of ladder %(ladder)s is stored differently from its activity log."
    ),
    "audit_ladder_person": _("%(player)s is on ladder %(ladder)s twice."),
    "audit_ladder": _("Line %(seq)s of ladder %(ladder)s cannot follow the lines before it."),
}

STEP_TEXTS: Mapping[str, str | Promise] = {
    state.ENTERED: _("joined at place %(after)s"),
    state.WON_CHALLENGE: _("went up from %(before)s to %(after)s: beat %(other)s"),
    state.WON_BY_DEFAULT: _(
        "went up from %(before)s to %(after)s: %(other)s did not accept the challenge in time"
    ),
    state.OVERTAKEN: _("moved down from %(before)s to %(after)s: overtaken by %(other)s"),
    state.SWAPPED: _("swapped places, %(before)s to %(after)s: lost to %(other)s"),
    state.MOVED_UP: _("moved up from %(before)s to %(after)s: %(other)s moved down or left"),
    state.LOST_PLACE: _("lost a place, %(before)s to %(after)s: did not accept the challenge from %(other)s"),
    state.WAS_IDLE: _("lost a place, %(before)s to %(after)s: inactive for too long"),
    state.MOVED_BY_DESK: _("moved from %(before)s to %(after)s by the desk"),
    state.IS_OTHER: _("left place %(before)s: is on the ladder under another name"),
    journal_lines.LEFT: _("left the ladder from place %(before)s"),
}

LINE_TEXTS: Mapping[str, str | Promise] = {
    journal_lines.OPENED: _("Ladder created"),
    journal_lines.RULES_SET: _("Rules changed"),
    journal_lines.JOINED: _("%(member)s joins the ladder"),
    journal_lines.LEFT: _("%(member)s leaves the ladder"),
    journal_lines.MERGED: _("%(member)s had two places under two names: the higher one stays"),
    journal_lines.MOVED: _("%(member)s is moved to place %(place)s"),
    journal_lines.IDLED: _("No match for too long: %(members)s"),
    journal_lines.CHALLENGED: _("%(challenger)s challenges %(holder)s"),
    journal_lines.ACCEPTED: _("%(holder)s accepts the challenge of %(challenger)s"),
    journal_lines.DECLINED: _("%(holder)s declines the challenge of %(challenger)s"),
    journal_lines.CANCELLED: _("The challenge from %(challenger)s to %(holder)s is cancelled"),
    journal_lines.EXPIRED: _("The challenge from %(challenger)s to %(holder)s has expired"),
    journal_lines.PLAYED: _("%(challenger)s vs %(holder)s: match played"),
    journal_lines.REOPENED: _("The result of %(challenger)s vs %(holder)s is withdrawn"),
    journal_lines.UNDONE: _("Line %(seq)s undone"),
}

STATUS_TEXTS: Mapping[str, str | Promise] = {
    state.WAITING: _("answer by %(due)s"),
    state.AGREED: _("play by %(due)s"),
    state.DECLINED: _("declined"),
    state.EXPIRED: _("timed out"),
    state.CANCELLED: _("cancelled"),
    state.DONE: _("played"),
}


# Open challenges on the own pages of a player, by status and whether the reader was challenged.
OWN_CHALLENGES: Mapping[tuple[str, bool], str | Promise] = {
    (state.WAITING, True): _("%(other)s challenges you (%(ladder)s): answer by %(due)s"),
    (state.WAITING, False): _("You challenged %(other)s (%(ladder)s): answer by %(due)s"),
    (state.AGREED, True): _("Match against %(other)s (%(ladder)s): play by %(due)s"),
    (state.AGREED, False): _("Match against %(other)s (%(ladder)s): play by %(due)s"),
}


def describe_own_challenge(
    status: str, *, is_challenged: bool, other: str, ladder: str, due: date | None
) -> str:
    """Return an open challenge as one of its two players reads it."""
    context = {"other": other, "ladder": ladder, "due": date_format(due, "j F") if due else "–"}
    return str(OWN_CHALLENGES[status, is_challenged]) % context


def describe_step(cause: str, before: int, after: int, other: str) -> str:
    """Return the text of a change of place."""
    return str(STEP_TEXTS[cause]) % {
        "before": before,
        "after": after,
        "other": other or gettext("another player"),
    }


def describe_line(kind: str, context: Mapping[str, object]) -> str:
    """Return the text of a row of a ladder."""
    return str(LINE_TEXTS[kind]) % _DashForMissing(context)


def describe_challenge(status: str, due: date | None) -> str:
    """Return the status of a challenge, with its last day."""
    return str(STATUS_TEXTS[status]) % {"due": date_format(due, "j F") if due else ""}


class _DashForMissing(dict[str, object]):
    """A context in which a missing name reads as a dash."""

    def __missing__(self, name: str) -> str:
        return "–"
