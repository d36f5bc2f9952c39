"""Columns that say who won by marks: W and L, 1 and 0, 1 and 2, + and -, x for the first player. Pure."""

from collections.abc import Iterable, Mapping

from matches.plain_letters import strip_accents
from tournaments.exchange.lists.token_sets import make_tokens

# What says it in every column, whatever its other cells are.
WON = make_tokens(
    "win won w victory vinta vinto vittoria sieg gewonnen victoire gagne gagnee victoria ganado ganada gano "
    "sejr vundet galibiyet kazandi"
)
LOST = make_tokens(
    "loss lost l defeat persa perso sconfitta niederlage verloren defaite perdu perdue derrota perdido "
    "perdida perdio nederlag tabt maglubiyet kaybetti"
)
YES, NO = (
    make_tokens("yes si ja oui evet true vero wahr vrai verdadero sand"),
    make_tokens("no nein non nej hayir false falso falsch faux falsk"),
)
# The marks of whole columns: the one of a player who won, and of one who lost; the first that fits counts.
PAIRS = (
    ("w", "l"),
    ("1", "0"),
    ("1", "2"),
    ("+", "-"),
    ("v", "p"),
    ("v", "d"),
    ("g", "p"),
    ("s", "n"),
    ("g", "v"),
    ("v", "t"),
    ("v", "s"),
    ("g", "m"),
    ("y", "n"),
    ("j", "n"),
    ("o", "n"),
    ("e", "h"),
)
# Marks that are understood without the other one of their pair.
PLAIN = frozenset(("w", "l", "1", "0", "2", "+"))
TICKS = make_tokens("x ✓ ✔ ✅ ☑ *")
# Which marks of a column mean that the first player won.
Marks = Mapping[str, bool]
SURE: Marks = {**dict.fromkeys(WON, True), **dict.fromkeys(LOST, False)}
CHOSEN: Marks = {**SURE, **dict.fromkeys(YES, True), **dict.fromkeys(NO, False), **dict.fromkeys(TICKS, True)}


def fold_mark(text: str) -> str:
    """Return a mark small, without accents and brackets."""
    plain = strip_accents(text.casefold()).strip(" .()[]")
    return "-" if plain in ("–", "—", "−") else plain


def find_marks(texts: Iterable[str]) -> Marks:
    """Return what the marks of a column mean; only the sure ones if it has other texts too."""
    column_marks = {fold_mark(text) for text in texts if text} - {""}
    letters = {mark for mark in column_marks - TICKS if len(mark) == 1 or mark not in CHOSEN}
    if not letters:
        return CHOSEN if column_marks else SURE
    pair = next((one for one in PAIRS if letters <= set(one)), None)
    is_sure = len(column_marks) > 1 or letters <= PLAIN
    if pair is None or not is_sure:
        return SURE
    return {**CHOSEN, pair[0]: True, pair[1]: False}


def is_of_ticks(texts: Iterable[str]) -> bool:
    """Return whether a column marks only who won, and has nothing where the other one did."""
    marks = {fold_mark(text) for text in texts if text} - {""}
    return bool(marks) and marks <= TICKS
