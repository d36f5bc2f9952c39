"""The kinds of columns of a list in the entry box, by their headings. Pure."""

from collections.abc import Sequence

from matches.plain_letters import strip_accents
from tournaments.name_lists.details import DETAILS
from tournaments.name_lists.name_headings import FIRST, NAME, NAME_HEADINGS, SURNAME


def _map_headings() -> dict[str, str]:
    """Return the kind of column by each heading, small and without accents.

    "Nome" is the first name, and the whole name without a column of surnames (`beside_surnames`).
    """
    kinds: dict[str, str] = {}
    for headings in NAME_HEADINGS.values():
        for kind, names in headings.items():
            kinds |= {name.strip(): kind for name in names.split(",")}
    for kind, detail in DETAILS.items():
        lists = (*(detail.headings.get(language, "") for language in ("en", "it")), detail.pasted_headings)
        kinds |= {name.strip(): kind for names in lists for name in names.split(",") if name}
    return kinds


HEADINGS = _map_headings()


def get_column_kind(heading: str) -> str:
    """Return the kind of a column with this heading, such as "Naz." or "Rating:"; "" if it is unknown."""
    return HEADINGS.get(strip_accents(" ".join(heading.casefold().split()).strip(" .:")), "")


def beside_surnames(kinds: Sequence[str]) -> list[str]:
    """Return column kinds in which a name column beside a surname, and no first name, is the first name.

    And in which a first name without a surname and a whole name is the whole name.
    """
    is_first_name = SURNAME in kinds and FIRST not in kinds
    is_whole_name = FIRST in kinds and SURNAME not in kinds and NAME not in kinds
    turned = {NAME: FIRST} if is_first_name else {FIRST: NAME} if is_whole_name else {}
    return [turned.get(kind, kind) for kind in kinds]
