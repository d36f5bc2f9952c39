"""The people whom a line of the entry box may mean, though their names are spelled otherwise."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from django.utils.translation import gettext

from matches.models import Player
from matches.names import add_distinction
from matches.queries.people import get_persons
from matches.short_names import ShortNameIndex
from tournaments.models import EntryStatus, Event
from tournaments.name_lists.entry_box import LineStatus
from tournaments.name_lists.entry_details import MatchedLine, mark_person, write_particulars
from tournaments.play.entrants.queries.answered_names import (
    NameAnswer,
    fold_written_name,
    get_name_answers,
)
from tournaments.play.entrants.queries.entries import event_entries, members_of
from tournaments.play.entrants.queries.namesake_facts import describe_namesakes
from tournaments.play.entrants.queries.namesakes import MemberNames


class SamePeople(NamedTuple):
    """Whom a line may mean: of each the line that says so, and who it is.

    A short name, such as "Rossi G.", has to be answered (`is_short`); `guess` is the line of the person whom
    an earlier list has answered (`answer`), else of the only one of whose name it is a short form. A short
    form of several names has none: `answered_name` is who was meant before.
    """

    options: Sequence[tuple[str, str]]
    is_short: bool = False
    guess: str = ""
    answer: NameAnswer | None = None
    answered_name: str = ""


class AnsweredChoice(NamedTuple):
    """The member (key) whom an earlier list has answered for the name of a line, and that answer."""

    player: int
    answer: NameAnswer


def list_same_people(
    *, event: Event, lines: Sequence[MatchedLine], with_records: bool = False
) -> Mapping[int, SamePeople]:
    """Return for the place of each line of a similar name whom it may mean.

    Of several members of a similar name each is listed. The line of a pair has none. Fifteen queries at most.
    """
    similar = {place: line for place, line in enumerate(lines) if line.near and not line.members}
    if not similar:
        return {}
    index = MemberNames(event.tournament.club_id, members_of(event))
    keys = {name: index.find(name) for line in similar.values() for name in line.near}
    namesakes = {key for each in keys.values() if len(each) > 1 for key in each}
    texts = describe_namesakes(event.tournament.club_id, namesakes, with_records=with_records)
    codes = dict(Player.objects.filter(pk__in=namesakes).values_list("pk", "code"))
    answers = get_name_answers(event.tournament.club_id)
    persons = _map_persons(key for each in keys.values() for key in each)
    entered_persons = _list_entered_persons(event)
    people = {}
    for place, line in similar.items():
        options = {
            name: _mark_entered(
                _list_options(line, name, {key: texts[key] for key in keys[name] if key in texts}, codes),
                [persons.get(key) in entered_persons for key in keys[name]],
            )
            for name in line.near
        }
        lines_by_person = {
            persons.get(key): text
            for name in line.near
            for key, (text, _who) in zip(keys[name], options[name], strict=False)
        }
        answer = answers.get(fold_written_name(line.name))
        people[place] = _guess_person(line, options)
        if answer is not None and answer.person in lines_by_person:
            people[place] = _add_answer(people[place], answer, lines_by_person[answer.person])
    return people


def _list_entered_persons(event: Event) -> set[int]:
    """Return the keys of the people who are entered in the event, those of pairs too."""
    entered = (entry for entry in event_entries(event) if entry.status == EntryStatus.ENTERED)
    return {person.pk for entry in entered for person in get_persons(entry.player)}


def _add_answer(people: SamePeople, answer: NameAnswer, text: str) -> SamePeople:
    """Return whom a line may mean with the earlier answer, whose person the line `text` means."""
    if people.is_short and not people.guess:
        return people._replace(answer=answer, answered_name=dict(people.options)[text])
    return people._replace(answer=answer, guess=text)


def find_answered_choices(*, event: Event, lines: Sequence[MatchedLine]) -> Mapping[int, AnsweredChoice]:
    """Return whom an earlier list has answered, for the places of lines that ask which member is meant.

    Each line of one name is a question.
    """
    asking = {place: line for place, line in enumerate(lines) if line.choices and not line.members}
    answers = get_name_answers(event.tournament.club_id) if asking else {}
    persons = _map_persons(key for line in asking.values() for _code, key in line.choices) if answers else {}
    names = {place: fold_written_name(line.written or line.name) for place, line in asking.items()}
    counts = Counter(names.values())
    choices = {}
    for place, line in asking.items():
        answer = answers.get(names[place]) if counts[names[place]] == 1 else None
        player = next(
            (key for _code, key in line.choices if answer is not None and persons[key] == answer.person), None
        )
        if answer is not None and player is not None and line.standing is LineStatus.NAMESAKES:
            choices[place] = AnsweredChoice(player, answer)
    return choices


def _map_persons(keys: Iterable[int]) -> Mapping[int, int]:
    """Return the key of the shown spelling of each of these players (keys)."""
    rows = Player.objects.filter(pk__in=set(keys))
    return {key: canonical or key for key, canonical in rows.values_list("pk", "person__face")}


def _guess_person(line: MatchedLine, options: Mapping[str, list[tuple[str, str]]]) -> SamePeople:
    """Return the options of a line, whose name may be short for one of them or for several."""
    index = ShortNameIndex(dict(enumerate(options)))
    full_keys = set(index.find_full_names(line.name))
    full = [one for key, name in enumerate(options) if key in full_keys for one in options[name]]
    every = [one for each in options.values() for one in each]
    return SamePeople(every, is_short=bool(full), guess=full[0][0] if len(full) == 1 else "")


def _mark_entered(options: Sequence[tuple[str, str]], are_entered: Sequence[bool]) -> list[tuple[str, str]]:
    """Return the options, each with a note if its person is entered already."""
    notes = [gettext("already entered") if is_entered else "" for is_entered in are_entered]
    notes += [""] * (len(options) - len(notes))
    return [
        (text, f"{who} · {note}" if note else who) for (text, who), note in zip(options, notes, strict=False)
    ]


def _list_options(
    line: MatchedLine, name: str, namesakes: Mapping[int, str], codes: Mapping[int, str]
) -> list[tuple[str, str]]:
    text = write_particulars(name, replace(line.about, person="", is_another=False))
    if not namesakes:
        return [(text, name)]
    return [(mark_person(text, codes[key]), add_distinction(name, about)) for key, about in namesakes.items()]
