"""Letters without accents, for comparison, search and sorting. Pure."""

import unicodedata

# Latin letters that have no decomposition in Unicode, each followed by what PostgreSQL's `unaccent` makes of
# it; capitals are derived.
UNACCENTED = (
    "ßss æae ðd øo þth đd ħh ıi ĸq łl ŋn œoe ŧt ƀb ƃb ƈc ƌd ɖd ɗd ƒf ɠg ɡg ƕhv ɨi ƙk ƚl ɫl ɲn ƞn ƥp ʠq ɍr ɽr "
    "ʂs ƫt ƭt ʈt ʋv ɏy ƴy ƶz ȥz ǥg ȡd ȴl ȵn ȶt ɇe ɉj ȼc ⱥa ⱦt ȷj ŉn ẜs ẝs ỻll ỽv ỿy əe ǝe"
)
PLAIN_LETTERS = {
    ord(letter): plain
    for pair in UNACCENTED.split()
    for letter, plain in ((pair[0], pair[1:]), (pair[0].upper(), pair[1:].upper()))
    if len(letter) == 1 and not letter.isascii()
}


def strip_accents(text: str) -> str:
    """Return a text with plain letters: "Zoë Żak" is "Zoe Zak", "Søren Łukasz" is "Soren Lukasz"."""
    if text.isascii():
        return text
    letters = unicodedata.normalize("NFKD", text).translate(PLAIN_LETTERS)
    return "".join(letter for letter in letters if not unicodedata.combining(letter))
