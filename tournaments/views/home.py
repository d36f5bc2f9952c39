"""The home page: running events, clubs, and creating the first club."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe

from matches.views.refusals import make_refusal_message
from matches.views.visitors import get_user
from rules.errors import Refusal
from tournaments.forms import desk as forms
from tournaments.permissions import may_found
from tournaments.queries import home
from tournaments.services import clubs
from tournaments.views.decorators import require_user
from tournaments.views.responses import response_status, see_other


@require_safe
def show(request: HttpRequest) -> HttpResponse:
    """What is on, running evenings first."""
    user = get_user(request)
    overview, letters = home.get_home_events(), request.GET.get("find", "")[:80]
    context = {
        "house": overview,
        "clubs": home.get_club_page(letters, request.GET.get("page", "")),
        "find": letters,
        "own": home.clubs_directed_by(user.pk) if user else (),
        "belonging": home.memberships_of_user(user) if user else (),
        "may_found": may_found(user),
        "topics": " ".join(f"event:{event.pk}" for event in overview.running),
    }
    return render(request, "tournaments/home.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def create_club(request: HttpRequest) -> HttpResponse:
    """Create a club; its creator becomes its director."""
    if not may_found(require_user(request)):
        raise Http404
    form = forms.Founding(request.POST or None)
    refusal: Refusal | None = None
    if form.is_valid():
        try:
            club = clubs.create_club(name=form.cleaned_data["name"], by=require_user(request))
        except Refusal as refused:
            refusal = refused
        else:
            messages.success(
                request, gettext("%(club)s has been created. You are its director.") % {"club": club.name}
            )
            return see_other(reverse("club", args=[club.slug]))
    context = {
        "form": form,
        "refusal": make_refusal_message(refusal) if refusal else None,
        "here": request.path,
    }
    return render(request, "tournaments/found.html", context, status=response_status(refusal, form))
