"""A director who undoes and redoes every command, by page and API, and compares what is stored and shown."""

import json
import re
from collections.abc import Callable, Mapping
from difflib import unified_diff
from typing import Any

from django.http import HttpResponse
from django.test import Client

from matches import states
from matches.models import Match
from tests.tournaments import projection_check
from tests.tournaments.club_evenings import match_at
from tests.tournaments.finances import fee_factories
from tests.tournaments.play.draws.test_views_stages import Chair
from tests.tournaments.play.event_pages.test_views_public import path_of
from tournaments.finances.queries import accounts
from tournaments.finances.services.funds import FundOptions
from tournaments.importing.queries import exports
from tournaments.models import Event
from tournaments.payloads import make_payload
from tournaments.play.changes.queries import previews
from tournaments.play.changes.services import corrections
from tournaments.play.events import event_state

PAGES = ("", "bracket/", "entries/", "results/")
# Parts of a page that depend on the time, the version or the visitor, but not on the event.
PASSING = re.compile(
    r'<time.*?</time>|name="csrfmiddlewaretoken" value="\w+"|data-version="\d+"|\bversion=\d+|nonce="[^"]*"'
    r"|in about \d+ min|about \d+:\d\d",
    re.DOTALL,
)
Shown = Mapping[str, Any]


class Director(Chair):
    """A director at the desk of one event with fees; `states` are the stored states after each command."""

    def __init__(self, scheme: str, **options: object) -> None:
        super().__init__(Client(), scheme, **options)
        fee_factories.with_money(self.event, FundOptions(fee=20_00, template="winner"))
        self.states: list[Shown] = [self.shown()]

    def stored(self) -> Shown:
        """The stored state of the event: its export, the money due and its matches."""
        self.event = Event.objects.get(pk=self.event.pk)
        file = json.loads(exports.write_event_file(self.event))
        event = {name: value for name, value in file["event"].items() if name != "players"}
        balances = [
            (account.player.code, account.owes, account.paid, account.surplus)
            for account in accounts.list_accounts(self.event)
        ]
        rows = list(
            self.event.entries.order_by("number").values_list(
                "number", "presence", "status", "club", "rating"
            )
        )
        planned = make_payload(event_state.get_event_state(self.event).plan)
        export = {"event": event, "projection": file["projection"], "entries": rows, "plan": planned}
        return {"export": export, "owed": balances, "matches": self.seats()}

    def shown(self) -> Shown:
        """The stored state of the event, its public pages and the season table of its club."""
        stored, visitor = self.stored(), Client()
        addresses = {page: path_of(self.event, page) for page in PAGES}
        addresses["season"] = f"/clubs/{self.event.tournament.club.slug}/standings/"
        pages = {
            page: PASSING.sub("", visitor.get(address).content.decode())
            for page, address in addresses.items()
        }
        return {**stored, **pages}

    def seats(self) -> dict[str, tuple[Any, ...]]:
        """Every match of the event with its status, table, score and reports, by label."""
        matches = Match.objects.filter(pairing__event=self.event).select_related("table", "pairing")
        return {
            match.pairing.label: (
                match.code,
                match.status,
                match.table and match.table.number,
                (match.white_score, match.black_score, match.winner, match.ending),
                list(
                    match.reports.exclude(state__in=states.INVALID_REPORT_STATES).values_list(
                        "white_score", "state"
                    )
                ),
            )
            for match in matches
        }

    def press(self, button: str, *, by_api: bool) -> None:
        """Undo or redo, by the API or at the desk."""
        if by_api:
            path = f"/api/v1/events/{self.event.pk}/{button}/"
            preview = self.client.get(path)
            assert preview.status_code == 200, preview.content
            answer = self.client.post(path, data="{}", content_type="application/json")
            assert answer.status_code == 201, answer.content
        else:
            answer = self.post(button)
            assert answer.status_code == 303, reason(answer)

    def command(self, act: Callable[[], Any]) -> None:
        """Give a command, undo it, redo it: everything stored is as before, then as after.

        Pages are compared when `there_and_back` comes to each state again, in both directions.
        """
        before = self.states[-1]
        answer = act()
        assert getattr(answer, "status_code", 303) == 303, reason(answer)
        after = self.shown()
        assert before != after, "the command changed nothing"
        by_api = bool(len(self.states) % 2)
        self.press("undo", by_api=by_api)
        same(before, self.stored())
        self.press("redo", by_api=not by_api)
        same(after, self.stored())
        self.states.append(after)

    def change(self, **fields: object) -> None:
        """Change the draw at the desk."""
        self.command(lambda: self.post("change", **fields))

    def result(self, label: str, white: int, black: int) -> None:
        """Enter a result at the desk."""
        match = match_at(self.event, label)
        self.command(lambda: self.post("result", match=match.code, white_score=white, black_score=black))

    def correction(self, label: str, white: int, black: int) -> None:
        """Correct a result with the choices that the preview proposes."""
        match = match_at(self.event, label)
        result = states.make_result(match.length, (white, black), "", "played")

        def correct() -> None:
            preview = previews.preview_correction(match=match, result=result)
            corrections.correct_result(
                match=match, result=result, choices=preview.choices, by=self.director, reason="Wrong sheet"
            )

        self.command(correct)

    def there_and_back(self) -> None:
        """Undo every command one by one to the first, then redo them all."""
        for state in reversed(self.states[:-1]):
            self.press("undo", by_api=False)
            same(state, self.shown())
        for state in self.states[1:]:
            self.press("redo", by_api=True)
            same(state, self.shown())
        projection_check.check(self.event)


def reason(answer: HttpResponse) -> str:
    """The refusal shown on a page, or the end of the page."""
    page = answer.content.decode()
    re_match = re.search(r'class="refusal".*?</div>', page, re.DOTALL)
    return re.sub(r"<[^>]*>|\s+", " ", re_match[0] if re_match else page[-200:])


def same(expected: Shown, result: Shown) -> None:
    """Assert that `result` equals `expected` part by part, so that a failure names the part."""
    for part, value in result.items():
        if isinstance(value, str):
            lines = unified_diff(expected[part].splitlines(), value.splitlines(), lineterm="", n=0)
            assert value == expected[part], f"page {part!r}:\n" + "\n".join(lines)
        else:
            assert value == expected[part], part
