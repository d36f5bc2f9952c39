"""Messages of errors about accounts."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

ACCOUNTS: dict[str, str | Promise] = {
    "link_not_yours": _(
        "You cannot hand out a link for “%(name)s”: there is no such account, it is your own, or it has "
        "rights that you have not."
    ),
    "link_unknown": _("This link no longer counts. Ask for another one."),
    "username_taken": _("This name is taken. Choose another one."),
    "username_wrong": _("A username has letters, digits and @ . + - _ and is at most 150 long."),
}
