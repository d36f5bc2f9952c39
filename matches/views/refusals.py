"""A refusal as a page shows it: the sentence, the law behind it, what was kept."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext

from matches.phrases import law_steps, law_text, law_title, sentence
from matches.refusals import status_of
from rules.errors import Refusal
from rules.laws import LAWS, Law


@dataclass(frozen=True, slots=True)
class SpokenLaw:
    """A law in the reader's language."""

    id: str
    title: str
    text: str
    source: str
    steps: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Told:
    """What `components/refusal.html` shows."""

    sentence: str
    law: SpokenLaw | None
    kept: str


def told(refusal: Refusal) -> Told:
    """A refusal in the reader's words."""
    law = LAWS.get(refusal.law)
    return Told(
        sentence=sentence(refusal.code, refusal.facts),
        law=spoken(law) if law else None,
        kept=gettext("Nothing was changed."),
    )


def refused(
    request: HttpRequest, template: str, context: Mapping[str, Any], refusal: Refusal
) -> HttpResponse:
    """The page somebody acted on, with the refusal above it and its status."""
    shown = {**context, "refusal": told(refusal)}
    return render(request, template, shown, status=status_of(refusal))


def spoken(law: Law) -> SpokenLaw:
    """A law in the language of this request."""
    return SpokenLaw(law.id, law_title(law.id), law_text(law.id), law.source, law_steps(law.id))
