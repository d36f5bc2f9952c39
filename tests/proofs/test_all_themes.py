"""Every page passes axe on a phone, a tablet and a laptop, in light and in dark, in both languages."""

from itertools import product

from tests.browser.axe import seen
from tests.browser.gallery import LANGUAGES, SCHEMES, visited

WIDTHS = (320, 768, 1280)


def test_no_page_has_a_fault_in_any_theme() -> None:
    faults = visited(list(product(WIDTHS, SCHEMES, LANGUAGES)), seen)
    print("\n".join(faults))
    assert faults == []
