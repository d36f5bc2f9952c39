"""Random lists of the kinds that secretaries have, with everybody and every result that is in them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import date
from random import Random

from tournaments.exchange.lists.file_cells import CellValue, FileCells, SheetCells, make_rows


def list_terms(text: str) -> list[str]:
    """Return the terms of a text."""
    return text.split()


FIRST_NAMES = list_terms(
    "Anna Ben Cora Dario Émile Fatma Gwen Håkon Íñigo Jürgen Kübra Lars Marie-Claire Nils Oya Petra Quentin "
    "Rosa Søren Tom Uwe Vera Will Xenia Yusuf Zoe"
)
SURNAMES = list_terms(
    "Rossi Cole Hill Costa Dupré Yılmaz Hughes Berg García Müller Demir Holm O'Neill Lind Kaya Novak Blanc "
    "Sala Kjær Young Frost Marks Player Green Öz Hart"
)
# Headings by language: the name in one column, or in two, then the other columns.
Headings = dict[str, Sequence[str]]
NAMES: Headings = {
    "en": ("Name", "Player", "Surname, First", "Full name", "Member", "Members", "Surname and first name"),
    "it": ("Nome e cognome", "Cognome e nome", "Nominativo", "Socio", "Giocatore", "Cognome, nome"),
    "de": ("Name", "Name, Vorname", "Spieler", "Vor- und Nachname", "Mitglied", "Nachname, Vorname"),
    "fr": ("Nom Prénom", "Nom et prénom", "Joueur", "Membre", "Prénom et nom"),
    "es": ("Nombre y apellidos", "Apellidos y nombre", "Jugador", "Socio", "Apellidos, nombre"),
    "da": ("Navn", "Efternavn, fornavn", "Spiller", "Medlem", "For- og efternavn"),
    "tr": ("Adı Soyadı", "Ad Soyad", "Oyuncu", "Üye", "Soyadı, adı"),
}
# Without a comma, names below these are written "Rossi Anna".
SURNAME_FIRST = (
    "Surname, First",
    "Surname and first name",
    "Cognome e nome",
    "Cognome, nome",
    "Name, Vorname",
    "Nachname, Vorname",
    "Nom Prénom",
    "Nom et prénom",
    "Apellidos y nombre",
    "Apellidos, nombre",
    "Efternavn, fornavn",
    "Soyadı, adı",
)
PARTS: dict[str, tuple[str, str]] = {
    "en": ("First name", "Surname"),
    "it": ("Nome", "Cognome"),
    "de": ("Vorname", "Nachname"),
    "fr": ("Prénom", "Nom"),
    "es": ("Nombre", "Apellidos"),
    "da": ("Fornavn", "Efternavn"),
    "tr": ("Adı", "Soyadı"),
}
Column = tuple[dict[str, str], Callable[[Random, int], CellValue]]


def _repeat(*texts: str) -> Callable[[Random, int], CellValue]:
    """Return what fills a column with few texts again and again."""
    return lambda random, _row: random.choice(texts)


COLUMNS: tuple[Column, ...] = (
    (
        {
            "en": "Status",
            "it": "Stato",
            "de": "Status",
            "fr": "Statut",
            "es": "Estado",
            "da": "Status",
            "tr": "Durum",
        },
        _repeat("member", "junior", "guest", "socio", "Mitglied", "membre", "player", "medlem", "üye"),
    ),
    (
        {
            "en": "Fee",
            "it": "Quota",
            "de": "Beitrag",
            "fr": "Cotisation",
            "es": "Cuota",
            "da": "Kontingent",
            "tr": "Aidat",
        },
        _repeat("£8.00", "£4.00", "12", ""),
    ),
    (
        {
            "en": "Paid?",
            "it": "Pagato",
            "de": "Bezahlt",
            "fr": "Payé",
            "es": "Pagado",
            "da": "Betalt",
            "tr": "Ödendi",
        },
        _repeat("yes", "no", "x", "", "cash", "paid", "8"),
    ),
    ({"en": "Table"}, _repeat("Table one", "Table two", "Green room")),
    ({"en": "Shirt"}, _repeat("large", "small", "M", "a", "b", "Black", "White")),
    (
        {
            "en": "Club",
            "it": "Circolo",
            "de": "Verein",
            "fr": "Club",
            "es": "Club",
            "da": "Klub",
            "tr": "Kulüp",
        },
        _repeat("London Backgammon", "Roma", "BC Bern", "Player Club", ""),
    ),
    (
        {
            "en": "E-mail",
            "it": "E-mail",
            "de": "E-Mail",
            "fr": "Courriel",
            "es": "Correo",
            "da": "E-mail",
            "tr": "E-posta",
        },
        lambda _random, row: f"person{row}@example.org",
    ),
    (
        {
            "en": "Rating",
            "it": "Rating",
            "de": "Wertung",
            "fr": "Cote",
            "es": "Elo",
            "da": "Rating",
            "tr": "Rating",
        },
        lambda random, _row: random.randint(1300, 1900),
    ),
    (
        {
            "en": "Joined",
            "it": "Iscrizione",
            "de": "Eintritt",
            "fr": "Adhésion",
            "es": "Alta",
            "da": "Indmeldt",
            "tr": "Giriş tarihi",
        },
        lambda random, _row: random.choice([2009, "2013", "03/2014", date(2015, 5, 4), ""]),
    ),
    (
        {"en": "No.", "it": "N.", "de": "Nr.", "fr": "N°", "es": "N.º", "da": "Nr.", "tr": "Sıra"},
        lambda _random, row: row,
    ),
    ({"en": "Drink"}, _repeat("Red wine", "Beer", "Apple juice", "No thanks", "")),
)
E_MAIL = next(column for column in COLUMNS if column[0]["en"] == "E-mail")
TOTALS = {
    "en": "Total",
    "it": "Totale",
    "de": "Summe",
    "fr": "Total",
    "es": "Total",
    "da": "I alt",
    "tr": "Toplam",
}
DATES = {"en": "Date", "it": "Data", "de": "Datum", "fr": "Date", "es": "Fecha", "da": "Dato", "tr": "Tarih"}
PLAYERS = {
    "en": (("Player 1", "Player 2"), ("Name 1", "Name 2"), ("Home", "Away")),
    "it": (("Giocatore 1", "Giocatore 2"),),
    "de": (("Spieler A", "Spieler B"),),
    "fr": (("Joueur 1", "Joueur 2"),),
    "es": (("Jugador 1", "Jugador 2"),),
    "da": (("Spiller 1", "Spiller 2"),),
    "tr": (("Oyuncu 1", "Oyuncu 2"),),
}
SCORES = {
    "en": "Score",
    "it": "Risultato",
    "de": "Ergebnis",
    "fr": "Résultat",
    "es": "Resultado",
    "da": "Resultat",
    "tr": "Sonuç",
}
WINNERS = {
    "en": ("W/L", "Winner"),
    "it": ("Vincitore", "V/P"),
    "de": ("Sieger",),
    "fr": ("Vainqueur",),
    "es": ("Ganador",),
    "da": ("Vinder",),
    "tr": ("Kazanan",),
}
MARKS = (("W", "L"), ("1", "0"), ("1", "2"), ("+", "-"), (1, 0), ("won", "lost"), ("yes", "no"))
Row = list[CellValue]


@dataclass(slots=True)
class RandomList:
    """A list: its cells, the people or the winners by sheet and row, and all that it is made of."""

    file: FileCells
    people: dict[tuple[str, int], str] = field(default_factory=dict)
    results: dict[tuple[str, int], tuple[str, str, str]] = field(default_factory=dict)


def make_people_list(random: Random) -> RandomList:
    """Return a list of people with random columns, titles, totals and other sheets."""
    language = random.choice(list(NAMES))
    people = _make_names(random, random.randint(3, 12))
    columns = random.sample(COLUMNS, random.randint(1, 5))
    is_of_parts = random.random() < 0.3
    heads = [*PARTS[language]] if is_of_parts else [random.choice(NAMES[language])]
    has_comma = not is_of_parts and random.random() < 0.4
    is_headless = not is_of_parts and random.random() < 0.1
    if not is_of_parts and random.random() < 0.1:
        heads = ["Mystery"]
        # Without a heading that only people have, the list of members would be refused.
        columns = [*(column for column in columns if column is not E_MAIL), E_MAIL]
    is_surname_first = not is_headless and heads[0] in SURNAME_FIRST
    order = random.sample(range(len(heads) + len(columns)), len(heads) + len(columns))
    rows: list[Row] = [] if is_headless else _make_titles(random, language)
    heading = [*heads, *(texts.get(language, texts["en"]) for texts, _make in columns)]
    if not is_headless:
        rows.append([heading[place] for place in order])
    made = RandomList(FileCells(()))
    for number, (first, last) in enumerate(people, start=1):
        if is_of_parts:
            names = [first, last]
        elif has_comma:
            names = [f"{last}, {first}"]
        else:
            names = [f"{last} {first}" if is_surname_first else f"{first} {last}"]
        cells: Row = [*names, *(make(random, number) for _texts, make in columns)]
        rows.append([cells[place] for place in order])
        made.people["List", len(rows)] = f"{first} {last}"
        if random.random() < 0.05:
            rows.append([])
    if random.random() < 0.4:
        total: Row = [""] * len(order)
        total[order.index(0)] = TOTALS[language]
        total[(order.index(0) + 1) % len(order)] = len(people)
        rows.append(total)
    made.file = FileCells(_add_sheets(random, SheetCells("List", make_rows(list(enumerate(rows, start=1))))))
    return made


def make_results_list(random: Random) -> RandomList:
    """Return a list of results on one sheet or several, with scores or with marks of who won."""
    made = RandomList(FileCells(()))
    language = random.choice(list(PLAYERS))
    people = [f"{first} {last}" for first, last in _make_names(random, 6)]
    sheets = []
    for name in ("Jan", "Feb", "March")[: random.randint(1, 3)]:
        is_by_marks = random.random() < 0.4
        marks = random.choice(MARKS)
        result = random.choice(WINNERS[language]) if is_by_marks else SCORES[language]
        heading = [DATES[language], *random.choice(PLAYERS[language]), result, "Remarks"]
        order = [0, 1, 2, 3, 4][: random.randint(4, 5)]
        random.shuffle(order)
        # The first player is left of the second one, and of the score.
        order.sort(key=lambda place: (place in (1, 2, 3), place if place in (1, 2, 3) else 0))
        rows: list[Row] = _make_titles(random, language)
        rows.append([heading[place] for place in order])
        for _number in range(random.randint(2, 6)):
            one, other = random.sample(people, 2)
            is_won_by_one = random.random() < 0.5
            score = (7, random.randint(0, 6)) if is_won_by_one else (random.randint(0, 6), 7)
            shown = marks[0 if is_won_by_one else 1] if is_by_marks else "{}-{}".format(*score)
            remark = random.choice(["", "good match", "late"])
            cells: Row = [date(2025, 1, 7), one, other, shown, remark]
            rows.append([cells[place] for place in order])
            made.results[name, len(rows)] = (one, other, one if is_won_by_one else other)
        sheets.append(SheetCells(name, make_rows(list(enumerate(rows, start=1)))))
    if random.random() < 0.3:
        sheets.append(SheetCells("Notes", make_rows([(1, ["Ask Gwen about the dice."])])))
    made.file = FileCells(tuple(sheets))
    return made


def _make_names(random: Random, count: int) -> list[tuple[str, str]]:
    firsts, lasts = random.sample(FIRST_NAMES, count), random.sample(SURNAMES, count)
    return list(zip(firsts, lasts, strict=True))


def _make_titles(random: Random, language: str) -> list[Row]:
    """Return no rows, or the rows of a title."""
    title = {"en": "Club list 2026", "de": "Mitglieder 2026", "it": "Elenco soci 2026"}.get(
        language, "Club 2026"
    )
    return random.choice([[], [], [[title]], [[title], []], [[title], ["as of 1 May 2026"], []]])


def _add_sheets(random: Random, sheet: SheetCells) -> tuple[SheetCells, ...]:
    """Return the sheet of a list among others that have little in them."""
    info = SheetCells(
        "Info", make_rows([(1, ["Riverside Backgammon Club"]), (2, ["Meets on Tuesdays, 7 pm"])])
    )
    old = SheetCells("Old members", make_rows([(1, ["Name", "Left"]), (2, ["Harold Pike", 2019])]))
    others = random.choice([[], [], [info], [old], [info, old]])
    return random.choice([(sheet, *others), (*others, sheet)])
