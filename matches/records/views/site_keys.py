"""The page of the site administrator about keys: those of this site, and those of other sites."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from matches.messages import get_sentence
from matches.models import User
from matches.records.forms import SiteKeysForm
from matches.records.queries.known_keys import get_keys_problem, list_own_keys, list_site_keys
from matches.records.services import public_keys
from matches.views.errors import render_refusal
from matches.views.form_views import process_form
from rules.errors import Refusal


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def edit_site_keys(request: HttpRequest) -> HttpResponse:
    """Show the keys that are known here, and list those of another site."""
    user = _get_host_user(request)
    form = SiteKeysForm(request.POST or None)

    def run() -> HttpResponse:
        count = public_keys.add_site_keys(**form.to_service_arguments(), by=user)
        text = ngettext("%(count)s key listed.", "%(count)s keys listed.", count)
        messages.success(request, text % {"count": count})
        return redirect("site-keys")

    def show(refusal: Refusal | None = None) -> HttpResponse:
        problem = get_keys_problem()
        context: dict[str, Any] = {
            "form": form,
            "own_keys": list_own_keys(),
            "site_keys": list_site_keys(),
            "missing_key": request.GET.get("key", "")[:200],
            "problem": get_sentence(problem, {}) if problem else "",
        }
        return render_refusal(request, "records/site_keys.html", context, refusal)

    return process_form(request, form, run, render_page=show)


@login_required
@require_POST
def remove_site_keys(request: HttpRequest) -> HttpResponse:
    """Take the keys of another site off the list."""
    user = _get_host_user(request)
    public_keys.remove_site_keys(site=request.POST.get("site", ""), by=user)
    messages.success(request, gettext("Keys removed."))
    return redirect("site-keys")


def _get_host_user(request: HttpRequest) -> User:
    user = request.user
    if not isinstance(user, User) or not user.is_superuser:
        raise Http404
    return user
