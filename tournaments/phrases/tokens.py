"""What is said when a token of a program is refused."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

TOKENS: dict[str, str | Promise] = {
    "not_of_club": _("Tokens for %(name)s are made by those who belong there."),
    "not_your_token": _("Only who made a token, or who directs what it is for, may take it back."),
    "token_elsewhere": _("The token %(name)s is for %(scope)s alone. Nothing was done."),
    "token_reads_only": _("The token %(name)s only reads. Nothing was done."),
    "token_too_long": _("A token is good for 1 to %(most)s days."),
    "token_unknown": _("This token is not known, has run out, or was taken back. Make a new one."),
    "token_unnamed": _("Give the token a name that tells which program uses it."),
    "tokens_many": _("You have %(most)s tokens that are good. Take one back first."),
}
