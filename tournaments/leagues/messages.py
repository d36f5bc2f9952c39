"""Messages of leagues: refusals and placings."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.timezone import localtime
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.standings import divisions

LEAGUE_REFUSALS: dict[str, str | Promise] = {
    "deadline_after_season": _(
        "%(until)s is after the season, which ends on %(day)s. "
        "Confirm “After the end of the season” if you mean it."
    ),
    "deadline_before_season": _("The season begins on %(day)s: a deadline cannot be before that."),
    "deadline_past": _("%(until)s has passed: choose today or a later day."),
    "league_open": _("%(event)s is not finished yet: there are still matches to play."),
    "nothing_proposed": _("Give a day and time, or write a message."),
    "own_proposal": _("This is your own proposal. Only the other player can accept it."),
    "playoff_not_due": _("No play-off of %(event)s can be drawn right now."),
    "proposal_past": _("%(day)s, %(at)s has passed: propose a time that is still to come."),
    "audit_league": _("The league season of %(event)s is missing."),
}

MISSED_DEADLINE = "missed_deadline"
# Reasons that the desk proposes; stored by code, so that everybody reads them in their own language.
DECISION_REASONS: dict[str, str | Promise] = {MISSED_DEADLINE: _("Not played by the deadline")}

PLACING_TEXTS: Mapping[str, str | Promise] = {
    divisions.CHAMPION: _("Champion"),
    divisions.STAYS: _("Stays"),
    divisions.GOES_UP: _("Promoted, place %(place)s"),
    divisions.GOES_DOWN: _("Relegated, place %(place)s"),
    divisions.LEFT: _("Has left the league"),
    divisions.WON_PLAYOFF: _("Won the play-off"),
    divisions.LOST_PLAYOFF: _("Lost the play-off"),
}


# While the season is played.
PROVISIONAL_TEXTS: Mapping[str, str | Promise] = {
    divisions.CHAMPION: _("In first place"),
    divisions.GOES_UP: _("Would be promoted, place %(place)s"),
    divisions.GOES_DOWN: _("Would be relegated, place %(place)s"),
}


def describe_message(name: str, play_at: datetime | None, note: str) -> str:
    """Return the message of a player about a match: the time proposed, or the note."""
    if play_at is None:
        return gettext("%(name)s writes: %(note)s") % {"name": name, "note": note}
    when = date_format(localtime(play_at), "l j F, H:i")
    return gettext("%(name)s proposes %(when)s") % {"name": name, "when": when}


def describe_changed_move(
    cause: str, division: str, old_names: Sequence[str], new_names: Sequence[str]
) -> str:
    """Return who would be promoted or relegated (`cause`) instead of whom after a change of results."""
    nobody = gettext("nobody")
    text = (
        gettext("Promoted from %(division)s by the table so far: %(new)s instead of %(old)s.")
        if cause == divisions.GOES_UP
        else gettext("Relegated from %(division)s by the table so far: %(new)s instead of %(old)s.")
    )
    return text % {
        "division": division,
        "old": ", ".join(old_names) or nobody,
        "new": ", ".join(new_names) or nobody,
    }


def placing_text(cause: str, place: int, is_by_lot: bool, *, is_final: bool) -> str:
    """Return why an entry plays in its division next season, or would do as the table stands."""
    texts = PLACING_TEXTS if is_final else {**PLACING_TEXTS, **PROVISIONAL_TEXTS}
    text = str(texts[cause]) % {"place": place}
    return gettext("%(cause)s (tied, drawn at random)") % {"cause": text} if is_by_lot else text
