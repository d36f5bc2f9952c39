"""The documentation page on money play and chouettes agrees with the library."""

import doctest

from tests.rules.sample_records import ROOT


def test_the_examples_of_the_page_run():
    page = ROOT / "docs" / "money-play.md"
    examples = doctest.DocTestParser().get_doctest(page.read_text(encoding="utf-8"), {}, page.name, None, 0)
    assert len(examples.examples) > 10
    assert doctest.DocTestRunner().run(examples).failed == 0
