"""The one table of the headings of names: of lists and of what is pasted into the entry box. Pure.

Small, without accents and signs, separated by commas, by the language of the list.
"""

from collections.abc import Mapping

NAME, FIRST, SURNAME, NUMBER = "name", "first", "surname", "number"
NAME_HEADINGS: Mapping[str, Mapping[str, str]] = {
    "en": {
        NAME: "name, player, full name, member, member name, players, participant, entrant, entry, "
        "surname and first name, first and last name, name and surname, your name, your full "
        "name, participant name, player name, display name, names, members, member s name, member "
        "name, player s name, players names, attendee, competitor, contestant, person, people, "
        "contact name, who",
        FIRST: "first, first name, forename, given name, christian name, firstname, forenames, first names",
        SURNAME: "last, last name, surname, family name, lastname",
        NUMBER: "no, nr, number, #, sno, seq, start no, seed",
    },
    "it": {
        NAME: "nome e cognome, cognome e nome, nominativo, giocatore, giocatrice, socio, nome completo, "
        "iscritto, giocatori, soci, partecipante, nomi, nominativi, chi",
        FIRST: "nome, nome di battesimo",
        SURNAME: "cognome",
        NUMBER: "n, nr, num, numero, progressivo, pos",
    },
}
