"""Forms of people who sign up: for the first time, and for more events by the personal link."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.registration.forms import DetailsForm, PartnerOrTeamForm
from tournaments.registration.models import Registration
from tournaments.registration.queries.event_fees import choose_category
from tournaments.registration.queries.known_members import KnownPerson
from tournaments.registration.queries.places_left import SignUpEvent
from tournaments.registration.question_forms import (
    AnswersForm,
    make_new_answer_forms,
    make_registration_answers_form,
)
from tournaments.registration.services.sign_ups import EventChoice, SignUpDetails
from tournaments.web.forms import new_key


class EventChoicesForm(forms.Form):
    """The events to sign up for, each with its partner or team and the answers to its questions.

    `answers` are those of the whole registration, which a form of this class alone does not ask.
    """

    events = forms.TypedMultipleChoiceField(
        label=_("Events"), coerce=int, widget=forms.CheckboxSelectMultiple
    )
    answers: AnswersForm | None = None

    def __init__(
        self,
        data: Any = None,
        *,
        summaries: Sequence[SignUpEvent] = (),
        registration: Registration | None = None,
        person: KnownPerson | None = None,
        **options: Any,
    ) -> None:
        """Offer these events; the only one is chosen, and the lowest price to which the records entitle."""
        self.summaries, events = summaries, [summary.event for summary in summaries]
        selected = {"events": [event.pk for event in events]} if len(events) == 1 else {}
        super().__init__(data, initial={**selected, **options.pop("initial", {})}, **options)
        self.fields["events"].choices = [(event.pk, event.name) for event in events]  # type: ignore[attr-defined]
        self.entrant_forms = {
            summary.event.pk: PartnerOrTeamForm(
                data,
                summary.event,
                offers=summary.offers,
                category=choose_category(summary.offers, person),
            )
            for summary in summaries
        }
        self.answers_by_event: dict[int, AnswersForm] = {}
        if registration is not None:
            self.answers_by_event = make_new_answer_forms(data, registration, events)

    def clean(self) -> dict[str, Any]:
        """Check partners and teams of the chosen events, and the answers."""
        cleaned = super().clean() or {}
        for key in cleaned.get("events", ()):
            if not self.entrant_forms[key].is_valid():
                raise forms.ValidationError(_("Check the partner or the team."))
        # Each is checked, so that each shows its errors.
        validity = [form.is_valid() for form in self._list_answer_forms(cleaned)]
        if not all(validity):
            raise forms.ValidationError(_("Check the answers to the questions."))
        return cleaned

    def choices(self) -> list[EventChoice]:
        """Return the chosen events as services take them."""
        return [self.entrant_forms[key].choice() for key in self.cleaned_data["events"]]

    def get_answers(self) -> dict[int, str]:
        """Return the answers to the questions of the chosen events, and of the registration if it asks."""
        answer_forms = self._list_answer_forms(self.cleaned_data)
        return {key: text for form in answer_forms for key, text in form.get_answers().items()}

    def _list_answer_forms(self, cleaned: Mapping[str, Any]) -> list[AnswersForm]:
        event_forms = (self.answers_by_event.get(key) for key in cleaned.get("events", ()))
        return [form for form in (self.answers, *event_forms) if form is not None]


class TournamentSignUpForm(EventChoicesForm, DetailsForm):
    """The form to sign up; `unused` is a honeypot: a hidden field that only bots fill in.

    Browsers fill in fields whose names they know, such as "website".
    """

    is_another = forms.BooleanField(label=_("This is another person of the same name"), required=False)
    unused = forms.CharField(label=_("Leave this field empty"), required=False, max_length=200)
    key = forms.CharField(max_length=64, required=False, widget=forms.HiddenInput)

    field_order = ("events", *DetailsForm.field_order)

    def __init__(
        self,
        data: Any = None,
        *,
        initial: Mapping[str, Any] | None = None,
        registration: Registration | None = None,
        answers: Mapping[int, str] | None = None,
        **options: Any,
    ) -> None:
        """Fill in these details, and the answers that the person has given before, by question."""
        details = {"key": new_key(), **(initial or {})}
        super().__init__(data, initial=details, registration=registration, **options)
        if registration is not None:
            self.answers = make_registration_answers_form(data, registration, answers)

    def clean_unused(self) -> str:
        """Refuse a form that was filled in by a bot."""
        if self.cleaned_data["unused"]:
            raise forms.ValidationError(
                _(
                    "A hidden field of this form was filled in, perhaps by your browser. It is empty again: "
                    "send the form once more."
                )
            )
        return ""

    def details(self) -> SignUpDetails:
        """Return the details with the answers to the questions of the chosen events."""
        is_another = self.cleaned_data["is_another"]
        return replace(super().details(), answers=self.get_answers(), is_another=is_another)
