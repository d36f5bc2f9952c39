"""What is said when a token of a program is refused."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

TOKENS: dict[str, str | Promise] = {
    "not_of_club": _("API tokens for %(name)s can be created only by its members."),
    "not_your_token": _("Only the creator of a token, or the director of its club or event, can revoke it."),
    "token_elsewhere": _("API token %(name)s works only for %(scope)s. Nothing was done: use another token."),
    "token_reads_only": _(
        "API token %(name)s is read-only. Nothing was done: use a token with write access."
    ),
    "token_too_long": _("An API token is valid for 1 to %(most)s days."),
    "token_unknown": _("This API token is unknown, has expired or was withdrawn. Create a new one."),
    "token_unnamed": _("Name the token after the program that uses it."),
    "tokens_many": _("You have %(most)s valid tokens, the maximum. Withdraw one first."),
}
