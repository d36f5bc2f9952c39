"""Error pages (400, 403, 404, 429, 500), and the rendering of refusals on pages."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.translation import gettext

from matches.messages import get_sentence, law_source, law_steps, law_text, law_title
from matches.refusal_statuses import get_status
from rules.errors import Refusal
from rules.laws import LAWS, Law


@dataclass(frozen=True, slots=True)
class LocalisedLaw:
    """A rule in the reader's language."""

    id: str
    title: str
    text: str
    source: str
    steps: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RefusalMessage:
    """The context of `components/refusal.html`; `link` is the address and text of a page that helps."""

    sentence: str
    law: LocalisedLaw | None
    note: str
    link: tuple[str, str] | None = None
    code: str = ""


def make_refusal_message(refusal: Refusal, link: tuple[str, str] | None = None) -> RefusalMessage:
    """Return the message of a refusal in the reader's language, with a link to a page that helps."""
    law = LAWS.get(refusal.law)
    sentence, nothing_changed = get_sentence(refusal.code, refusal.facts), gettext("Nothing was changed.")
    return RefusalMessage(
        sentence=sentence,
        law=describe_law(law) if law else None,
        # Some sentences say so themselves, to go on with what can be done.
        note="" if nothing_changed.rstrip(".") in sentence else nothing_changed,
        link=link,
        code=refusal.code,
    )


def render_refusal(
    request: HttpRequest, template: str, context: Mapping[str, Any], refusal: Refusal | None = None
) -> HttpResponse:
    """Render a page with a refusal as `refusal` in its context, and the status code of the refusal.

    Without one the page is rendered as it is.
    """
    if refusal is None:
        return render(request, template, dict(context))
    page_context = {**context, "refusal": make_refusal_message(refusal)}
    return render(request, template, page_context, status=get_status(refusal))


def describe_law(law: Law) -> LocalisedLaw:
    """Return a rule in the active language."""
    return LocalisedLaw(law.id, law_title(law.id), law_text(law.id), law_source(law.id), law_steps(law.id))


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """400: the request could not be read."""
    return render(request, "400.html", status=400)


def forbidden(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """403: not permitted."""
    return render(request, "403.html", status=403)


def stale_form(request: HttpRequest, reason: str = "") -> HttpResponse:
    """403 for a missing or outdated CSRF token: nothing was saved; the page says to send the form again."""
    return render(request, "403_form.html", status=403)


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """Render 404: no such page, or one the visitor may not see."""
    return render(request, "404.html", status=404)


def too_many(request: HttpRequest) -> HttpResponse:
    """429: too many attempts."""
    return render(request, "429.html", status=429)


def server_error(request: HttpRequest) -> HttpResponse:
    """500: rendered without the request, so that context processors cannot fail again."""
    return HttpResponse(render_to_string("500.html"), status=500)
