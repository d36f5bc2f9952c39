"""Messages of errors about accounts."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

ACCOUNTS: dict[str, str | Promise] = {
    "link_not_yours": _(
        "You cannot create a link for “%(name)s”: the account does not exist, is your own, "
        "or has rights that you do not have."
    ),
    "link_unknown": _("This link is no longer valid. Request a new one."),
    "username_taken": _("This name is already in use. Choose another one."),
    "username_wrong": _(
        "A username can contain letters, digits and @ . + - _ and have at most 150 characters."
    ),
}
