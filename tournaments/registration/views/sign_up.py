"""Pages of registration for players: the sign-up form and the page of the personal link."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from django.conf import settings as site_settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.timezone import localtime
from django.utils.translation import get_language, gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from matches.models import Player
from matches.seen_values import require_unchanged
from matches.views.errors import make_refusal_message
from matches.views.links import build_public_url
from matches.views.visitors import get_identity, get_user, remember_device
from rules.errors import Refusal
from tournaments.models import Event
from tournaments.permissions import may_direct
from tournaments.play.tournaments.queries.tournament_pages import get_public_page
from tournaments.registration import fee_sentences, forms, limits, sign_up_forms
from tournaments.registration.models import ACTIVE, Registration, SignUp, SignUpStatus
from tournaments.registration.queries import (
    duplicates,
    event_fees,
    known_members,
    payment_notices,
    personal_links,
    places_left,
    public_names,
    questions,
    sign_up_lists,
)
from tournaments.registration.queries.fees_due import sum_fees_with_place
from tournaments.registration.question_forms import AnswersForm
from tournaments.registration.services import mail, sign_ups
from tournaments.registration.views.pages import (
    get_registration,
    get_status,
    get_tournament_url,
    make_detail_forms,
    read_details,
)
from tournaments.web.form_views import answer_form
from tournaments.web.responses import response_status, see_other

# The key of the session for the references of the sign-ups made in a browser, and how many are stored.
OWN_REFERENCES, MOST_REFERENCES = "sign_ups", 20


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def sign_up(request: HttpRequest, club: str, tournament: str) -> HttpResponse:
    """Show the sign-up form with the open events, and sign a person up (POST)."""
    registration = get_registration(request, club, tournament)
    summaries = places_left.summarise_events(registration, timezone.now())
    open_events = [summary for summary in summaries if summary.takes_sign_ups]
    form, earlier = _make_sign_up_form(request, registration, open_events)
    refusal: Refusal | None = None
    if request.method == "POST" and form.is_valid():
        try:
            row = _sign_up(request, registration, form)
        except Refusal as error:
            refusal = error
            summaries = places_left.summarise_events(registration, timezone.now())
        else:
            _remember_reference(request, row)
            return remember_device(request, see_other(_get_own_url(row)))
    own_sign_up = sign_up_lists.get_own_sign_up(registration, get_user(request))
    names = public_names.list_public_names(registration)
    state = places_left.get_shown_state(registration, summaries, timezone.now())
    context = {
        "registration": registration,
        "tournament": registration.tournament,
        "state": state,
        "rows": [_make_event_row(summary, form, names) for summary in summaries],
        "late": event_fees.get_late_terms(registration),
        "ways": payment_notices.list_public_ways(registration) if state != places_left.CLOSED else [],
        "form": form,
        "can_sign_up": bool(open_events),
        "only_waits": places_left.has_only_waiting_lists(summaries),
        "own_page": _get_own_url(own_sign_up) if own_sign_up is not None else "",
        "asks_another": form.data.get("is_another") or (refusal and refusal.code == "sign_up_name_known"),
        "is_prefilled": earlier is not None,
        "zone": timezone.get_current_timezone_name(),
        "has_mail": site_settings.HAS_MAIL,
        "is_director": may_direct(get_user(request), registration.tournament),
        "refusal": make_refusal_message(refusal) if refusal else None,
    }
    return render(request, "registration/sign_up.html", context, status=response_status(refusal, form))


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def own_sign_up(request: HttpRequest, token: str) -> HttpResponse:
    """Show the status of a sign-up by its personal link, and change its details (POST)."""
    row = _get_own(token)
    form, entrants, answers = make_detail_forms(request, row)

    def run() -> str:
        limits.throttle_change(token)
        require_unchanged(request.POST, form, *entrants, *answers)
        sign_ups.update_own(
            token=token,
            details=read_details(form, answers),
            choices=[entrant.choice() for entrant in entrants],
            identity=get_identity(request),
        )
        return gettext("Your registration has been changed.")

    show = partial(_render_own_page, request, token, row, (form, entrants, answers))
    return answer_form(request, (form, *entrants, *answers), run, render_page=show, next_url=request.path)


@require_POST
@never_cache
def add_events(request: HttpRequest, token: str) -> HttpResponse:
    """Sign up for more events by the personal link."""
    row = _get_own(token)
    form = _make_added_events_form(row, request.POST)

    def run() -> str:
        limits.throttle_change(token)
        choices = form.choices()
        sign_ups.add_events(
            token=token, choices=choices, answers=form.get_answers(), identity=get_identity(request)
        )
        chosen_events = {choice.event for choice in choices}
        names = list(Event.objects.filter(pk__in=chosen_events).order_by("pk").values_list("name", flat=True))
        return gettext("You have signed up for %(events)s as well.") % {"events": ", ".join(names)}

    def show(refusal: Refusal | None = None) -> HttpResponse:
        detail_forms = make_detail_forms(request, row, is_posted=False)
        return _render_own_page(request, token, row, detail_forms, refusal, added_events=form)

    return answer_form(request, form, run, render_page=show, next_url=_get_own_url(row))


@require_POST
@never_cache
def withdraw(request: HttpRequest, token: str) -> HttpResponse:
    """Withdraw a sign-up from one event or from all."""
    row = _get_own(token)
    form = forms.WithdrawalForm(request.POST)
    if not form.is_valid():
        raise Http404
    event = form.cleaned_data["event"]
    try:
        limits.throttle_change(token)
        sign_ups.withdraw_own(
            token=token, events=None if event is None else [event], identity=get_identity(request)
        )
    except Refusal as refusal:
        detail_forms = make_detail_forms(request, row, is_posted=False)
        return _render_own_page(request, token, row, detail_forms, refusal)
    withdrawn = Event.objects.filter(pk=event).first() if event is not None else None
    text = gettext("You have withdrawn from %(event)s.") if withdrawn else gettext("You have withdrawn.")
    withdrawn_text = text % {"event": withdrawn.name if withdrawn else ""}
    fee_text = fee_sentences.describe_fee_after_withdrawal(row, event)
    messages.success(request, " ".join(filter(None, (withdrawn_text, fee_text))))
    return see_other(_get_own_url(row))


@require_POST
@never_cache
def return_to_event(request: HttpRequest, token: str) -> HttpResponse:
    """Sign up again for an event from which one has withdrawn."""
    row = _get_own(token)
    form = forms.ReturnForm(request.POST)
    if not form.is_valid():
        raise Http404
    event = form.cleaned_data["event"]

    def run() -> str:
        limits.throttle_change(token)
        sign_ups.return_own(token=token, event=event, identity=get_identity(request))
        place = row.places.select_related("event__event").get(event__event=event)
        names = {"event": place.event.event.name}
        if place.status == SignUpStatus.CONFIRMED:
            return gettext("You are signed up for %(event)s again.") % names
        if place.status == SignUpStatus.WAITING:
            return gettext("You are on the waiting list of %(event)s.") % names
        return gettext("You have asked to come back to %(event)s: the tournament desk decides.") % names

    def show(refusal: Refusal | None = None) -> HttpResponse:
        return _render_own_page(
            request, token, row, make_detail_forms(request, row, is_posted=False), refusal
        )

    return answer_form(request, form, run, render_page=show, next_url=_get_own_url(row))


def _make_sign_up_form(
    request: HttpRequest, registration: Registration, summaries: Sequence[places_left.SignUpEvent]
) -> tuple[sign_up_forms.TournamentSignUpForm, SignUp | None]:
    """Return the form to sign up, and the sign-up of the account that it is filled in with, if any."""
    user, initial = get_user(request), _get_initial_details(request)
    earlier = sign_up_lists.find_own_sign_up(registration, user, str(initial.get("name", "")))
    form = sign_up_forms.TournamentSignUpForm(
        request.POST or None,
        summaries=summaries,
        initial=initial if earlier is None else forms.DetailsForm.initial_of(earlier),
        registration=registration,
        answers=questions.get_answer_texts(earlier) if earlier is not None else None,
        person=_find_person(registration, getattr(user, "player", None)),
    )
    return form, earlier


def _make_event_row(
    summary: places_left.SignUpEvent,
    form: sign_up_forms.EventChoicesForm,
    names: Mapping[int, Sequence[str]],
) -> dict[str, Any]:
    """Return an event on the page to sign up; without a form where one cannot sign up."""
    key = summary.event.pk
    selected = {str(value) for value in form["events"].value() or ()}
    return {
        "summary": summary,
        "entrant": form.entrant_forms.get(key),
        "answers": form.answers_by_event.get(key),
        "is_chosen": str(key) in selected,
        "names": names.get(key, ()),
    }


def _sign_up(
    request: HttpRequest, registration: Registration, form: sign_up_forms.TournamentSignUpForm
) -> SignUp:
    identity = get_identity(request)
    limits.throttle_sign_up(request, identity, registration, form.cleaned_data["email"])
    return sign_ups.sign_up(
        registration=registration,
        details=form.details(),
        choices=form.choices(),
        identity=identity,
        language=get_language() or "en",
        key=form.cleaned_data["key"],
        own_references=request.session.get(OWN_REFERENCES, ()),
    )


def _remember_reference(request: HttpRequest, row: SignUp) -> None:
    """Remember the last sign-ups made in this browser, to ask before a second one of the same name."""
    references = [one for one in request.session.get(OWN_REFERENCES, ()) if one != row.reference]
    request.session[OWN_REFERENCES] = [*references, row.reference][-MOST_REFERENCES:]


def _get_initial_details(request: HttpRequest) -> Mapping[str, Any]:
    """Return name and address of the signed-in user."""
    user = get_user(request)
    player = getattr(user, "player", None)
    if user is None:
        return {}
    return {"name": player.full_name if player is not None else user.get_full_name(), "email": user.email}


def _make_added_events_form(row: SignUp, data: Any = None) -> sign_up_forms.EventChoicesForm:
    """Return the form of the open events that a person has not signed up for."""
    registration = row.registration
    events = set(row.places.values_list("event__event", flat=True))
    summaries = [
        summary
        for summary in places_left.summarise_events(registration, timezone.now())
        if summary.takes_sign_ups and summary.event.pk not in events
    ]
    person = _find_person(registration, row.player)
    return sign_up_forms.EventChoicesForm(data, summaries=summaries, registration=registration, person=person)


def _find_person(registration: Registration, player: Player | None) -> known_members.KnownPerson | None:
    """Return what the records of the club say about a player whose account or sign-up this is."""
    tournament = registration.tournament
    return known_members.find_known_person(tournament.club, player, localtime(tournament.starts_at).year)


def _get_own(token: str) -> SignUp:
    row = personal_links.get_by_token(token)
    if row is None:
        raise Http404
    return row


def _get_own_url(row: SignUp) -> str:
    token = personal_links.get_token(row)
    if not token:
        tournament = row.registration.tournament
        return get_tournament_url("sign-up", tournament)
    return reverse("own-sign-up", args=[token])


def _render_own_page(
    request: HttpRequest,
    token: str,
    row: SignUp,
    detail_forms: tuple[forms.DetailsForm, Sequence[forms.PartnerOrTeamForm], Sequence[AnswersForm]],
    refusal: Refusal | None = None,
    *,
    added_events: sign_up_forms.EventChoicesForm | None = None,
) -> HttpResponse:
    form, entrants, answers = detail_forms
    registration = row.registration
    adding = added_events or _make_added_events_form(row)
    places = sign_up_lists.list_places_of(row)
    is_active = any(place.status in ACTIVE for place in places)
    context = {
        "row": row,
        "registration": registration,
        "tournament": registration.tournament,
        "places": [(place, mail.describe_status(place)) for place in places],
        "repeated_events": duplicates.list_repeated_events([place.row for place in places]),
        "is_entered": any(place.is_entered and not place.has_left for place in places),
        "contact": get_public_page(registration.tournament).text.contact,
        "left_events": _list_left_events(row, places),
        "is_changeable": is_active and row.forgotten_at is None,
        "can_withdraw": any(place.row.status in ACTIVE and not place.is_entered for place in places),
        "form": form,
        "entrants": entrants,
        "answers": answers,
        "adding": adding,
        "rows_to_add": [_make_event_row(summary, adding, {}) for summary in adding.summaries],
        "given_answers": questions.list_answers_of(row),
        **_get_payment_context(registration, row, places),
        "has_mail": site_settings.HAS_MAIL,
        "link": build_public_url(request, reverse("own-sign-up", args=[token])),
        **_make_form_addresses(token),
        "refusal": make_refusal_message(refusal) if refusal else None,
    }
    status = get_status(refusal, adding if adding.is_bound else form, [*entrants, *answers])
    return render(request, "registration/own_sign_up.html", context, status=status)


def _list_left_events(
    row: SignUp, places: Sequence[sign_up_lists.SignUpRow]
) -> list[tuple[sign_up_lists.SignUpRow, places_left.SignUpEvent]]:
    """Return the events from which a person has withdrawn and to which they can come back."""
    left_places = [
        place
        for place in places
        if place.row.status == SignUpStatus.WITHDRAWN and not place.is_entered and not place.same_entrant
    ]
    if not left_places or row.forgotten_at is not None:
        return []
    summaries = {
        summary.event.pk: summary
        for summary in places_left.summarise_events(row.registration, timezone.now())
        if summary.takes_sign_ups
    }
    return [(place, summaries[place.event.pk]) for place in left_places if place.event.pk in summaries]


def _make_form_addresses(token: str) -> dict[str, str]:
    """Return the addresses of the forms on the page of a personal link: it is also drawn at each of them."""
    return {
        "own_page": reverse("own-sign-up", args=[token]),
        "add_page": reverse("add-sign-up-events", args=[token]),
        "return_page": reverse("return-sign-up", args=[token]),
        "withdraw_page": reverse("withdraw-sign-up", args=[token]),
    }


def _get_payment_context(
    registration: Registration, row: SignUp, places: Sequence[sign_up_lists.SignUpRow]
) -> dict[str, Any]:
    """Return what the page of the personal link says about the fees and how to pay them."""
    return {
        "notice": payment_notices.get_payment_notice(row, places),
        "fee_with_place": sum_fees_with_place([place.row for place in places if not place.is_entered]),
        "late": event_fees.get_late_terms(registration, row),
    }
