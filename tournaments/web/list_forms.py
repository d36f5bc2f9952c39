"""The form of the questions about a list."""

from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext

from tournaments.exchange.lists.reading import ListQuestion
from tournaments.web.list_messages import describe_choice, describe_question

# Before the key of a question in the names of form fields.
ANSWER = "answer-"


class ListQuestionsForm(forms.Form):
    """The questions about a list, each with the answer given or guessed."""

    def __init__(self, questions: Iterable[ListQuestion]) -> None:
        """Make a field for each question."""
        super().__init__()
        for question in questions:
            choices = [(choice, describe_choice(question, choice)) for choice in question.choices]
            self.fields[ANSWER + question.key] = forms.ChoiceField(
                label=describe_question(question),
                choices=choices if question.answer else [("", gettext("Choose")), *choices],
                initial=question.answer,
                required=False,
            )


def read_answers(data: Mapping[str, Any]) -> dict[str, str]:
    """Return the answers of a form by the key of their question."""
    return {key.removeprefix(ANSWER): str(data[key]) for key in data if key.startswith(ANSWER) and data[key]}
