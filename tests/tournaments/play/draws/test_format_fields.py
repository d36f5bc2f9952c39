"""Names of event formats, and the fields that the style sheet and the format form show for each."""

import re
from pathlib import Path

from django.template.loader import render_to_string

from tests.site import catalogue
from tournaments.formats import FORMATS
from tournaments.formats.registry import EVENT_FORMATS, VARIANTS
from tournaments.messages import names as texts
from tournaments.play.draws.plan_forms import FormatForm

ROOT = Path(__file__).parents[4]
STYLE = (ROOT / "static" / "desk.css").read_text(encoding="utf-8")
TEMPLATE = (ROOT / "templates/tournaments/play/tournaments/_format.html").read_text(encoding="utf-8")
SHOWN = re.compile(r'\.format:has\(\[data-fields~="(\w+)"\]:checked\) \[data-field="(\w+)"\]')
SHOWN_BY_VARIANT = re.compile(
    r'~="(\w+)"\]:checked\):has\(\[name="(\w+)"\] \[data-more~="(\w+)"\]:checked\) \[data-field="(\w+)"\]'
)


def test_the_texts_of_every_format_are_translated() -> None:
    shown = [stage_format.title for stage_format in FORMATS.values()]
    shown += [
        text
        for event_format in EVENT_FORMATS.values()
        for text in (event_format.title, event_format.description)
    ]
    assert [text for text in shown if text not in catalogue.stored("it")] == []


def test_every_event_format_is_in_a_group() -> None:
    assert {scheme.group for scheme in EVENT_FORMATS.values()} == set(texts.EVENT_FORMAT_GROUPS)


def test_the_style_sheet_shows_the_fields_of_each_format() -> None:
    selectors = SHOWN.findall(STYLE)
    assert all(shown_field == field for shown_field, field in selectors)
    scheme_fields = {field for scheme in EVENT_FORMATS.values() for field in scheme.fields}
    variant_fields = {
        (name, field) for name, choices in VARIANTS.items() for fields in choices.values() for field in fields
    }
    assert {field for field, _ in selectors} >= scheme_fields
    assert {
        (name, field) for name, input_name, field, target in SHOWN_BY_VARIANT.findall(STYLE)
    } == variant_fields
    assert all(
        name == input_name and field == target
        for name, input_name, field, target in SHOWN_BY_VARIANT.findall(STYLE)
    )
    assert set(re.findall(r'data-field="(\w+)"', TEMPLATE)) == {field for field, _ in selectors}


def test_a_double_elimination_may_have_no_final() -> None:
    form = FormatForm({**FormatForm.get_initial(), "scheme": "double", "final": "none"})
    assert form.is_valid(), form.errors
    assert [stage.key for stage in form.plan().stages] == ["main", "backdraw"]


def test_each_radio_button_names_the_fields_of_its_format() -> None:
    form = FormatForm(initial=FormatForm.get_initial())
    for radio in form["scheme"]:
        name = str(radio.data["value"])
        assert radio.data["attrs"]["data-fields"].split() == list(EVENT_FORMATS[name].fields)
        assert set(EVENT_FORMATS[name].fields) <= set(form.fields)
    assert 'value="lives" data-more="lives paid"' in str(form["shape"])


def test_the_kind_of_the_final_is_in_sight_beside_the_match_lengths() -> None:
    page = render_to_string("tournaments/play/tournaments/_format.html", {"format": FormatForm()})
    in_sight, more, _rest = page.partition("<summary>More about the draw")

    assert (more != "", 'name="final"' in in_sight, 'name="ahead"' in in_sight) == (True, True, True)
