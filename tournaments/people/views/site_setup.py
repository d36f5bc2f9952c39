"""The page that sets up an empty site."""

from allauth.account.internal.flows.login import perform_login, record_authentication
from allauth.account.models import Login
from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language, gettext, override
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from matches.accounts.queries import is_setup_link_used, is_setup_link_valid
from matches.queries.site_settings import get_site_settings
from matches.views import visitors
from matches.views.errors import make_refusal_message, too_many
from rules.errors import Refusal
from tournaments.people.forms.site_setup import SiteSetupForm
from tournaments.people.services import site_setup
from tournaments.web.responses import response_status

TEMPLATE = "tournaments/people/site_setup.html"
TRIES, SECONDS = 30, 600


@sensitive_post_parameters("password")
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def set_up_site(request: HttpRequest, token: str) -> HttpResponse:
    """Create the first account, the settings of the site and the first club, sign in and go to the club.

    The link is printed when an empty site starts. Any other link is 404, and this one once there is an
    account; a form that is then sent again, as by a double click, leads to the sign-in page.
    """
    if request.method == "POST" and is_setup_link_used(token):
        return _refer_to_sign_in(request)
    try:
        _require_link(request, token)
    except Refusal:
        return too_many(request)
    initial = {**SiteSetupForm.get_initial(get_site_settings()), "site_name": "", "language": get_language()}
    form = SiteSetupForm(request.POST or None, initial=initial)
    refusal: Refusal | None = None
    if form.is_valid():
        values = form.cleaned_data
        try:
            setup = site_setup.set_up_site(
                token=token,
                username=values["username"],
                password=values["password"],
                club_name=values["club_name"],
                site_name=values["site_name"],
                time_zone=values["time_zone"],
                currency=values["currency"],
            )
        except Refusal as refused:
            if refused.code == "link_unknown":
                return _refer_to_sign_in(request)
            refusal = refused
        else:
            return _sign_in(request, setup, values["language"])
    context = {"form": form, "refusal": make_refusal_message(refusal) if refusal else None}
    return render(request, TEMPLATE, context, status=response_status(refusal, form))


def _require_link(request: HttpRequest, token: str) -> None:
    """Raise 404 for a link that is not valid. Raises `too_many_requests` after too many of them."""
    address = visitors.get_address(request)
    with visitors.throttle_guesses("setup-link", address, limit=TRIES, seconds=SECONDS):
        if not is_setup_link_valid(token):
            raise Http404


def _refer_to_sign_in(request: HttpRequest) -> HttpResponse:
    messages.info(request, gettext("This site has been set up. Sign in with the account that was created."))
    return HttpResponseRedirect(reverse("account_login"))


def _sign_in(request: HttpRequest, setup: site_setup.SiteSetup, language: str) -> HttpResponse:
    """Sign in and go to the page of the club, in the chosen language."""
    record_authentication(request, setup.user, method="password", username=setup.user.username)
    with override(language):
        messages.success(
            request, gettext("%(club)s has been created. You are its director.") % {"club": setup.club.name}
        )
        response: HttpResponse = perform_login(
            request, Login(user=setup.user, redirect_url=reverse("club", args=[setup.club.slug]))
        )
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        language,
        max_age=settings.LANGUAGE_COOKIE_AGE,
        path=settings.LANGUAGE_COOKIE_PATH,
        domain=settings.LANGUAGE_COOKIE_DOMAIN,
        secure=settings.LANGUAGE_COOKIE_SECURE,
        httponly=settings.LANGUAGE_COOKIE_HTTPONLY,
        samesite=settings.LANGUAGE_COOKIE_SAMESITE,
    )
    return response
