"""Cells with place and date of birth: "Milano, 5/4/1972", "nato a Milano il 5-4-1972". Pure."""

import re

from tournaments.exchange.lists.headings import fold_heading
from tournaments.exchange.lists.token_sets import make_tokens
from tournaments.exchange.lists.written_dates import (
    DAY_AND_MONTH,
    DAY_AND_SHORT_YEAR,
    IN_TEXT,
    is_date_text,
    is_month,
)

BIRTHPLACE = "birthplace"
# How clubs call a field for the place of birth.
BIRTHPLACE_NAMES = frozenset(
    (
        *("luogo di nascita", "luogo nascita", "nato a", "nata a", "comune di nascita", "citta di nascita"),
        *("place of birth", "birthplace", "birth place", "town of birth", "born in", "geburtsort"),
        *("lieu de naissance", "lugar de nacimiento", "fodested", "fodeby", "dogum yeri"),
    )
)
PLACE_AND_YEAR = re.compile(r"^([^\d,;:]{3,}),\s*((?:19|20)\d\d)$")
BEFORE_PLACE = re.compile(
    r"^(?:(?:nat[oai]|n\.|born|geboren|geb\.|n[ée]e?|nacid[oa]|født|f\.)\s+)?(?:(?:ad?|in|at|à|en|i|zu)\s+)?",
    re.IGNORECASE,
)
BEHIND_PLACE = re.compile(r"(?:^|\s+)(?:il|on|am|le|el|den|d\.)$", re.IGNORECASE)
# What stands alone beside a date and is no place.
NO_PLACE = make_tokens(
    "nato nata nati born geboren geb ne nee nacido nacida fodt il on am le el den ca circa"
)
SIGNS = " ,;:-–—/."


def split_birth_cell(text: str) -> tuple[str, str]:
    """Return the place and the date of birth of a cell; "" and the whole text if it names no place."""
    if is_date_text(text) or DAY_AND_SHORT_YEAR.match(text.strip()):
        return "", text
    if match := PLACE_AND_YEAR.match(text.strip()):
        return _clean_place(match[1]), match[2]
    dates_in_letters = (one for one in DAY_AND_MONTH.finditer(text) if is_month(one[2]) and one[3])
    match_of_date = IN_TEXT.search(text) or next(dates_in_letters, None)
    if match_of_date is None:
        return "", text
    before, behind = text[: match_of_date.start()], text[match_of_date.end() :]
    place = _clean_place(f"{before.strip(SIGNS)} {behind.strip(SIGNS)}")
    return (place, match_of_date[0].strip()) if place else ("", text)


def is_of_birthplace(name: str) -> bool:
    """Return whether a field of this name is for the place of birth."""
    return fold_heading(name) in BIRTHPLACE_NAMES


def _clean_place(text: str) -> str:
    """Return a place without the terms around it; "" if nothing remains, or figures do."""
    place = BEHIND_PLACE.sub("", text.strip(SIGNS))
    place = BEHIND_PLACE.sub("", BEFORE_PLACE.sub("", f"{place} ").strip()).strip(SIGNS)
    is_place = any(map(str.isalpha, place)) and not any(map(str.isdigit, place))
    return place if is_place and fold_heading(place) not in NO_PLACE else ""
