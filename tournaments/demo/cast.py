"""The people of the demo club. They are made up."""

CLUB = "Circolo del Bar Point"
CLUB_SLUG = "bar-point"
DIRECTOR = "director"
PASSWORD = "doubling-cube"  # noqa: S105 - printed at start: the demo is there to be opened
SEASON = "Stagione 2026"

MEMBERS = (
    "Ada Bianchi",
    "Bruno Colombo",
    "Carla De Luca",
    "Dario Esposito",
    "Elena Ferrari",
    "Fabio Gallo",
    "Giulia Conti",
    "Hugo Marino",
    "Irene Costa",
    "Jacopo Greco",
    "Kristina Novak",
    "Luca Rinaldi",
    "Marta Lombardi",
    "Nicolò Moretti",
    "Olga Barbieri",
    "Paolo Fontana",
    "Quirino Santoro",
    "Rosa Mariani",
    "Sergio Riva",
    "Teresa Caruso",
    "Ugo Ferretti",
    "Valeria Sala",
    "Walter Pellegrini",
    "Zoe D'Angelo",
)
LAST_WEEK = (0, 2, 3, 5, 7, 8, 11, 12, 14, 17, 20, 23)
TONIGHT = (1, 0, 2, 4, 5, 6, 8, 9, 10, 12, 13, 15, 16, 18, 19, 21)
