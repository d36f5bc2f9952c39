"""Pages of registration: the sign-up form, the page of the personal link, and those of the desk."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Any

from django.conf import settings as site_settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from segno.helpers import make_epc_qr

from matches.messages import get_sentence
from matches.refusal_statuses import get_status as status_of_refusal
from matches.seen_values import require_unchanged
from matches.views.errors import RefusalMessage, make_refusal_message
from matches.views.links import build_public_url, describe_link
from matches.views.query_values import read_choice
from matches.views.visitors import get_identity, get_user, remember_device
from rules.errors import Refusal
from tournaments.exchange import spreadsheets
from tournaments.models import Event, Tournament
from tournaments.permissions import may_direct
from tournaments.queries.currency_obstacles import find_currency_obstacle
from tournaments.queries.tournament_pages import get_public_page
from tournaments.registration import desk_actions, fee_sentences, forms, limits
from tournaments.registration.models import ACTIVE, Registration, SignUp, SignUpStatus
from tournaments.registration.queries import (
    duplicates,
    event_fees,
    fees_to_refund,
    personal_links,
    places_left,
    public_names,
    sign_up_lists,
    unclear_names,
)
from tournaments.registration.services import entering, mail, registration_settings, sign_ups
from tournaments.views.decorators import get_tournament, require_user
from tournaments.views.navigation import make_tournament_tabs
from tournaments.views.payout_previews import run_unless_payouts_change
from tournaments.views.responses import BAD_REQUEST, OK, response_status, see_other


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def sign_up(request: HttpRequest, club: str, tournament: str) -> HttpResponse:
    """Show the sign-up form with the open events, and sign a person up (POST)."""
    registration = _get_registration(request, club, tournament)
    summaries = places_left.summarise_events(registration, timezone.now())
    events = [summary.event for summary in summaries if summary.takes_sign_ups]
    form = forms.TournamentSignUpForm(
        request.POST or None, events=events, initial=_get_initial_details(request)
    )
    refusal: Refusal | None = None
    if request.method == "POST" and form.is_valid():
        try:
            row = _sign_up(request, registration, form)
        except Refusal as error:
            refusal = error
            summaries = places_left.summarise_events(registration, timezone.now())
        else:
            return remember_device(request, see_other(_get_own_url(row)))
    own = sign_up_lists.get_own_sign_up(registration, get_user(request))
    names = public_names.list_public_names(registration)
    context = {
        "registration": registration,
        "tournament": registration.tournament,
        "state": places_left.get_shown_state(registration, summaries, timezone.now()),
        "rows": [_make_event_row(summary, form, names) for summary in summaries],
        "late": event_fees.get_late_terms(registration),
        "form": form,
        "can_sign_up": bool(events),
        "only_waits": places_left.has_only_waiting_lists(summaries),
        "own_page": _get_own_url(own) if own is not None else "",
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
    form, entrants = _make_detail_forms(request, row)
    refusal: Refusal | None = None
    if request.method == "POST" and _are_valid(form, entrants):
        try:
            limits.throttle_change(token)
            require_unchanged(request.POST, form, *entrants)
            sign_ups.update_own(
                token=token,
                details=form.details(),
                choices=[entrant.choice() for entrant in entrants],
                identity=get_identity(request),
            )
        except Refusal as error:
            refusal = error
        else:
            messages.success(request, gettext("Your registration has been changed."))
            return see_other(request.path)
    return _render_own_page(request, token, row, form, entrants, refusal)


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
        details, entrants = _make_detail_forms(request, row, is_posted=False)
        return _render_own_page(request, token, row, details, entrants, refusal)
    withdrawn = Event.objects.filter(pk=event).first() if event is not None else None
    text = gettext("You have withdrawn from %(event)s.") if withdrawn else gettext("You have withdrawn.")
    withdrawn_text = text % {"event": withdrawn.name if withdrawn else ""}
    fee_text = fee_sentences.describe_fee_after_withdrawal(row, event)
    messages.success(request, " ".join(filter(None, (withdrawn_text, fee_text))))
    return see_other(_get_own_url(row))


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def desk(request: HttpRequest, club: str, tournament: str) -> HttpResponse:
    """List the sign-ups of a tournament for its directors, or run an action on some of them (POST).

    A change of prizes that are paid is shown before it is made.
    """
    tournament_row = _get_directed_tournament(request, club, tournament)
    registration = places_left.get_registration(tournament_row)
    if registration is None:
        if request.method == "POST":
            raise Http404
        return see_other(_get_tournament_url("registration-settings", tournament_row))
    if request.method != "POST":
        return _render_desk_page(request, registration)
    places = sign_up_lists.list_places(registration)
    form = forms.DeskForm(request.POST, [place.row.pk for place in places])
    if not form.is_valid():
        return _render_desk_page(request, registration, form=form)
    run_action, by = desk_actions.DESK_ACTIONS[form.cleaned_data["action"]], require_user(request)
    events = list(tournament_row.events.select_related("tournament__club").order_by("pk"))
    try:
        message, question = run_unless_payouts_change(
            request, events, lambda: run_action(registration, form, by)
        )
    except Refusal as refusal:
        return _render_desk_page(request, registration, form=form, refusal=refusal)
    if question is not None:
        context = {
            **_get_desk_frame(tournament_row),
            "question": {**question, "cancel_url": request.get_full_path()},
        }
        return render(request, "registration/payout_question.html", context)
    messages.success(request, message)
    return see_other(request.get_full_path())


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def change_sign_up(request: HttpRequest, club: str, tournament: str, reference: str) -> HttpResponse:
    """Show one sign-up to the desk, and correct it (POST)."""
    registration = _get_directed_registration(request, club, tournament)
    rows = SignUp.objects.select_related("registration__tournament__club", "player", "user")
    row = get_object_or_404(rows, registration=registration, reference=reference)
    form, entrants = _make_detail_forms(request, row, form_class=forms.DeskDetailsForm)
    refusal: Refusal | None = None
    if request.method == "POST" and _are_valid(form, entrants):
        try:
            require_unchanged(request.POST, form, *entrants)
            sign_ups.update_sign_up(
                sign_up=row,
                details=form.details(),
                choices=[entrant.choice() for entrant in entrants],
                by=require_user(request),
            )
        except Refusal as error:
            refusal = error
        else:
            messages.success(request, gettext("The registration has been changed."))
            return see_other(_get_tournament_url("registration", registration.tournament))
    context = {
        "row": row,
        **_get_desk_frame(registration.tournament),
        "entries": sign_up_lists.list_entries_of(row),
        "form": form,
        "entrants": entrants,
        "has_mail": site_settings.HAS_MAIL,
        "refusal": make_refusal_message(refusal) if refusal else None,
    }
    return render(request, "registration/edit.html", context, status=_get_status(refusal, form, entrants))


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def settings(request: HttpRequest, club: str, tournament: str) -> HttpResponse:
    """Show the settings of a registration, and open or change it (POST)."""
    tournament_row = _get_directed_tournament(request, club, tournament)
    registration = places_left.get_registration(tournament_row)
    data = request.POST or None
    form = _make_settings_form(data, registration, tournament_row)
    event_forms = _make_event_forms(data, registration, tournament_row)
    refusal: Refusal | None = None
    if request.method == "POST" and all([form.is_valid(), *(row.is_valid() for row in event_forms)]):
        try:
            require_unchanged(request.POST, form, *event_forms)
            former_terms = event_fees.get_late_terms(registration) if registration else None
            saved = registration_settings.save_settings(
                tournament=tournament_row,
                options=form.options(),
                events={row.event.pk: row.options() for row in event_forms},
                by=require_user(request),
                page_prefix=limits.get_page_prefix(request),
            )
        except Refusal as error:
            refusal = error
        else:
            messages.success(request, fee_sentences.describe_saved_settings(saved, former_terms))
            return see_other(_get_tournament_url("registration", tournament_row))
    context = {
        **_get_desk_frame(tournament_row),
        "registration": registration,
        "form": form,
        "event_forms": event_forms,
        "zone": timezone.get_current_timezone_name(),
        "refusal": make_refusal_message(refusal) if refusal else None,
    }
    status = _get_status(refusal, form, event_forms)
    return render(request, "registration/settings.html", context, status=status)


@login_required
@require_safe
def poster(request: HttpRequest, club: str, tournament: str) -> HttpResponse:
    """Show the link of the page to sign up with its QR code, to be shared or printed."""
    registration = _get_directed_registration(request, club, tournament)
    tournament_row = registration.tournament
    link = build_public_url(request, _get_tournament_url("sign-up", tournament_row))
    context = {
        **_get_desk_frame(tournament_row),
        "registration": registration,
        **describe_link(link),
        "zone": timezone.get_current_timezone_name(),
    }
    return render(request, "registration/poster.html", context)


@login_required
@require_safe
def download(request: HttpRequest, club: str, tournament: str) -> HttpResponse:
    """Download the sign-ups as CSV."""
    registration = _get_directed_registration(request, club, tournament)
    data = spreadsheets.as_csv(sign_up_lists.export_sheet(sign_up_lists.list_places(registration)))
    response = HttpResponse(data, content_type=spreadsheets.CSV_TYPE)
    response["Content-Disposition"] = f'attachment; filename="{tournament}-sign-ups.csv"'
    response["Cache-Control"] = "no-store"
    return response


def _make_event_forms(
    data: Any, registration: Registration | None, tournament: Tournament
) -> list[forms.EventForm]:
    rows = {row.event_id: row for row in registration.events.all()} if registration else {}
    events = list(tournament.events.order_by("pk"))
    fees = event_fees.FeeTable([event.pk for event in events])
    return [
        forms.EventForm(
            data,
            event,
            rows.get(event.pk),
            is_new=registration is None,
            charged_fee=fees.get_charged_fee(event.pk),
        )
        for event in events
    ]


def _make_settings_form(
    data: Any, registration: Registration | None, tournament: Tournament
) -> forms.RegistrationForm:
    """Return the form of the settings, with the reason why the currency cannot be changed, if any."""
    obstacle = find_currency_obstacle(tournament)
    return forms.RegistrationForm(
        data,
        initial=forms.RegistrationForm.initial_of(registration, tournament),
        currency_reason=get_sentence(obstacle.code, obstacle.facts) if obstacle else "",
    )


def _make_event_row(
    summary: places_left.SignUpEvent, form: forms.TournamentSignUpForm, names: Mapping[int, Sequence[str]]
) -> dict[str, Any]:
    """Return an event on the page to sign up; without a form where one cannot sign up."""
    key = summary.event.pk
    selected = {str(value) for value in form["events"].value() or ()}
    return {
        "summary": summary,
        "entrant": form.entrant_forms.get(key),
        "is_chosen": str(key) in selected,
        "names": names.get(key, ()),
    }


def _sign_up(request: HttpRequest, registration: Registration, form: forms.TournamentSignUpForm) -> SignUp:
    identity = get_identity(request)
    limits.throttle_sign_up(request, identity, registration, form.cleaned_data["email"])
    return sign_ups.sign_up(
        registration=registration,
        details=form.details(),
        choices=form.choices(),
        identity=identity,
        language=get_language() or "en",
        key=form.cleaned_data["key"],
    )


def _get_initial_details(request: HttpRequest) -> Mapping[str, Any]:
    """Return name and address of the signed-in user."""
    user = get_user(request)
    player = getattr(user, "player", None)
    if user is None:
        return {}
    return {"name": player.full_name if player is not None else user.get_full_name(), "email": user.email}


def _get_registration(request: HttpRequest, club: str, tournament: str) -> Registration:
    registration = places_left.get_registration(get_tournament(request, club, tournament))
    if registration is None:
        raise Http404
    return registration


def _get_directed_tournament(request: HttpRequest, club: str, tournament: str) -> Tournament:
    tournament_row = get_tournament(request, club, tournament)
    if not may_direct(require_user(request), tournament_row):
        raise Http404
    return tournament_row


def _get_directed_registration(request: HttpRequest, club: str, tournament: str) -> Registration:
    _get_directed_tournament(request, club, tournament)
    return _get_registration(request, club, tournament)


def _get_own(token: str) -> SignUp:
    row = personal_links.get_by_token(token)
    if row is None:
        raise Http404
    return row


def _get_own_url(row: SignUp) -> str:
    token = personal_links.get_token(row)
    if not token:
        tournament = row.registration.tournament
        return _get_tournament_url("sign-up", tournament)
    return reverse("own-sign-up", args=[token])


def _get_desk_frame(tournament: Tournament) -> dict[str, Any]:
    """Return what the head of a directors' page shows: the tournament and the tabs of its desk."""
    return {"tournament": tournament, "tabs": make_tournament_tabs(tournament, "tournament-settings")}


def _get_tournament_url(name: str, tournament: Tournament) -> str:
    return reverse(name, args=[tournament.club.slug, tournament.slug])


def _make_detail_forms(
    request: HttpRequest,
    row: SignUp,
    *,
    is_posted: bool = True,
    form_class: type[forms.DetailsForm] = forms.DetailsForm,
) -> tuple[forms.DetailsForm, list[forms.PartnerOrTeamForm]]:
    data = request.POST if request.method == "POST" and is_posted else None
    form = form_class(data, initial=form_class.initial_of(row))
    entrants = [
        forms.PartnerOrTeamForm(data, place.event, place.row)
        for place in sign_up_lists.list_places_of(row)
        if not place.is_entered and place.row.status in ACTIVE
    ]
    return form, [entrant for entrant in entrants if entrant.fields]


def _are_valid(form: forms.DetailsForm, entrants: Sequence[forms.PartnerOrTeamForm]) -> bool:
    return all([form.is_valid(), *(entrant.is_valid() for entrant in entrants)])


def _get_status(refusal: Refusal | None, form: Any, others: Sequence[Any]) -> int:
    if refusal is not None:
        return status_of_refusal(refusal)
    return BAD_REQUEST if form.is_bound and not all(row.is_valid() for row in (form, *others)) else 200


def _render_own_page(
    request: HttpRequest,
    token: str,
    row: SignUp,
    form: forms.DetailsForm,
    entrants: Sequence[forms.PartnerOrTeamForm],
    refusal: Refusal | None,
) -> HttpResponse:
    registration = row.registration
    places = sign_up_lists.list_places_of(row)
    fee = sum((place.fee_due for place in places if place.fee_due), Decimal(0))
    is_active = any(place.status in ACTIVE for place in places)
    is_payable = any(place.status == SignUpStatus.CONFIRMED and not place.is_paid for place in places)
    can_transfer = fee > 0 and _takes_sepa(registration)
    context = {
        "row": row,
        "registration": registration,
        "tournament": registration.tournament,
        "places": [(place, mail.describe_status(place)) for place in places],
        "repeated_events": duplicates.list_repeated_events([place.row for place in places]),
        "has_payment": is_payable and _has_payment(registration, fee),
        "is_entered": any(place.is_entered and not place.has_left for place in places),
        "contact": get_public_page(registration.tournament).text.contact,
        "is_changeable": is_active and row.forgotten_at is None,
        "can_withdraw": any(place.row.status in ACTIVE and not place.is_entered for place in places),
        "form": form,
        "entrants": entrants,
        "fee": fee,
        "iban": " ".join(re.findall(".{1,4}", registration.iban)),
        "has_mail": site_settings.HAS_MAIL,
        "link": build_public_url(request, reverse("own-sign-up", args=[token])),
        "withdraw_page": reverse("withdraw-sign-up", args=[token]),
        "payment_code": _make_payment_svg(row, registration, fee) if can_transfer else "",
        "late": event_fees.get_late_terms(registration, row),
        "refusal": make_refusal_message(refusal) if refusal else None,
    }
    return render(
        request, "registration/own_sign_up.html", context, status=_get_status(refusal, form, entrants)
    )


def _has_payment(registration: Registration, fee: Decimal) -> bool:
    """Return whether the page says how to pay: a fee that is due, or one that only the notes can name."""
    has_notes = bool(registration.payment or registration.iban)
    return fee > 0 or (has_notes and not event_fees.has_fees(registration))


def _takes_sepa(registration: Registration) -> bool:
    """Return whether fees can be paid by a SEPA transfer, which is in euros."""
    return bool(registration.iban) and registration.tournament.currency == "EUR"


def _make_payment_svg(row: SignUp, registration: Registration, fee: Decimal) -> SafeString:
    """Return the QR code of a bank transfer (EPC069-12) of the fees, as SVG without styles."""
    text = f"{registration.tournament.name[:120]} {row.reference}"
    code = make_epc_qr(registration.account_name, registration.iban, fee, text=text)
    return SafeString(code.svg_inline(svgclass="qr-code", lineclass=None, omitsize=True, title=None))


def _render_desk_page(
    request: HttpRequest,
    registration: Registration,
    *,
    form: forms.DeskForm | None = None,
    refusal: Refusal | None = None,
) -> HttpResponse:
    tournament = registration.tournament
    now = timezone.now()
    summaries = places_left.summarise_events(registration, now)
    events_by_slug = {row.event.slug: row.event for row in summaries}
    slug, event_message = read_choice(request.GET, "event", events_by_slug, "")
    filter_status, status_message = read_choice(request.GET, "status", sign_up_lists.FILTERS, "")
    event = events_by_slug.get(slug)
    to_enter = entering.list_places_to_enter(registration)
    choices = unclear_names.list_person_choices(
        to_enter, form.cleaned_data.get("persons", {}) if form else {}
    )
    context = {
        **_get_desk_frame(tournament),
        "registration": registration,
        "state": places_left.get_shown_state(registration, summaries, now),
        "summaries": summaries,
        "places": _list_places_with_status(registration, event, filter_status, choices),
        "to_refund": fees_to_refund.sum_fees_to_refund(registration),
        "has_retained_fees": fees_to_refund.has_retained_fees(registration),
        "filter": {"event": slug, "status": filter_status},
        "zone": timezone.get_current_timezone_name(),
        "statuses": _get_filter_names(),
        "form": form or forms.DeskForm(None, ()),
        "announced_only": event_fees.list_announced_only(registration),
        "selected": request.POST.getlist("place"),
        "to_enter": " ".join(str(place.pk) for place in to_enter),
        "query": request.META["QUERY_STRING"],
        "refusal": _make_desk_refusal(refusal, tournament, form)
        if refusal
        else event_message or status_message,
    }
    is_faulty = form is not None or event_message or status_message
    status = status_of_refusal(refusal) if refusal else BAD_REQUEST if is_faulty else OK
    return render(request, "registration/desk.html", context, status=status)


def _list_places_with_status(
    registration: Registration,
    event: Event | None,
    status: str,
    choices: Mapping[int, unclear_names.PersonChoice],
) -> list[tuple[sign_up_lists.SignUpRow, str]]:
    """Return the rows of the list with the sentence about their status, and what tells namesakes apart."""
    places = sign_up_lists.list_places(registration, event=event, status=status, hints=True)
    namesakes = sign_up_lists.describe_namesakes(places)
    return [
        (
            replace(place, choice=choices.get(place.row.pk), details=namesakes.get(place.sign_up.pk, "")),
            mail.describe_status(place),
        )
        for place in places
    ]


def _make_desk_refusal(
    refusal: Refusal, tournament: Tournament, form: forms.DeskForm | None
) -> RefusalMessage:
    """Return the message of a refusal; where an event is full, with what the desk can do about it."""
    if refusal.code != "registration_full":
        return desk_actions.describe_refusal(refusal, form)
    text = gettext("Raise the number of places, or add the player under Entries, where there is no limit.")
    return make_refusal_message(refusal, (_get_tournament_url("registration-settings", tournament), text))


def _get_filter_names() -> dict[str, str]:
    """Return the filters of the list of registrations with their names."""
    status_names = {value: str(SignUpStatus(value).label) for value in SignUpStatus.values}
    return {
        **status_names,
        sign_up_lists.ENTERED: gettext("entered"),
        sign_up_lists.PAID: gettext("paid"),
        sign_up_lists.UNPAID: gettext("not paid"),
        sign_up_lists.TO_REFUND: gettext("to refund"),
        sign_up_lists.RETAINED: gettext("fee kept"),
    }
