"""What a refused form has lost, as the rehearsed days see it."""

from tests.page_forms import read_forms
from tests.rehearsals.form_checks import list_lost

PAGE = """<form method="post"><input name="line" value="{line}">
<button name="line" value="double">Double</button></form>"""


def test_the_value_of_a_button_is_not_in_the_field_of_its_name() -> None:
    (form,), (again,) = read_forms(PAGE.format(line="")), read_forms(PAGE.format(line="31 8/5"))
    assert list(list_lost(form, {"line": ["31 8/5", "double"]}, again)) == []
    assert list(list_lost(form, {"line": ["52 13/8", "double"]}, again)) == [
        "refused, line shows '31 8/5' where ['52 13/8', 'double'] was sent"
    ]
