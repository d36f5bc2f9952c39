"""The page for a tablet at the entrance, where players check themselves in before the draw."""

from functools import partial

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from matches.forms import SecretField
from matches.names import NameKind
from matches.views import visitors
from matches.views.errors import render_refusal
from rules.errors import Refusal
from tournaments.models import CheckInPage
from tournaments.play.entries.queries import check_in as queries
from tournaments.play.entries.services import check_in
from tournaments.web.form_views import answer_form

# Taps at one page, and wrong badges of one address, in ten minutes.
MOST_TAPS, MOST_GUESSES, TEN_MINUTES = 600, 30, 600


class CheckInPageForm(forms.Form):
    """A name that was tapped, or the code of a badge."""

    player = forms.CharField(max_length=16, required=False)
    token = SecretField(label=_("Or scan your badge, or type its code"), required=False)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def check_in_page(request: HttpRequest, token: str) -> HttpResponse:
    """Show who can check in, and check somebody in (POST); 404 for a page that is closed."""
    page = queries.get_open_page(token)
    if page is None:
        raise Http404
    form = CheckInPageForm(request.POST or None)

    def run() -> str:
        visitors.throttle_action("check-in", str(page.pk), limit=MOST_TAPS, seconds=TEN_MINUTES)
        person = _check_in(request, page, form)
        is_pair = person.player.kind == NameKind.PAIR.value
        text = gettext("%(name)s are checked in.") if is_pair else gettext("%(name)s is checked in.")
        return text % {"name": person.player.name}

    show = partial(_render_page, request, page, form)
    response = answer_form(request, form, run, render_page=show, next_url=request.path)
    # The address is secret.
    response["Referrer-Policy"] = "same-origin"
    response["X-Robots-Tag"] = "noindex"
    return response


def _check_in(request: HttpRequest, page: CheckInPage, form: CheckInPageForm) -> queries.CheckInPerson:
    """Check in the player who is named by the form. Raises what the services raise."""
    badge_token = form.cleaned_data["token"]
    if not badge_token:
        return check_in.check_in_by_name(page=page, code=form.cleaned_data["player"])
    address = visitors.get_address(request)
    with visitors.throttle_guesses("check-in-badge", address, limit=MOST_GUESSES, seconds=TEN_MINUTES):
        return check_in.check_in_by_badge(page=page, token=badge_token)


def _render_page(
    request: HttpRequest, page: CheckInPage, form: CheckInPageForm, refusal: Refusal | None = None
) -> HttpResponse:
    events = queries.list_events_to_check_in(page.tournament)
    people = queries.list_people_to_check_in(events)
    arrivals, missing = queries.split_people(people)
    context = {
        "tournament": page.tournament,
        "topics": " ".join(f"event:{event.pk}" for event in events[:32]),
        "people": people,
        "here": len(arrivals),
        "everybody": len(arrivals) + len(missing),
        "form": form,
        "page_url": request.path,
    }
    return render_refusal(request, "tournaments/play/event_pages/check_in.html", context, refusal)
