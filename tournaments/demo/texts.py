"""Names and texts of the demo club in English and Italian; all people are fictitious."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class DemoTexts:
    """The texts of the demo in one language.

    `season` has a place for the year. The last of `sign_ups` is on the waiting list.
    """

    club: str
    about: str
    place: str
    weekly_night: str
    last_weeks_tournament: str
    tonights_tournament: str
    season: str
    chouette: str
    members: tuple[str, ...]
    announced_tournament: str
    announced_venue: str
    announced_description: str
    sign_ups: tuple[str, ...]
    country: str


ENGLISH = DemoTexts(
    club="Bar Point Backgammon Club",
    about="""We play backgammon **one night a week**, beginners next to people who have played for years.

- Your first night is free.
- There are boards for everyone; bring your own if you like.
""",
    place="Harbour Café, upstairs room",
    weekly_night="Club night",
    last_weeks_tournament="Club night",
    tonights_tournament="Bar Point night",
    season="Season %s",
    chouette="Club chouette",
    members=(
        "Alice Byrne",
        "Brian Collins",
        "Clare Doyle",
        "Daniel Egan",
        "Ellen Farrell",
        "Frank Gallagher",
        "Grace Hayes",
        "Hugh Moran",
        "Irene Kelly",
        "Jack Lynch",
        "Katrin Novak",
        "Liam Murphy",
        "Martha Nolan",
        "Niall O'Connor",
        "Olivia Power",
        "Paul Quinn",
        "Rory Ryan",
        "Rose Sheridan",
        "Simon Tobin",
        "Teresa Walsh",
        "Una Brady",
        "Vera Casey",
        "William Dunne",
        "Zoe D'Arcy",
    ),
    announced_tournament="Club championship",
    announced_venue="Harbour Café",
    announced_description="Knockout with consolation in one day. **Sign-up is open** until the night before.",
    sign_ups=(
        "Aidan Foley",
        "Brenda Kane",
        "Conor Healy",
        "Deirdre Burke",
        "Eoin Flynn",
        "Fiona Keane",
        "Gerard Tierney",
    ),
    country="IRL",
)

ITALIAN = DemoTexts(
    club="Circolo del Bar Point",
    about="""Giochiamo a backgammon **una sera a settimana**, chi comincia accanto a chi gioca da anni.

- La prima serata è offerta.
- I tavolieri ci sono; chi vuole porta il suo.
""",
    place="Caffè del Porto, sala al primo piano",
    weekly_night="Serata di circolo",
    last_weeks_tournament="Serata di circolo",
    tonights_tournament="Serata del Bar Point",
    season="Stagione %s",
    chouette="Chouette del circolo",
    members=(
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
    ),
    announced_tournament="Campionato sociale",
    announced_venue="Caffè del Porto",
    announced_description=(
        "Eliminazione diretta con consolazione in una giornata. **Iscrizioni aperte** fino alla sera prima."
    ),
    sign_ups=(
        "Alba Serra",
        "Corrado Vinci",
        "Delia Fabbri",
        "Ettore Monti",
        "Flavia Longo",
        "Guido Sanna",
        "Ines Parisi",
    ),
    country="ITA",
)
TEXTS = {"en": ENGLISH, "it": ITALIAN}
