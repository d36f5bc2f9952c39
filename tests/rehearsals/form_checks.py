"""What a form does with what others have entered meanwhile, and with what was entered if it is refused."""

from collections.abc import Iterator

from tests.page_forms import PageForm
from tests.rehearsals.filling import Values

# Hidden fields that change with every page; the others say what a form is about.
CHANGING = {"csrfmiddlewaretoken", "key", "version", "was", "command", "seen"}


def find_same(form: PageForm, forms: list[PageForm]) -> PageForm | None:
    """Return the form that is about the same on a page drawn later; None if there is none or several."""
    alike = [other for other in forms if _get_subject(other) == _get_subject(form)]
    return alike[0] if len(alike) == 1 else None


def _get_subject(form: PageForm) -> tuple[str, str, frozenset[tuple[str, str]], frozenset[str]]:
    hidden = frozenset(
        (control.name, value)
        for control in form.controls
        for value in control.shown
        if control.kind == "hidden" and control.name not in CHANGING and not control.name.endswith("seen")
    )
    return form.action, form.method, hidden, frozenset(form.visible)


def list_overwritten(stale: PageForm, fresh: PageForm, sent: Values, after: PageForm) -> Iterator[str]:
    """Yield the fields that a form from an earlier page has set back, though its sender left them alone."""
    shown, now, then = stale.data(), fresh.data(), after.data()
    for name in sorted(stale.visible):
        was_left_alone = sent.get(name) == shown.get(name)
        if was_left_alone and now.get(name) != shown.get(name) and then.get(name) == shown.get(name):
            yield f"an earlier page has set {name} back from {now.get(name)!r} to {shown.get(name)!r}"


def list_lost(form: PageForm, sent: Values, again: PageForm) -> Iterator[str]:
    """Yield the fields that a form shows otherwise than they were sent, after a refusal.

    What can no longer be chosen, such as a player whose bracket has begun meanwhile, need not be shown. Nor
    need the value of a button beside what was typed into a field of its name.
    """
    shown = again.data()
    pressed = {(name, value) for _, name, value in form.buttons}
    secrets = {control.name for control in form.controls if control.kind in {"password", "file"}}
    for name in sorted(form.visible & again.visible - secrets):
        gone = _list_choices(form, name) - _list_choices(again, name)
        entered = [value for value in _as_list(sent.get(name)) if value not in gone]
        if len(entered) > 1 and (name, entered[-1]) in pressed:
            entered.pop()
        if _as_list(shown.get(name)) != entered:
            yield f"refused, {name} shows {shown.get(name)!r} where {sent.get(name)!r} was sent"


def _list_choices(form: PageForm, name: str) -> set[str]:
    """Return the values that the checkboxes and selects of this name offer."""
    controls = [control for control in form.controls if control.name == name]
    ticks = {each.attributes.get("value", "on") for each in controls if each.kind == "checkbox"}
    return ticks.union(*(each.options for each in controls if each.kind == "select"))


def _as_list(value: object) -> list[str]:
    values = value if isinstance(value, list) else [value or ""]
    return [" ".join(str(each).split()) for each in values if str(each).strip()]
