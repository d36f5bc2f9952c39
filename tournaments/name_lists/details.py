"""The details of an entry, such as its club: each is declared here, and everything else reads it here. Pure.

A detail is a constant with its name, an entry of `DETAILS` and a field of `EntryDetails`. One that people
state at sign-up has its place in `SIGN_UP_LABELS` too. Only the models repeat it, as columns of the database.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Annotated

from tournaments.name_lists.line_cells import HIGHEST
from tournaments.payloads import Place, Rule

CLUB, COUNTRY, RATING, FAMILY = "club", "country", "rating", "family"


def _(text: str) -> str:
    """Mark a text for translation; `tournaments.messages.details` translates it."""
    return text


class DetailKind(StrEnum):
    """How a detail is typed, read and shown."""

    TEXT = "text"
    # The code of a country, which can be typed as its name.
    COUNTRY = "country"
    # A positive number, 0 if it is missing.
    NUMBER = "number"


@dataclass(frozen=True, slots=True, kw_only=True)
class Detail:
    """What forms, lists, pages and the API know of a detail.

    `title` is the heading of its column and the label of its field; written small it labels the detail in a
    line of the entry box, so in each language it has letters alone, and is one of the `headings`.
    `headings` are those of columns of uploaded lists, by the language of the list ("pl" for all others):
    small, without accents, separated by commas. Those in English and Italian are read in pasted lines too,
    with the `pasted_headings`.
    A text has at most `longest` characters, and matches the `pattern`, if there is one. `beside` is how the
    desk shows it beside a name, `hint` stands below its field at the desk. Only a detail that `is_public` is
    shown to everybody, and in answers of the API.
    """

    title: str
    kind: DetailKind = DetailKind.TEXT
    longest: int = 0
    pattern: str = ""
    headings: Mapping[str, str] = field(default_factory=dict)
    pasted_headings: str = ""
    beside: str = "%(value)s"
    hint: str = ""
    is_public: bool = False

    def can_be(self, text: str) -> bool:
        """Return whether this can be the text of the detail; an empty one always can."""
        is_short = len(text) <= self.longest
        return not text or (is_short and re.fullmatch(self.pattern or ".*", text, re.DOTALL) is not None)


# In the order of the columns of lists.
DETAILS: Mapping[str, Detail] = {
    CLUB: Detail(
        title=_("Club"),
        longest=80,
        headings={
            "en": "club, club city, home club, association",
            "it": "circolo, societa, associazione, asd, squadra",
            "de": "verein, klub, heimverein",
            "fr": "club, association, cercle",
            "es": "club, asociacion",
            "da": "klub, forening, klubb",
            "tr": "kulup, dernek",
            "pl": "klub, clube",
        },
        is_public=True,
    ),
    COUNTRY: Detail(
        title=_("Country"),
        kind=DetailKind.COUNTRY,
        longest=3,
        pattern="[A-Z]{2,3}",
        headings={
            "en": "country, nation, nationality, fed, federation, nat",
            "it": "nazione, nazionalita, paese, naz, federazione",
            "de": "land, nation, nationalitat",
            "fr": "pays, nationalite",
            "es": "pais, nacionalidad",
            "da": "land, nationalitet",
            "tr": "ulke",
            "pl": "kraj, panstwo, zeme",
        },
        hint=_("A code (ITA, GER, CH) or a name in English or Italian."),
        is_public=True,
    ),
    RATING: Detail(
        title=_("Rating"),
        kind=DetailKind.NUMBER,
        headings={
            "en": "rating, elo, rtg, fibs, fibs rating, current rating, club rating",
            "it": "punteggio elo, punti elo, punteggio rating",
            "de": "wertung, wertungszahl, rangzahl",
            "fr": "classement, cote",
            "es": "puntuacion elo, puntos elo",
            "tr": "puan derecesi",
            "pl": "ranking",
        },
        # In an uploaded list this is the result of a match.
        pasted_headings="punteggio",
        is_public=True,
    ),
    FAMILY: Detail(
        title=_("Family"),
        longest=40,
        headings={"en": "family, household, famiglia, fam, nucleo"},
        beside=_("family %(value)s"),
        hint=_("Give relatives the same tag; the draw can keep them apart."),
    ),
}
# All that are not numbers; the code of a country is a text too.
TEXTS = {name: detail for name, detail in DETAILS.items() if detail.kind != DetailKind.NUMBER}
PUBLIC_DETAILS = tuple(name for name, detail in DETAILS.items() if detail.is_public)
PRIVATE_DETAILS = tuple(name for name in DETAILS if name not in PUBLIC_DETAILS)
# Those that people state at sign-up, in the order of its table, with the labels of their fields.
SIGN_UP_LABELS = {
    COUNTRY: _("Country (optional)"),
    CLUB: _("Club (optional)"),
    RATING: _("Rating (optional)"),
}
SIGN_UP_TEXTS = tuple(name for name in SIGN_UP_LABELS if name in TEXTS)


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryDetails:
    """The details of one entry, empty or 0 where they are missing; the journal stores them in this order."""

    club: Annotated[str, Rule(DETAILS[CLUB].can_be), Place.OMITTED] = ""
    country: Annotated[str, Rule(DETAILS[COUNTRY].can_be), Place.OMITTED] = ""
    family: Annotated[str, Rule(DETAILS[FAMILY].can_be), Place.OMITTED] = ""
    rating: Annotated[int, Rule(lambda rating: 0 <= rating <= HIGHEST), Place.OMITTED] = 0
