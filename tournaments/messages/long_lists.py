"""Sentences with many names: the first ones are seen at once, the others behind a summary."""

from collections.abc import Iterable, Sequence

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import ngettext

# How many names a sentence shows at once.
MOST_NAMES = 12


def list_names(names: Sequence[str]) -> str:
    """Return names with commas; of many, all but the first ones are folded into `details`, as HTML."""
    visible_names, folded = names[:MOST_NAMES], names[MOST_NAMES:]
    if not folded:
        return ", ".join(visible_names)
    summary = ngettext("%(count)s more name", "%(count)s more names", len(folded)) % {"count": len(folded)}
    return format_html(
        '{}, <details class="more-names"><summary>{}</summary> {}</details>',
        ", ".join(visible_names),
        summary,
        ", ".join(folded),
    )


def fill_sentence(sentence: str, context: dict[str, object]) -> str:
    """Return a sentence with its values; it is HTML if one of them is, and the others are escaped then."""
    if not any(isinstance(value, SafeString) for value in context.values()):
        return sentence % context
    values = {name: format_html("{}", value) for name, value in context.items()}
    return SafeString(format_html("{}", sentence) % values)


def join_sentences(sentences: Iterable[str]) -> str:
    """Return sentences in one text; it is HTML if one of them is, and the others are escaped then."""
    parts = list(sentences)
    if not any(isinstance(part, SafeString) for part in parts):
        return " ".join(parts)
    return format_html_join(" ", "{}", ((part,) for part in parts))
