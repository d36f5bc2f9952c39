"""What the pages of registration share: the requested registration, its forms and their status."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django.forms import Form
from django.http import Http404, HttpRequest
from django.urls import reverse

from matches.refusal_statuses import get_status as status_of_refusal
from rules.errors import Refusal
from tournaments.models import Tournament
from tournaments.registration import forms
from tournaments.registration.models import ACTIVE, Registration, SignUp
from tournaments.registration.queries import (
    places_left,
    sign_up_lists,
)
from tournaments.registration.queries.event_fees import FeeTable
from tournaments.registration.question_forms import AnswersForm, make_answer_forms
from tournaments.registration.services.sign_ups import SignUpDetails
from tournaments.web.decorators import get_tournament
from tournaments.web.responses import BAD_REQUEST


def get_registration(request: HttpRequest, club: str, tournament: str) -> Registration:
    registration = places_left.get_registration(get_tournament(request, club, tournament))
    if registration is None:
        raise Http404
    return registration


def get_tournament_url(name: str, tournament: Tournament) -> str:
    return reverse(name, args=[tournament.club.slug, tournament.slug])


def make_detail_forms(
    request: HttpRequest,
    row: SignUp,
    *,
    is_posted: bool = True,
    form_class: type[forms.DetailsForm] = forms.DetailsForm,
) -> tuple[forms.DetailsForm, list[forms.PartnerOrTeamForm], list[AnswersForm]]:
    data = request.POST if request.method == "POST" and is_posted else None
    form = form_class(data, initial=form_class.initial_of(row))
    # The desk alone changes the category of the fee, of entries too.
    is_desk = issubclass(form_class, forms.DeskDetailsForm)
    places = sign_up_lists.list_places_of(row)
    table = FeeTable([place.event.pk for place in places])
    entrants = [
        forms.PartnerOrTeamForm(
            data,
            place.event,
            place.row,
            offers=table.list_offers(place.row.event, place.row.added_at) if is_desk else (),
            is_entered=place.is_entered,
        )
        for place in places
        if place.row.status in ACTIVE and (is_desk or not place.is_entered)
    ]
    answers = make_answer_forms(data, row, is_desk=is_desk)
    return form, [entrant for entrant in entrants if entrant.fields], answers


def read_details(form: forms.DetailsForm, answers: Sequence[AnswersForm]) -> SignUpDetails:
    """Return the details of a valid form with the answers of the forms beside it."""
    texts = {key: text for answer_form in answers for key, text in answer_form.get_answers().items()}
    return replace(form.details(), answers=texts)


def are_valid(*sent_forms: Form) -> bool:
    """Return whether all forms are valid; each shows its errors."""
    validity = [form.is_valid() for form in sent_forms]
    return all(validity)


def get_status(refusal: Refusal | None, form: Any, others: Sequence[Any]) -> int:
    if refusal is not None:
        return status_of_refusal(refusal)
    return BAD_REQUEST if form.is_bound and not all(row.is_valid() for row in (form, *others)) else 200
