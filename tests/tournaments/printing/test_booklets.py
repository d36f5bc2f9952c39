"""The rule booklet: every rule in order, with the settings of a desk, in both languages."""

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils.translation import override

from matches.clocks import CLOCKS
from matches.conduct.messages import SETTINGS
from matches.messages import law_text, law_title
from matches.messages.chapters import CHAPTERS
from matches.services.desks import set_laws
from rules.laws import LAWS
from rules.options import ConductLaws, MatchLaws
from tests.factories import a_user
from tests.tournaments import club_evenings
from tests.tournaments.printing.reading import read_leaves, squeezed
from tournaments.printing.booklets import describe_settings, make_options
from tournaments.printing.pdf.booklet import HEADING, Paragraph, booklet_pages
from tournaments.printing.pdf.pages import A4, Head, write_pdf

pytestmark = pytest.mark.django_db
GENERAL = "/laws/booklet.pdf"


def text_of(data: bytes) -> str:
    return "".join(leaf.text for leaf in read_leaves(data))


@pytest.mark.parametrize("language", [language for language, _name in settings.LANGUAGES])
def test_every_rule_is_in_the_booklet_once_in_order(client: Client, language: str) -> None:
    response = client.get(GENERAL, {"language": language})

    assert (response["Content-Type"], response["Content-Language"]) == ("application/pdf", language)
    text = text_of(response.content)
    with override(language):
        headings = [
            squeezed(f"{number}.{place} {law_title(law)}")
            for number, chapter in enumerate(CHAPTERS, start=1)
            for place, law in enumerate((law for law in LAWS if law.startswith(f"{chapter}.")), start=1)
        ]
        places = [text.find(heading) for heading in headings]
        assert -1 not in places
        # Headers and footers may interrupt a text that continues in the next column.
        whole_texts = [law for law in LAWS if squeezed(law_text(law)) in text]
    assert len(headings) == len(LAWS)
    assert places == sorted(places)
    assert len(whole_texts) > len(LAWS) - len(read_leaves(response.content)) - 1
    assert "▸" not in text


def test_a_booklet_states_the_settings_of_its_desk(client: Client) -> None:
    club = club_evenings.a_club()
    address = f"/clubs/{club.slug}/rules.pdf"
    usual = client.get(address)
    assert squeezed("▸ Here every match is played with the Crawford rule.") in text_of(usual.content)

    laws, conduct = MatchLaws(crawford=False), ConductLaws(illegal_plays="correct", setup_turns=0)
    set_laws(desk=club.desk, laws=laws, conduct=conduct, by=club_evenings.director_of(club))
    changed = client.get(address, headers={"if-none-match": usual["ETag"]})

    assert changed.status_code == 200
    text = text_of(changed.content)
    assert squeezed(f"{club.name} · Rules of play") in text
    for sentence in (
        "▸ Here matches are played without the Crawford rule.",
        "▸ Here an illegal play that is noticed in time is always corrected.",
        "▸ Here a wrong set-up cannot be corrected after the first roll.",
    ):
        assert squeezed(sentence) in text
    italian = text_of(client.get(address, {"language": "it"}).content)
    assert squeezed("▸ Qui gli incontri si giocano senza la regola di Crawford.") in italian


def test_every_setting_is_stated_under_its_rule() -> None:
    desk = club_evenings.a_club().desk
    stated = dict(describe_settings(make_options("Club", desk, paper="a4")))
    assert set(stated) == {law for _label, law, _hint in SETTINGS.values()} | {
        "match.late-start",
        "conduct.turn-end",
    }
    assert sum(map(len, stated.values())) == len(SETTINGS) + 2


def test_clocks_and_lateness_penalties_of_the_desk_are_stated() -> None:
    desk = club_evenings.a_club().desk
    desk.late_grace, desk.late_step, desk.clock = 5, 10, next(iter(CLOCKS))
    stated = dict(describe_settings(make_options("Club", desk, paper="a4")))
    assert stated["match.late-start"] == [
        "Lateness: a penalty point 5 min after the call, another every 10 min."
    ]
    assert stated["conduct.turn-end"][0].startswith("Clocks: ")


def test_without_a_clock_the_booklet_states_no_time_limit() -> None:
    desk = club_evenings.a_club().desk
    assert desk.clock == ""
    for language, sentence in (
        ("en", "there is no time limit for a play"),
        ("it", "non c'è limite di tempo"),
    ):
        with override(language):
            (stated,) = dict(describe_settings(make_options("Club", desk, paper="a4")))["conduct.turn-end"]
        assert sentence in stated


def test_an_unchanged_booklet_is_answered_304(client: Client) -> None:
    club = club_evenings.a_club()
    address = f"/clubs/{club.slug}/rules.pdf"
    first = client.get(address, {"paper": "letter"})
    with CaptureQueriesContext(connection) as queries:
        again = client.get(address, {"paper": "letter"}, headers={"if-none-match": first["ETag"]})
    assert (again.status_code, again.content, len(queries)) == (304, b"", 2)
    for other in ({"paper": "a4"}, {"paper": "letter", "language": "it"}):
        assert client.get(address, other, headers={"if-none-match": first["ETag"]}).status_code == 200
    assert client.get(address, {"language": "tlh"}).status_code == 404


def test_the_booklet_of_a_draft_is_shown_to_officials_only(client: Client) -> None:
    event = club_evenings.a_night(club_evenings.a_club())
    tournament = event.tournament
    address = f"/clubs/{tournament.club.slug}/{tournament.slug}/rules.pdf"
    assert squeezed(tournament.name) in text_of(client.get(address).content)
    type(tournament).objects.filter(pk=tournament.pk).update(is_draft=True)
    client.force_login(a_user())
    assert client.get(address).status_code == 404


def test_pages_of_rules_link_the_booklets(client: Client) -> None:
    event = club_evenings.a_night(club_evenings.a_club())
    tournament, club = event.tournament, event.tournament.club
    assert GENERAL in client.get("/laws/").content.decode()
    assert f"/clubs/{club.slug}/rules.pdf" in client.get(f"/clubs/{club.slug}/").content.decode()
    client.force_login(club_evenings.director_of(club))
    address = f"/clubs/{club.slug}/{tournament.slug}/rules.pdf"
    paper = f"/clubs/{club.slug}/{tournament.slug}/{event.slug}/desk/paper/"
    for page in (f"/d/{tournament.desk.code}/laws/", paper):
        assert address in client.get(page).content.decode(), page
    assert f"/clubs/{club.slug}/rules.pdf" in client.get(f"/d/{club.desk.code}/laws/").content.decode()


def test_no_heading_is_the_last_line_of_a_column() -> None:
    paragraphs = [
        paragraph
        for number in range(60)
        for paragraph in (
            Paragraph(f"Heading {number}", size=HEADING, is_bold=True, keeps_next=True),
            Paragraph("words " * (30 + number)),
        )
    ]
    pages = booklet_pages(paragraphs, A4, Head("Rules", "", ""))
    for leaf in read_leaves(write_pdf(pages, "Rules", "en")):
        columns: dict[int, list[tuple[float, str]]] = {}
        for piece in leaf.pieces[4:]:
            columns.setdefault(round(piece.x), []).append((piece.y, piece.text))
        assert all(not min(lines)[1].startswith("Heading") for lines in columns.values())
