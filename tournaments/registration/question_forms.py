"""Forms of questions: what directors ask, and what people answer when they sign up."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from tournaments.models import Event
from tournaments.registration.models import (
    LONGEST_ANSWER,
    LONGEST_OPTIONS,
    LONGEST_QUESTION,
    TICKED,
    QuestionKind,
    Registration,
    SignUp,
    SignUpQuestion,
)
from tournaments.registration.queries import questions as queries
from tournaments.registration.services.questions import QuestionText


class AnswersForm(forms.Form):
    """The answers to the questions of the whole registration, or of one event.

    The fields of an event are not required by the browser, as the event need not be chosen.
    """

    def __init__(
        self,
        data: Any,
        event: Event | None,
        questions: Sequence[SignUpQuestion],
        answers: Mapping[int, str] | None = None,
        *,
        requires_all: bool = True,
    ) -> None:
        """Add a field for each question, with the stored answers."""
        prefix = "answer" if event is None else f"event-{event.pk}-answer"
        super().__init__(data, prefix=prefix, use_required_attribute=event is None)
        self.event, stored = event, answers or {}
        for question in questions:
            answer = stored.get(question.pk, "")
            name = str(question.pk)
            is_required = question.is_required and requires_all
            self.fields[name] = _make_field(question, answer, is_required=is_required)
            self.initial[name] = bool(answer) if question.kind == QuestionKind.TICK else answer

    def get_answers(self) -> dict[int, str]:
        """Return the answers by the key of the question, as services take them."""
        return {int(key): _as_text(value) for key, value in self.cleaned_data.items()}


def _make_field(question: SignUpQuestion, answer: str, *, is_required: bool) -> forms.Field:
    if question.kind == QuestionKind.TICK:
        return forms.BooleanField(label=question.text, required=is_required)
    label = question.text
    if not question.is_required:
        label = gettext("%(question)s (optional)") % {"question": question.text}
    if question.kind == QuestionKind.CHOICE:
        options = [(option, option) for option in queries.get_options(question, answer)]
        choices = [("", pgettext_lazy("an option of a question", "Choose")), *options]
        return forms.ChoiceField(label=label, choices=choices, required=is_required)
    return forms.CharField(label=label, max_length=LONGEST_ANSWER, required=is_required)


def _as_text(value: Any) -> str:
    if isinstance(value, bool):
        return TICKED if value else ""
    return str(value)


def make_new_answer_forms(
    data: Any, registration: Registration, events: Iterable[Event]
) -> dict[int, AnswersForm]:
    """Return the forms of somebody who signs up for events, by the key of each."""
    questions = queries.list_questions(registration)
    return {
        event.pk: AnswersForm(data, event, [row for row in questions if _is_of(row, event)])
        for event in events
    }


def make_registration_answers_form(
    data: Any, registration: Registration, answers: Mapping[int, str] | None = None
) -> AnswersForm:
    """Return the form of somebody who signs up for the questions of the whole registration."""
    questions = [row for row in queries.list_questions(registration) if row.event is None]
    return AnswersForm(data, None, questions, answers)


def make_answer_forms(data: QueryDict | None, row: SignUp, *, is_desk: bool) -> list[AnswersForm]:
    """Return the forms of somebody who has signed up, with their answers: only those with questions."""
    questions, answers = queries.list_questions_of(row), queries.get_answer_texts(row)
    events = dict.fromkeys(question.event.event for question in questions if question.event is not None)
    return [
        AnswersForm(data, event, selected, answers, requires_all=not is_desk)
        for event in (None, *events)
        if (selected := [question for question in questions if _is_of(question, event)])
    ]


def _is_of(question: SignUpQuestion, event: Event | None) -> bool:
    """Return whether a question is one of this event, or without one, of the whole registration."""
    event_of_question = question.event.event_id if question.event is not None else None
    return event_of_question == (event.pk if event is not None else None)


class QuestionForm(forms.Form):
    """What a question asks."""

    text = forms.CharField(label=_("Question"), max_length=LONGEST_QUESTION)
    options = forms.CharField(
        label=_("Options"),
        max_length=LONGEST_OPTIONS,
        required=False,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=_("One per line. Only for one of several options."),
    )
    is_required = forms.BooleanField(label=_("Must be answered to sign up"), required=False)

    def __init__(self, *args: Any, kind: str = "", **options: Any) -> None:
        super().__init__(*args, **options)
        if kind and kind != QuestionKind.CHOICE:
            del self.fields["options"]

    def get_question_text(self) -> QuestionText:
        """Return what the question asks as services take it."""
        data = self.cleaned_data
        options = data.get("options", "").splitlines()
        return QuestionText(text=data["text"], options=options, is_required=data["is_required"])

    @staticmethod
    def initial_of(question: SignUpQuestion) -> dict[str, Any]:
        """Return the current values of a question."""
        return {name: getattr(question, name) for name in ("text", "options", "is_required")}


class NewQuestionForm(QuestionForm):
    """A new question: its kind, and the event it is about."""

    kind = forms.ChoiceField(label=_("Answered by"), choices=QuestionKind.choices)
    event = forms.IntegerField(label=_("Asked"), required=False, min_value=1, max_value=2**31 - 1)

    field_order = ("text", "kind", "options", "event", "is_required")

    def __init__(self, data: Any = None, events: Sequence[Event] = (), **options: Any) -> None:
        """Offer these events; without any, as in the API, the number of an event is read."""
        super().__init__(data, **options)
        if events:
            choices = [("", _("everybody who signs up")), *((event.pk, event.name) for event in events)]
            self.fields["event"].widget = forms.Select(choices=choices)

    def get_values(self) -> dict[str, Any]:
        """Return the values as the service takes them."""
        return {name: self.cleaned_data[name] for name in ("kind", "event")} | {
            "question_text": self.get_question_text()
        }


class QuestionPlaceForm(forms.Form):
    """The place of a question in the list."""

    place = forms.IntegerField(label=_("Place"), min_value=1, max_value=100)


class RemoveQuestionForm(forms.Form):
    """How many answers whoever removes a question has seen."""

    answers = forms.IntegerField(
        required=False,
        min_value=0,
        max_value=1_000_000,
        help_text="How many answers are deleted with it; it is refused if there are more.",
    )

    def clean_answers(self) -> int:
        """Return the number, 0 if none was sent."""
        return self.cleaned_data["answers"] or 0
