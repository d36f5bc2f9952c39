"""The questions of a registration, and the answers that people have given."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Count
from django.utils.translation import gettext

from tournaments.registration.models import (
    ACTIVE,
    EventSignUp,
    QuestionKind,
    Registration,
    SignUp,
    SignUpAnswer,
    SignUpQuestion,
)


@dataclass(frozen=True, slots=True)
class GivenAnswer:
    """A question with the answer of a person, "" if there is none."""

    question: SignUpQuestion
    text: str

    @property
    def shown_text(self) -> str:
        """The answer as people read it."""
        return show_answer(self.question, self.text)


def list_questions(registration: Registration) -> list[SignUpQuestion]:
    """Return the questions of a registration in their order, each with the `count` of its answers."""
    rows = registration.questions.select_related("event__event", "by").annotate(count=Count("answers"))
    return list(rows.order_by("place", "pk"))


def get_question(registration: Registration, key: int) -> SignUpQuestion | None:
    """Return a question of a registration by its key; None if it has no such question."""
    return next((question for question in list_questions(registration) if question.pk == key), None)


def count_answers(question: SignUpQuestion) -> int:
    """Return how many people have answered a question."""
    return question.answers.count()


def filter_for_events(questions: Iterable[SignUpQuestion], events: Collection[int]) -> list[SignUpQuestion]:
    """Return the questions of the whole registration, and those of these events (by key)."""
    return [row for row in questions if row.event is None or row.event.event_id in events]


def list_questions_of(sign_up: SignUp) -> list[SignUpQuestion]:
    """Return the questions for a person: of the whole registration, and of the events they are in."""
    places = sign_up.places.filter(status__in=ACTIVE)
    events = set(places.values_list("event__event", flat=True))
    return filter_for_events(list_questions(sign_up.registration), events)


def list_answers_of(sign_up: SignUp) -> list[GivenAnswer]:
    """Return the answers of a person, in the order of the questions."""
    return find_answers([sign_up.pk]).get(sign_up.pk, [])


def find_answers(sign_ups: Collection[int]) -> Mapping[int, list[GivenAnswer]]:
    """Return the answers of sign-ups, by the key of the sign-up, in the order of the questions. One query."""
    rows = SignUpAnswer.objects.filter(sign_up__in=sign_ups).select_related("question__event")
    answers: dict[int, list[GivenAnswer]] = defaultdict(list)
    for row in rows.order_by("question__place", "question"):
        answers[row.sign_up_id].append(GivenAnswer(row.question, row.text))
    return answers


def select_event_answers(answers: Iterable[GivenAnswer], place: EventSignUp) -> list[GivenAnswer]:
    """Return the answers to the questions about the event of a sign-up."""
    return [row for row in answers if row.question.event_id == place.event_id]


def get_answer_texts(sign_up: SignUp) -> dict[int, str]:
    """Return the answers of a person by the key of the question, as they are stored."""
    return dict(sign_up.answers.values_list("question", "text"))


def show_answer(question: SignUpQuestion, text: str) -> str:
    """Return an answer as people read it."""
    return gettext("Yes") if text and question.kind == QuestionKind.TICK else text


def name_question(question: SignUpQuestion) -> str:
    """Return what a question is called in a list of all questions: with its event, if it is of one."""
    return question.text if question.event is None else f"{question.event.event.name}: {question.text}"


def get_options(question: SignUpQuestion, answer: str = "") -> Sequence[str]:
    """Return the options of a choice; an answer that was given before the options changed is one of them."""
    options = question.options.splitlines()
    return options if not answer or answer in options else [*options, answer]
