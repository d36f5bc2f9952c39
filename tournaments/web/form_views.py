"""The answer to a form of a page: a redirect after its action, or the page again with what is wrong."""

from collections.abc import Callable
from typing import Protocol

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext

from matches.refusal_statuses import get_status
from rules.errors import Refusal
from tournaments.web.responses import BAD_REQUEST, see_other


class RenderFormPage(Protocol):
    """Shows the page of a form: empty, with the errors of what was sent, or with a refusal."""

    def __call__(self, refusal: Refusal | None = None) -> HttpResponse:
        """Return the page; its status is set by `answer_form`."""


def answer_form(
    request: HttpRequest,
    form: forms.Form,
    run: Callable[[], str | HttpResponse],
    *,
    render_page: RenderFormPage,
    next_url: str,
) -> HttpResponse:
    """Show the page of a form, or run the action of the valid form that was sent.

    The action returns the message that the next page shows, "" for none, or a response of its own. Where the
    form is invalid, or the action is refused, the page answers with the status of the mistake.
    """
    if request.method != "POST":
        return render_page()
    if not form.is_valid():
        response = render_page()
        response.status_code = BAD_REQUEST
        return response
    try:
        outcome = run()
    except Refusal as refusal:
        response = render_page(refusal)
        response.status_code = get_status(refusal)
        return response
    if isinstance(outcome, HttpResponse):
        return outcome
    if outcome:
        messages.success(request, outcome)
    return see_other(next_url)


def describe_form_errors(form: forms.Form) -> str:
    """Return one sentence with every invalid field and its errors."""
    errors_by_field = [
        f"{form.fields[name].label or name} ({' '.join(map(str, errors)).rstrip('.')})"
        for name, errors in form.errors.items()
        if name in form.fields
    ]
    return gettext("Invalid input: %(fields)s.") % {"fields": ", ".join(errors_by_field)}
