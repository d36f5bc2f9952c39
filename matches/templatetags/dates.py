"""Dates in the format of the active language: "1 Jan" in English, "1 gen" in Italian."""

import re
from typing import Any

from django import template
from django.template import defaultfilters
from django.utils.translation import get_language

register = template.Library()

# Languages that write short names of months and days in lower case; Django capitalises them.
LOWER_CASE_LANGUAGES = frozenset({"it"})
# Formats that contain only short names of months and days, numbers and punctuation.
SHORT_NAME_FORMAT = re.compile(r"[MNDjdYyHiGs\W]+")


@register.filter(name="date", expects_localtime=True, is_safe=False)
def format_date(moment: Any, date_format: str | None = None) -> str:
    """Django's date filter with short month and day names of the active language."""
    text = str(defaultfilters.date(moment, date_format))
    is_lower_case = (get_language() or "").partition("-")[0] in LOWER_CASE_LANGUAGES
    return (
        text.lower() if is_lower_case and date_format and SHORT_NAME_FORMAT.fullmatch(date_format) else text
    )
