"""Events run through the pages of the desk from the first form to the last result."""

import re
from collections.abc import Callable

import pytest
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone

from matches.models import Match, User
from matches.services import rulings
from matches.states import Status
from tests.factory_recordings import replayed
from tests.tournaments import club_evenings
from tests.tournaments.play.event_pages.test_views_public import path_of
from tests.tournaments.printing.reading import read_leaves, squeezed
from tournaments.models import Event, EventStatus
from tournaments.play.desk.queries import next_step

pytestmark = pytest.mark.django_db

NAMES = ["Anna", "Bruno", "Carla", "Dario", "Elena", "Fabio", "Gina"]


class Chair:
    """A director at the desk of a new event; `options` are fields of the form that creates it."""

    def __init__(self, client: Client, scheme: str, **options: object) -> None:
        self.event = start_event(scheme, options)
        self.director = club_evenings.director_of(self.event.tournament.club)
        client.force_login(self.director)
        self.client = client

    @classmethod
    def of_event(cls, client: Client, event: Event) -> "Chair":
        """Return the director at the desk of an existing event."""
        chair = cls.__new__(cls)
        chair.client, chair.event = client, event
        chair.director = club_evenings.director_of(event.tournament.club)
        client.force_login(chair.director)
        return chair

    def post(self, path: str, **fields: object) -> HttpResponse:
        return self.client.post(path_of(self.event, f"desk/{path}/"), fields)

    def get(self, path: str = "", **fields: object) -> str:
        answer = self.client.get(path_of(self.event, f"desk/{path}"), fields)
        assert answer.status_code == 200, answer.content.decode()
        return answer.content.decode()

    def draw_again(self, **fields: object) -> HttpResponse:
        """Replace the draw, with the version that the page shows."""
        self.event.refresh_from_db()
        return self.post("draw", version=self.event.version, **fields)

    def begin(self, names: list[str]) -> None:
        """Enter the names, and draw and publish, or start a first mini knockout."""
        begin_event(self.event, names)

    def _begin(self, names: list[str]) -> None:
        assert self.post("names", enter=1, names="\n".join(names)).status_code == 303
        if next_step.get_next_step(self.event).code in {"start_stage", "gather_stage"}:
            assert self.start_knockout().status_code == 303
            assert self.post("rolling", action="close").status_code == 303
            return
        assert self.post("draw").status_code == 303
        assert self.post("publish").status_code == 303

    def play(self, nth: int = 1) -> bool:
        """Settle every nth seated match; return whether there was one."""
        return settle_matches(self.event, self.director, nth)

    def step(self) -> bool:
        """Take the next step that the desk proposes; return whether there was one."""
        self.event.refresh_from_db()
        step = next_step.get_next_step(self.event)
        flight = step.facts.get("flight")
        if step.code == "start_stage":
            return self.start_knockout().status_code == 303
        if step.code == "pair_stage":
            self.get(f"round/{flight}/")
            return self.post(f"round/{flight}").status_code == 303
        if step.code == "measure":
            return self.measure()
        if step.code in {"draw_stage", "publish_stage"}:
            return self.post(step.code.removesuffix("_stage"), flight=flight).status_code == 303
        return False

    def measure(self) -> bool:
        """Enter a ruling for every match without performance ratings; return whether there was one."""
        missing = re.findall(r'name="pairing" value="([^"]+)"', self.get("figures/"))
        ruled = [self.post("figures", pairing=label, ruling="half") for label in dict.fromkeys(missing)]
        return bool(ruled) and {answer.status_code for answer in ruled} == {303}

    def start_knockout(self) -> HttpResponse:
        """Start a mini knockout with the entries ticked and the match length proposed by the page."""
        page = self.get("rolling/")
        ticked = re.findall(r'name="entries" value="(\d+)" checked', page)
        points = re.findall(r'name="points"[^>]* value="(\d*)"', page)
        fields = {"entries": ticked, "points": points[0] or 1, "confirmed_size": len(ticked)}
        return self.post("rolling", action="start", **fields)

    def finish(self, after_each: Callable[[Event], None] = lambda event: None) -> None:
        """Play to the end; load the desk and call `after_each` at every turn."""
        for _turn in range(60):
            after_each(self.event)
            if not self.play() and not self.step():
                break
            self.get()
        self.event.refresh_from_db()
        assert self.event.status == EventStatus.FINISHED, next_step.get_next_step(self.event)


@replayed
def start_event(scheme: str, options: dict[str, object]) -> Event:
    """Create an event of a new club by the form of the club."""
    club, client = club_evenings.a_club(), Client()
    client.force_login(club_evenings.director_of(club))
    form = {"name": "Monday", "starts_at": "2026-10-05T18:30", "tables": 16, "policy": "desk", **options}
    answer = client.post(f"/clubs/{club.slug}/start/", {"scheme": scheme, **form})
    assert answer.status_code == 303, answer.content.decode()
    return Event.objects.get(tournament__club=club)


@replayed
def begin_event(event: Event, names: list[str]) -> None:
    """Begin an event at its desk."""
    Chair.of_event(Client(), event)._begin(names)


@replayed
def settle_matches(event: Event, director: User, nth: int) -> bool:
    """Settle every nth seated match, won by the name that comes first in the alphabet."""
    open_ones = Match.objects.filter(
        pairing__event=event, status__in=(Status.SCHEDULED.value, Status.CALLED.value)
    ).select_related("desk", "white", "black", "table")
    matches = list(open_ones)[::nth]
    for match in matches:
        winner = "white" if match.white.name < match.black.name else "black"
        scores = {"white_score": 0, "black_score": 0, f"{winner}_score": match.length}
        rulings.award(match=match, **scores, winner=winner, ending="played", by=director, reason="")
    return bool(matches)


def test_a_swiss_round_is_previewed_before_it_is_paired(client: Client) -> None:
    chair = Chair(client, "swiss", rounds=3)
    chair.begin(NAMES)
    page = chair.get("round/swiss/", away=7)
    assert re.findall(r"<h2>(.*?)</h2>", page)[-1] == "Swiss: round 1"
    assert "Gina: absent" in page
    assert not Match.objects.filter(pairing__event=chair.event).exists()
    assert chair.post("round/swiss", away=[7]).status_code == 303
    sat = Match.objects.filter(pairing__event=chair.event).values_list("white__name", "black__name")
    assert {name for pair in sat for name in pair} == set(NAMES) - {"Gina"}


def test_a_manual_pairing_of_players_who_have_met_says_in_which_round(client: Client) -> None:
    chair = Chair(client, "swiss", rounds=3)
    chair.begin(NAMES[:6])
    chair.post("round/swiss")
    chair.play()
    first = chair.event.pairings.get(label="S1-1")
    pair = [first.white_entry.number, first.black_entry.number]
    assert "met in round" not in chair.get("round/swiss/")
    page = chair.get("round/swiss/", one=pair[0], other=pair[1])
    assert page.count("met in round 1") == 1


def test_a_full_tie_for_the_last_place_that_advances_is_shown_as_drawn(client: Client) -> None:
    chair = Chair(client, "groups", size=3, best=1)
    chair.begin(NAMES[:6])
    groups: dict[str, list[Match]] = {}
    for match in Match.objects.filter(pairing__event=chair.event, pairing__flight__startswith="group_"):
        groups.setdefault(match.pairing.flight, []).append(match)
    for pairings in groups.values():
        # Everybody beats the next one: three equal records.
        people = sorted({player for match in pairings for player in (match.white.name, match.black.name)})
        for match in pairings:
            white, black = people.index(match.white.name), people.index(match.black.name)
            winner = "white" if (white + 1) % 3 == black else "black"
            scores = {"white_score": 0, "black_score": 0, f"{winner}_score": match.length}
            rulings.award(match=match, **scores, winner=winner, ending="played", by=chair.director, reason="")
    chosen = [
        str(pairing.white_entry.player.name if side == "white" else pairing.black_entry.player.name)
        for pairing in chair.event.pairings.filter(flight="main")
        for side in ("white", "black")
    ]
    page = chair.client.get(path_of(chair.event, "standings/")).content.decode()
    marked = re.findall(r'<th scope="row"><a [^>]*>([^<]*)</a>\s*<span class="badge">goes on</span>', page)
    assert sorted(marked) == sorted(chosen)
    for name in chosen:
        assert f"The draw seed decided at random who goes on. Advancing: {name}." in page
    desk_page = " ".join(chair.get().split())
    named = re.findall(
        r"tied on every tie-break, so the draw seed decided at random who goes on: (\w+)\.", desk_page
    )
    assert sorted(named) == sorted(chosen)
    sentence = "The draw seed decided at random who goes on."
    for page in ("standings/", "bracket/"):
        assert chair.client.get(path_of(chair.event, page)).content.decode().count(sentence) == 2
    television = chair.client.get(f"/tv/{chair.event.tournament.desk.code}/").content.decode()
    assert television.count(sentence) == 2
    paper = read_leaves(chair.client.get(path_of(chair.event, "desk/paper/standings.pdf")).content)
    assert squeezed("".join(leaf.text for leaf in paper)).count(squeezed(sentence)) == 2


def test_the_next_round_is_not_paired_before_all_results(client: Client) -> None:
    chair = Chair(client, "swiss", rounds=3)
    chair.begin(NAMES)
    chair.post("round/swiss")
    assert chair.post("round/swiss").status_code == 409
    assert client.get(path_of(chair.event, "desk/round/garden/")).status_code == 409


def test_the_table_explains_each_figure(client: Client) -> None:
    chair = Chair(client, "swiss", rounds=2)
    chair.begin(NAMES[:4])
    chair.finish()
    page = client.get(path_of(chair.event), {"explain": 1}).content.decode()
    assert "Round 1: won against" in page
    assert "Why these pairings?" in page


def test_a_late_entry_is_previewed_and_then_takes_the_bye(client: Client) -> None:
    chair = Chair(client, "knockout")
    chair.begin(NAMES)
    page = chair.get("change/", act="late", name="Hugo", flight="main")
    assert "<strong>Anna – Hugo</strong>" in page or "– Hugo</strong>" in page or "Hugo –" in page
    assert chair.event.entries.count() == 7
    assert chair.post("change", act="late", name="Hugo", flight="main").status_code == 303
    assert chair.event.entries.count() == 8
    assert Match.objects.filter(pairing__event=chair.event, pairing__round=1).count() == 4


def test_a_swap_is_previewed_made_and_undone(client: Client) -> None:
    chair = Chair(client, "knockout")
    chair.begin(NAMES[:4])
    before = seats(chair.event)
    first, second = before["M1-1"][0], before["M1-2"][0]
    assert "2 pairings change" in chair.get("change/", act="swap", entry=first, other=second, flight="main")
    assert seats(chair.event) == before
    assert chair.post("change", act="swap", entry=first, other=second, flight="main").status_code == 303
    assert (seats(chair.event)["M1-1"][0], seats(chair.event)["M1-2"][0]) == (second, first)
    last = chair.event.journal.order_by("seq").last()
    assert chair.post("undo", command=last.command).status_code == 303
    assert seats(chair.event) == before


@pytest.mark.parametrize(
    "data",
    [
        {"act": "swap", "entry": 1, "flight": "main"},
        {"act": "late", "flight": "main"},
        {"act": "nonsense"},
        {"act": "length", "number": 0, "length": 5, "flight": "main"},
    ],
)
def test_an_incomplete_change_is_rejected(client: Client, data: dict[str, object]) -> None:
    chair = Chair(client, "knockout")
    chair.begin(NAMES[:4])
    lines = chair.event.journal.count()
    assert chair.post("change", **data).status_code == 400
    assert chair.event.journal.count() == lines


def test_a_change_of_an_unknown_entry_is_not_found(client: Client) -> None:
    chair = Chair(client, "knockout")
    chair.begin(NAMES[:4])
    answer = chair.post("change", act="withdraw", entry=99, flight="main")
    assert answer.status_code == 404


def test_matches_have_the_length_of_their_round(client: Client) -> None:
    chair = Chair(client, "knockout", length="3 5")
    chair.begin(NAMES[:4])
    chair.play()
    lengths = Match.objects.filter(pairing__event=chair.event).values_list("pairing__round", "length")
    assert set(lengths) == {(1, 3), (2, 5)}


@pytest.mark.parametrize("length", ["0", "100", "seven", "7 0", "7 " * 13])
def test_impossible_lengths_are_rejected(client: Client, length: str) -> None:
    club = club_evenings.a_club()
    client.force_login(club_evenings.director_of(club))
    form = {"name": "Monday", "starts_at": timezone.now().isoformat()[:16], "tables": 4, "policy": "desk"}
    answer = client.post(f"/clubs/{club.slug}/start/", {**form, "scheme": "knockout", "length": length})
    assert answer.status_code == 400
    assert not Event.objects.filter(tournament__club=club).exists()


def seats(event: Event) -> dict[str, tuple[int | None, int | None]]:
    rows = event.pairings.values_list("label", "white_entry__number", "black_entry__number")
    return {label: (white, black) for label, white, black in rows}


def round_headings(page: str) -> list[str]:
    """The headings of rounds on a page, each with the line below it."""
    parts = re.findall(r'<div class="round-name">\s*<h3\s*>(.*?)</h3>(.*?)</div>', page, re.DOTALL)
    return [" ".join(re.sub(r"<.*?>", " ", f"{name} {below}").split()) for name, below in parts]


def test_rounds_show_their_match_lengths_where_these_differ(client: Client) -> None:
    chair = Chair(client, "knockout", length="5 7 9")
    chair.begin(NAMES)
    page = client.get(path_of(chair.event, "bracket/")).content.decode()
    places = ("losers finish 5th–7th", "losers finish 3rd–4th", "loser is runner-up")
    assert round_headings(page) == [
        f"Quarter-finals 5-point matches {places[0]}",
        f"Semi-finals 7-point matches {places[1]}",
        f"Final 9-point matches {places[2]}",
    ]


def test_one_length_for_all_rounds_is_shown_once(client: Client) -> None:
    chair = Chair(client, "knockout", length="5")
    chair.begin(NAMES)
    page = client.get(path_of(chair.event, "bracket/")).content.decode()
    assert page.count("5-point matches") == 1


def test_a_swiss_shows_the_match_length_beside_each_round(client: Client) -> None:
    chair = Chair(client, "swiss", length="3 5", rounds="3")
    chair.begin(NAMES)
    assert (chair.step(), chair.play(), chair.step()) == (True, True, True)
    page = client.get(path_of(chair.event, "bracket/"), {"all": 1}).content.decode()
    headings = re.findall(r'<h3 id="swiss-\d">(.*?)</h3>', page, re.DOTALL)
    assert [" ".join(re.sub(r"<.*?>", " ", text).split()) for text in headings] == [
        "Round 2 5-point matches",
        "Round 1 3-point matches",
    ]


def test_the_forms_explain_lengths_by_round(client: Client) -> None:
    chair = Chair(client, "knockout")
    hint = "One length for all rounds, or one per round: 7 7 7 9 11."
    start = client.get(f"/clubs/{chair.event.tournament.club.slug}/start/").content.decode()
    assert (hint in start, hint in chair.get("plan/")) == (True, True)
