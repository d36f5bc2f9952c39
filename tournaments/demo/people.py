"""The director of the demo, its members by their place in the list, and the password."""

from base64 import b32encode

from django.utils.crypto import salted_hmac

CLUB_SLUG = "bar-point"
# A username like any other, so that "director" means the role alone.
DIRECTOR = "nora"
# Indexes in `DemoTexts.members` of the players of each tournament, and of the chouette.
LAST_WEEKS_PLAYERS = (0, 2, 3, 5, 7, 8, 11, 12, 14, 17, 20, 23)
CHOUETTE_PLAYERS = (3, 7, 11, 14, 17, 20)
TONIGHTS_PLAYERS = (1, 0, 2, 4, 5, 6, 8, 9, 10, 12, 13, 15, 16, 18, 19, 21)


def get_password() -> str:
    """Return the demo director's password, derived from the site's secret key.

    It differs between sites, is the same at every start, and cannot be guessed by visitors.
    """
    letters = b32encode(salted_hmac("crawford.demo", DIRECTOR, algorithm="sha256").digest()).decode().lower()
    return "-".join(letters[start : start + 4] for start in (0, 4, 8))
