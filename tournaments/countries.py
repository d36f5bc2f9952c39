"""Countries by their codes and their English and Italian names, as people write them in lists. Pure."""

import unicodedata
from types import MappingProxyType

# Code of three letters (ISO 3166), of two letters, English name / Italian name.
TABLE = """
AFG AF Afghanistan / Afghanistan
ALB AL Albania / Albania
DZA DZ Algeria / Algeria
AND AD Andorra / Andorra
AGO AO Angola / Angola
ARG AR Argentina / Argentina
ARM AM Armenia / Armenia
AUS AU Australia / Australia
AUT AT Austria / Austria
AZE AZ Azerbaijan / Azerbaigian
BHS BS Bahamas / Bahamas
BHR BH Bahrain / Bahrein
BGD BD Bangladesh / Bangladesh
BRB BB Barbados / Barbados
BLR BY Belarus / Bielorussia
BEL BE Belgium / Belgio
BLZ BZ Belize / Belize
BOL BO Bolivia / Bolivia
BIH BA Bosnia and Herzegovina / Bosnia ed Erzegovina
BWA BW Botswana / Botswana
BRA BR Brazil / Brasile
BGR BG Bulgaria / Bulgaria
KHM KH Cambodia / Cambogia
CMR CM Cameroon / Camerun
CAN CA Canada / Canada
CHL CL Chile / Cile
CHN CN China / Cina
COL CO Colombia / Colombia
CRI CR Costa Rica / Costa Rica
HRV HR Croatia / Croazia
CUB CU Cuba / Cuba
CYP CY Cyprus / Cipro
CZE CZ Czechia / Cechia
DNK DK Denmark / Danimarca
DOM DO Dominican Republic / Repubblica Dominicana
ECU EC Ecuador / Ecuador
EGY EG Egypt / Egitto
SLV SV El Salvador / El Salvador
EST EE Estonia / Estonia
ETH ET Ethiopia / Etiopia
FRO FO Faroe Islands / Isole Fær Øer
FIN FI Finland / Finlandia
FRA FR France / Francia
GEO GE Georgia / Georgia
DEU DE Germany / Germania
GHA GH Ghana / Ghana
GIB GI Gibraltar / Gibilterra
GRC GR Greece / Grecia
GRL GL Greenland / Groenlandia
GTM GT Guatemala / Guatemala
HND HN Honduras / Honduras
HKG HK Hong Kong / Hong Kong
HUN HU Hungary / Ungheria
ISL IS Iceland / Islanda
IND IN India / India
IDN ID Indonesia / Indonesia
IRN IR Iran / Iran
IRQ IQ Iraq / Iraq
IRL IE Ireland / Irlanda
ISR IL Israel / Israele
ITA IT Italy / Italia
CIV CI Ivory Coast / Costa d'Avorio
JAM JM Jamaica / Giamaica
JPN JP Japan / Giappone
JOR JO Jordan / Giordania
KAZ KZ Kazakhstan / Kazakistan
KEN KE Kenya / Kenya
XKX XK Kosovo / Kosovo
KWT KW Kuwait / Kuwait
KGZ KG Kyrgyzstan / Kirghizistan
LVA LV Latvia / Lettonia
LBN LB Lebanon / Libano
LBY LY Libya / Libia
LIE LI Liechtenstein / Liechtenstein
LTU LT Lithuania / Lituania
LUX LU Luxembourg / Lussemburgo
MAC MO Macao / Macao
MDG MG Madagascar / Madagascar
MYS MY Malaysia / Malaysia
MLT MT Malta / Malta
MUS MU Mauritius / Mauritius
MEX MX Mexico / Messico
MDA MD Moldova / Moldavia
MCO MC Monaco / Monaco
MNG MN Mongolia / Mongolia
MNE ME Montenegro / Montenegro
MAR MA Morocco / Marocco
MOZ MZ Mozambique / Mozambico
NAM NA Namibia / Namibia
NPL NP Nepal / Nepal
NLD NL Netherlands / Paesi Bassi
NZL NZ New Zealand / Nuova Zelanda
NIC NI Nicaragua / Nicaragua
NGA NG Nigeria / Nigeria
MKD MK North Macedonia / Macedonia del Nord
NOR NO Norway / Norvegia
OMN OM Oman / Oman
PAK PK Pakistan / Pakistan
PSE PS Palestine / Palestina
PAN PA Panama / Panama
PRY PY Paraguay / Paraguay
PER PE Peru / Perù
PHL PH Philippines / Filippine
POL PL Poland / Polonia
PRT PT Portugal / Portogallo
PRI PR Puerto Rico / Porto Rico
QAT QA Qatar / Qatar
ROU RO Romania / Romania
RUS RU Russia / Russia
SMR SM San Marino / San Marino
SAU SA Saudi Arabia / Arabia Saudita
SEN SN Senegal / Senegal
SRB RS Serbia / Serbia
SGP SG Singapore / Singapore
SVK SK Slovakia / Slovacchia
SVN SI Slovenia / Slovenia
ZAF ZA South Africa / Sudafrica
KOR KR South Korea / Corea del Sud
ESP ES Spain / Spagna
LKA LK Sri Lanka / Sri Lanka
SWE SE Sweden / Svezia
CHE CH Switzerland / Svizzera
SYR SY Syria / Siria
TWN TW Taiwan / Taiwan
TJK TJ Tajikistan / Tagikistan
TZA TZ Tanzania / Tanzania
THA TH Thailand / Thailandia
TTO TT Trinidad and Tobago / Trinidad e Tobago
TUN TN Tunisia / Tunisia
TUR TR Turkey / Turchia
TKM TM Turkmenistan / Turkmenistan
UGA UG Uganda / Uganda
UKR UA Ukraine / Ucraina
ARE AE United Arab Emirates / Emirati Arabi Uniti
GBR GB United Kingdom / Regno Unito
USA US United States / Stati Uniti
URY UY Uruguay / Uruguay
UZB UZ Uzbekistan / Uzbekistan
VAT VA Vatican City / Città del Vaticano
VEN VE Venezuela / Venezuela
VNM VN Vietnam / Vietnam
YEM YE Yemen / Yemen
ZMB ZM Zambia / Zambia
ZWE ZW Zimbabwe / Zimbabwe
"""
# The codes of the Olympic committees where they differ, and other names in use.
OTHER_CODES = """
GER DEU, SUI CHE, DEN DNK, NED NLD, POR PRT, GRE GRC, CRO HRV, SLO SVN, BUL BGR, LAT LVA, ALG DZA, RSA
ZAF, CHI CHL, URU URY, PAR PRY, PHI PHL, INA IDN, MAS MYS, MGL MNG, KSA SAU, UAE ARE, KUW KWT, OMA OMN,
LIB LBN, IRI IRN, VIE VNM, TPE TWN, CRC CRI, GUA GTM, HON HND, ESA SLV, NCA NIC, PUR PRI, BAH BHS, BAR
BRB, MRI MUS, NGR NGA, ZIM ZWE, ZAM ZMB, TAN TZA, ANG AGO, MON MCO, KOS XKX, FAR FRO, GBG GBR, ENG GBR,
SCO GBR, WAL GBR, UK GBR, EL GRC
"""
OTHER_NAMES = """
Great Britain GBR, Gran Bretagna GBR, England GBR, Inghilterra GBR, Scotland GBR, Scozia GBR, Wales GBR,
Galles GBR, Holland NLD, Olanda NLD, USA USA, America USA, Czech Republic CZE, Repubblica Ceca CZE,
Türkiye TUR, Macedonia MKD, Danmark DNK, Deutschland DEU, Schweiz CHE, Suisse CHE, Österreich AUT, España
ESP, Ελλάδα GRC, Sverige SWE, Norge NOR, Suomi FIN, Nederland NLD, Belgique BEL, België BEL, Ísland ISL,
Polska POL, Magyarország HUN, Česko CZE, Россия RUS, Украина UKR, 日本 JPN, Brasil BRA, România ROU,
Hrvatska HRV, Slovenija SVN, Slovensko SVK, ישראל ISR
"""
FLAG = ord("🇦")
LETTER = ord("A")


def _plain(name: str) -> str:
    letters = unicodedata.normalize("NFKD", name)
    return "".join(letter for letter in letters if not unicodedata.combining(letter)).casefold().strip()


def _rows() -> list[tuple[str, str, str, str]]:
    found = []
    for row in TABLE.strip().splitlines():
        code, short, names = row.split(" ", 2)
        english, italian = names.split(" / ")
        found.append((code, short, english, italian))
    return found


def _pairs(text: str) -> list[tuple[str, str]]:
    told = (word.strip().rpartition(" ") for word in text.replace("\n", " ").split(","))
    return [(name, code) for name, _, code in told]


ROWS = _rows()
NAMES = MappingProxyType({code: {"en": english, "it": italian} for code, _, english, italian in ROWS})
CODES = MappingProxyType(
    {short: code for code, short, *_ in ROWS} | {row[0]: row[0] for row in ROWS} | dict(_pairs(OTHER_CODES))
)
SPOKEN = MappingProxyType(
    {_plain(name): code for code, _, *names in ROWS for name in names}
    | {_plain(name): code for name, code in _pairs(OTHER_NAMES)}
)


def by_code(text: str) -> str:
    """The country of a code in capitals ("IT", "ITA", "GER") or of a flag; "" when it is none."""
    word = text.strip()
    if len(word) == 2 and all(FLAG <= ord(letter) < FLAG + 26 for letter in word):
        word = "".join(chr(ord(letter) - FLAG + LETTER) for letter in word)
    return CODES.get(word, "")


def by_name(text: str) -> str:
    """The country of that name, in any case and with or without accents; "" when it is none."""
    return SPOKEN.get(_plain(text), "")


def code_of(text: str) -> str:
    """The code of a country however it is written, also a code in small letters; "" when it is none."""
    return by_code(text) or by_name(text) or by_code(text.upper())


def name_of(code: str, language: str) -> str:
    """What a country is called, in English where there is no such language; an unknown code as it stands."""
    names = NAMES.get(code, {})
    return names.get(language[:2]) or names.get("en", code)
