"""Time zones to choose from: those of the IANA database, named by country and city. Pure."""

from functools import cache
from unicodedata import normalize
from zoneinfo import available_timezones

from babel import Locale
from babel.core import get_global
from babel.dates import get_timezone_location

UTC = "UTC"
# The territories of zones that belong to no country: none, and the whole world.
NO_COUNTRIES = {"ZZ", "001"}


@cache
def list_time_zones(language: str) -> tuple[tuple[str, str], ...]:
    """Return each time zone with its name in a language, by name: ("Europe/Rome", "Italy: Rome")."""
    locale, usable = Locale(language[:2]), available_timezones()
    names = [
        (zone, f"{locale.territories[country]}: {_get_city(zone, locale)}")
        for zone, country in get_global("zone_territories").items()
        if country not in NO_COUNTRIES and country in locale.territories and zone in usable
    ]
    # Decomposed, so that "Åland" stands among the names with A.
    return (*sorted(names, key=lambda row: normalize("NFKD", row[1])), (UTC, UTC))


def _get_city(zone: str, locale: Locale) -> str:
    """Return the city after which a zone is named: "Ushuaia" of "America/Argentina/Ushuaia"."""
    return get_timezone_location(zone, locale=locale, return_city=True).rpartition("/")[2]
