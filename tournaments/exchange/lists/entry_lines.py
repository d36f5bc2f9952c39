"""One line of an entry list: the name, and what stands beside it (country, club, rating, paid, a note)."""

import re
from dataclasses import dataclass, field

from matches.names import is_particle
from tournaments import countries
from tournaments.exchange.lists.chat_lines import EMOJI, FLAG, REGION_FLAG
from tournaments.exchange.lists.written_names import get_generation, is_name
from tournaments.exchange.lists.written_numbers import read_amount, read_rating
from tournaments.name_lists.payment_terms import read_method

BLANKS = " \N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}\N{THIN SPACE}"
CURRENCY = r"(?:€|£|\$|EUR|GBP|CHF|USD|DKK|SEK|NOK|PLN|TRY|euros?|kr|zł|TL|Fr)"
FIGURE = r"\d{1,4}(?:[.,]\d{1,2})?"
AMOUNT = re.compile(
    rf"(?:{CURRENCY}\.?\s?(?P<before>{FIGURE})(?!\d)|(?<![\w.,])(?P<after>{FIGURE})\s?{CURRENCY}(?![\w]))",
    re.IGNORECASE,
)
# Behind an amount: how it was paid. Shorter terms can be a part of a name.
WAY = re.compile(r"^\s*(?:by |per |in |con )?([^\W\d_]{3,})\b", re.IGNORECASE)
SHORTFALL = re.compile(
    rf"\(?\s*\b(?:owes|owing|still owes|schuldet|fehlen|deve|doit|debe|skylder|offen|rest)\b:?\s*"
    rf"{CURRENCY}?\s?{FIGURE}"
    rf"\s?{CURRENCY}?\s*\)?",
    re.IGNORECASE,
)
NOT_PAID = re.compile(
    r"[(\[]?\b(?:not paid|unpaid|not yet paid|nicht bezahlt|unbezahlt|non pagato|non ha pagato|pas paye|"
    r"pas payé|"
    r"non payé|impayé|no pagado|ikke betalt|ubetalt|ödenmedi|no pago)\b[)\]]?",
    re.IGNORECASE,
)
PAID = re.compile(
    r"[(\[]?\b(?:has paid|paid|bezahlt|gezahlt|ha pagato|pagato|pagata|payée?|réglée?|pagado|pagada|betalt|"
    r"ödendi|ödedi)"
    r"\b[)\]]?",
    re.IGNORECASE,
)
YES_MARK = re.compile(r"\s+(?:[xX✓✔☑]|✅)\ufe0f?\s*$|^\s*[✓✔☑]\ufe0f?\s+")
NO_MARK = re.compile(r"\s*[✗✘☐❌]\ufe0f?\s*$")
PERFORMANCE = re.compile(r"[/,;(]?\s*\bPR\b\s*[:=]?\s*(\d+[.,]\d+)\s*\)?")
THOUSANDS = re.compile(rf"(?<![\d.,])([1-9])[.,'’{BLANKS}](\d{{3}})(?!\d)")
RATING = re.compile(
    r"[(\[]?\s*(?:\b(?:rating|elo|fibs|rtg|wertung|classement|punteggio|puan)\b\s*[:=]?\s*)?"
    r"(?<![\w.,/€£$])(?P<figure>\d{3,4}(?:[.,]\d{1,2})?)(?P<doubt>\s?\?)?(?![\w/])\s*[)\]]?",
    re.IGNORECASE,
)
LABELLED_UNRATED = re.compile(
    r"[(\[,\-–]?\s*\b(?:unrated|no rating|not rated|ohne elo|ohne wertung|senza elo|senza rating|"
    r"non classé|sin elo|"
    r"sin rating|uden rating)\b\s*[)\]]?",
    re.IGNORECASE,
)
BRACKETS = re.compile(r"[(\[]([^()\[\]]{1,60})[)\]]")
DASH = re.compile(r"\s+[-–—]+\s+")
SMALL_NUMBER = re.compile(r"\s+(\d{1,2})$")
REGIONS = {"gbsct": "SCO", "gbeng": "ENG", "gbwls": "WAL", "gbnir": "NIR"}
MOST_CLUB_TERMS = 5


@dataclass(slots=True)
class EntryDraft:
    """What a line says, while it is taken apart: `text` is what is left of it, in the end the name.

    `mark` tells people of one name apart, such as "p" of "(p)", and stays behind the name.
    """

    text: str
    country: str = ""
    club: str = ""
    rating_text: str = ""
    is_rating_bracketed: bool = False
    paid: bool | None = None
    paid_amount: float | None = None
    paid_by: str = ""
    is_short: bool = False
    note: str = ""
    bracket_name: str = ""
    number_behind: str = ""
    mark: str = ""
    cells: list[str] = field(default_factory=list)

    def take(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """Remove the first place where a pattern matches, and return it."""
        match = pattern.search(self.text)
        if match:
            self.text = f"{self.text[: match.start()]} {self.text[match.end() :]}".strip()
        return match


def take_apart(text: str, *, surname_first: bool = False) -> EntryDraft:
    """Return what a line of one person says; `surname_first`: most lines have "Surname, First"."""
    draft = EntryDraft(THOUSANDS.sub(r"\1\2", text))
    _take_flags(draft)
    _take_money(draft)
    if performance := draft.take(PERFORMANCE):
        draft.note = f"PR {performance[1]}"
    if not draft.take(LABELLED_UNRATED):
        _take_rating(draft)
    draft.text = EMOJI.sub("", draft.text)
    _take_brackets(draft)
    _take_dash(draft)
    _take_cells(draft, surname_first=surname_first)
    _take_country_code(draft)
    if number := draft.take(SMALL_NUMBER):
        draft.number_behind = number[1]
    draft.text = " ".join(draft.text.split()).strip(" ,;:-–—/")
    draft.text += f" ({draft.mark})" if draft.mark else ""
    return draft


def is_surname_first(text: str) -> bool:
    """Return whether a line is "Surname, First": one comma between what these can be."""
    draft = EntryDraft(THOUSANDS.sub(r"\1\2", text))
    _take_rating(draft)
    plain = BRACKETS.sub(" ", draft.text).strip(" ,")
    last, comma, first = (part.strip() for part in plain.partition(","))
    return bool(comma) and _can_be_surname(last) and _can_be_first_name(first)


def _can_be_surname(text: str) -> bool:
    tokens = text.split()
    if not tokens or not is_name(text):
        return False
    return len(tokens) == 1 or is_particle(tokens[0])


def _can_be_first_name(text: str) -> bool:
    is_country = bool(countries.by_code(text)) or (bool(countries.by_name(text)) and len(text) > 2)
    return is_name(text) and "," not in text and len(text.split()) <= 3 and not is_country


def _take_flags(draft: EntryDraft) -> None:
    if region := draft.take(REGION_FLAG):
        letters = "".join(chr(ord(letter) - 0xE0000) for letter in region[1])
        draft.country = REGIONS.get(letters, "")
    if flag := draft.take(FLAG):
        draft.country = draft.country or countries.code_of(flag[0]) or _read_flag(flag[0])


def _read_flag(flag: str) -> str:
    return countries.code_of("".join(chr(ord(letter) - 0x1F1E6 + ord("A")) for letter in flag))


def _take_money(draft: EntryDraft) -> None:
    """Take amounts and marks of who has paid."""
    if draft.take(SHORTFALL):
        draft.is_short = True
    if draft.take(NOT_PAID):
        draft.paid = False
    elif draft.take(PAID):
        draft.paid = True
    if amount := AMOUNT.search(draft.text):
        before, behind = draft.text[: amount.start()], draft.text[amount.end() :]
        way_match = WAY.match(behind)
        draft.paid_by = read_method(way_match[1]) if way_match is not None else ""
        if way_match is not None and draft.paid_by:
            behind = behind[way_match.end() :]
        draft.text = f"{before} {behind}".strip()
        draft.paid_amount = read_amount(amount["before"] or amount["after"])
        draft.paid = True if draft.paid is None else draft.paid
    if draft.take(NO_MARK):
        draft.paid = False
    elif draft.take(YES_MARK):
        draft.paid = True if draft.paid is None else draft.paid
    if draft.is_short:
        draft.paid = False


def _take_rating(draft: EntryDraft) -> None:
    match = RATING.search(draft.text)
    if match is None or read_rating(match["figure"]) is None:
        return
    draft.take(RATING)
    draft.is_rating_bracketed = match[0].lstrip()[:1] in ("(", "[")
    draft.rating_text = match["figure"] + ("?" if match["doubt"] else "")


def _take_brackets(draft: EntryDraft) -> None:
    """Take countries and clubs in brackets; one behind a single first name may be the surname.

    A mark of father or son is neither.
    """
    while match := BRACKETS.search(draft.text):
        before, inner = draft.text[: match.start()].strip(" ,-–"), match[1].strip()
        draft.text = f"{draft.text[: match.start()]} {draft.text[match.end() :]}".strip()
        if get_generation(inner) and before and not draft.mark:
            draft.mark = inner
            continue
        is_word = inner.isalpha() and inner[:1].isupper()
        if before.isalpha() and is_word and not countries.code_of(inner):
            draft.bracket_name = inner
            continue
        for part in re.split(r"\s*[;,/]\s*", inner):
            _take_detail(draft, part)


def _take_dash(draft: EntryDraft) -> None:
    parts = DASH.split(draft.text.strip(" -–—"), maxsplit=1)
    if len(parts) == 2 and parts[0]:
        draft.text = parts[0]
        _take_detail(draft, parts[1])


def _take_cells(draft: EntryDraft, *, surname_first: bool) -> None:
    """Take what stands behind commas and semicolons; "Surname, First" stays the name."""
    cells = [cell.strip() for cell in re.split(r"[;,\t|]", draft.text) if cell.strip()]
    if len(cells) < 2:
        draft.text = cells[0] if cells else ""
        return
    if _can_be_first_name(cells[1]) and (
        _can_be_surname(cells[0]) or (surname_first and is_name(cells[0]) and len(cells[1].split()) <= 2)
    ):
        draft.text, rest = f"{cells[0]}, {cells[1]}", cells[2:]
    else:
        place = next((place for place, cell in enumerate(cells) if _is_name_cell(cell)), 0)
        draft.text, rest = cells[place], [*cells[:place], *cells[place + 1 :]]
    for cell in rest:
        _take_detail(draft, cell)


def _is_name_cell(cell: str) -> bool:
    return is_name(cell) and not countries.by_code(cell)


def _take_country_code(draft: EntryDraft) -> None:
    """Take a code of a country behind a name of two tokens or more."""
    tokens = draft.text.split()
    if len(tokens) >= 3 and tokens[-1].isupper() and len(tokens[-1]) in (2, 3) and not draft.country:
        code = countries.by_code(tokens[-1])
        if code and not any(token.isupper() and len(token) > 1 for token in tokens[:-1]):
            draft.country, draft.text = code, " ".join(tokens[:-1])


def _take_detail(draft: EntryDraft, text: str) -> None:
    """Add what stands beside a name: a country, a club, a label with a value, or a note."""
    text = text.strip(" ,;")
    label, colon, value = (part.strip() for part in text.partition(":"))
    if colon and label.casefold() in (
        "club",
        "verein",
        "circolo",
        "klub",
        "land",
        "country",
        "paese",
        "pays",
    ):
        text = value
    if not text:
        return
    code = "" if draft.country else countries.code_of(text)
    if code:
        draft.country = code
    elif not draft.club and is_name(text) and text[:1].isupper() and len(text.split()) <= MOST_CLUB_TERMS:
        draft.club = text
    else:
        draft.note = f"{draft.note}, {text}" if draft.note else text
