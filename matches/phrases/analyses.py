"""Sentences about analyses of records: why none begins, and why one came to nothing."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

ANALYSES: dict[str, str | Promise] = {
    "analyses_full": _(
        "%(most)s records wait to be analysed already. Nothing was changed: ask again when some are done."
    ),
    "analysis_broke_off": _(
        "GNU Backgammon broke off in game %(game)s; perhaps %(memory)s MB of memory were not enough."
    ),
    "analysis_needs_lawful": _(
        "Only a record with plays and without a fault can be analysed. Nothing was changed."
    ),
    "analysis_not_installed": _("GNU Backgammon is not installed on this server. Nothing was changed."),
    "analysis_too_long": _("Game %(game)s took longer than the %(seconds)s seconds that a game may take."),
    "analysis_unreadable": _("What GNU Backgammon said of game %(game)s cannot be read."),
}
