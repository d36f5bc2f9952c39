"""The one table of headings: what a column is, by its heading in the languages of the lists. Pure.

Names of columns are written without accents and small, as `fold_heading` returns them.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache

from matches.plain_letters import strip_accents
from tournaments.exchange.lists.name_headings import is_of_whole_name, is_surname_first
from tournaments.name_lists.details import DETAILS
from tournaments.name_lists.name_headings import NAME_HEADINGS

IGNORED = ""
# Of persons.
NAME, FIRST, LAST, NUMBER, POSITION = "name", "first", "surname", "card", "number"
EMAIL, OTHER_EMAIL, PHONE, MOBILE = "email", "other_email", "phone", "mobile"
BORN, BIRTH_YEAR, JOINED, LEFT = "born", "birth_year", "joined", "left"
CLUB, CITY, COUNTRY, RATING, PERFORMANCE = "club", "city", "country", "rating", "performance"
PAID, FEE, PAID_UNTIL, AMOUNT_DUE, PAID_TOTAL = "paid", "fee", "paid_until", "owed", "paid_total"
PAID_ON, METHOD = "paid_on", "method"
NOTE, TITLE, NICKNAME, TAG, STATUS, FIRM = "note", "title", "nickname", "tag", "status", "firm"
TIMESTAMP, PARTNER, VENUE, TEAM = "timestamp", "partner", "venue", "team"
# Of results and season tables.
DATE, EVENT, ROUND, ONE, OTHER = "date", "evening", "round", "one", "other"
SCORE_ONE, SCORE_OTHER, RESULT, LENGTH = "score_one", "score_other", "result", "length"
WINNER, LOSER, ENDING, STATE = "winner", "loser", "ending", "state"
PLACE, WON, TOTAL, FLIGHT, FIELD = "place", "won", "total", "flight", "field"
# First names beside the surnames of both players, and both players in one column.
ONE_FIRST, OTHER_FIRST, PLAYERS = "one_first", "other_first", "players"
# Of a column of a season table with the points of an evening.
POINTS = "points"

NAME_ROLES = (NAME, FIRST, LAST)


def _join_headings(names: str, patterns: str, holders: str, numbers: str) -> str:
    """Return headings of numbers: the names, and each number written beside each holder by the patterns."""
    combinations = (
        pattern.format(holder=holder, number=number)
        for pattern in patterns.split(", ")
        for holder in holders.split(", ")
        for number in numbers.split(", ")
    )
    return ", ".join((names, *combinations))


ENGLISH = {
    **NAME_HEADINGS["en"],
    NUMBER: _join_headings(
        "card, licence, license, user id",
        "{holder} {number}",
        "member, members, membership, memb, mem, card, licence, license",
        "no, nr, num, number, id, #",
    ),
    EMAIL: "e mail, email, mail, e mail address, email address, mail address",
    OTHER_EMAIL: "old e mail, old email, second e mail, other e mail, alternative e mail, e mail 2, email 2",
    PHONE: "phone, telephone, tel, phone number, home phone, landline, telephone number, contact number, "
    "contact, contacts, contact details, phone and e mail, phone e mail",
    MOBILE: "mobile, cell, cell phone, mobile phone, mobile number, whatsapp, mobile no",
    BORN: "born, date of birth, birth date, dob, birthday, birthdate, place and date of birth, "
    "date and place of birth, birth place and date",
    BIRTH_YEAR: "year of birth, birth year, yob, born in, year born, birthyear",
    JOINED: "joined, member since, join date, date joined, since, joined on, entry date",
    LEFT: "left, resigned, date left, left on, leaving date, resigned on, left in, left club, lapsed, "
    "date of leaving, resignation date, departed, member until, membership until, member till, year left, "
    "year of leaving, leaving year, left year, membership ended",
    CITY: "town, city, place of residence, location",
    PERFORMANCE: "pr, performance, performance rating, error rate",
    PAID: "paid, fee paid, fee ok, paid up, fees paid, subscription paid, subs paid, paid y n, "
    "entry paid, entry fee paid, has paid, registration paid",
    FEE: "fee, fees, subscription, subs, amount paid, membership fee, annual fee, amount, "
    "amount received, entry fee, entry fees, registration fee",
    PAID_ON: "date paid, paid on, payment date, date of payment, day paid, received on, date received",
    METHOD: "method, payment method, method of payment, paid by, how paid, paid how, payment type, "
    "paid with, paid via, payment by, paid in, way of payment, type of payment, mode of payment, "
    "means of payment, pay method",
    PAID_UNTIL: "expires, paid until, expiry, expiry date, valid until, expiration, paid to",
    AMOUNT_DUE: "total owed, owed, amount owed",
    PAID_TOTAL: "total paid",
    NOTE: "note, notes, remarks, comment, comments, admin notes, anything else",
    TITLE: "title, prefix, ttl",
    NICKNAME: "nickname, short gamertag, nick, known as",
    TAG: "gamertag, tag, handle, username, user name",
    STATUS: "status, member status, membership status, membership type, type, category, entry category, "
    "player category, price category, fee category",
    FIRM: "company, organisation, organization, firm",
    TIMESTAMP: "timestamp, time stamp, submitted at, submission date, submitted",
    PARTNER: "partner, doubles partner, partner name, do you play doubles",
    VENUE: "venue type, attendee type, registration type",
    TEAM: "team, team name",
    DATE: "date, day, played on, completed at, match date, played at, when",
    EVENT: "event, tournament, evening, competition, night",
    ROUND: "round, rd, match round",
    ONE: "player 1, player a, player one, home, white, player1, name 1, player1 name, home player, "
    "first player, a",
    OTHER: "player 2, player b, player two, away, black, opponent, player2, name 2, player2 name, "
    "away player, "
    "second player, against, b",
    SCORE_ONE: "score 1, score a, s1, points 1, points a, score1, home score, pts 1, pts a, player 1 score, "
    "points1, white score, score white, winner score, player1 score",
    SCORE_OTHER: "score 2, score b, s2, points 2, points b, score2, away score, pts 2, pts b, "
    "player 2 score, points2, black score, score black, loser score, opponent score, player2 score",
    RESULT: "res, score, result, scores, scores csv, final score",
    LENGTH: "length, match length, to, points, points to, race to, match to, pts",
    WINNER: "winner, won by, winner name, w l, win loss, won lost, w or l, win lose, who won",
    LOSER: "loser, lost by, loser name, beaten",
    ENDING: "ending, end, remark, how, reason",
    STATE: "state",
    PLACE: "place, rank, pos, position, standing, final placement, final rank",
    FLIGHT: "flight, bracket, draw",
    FIELD: "entrants, field, number of players, no of players",
    WON: "won, wins, w",
    TOTAL: "total, sum, best, best 3, best 4, best 5, best 6, average, avg, played, total points",
}
ITALIAN = {
    **NAME_HEADINGS["it"],
    NUMBER: _join_headings(
        "tessera, tess, matricola, numero di socio, numero di tessera, numero di matricola",
        "{number} {holder}, {holder} {number}",
        "socio, tessera, tess, matricola",
        "n, nr, no, num, numero, #",
    ),
    EMAIL: "posta elettronica, indirizzo e mail, indirizzo email, indirizzo di posta",
    OTHER_EMAIL: "altra e mail, vecchia e mail, seconda e mail",
    PHONE: "telefono, tel, recapito, recapiti, recapito telefonico, telefono fisso, telefono casa, contatto, "
    "contatti, telefono e e mail, telefono ed e mail, telefono e mail",
    MOBILE: "cellulare, cell, telefonino, telefono cellulare, telefono mobile",
    BORN: "data di nascita, data nascita, nascita, nato il, nata il, nato a il, nato, "
    "luogo e data di nascita, "
    "luogo data di nascita, luogo e data nascita, data e luogo di nascita, nato a e il",
    BIRTH_YEAR: "anno di nascita, anno nascita, classe, nato nel, nata nel, nato a nel, nascita anno",
    JOINED: "iscrizione, data iscrizione, data di iscrizione, iscritto dal, socio dal, iscritto il, "
    "ingresso, "
    "iscr dal, iscr il, iscr, iscrizione dal, iscritta dal, data iscr",
    LEFT: "uscita, data uscita, dimesso, dimissioni, cessato, uscito il, uscito, uscito nel, "
    "uscita nel, uscito a nel, dimesso il, dimesso nel, cessato il, cessato nel, data cessazione, "
    "cessazione, socio fino al, socia fino al, socio fino a, socio sino al, membro fino al, "
    "iscritto fino al, anno di uscita, anno uscita, anno di cessazione, uscito a il, uscita il",
    CITY: "citta, localita, comune, residenza, paese di residenza",
    PAID: "quota pagata, pagato, pagata, quota versata, in regola, versato, saldato, "
    "iscrizione pagata, iscrizione pagato, quota iscrizione pagata, ha pagato",
    FEE: "quota, quota associativa, quota sociale, importo, importo versato, importo pagato, "
    "quota iscrizione, quota di iscrizione, quota d iscrizione, tassa di iscrizione, tassa iscrizione",
    PAID_ON: "data pagamento, data di pagamento, data del pagamento, pagato il, pagata il, versato il, "
    "data versamento, data del versamento",
    METHOD: "come, metodo, modalita, modalita di pagamento, metodo di pagamento, forma di pagamento, "
    "tipo di pagamento, tipo pagamento, modalita pagamento, metodo pagamento, pagato con, mezzo, "
    "modo, modo di pagamento, modo pagamento, mezzo di pagamento, forma pagamento, pagata con, "
    "pagato tramite, versato con, come pagato, come ha pagato, pagato come",
    PAID_UNTIL: "scadenza, valida fino al, pagato fino al",
    NOTE: "nota, note, osservazioni, annotazioni",
    TITLE: "titolo",
    NICKNAME: "soprannome, detto",
    STATUS: "stato, qualifica, tipo socio, categoria",
    FIRM: "ditta, azienda, ragione sociale",
    TIMESTAMP: "informazioni cronologiche",
    PARTNER: "compagno, coppia con, compagno di doppio",
    DATE: "data, giorno, giocata il",
    EVENT: "torneo, serata, evento, gara",
    ROUND: "turno, girone",
    ONE: "giocatore 1, giocatore a, giocatore1, bianco, primo giocatore, casa",
    OTHER: "giocatore 2, giocatore b, giocatore2, nero, avversario, secondo giocatore, ospite, fuori",
    SCORE_ONE: "punti 1, punti a, punteggio 1, p1, punti1, pt 1, punti vincitore",
    SCORE_OTHER: "punti 2, punti b, punteggio 2, p2, punti2, pt 2, punti avversario, punti perdente",
    RESULT: "ris, risultato, punteggio, esito partita",
    LENGTH: "lunghezza, lunghezza dell incontro, punti, partita a, ai punti",
    WINNER: "vincitore, vincente, vincitrice, v p, v s, vinta persa, vittoria sconfitta, vinta, chi ha vinto",
    LOSER: "perdente, sconfitto",
    ENDING: "esito, commento, fine",
    PLACE: "posto, posizione, classifica, piazzamento, piazza",
    FLIGHT: "tabellone",
    FIELD: "partecipanti, iscritti, numero giocatori, numero di giocatori",
    WON: "vinte, vittorie, vinti",
    TOTAL: "totale, somma, migliori, media, giocate",
}
GERMAN = {
    NAME: "vor und nachname, vorname und name, spieler, spielerin, mitglied, vollstandiger name, teilnehmer, "
    "name vorname, vorname name, vor und zuname, namen, mitglieder, mitgliedername, spielername, wer, person",
    FIRST: "vorname, rufname",
    LAST: "nachname, familienname, zuname",
    NUMBER: "mitgliedsnummer, mitglieds nr, mitgliedsnr, mitglied nr, ausweisnummer, pass nr, benutzer id, "
    "passnummer",
    POSITION: "nr, lfd nr, nummer, laufende nr, startnr, lfd",
    EMAIL: "e mail adresse, mailadresse, emailadresse",
    OTHER_EMAIL: "e mail alternativ, email alternativ, alternative e mail, zweite e mail, e mail 2",
    PHONE: "telefon, telefon privat, festnetz, telefonnummer, tel privat, telefon p",
    MOBILE: "mobil, handy, telefon mobil, handynummer, mobiltelefon, natel, tel mobil",
    BORN: "geburtsdatum, geboren, geb, geb datum, geboren am, geburtstag",
    BIRTH_YEAR: "jahrgang, geburtsjahr, jg, geboren im jahr, geburts jahr, geb jahr",
    JOINED: "eintritt, eintrittsdatum, mitglied seit, beitritt, seit",
    LEFT: "austritt, austrittsdatum, ausgetreten, ausgetreten am, ausgetreten im jahr, austrittsjahr, "
    "austritt am, ausgeschieden, kundigung, mitglied bis, mitglied bis zum, ausgeschieden am, austritt jahr",
    CITY: "ort, wohnort, stadt",
    PAID: "beitrag bezahlt, bezahlt, gezahlt, beitrag gezahlt",
    FEE: "beitrag, jahresbeitrag, mitgliedsbeitrag, betrag, startgeld, nenngeld, startgebuhr",
    PAID_ON: "bezahlt am, gezahlt am, zahlungsdatum, zahldatum, zahltag",
    METHOD: "zahlungsart, zahlungsweise, zahlart, bezahlt mit, wie bezahlt, zahlungsmittel, zahlmethode, "
    "zahlungsmethode, bezahlt per, gezahlt mit, art der zahlung",
    PAID_UNTIL: "bezahlt bis, gultig bis",
    NOTE: "bemerkung, bemerkungen, notiz, anmerkung, notizen",
    TITLE: "titel",
    NICKNAME: "spitzname",
    STATUS: "mitgliedsart, mitgliedsstatus, mitgliederstatus, kategorie",
    FIRM: "firma, organisation",
    TIMESTAMP: "zeitstempel",
    PARTNER: "partner, doppelpartner, partnerin",
    DATE: "datum, tag, spieltag, gespielt am",
    EVENT: "turnier, abend, wettbewerb, spielabend",
    ROUND: "runde",
    ONE: "spieler 1, spieler a, spieler1, weiss, heim",
    OTHER: "spieler 2, spieler b, spieler2, schwarz, gast, gegner",
    SCORE_ONE: "punkte 1, punkte a, pkt 1",
    SCORE_OTHER: "punkte 2, punkte b, pkt 2",
    RESULT: "erg, ergebnis, resultat, spielstand",
    LENGTH: "punkte, lange, matchlange, bis, auf",
    WINNER: "sieger, gewinner, siegerin, s n, g v, sieg niederlage, gewonnen verloren, sieg",
    LOSER: "verlierer, unterlegener",
    PLACE: "platz, rang, platzierung",
    FLIGHT: "feld, tableau",
    FIELD: "teilnehmerzahl, anzahl spieler, anzahl teilnehmer",
    WON: "siege, gewonnen",
    TOTAL: "gesamt, summe, beste 4, beste, total, schnitt",
}
FRENCH = {
    NAME: "nom et prenom, nom prenom, prenom et nom, joueur, joueuse, membre, nom complet, participant, "
    "prenom nom, noms, membres, adherent, adherente, licencie, joueurs",
    FIRST: "prenom, prenoms",
    LAST: "nom, nom de famille",
    NUMBER: "n licence, no licence, licence, numero de licence, n de licence, carte, n adherent, numero "
    "d adherent, n membre, no de membre, no membre",
    POSITION: "n, no, numero, n ordre, rg",
    EMAIL: "courriel, adresse e mail, adresse mail, adresse electronique, mel, e mail",
    OTHER_EMAIL: "autre courriel, ancien courriel, courriel 2",
    PHONE: "telephone, tel, telephone fixe, tel fixe",
    MOBILE: "portable, tel portable, telephone portable, mobile, telephone mobile",
    BORN: "ne e le, ne le, nee le, date de naissance, naissance, ne",
    BIRTH_YEAR: "annee de naissance, annee, ne en, nee en, ne e en, annee naissance",
    JOINED: "entree, date d entree, adhesion, membre depuis, date d adhesion, inscrit le",
    LEFT: "date de sortie, sortie, demission, date de demission, sorti le, sortie le, sorti e le, sorti en, "
    "sorti, parti le, depart, date de depart, annee de sortie, "
    "membre jusqu au, membre jusqu en, adherent jusqu au, annee de depart",
    CITY: "ville, lieu, commune, localite",
    PAID: "cotisation reglee, cotisation payee, paye, payee, regle, reglee, a paye",
    FEE: "cotisation, montant, droits d inscription, droit d inscription, frais d inscription",
    PAID_ON: "paye le, payee le, regle le, date de paiement, date paiement, date de reglement",
    METHOD: "mode de paiement, moyen de paiement, mode de reglement, paiement, reglement, comment, mode, "
    "moyen, moyen de reglement, paye par, payee par, regle par, paye en, type de paiement",
    PAID_UNTIL: "paye jusqu au, valable jusqu au, echeance",
    NOTE: "observations, remarques, remarque, commentaire, observation, commentaires",
    TITLE: "titre, civilite",
    NICKNAME: "surnom, pseudo",
    STATUS: "statut, categorie, qualite",
    FIRM: "societe, entreprise, raison sociale",
    TIMESTAMP: "horodateur",
    PARTNER: "partenaire, equipier",
    DATE: "date, jour, joue le",
    EVENT: "tournoi, soiree, epreuve",
    ROUND: "ronde, tour",
    ONE: "joueur 1, joueur a, joueur1, blanc, blancs, domicile",
    OTHER: "joueur 2, joueur b, joueur2, noir, noirs, adversaire, exterieur",
    SCORE_ONE: "score 1, points 1, pts 1",
    SCORE_OTHER: "score 2, points 2, pts 2",
    RESULT: "res, resultat, score",
    LENGTH: "longueur, en points, en",
    WINNER: "vainqueur, gagnant, gagnante, v d, g p, victoire defaite, gagne perdu, gagne",
    LOSER: "perdant, perdante",
    PLACE: "rang, place",
    FLIGHT: "tableau",
    FIELD: "participants, nombre de joueurs, engages",
    WON: "gagnes, victoires, v",
    TOTAL: "total, somme, meilleurs, moyenne",
}
SPANISH = {
    NAME: "nombre y apellidos, apellidos y nombre, jugador, jugadora, socio, nombre completo, "
    "nombre y apellido, jugadores, socios",
    FIRST: "nombre, nombres, nombre de pila",
    LAST: "apellido, apellidos, primer apellido",
    NUMBER: "n socio, no socio, numero de socio, carnet, num socio, n de socio, licencia, n licencia",
    POSITION: "n, no, num, numero",
    EMAIL: "correo, correo electronico, e mail, email",
    OTHER_EMAIL: "otro correo, correo 2, correo antiguo",
    PHONE: "telefono, tel, telefono fijo, fijo",
    MOBILE: "movil, telefono movil, celular",
    BORN: "fecha de nacimiento, nacimiento, f nacimiento, fecha nacimiento, nacido el",
    BIRTH_YEAR: "ano de nacimiento, ano nacimiento, nacido en, nacida en, nacido a en",
    JOINED: "alta, fecha de alta, socio desde, ingreso, fecha alta",
    LEFT: "baja, fecha de baja, fecha baja, baja en, ano de baja, salida, fecha de salida, "
    "socio hasta, miembro hasta, ano de salida",
    CITY: "ciudad, poblacion, localidad, municipio",
    PAID: "cuota pagada, pagado, pagada, pago, al corriente, ha pagado",
    FEE: "cuota, importe, cuota anual, cuota de inscripcion",
    PAID_ON: "fecha de pago, fecha pago, pagado el",
    METHOD: "forma de pago, metodo de pago, medio de pago, como, modo de pago, pagado con, pagada con, "
    "tipo de pago, modalidad, modalidad de pago",
    PAID_UNTIL: "pagado hasta, valido hasta, vencimiento, caduca",
    NOTE: "notas, observaciones, comentarios, nota",
    TITLE: "titulo, tratamiento",
    NICKNAME: "apodo, alias",
    STATUS: "estado, tipo de socio, situacion",
    FIRM: "empresa",
    TIMESTAMP: "marca temporal",
    PARTNER: "pareja, companero",
    DATE: "fecha, dia",
    EVENT: "torneo, velada, prueba",
    ROUND: "ronda, vuelta",
    ONE: "jugador 1, jugador a, jugador1, blancas, local",
    OTHER: "jugador 2, jugador b, jugador2, negras, rival, visitante, contrario",
    SCORE_ONE: "puntos 1, puntos a, tantos 1",
    SCORE_OTHER: "puntos 2, puntos b, tantos 2",
    RESULT: "res, resultado, marcador",
    LENGTH: "longitud, puntos, a puntos, distancia",
    WINNER: "ganador, ganadora, vencedor, g p, v d, victoria derrota, ganado perdido, ganada",
    LOSER: "perdedor, perdedora",
    PLACE: "puesto, clasificacion, posicion",
    FLIGHT: "cuadro, llave",
    FIELD: "participantes, numero de jugadores",
    WON: "ganados, victorias, ganadas",
    TOTAL: "total, suma, mejores, media",
}
DANISH = {
    NAME: "navn, fulde navn, spiller, medlem, for og efternavn, deltager, namn, fornavn og efternavn, "
    "navne, medlemmer, spillere",
    FIRST: "fornavn, fornavne, fornamn",
    LAST: "efternavn, etternavn, efternamn",
    NUMBER: "medlemsnr, medlemsnummer, medlems nr, licensnr, medlem nr",
    POSITION: "nr, nummer, lobenr",
    EMAIL: "e mailadresse, mailadresse, e post, epost",
    OTHER_EMAIL: "anden e mail, gammel e mail",
    PHONE: "telefon, tlf, telefonnummer, fastnet",
    MOBILE: "mobil, mobilnummer, mobiltelefon, mobilnr",
    BORN: "fodselsdato, fodt, fodselsdag, fodt den, fodd",
    BIRTH_YEAR: "fodselsar, argang, fodt i, fodt ar",
    JOINED: "indmeldt, medlem siden, indmeldelsesdato, indmeldelse, innmeldt",
    LEFT: "udmeldt, udmeldelsesdato, udmeldelse, utmeldt, udmeldt den, udmeldt i, udtradt, ophort, "
    "medlem til, medlem indtil, udmeldelsesar",
    CITY: "by, bopael, sted, ort",
    PAID: "kontingent betalt, betalt, har betalt",
    FEE: "kontingent, belob, startgebyr, indskud",
    PAID_ON: "betalt den, betalingsdato",
    METHOD: "betalingsmetode, betalingsmade, betalt med, hvordan, betalingsform, betalingstype, betalt via, "
    "betalingsmiddel",
    PAID_UNTIL: "betalt til, gyldig til",
    NOTE: "bemaerkning, bemaerkninger, noter, kommentar",
    TITLE: "titel",
    NICKNAME: "kaldenavn, ogenavn",
    STATUS: "status, medlemstype",
    FIRM: "firma",
    TIMESTAMP: "tidsstempel",
    PARTNER: "makker",
    DATE: "dato, spilledato",
    EVENT: "turnering, aften, klubaften",
    ROUND: "runde",
    ONE: "spiller 1, spiller a, spiller1, hvid, hjemme",
    OTHER: "spiller 2, spiller b, spiller2, sort, modstander, ude",
    SCORE_ONE: "point 1, point a",
    SCORE_OTHER: "point 2, point b",
    RESULT: "res, resultat, score",
    LENGTH: "laengde, point, til, matchlaengde",
    WINNER: "vinder, v t, vundet tabt",
    LOSER: "taber",
    PLACE: "plads, placering",
    FLIGHT: "raekke",
    FIELD: "antal spillere, deltagere",
    WON: "vundet, sejre",
    TOTAL: "i alt, total, sum, bedste",
}
TURKISH = {
    NAME: "adi soyadi, ad soyad, isim, oyuncu, uye, isim soyisim, adi ve soyadi, isimler, uyeler, oyuncular",
    FIRST: "adi, ad",
    LAST: "soyadi, soyad, soyisim",
    NUMBER: "uye no, uye numarasi, uyelik no, lisans no",
    POSITION: "sira no, sira, no, numara",
    EMAIL: "e posta, eposta, e posta adresi",
    OTHER_EMAIL: "diger e posta, eski e posta",
    PHONE: "telefon, tel, ev telefonu",
    MOBILE: "cep telefonu, cep, gsm, cep tel",
    BORN: "dogum tarihi",
    BIRTH_YEAR: "dogum yili, dogdugu yil",
    JOINED: "uyelik tarihi, giris tarihi, kayit tarihi",
    LEFT: "ayrilis tarihi, cikis tarihi, ayrildi, ayrilma tarihi, ayrilis, cikis, ayrildigi yil, "
    "uyelik bitisi, uyelik bitis tarihi, ayrilma yili, ayrilis yili",
    CITY: "sehir, il, ilce",
    PAID: "aidat odendi mi, odendi, aidat odendi, odedi mi",
    FEE: "aidat, ucret, katilim ucreti, kayit ucreti",
    PAID_ON: "odeme tarihi, odenme tarihi",
    METHOD: "odeme sekli, odeme yontemi, nasil, odeme turu, odeme tipi, odeme bicimi, odeme araci",
    NOTE: "not, notlar, aciklama",
    TITLE: "unvan",
    STATUS: "durum, uyelik durumu",
    TIMESTAMP: "zaman damgasi",
    PARTNER: "es, partner",
    DATE: "tarih, gun",
    EVENT: "turnuva, etkinlik",
    ROUND: "tur",
    ONE: "oyuncu 1, oyuncu a, beyaz",
    OTHER: "oyuncu 2, oyuncu b, siyah, rakip",
    SCORE_ONE: "sayi 1, puan 1",
    SCORE_OTHER: "sayi 2, puan 2",
    RESULT: "sonuc, skor",
    LENGTH: "uzunluk, sayi, puan",
    WINNER: "kazanan, galip, g m, galibiyet maglubiyet",
    LOSER: "kaybeden, maglup",
    PLACE: "derece",
    FLIGHT: "tablo",
    FIELD: "katilimci sayisi, oyuncu sayisi",
    TOTAL: "toplam",
}
# Headings met in lists of other languages.
OTHER_LANGUAGES = {
    NAME: "imie i nazwisko, nazwisko i imie, zawodnik, jmeno a prijmeni, meno a priezvisko, naam, nev, "
    "leden, spelers, lid",
    FIRST: "imie, jmeno, meno, voornaam, keresztnev, nome proprio",
    LAST: "nazwisko, prijmeni, priezvisko, achternaam, vezeteknev, sobrenome",
    NUMBER: "nr legitymacji, lidnummer, nr czlonkowski",
    POSITION: "lp, l p, poradi, c, por",
    EMAIL: "adres e mail",
    PHONE: "telefon, telefoon",
    MOBILE: "komorka, mobiel, tel kom",
    BORN: "data urodzenia, datum narozeni, geboortedatum",
    BIRTH_YEAR: "rok urodzenia, rok narozeni, geboortejaar",
    JOINED: "data przystapienia, lid sinds",
    CITY: "miasto, miejscowosc, mesto, plaats, woonplaats",
    PAID: "skladka, skladka oplacona, zaplacono, betaald, zaplaceno",
    NOTE: "uwagi, poznamka, opmerking",
    DATE: "data, datum",
    ONE: "zawodnik 1, gracz 1, speler 1, hrac 1",
    OTHER: "zawodnik 2, gracz 2, speler 2, hrac 2, przeciwnik",
    RESULT: "wynik, uitslag, vysledek",
    LENGTH: "dlugosc, lengte",
    WINNER: "zwyciezca, winnaar, vitez",
    TOTAL: "razem, suma, totaal, celkem",
}
LANGUAGES: Mapping[str, Mapping[str, str]] = {
    "en": ENGLISH,
    "it": ITALIAN,
    "de": GERMAN,
    "fr": FRENCH,
    "es": SPANISH,
    "da": DANISH,
    "tr": TURKISH,
    "pl": OTHER_LANGUAGES,
}
# Words of questions that an online form has as headings, the most telling ones first.
FORM_TERMS = {
    EMAIL: "e mail, email, courriel, correo",
    MOBILE: "mobile, whatsapp, handy, cellulare, mobil, portable, movil, phone, telefon, telephone, telefono",
    RATING: "rating, elo",
    PARTNER: "partner, doubles, doppel, doppio, double, dobles, makker",
    CLUB: "club, verein, circolo",
    COUNTRY: "country, land, paese, pays, pais",
    NOTE: "else, comment, remark, note, bemerkung, anmerkung, altro, commento, remarque, observaciones",
    LAST: "surname, last name, nachname, cognome, apellido",
    FIRST: "first name, vorname, prenom",
    NAME: "name, nome, nom, nombre, navn",
}
LONGEST_HEADING = 80
BRACKETED = re.compile(r"\([^)]*\)|\[[^]]*\]")
SHORT_YEAR = re.compile(r"^(\D*[^\W\d_]\D*?)[\s'’]+\d\d\s*$")
YEARS = re.compile(r"\b(19|20)\d\d\b")


@lru_cache(maxsize=8_192)
def fold_heading(heading: str) -> str:
    """Return a heading small, without accents and signs."""
    plain = strip_accents(heading.replace("°", " ").replace("º", " ").casefold())
    return " ".join("".join(letter if letter.isalnum() or letter == "#" else " " for letter in plain).split())


@cache
def _get_roles(language: str) -> Mapping[str, str]:
    """Return the role by heading; those of the details of an entry are declared in `name_lists.details`."""
    names_by_role = dict(LANGUAGES[language])
    names_by_role |= {role: detail.headings.get(language, "") for role, detail in DETAILS.items()}
    return {name.strip(): role for role, names in names_by_role.items() for name in names.split(",") if name}


def find_languages(headings: Iterable[str]) -> tuple[str, ...]:
    """Return the languages of a row of headings, that of most of them first."""
    counts = Counter(
        language
        for heading in headings
        if len(heading) <= LONGEST_HEADING
        for language in LANGUAGES
        if any(form in _get_roles(language) for form in _list_forms(heading))
    )
    order = list(LANGUAGES)
    return tuple(sorted(counts, key=lambda language: (-counts[language], order.index(language))))


def find_role(heading: str, languages: Sequence[str] = ()) -> str:
    """Return the role of a heading, "" if it is unknown; the languages of its row come first."""
    for form in _list_forms(heading) if len(heading) <= LONGEST_HEADING else ():
        for language in (*languages, *LANGUAGES):
            if form in _get_roles(language):
                return _get_roles(language)[form]
            if is_of_whole_name(form, _get_roles(language), FIRST, LAST):
                return NAME
    if match := SHORT_YEAR.match(heading):
        # "Quota 26" and "Subs '26", but not the evening "Serata 12".
        role = find_role(match[1], languages)
        return role if role in (PAID, FEE) else IGNORED
    return IGNORED


def names_surname_first(heading: str) -> bool:
    """Return whether a heading names the surname before the first name, in any of the languages."""
    return any(
        is_surname_first(form, _get_roles(language), FIRST, LAST)
        for form in (_list_forms(heading) if len(heading) <= LONGEST_HEADING else ())
        for language in LANGUAGES
    )


def find_form_role(question: str) -> str:
    """Return what a question of an online form asks for, "" if it is unknown."""
    tokens = f" {fold_heading(question)} "
    for role, names in FORM_TERMS.items():
        if any(f" {name.strip()} " in tokens for name in names.split(",")):
            return role
    return IGNORED


@lru_cache(maxsize=8_192)
def _list_forms(heading: str) -> list[str]:
    """Return what a heading is looked up by: itself, without brackets and years, each of its parts."""
    plain = YEARS.sub(" ", BRACKETED.sub(" ", heading))
    parts = re.split(r"[/|\n]", heading)
    forms = (fold_heading(text) for text in (heading, plain, *(parts if len(parts) > 1 else ())))
    return list(dict.fromkeys(filter(None, forms)))
