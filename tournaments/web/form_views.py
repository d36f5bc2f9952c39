"""The answer to a form of a page: a redirect after its action, or the page again with what is wrong."""

from collections.abc import Callable

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext

from matches.views.form_views import RenderFormPage, SentForms, process_form
from tournaments.web.responses import see_other


def answer_form(
    request: HttpRequest,
    sent: SentForms,
    run: Callable[[], str | HttpResponse],
    *,
    render_page: RenderFormPage,
    next_url: str,
) -> HttpResponse:
    """Show the page of a form, or run the action of the valid form that was sent; see `process_form`.

    The action returns the message that the next page shows, "" for none, or a response of its own.
    """

    def respond() -> HttpResponse:
        outcome = run()
        if isinstance(outcome, HttpResponse):
            return outcome
        if outcome:
            messages.success(request, outcome)
        return see_other(next_url)

    return process_form(request, sent, respond, render_page=render_page)


def describe_form_errors(form: forms.Form) -> str:
    """Return one sentence with every invalid field and its errors."""
    errors_by_field = [
        f"{form.fields[name].label or name} ({' '.join(map(str, errors)).rstrip('.')})"
        for name, errors in form.errors.items()
        if name in form.fields
    ]
    return gettext("Invalid input: %(fields)s.") % {"fields": ", ".join(errors_by_field)}
