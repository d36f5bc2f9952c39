"""When something should happen, in words: minutes from now, and no more exact than anybody can know."""

from django.utils.translation import gettext, ngettext


def begins(minutes: int | None) -> str:
    """About when a match that waits should get its table; nothing where nobody can tell."""
    if minutes is None:
        return ""
    if not minutes:
        return gettext("next")
    return ngettext("in about %(count)s min", "in about %(count)s min", minutes) % {"count": minutes}
