"""Forms of a page as a browser without JavaScript would send them."""

import re
from dataclasses import dataclass, field
from html.parser import HTMLParser

VALUES = {"radio", "checkbox"}
# What says nothing about forms and links; parsing it takes most of the time.
UNREAD = re.compile(
    r"<(script|style|svg)\b.*?</\1>"
    r"|</?(?!(?:a|form|input|button|select|textarea|option|datalist|template)\b)[a-z][^>]*>",
    re.DOTALL,
)
NOT_SENT = {"submit", "button", "reset", "image", "file"}


@dataclass
class Control:
    """A field or button of a form: what it shows, and what it lets a person enter.

    `options` are the choices of a select, or the suggestions of a text field; `shown` those that are chosen.
    `attributes` are those of the HTML, such as `required`, `min`, `pattern` and `formaction`.
    """

    name: str
    kind: str
    attributes: dict[str, str]
    shown: list[str] = field(default_factory=list)
    options: list[str] = field(default_factory=list)
    text: str = ""


@dataclass
class PageForm:
    """A form: what it sends, its buttons (text, name, value), the names of its `visible` fields, and all its
    `controls` in order."""

    action: str
    method: str
    fields: list[tuple[str, str]] = field(default_factory=list)
    buttons: list[tuple[str, str, str]] = field(default_factory=list)
    visible: set[str] = field(default_factory=set)
    controls: list[Control] = field(default_factory=list)

    def data(self, button: str = "") -> dict[str, str | list[str]]:
        """Return what is sent by the first button whose text contains `button`, or by Enter."""
        pressed = [(name, value) for text, name, value in self.buttons if button and button in text][:1]
        values: dict[str, list[str]] = {}
        for name, value in [*self.fields, *pressed]:
            if name:
                values.setdefault(name, []).append(value)
        return {name: each[0] if len(each) == 1 else each for name, each in values.items()}


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.forms: list[PageForm] = []
        self.links: list[str] = []
        self.suggestions: dict[str, list[str]] = {}
        self.suggested_for = ""
        self.templates = 0
        self.by_id: dict[str, PageForm] = {}
        self.late: list[tuple[str, PageForm]] = []
        self.current: PageForm | None = None
        self.text: list[str] | None = None
        self.open: tuple[str, PageForm, dict[str, str]] | None = None
        self.options: list[tuple[str, bool]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        self.templates += tag == "template"
        if self.templates:
            return
        if tag == "a" and "href" in values:
            self.links.append(values["href"])
        elif tag == "datalist":
            self.suggested_for = values.get("id", "")
        elif tag == "form":
            self.current = PageForm(values.get("action", ""), values.get("method", "get").lower())
            self.forms.append(self.current)
            self._join(values.get("id", ""), self.current)
        elif tag in {"input", "button", "select", "textarea"}:
            self._start_field(tag, values)
        elif tag == "option":
            self._add_option(values)

    def _add_option(self, values: dict[str, str]) -> None:
        if self.open and self.open[0] == "select":
            if "disabled" not in values:
                self.options.append((values.get("value", ""), "selected" in values))
        elif self.suggested_for:
            self.suggestions.setdefault(self.suggested_for, []).append(values.get("value", ""))

    def _join(self, name: str, form: PageForm) -> None:
        """Keep a form by its id, with the fields outside it that were met before."""
        if name:
            self.by_id[name] = form
            for other, early in self.late:
                if other == name:
                    form.fields += early.fields
                    form.buttons += early.buttons
                    form.controls += early.controls

    def _form_of(self, values: dict[str, str]) -> PageForm | None:
        name = values.get("form", "")
        if not name:
            return self.current
        if name not in self.by_id:
            form = PageForm("", "")
            self.late.append((name, form))
            return form
        return self.by_id[name]

    def _start_field(self, tag: str, values: dict[str, str]) -> None:
        form = self._form_of(values)
        if form is None or "disabled" in values:
            return
        kind = values.get("type", "text" if tag == "input" else tag)
        if tag == "input":
            if kind != "hidden" and values.get("name"):
                form.visible.add(values["name"])
            value = values.get("value", "on" if kind in VALUES else "")
            is_shown = kind not in NOT_SENT and (kind not in VALUES or "checked" in values)
            if is_shown and values.get("name"):
                form.fields.append((values["name"], value))
            shown, options = [value] if is_shown else [], [value] if kind in VALUES else []
            form.controls.append(Control(values.get("name", ""), kind, values, shown, options))
            return
        if tag != "button" and values.get("name"):
            form.visible.add(values["name"])
        self.open, self.text, self.options = (tag, form, values), [], []

    def handle_data(self, data: str) -> None:
        if self.text is not None:
            self.text.append(data)

    def handle_endtag(self, tag: str) -> None:
        self.templates -= tag == "template"
        if tag == "form":
            self.current = None
        elif tag == "datalist":
            self.suggested_for = ""
        if not self.open or tag != self.open[0]:
            return
        _, form, values = self.open
        text, name = "".join(self.text or ()), values.get("name", "")
        control = Control(name, values.get("type", "submit") if tag == "button" else tag, values)
        if tag == "button":
            control.text = values.get("aria-label") or " ".join(text.split())
            control.shown = [values.get("value", "")]
            form.buttons.append((control.text, name, values.get("value", "")))
        elif tag == "textarea" and name:
            control.shown = [text.removeprefix("\n")]
        elif tag == "select" and name:
            control.options = [value for value, _ in self.options]
            control.shown = [value for value, is_selected in self.options if is_selected]
            if not control.shown and self.options and "multiple" not in values:
                control.shown = [self.options[0][0]]
        if tag != "button":
            form.fields += [(name, value) for value in control.shown]
        form.controls.append(control)
        self.open, self.text = None, None


@dataclass
class Page:
    """The forms and the targets of the links of a page, in order."""

    forms: list[PageForm]
    links: list[str]


def read_page(page: str) -> Page:
    """Return the forms and links of a page."""
    reader = _Reader()
    reader.feed(UNREAD.sub("", page))
    for form in reader.forms:
        for control in form.controls:
            control.options += reader.suggestions.get(control.attributes.get("list", ""), [])
    return Page(reader.forms, reader.links)


def read_forms(page: str) -> list[PageForm]:
    """Return the forms of a page in order."""
    return read_page(page).forms


def form_with(page: str, button: str) -> PageForm:
    """Return the first form with a button of this text."""
    return next(form for form in read_forms(page) if any(button in text for text, *_ in form.buttons))
