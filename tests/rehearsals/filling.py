"""Fill the fields of a form at random, within what the fields allow, as people do who also make mistakes."""

import random
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from itertools import groupby
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone

from tests.page_forms import Control, PageForm

BUTTONS = {"submit", "image"}
NOT_FILLED = {*BUTTONS, "button", "reset", "hidden"}
FIRST_NAMES = ("Anna", "Bruno", "Carla", "Dario", "Élodie", "Fabio", "Gina", "Hugo", "Ines", "Jürg")
LAST_NAMES = ("Rossi", "Bianchi", "D'Amico", "O'Neill", "Nakamura", "van Dijk")
# Addresses and telephone numbers that people type: no visitor may read them.
MAILBOX, TELEPHONE = "@mailbox.example", "+39 055 776"
LONGEST_LIST = 6
# So many of the names in use are on the minds of all.
LATEST_NAMES = 12
FIGURES = ("0", "1", "2", "3", "5", "7", "20", "50", "1500")
WORDS = ("A phone call", "Late", "Agreed by both", "The hall closes", "<b>No</b>", "Più tardi")
CSV = (
    "Name;Club;Country;Rating\nAnna Rossi;Roma;ITA;1700\nBruno Bianchi;;XX;\n;;;\nAnna Rossi;Milano;ITA;abc\n"
)

# From now to a moment that somebody enters.
MINUTES = (-1440, -30, 0, 5, 30, 180, 1440, 9000)
Values = dict[str, Any]


@dataclass
class Writer:
    """Somebody who fills in forms; `names` are those they know.

    A careful writer enters results that are possible, and leaves what the form proposes as it is.
    """

    rng: random.Random
    names: list[str] = field(default_factory=list)
    is_careful: bool = False

    def new_name(self) -> str:
        """Return a name, at times one that is in use."""
        if self.names and self.rng.random() < 0.3:
            return self.rng.choice(self.names[-LATEST_NAMES:])
        name = f"{self.rng.choice(FIRST_NAMES)} {self.rng.choice(LAST_NAMES)}"
        self.names.append(name)
        return name

    def fill(self, form: PageForm, button: Control | None, points: int) -> Values | None:
        """Return what is sent by a button, or by Enter; None if a field cannot be filled as it requires.

        `points` are those that win the match of the form.
        """
        values: dict[str, list[Any]] = {}
        for control in form.controls:
            if control.kind == "hidden" and control.name:
                values.setdefault(control.name, []).extend(control.shown)
        # A field that no keyboard reaches is a trap for robots.
        fields = [
            control
            for control in form.controls
            if control.name and control.kind not in NOT_FILLED and control.attributes.get("tabindex") != "-1"
        ]
        scores = self._scores(points)
        for (name, kind), group in groupby(fields, key=lambda control: (control.name, control.kind)):
            controls = list(group)
            entered = scores.get(name) if kind in {"number", "text"} else None
            chosen = [entered] if entered is not None else self._enter(kind, controls)
            if chosen is None or (not chosen and kind == "radio" and "required" in controls[0].attributes):
                return None
            values.setdefault(name, []).extend(chosen)
        if button is not None and button.name:
            values.setdefault(button.name, []).extend(button.shown)
        return {name: entered[0] if len(entered) == 1 else entered for name, entered in values.items()}

    def _scores(self, points: int) -> dict[str, str]:
        """Return a result that is possible, by the names of the fields of a score; at times a wrong one."""
        if not self.is_careful and self.rng.random() < 0.15:
            return {}
        lost = self.rng.randrange(max(points, 1))
        first, second = (points, lost) if self.rng.random() < 0.5 else (lost, points)
        return {"white_score": str(first), "black_score": str(second)}

    def _enter(self, kind: str, controls: Sequence[Control]) -> list[Any] | None:
        control = controls[0]
        if kind == "radio":
            return self._choose([option for each in controls for option in each.options], controls)
        if kind == "checkbox":
            change = 0.02 if self.is_careful else 0.15
            return [
                option
                for each in controls
                for option in each.options
                if bool(each.shown) != (self.rng.random() < change)
            ]
        if kind == "select":
            return self._select(control)
        if kind == "file":
            file = SimpleUploadedFile("list.csv", CSV.encode(), "text/csv")
            return [file] if "required" in control.attributes or self.rng.random() < 0.5 else []
        return self._type(control)

    def _choose(self, options: list[str], controls: Sequence[Control]) -> list[str]:
        shown = [value for each in controls for value in each.shown]
        return shown if shown and self.rng.random() < 0.6 else [self.rng.choice(options)] if options else []

    def _select(self, control: Control) -> list[str] | None:
        if "multiple" in control.attributes:
            return [option for option in control.options if self.rng.random() < 0.3]
        options = [option for option in control.options if option or "required" not in control.attributes]
        if not options:
            return None if "required" in control.attributes else []
        if control.shown and control.shown[0] in options and self.rng.random() < 0.5:
            return control.shown
        return [self.rng.choice(options)]

    def _type(self, control: Control) -> list[str] | None:
        shown = control.shown[0] if control.shown else ""
        is_required = "required" in control.attributes
        if shown and self.rng.random() < (0.95 if self.is_careful else 0.6):
            return [shown]
        chance = self.rng.random()
        if not is_required and chance < (0.9 if self.is_careful else 0.7):
            return [shown] if self.is_careful or chance < 0.6 else [""]
        text = self._text(control)
        limit = int(control.attributes.get("maxlength") or 10_000)
        pattern = control.attributes.get("pattern")
        if pattern and not re.fullmatch(pattern, text):
            text = next((known for known in (*FIGURES, shown) if re.fullmatch(pattern, known)), "")
        if is_required and not text:
            return None
        return [text[:limit]]

    def _text(self, control: Control) -> str:  # noqa: PLR0911 one return for each kind of field
        kind, rng = control.kind, self.rng
        if control.options and rng.random() < 0.8:
            return rng.choice(control.options)
        if kind == "number" or control.attributes.get("inputmode") in {"numeric", "decimal"}:
            return self._figure(control)
        if kind in {"date", "datetime-local", "time"}:
            moment = timezone.localtime() + timedelta(minutes=rng.choice(MINUTES))
            return moment.strftime({"date": "%Y-%m-%d", "time": "%H:%M"}.get(kind, "%Y-%m-%dT%H:%M"))
        if kind == "email" or "mail" in control.name:
            return f"box{rng.randrange(100)}{MAILBOX}"
        if kind == "tel" or "phone" in control.name:
            return f"{TELEPHONE}{rng.randrange(1000, 9999)}"
        if kind == "textarea" and "name" in control.name:
            return "\n".join(self.new_name() for _ in range(rng.randint(1, LONGEST_LIST)))
        if kind == "textarea" or "reason" in control.name:
            return rng.choice(WORDS)
        if control.name == "line":
            return self._desk_line()
        return self.new_name() if rng.random() < 0.8 else rng.choice((*WORDS, *FIGURES))

    def _figure(self, control: Control) -> str:
        least, most = (control.attributes.get(name, "") for name in ("min", "max"))
        low = int(float(least)) if least else 0
        high = int(float(most)) if most else low + self.rng.choice((3, 10, 100))
        return str(self.rng.randint(low, min(max(low, high), low + 100)))

    def _desk_line(self) -> str:
        """Return a line of the desk: by table or by the first letters of a name."""
        who = str(self.rng.randint(1, 5))
        if self.names and self.rng.random() < 0.4:
            who = self.rng.choice(self.names)[: self.rng.randint(2, 12)]
        won, lost = self.rng.choice((3, 5, 5, 5, 7)), self.rng.randrange(3)
        scores = (won, lost) if self.rng.random() < 0.5 else (lost, won)
        return f"{who} {scores[0]}-{scores[1]}" if self.rng.random() < 0.85 else who
