"""Random tournaments played through the REST API by a director, with corrections and undo checked.

Everything is read and written over HTTP. The answers and the event file are compared before and after each
command, and the results by the people who played them.
"""

import json
import random
from collections import Counter
from collections.abc import Mapping
from datetime import UTC, datetime
from http import HTTPStatus
from typing import Any

from django.core.cache import cache
from django.test import Client

from tests.tournaments.club_evenings import a_club, director_of
from tournaments.formats import FORMATS
from tournaments.models import Event
from tournaments.play.events import event_state
from tournaments.play.tournaments.services import tournaments
from tournaments.verification.checker.verify import check_file
from tournaments.verification.simulator.openings import PLANS

# Formats whose matches are counted by other figures than their score need those figures first.
FORMS = tuple(name for name in PLANS if name != "pr_event")
CHANGES = (
    *("late",) * 4,
    *("reenter",) * 3,
    "join",
    "swap",
    "substitute",
    "seed",
    "withdraw",
    "reinstate",
    "length",
)
SIZES = (2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 16, 17)
FEWEST_OF_FORM = {"three": 3, "split": 4, "groups": 6, "swiss_and_knockout": 5}
# In a round robin a larger field adds matches, but no further stages.
MOST_OF_FORM = {"three": 3, "round_robin": 7, "schedule": 9}
ENDINGS = ("played",) * 8 + ("walkover", "forfeit", "retired")
MOST_PREVIEWS = 30
# Why a stage may not be drawn yet: it is drawn with another, an earlier one is in play, too few are left.
NOT_YET = {"stage_hangs", "stage_open", "field_size", "play_off_of_three"}
TABLES = 40
TOO_MANY_REQUESTS, SERVER_ERROR = 429, 500
Json = dict[str, Any]
# What is compared before and after a command, by name.
Snapshot = dict[str, Any]


class RandomApiEvent:
    """One tournament. `findings` lists violations; `counts` counts the commands given."""

    def __init__(self, seed: str, form: str) -> None:
        self.seed, self.form = seed, form
        self.rng = random.Random(f"{seed}-{form}")
        self.counts, self.findings = Counter[str](), list[str]()
        club = a_club()
        self.client = Client(raise_request_exception=False)
        self.client.force_login(director_of(club))
        self.event: Event = tournaments.create_tournament_with_event(
            club=club,
            name=f"Random {seed}",
            starts_at=datetime(2026, 10, 5, 18, 30, tzinfo=UTC),
            lengths=(5, 3),
            setup=tournaments.TournamentSetup(TABLES),
            plan=PLANS[form](self.rng),
            by=director_of(club),
        )
        size = max(self.rng.choice(SIZES), FEWEST_OF_FORM.get(form, 2))
        size = min(size, MOST_OF_FORM.get(form, size))
        self.post("entries/", {"names": [f"Player {number}" for number in range(1, size + 1)]})
        self.advance()

    # Requests.

    def get(self, path: str) -> Any:
        """The answer of an address of the event; anything but 200 is a finding."""
        answer = self.client.get(f"/api/v1/events/{self.event.pk}/{path}")
        self.expect(answer.status_code == 200, f"GET {path}: {answer.status_code}")
        return answer.json()

    def post(self, path: str, data: Json) -> tuple[int, Json]:
        """Status and answer of a command; a failure of the server is a finding."""
        return self.post_to(f"/api/v1/events/{self.event.pk}/{path}", data)

    def put(self, path: str, data: Json) -> tuple[int, Json]:
        """Status and answer of a command sent by PUT."""
        return self.post_to(f"/api/v1/events/{self.event.pk}/{path}", data, method="PUT")

    def post_to(self, address: str, data: Json, method: str = "POST") -> tuple[int, Json]:
        """Status and answer of a command sent to any address."""
        answer = self.client.generic(method, address, json.dumps(data), "application/json")
        if answer.status_code == TOO_MANY_REQUESTS:
            # The rate limits of the API are not tested here.
            cache.clear()
            answer = self.client.generic(method, address, json.dumps(data), "application/json")
        self.expect(answer.status_code < SERVER_ERROR, f"POST {address} {data}: {answer.status_code}")
        return answer.status_code, answer.json() if answer["Content-Type"].endswith("json") else {}

    def get_all(self, path: str) -> list[Json]:
        """Every row of a list, page by page."""
        answer = self.get(path)
        rows: list[Json] = answer["results"]
        while answer["next"]:
            answer = self.client.get(answer["next"]).json()
            rows += answer["results"]
        return rows

    def pairings(self) -> dict[str, Json]:
        """Every pairing by its label."""
        return {pairing["name"]: pairing for pairing in self.get_all("pairings/")}

    def snapshot(self) -> Snapshot:
        """The state of the event by its journal, and its pairings and entries by the API."""
        state = event_state.get_event_state(Event.objects.get(pk=self.event.pk))
        parts: Snapshot = {name: getattr(state, name) for name in state.__slots__ if name != "seq"}
        parts |= {f"pairing {name}": pairing for name, pairing in self.pairings().items()}
        return parts | {f"entry {entry['number']}": entry for entry in self.get_all("entries/")}

    def expect(self, holds: bool, otherwise: str) -> None:
        """Add a finding unless `holds`."""
        if not holds:
            self.findings.append(f"{self.seed} {self.form}: {otherwise}")

    def expect_same(self, now: Snapshot, then: Snapshot, otherwise: str) -> None:
        """Add a finding for each difference between two snapshots."""
        for part in now.keys() | then.keys():
            if now.get(part) != then.get(part):
                self.expect(False, f"{otherwise}: {part} is {now.get(part)}, was {then.get(part)}")

    # Commands.

    def advance(self) -> bool:
        """Draw, publish and pair every stage that can be; return whether the event changed."""
        before = self.version
        state = event_state.get_event_state(Event.objects.get(pk=self.event.pk))
        for stage in state.plan.stages:
            if stage.key not in state.stages:
                status, answer = self.post("draws/", {"flight": stage.key})
                is_drawn = status == HTTPStatus.CREATED or answer.get("code") in NOT_YET
                self.expect(is_drawn, f"no draw of {stage.key}: {status} {answer}")
            self.post("publish/", {"flight": stage.key})
            if not FORMATS[stage.format].is_static:
                self.post("rounds/", {"flight": stage.key})
        return self.version != before

    @property
    def version(self) -> int:
        """The version of the event."""
        return Event.objects.values_list("version", flat=True).get(pk=self.event.pk)

    def report(self) -> bool:
        """Settle one open match: by its score, or as a walkover, retirement or forfeit."""
        waiting = [pairing["match"] for pairing in self.pairings().values() if _is_open(pairing)]
        if not waiting:
            return self.advance()
        match = self.rng.choice(waiting)
        result = self.random_result(match)
        address = f"/api/v1/matches/{match['code']}/"
        if result["ending"] == "played":
            score = {name: result[name] for name in ("white_score", "black_score")}
            status, answer = self.post_to(f"{address}reports/", score)
        else:
            award = {"ending": result["ending"], "winner": result["winner"]}
            status, answer = self.post_to(f"{address}award/", award)
        self.expect(status in {200, 201}, f"a result was refused: {status} {answer}")
        return True

    def random_result(self, match: Json) -> Json:
        """A random possible result of a match."""
        winner, ending = self.rng.choice(("white", "black")), self.rng.choice(ENDINGS)
        loser_score = self.rng.randrange(match["length"]) if ending == "played" else 0
        scores = (match["length"] if ending == "played" else 0, loser_score)
        white, black = scores if winner == "white" else scores[::-1]
        return {"white_score": white, "black_score": black, "winner": winner, "ending": ending}

    def leave(self) -> None:
        """Withdraw a random entry, or mark it as away."""
        entry = self.rng.choice(self.get_all("entries/"))["number"]
        if self.rng.random() < 0.5:
            self.post(f"entries/{entry}/withdraw/", {})
        else:
            self.put(f"entries/{entry}/presence/", {"presence": "away"})

    def change(self) -> bool:
        """Change the draw at random, and check that only the pairings of the preview change."""
        change = self.random_change()
        status, preview = self.post("changes/preview/", change)
        if status != HTTPStatus.OK:
            self.counts["changes refused"] += 1
            return False
        before = self.pairings()
        snapshot = self.snapshot()
        status, answer = self.post("changes/", change)
        self.expect(status == HTTPStatus.CREATED, f"{change} refused after its preview: {status} {answer}")
        self.counts[f"change {change['act']}"] += 1
        after = self.pairings()
        changed = {name for name in {*before, *after} if _seats(before.get(name)) != _seats(after.get(name))}
        listed = {pairing["pairing"] for pairing in preview["pairings"]}
        self.expect(
            changed <= listed, f"{change} moved {sorted(changed - listed)}, which its preview does not list"
        )
        self.check_undo(snapshot, self.snapshot(), str(change))
        return True

    def random_change(self) -> Json:
        """A random change of the draw."""
        entry, other = (self.rng.choice(self.get_all("entries/"))["number"] for _ in range(2))
        flight = self.rng.choice([stage["key"] for stage in self.get("plan/")["stages"]])
        act = self.rng.choice(CHANGES)
        change = {"act": act, "flight": flight, "entry": entry, "other": other}
        change |= {"number": self.rng.randint(1, 4), "length": self.rng.choice((1, 3, 5, 7))}
        return {**change, "name": f"Late {self.version}"} if act in {"late", "substitute"} else change

    # Checks.

    def correct(self) -> bool:
        """Correct a random settled result, then undo and redo that; return whether there was one."""
        before = self.pairings()
        settled = [label for label, pairing in before.items() if _is_settled(pairing)]
        if not settled:
            return False
        label = self.rng.choice(settled)
        match = before[label]["match"]
        correction = {"match": match["code"], **self.random_result(match)}
        preview = self.preview(correction)
        if preview is None:
            return False
        snapshot = self.snapshot()
        status, answer = self.post("corrections/", {**correction, **preview_choices(preview)})
        self.counts["corrections"] += 1
        if status != 201:
            self.expect(False, f"correction of {label} refused: {status} {answer.get('code')}")
            return False
        after = self.pairings()
        changed = {name for name in {*before, *after} if before.get(name) != after.get(name)}
        listed = {affected["pairing"] for affected in preview["affected"]}
        self.expect(
            changed - {label} <= listed, f"correction of {label} changed {sorted(changed - listed - {label})}"
        )
        self.check_people(label, before, after)
        self.check_undo(snapshot, self.snapshot(), f"correction of {label}")
        return True

    def preview(self, result: Json) -> Json | None:
        """The preview of a correction with random choices for all it requires; None when refused."""
        choices: dict[str, str] = {}
        for _ in range(MOST_PREVIEWS):
            status, preview = self.post("corrections/preview/", {**result, "choices": choices})
            if status != 200:
                self.expect(False, f"preview refused: {status} {preview.get('code')}")
                return None
            next_choices: dict[str, str] = {}
            for affected in preview["affected"]:
                name, allowed = affected["pairing"], affected["allowed"]
                if allowed:
                    next_choices[name] = (
                        choices[name] if choices.get(name) in allowed else self.rng.choice(allowed)
                    )
            if next_choices == choices:
                return preview
            choices = next_choices
        self.expect(False, "a preview never settled")
        return None

    def check_people(self, corrected: str, before: Mapping[str, Json], after: Mapping[str, Json]) -> None:
        """Check that pairings of the same two people keep their winner and score."""
        for label in before.keys() & after.keys() - {corrected}:
            one, other = _by_person(before[label]), _by_person(after[label])
            if one and other and one[0] == other[0]:
                self.expect(one == other, f"{label}: {one} became {other}")

    def check_undo(self, before: Any, after: Any, command: str) -> None:
        """Undo and redo the last command, and check that this restores `before` and `after`."""
        status, answer = self.undo()
        if status != 201:
            self.expect(False, f"{command} cannot be undone: {status} {answer.get('code')}")
            return
        self.expect_same(self.snapshot(), before, f"{command} undone is not as before")
        status, answer = self.redo()
        self.expect(status == 201, f"{command} cannot be redone: {status} {answer.get('code')}")
        self.expect_same(self.snapshot(), after, f"{command} redone is not as it was")
        self.counts["undone"] += 1

    def undo(self) -> tuple[int, Json]:
        """Undo the last command."""
        return self.post("undo/", {})

    def redo(self) -> tuple[int, Json]:
        """Redo the command undone last."""
        return self.post("redo/", {})

    def check_file(self) -> None:
        """Pass the event file to the independent checker."""
        answer = self.client.get(f"/api/v1/events/{self.event.pk}/files/event.json")
        content = b"".join(answer.streaming_content) if answer.streaming else answer.content
        for finding in check_file(content):
            self.expect(False, f"{finding.guarantee} {finding.code} {finding.facts}")

    def check_busy(self) -> None:
        """Check that a match is not called while one of its players is at another table."""
        matches = {label: pairing["match"] for label, pairing in self.pairings().items() if _is_open(pairing)}
        playing = {label for label, match in matches.items() if match["table"] is not None}
        seats = {label: _seats(pairing) for label, pairing in self.pairings().items()}
        for label in matches.keys() - playing:
            busy = any({*seats[label]} & {*seats[other]} for other in playing)
            if busy:
                address = f"/api/v1/matches/{matches[label]['code']}/call/"
                status, answer = self.post_to(address, {"table": TABLES})
                self.counts["calls of somebody who plays"] += 1
                self.expect(
                    (status, answer.get("code")) == (HTTPStatus.CONFLICT, "player_at_another_table"),
                    f"{label} was called though somebody plays: {status} {answer}",
                )

    def play(self, commands: int) -> None:
        """Give that many random commands, then check the event file."""
        actions = (
            (self.report,) * 8 + (self.correct,) * 6 + (self.leave, self.change, self.change, self.advance)
        )
        for _ in range(commands):
            self.rng.choice(actions)()
            if self.findings:
                return
        self.check_busy()
        self.check_file()


def preview_choices(preview: Json) -> Json:
    """The fields of a preview that the correction must repeat."""
    return {"choices": preview["choices"], "reach": preview["reach"]}


def _is_open(pairing: Json) -> bool:
    match = pairing["match"]
    return match is not None and match["status"] not in {"settled", "void"}


def _is_settled(pairing: Json) -> bool:
    match = pairing["match"]
    return match is not None and match["status"] == "settled"


def _by_person(pairing: Json) -> tuple[frozenset[str], str, frozenset[tuple[str, int]], str] | None:
    match = pairing["match"]
    if match is None or match["status"] != "settled":
        return None
    people = {side: pairing[side]["player"]["code"] for side in ("white", "black")}
    scores = frozenset((people[side], match[f"{side}_score"]) for side in people)
    return frozenset(people.values()), people.get(match["winner"], ""), scores, match["ending"]


def _seats(pairing: Json | None) -> tuple[int, ...]:
    """The entry numbers of a pairing; empty when there is no such pairing."""
    if pairing is None:
        return ()
    return tuple(pairing[side]["number"] if pairing[side] else 0 for side in ("white", "black"))
