"""Number words in English and in the languages people mix in, and how they are misspelt. Data, made into one table."""

# ruff: noqa: E501, ISC004, RUF001, SIM905 - lists of words

from __future__ import annotations

import unicodedata

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
    (
        "- - tre - fem seks syv otte - - elleve tolv tretten fjorten femten seksten sytten atten nitten",
        "tyve tredive fyrre halvtreds",
        (),
        "en",
    ),
    (
        "- - tre - fem seks syv atte - - elleve tolv tretten fjorten femten seksten sytten atten nitten",
        "tjue tretti forti femti seksti",
        ("{ten}{unit}",),
        "en",
    ),
    (
        "- iki uc dort bes alti yedi sekiz dokuz - on_bir on_iki on_uc on_dort on_bes on_alti on_yedi on_sekiz on_dokuz",
        "yirmi otuz kirk elli altmis",
        ("{ten} {unit}", "{ten}{unit}"),
        "bir",
    ),
    (
        "- ikiyi ucu dordu besi altiyi yediyi sekizi dokuzu onu",
        "yirmiyi otuzu kirki elliyi altmisi",
        (),
        "biri",
    ),
    (
        "yksi kaksi kolme nelja viisi kuusi seitseman kahdeksan yhdeksan kymmenen yksitoista kaksitoista kolmetoista"
        " neljatoista viisitoista kuusitoista seitsemantoista kahdeksantoista yhdeksantoista",
        "kaksikymmenta kolmekymmenta neljakymmenta viisikymmenta kuusikymmenta",
        ("{ten}{unit}",),
        "yksi",
    ),
    (
        "uks kaks kolm neli viis kuus seitse kaheksa uheksa kumme uksteist kaksteist kolmteist neliteist viisteist"
        " kuusteist seitseteist kaheksateist uheksateist",
        "kakskummend kolmkummend nelikummend viiskummend kuuskummend",
        ("{ten} {unit}", "{ten}{unit}"),
        "uks",
    ),
    (
        "- ketto harom negy ot hat - nyolc kilenc tiz tizenegy tizenketto tizenharom tizennegy tizenot tizenhat tizenhet"
        " tizennyolc tizenkilenc",
        "husz harminc negyven otven hatvan",
        ("{ten}{unit}", "{ten}on{unit}"),
        "egy",
    ),
    (
        "jeden dva tri ctyri - sest sedm osm devet deset jedenact dvanact trinact ctrnact patnact sestnact sedmnact"
        " osmnact devatenact",
        "dvacet tricet ctyricet padesat sedesat",
        ("{ten} {unit}", "{ten}{unit}", "{unit}a{ten}"),
        "jedna",
    ),
    (
        "jeden dva tri styri - sest sedem osem devat desat jedenast dvanast trinast strnast patnast sestnast sedemnast"
        " osemnast devatnast",
        "dvadsat tridsat styridsat patdesiat sestdesiat",
        ("{ten}{unit}", "{ten} {unit}"),
        "jeden",
    ),
    (
        "jedan dva tri cetiri - sest sedam osam devet deset jedanaest dvanaest trinaest cetrnaest petnaest sesnaest"
        " sedamnaest osamnaest devetnaest",
        "dvadeset trideset cetrdeset pedeset sezdeset",
        ("{ten} {unit}", "{ten} i {unit}"),
        "jedan",
    ),
    (
        "- dva tri stiri - sest sedem osem devet deset enajst dvanajst trinajst stirinajst petnajst sestnajst sedemnajst"
        " osemnajst devetnajst",
        "dvajset trideset stirideset petdeset sestdeset",
        ("{unit}in{ten}",),
        "ena",
    ),
    (
        "unu doi trei patru cinci sase sapte - noua zece unsprezece doisprezece treisprezece paisprezece cincisprezece"
        " saisprezece saptesprezece optsprezece nouasprezece",
        "douazeci treizeci patruzeci cincizeci saizeci",
        ("{ten} si {unit}",),
        "unu",
    ),
    (
        "vienas - trys keturi penki sesi septyni astuoni devyni desimt vienuolika dvylika trylika keturiolika penkiolika"
        " sesiolika septyniolika astuoniolika devyniolika",
        "dvidesimt trisdesimt keturiasdesimt penkiasdesimt sesiasdesimt",
        ("{ten} {unit}",),
        "vienas",
    ),
    (
        "viens divi tris cetri pieci sesi septini astoni devini desmit vienpadsmit divpadsmit trispadsmit cetrpadsmit"
        " piecpadsmit sespadsmit septinpadsmit astonpadsmit devinpadsmit",
        "divdesmit trisdesmit cetrdesmit piecdesmit sesdesmit",
        ("{ten} {unit}",),
        "viens",
    ),
    (
        "- dos tres quatre cinc - - vuit - deu onze dotze tretze catorze quinze setze disset divuit dinou",
        "vint trenta quaranta cinquanta seixanta",
        ("{ten}-i-{unit}", "{ten} i {unit}", "{ten}-{unit}", "{ten} {unit}"),
        "un",
    ),
    (
        "- twee drie vier vyf ses sewe agt nege tien elf twaalf dertien veertien vyftien sestien sewentien agtien"
        " negentien",
        "twintig dertig veertig vyftig sestig",
        ("{unit}-en-{ten}", "{unit} en {ten}", "{unit}en{ten}"),
        "een",
    ),
    (
        "один два три четыре пять шесть семь восемь девять десять одиннадцать двенадцать тринадцать четырнадцать"
        " пятнадцать шестнадцать семнадцать восемнадцать девятнадцать",
        "двадцать тридцать сорок пятьдесят шестьдесят",
        ("{ten} {unit}",),
        "один",
    ),
    (
        "odin dva tri chetyre pyat shest sem vosem devyat desyat odinnadtsat dvenadtsat trinadtsat chetyrnadtsat"
        " pyatnadtsat shestnadtsat semnadtsat vosemnadtsat devyatnadtsat",
        "dvadtsat tridtsat sorok pyatdesyat shestdesyat",
        ("{ten} {unit}",),
        "odin",
    ),
    (
        "один два три чотири п'ять шість сім вісім дев'ять десять одинадцять дванадцять тринадцять чотирнадцять"
        " п'ятнадцять шістнадцять сімнадцять вісімнадцять дев'ятнадцять",
        "двадцять тридцять сорок п'ятдесят шістдесят",
        ("{ten} {unit}",),
        "один",
    ),
    (
        "едно две три четири пет шест седем осем девет десет единадесет дванадесет тринадесет четиринадесет петнадесет"
        " шестнадесет седемнадесет осемнадесет деветнадесет",
        "двадесет тридесет четиридесет петдесет шестдесет",
        ("{ten} и {unit}",),
        "едно",
    ),
    (
        "ενα δυο τρια τεσσερα πεντε εξι επτα οκτω εννεα δεκα εντεκα δωδεκα δεκατρια δεκατεσσερα δεκαπεντε δεκαεξι"
        " δεκαεπτα δεκαοκτω δεκαεννεα",
        "εικοσι τριαντα σαραντα πενηντα εξηντα",
        ("{ten} {unit}",),
        "ενα",
    ),
    (
        "ena dyo tria tessera pente eksi efta okto ennia deka enteka dodeka dekatria dekatessera dekapente dekaeksi"
        " dekaefta dekaokto dekaennia",
        "eikosi trianta saranta peninta eksinta",
        ("{ten} {unit}",),
        "ena",
    ),
    (
        "satu dua tiga empat lima enam tujuh delapan sembilan sepuluh sebelas dua_belas tiga_belas empat_belas"
        " lima_belas enam_belas tujuh_belas delapan_belas sembilan_belas",
        "dua_puluh tiga_puluh empat_puluh lima_puluh enam_puluh",
        ("{ten} {unit}",),
        "satu",
    ),
    (
        "isa dalawa tatlo apat lima anim pito walo siyam sampu labing-isa labindalawa labintatlo labing-apat labinlima"
        " labing-anim labimpito labingwalo labinsiyam",
        "dalawampu tatlumpu apatnapu limampu animnapu",
        ("{ten}'t {unit}", "{ten} {unit}"),
        "isa",
    ),
    (
        "- - - kwatro singko - - - - - onse dose trese katorse kinse disisais disisiyete disiotso disinuwebe",
        "bente",
        (),
        "uno",
    ),
    (
        "moja mbili tatu nne tano sita saba nane tisa kumi kumi_na_moja kumi_na_mbili kumi_na_tatu kumi_na_nne"
        " kumi_na_tano kumi_na_sita kumi_na_saba kumi_na_nane kumi_na_tisa",
        "ishirini thelathini arobaini hamsini sitini",
        ("{ten} na {unit}",),
        "moja",
    ),
    (
        "mot - - bon - - - - - muoi muoi_mot muoi_hai muoi_ba muoi_bon muoi_lam muoi_sau muoi_bay muoi_tam muoi_chin",
        "hai_muoi ba_muoi bon_muoi nam_muoi sau_muoi",
        (),
        "mot",
    ),
    (
        "wahed itnein talata arbaa khamsa sitta sabaa tamanya tisaa ashra hidashar itnashar talatashar arbaatashar"
        " khamastashar sittashar sabaatashar tamantashar tisaatashar",
        "ishrin talatin arbain khamsin sittin",
        ("{unit} w {ten}", "{unit} wa {ten}"),
        "wahed",
    ),
)
# They are words of English or of other languages, too.
NOT_NUMBERS = frozenset(
    "once sei tio hat ot sem uc onu besi ucu sita tano nane kuus forti unu bon mot deu dose kirk elli setze moja ses".split()
)
MISSPELT = (
    "twelv=12 twelf=12 twleve=12 tweleve=12 fve=5 fiv=5 fife=5 sevn=7 seveen=7 eigth=8 eigt=8 nien=9 thre=3 elven=11 elevn=11"
    " thriteen=13 forteen=14 fiveteen=15 fiften=15 sixten=16 seventen=17 eightteen=18 ninteen=19 twenti=20 twenny=20"
    " tweny=20 fourty=40 fith=5 nineth=9 twelth=12 fourten=14"
)


PLAIN_LETTERS = str.maketrans({"ı": "i", "ł": "l", "ø": "o", "đ": "d", "ð": "d", "æ": "ae", "œ": "oe"})


def fold_letters(text: str) -> str:
    """Return a text in lower case without accents."""
    if text.isascii():
        return text.lower()
    plain = unicodedata.normalize("NFD", text.casefold().translate(PLAIN_LETTERS))
    return "".join(c for c in plain if not unicodedata.combining(c))


def _list_foreign_words() -> dict[str, int]:
    """Return the number words from 1 to 99 of all languages that the reader knows, with their numbers."""
    found = dict[str, int]()
    for unit_line, ten_line, joints, one in LANGUAGES:
        units = [word.replace("_", " ") for word in fold_letters(unit_line).split()]
        words = {word: n for n, word in enumerate(units, 1) if word != "-" and word not in NOT_NUMBERS}
        tens_words = [word.replace("_", " ") for word in fold_letters(ten_line).split()]
        words |= {ten: 10 * tens for tens, ten in enumerate(tens_words, 2) if ten not in NOT_NUMBERS}
        for tens, ten in enumerate(tens_words, 2):
            for n, unit in enumerate([one, *units[1:9]], 1):
                stem = ten[:-1]
                words |= {each.format(ten=ten, unit=unit, stem=stem): 10 * tens + n for each in joints if unit != "-"}
        found = words | found  # the first language that has a word keeps it
    return found


NUMBER_WORD_VALUES = {word: n for n, word in enumerate(UNIT_WORDS)}
NUMBER_WORD_VALUES |= {word: 20 + 10 * n for n, word in enumerate(TENS)}
NUMBER_WORD_VALUES |= {
    f"{ten}{joint}{unit}": 20 + 10 * n + m
    for n, ten in enumerate(TENS)
    for m, unit in enumerate(UNIT_WORDS[1:10], 1)
    for joint in (" ", "-", "")
}
NUMBER_WORD_VALUES = _list_foreign_words() | NUMBER_WORD_VALUES
NUMBER_WORD_VALUES |= {
    "null": 0,
    "cero": 0,
    "el once": 11,
    "la once": 11,
    "numero once": 11,
    "casilla once": 11,
    "dix sept": 17,
    "dix huit": 18,
    "dix neuf": 19,
}
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
MISSPELT_WORDS |= {  # with two letters swapped, “there” being another word
    swapped: word
    for word in ENGLISH
    for at in range(1, len(word) - 1)
    if len(word) > 3 and (swapped := word[:at] + word[at + 1] + word[at] + word[at + 2 :]) not in (word, "there")
}
ORDINAL_NUMBERS = {word: n for n, word in enumerate(ORDINALS)}
HAN_DIGITS = "一二三四五六七八九"
NUMBER_WORD_VALUES |= {digit: n for n, digit in enumerate(HAN_DIGITS, 1)} | {
    f"{HAN_DIGITS[tens - 1] if tens > 1 else ''}十{HAN_DIGITS[unit - 1] if unit else ''}": 10 * tens + unit
    for tens in range(1, 10)
    for unit in range(10)
}
