"""Number words in English and in the languages people mix in, and how they are misspelt. Data, made into one table."""

# ruff: noqa: ISC004, SIM905 - lists of words

from __future__ import annotations

UNIT_WORDS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen"
    " eighteen nineteen"
).split()
TENS = [f"{stem}ty" for stem in ["twen", "thir", "for", "fif", "six", "seven", "eigh", "nine"]]
ORDINALS = (
    "zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth"
    " fifteenth sixteenth seventeenth eighteenth nineteenth twentieth"
).split()

# Each language: the words from 1 on (“-” where the word means something else in English), the tens from 20 on, and how
# a ten and a unit are joined: {ten} and {unit}, a vowel at a ten's end dropped before a vowel with {stem}.
LANGUAGES = (
    (
        "- zwei drei vier funf sechs sieben acht neun zehn elf zwolf dreizehn vierzehn funfzehn sechzehn siebzehn"
        " achtzehn neunzehn",
        "zwanzig dreissig vierzig funfzig sechzig",
        ("{unit}und{ten}",),
        "ein",
    ),
    (
        "- dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciseis diecisiete"
        " dieciocho diecinueve",
        "veinte treinta cuarenta cincuenta sesenta",
        ("{ten} y {unit}", "{stem}i{unit}"),
        "uno",
    ),
    (
        "- dois tres quatro cinco seis sete oito nove dez onze doze treze quatorze quinze dezesseis dezessete dezoito"
        " dezenove",
        "vinte trinta quarenta cinquenta sessenta",
        ("{ten} e {unit}",),
        "um",
    ),
    (
        "- due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici"
        " diciassette diciotto diciannove",
        "venti trenta quaranta cinquanta sessanta",
        ("{ten}{unit}", "{stem}{unit}"),
        "uno",
    ),
    (
        "- deux trois quatre cinq - sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit"
        " dix-neuf",
        "vingt trente quarante cinquante soixante",
        ("{ten} {unit}", "{ten}-{unit}", "{ten} et {unit}"),
        "un",
    ),
    (
        "- twee drie vier vijf zes zeven acht negen tien elf twaalf dertien veertien vijftien zestien zeventien"
        " achttien negentien",
        "twintig dertig veertig vijftig zestig",
        ("{unit}en{ten}",),
        "een",
    ),
    (
        "jeden dwa trzy cztery piec szesc siedem osiem dziewiec dziesiec jedenascie dwanascie trzynascie czternascie"
        " pietnascie szesnascie siedemnascie osiemnascie dziewietnascie",
        "dwadziescia trzydziesci czterdziesci piecdziesiat szescdziesiat",
        ("{ten} {unit}",),
        "jeden",
    ),
    (
        "- tva tre fyra fem - sju atta nio tio elva tolv tretton fjorton femton sexton sjutton arton nitton",
        "tjugo trettio fyrtio femtio sextio",
        ("{ten}{unit}",),
        "ett",
    ),
)
NOT_NUMBERS = frozenset(["once", "sei", "tio"])  # they are words of other languages, too
MISSPELT = (
    "twelv=12 twleve=12 tweleve=12 fve=5 fiv=5 fife=5 sevn=7 seveen=7 eigth=8 eigt=8 nien=9 thre=3 elven=11 elevn=11"
    " thriteen=13 forteen=14 fiveteen=15 fiften=15 sixten=16 seventen=17 eightteen=18 ninteen=19 twenti=20 twenny=20"
    " tweny=20 fourty=40 fith=5 nineth=9 twelth=12 fourten=14"
)


def _list_foreign_words() -> dict[str, int]:
    found = dict[str, int]()
    for unit_line, ten_line, joints, one in LANGUAGES:
        units = unit_line.split()
        found |= {word: n for n, word in enumerate(units, 1) if word != "-" and word not in NOT_NUMBERS}
        for tens, ten in enumerate(ten_line.split(), 2):
            found[ten] = 10 * tens
            for n, unit in enumerate([one, *units[1:9]], 1):
                stem = ten[:-1]
                found |= {each.format(ten=ten, unit=unit, stem=stem): 10 * tens + n for each in joints if unit != "-"}
    return found


NUMBER_WORD_VALUES = {word: n for n, word in enumerate(UNIT_WORDS)}
NUMBER_WORD_VALUES |= {word: 20 + 10 * n for n, word in enumerate(TENS)}
NUMBER_WORD_VALUES |= _list_foreign_words()
NUMBER_WORD_VALUES |= {"null": 0, "cero": 0, "el once": 11, "dix sept": 17, "dix huit": 18, "dix neuf": 19}
NUMBER_WORD_VALUES |= {  # Hindi and Indonesian; “do”, “teen”, “char” and “dua” may be something else
    word: n
    for n, words in enumerate(
        "ek/satu - tiga - paanch/panch/lima chhe/enam saat/tujuh aath/delapan nau/sembilan das/sepuluh gyarah/sebelas"
        " barah terah chaudah pandrah solah satrah atharah unnis bees ikkis bais teis chaubis pachis/pachchis".split(),
        1,
    )
    for word in words.split("/")
    if word not in ("-", "das")
}
NUMBER_WORD_VALUES |= {  # Polish names of numbers: “siódemkę”
    f"{stem}{end}": n
    for n, stem in enumerate(
        "jedynk dwojk trojk czwork piatk szostk siodemk osemk dziewiatk dziesiatk jedenastk dwunastk trzynastk"
        " czternastk pietnastk szesnastk siedemnastk osiemnastk dziewietnastk dwudziestk".split(),
        1,
    )
    for end in ("a", "e", "i")
}
ENGLISH = UNIT_WORDS + TENS
MISSPELT_WORDS = {
    word: ENGLISH[int(n) if int(n) < 20 else 18 + int(n) // 10]
    for word, n in (each.split("=") for each in MISSPELT.split())
}
ORDINAL_NUMBERS = {word: n for n, word in enumerate(ORDINALS)}
