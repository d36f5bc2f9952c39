"""What stands in brackets behind the names of a list of members: a generation, a club, or a part. Pure."""

from collections.abc import Sequence
from dataclasses import replace

from matches.short_names import split_short_name
from tournaments.exchange.lists.reading import AS_WRITTEN, Interview, PersonRow
from tournaments.exchange.lists.written_names import get_generation, split_bracket

CLUB, DISTINCTION = "club", "distinction"
MOST_NAMED = 3


def settle_brackets(persons: Sequence[PersonRow], interview: Interview) -> tuple[PersonRow, ...]:
    """Return the persons without brackets behind their names, with what these tell.

    "(p)" for the father and "(f)" for the son tell people apart. Whether another text is a club or a place is
    a question. A number stays behind the name, and so does everything behind a short name such as "Rossi G.",
    as it helps to find out who is meant.
    """
    texts = [_get_text(person) for person in persons]
    names = [person.name for person, text in zip(persons, texts, strict=True) if text]
    answer = AS_WRITTEN
    if names:
        answer = interview.ask(
            "name_brackets",
            lines=tuple(person.line for person, text in zip(persons, texts, strict=True) if text),
            facts={"names": ", ".join(names[:MOST_NAMED])},
            choices=(CLUB, DISTINCTION, AS_WRITTEN),
            guess=CLUB,
        )
    return tuple(_take_bracket(person, answer) for person in persons)


def _get_text(person: PersonRow) -> str:
    """Return the text in brackets behind a name that is neither a number nor a generation, "" without one."""
    mark = _split_whole_name(person.name)[1]
    return "" if get_generation(mark) or any(map(str.isdigit, mark)) else mark


def _split_whole_name(name: str) -> tuple[str, str]:
    """Return a name and what is in brackets behind it; nothing behind a short name."""
    plain, mark = split_bracket(name)
    parts = split_short_name(plain)
    return (name, "") if parts.shortened or len(parts.whole) < 2 else (plain, mark)


def _take_bracket(person: PersonRow, answer: str) -> PersonRow:
    name, mark = _split_whole_name(person.name)
    if get_generation(mark) or (_get_text(person) and answer != AS_WRITTEN):
        person = replace(person, name=name, mark=mark)
    if person.mark and answer == CLUB and not get_generation(mark) and not person.club:
        person = replace(person, club=mark)
    return person
