"""How doors answer: after a deed the page is asked for anew, a refusal is told on the page it came from."""

from django import forms
from django.http import HttpResponseRedirect

from matches.refusals import status_of as status_of_refusal
from rules.errors import Refusal

UNREADABLE = 400


def see(address: str) -> HttpResponseRedirect:
    """Go and look: 303, so that reloading does not send the form again."""
    answer = HttpResponseRedirect(address)
    answer.status_code = 303
    return answer


def status_of(refusal: Refusal | None, form: forms.Form) -> int:
    """The status of a page with a form on it: refused, filled in wrongly, or simply shown."""
    if refusal is not None:
        return status_of_refusal(refusal)
    return UNREADABLE if form.is_bound and not form.is_valid() else 200
