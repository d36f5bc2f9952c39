"""Forms of lists: the file, stored as text between two requests, and the questions about it."""

from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext

from tournaments.exchange.lists.files import MAX_PACKED
from tournaments.exchange.lists.reading import ListQuestion
from tournaments.importing.forms.imports import TableFileForm
from tournaments.importing.list_messages import describe_choice, describe_question

# Before the key of a question in the names of form fields.
ANSWER = "answer-"


class ListFileForm(TableFileForm):
    """A list, as a file or, after its preview, as the text that holds it."""

    text = forms.CharField(max_length=MAX_PACKED, required=False, strip=False, widget=forms.HiddenInput)


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
