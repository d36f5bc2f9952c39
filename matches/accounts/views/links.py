"""Sign-in links: issue one, sign in by one."""

from typing import Any

from allauth.account.internal.flows.login import perform_login, record_authentication
from allauth.account.models import Login
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from matches.accounts import permissions, services
from matches.accounts.forms import IssueLinkForm, SignInLinkForm
from matches.models import User
from matches.views import limits, public_links
from matches.views.qr_codes import make_qr_svg
from matches.views.refusals import render_refusal
from rules.errors import Refusal

SIGNED_IN_BY_LINK = "signed_in_by_link_at"
ISSUE_TEMPLATE = "account/hand_out.html"
OPEN_TEMPLATE = "account/link.html"
TRIES, SECONDS = 30, 600


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def open_link(request: HttpRequest) -> HttpResponse:
    """GET: a button, because the token is in the fragment. POST: sign in, once; then a new password can be
    chosen without the old one."""
    form = SignInLinkForm(request.POST if request.method == "POST" else None)
    if not form.is_valid():
        return render(request, OPEN_TEMPLATE, {"form": form}, status=400 if form.is_bound else 200)
    try:
        user = _redeem_link(request, form.cleaned_data["token"])
    except Refusal as refusal:
        return render_refusal(request, OPEN_TEMPLATE, {"form": SignInLinkForm()}, refusal)
    if request.user != user:
        # End the session of another account that was signed in here.
        logout(request)
    record_authentication(request, user, method="link")
    request.session[SIGNED_IN_BY_LINK] = [user.pk, timezone.now().timestamp()]
    login = Login(user=user, redirect_url=reverse("account_change_password"))
    response: HttpResponse = perform_login(request, login)
    return response


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def issue_link(request: HttpRequest) -> HttpResponse:
    """Issue a link for somebody who cannot sign in; it is shown once, with a QR code."""
    issuer = request.user
    if not isinstance(issuer, User) or not permissions.may_issue_links(issuer):
        raise Http404
    data = request.POST if request.method == "POST" else None
    form = IssueLinkForm(data, initial={"username": request.GET.get("to", "")[:150]})
    if not form.is_valid():
        return render(request, ISSUE_TEMPLATE, {"form": form}, status=400 if form.is_bound else 200)
    try:
        return render(
            request, ISSUE_TEMPLATE, {"form": IssueLinkForm(), **_issue_link(request, issuer, form)}
        )
    except Refusal as refusal:
        return render_refusal(request, ISSUE_TEMPLATE, {"form": form}, refusal)


def _issue_link(request: HttpRequest, issuer: User, form: IssueLinkForm) -> dict[str, Any]:
    name = form.cleaned_data["username"].strip()
    user = User.objects.filter(username__iexact=name, is_active=True).first()
    if user is None:
        # The same error as for an account without permission: it does not tell which names exist.
        raise Refusal("link_not_yours", name=name)
    issued = services.issue_sign_in_link(user=user, by=issuer)
    address = public_links.build_public_url(request, f"{reverse('sign-in-link')}#{issued.token}")
    return {"address": address, "link": issued.link, "code": make_qr_svg(address)}


def _redeem_link(request: HttpRequest, token: str) -> User:
    with limits.throttle_guesses("sign-in-link", limits.get_address(request), limit=TRIES, seconds=SECONDS):
        return services.redeem_sign_in_link(token=token)
