"""Responses of the views: the redirect after a POST, and the status of a page with a form."""

from django import forms
from django.http import HttpResponseRedirect

from matches.refusal_statuses import get_status as status_of_refusal
from rules.errors import Refusal

OK, BAD_REQUEST, CONFLICT = 200, 400, 409


class InvalidFormError(Exception):
    """A posted form that is invalid, to be shown again: on a page of several, under its `name`."""

    def __init__(self, form: forms.Form, name: str = "") -> None:
        super().__init__(form, name)
        self.form, self.name = form, name


def see_other(url: str) -> HttpResponseRedirect:
    """Redirect with 303 See Other, so that reloading does not submit the form again."""
    response = HttpResponseRedirect(url)
    response.status_code = 303
    return response


def response_status(refusal: Refusal | None, form: forms.Form) -> int:
    """Return the status of a page with a form: that of the refusal, 400 if the form is invalid, or 200."""
    if refusal is not None:
        return status_of_refusal(refusal)
    return BAD_REQUEST if form.is_bound and not form.is_valid() else 200
