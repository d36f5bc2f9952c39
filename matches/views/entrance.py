"""Signing in, for those who have an account; nobody at a board needs one."""

from typing import Any

from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.views import LoginView
from django.http import HttpRequest, HttpResponse

from matches.views import limits
from matches.views.refusals import refused
from rules.errors import Refusal

DOOR = "sign-in"
TRIES = 10
TEN_MINUTES = 600


class SignIn(LoginView):
    """Name and password; leads on to where the visitor wanted to go, within this site.

    Ten wrong words from one address for one name close the door to that address and name for ten minutes:
    guessing ends, and nobody can lock somebody else out.
    """

    http_method_names = ["get", "head", "post"]
    template_name = "registration/sign_in.html"
    redirect_authenticated_user = True

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Refuse before the password is looked at when the tries are spent."""
        if limits.is_spent(DOOR, _who(request), most=TRIES):
            context = self.get_context_data(form=AuthenticationForm(request))
            return refused(request, self.template_name, context, Refusal("too_many_requests"))
        return super().post(request, *args, **kwargs)

    def form_invalid(self, form: AuthenticationForm) -> HttpResponse:
        """Count the failed try."""
        limits.count(DOOR, _who(self.request), seconds=TEN_MINUTES)
        return super().form_invalid(form)


def _who(request: HttpRequest) -> str:
    return f"{limits.address_of(request)} {request.POST.get('username', '').casefold()}"
