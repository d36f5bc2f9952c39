"""Names of 32 players, and functions that enter results in the quick entry box of the desk."""

from collections.abc import Iterable
from datetime import timedelta
from uuid import uuid4

from django.db.models import F

from matches.models import Match
from tests.browser.phones import Phone
from tournaments.models import Event

FIELD = """\
Anna Rossi; Roma; ITA; 1712
1688, Bruno Ferrari, Torino, ITA
Carla De Santis; Roma; ITA; 1655
ITA; Dario Colombo; 1640; Milano
Elena Ricci; Milano; ITA; 1633
Fabio Marino; 1621; ITA; Torino
Giulia Greco; Roma; ITA; 1610
Hans Müller; Berlin; GER; 1745
GER, 1590, Jürgen Groß, Berlin
Ivana Petrović; Zagreb; CRO; 1702
Jérôme Lefèvre; Paris; FRA; 1677
FRA; Paris; Mathilde Dubois; 1566
Kasia Wiśniewska; Kraków; POL; 1694
Luca Moretti; Torino; ITA; 1558
Mara Bruno; Milano; ITA; 1549
Nina Galli; Roma; ITA; 1541
Ottavio Conti; Milano; ITA; 1533
Paola Mancini; Torino; ITA; 1527
Quentin Harris; London; GBR; 1719
GBR; London; Ruth Whitfield; 1648
Søren Kjær; Aarhus; DEN; 1765
DEN, Aarhus, Tove Lindqvist, 1604
Ugo Fontana; Roma; ITA; 1512
Viola Serra; Milano; ITA; 1508
Wanda Zieliński; Kraków; POL; 1571
Xavier Morel; Paris; FRA; 1599
Yiannis Pappas; Athens; GRE; 1681
Zoe Angelini; Torino; ITA; 1503
Åsa Bergström; Malmö; SWE; 1626
Niccolò Testa; Roma; ITA; 1497
Federico Sala; Milano; ITA; 1482
anna rossi; Roma; ITA; 1712
"""
FORM = "form => Object.fromEntries(new FormData(form))"
OK, CONFLICT = 200, 409


def at_tables(event: Event) -> list[Match]:
    """The called and running matches, by table."""
    matches = Match.objects.filter(desk=event.tournament.desk, status__in=["called", "running"])
    return list(matches.select_related("table", "white", "black", "pairing").order_by("table__number"))


def let_minutes_pass(event: Event) -> None:
    """Let every match have been called two minutes earlier, so that no line needs a question."""
    called = Match.objects.filter(desk=event.tournament.desk, called_at__isnull=False)
    called.update(called_at=F("called_at") - timedelta(minutes=2))


def line_of(match: Match, loser: int, *, upset: bool = False) -> str:
    """The line to type for a result: table and score; White wins unless it is an upset."""
    score = (loser, match.length) if upset else (match.length, loser)
    return f"{match.table.number if match.table else 0} {score[0]}-{score[1]}"


def type_result(director: Phone, line: str) -> None:
    """Type a line into the quick entry box with the keyboard alone."""
    director.page.wait_for_load_state()
    director.page.locator("main").focus()
    director.page.keyboard.press("/")
    director.page.keyboard.type(line)
    director.page.keyboard.press("Enter")


def send_results(director: Phone, matches: Iterable[Match]) -> None:
    """Enter the results of many matches by the quick entry form."""
    send_lines(director, (line_of(match, match.pk % match.length) for match in matches))


def send_lines(director: Phone, lines: Iterable[str]) -> None:
    """Send lines by the quick entry form without a page; a question is answered with yes."""
    box = director.page.locator("#quick-entry form")
    action, fields = director.address + str(box.get_attribute("action")), box.evaluate(FORM)
    for line in lines:
        form = {**fields, "key": uuid4().hex, "line": line, "seen": ""}
        headers = {"Referer": director.page.url, "Accept": "application/json"}
        request = director.page.context.request
        answer = request.post(action, form=form, headers=headers)
        if answer.status == CONFLICT:
            question = answer.json()["question"]
            named = {"match": question["match"], "version": question["version"], "key": uuid4().hex}
            answer = request.post(action, form={**form, **named}, headers=headers)
        assert answer.status == OK
