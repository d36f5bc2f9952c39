"""Pages of registration for directors: the list, one sign-up, the settings, the poster, the file."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.conf import settings as site_settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from matches.messages import get_sentence
from matches.refusal_statuses import get_status as status_of_refusal
from matches.seen_values import require_unchanged
from matches.views.errors import RefusalMessage, make_refusal_message
from matches.views.links import build_public_url, describe_link
from matches.views.query_values import read_choice
from rules.errors import Refusal
from tournaments.models import Event, Tournament
from tournaments.permissions import may_direct, may_read_records
from tournaments.play.entries.queries import fee_debts
from tournaments.play.tournaments.queries.currency_obstacles import find_currency_obstacle
from tournaments.registration import desk_actions, fee_sentences, forms, limits
from tournaments.registration.models import Registration, SignUp, SignUpStatus
from tournaments.registration.queries import (
    event_fees,
    fees_to_refund,
    payment_notices,
    places_left,
    questions,
    sign_up_lists,
    unclear_names,
    withdrawn_names,
)
from tournaments.registration.queries.fees_of_marks import get_fees_of_marks
from tournaments.registration.services import entering, mail, registration_settings, sign_ups
from tournaments.registration.views.pages import (
    are_valid,
    get_registration,
    get_status,
    get_tournament_url,
    make_detail_forms,
    read_details,
)
from tournaments.web.csv_files import make_csv_response
from tournaments.web.decorators import event_url, get_tournament, require_user
from tournaments.web.navigation import make_tournament_tabs
from tournaments.web.payout_previews import list_sent_fields, run_unless_payouts_change
from tournaments.web.responses import BAD_REQUEST, OK, see_other


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def desk(request: HttpRequest, club: str, tournament: str) -> HttpResponse:
    """List the sign-ups of a tournament for its directors, or run an action on some of them (POST).

    A change of prizes that are paid is shown before it is made.
    """
    tournament_row = _get_directed_tournament(request, club, tournament)
    registration = places_left.get_registration(tournament_row)
    if registration is None or request.method != "POST":
        return _show_desk(request, tournament_row, registration)
    places = sign_up_lists.list_places(registration)
    form = forms.DeskForm(request.POST, [place.row.pk for place in places])
    if not form.is_valid():
        return _render_desk_page(request, registration, form=form)
    if marks_question := _make_question_about_marks(request, registration, places, form):
        context = {**_get_desk_frame(tournament_row), "question": marks_question}
        return render(request, "registration/marks_question.html", context)
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
    is_partly_done = isinstance(message, desk_actions.PartlyDone)
    messages.add_message(request, messages.WARNING if is_partly_done else messages.SUCCESS, message)
    desk_event = next((event for event in events if event.slug == form.cleaned_data["desk"]), None)
    return see_other(request.get_full_path() if desk_event is None else event_url("desk", desk_event))


def _show_desk(
    request: HttpRequest, tournament: Tournament, registration: Registration | None
) -> HttpResponse:
    """Show the list, or without a registration lead to the page that opens it."""
    if registration is not None:
        return _render_desk_page(request, registration)
    if request.method == "POST":
        raise Http404
    return see_other(get_tournament_url("registration-settings", tournament))


def _make_question_about_marks(
    request: HttpRequest,
    registration: Registration,
    places: Sequence[sign_up_lists.SignUpRow],
    form: forms.DeskForm,
) -> dict[str, Any] | None:
    """Return the question before several people, or anybody without a place, are marked as paid.

    It is put once: its form sends the same request with the sum that was read.
    """
    data = form.cleaned_data
    if data["action"] != forms.PAID:
        return None
    marks = get_fees_of_marks(places, data["place"])
    if not marks.needs_answer or data["seen_sum"] == str(marks.amount):
        return None
    return {
        "sentences": desk_actions.describe_marks(marks, registration.tournament.currency),
        "fields": [*list_sent_fields(request, without={"seen_sum"}), ("seen_sum", str(marks.amount))],
        "action": request.get_full_path(),
    }


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def change_sign_up(request: HttpRequest, club: str, tournament: str, reference: str) -> HttpResponse:
    """Show one sign-up to the desk, and correct it (POST)."""
    registration = _get_directed_registration(request, club, tournament)
    rows = SignUp.objects.select_related("registration__tournament__club", "player", "user")
    row = get_object_or_404(rows, registration=registration, reference=reference)
    form, entrants, answers = make_detail_forms(request, row, form_class=forms.DeskDetailsForm)
    refusal: Refusal | None = None
    if request.method == "POST" and are_valid(form, *entrants, *answers):
        try:
            require_unchanged(request.POST, form, *entrants, *answers)
            sign_ups.update_sign_up(
                sign_up=row,
                details=read_details(form, answers),
                choices=[entrant.choice() for entrant in entrants],
                by=require_user(request),
            )
        except Refusal as error:
            refusal = error
        else:
            messages.success(request, gettext("The registration has been changed."))
            return see_other(get_tournament_url("registration", registration.tournament))
    context = {
        "row": row,
        **_get_desk_frame(registration.tournament),
        "entries": sign_up_lists.list_entries_of(row),
        "form": form,
        "entrants": entrants,
        "answers": answers,
        "has_mail": site_settings.HAS_MAIL,
        "refusal": make_refusal_message(refusal) if refusal else None,
    }
    status = get_status(refusal, form, [*entrants, *answers])
    return render(request, "registration/edit.html", context, status=status)


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
            former_debts = fee_debts.list_debts_of_tournament(tournament_row)
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
            messages.success(
                request, fee_sentences.describe_saved_settings(saved, former_terms, former_debts)
            )
            return see_other(get_tournament_url("registration", tournament_row))
    context = {
        **_get_desk_frame(tournament_row),
        "registration": registration,
        "form": form,
        "event_forms": event_forms,
        "zone": timezone.get_current_timezone_name(),
        "refusal": make_refusal_message(refusal) if refusal else None,
    }
    status = get_status(refusal, form, event_forms)
    return render(request, "registration/settings.html", context, status=status)


@login_required
@require_safe
def poster(request: HttpRequest, club: str, tournament: str) -> HttpResponse:
    """Show the link of the page to sign up with its QR code, to be shared or printed."""
    registration = _get_directed_registration(request, club, tournament)
    tournament_row = registration.tournament
    link = build_public_url(request, get_tournament_url("sign-up", tournament_row))
    context = {
        **_get_desk_frame(tournament_row),
        "registration": registration,
        **describe_link(link),
        "ways": payment_notices.list_public_ways(registration),
        "zone": timezone.get_current_timezone_name(),
    }
    return render(request, "registration/poster.html", context)


@login_required
@require_safe
def download(request: HttpRequest, club: str, tournament: str) -> HttpResponse:
    """Download the sign-ups as CSV."""
    registration = _get_directed_registration(request, club, tournament)
    places, all_questions = sign_up_lists.list_places(registration), questions.list_questions(registration)
    sheet = sign_up_lists.export_sheet(places, all_questions)
    response = make_csv_response(sheet, f"{tournament}-sign-ups")
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


def _get_directed_tournament(request: HttpRequest, club: str, tournament: str) -> Tournament:
    tournament_row = get_tournament(request, club, tournament)
    if not may_direct(require_user(request), tournament_row):
        raise Http404
    return tournament_row


def _get_directed_registration(request: HttpRequest, club: str, tournament: str) -> Registration:
    _get_directed_tournament(request, club, tournament)
    return get_registration(request, club, tournament)


def _get_desk_frame(tournament: Tournament) -> dict[str, Any]:
    """Return what the head of a directors' page shows: the tournament and the tabs of its desk."""
    return {"tournament": tournament, "tabs": make_tournament_tabs(tournament, "tournament-settings")}


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
    answers = form.cleaned_data.get("persons", {}) if form else {}
    with_records = may_read_records(require_user(request), tournament.club)
    choices = unclear_names.list_person_choices(to_enter, answers, with_records=with_records)
    places = _list_places(request, registration, event, filter_status)
    refusal_message = _make_desk_refusal(refusal, tournament, form) if refusal else None
    context = {
        **_get_desk_frame(tournament),
        "registration": registration,
        "state": places_left.get_shown_state(registration, summaries, now),
        "summaries": summaries,
        **_make_places_context(places, choices),
        **_get_sums(registration),
        "addresses": sign_up_lists.list_addresses(registration),
        **_make_filter_context(slug, filter_status),
        "form": form or forms.DeskForm(None, ()),
        "announced_only": event_fees.list_announced_only(registration),
        "selected": request.POST.getlist("place"),
        "to_enter": " ".join(str(place.pk) for place in to_enter),
        "query": request.META["QUERY_STRING"],
        "refusal": refusal_message or event_message or status_message,
    }
    is_faulty = form is not None or event_message or status_message
    status = status_of_refusal(refusal) if refusal else BAD_REQUEST if is_faulty else OK
    return render(request, "registration/desk.html", context, status=status)


def _make_filter_context(event_slug: str, status: str) -> dict[str, Any]:
    return {
        "filter": {"event": event_slug, "status": status},
        "zone": timezone.get_current_timezone_name(),
        "statuses": _get_filter_names(),
    }


def _get_sums(registration: Registration) -> dict[str, Any]:
    """Return what the page says above the list about fees that were paid by those who have left."""
    return {
        "to_refund": fees_to_refund.sum_fees_to_refund(registration),
        "undecided": fees_to_refund.sum_undecided_fees(registration),
        "has_retained_fees": fees_to_refund.has_retained_fees(registration),
    }


def _list_places(
    request: HttpRequest, registration: Registration, event: Event | None, status: str
) -> list[sign_up_lists.SignUpRow]:
    """Return the rows of the list, with what the reader may know of the member records."""
    shows_records = may_read_records(require_user(request), registration.tournament.club)
    return sign_up_lists.list_places(
        registration, event=event, status=status, hints=True, shows_records=shows_records
    )


def _make_places_context(
    places: Sequence[sign_up_lists.SignUpRow], choices: Mapping[int, unclear_names.PersonChoice]
) -> dict[str, Any]:
    """Return the rows of the list, and whether some are withdrawn sign-ups whose name is entered."""
    entered_names = withdrawn_names.find_entered_names([place.row for place in places])
    return {
        "places": _describe_places(places, choices, entered_names),
        "has_withdrawn_entrants": bool(entered_names),
        "is_all_placed": all(place.has_place for place in places),
    }


def _describe_places(
    places: Sequence[sign_up_lists.SignUpRow],
    choices: Mapping[int, unclear_names.PersonChoice],
    entered_names: Mapping[int, str],
) -> list[tuple[sign_up_lists.SignUpRow, str]]:
    """Return the rows of the list with the sentence about their status, and what tells namesakes apart.

    `entered_names` are further hints, by the key of a withdrawn sign-up whose name is entered.
    """
    namesakes = sign_up_lists.describe_namesakes(places)
    return [
        (
            replace(
                place,
                choice=choices.get(place.row.pk),
                details=namesakes.get(place.sign_up.pk, ""),
                hints=(*place.hints, *filter(None, [entered_names.get(place.row.pk)])),
            ),
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
    return make_refusal_message(refusal, (get_tournament_url("registration-settings", tournament), text))


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
