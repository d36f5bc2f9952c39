"""Countries: three-letter sport codes, and names as written in lists. Pure.

The codes are those of the International Olympic Committee. Countries without one (England, Scotland, Wales,
Northern Ireland, the Faroe Islands, Gibraltar, Greenland, Macao, the Vatican) have the codes used by
federations of other sports. Names are those of the Unicode CLDR, by Babel.
"""

from functools import cache
from types import MappingProxyType

from babel import Locale, UnknownLocaleError

from matches.plain_letters import strip_accents

# Code, ISO 3166 alpha-2 code, and the alpha-3 code where it differs.
COUNTRIES = """
AFG AF, ALB AL, ALG DZ DZA, AND AD, ANG AO AGO, ANT AG ATG, ARG AR, ARM AM, ARU AW ABW, ASA AS ASM,
AUS AU, AUT AT, AZE AZ, BAH BS BHS, BAN BD BGD, BAR BB BRB, BDI BI, BEL BE, BEN BJ, BER BM BMU,
BHU BT BTN, BIH BA, BIZ BZ BLZ, BLR BY, BOL BO, BOT BW BWA, BRA BR, BRN BH BHR, BRU BN, BUL BG BGR,
BUR BF BFA, CAF CF, CAM KH KHM, CAN CA, CAY KY CYM, CGO CG COG, CHA TD TCD, CHI CL CHL, CHN CN, CIV CI,
CMR CM, COD CD, COK CK, COL CO, COM KM, CPV CV, CRC CR CRI, CRO HR HRV, CUB CU, CYP CY, CZE CZ,
DEN DK DNK, DJI DJ, DMA DM, DOM DO, ECU EC, EGY EG, ERI ER, ESA SV SLV, ESP ES, EST EE, ETH ET,
FAR FO FRO, FIJ FJ FJI, FIN FI, FRA FR, FSM FM, GAB GA, GAM GM GMB, GBR GB, GBS GW GNB, GEO GE,
GEQ GQ GNQ, GER DE DEU, GHA GH, GIB GI, GRE GR GRC, GRL GL, GRN GD GRD, GUA GT GTM, GUI GN GIN, GUM GU,
GUY GY, HAI HT HTI, HKG HK, HON HN HND, HUN HU, INA ID IDN, IND IN, IRI IR IRN, IRL IE, IRQ IQ, ISL IS,
ISR IL, ISV VI VIR, ITA IT, IVB VG VGB, JAM JM, JOR JO, JPN JP, KAZ KZ, KEN KE, KGZ KG, KIR KI, KOR KR,
KOS XK XKX, KSA SA SAU, KUW KW KWT, LAO LA, LAT LV LVA, LBA LY LBY, LBN LB, LBR LR, LCA LC, LES LS LSO,
LIE LI, LTU LT, LUX LU, MAC MO, MAD MG MDG, MAR MA, MAS MY MYS, MAW MW MWI, MDA MD, MDV MV, MEX MX,
MGL MN MNG, MHL MH, MKD MK, MLI ML, MLT MT, MNE ME, MON MC MCO, MOZ MZ, MRI MU MUS, MTN MR MRT,
MYA MM MMR, NAM NA, NCA NI NIC, NED NL NLD, NEP NP NPL, NGR NG NGA, NIG NE NER, NOR NO, NRU NR, NZL NZ,
OMA OM OMN, PAK PK, PAN PA, PAR PY PRY, PER PE, PHI PH PHL, PLE PS PSE, PLW PW, PNG PG, POL PL,
POR PT PRT, PRK KP, PUR PR PRI, QAT QA, ROU RO, RSA ZA ZAF, RUS RU, RWA RW, SAM WS WSM, SEN SN,
SEY SC SYC, SGP SG, SKN KN KNA, SLE SL, SLO SI SVN, SMR SM, SOL SB SLB, SOM SO, SRB RS, SRI LK LKA,
SSD SS, STP ST, SUD SD SDN, SUI CH CHE, SUR SR, SVK SK, SWE SE, SWZ SZ, SYR SY, TAN TZ TZA, TGA TO TON,
THA TH, TJK TJ, TKM TM, TLS TL, TOG TG TGO, TPE TW TWN, TTO TT, TUN TN, TUR TR, TUV TV, UAE AE ARE,
UGA UG, UKR UA, URU UY URY, USA US, UZB UZ, VAN VU VUT, VAT VA, VEN VE, VIE VN VNM, VIN VC VCT, YEM YE,
ZAM ZM ZMB, ZIM ZW ZWE
"""
# Nations without an ISO 3166 alpha-2 code: code, English name / Italian name.
NATIONS = {
    "ENG": {"en": "England", "it": "Inghilterra"},
    "SCO": {"en": "Scotland", "it": "Scozia"},
    "WAL": {"en": "Wales", "it": "Galles"},
    "NIR": {"en": "Northern Ireland", "it": "Irlanda del Nord"},
}
# Short names where the CLDR name is longer than common usage.
SHORT_NAMES = {
    "HKG": {"en": "Hong Kong", "it": "Hong Kong"},
    "MAC": {"en": "Macao", "it": "Macao"},
    "MYA": {"en": "Myanmar", "it": "Birmania"},
    "PLE": {"en": "Palestine", "it": "Palestina"},
}
# Codes in use that are neither IOC nor ISO 3166 codes.
OTHER_CODES = "GBG GBR, UK GBR, EL GRE, ROM ROU, SIN SGP, LIB LBN, HOL NED, NLD NED, WLS WAL"
OTHER_NAMES = """
Great Britain GBR, Gran Bretagna GBR, Britain GBR, Holland NED, Olanda NED, USA USA, America USA,
Czech Republic CZE, Repubblica Ceca CZE, Turkey TUR, Macedonia MKD, Ivory Coast CIV, Costa d'Avorio CIV,
Bielorussia BLR, Bosnia and Herzegovina BIH, Bosnia BIH, Trinidad and Tobago TTO, Korea KOR, Corea KOR,
Taiwan TPE, Danmark DEN, Deutschland GER, Schweiz SUI, Suisse SUI, Österreich AUT, España ESP,
Ελλάδα GRE, Sverige SWE, Norge NOR, Suomi FIN, Nederland NED, Belgique BEL, België BEL, Ísland ISL,
Polska POL, Magyarország HUN, Česko CZE, Россия RUS, Украина UKR, 日本 JPN, Brasil BRA, România ROU,
Hrvatska CRO, Slovenija SLO, Slovensko SVK, ישראל ISR, Cymru WAL
"""
NAMED_IN = ("en", "it")
FLAG = ord("🇦")
LETTER = ord("A")


def _entries(text: str) -> list[list[str]]:
    return [entry.split() for entry in text.replace("\n", " ").split(",")]


ISO_CODES = MappingProxyType({code: iso for code, iso, *_ in _entries(COUNTRIES)})
CODES = (*ISO_CODES, *NATIONS)


def _codes_by_spelling() -> dict[str, str]:
    """Return each code by all its spellings; for "BRN" (Bahrain, Brunei) the IOC's meaning applies."""
    by_iso = {iso: code for code, *iso_codes in _entries(COUNTRIES) for iso in iso_codes}
    other = dict(_entries(OTHER_CODES))
    return by_iso | other | {code: code for code in CODES}


CODES_BY_SPELLING = MappingProxyType(_codes_by_spelling())


def by_code(text: str) -> str:
    """Return the country of a code in capitals ("IT", "ITA", "GER", "DEU") or of a flag, else ""."""
    code = text.strip()
    if len(code) == 2 and all(FLAG <= ord(letter) < FLAG + 26 for letter in code):
        code = "".join(chr(ord(letter) - FLAG + LETTER) for letter in code)
    return CODES_BY_SPELLING.get(code, "")


def by_name(text: str) -> str:
    """Return the country of a name, ignoring case and accents, else ""."""
    return _codes_by_name().get(_plain(text), "")


def code_of(text: str) -> str:
    """Return the code of a country by code in any case or by name, else ""."""
    return by_code(text) or by_name(text) or by_code(text.upper())


def name_of(code: str, language: str) -> str:
    """Return the name of a country in a language, or in English; an unknown code is unchanged."""
    language = language[:2]
    own = SHORT_NAMES.get(code) or NATIONS.get(code)
    if own:
        return own.get(language, own["en"])
    iso = ISO_CODES.get(code, "")
    return _territories(language).get(iso) or _territories("en").get(iso, code)


@cache
def _territories(language: str) -> MappingProxyType[str, str]:
    try:
        return MappingProxyType(dict(Locale(language).territories))
    except UnknownLocaleError:
        return MappingProxyType({})


@cache
def _codes_by_name() -> MappingProxyType[str, str]:
    names = {name_of(code, language): code for code in CODES for language in NAMED_IN}
    names |= {_territories(language)[ISO_CODES[code]]: code for code in ISO_CODES for language in NAMED_IN}
    other = (entry.strip().rpartition(" ") for entry in OTHER_NAMES.replace("\n", " ").split(","))
    names |= {name: code for name, _, code in other}
    return MappingProxyType({_plain(name): code for name, code in names.items()})


def _plain(name: str) -> str:
    return strip_accents(name.replace("’", "'").replace("&", "and")).casefold().strip()
