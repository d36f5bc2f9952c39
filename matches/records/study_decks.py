"""Decks of study cards, and the text file by which Anki imports one."""

import csv
from collections.abc import Sequence
from dataclasses import dataclass
from io import StringIO

# Headers of a text file as in the manual of Anki, "Text files". Where the note type has another name, as in a
# translated program, Anki takes its first one, which is of a front and a back too.
_HEADERS = (
    "#separator:tab",
    "#html:true",
    "#notetype:Basic",
    "#deck:{deck}",
    "#columns:ID\tFront\tBack\tTags",
    "#guid column:1",
    "#tags column:4",
)


@dataclass(frozen=True, slots=True)
class StudyCard:
    """A card: front and back as HTML. Importing another card with the same `identifier` replaces it."""

    identifier: str
    front: str
    back: str
    tags: Sequence[str]


@dataclass(frozen=True, slots=True)
class StudyDeck:
    """Cards under the name of a deck."""

    name: str
    cards: Sequence[StudyCard]


def write_deck_text(deck: StudyDeck) -> str:
    """Return a deck as the text of a file that Anki imports."""
    text = StringIO()
    text.writelines(f"{line}\n".format(deck=" ".join(deck.name.split())) for line in _HEADERS)
    writer = csv.writer(text, delimiter="\t", lineterminator="\n")
    writer.writerows([card.identifier, card.front, card.back, " ".join(card.tags)] for card in deck.cards)
    return text.getvalue()
