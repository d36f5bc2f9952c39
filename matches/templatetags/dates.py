"""Dates in the format of the active language: "1 Jan" in English, "1 gen" in Italian."""

import re
from typing import Any

from django import template
from django.template import defaultfilters
from django.utils.translation import get_language

register = template.Library()

# Languages that write months and days of the week small; Django makes short ones begin with a capital.
WRITTEN_SMALL = frozenset({"it"})
# Formats of short names of months and days alone, with figures and signs between them.
SHORT_NAMES = re.compile(r"[MNDjdYyHiGs\W]+")


@register.filter(name="date", expects_localtime=True, is_safe=False)
def day(moment: Any, date_format: str | None = None) -> str:
    """Django's date filter with short month and day names of the active language."""
    text = str(defaultfilters.date(moment, date_format))
    is_small = (get_language() or "").partition("-")[0] in WRITTEN_SMALL
    return text.lower() if is_small and date_format and SHORT_NAMES.fullmatch(date_format) else text
