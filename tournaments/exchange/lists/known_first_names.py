"""First names that lists of clubs often have, to find out which part of a name is the surname. Pure."""

from functools import cache

from matches.first_names import FORMS_OF_NAMES
from matches.names import fold_name

# Beside the forms of names in `matches.first_names`. Names that are surnames as often are left out.
COMMON_FIRST_NAMES = """
ada adele adriana adriano agata agnese agostino alain alan alba alberta alda aldo alejandro alessia
alessio alfonso alice alvaro amedeo amelia anastasia angela angelica angelina angelo anita anja anna
annalisa annamaria annarita anne ariane armando arnaud arturo asia assunta aurelie aurelio aurora
azzurra beatrice bernd bettina biagio bianca bjorn brenda brian bridget bruna bruno camilla camille
carla carlo carlos carmela carmelo carmen carolina caroline cecilia cedric celeste celine cesare
chiara cinzia claire clara claude claudia claudine claudio colin concetta corrado cosimina cosimo
craig damiano daniela daria dario debora delphine denis derek desiree diana didier diego dieter dino
domenica domenico dominique donatella donato donna edgar edith egidio elda elena elia eliana elio
elisa elvira emilia emilio emma emmanuel enrica enzo erica erik erika ermanno ernesto ernst estelle
etienne ettore eugenia eugenio eva evelina fabiana fabien fabio fabiola fabrizia fabrizio fausto
federica felice ferdinando fernando fiona fiorella flavia flavio florian franca franco francois
francoise frank franz friedrich fulvio gabriella gaia gail gareth gemma gennaro gerhard giada
giancarlo gianfranco gianluca gianluigi gianmarco gianni gianpaolo gianpiero gigliola gilda gilles
gillian gina ginette ginevra ginger gino giordana giorgia giovanna gisela gisella giulia giuliana
giuliano giulio giuseppa glenn gloria graham graziano graziella greta guglielmo guido guillaume
gunter gustav guy hannah hans harald hazel heather heidi heike heinz helga helmut henrik herbert
hilary holly horst ida ignazio igor ilaria ilario immacolata ines ingrid irene iris isabelle ivan
ivana ivano ivo jacopo jacques janice jasmine javier jean jens jeremy jesus jill joachim joan jorg
jorge jose joyce juan julia julian julie jurgen karen karl katia keith kevin kim kirsten klaus lars
laura laurent leandro leila lena leonardo letizia lia lidia liliana linda lino lionel lisa livia
livio loredana lorella lorena loretta luana luc luca lucia luciana luciano lucio lucrezia ludovica
ludovico luis lutz maddalena mafalda manfred manuela mara marc marcel marcella marcello marco
mariangela marianna mariano marie marina mario marisa markus marta massimiliana mathieu matthias
maura mauro mehmet michaela michela michelle miguel mikkel milena miranda mirco mirella miriam mirko
monica monika monique morena nadia natalia natascia nathalie neil nello nicole nicoletta niels nils
nina noemi norma nunzia nunzio olivier orazio oriana ornella orsola oscar osvaldo ottavio otto pablo
paola pascal pasquale patrice patrizia pauline pedro peer petra philippe piera piergiorgio pierluigi
pierpaolo pierre pilar primo quinto rafael raffaele raffaella raimonda rainer ralf regina reinhard
renata renate renato rita roberta rocco rolf romano romeo romina rosa rosalba rosalia rosanna
rosaria rosario rosetta rudiger ruth sabina sabine sabrina samuele sandra sandrine santina sara
saverio sean serena serge sergio settimio severino sheila shirley silke silvana silvano silvio
simona simonetta sofia sonia sophie soren stefania stella stephane sue susanna sven sylvie tamara
tania tatiana teodora thierry thorsten tina tiziana tiziano tracy ubaldo ugo ulrich umberto ursula
ute uwe valentina valentino valeria valerie valerio vanessa vera vincenza viola virginia vito
vittoria vittorio viviana volker walter wanda wendy werner wolfgang xavier yves zoe
"""


@cache
def list_first_names() -> frozenset[str]:
    """Return the first names that are known, folded."""
    return frozenset(fold_name(name) for name in f"{FORMS_OF_NAMES} {COMMON_FIRST_NAMES}".split())
