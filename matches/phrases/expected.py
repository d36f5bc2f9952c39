"""What readers of records say they expected: `sentence` says it in the language in force."""

from django.utils.translation import gettext_noop as _

EXPECTED = (
    _('a line such as "7 point match"'),
    _('a line such as "Game 1"'),
    _("the two names and their score"),
    _("a roll, a cube action or a result"),
    _('a play such as "13/8 6/5*"'),
    _("an action"),
    _("a position"),
    _("a number"),
    _("a game tree for every game"),
    _("a single line of play"),
    _("a game tree such as (;GM[6] ;W[31hefe])"),
    _("the end of the game tree"),
    _("a cube value"),
    _("plays only, no position set up by hand"),
    _("a play such as 31hefe, or double, take, drop"),
    _("a play such as 31hefe"),
    _("text"),
    _("shorter lines"),
    _("two dice"),
    _("a GNU position ID of 14 characters"),
    _("a GNU match ID of 12 characters"),
    _("an XGID such as XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:7:10"),
)
