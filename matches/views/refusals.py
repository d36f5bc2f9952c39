"""Refusals as pages show them: the message and the rule behind it."""

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
    """Return the message of a refusal in the reader's language."""
    law = LAWS.get(refusal.law)
    return Told(
        sentence=sentence(refusal.code, refusal.facts),
        law=spoken(law) if law else None,
        kept=gettext("Nothing was changed."),
    )


def refused(
    request: HttpRequest, template: str, context: Mapping[str, Any], refusal: Refusal
) -> HttpResponse:
    """Render the page of a refused action with the refusal above it and its status code."""
    page_context = {**context, "refusal": told(refusal)}
    return render(request, template, page_context, status=status_of(refusal))


def spoken(law: Law) -> SpokenLaw:
    """A law in the language of this request."""
    return SpokenLaw(law.id, law_title(law.id), law_text(law.id), law.source, law_steps(law.id))
