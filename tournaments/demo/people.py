"""Names and texts of the demo club, its members and its tournaments; all people are fictitious."""

from base64 import b32encode

from django.utils.crypto import salted_hmac

CLUB = "Circolo del Bar Point"
CLUB_SLUG = "bar-point"
DIRECTOR = "director"
ABOUT = """Giochiamo a backgammon **una sera a settimana**, chi comincia accanto a chi gioca da anni.

- La prima serata è offerta.
- I tavolieri ci sono; chi vuole porta il suo.
"""
PLACE = "Caffè del Porto, sala al primo piano"
LAST_WEEKS_TOURNAMENT = "Serata d'autunno"
TONIGHTS_TOURNAMENT = "Serata del Bar Point"
SEASON = "Stagione 2026"
CHOUETTE = "Chouette del giovedì"

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
# Indexes in MEMBERS of the players of each tournament, and of the chouette.
LAST_WEEKS_PLAYERS = (0, 2, 3, 5, 7, 8, 11, 12, 14, 17, 20, 23)
CHOUETTE_PLAYERS = (3, 7, 11, 14, 17, 20)
TONIGHTS_PLAYERS = (1, 0, 2, 4, 5, 6, 8, 9, 10, 12, 13, 15, 16, 18, 19, 21)


def get_password() -> str:
    """Return the demo director's password, derived from the site's secret key.

    It differs between sites, is the same at every start, and cannot be guessed by visitors.
    """
    letters = b32encode(salted_hmac("crawford.demo", DIRECTOR, algorithm="sha256").digest()).decode().lower()
    return "-".join(letters[start : start + 4] for start in (0, 4, 8))
