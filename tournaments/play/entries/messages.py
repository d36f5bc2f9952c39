"""Why an entry or a member stays when its list is withdrawn."""

from collections.abc import Sequence

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

# Faults of rows, or reasons, that a page shows.
MAX_SHOWN = 30


def list_reasons_to_stay(heading: str, reasons: Sequence[str]) -> str:
    """Return the reasons in one line, the first ones of many."""
    hidden_count = len(reasons) - MAX_SHOWN
    more = [gettext("%(count)s more.") % {"count": hidden_count}] if hidden_count > 0 else []
    return " ".join([heading, *reasons[:MAX_SHOWN], *more])


# Why an entry stays when its list is withdrawn.
REASONS_OF_ENTRIES: dict[str, str | Promise] = {
    "drawn": _("%(name)s is in the draw."),
    "paid": _("%(name)s has paid."),
}
