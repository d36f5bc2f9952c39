"""Texts about what a correction did to other matches, for the activity log and the report for an arbiter."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.journal.consequences import Effect

# `former` is the result before, or the players; `result` that of now; `names` are the players of now, and
# `name` is one of them.
SENTENCES: Mapping[Effect, str | Promise] = {
    Effect.REPLAYED: _(
        "%(round)s: %(former)s no longer counts; %(names)s is played from the start, at %(start)s"
    ),
    Effect.REPLAYED_LATER: _(
        "%(round)s: %(former)s no longer counts; the match is played from the start, at %(start)s, "
        "once both of its players are settled"
    ),
    Effect.UNOPPOSED: _("%(round)s: %(former)s no longer counts; %(name)s advances without playing"),
    Effect.REMOVED: _("%(round)s: %(former)s no longer counts"),
    Effect.VOIDED: _("%(round)s: %(former)s no longer counts; the match is void and is not played again"),
    Effect.RULED: _("%(round)s: %(former)s no longer counts; no new match, %(name)s advances by ruling"),
    Effect.RENAMED: _("%(round)s: %(former)s now reads %(result)s; only the names change"),
    Effect.RESTORED: _("%(round)s: %(result)s counts again"),
    Effect.CONTINUED: _("%(round)s: the match begun as %(former)s goes on as %(names)s"),
    Effect.RESTARTED: _(
        "%(round)s: %(former)s had begun and does not count; %(names)s is played from the start, at %(start)s"
    ),
    Effect.RESTARTED_LATER: _(
        "%(round)s: %(former)s had begun and does not count; the match is played from the start, at "
        "%(start)s, once both of its players are settled"
    ),
    Effect.RESEATED: _("%(round)s: %(players)s"),
    Effect.WITHOUT_OPPONENT: _("%(round)s: %(name)s advances without playing"),
    Effect.REOPENED: _("%(round)s: %(names)s is to be played after all"),
}


def describe_consequence(effect: Effect, facts: Mapping[str, str]) -> str:
    """Return the sentence about a match that a correction changed, without a full stop."""
    return str(SENTENCES[effect]) % facts
