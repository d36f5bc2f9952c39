"""Values of query parameters that have a few choices, and what a page says about any other value."""

from collections.abc import Collection
from difflib import get_close_matches

from django.http import QueryDict

from matches.views.errors import RefusalMessage, make_refusal_message
from rules.errors import Refusal


def read_choice(
    query: QueryDict, name: str, choices: Collection[str], default: str
) -> tuple[str, RefusalMessage | None]:
    """Return the value of a query parameter, and nothing to say about it.

    For a value that is none of the choices return the default, and a message with the nearest choice and all
    of them, which the page shows with status 400.
    """
    value = query.get(name, "")
    if not value or value in choices:
        return value or default, None
    nearest_choices = get_close_matches(value, choices, n=1)
    refusal = Refusal(
        "unknown_value",
        "",
        name=name,
        value=value,
        nearest=nearest_choices[0] if nearest_choices else None,
        known=list(choices),
    )
    return default, make_refusal_message(refusal)
