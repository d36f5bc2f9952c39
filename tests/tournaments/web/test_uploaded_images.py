"""Uploaded images: limits that are checked before an image is decoded."""

from io import BytesIO

import pytest
from PIL import Image

from rules.errors import Refusal
from tournaments.web import uploaded_images


@pytest.mark.parametrize("size", [(1, 1_000_000), (1_000_000, 1), (20_001, 1), (5000, 5000)])
def test_an_image_with_a_long_side_or_many_pixels_is_not_decoded(size: tuple[int, int]) -> None:
    with pytest.raises(Refusal) as caught:
        uploaded_images.make_cover(a_png(*size), 1_000_000)

    assert (caught.value.code, caught.value.facts) == (
        "cover_too_large",
        {"megabytes": 8, "megapixels": 20, "side": 20_000},
    )


def test_a_panorama_is_accepted() -> None:
    assert uploaded_images.make_cover(a_png(16_000, 100), 1_000_000).width == 1600


def a_png(width: int, height: int) -> bytes:
    file = BytesIO()
    Image.new("1", (width, height)).save(file, "PNG")
    return file.getvalue()
