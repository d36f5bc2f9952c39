"""The questions of a registration: add, change, move, remove, copy; and the answers of people."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from django.db import transaction

from matches.models import User
from rules.errors import Refusal
from tournaments import club_log
from tournaments.models import Event
from tournaments.permissions import must_be_open, must_direct
from tournaments.registration.models import (
    LONGEST_ANSWER,
    LONGEST_OPTION,
    LONGEST_QUESTION,
    MOST_OPTIONS,
    TICKED,
    QuestionKind,
    Registration,
    SignUp,
    SignUpAnswer,
    SignUpQuestion,
)
from tournaments.registration.queries import questions as queries
from tournaments.registration.services.sign_up_status import lock_registration, publish_change

MOST_QUESTIONS = 8
FEWEST_OPTIONS = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionText:
    """What a question asks, the options of a choice, and whether it must be answered."""

    text: str
    options: Sequence[str] = ()
    is_required: bool = False


@transaction.atomic
def add_question(
    *, registration: Registration, kind: str, event: int | None, question_text: QuestionText, by: User
) -> SignUpQuestion:
    """Add a question after the others, of the whole registration or of one event (by key).

    A question that the list has already, as after a button pressed twice, is returned as it is. Raises
    `questions_full`, `question_kind_unknown`, `question_event_unknown`, and as `change_question`.
    """
    registration = _lock_registration(registration, by)
    text, options = _clean(kind, question_text)
    event_row = None if event is None else registration.events.filter(event=event).first()
    if event is not None and event_row is None:
        raise Refusal("question_event_unknown")
    existing = queries.list_questions(registration)
    for row in existing:
        if (row.kind, row.event, row.text, row.options) == (kind, event_row, text, options):
            return row
    if len(existing) >= MOST_QUESTIONS:
        raise Refusal("questions_full", most=MOST_QUESTIONS)
    question = SignUpQuestion.objects.create(
        registration=registration,
        event=event_row,
        place=len(existing) + 1,
        kind=kind,
        text=text,
        options=options,
        is_required=question_text.is_required,
        by=by,
    )
    _announce_change(registration, by)
    return question


@transaction.atomic
def change_question(*, question: SignUpQuestion, question_text: QuestionText, by: User) -> SignUpQuestion:
    """Change text, options and whether an answer is required; the answers that were given stay.

    Raises `question_missing` for an empty text, `question_long`, `question_options_wrong` and
    `question_removed`.
    """
    question = _lock_question(question, by)
    question.text, question.options = _clean(question.kind, question_text)
    question.is_required, question.by = question_text.is_required, by
    question.save(update_fields=["text", "options", "is_required", "by", "at"])
    _announce_change(question.registration, by)
    return question


@transaction.atomic
def move_question(*, question: SignUpQuestion, place: int, by: User) -> SignUpQuestion:
    """Move a question to a place of the list, the last one if the list is shorter."""
    question = _lock_question(question, by)
    others = [row for row in queries.list_questions(question.registration) if row.pk != question.pk]
    others.insert(min(max(place, 1), len(others) + 1) - 1, question)
    _number_questions(others)
    _announce_change(question.registration, by)
    return question


@transaction.atomic
def remove_question(*, question: SignUpQuestion, answers: int, by: User) -> None:
    """Remove a question with its answers, of which whoever removes it has seen that there are `answers`.

    Raises `question_answered` if there are more, and `question_removed`.
    """
    question = _lock_question(question, by)
    count = question.answers.count()
    if count > answers:
        raise Refusal("question_answered", count=count)
    registration = question.registration
    question.delete()
    _number_questions(queries.list_questions(registration))
    _announce_change(registration, by)


def copy_questions(
    *, original: Registration, copy: Registration, events: Mapping[int, Event], by: User
) -> None:
    """Give the registration of a copied tournament the questions of the original, without answers.

    `events` are the copies by the keys of the original events.
    """
    must_direct(by, copy.tournament)
    rows = {row.event_id: row for row in copy.events.all()}
    questions = queries.list_questions(original)
    copied_questions = [row for row in questions if row.event is None or row.event.event_id in events]
    SignUpQuestion.objects.bulk_create(
        SignUpQuestion(
            registration=copy,
            event=None if row.event is None else rows[events[row.event.event_id].pk],
            place=place,
            kind=row.kind,
            text=row.text,
            options=row.options,
            is_required=row.is_required,
            by=by,
        )
        for place, row in enumerate(copied_questions, start=1)
    )


def write_answers(
    *,
    sign_up: SignUp,
    answers: Mapping[int, str] | None,
    requires_all: bool,
    events: Collection[int] | None = None,
) -> None:
    """Write the answers of a person, by the key of the question; an empty one is deleted.

    Questions that are not named keep their answers, and all do with None. With `requires_all`, what must be
    answered has to be; with `events` (by key), only the questions about these are asked. It is called under
    the lock of the registration, by the services that write the sign-up.
    Raises `question_unknown` for a question that is none of this person, `answer_missing`, `answer_long`
    and `answer_not_offered`.
    """
    if answers is None:
        return
    questions = {
        question.pk: question
        for question in queries.list_questions_of(sign_up)
        if events is None or (question.event is not None and question.event.event_id in events)
    }
    if not questions.keys() >= answers.keys():
        raise Refusal("question_unknown")
    stored = queries.get_answer_texts(sign_up)
    for key, question in questions.items():
        before = stored.get(key, "")
        text = _clean_answer(question, answers[key], before) if key in answers else before
        if not text and question.is_required and requires_all:
            raise Refusal("answer_missing", question=question.text)
        if text and text != before:
            SignUpAnswer.objects.update_or_create(sign_up=sign_up, question=question, defaults={"text": text})
        elif not text and before:
            sign_up.answers.filter(question=question).delete()


def _clean_answer(question: SignUpQuestion, answer: str, before: str) -> str:
    text = " ".join(answer.split())
    if len(text) > LONGEST_ANSWER or not text.isprintable():
        raise Refusal("answer_long", question=question.text, most=LONGEST_ANSWER)
    is_offered = {
        QuestionKind.TEXT.value: True,
        QuestionKind.CHOICE.value: text in queries.get_options(question, before),
        QuestionKind.TICK.value: text == TICKED,
    }[question.kind]
    if text and not is_offered:
        raise Refusal("answer_not_offered", question=question.text)
    return text


def _lock_registration(registration: Registration, by: User) -> Registration:
    must_direct(by, registration.tournament)
    must_be_open(registration.tournament.club)
    return lock_registration(registration)[0]


def _lock_question(question: SignUpQuestion, by: User) -> SignUpQuestion:
    registration = _lock_registration(question.registration, by)
    locked = SignUpQuestion.objects.filter(pk=question.pk).first()
    if locked is None:
        raise Refusal("question_removed")
    locked.registration = registration
    return locked


def _clean(kind: str, question_text: QuestionText) -> tuple[str, str]:
    """Return the text and the options of a question as they are stored."""
    if kind not in QuestionKind.values:
        raise Refusal("question_kind_unknown")
    text = " ".join(question_text.text.split())
    if not text:
        raise Refusal("question_missing")
    if len(text) > LONGEST_QUESTION or not text.isprintable():
        raise Refusal("question_long", most=LONGEST_QUESTION)
    if kind != QuestionKind.CHOICE:
        if any(option.strip() for option in question_text.options):
            raise Refusal("question_options_unused")
        return text, ""
    options = list(
        dict.fromkeys(filter(None, (" ".join(option.split()) for option in question_text.options)))
    )
    is_short = all(len(option) <= LONGEST_OPTION and option.isprintable() for option in options)
    if not FEWEST_OPTIONS <= len(options) <= MOST_OPTIONS or not is_short:
        raise Refusal(
            "question_options_wrong", least=FEWEST_OPTIONS, most=MOST_OPTIONS, longest=LONGEST_OPTION
        )
    return text, "\n".join(options)


def _number_questions(questions: Sequence[SignUpQuestion]) -> None:
    for place, question in enumerate(questions, start=1):
        question.place = place
    SignUpQuestion.objects.bulk_update(questions, ["place"])


def _announce_change(registration: Registration, by: User) -> None:
    tournament = registration.tournament
    about = {"name": tournament.name, "evening": tournament.slug}
    club_log.log_action(club=tournament.club, kind="registration_changed", by=by, about=about)
    publish_change(registration)
