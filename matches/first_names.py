"""Short forms of first names, such as Kate for Catherine: names that may be those of one person. Pure."""

from collections import defaultdict
from collections.abc import Hashable, Iterator, Mapping
from functools import cache
from typing import Generic, TypeVar

from matches.names import fold_name, split_name

Key = TypeVar("Key", bound=Hashable)

# Forms of one first name in English and Italian, a name each line. Those that begin with all letters of
# another form, as Ben and Benjamin, or Tom and Thomas, need no line.
FORMS_OF_NAMES = """
alexander alex alec alexandra sandra sandy sasha xander alessandro alessandra sandro ale
albert bert al alberto berto
alfred alf fred alfredo
andrew andy drew andrea andreas
anthony antony tony antonio toni nino
antonia toni tonia antonella nella
barbara barb babs
benjamin ben benny benedict beniamino
bernard bernie
catherine katherine kathryn katharine kathleen caterina cath cathy kath kathy kate katie kay kit kitty rina
charles charlie chas chuck carlo carletto
charlotte charlie lottie carlotta
christine christina chris chrissie tina cristina
christopher chris kit cristoforo
christian chris cristian
cynthia cindy
daniel dan danny daniele
david dave davy davide
deborah debra debbie deb
dorothy dot dotty dottie dora dorotea
edward eddie ed ted teddy ned edoardo
eleanor ellie nell nellie nora elenora leonora eleonora
elizabeth elisabeth liz lizzie beth betty bess eliza lisa libby elisabetta betta lisetta
emanuele manuel lele manu
emily em millie emma
federico fede chicco rico
filippo pippo philip
florence flo florrie flora
frances fran franny francesca fanny franca checca
francis frank fran francesco franco cesco checco ciccio
frederick fred freddie freddy federico
gabriel gabe gabriele
gaetano tano
geoffrey geoff jeffrey jeff goffredo
gerald gerard gerry jerry gherardo
giacomo giacomino jack james
giovanni gianni gian vanni nanni john
giuseppe beppe peppe pino peppino beppino joseph joe sepp
giuseppina pina giusy pinuccia
george georgie giorgio
gregory greg gregorio
gwendoline gwen wendy
harold harry hal
helen nell nellie lena elena ellen
henry harry hank enrico
hugh hughie huw ugo
ian iain
isabel isabella isobel bella izzy
jacqueline jackie jacqui
james jim jimmy jamie jem
jane janet jenny janie
jennifer jenny jen
jessica jess jessie
john jack johnny jon jock
jonathan jon jonny johnny
joseph joe joey jo
josephine jo josie
joanna joanne jo
judith judy jude
kenneth ken kenny
laurence lawrence larry laurie lorenzo renzo lori
leonard len lenny leo leonardo
leslie les lesley
lillian lily lilian
louis lewis lou luigi gigi
louise lou luisa gigia
luigi gino gigi luigino
lucinda lucy cindy lucia
madeleine maddie maddy maddalena
margaret maggie meg peggy peg marge margie margot madge greta margherita rita
marilyn mary
martha patty marta
martin marty martino
mary molly polly may maria mimma
matilda tilda tilly
matthew matt matteo teo
maximilian max massimiliano massimo
maurice morris mo maurizio
melanie mel
melissa mel
michael mike mick mickey micky michele
mohammed mohamed muhammad muhammed mohammad mo
natalie nat
nathaniel nathan nat
nicholas nick nicky nicola nicolas niccolo nico
nigel nige
nicola nicky nikki
olivia liv livvy
oliver ollie
pamela pam
patricia pat patty patsy trish trisha tricia patrizia
patrick pat paddy patrizio
paul paolo paolino
penelope penny
peter pete piero pietro pierino
philip phillip phil pip filippo
priscilla cilla
rachel rach rachele
raymond ray raimondo
rebecca becky becca
reginald reg reggie
richard rick ricky dick rich richie riccardo
robert rob robbie bob bobby bert roberto
roberta bobbie robbie
roger rodge ruggero
ronald ron ronnie ronaldo
rosemary rose rosie rosamaria
roxanne roxy
rudolf rudy rodolfo
russell russ
salvatore totò toto turi salvo tore
samuel sam sammy
samantha sam sammy
sarah sally sadie sara
sebastian seb bastian sebastiano bastiano
sidney sid sydney
simon si simone
stanley stan
stephen steven steve stevie stefano
stephanie steph stefania
stuart stewart stu
susan susanna susannah suzanne sue susie suzie suzy
sylvia silvia
terence terry terrence
teresa theresa terry tess tessa resi
theodore ted teddy theo teodoro doro
thomas tom tommy tommaso maso
timothy tim timmy timoteo
valerie val
veronica ronnie vera
victoria vicky vicki tori vittoria
victor vic vittorio
vincent vince vinny vincenzo enzo
virginia ginny ginger
walter wally walt
wilfred wilf
william will bill billy willie liam guglielmo memo
winifred win winnie freda
yvonne eve
zachary zach zak
"""
LEAST_LETTERS = 3
# What only makes the name of a man that of a woman: Paul and Paula, Daniel and Daniele.
OTHER_ENDINGS = frozenset("aeio")


def are_forms_of_one_name(one: str, other: str) -> bool:
    """Return whether one of two different first names may be a short form of the other.

    It is if both are known as forms of one name, or if it has at least three letters and the other one begins
    with them.
    """
    first, second = fold_name(one), fold_name(other)
    if first == second:
        return False
    if _get_groups(first) & _get_groups(second):
        return True
    short, long = sorted((first, second), key=len)
    return (
        len(short) >= LEAST_LETTERS
        and long.startswith(short)
        and not (len(long) == len(short) + 1 and long[-1] in OTHER_ENDINGS)
    )


def _get_groups(first_name: str) -> frozenset[int]:
    return _map_groups().get(first_name, frozenset())


@cache
def _map_groups() -> Mapping[str, frozenset[int]]:
    """Return the numbers of the lines that have each form."""
    groups: defaultdict[str, set[int]] = defaultdict(set)
    for number, line in enumerate(FORMS_OF_NAMES.split("\n")):
        for form in line.split():
            groups[fold_name(form)].add(number)
    return {form: frozenset(numbers) for form, numbers in groups.items()}


class FirstNameIndex(Generic[Key]):
    """Names by surname and form of the first name, to find those with another form of it."""

    def __init__(self, names: Mapping[Key, str]) -> None:
        # The first name of each key, in the order in which they were added.
        self._first_names: dict[Key, tuple[int, str]] = {}
        # By the surname and a line of forms, a whole first name, or the letters that one begins with.
        self._keys_by_line: defaultdict[tuple[str, int], list[Key]] = defaultdict(list)
        self._keys_by_first_name: defaultdict[tuple[str, str], list[Key]] = defaultdict(list)
        self._keys_by_beginning: defaultdict[tuple[str, str], list[Key]] = defaultdict(list)
        for key, name in names.items():
            self.add(key, name)

    def add(self, key: Key, name: str) -> None:
        """Add a name under its key."""
        for surname, first_name in list(_list_readings(name))[:1]:
            self._first_names[key] = (len(self._first_names), first_name)
            self._keys_by_first_name[surname, first_name].append(key)
            for line in _get_groups(first_name):
                self._keys_by_line[surname, line].append(key)
            for beginning in _list_beginnings(first_name):
                self._keys_by_beginning[surname, beginning].append(key)

    def find_other_forms(self, name: str) -> list[Key]:
        """Return the keys of the names with this surname and another form of the first name, in their order.

        The surname may come first.
        """
        keys = {
            key
            for surname, first_name in _list_readings(name)
            for key in self._list_candidates(surname, first_name)
            if are_forms_of_one_name(first_name, self._first_names[key][1])
        }
        return sorted(keys, key=lambda key: self._first_names[key])

    def _list_candidates(self, surname: str, first_name: str) -> Iterator[Key]:
        for line in _get_groups(first_name):
            yield from self._keys_by_line.get((surname, line), ())
        for beginning in _list_beginnings(first_name):
            yield from self._keys_by_first_name.get((surname, beginning), ())
        yield from self._keys_by_beginning.get((surname, first_name), ())


def _list_beginnings(first_name: str) -> list[str]:
    """Return the shorter names that a first name begins with and could be a form of."""
    return [first_name[:length] for length in range(LEAST_LETTERS, len(first_name))]


def get_first_name(name: str) -> str:
    """Return the first of the first names of a full name, folded; "" if it has none."""
    first_names, _surname = split_name(name)
    return fold_name(first_names).split()[0] if first_names.strip() else ""


def _list_readings(name: str) -> Iterator[tuple[str, str]]:
    """Return surname and first name, folded, also the other way round if there are two parts."""
    first_names, surname = split_name(name)
    if not first_names.strip() or not surname.strip():
        return
    yield fold_name(surname), fold_name(first_names).split()[0]
    if "," not in name and len(name.split()) == 2:
        yield fold_name(first_names), fold_name(surname)
