"""The home page: running events, clubs, and creating the first club."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe

from matches.views.refusals import told
from matches.views.visitors import user_of
from rules.errors import Refusal
from tournaments.forms import desk as forms
from tournaments.permissions import may_found
from tournaments.queries import home
from tournaments.services import clubs
from tournaments.views.answers import see, status_of
from tournaments.views.doors import director


@require_safe
def show(request: HttpRequest) -> HttpResponse:
    """What is on, running evenings first."""
    user = user_of(request)
    overview, letters = home.house(), request.GET.get("find", "")[:80]
    context = {
        "house": overview,
        "clubs": home.clubs(letters, request.GET.get("page", "")),
        "find": letters,
        "own": home.directed_by(user.pk) if user else (),
        "belonging": home.belonging(user) if user else (),
        "may_found": may_found(user),
        "topics": " ".join(f"event:{event.pk}" for event in overview.running),
    }
    return render(request, "tournaments/home.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def found(request: HttpRequest) -> HttpResponse:
    """Create a club; its creator becomes its director."""
    if not may_found(director(request)):
        raise Http404
    form = forms.Founding(request.POST or None)
    refusal: Refusal | None = None
    if form.is_valid():
        try:
            club = clubs.found(name=form.cleaned_data["name"], by=director(request))
        except Refusal as refused:
            refusal = refused
        else:
            messages.success(
                request, gettext("%(club)s has been created. You are its director.") % {"club": club.name}
            )
            return see(reverse("club", args=[club.slug]))
    context = {"form": form, "refusal": told(refusal) if refusal else None, "here": request.path}
    return render(request, "tournaments/found.html", context, status=status_of(refusal, form))
