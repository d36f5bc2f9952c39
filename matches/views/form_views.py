"""The answer to a form of a page: what its action returns, or the page again with what is wrong."""

from collections.abc import Callable, Sequence
from typing import Protocol

from django import forms
from django.http import HttpRequest, HttpResponse

from matches.refusal_statuses import get_status
from rules.errors import Refusal

BAD_REQUEST = 400
SentForms = forms.BaseForm | Sequence[forms.BaseForm]


class RenderFormPage(Protocol):
    """Shows the page of a form: empty, with the errors of what was sent, or with a refusal."""

    def __call__(self, refusal: Refusal | None = None) -> HttpResponse:
        """Return the page; its status is set by `process_form`."""


def process_form(
    request: HttpRequest,
    sent: SentForms,
    run: Callable[[], HttpResponse],
    *,
    render_page: RenderFormPage,
) -> HttpResponse:
    """Show the page of a form, or return the response of the action of the valid form that was sent.

    `sent` is the form, or several that are sent together; an action without fields has none. Where one is
    invalid, or the action is refused, the page answers with the status of the mistake.
    """
    if request.method != "POST":
        return render_page()
    sent_forms = [sent] if isinstance(sent, forms.BaseForm) else sent
    # Each of them is validated, so that all errors are shown.
    if False in [form.is_valid() for form in sent_forms]:
        response = render_page()
        response.status_code = BAD_REQUEST
        return response
    try:
        return run()
    except Refusal as refusal:
        response = render_page(refusal)
        response.status_code = get_status(refusal)
        return response
