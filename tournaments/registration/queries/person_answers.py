"""The answers of each person, who may have signed up several times, and how often each answer was given.

Sign-ups of one name are of one person, unless club, country, a distinction or their players tell them apart.
Of several answers of a person to one question the latest counts; sign-ups that have ended do not, unless the
person has no other.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from matches.names import fold_name
from matches.queries.people import get_canonical_player
from tournaments.registration.models import (
    ACTIVE,
    EventSignUp,
    QuestionKind,
    Registration,
    SignUp,
    SignUpQuestion,
    SignUpStatus,
)
from tournaments.registration.queries.duplicates import may_be_one_person
from tournaments.registration.queries.places_left import annotate_is_entered
from tournaments.registration.queries.questions import (
    GivenAnswer,
    find_answers,
    get_options,
    list_questions,
    show_answer,
)


@dataclass(frozen=True, slots=True)
class DifferentAnswers:
    """The answers of one person to a question, in their order, where they differ."""

    name: str
    question: SignUpQuestion
    texts: tuple[str, ...]

    @property
    def shown_texts(self) -> str:
        """The answers as people read them."""
        return " / ".join(show_answer(self.question, text) for text in self.texts)


@dataclass(frozen=True, slots=True)
class PersonAnswers:
    """The answers of one person; `person` is the key of their first sign-up."""

    person: int
    answers: Sequence[GivenAnswer]
    different: Sequence[DifferentAnswers]


@dataclass(frozen=True, slots=True)
class AnswerCount:
    """An answer as people read it, and how many people have given it."""

    answer: str
    people: int


@dataclass(frozen=True, slots=True)
class AnswerCounts:
    """How many people have given each answer to a question, and who has given different ones.

    `people` are those with a place who have answered, `unanswered` those whose answer is missing. `others`
    are the other stored answers: of people without a place, who have withdrawn, or have answered twice.
    """

    question: SignUpQuestion
    counts: Sequence[AnswerCount]
    people: int
    unanswered: int
    different: Sequence[DifferentAnswers]
    others: int = 0


def has_standing(place: Any) -> bool:
    """Return whether a sign-up for an event has not ended; it is annotated by `annotate_is_entered`."""
    return place.status in ACTIVE and not place.has_left


def collect_answers(
    places: Sequence[Any], answers: Mapping[int, Sequence[GivenAnswer]]
) -> Mapping[int, PersonAnswers]:
    """Return the answers of the person by the key of each of their sign-ups.

    `places` are all of a registration, annotated by `annotate_is_entered`; `answers` those of
    `find_answers`.
    """
    by_person: dict[int, list[Any]] = defaultdict(list)
    persons = _find_persons([place.sign_up for place in places])
    for place in places:
        by_person[persons[place.sign_up_id]].append(place)
    collected = {
        person: _collect_person(person, person_places, answers) for person, person_places in by_person.items()
    }
    return {sign_up: collected[person] for sign_up, person in persons.items()}


def count_answers(registration: Registration) -> list[AnswerCounts]:
    """Return the answers to each question of those who have a place, in the order of the questions."""
    rows = EventSignUp.objects.filter(event__registration=registration, status=SignUpStatus.CONFIRMED)
    annotated = annotate_is_entered(rows.select_related("sign_up__player__person__face", "event"))
    places = [place for place in annotated.order_by("event", "order") if has_standing(place)]
    by_sign_up = collect_answers(places, find_answers({place.sign_up_id for place in places}))
    return [_count_question(question, places, by_sign_up) for question in list_questions(registration)]


def _find_persons(sign_ups: Iterable[SignUp]) -> Mapping[int, int]:
    """Return the key of the first sign-up of the person by the key of each sign-up."""
    persons: dict[int, int] = {}
    people_by_name: defaultdict[str, list[list[SignUp]]] = defaultdict(list)
    for row in sorted({row.pk: row for row in sign_ups}.values(), key=lambda row: row.pk):
        # Without its details nothing says whose sign-up it was.
        people = people_by_name[fold_name(row.name)] if row.name else []
        person = next((person for person in people if all(_is_one_person(one, row) for one in person)), None)
        if person is None:
            person = []
            people.append(person)
        person.append(row)
        persons[row.pk] = person[0].pk
    return persons


def _is_one_person(one: SignUp, other: SignUp) -> bool:
    if one.player is not None and other.player is not None:
        return get_canonical_player(one.player) == get_canonical_player(other.player)
    return may_be_one_person(one, other)


def _collect_person(
    person: int, places: Sequence[Any], answers: Mapping[int, Sequence[GivenAnswer]]
) -> PersonAnswers:
    standing_places = [place for place in places if has_standing(place)] or places
    events = {(place.sign_up_id, place.event_id) for place in standing_places}
    sign_ups = {place.sign_up_id: place.sign_up for place in standing_places}
    answers_by_question: dict[int, list[GivenAnswer]] = defaultdict(list)
    for key in sorted(sign_ups):
        for answer in answers.get(key, ()):
            event = answer.question.event_id
            if event is None or (key, event) in events:
                answers_by_question[answer.question.pk].append(answer)
    rows = sorted(
        answers_by_question.values(), key=lambda same: (same[0].question.place, same[0].question.pk)
    )
    name = sign_ups[max(sign_ups)].name
    texts = [(same[0].question, tuple(dict.fromkeys(answer.text for answer in same))) for same in rows]
    return PersonAnswers(
        person,
        [same[-1] for same in rows],
        [DifferentAnswers(name, question, each) for question, each in texts if len(each) > 1],
    )


def _count_question(
    question: SignUpQuestion, places: Sequence[Any], by_sign_up: Mapping[int, PersonAnswers]
) -> AnswerCounts:
    answers_by_person = {
        by_sign_up[place.sign_up_id].person: by_sign_up[place.sign_up_id]
        for place in places
        if question.event_id in (None, place.event_id)
    }
    texts = [
        answer.text
        for person in answers_by_person.values()
        for answer in person.answers
        if answer.question.pk == question.pk
    ]
    different = [
        row for person in answers_by_person.values() for row in person.different if row.question == question
    ]
    return AnswerCounts(
        question,
        _order_counts(question, texts),
        len(texts),
        len(answers_by_person) - len(texts),
        different,
        others=max(0, getattr(question, "count", 0) - len(texts)),
    )


def _order_counts(question: SignUpQuestion, texts: Collection[str]) -> list[AnswerCount]:
    """Return the answers with their numbers: options in their order, others by how often they were given."""
    counts = Counter(texts)
    options = get_options(question) if question.kind == QuestionKind.CHOICE else ()
    others = sorted(counts.keys() - set(options), key=lambda text: (-counts[text], text.casefold()))
    return [AnswerCount(show_answer(question, text), counts[text]) for text in (*options, *others)]
