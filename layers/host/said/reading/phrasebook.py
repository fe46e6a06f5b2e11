"""What one says to a game in the languages that the other tables lack: yes, no, higher, two dice, anything. Data only.

A phrase stands under what it means and not under its language. None is a word of English or means another thing in a
language of the other tables.
"""

# ruff: noqa: E501, RUF001 - phrases are easier to read in long lines, and some are in other alphabets

from __future__ import annotations

from host.said.reading.numbers import NUMBER_WORD_VALUES, fold_letters

PHRASES = {
    "yes": (
        "evet alıyorum|alıyorum|kabul|kabul ediyorum|tamam kabul|tabii ki|elbette|iya|boleh|setuju|saya mau|oo naman|sige|kunin ko|ndiyo|ndio|nakubali|"
        "да|конечно|согласен|согласна|беру|давай|хорошо|ага|konechno|soglasen|beru|davay|так|звичайно|згоден|згодна|ano|jasně|beru to|souhlasím|súhlasím|"
        "igen|persze|rendben|elfogadom|kérem|naturlich ja|sigur|accept oferta|iau banii|bineînţeles|desigur|da da|naravno|uzimam|pristajem|seveda|vzamem|разбира се|взимам|"
        "ναι|βέβαια|βεβαίως|το παίρνω|δέχομαι|nai|vevaia|kyllä|joo|juu|otan|otan sen|totta kai|jah|muidugi|võtan|javisst|gärna|gjerne|visst|självklart|jag tar det|jeg tar det|jeg tager det|det tar jag|jo tack|ja tack|ja takk|"
        "taip|imu|nemu|sutinku|per descomptat|i tant|els agafo|nem to|нaam|naam|aywa|نعم|ايوه|כן|はい|うん|是|好|要|네|예|응|vâng|đồng ý|bằng lòng|ba maji|sawa|bəli|bali|aho|baleh|jow|jawel|ja graag|ja hoor|jep|jup|jaaa|sure ting"
    ),
    "no": (
        "hayır|almıyorum|kabul etmiyorum|istemiyorum|yok istemem|asla|tidak|nggak|gak|enggak|ga mau|jangan|tidak mau|ayoko|ayaw|ayaw ko|huwag|hindi po|hapana|sitaki|siachi|siondoki|"
        "нет|не беру|никогда|ни за что|ні|не хочу|нізащо|nyet|nikogda|ne beru|neberu|ne díky|ne děkuji|nikdy|ani náhodou|v žádném případě|nechci|nechcem|nie ďakujem|ani nápad|"
        "nem|nem kérem|soha|dehogy|nem fogadom el|nu mulţumesc|niciodată|nici vorbă|nu vreau|ne hvala|nikako|nikad|ne želim|neću|nema šanse|nikoli|nočem|не искам|никога|"
        "όχι|ποτέ|δεν θέλω|ohi|oxi|pote|ei kiitos|en ota|en halua|ei ikinä|ei missään nimessä|ei aitäh|mitte mingil juhul|nej tack|nej tak|nei takk|nei|aldrig|aldri|absolut inte|"
        "ne ačiū|nenoriu|niekada|nē|nē paldies|negribu|de cap manera|ni parlar-ne|mai de la vida|la shukran|laa|abadan|لا|לא|いいえ|いや|不|不要|아니|아니요|không|nee dankie|nahin chahiye|nahi chahiye|nako"
    ),
    "take": (  # one takes the money and leaves
        "çıkıyorum|parayı alıyorum|parayı al|bırakıyorum|ayrılıyorum|saya keluar|keluar|ambil uangnya|berhenti|aalis na ako|kukunin ko ang pera|naondoka|nachukua pesa|"
        "ухожу|беру деньги|выхожу|йду|беру гроші|ukhozhu|beru dengi|odcházím|končím|beru peníze|odchádzam|beriem peniaze|kiszállok|elviszem a pénzt|elmegyek|iau banii|odlazim|uzimam novac|uzimam lovu|izlazim|odhajam|"
        "φεύγω|παίρνω τα λεφτά|feygo|lähden|otan rahat|lahkun|võtan raha|jag går|jag hoppar av|jag tar pengarna|jeg går|jeg tar pengene|jeg tager pengene|jeg stopper|ich geh|ich verlasse|"
        "išeinu|imu pinigus|eju prom|nemu naudu|marxo|me'n vaig|agafo els diners|plego|jag lämnar|ek gaan|ek vat die geld"
    ),
    "stay": (  # one plays on
        "devam|devam ediyorum|devam edelim|oynuyorum|kalıyorum|lanjut|lanjutkan|saya lanjut|terus|tuloy|tuloy lang|ituloy|naendelea|tunaendelea|endelea|"
        "продолжаю|играю дальше|дальше|остаюсь|продовжую|граю далі|prodolzhayu|dalshe|ostayus|pokračuji|pokračuju|hraju dál|jedu dál|pokračujem|hrám ďalej|folytatom|maradok|tovább|játszom tovább|continuăm|merg mai departe|joc mai departe|rămân|"
        "nastavljam|idem dalje|ostajem|igram dalje|nadaljujem|grem naprej|ostanem|продължавам|συνεχίζω|synexizo|sinexizo|μένω|jatkan|jään|pelaan|jatkan peliä|mängin edasi|jag fortsätter|fortsätter|jag stannar|jag kör vidare|jeg fortsætter|jeg fortsetter|fortsetter|jeg bliver|jeg blir|spiller videre|"
        "tęsiu|lieku|turpinu|segueixo|continuo jugant|em quedo|jag spelar vidare|ek speel verder|ek bly"
    ),
    "higher": (
        "daha yüksek|daha büyük|yüksek|yukarı|büyük|lebih tinggi|lebih besar|tinggi|mas mataas|mataas|mas malaki|juu|juu zaidi|kubwa zaidi|zaidi|"
        "выше|больше|вище|більше|vyshe|bolshe|výš|výše|vyšší|víc|větší|vyššie|viac|väčšie|magasabb|nagyobb|feljebb|több|fölé|mai mare|mai sus|mai mult|veće|više|većí|višje|več|večje|по-високо|по-голямо|нагоре|"
        "ψηλότερα|μεγαλύτερο|πάνω|πιο πάνω|psilotera|megalytero|pano|korkeampi|suurempi|korkeammalle|enemmän|ylös|kõrgem|suurem|rohkem|högre|större|upp|højere|høyere|opp|oppover|aukštesnis|didesnis|daugiau|aukščiau|augstāk|lielāks|vairāk|més alt|més gran|amunt|"
        "hoër|groter|aala|akbar|أعلى|أكبر|יותר גבוה|もっと高い|高い|上|更高|大|더 높은|더 높게|높은|cao hơn|lớn hơn|zyada|zyaada"
    ),
    "lower": (
        "daha düşük|daha küçük|düşük|aşağı|küçük|daha az|lebih rendah|lebih kecil|rendah|bawah|mas mababa|mababa|mas maliit|chini|chini zaidi|ndogo zaidi|"
        "ниже|меньше|нижче|менше|nizhe|menshe|níž|níže|nižší|méně|menší|nižšie|menej|menšie|alacsonyabb|kisebb|lejjebb|kevesebb|alá|mai mic|mai jos|mai puţin|manje|nižje|manjše|manj|по-ниско|по-малко|надолу|"
        "χαμηλότερα|μικρότερο|κάτω|πιο κάτω|xamilotera|hamilotera|mikrotero|kato|matalampi|pienempi|matalammalle|vähemmän|madalam|väiksem|vähem|lägre|mindre|lavere|nedover|žemesnis|mažesnis|mažiau|žemiau|zemāk|mazāks|mazāk|més baix|més petit|menys|avall|"
        "laer|kleiner|asfal|asghar|أقل|أصغر|יותר נמוך|もっと低い|低い|下|更低|小|더 낮은|더 낮게|낮은|thấp hơn|nhỏ hơn|chhota"
    ),
    "stop": (
        "yeter|yeter duruyorum|duruyorum|dur|durdur|bitti|bu kadar|tamamdır yeter|cukup|berhenti|sudah cukup|stop dulu|tama na|sapat na|hinto|inatosha|naacha|nasimama|basi|"
        "хватит|стоп|останавливаюсь|достаточно|khvatit|hvatit|досить|годі|зупиняюсь|stačí|dost|končím|zastavuji|zastavujem|elég|megállok|állj|abbahagyom|ennyi|ajunge|mă opresc|gata|destul|dosta|dosta je|stajem|prestajem|dovolj|neham|стига|спирам|"
        "αρκετά|σταματάω|σταματώ|φτάνει|arketa|stamatao|stamataw|ftanei|riittää|lopetan|seis|aitab|det räcker|jag stannar här|jag slutar|räcker|nok|jeg stopper|det er nok|det holder|stopper her|jeg gir meg|gakana|užtenka|stoju|pietiek|prou|m'aturo|paro aquí|em planto|"
        "genoeg|ek stop|kafi|khalas|bas karo|ruko|やめる|ストップ|停|够了|그만|dừng|đủ rồi"
    ),
    "split": (
        "paylaş|paylaşalım|bölüşelim|bölüş|yarı yarıya|bagi|bagi dua|berbagi|hati tayo|maghati|tugawane|gawana|делим|поделим|пополам|делиться|delim|popolam|поділимо|навпіл|rozdělit|rozdělíme|půl na půl|osztozunk|osztozom|felezünk|felezzünk|fele-fele|"
        "împărţim|împart|jumate jumate|dijelimo|delimo|podijeli|podeli|pola pola|deliva|na pol|разделяме|μοιραζόμαστε|μοιράζω|μισά μισά|jaetaan|jaan|puoliksi|jagame|pooleks|dela|delar|vi delar|dele|deler|vi deler|dalinaper pusę|dalām|uz pusēm|partim|compartim|mitges|meitat i meitat|ons deel|baant lo|aadha aadha"
    ),
    "safe": (
        "güvenli|garanti|sağlam|aman|ligtas|sigurado|salama|безопасно|надежно|bezopasno|безпечно|bezpečně|jistota|na jistotu|istota|biztos|biztonságos|biztonság|în siguranţă|sigurno|varno|сигурно|ασφαλές|ασφάλεια|asfales|turvallinen|varma|varman päälle|turvaline|kindel|säker|säkert|säkra|trygg|trygt|sikker|sikkert|saugu|saugiai|droši|segur|veilige|surakshit"
    ),
    "2": "iki zar|iki zar at|dua dadu|dalawang dice|kete mbili|два кубика|две кости|два кубики|dvě kostky|dve kocky|két kocka|două zaruri|dvije kocke|dve kocki|δύο ζάρια|kaksi noppaa|kaks täringut|två tärningar|to terninger|dos daus|twee dobbelstene|begge|båda|oba|obě|mindkettő|ikisi|ikisini de|amândouă|molemmat|oba dva|keduanya",
    "1": "tek zar|bir zar|bir tane|tek|satu dadu|isang dice|kete moja|один кубик|одну кость|jedna kostka|jednu kostku|jedna kocka|jednu kocku|egy kocka|egy kockával|un zar|jednu|jednom|ena kocka|ένα ζάρι|yksi noppa|üks täring|en tärning|en terning|un sol dau|un dau|een dobbelsteen|un seul dé|un solo dado|um so dado|um dado so|un solo|una sola|nur einen|nur ein|einen|samo jednu|bara en|kun en|solo uno|tylko jedna|maar een",
    "walk": "parayı al|parayı alıyorum|çıkıyorum|ambil uangnya|saya berhenti|kunin ko ang pera|nachukua pesa|беру деньги|заберу деньги|забираю деньги|беру гроші|beru peníze|beriem peniaze|elviszem a pénzt|iau banii|uzimam novac|uzimam lovu|παίρνω τα λεφτά|otan rahat|võtan raha|jag tar pengarna|jeg tar pengene|jeg tager pengene|agafo els diners|imu pinigus|nemu naudu|ek vat die geld|en vat die geld|tomar el dinero|coger el dinero|pegar o dinheiro|levar o dinheiro|prendere i soldi|prendre l'argent|geld pakken|geld nehmen",
    "phone": "telefon|telefon et|arkadaşı ara|bir arkadaşı ara|arkadaşıma sor|telepon|telepon teman|tawag|tawagan|tumawag|piga simu|simu|звонок другу|позвонить другу|звоню|дзвінок другу|zavolat|zavolat příteli|přítel na telefonu|telefonos segítség|felhívok|sun un prieten|telefon prietenului|zovi prijatelja|pozovi|обаждане|τηλέφωνο|kilauta kaverille|soitan|soita kaverille|helista|helistan|ring en vän|ringa en vän|ringer en vän|ring en ven|ring en venn|truca|trucar|trucar a un amic|skambutis|zvans|bel 'n vriend|chamar um amigo|telefonar|llamada|telefonata|coup de fil|coup de telephone|un coup de fil",
    "audience": "seyirci|seyirciye sor|seyirciye|izleyici|izleyiciye sor|penonton|tanya penonton|madla|tanungin ang madla|hadhira|uliza hadhira|помощь зала|зал|зрители|спросить зал|зрителей|допомога залу|publikum|zeptat se publika|diváci|diváků|opýtať sa publika|közönség|közönség segítsége|publicul|întreabă publicul|publika|pitaj publiku|pitam publiku|публика|κοινό|βοήθεια κοινού|yleisö|kysy yleisöltä|kysytään yleisöltä|publiku|küsi publikult|fråga publiken|publiken|spør publikum|spørg publikum|públic|auditorija|gehoor",
    "50:50": "yarı yarıya|yüzde elli|elli elli|fifty fifty|пятьдесят на пятьдесят|50 на 50|50 ile 50|padesát na padesát|felező|felezés|jumătate|pola-pola|puolet pois|femti femti|femtio femtio|limapuluh limapuluh|halbieren|la moitie|moitie moitie|cinquenta cinquenta|cincuenta cincuenta",
    "any": (
        "fark etmez|farketmez|sen seç|siz seçin|rastgele|herhangi|herhangi biri|ne olursa|terserah kamu|acak|mana saja|yang mana saja|bebas|kahit alin|kahit saan|bahala ka|bahala na|ikaw na pumili|ikaw na bahala|yoyote|chagua wewe|"
        "любой|любая|любую|любое|все равно|без разницы|на твой выбор|выбери сам|выбирай сам|случайно|lyuboy|vse ravno|будь-який|будь-яку|байдуже|обери сам|"
        "jakékoliv|jakékoli|cokoliv|libovolné|je to jedno|to je jedno|vyber ty|vyber za mě|náhodně|hocijaké|hocičo|je mi to jedno|bármelyik|bármi|mindegy|válassz te|te válassz|véletlen|oricare|orice|alege tu|la întâmplare|mi-e egal|bilo koji|bilo koje|bilo što|bilo šta|svejedno|ti biraj|nasumično|katerikoli|vseeno|"
        "όποιο|οτιδήποτε|διάλεξε εσύ|τυχαία|τυχαίο|otidipote|mikä tahansa|mikä vain|ihan sama|valitse sinä|satunnainen|mitä vaan|ükskõik|vali sina|suvaline|vilken som helst|vad som helst|spelar ingen roll|välj du|du väljer|slumpa|slumpen får|hvilken som helst|hva som helst|hvad som helst|lige meget|velg du|vælg du|det er det samme|tilfældig|tilfeldig|"
        "bet kuris|nesvarbu|rink tu|jebkurš|vienalga|qualsevol|tria tu|és igual|m'és igual|om't ewe|enige een|kies jy|ay haga|ayyu|أي|どれでも|随便|아무거나|gì cũng được|nao importa|wie du willst|wie ihr wollt|was du willst|ganz egal|ist mir egal|mir wurscht|mir wurst|zufallig eine|comme bon vous semble|ce que vous voulez|ce que tu veux|como quieras|lo que tu quieras|como quiser|como voce quiser|come vuoi|quello che vuoi|zoals je wilt|wat je wilt|wat jij wilt|jak chcesz|co chcesz|cokolwiek|byle co|byle ktory|byle jaka"
    ),
    "nothing": "hiç|hiçbir şey|sıfır|teklif yok|tidak ada|nol|kosong|wala|hakuna|sifuri|ничего|ноль|пас|нічого|нуль|nic nedám|nula|nič|semmi|nulla|nimic|ništa|nič ne|τίποτα|μηδέν|ei mitään|nolla|mitte midagi|inget|ingenting|noll|intet|passer|passar|nieko|neko|res de res|gens|niks nie|kuch nahi|lashay|sifr",
    "all": "hepsi|hepsini|tamamı|semua|semuanya|lahat|lahat na|yote|zote|всё|все деньги|ва-банк|ва банк|vsechno|všetko|mindent|mindet|az egészet|totul|sve|vse|τα πάντα|όλα|kaikki|kõik|allt|viskas|viską|visu|tot el que tinc|alles wat ek het|sab kuch|sab|kullu|kol shi",
}

# What stands around an answer in these languages: please, I take, open, put, the bomb, on, friend.
NEUTRAL_FOREIGN_WORDS = (
    # Turkish
    "olsun koy koyun koyalım koyuyorum açalım açıyorum açın seçiyorum seçelim hocam abi kanka kardeş kardeşim abla arkadaşlar bombayı bombam numaralı kapıyı kutu kutuyu kare kareyi sayı diyorum "
    "bana oraya buraya bu gelsin veriyorum alayım alalım istiyorum teşekkürler sağol sağolun merhaba selam hadi haydi tane cevap cevabım bence atla zıpla atlıyorum teklif milyon bin lira yi "
    # Indonesian, Malay, Tagalog, Swahili
    "aku kotak pintu taruh simpan ke yang itu ini kak mas mbak makasih terima kasih angka juta jawabannya jawaban "
    "pakibukas buksan piliin ilagay pinto salamat kuya ate pili akin bukas sagot "
    "fungua chagua weka namba nambari mlango bomu langu yangu tafadhali asante rafiki kwa kwenye hapo naomba nataka nachagua jibu milioni "
    # Russian, Ukrainian, Bulgarian
    "пожалуйста пж открой открываю открыть откройте выбираю выбери возьму номер квадрат клетка клетку дверь бомба бомбу ставлю поставь положи спрячь прячу под на в за мне мой моя мою я хочу давай давайте ну привет спасибо ответ прыгаю миллион миллиона миллионов "
    "pozhaluysta otkroy otkryvayu vybirayu nomer bombu stavlyu polozhi spasibo privet otvet будь ласка відкрий відкриваю обираю кладу сховай дякую моля отвори избирам сложи благодаря "
    # Czech, Slovak, Slovenian, Croatian, Serbian
    "prosím díky děkuji otevři otevřu otevřít otevírám vyber vyberu vybírám beru číslo políčko dveře dám dej schovej schovám chci ahoj odpověď skočím milion miliony milionů "
    "ďakujem otvor otvorím vyberám ukry ahojte otvori otvaram biram izaberi uzmi broj polje vrata stavi stavljam sakrij hvala molim ću hoću neka bude ajde hajde brate odgovor milijuna miliona milijona odpri izberem stevilka skrij lepa "
    # Hungarian
    "kérem kérlek köszi köszönöm nyisd nyissuk nyitom nyisson választom választok legyen szám számú számot ajtó ajtót mező mezőt bombát tedd teszem rejtsd rejtem alá az egy szia sziasztok akkor hát válasz ugrok millió os "
    # Romanian
    "rog mulţumesc deschide deschid aleg alege iau pun pune numărul număr căsuţa pătratul uşa ascunde pe sub vreau răspuns răspunsul sar milioane fie "
    # Greek
    "παρακαλώ άνοιξε ανοίγω διαλέγω παίρνω βάλε βάζω κρύψε το τον την στο στη νούμερο τετράγωνο πόρτα βόμβα θέλω γεια ευχαριστώ απάντηση εκατομμύρια εκατομμύριο parakalo anoixe dialego noumero sto efharisto thelo "
    # Finnish, Estonian, Swedish, Danish, Norwegian
    "kiitos avaa avaan avataan valitsen valitse otan laita laitan piilota ruutu ruudun luukku ovi pommi pommin kohtaan minä haluan no niin vastaus hyppään miljoonaa miljoona sitten vaikka olkoon "
    "palun aitäh ava avan vali valin võta pane panen peida ruut uks pomm tahan tere vastus miljonit "
    "vi välj ruta rutan luckan dörren bomben bakom nu gärna kör svaret miljoner miljon kronor "
    "åbn åbner åpne åpner vælg velg lægger legg legger gem gjem gjemmer felt feltet rute ruten dør døren bak gjerne byr millioner million kroner vær snill "
    # Lithuanian, Latvian, Catalan, Afrikaans
    "prašau ačiū atidaryk atidarau renkuosi imu dėk dedu numeris duris noriu atsakymas milijonai lūdzu paldies atver atveru izvēlos ņemu lieku numurs durvis bumba gribu atbilde "
    "plau gràcies obre obro trio agafo posa poso amaga sota vull doncs milions "
    "asseblief dankie maak oop ek vat sit steek weg nommer blokkie miljoen "
    # Hindi, Arabic in our letters
    "wali meri chhupa minfadlak law samaht iftah ikhtar raqam bab shukran ana urid "
)

# What one asks the host in these languages, by its topic.
ASKED_ABOUT = {
    "turn": "sıra kimde|kimin sırası|sıra bende|giliran siapa|giliranku|giliran saya|kaninong turn|sino na ang|ako na ba|zamu ya nani|чей ход|чья очередь|кто ходит|мой ход|чий хід|kdo je na řadě|kdo hraje teď|jsem na řadě|kto je na rade|ki jön|kinek a köre|ki van soron|cine urmează|al cui e rândul|tko je na redu|ko je na redu|kdo je na vrsti|ποιος παίζει|τίνος σειρά|ποιανού σειρά|kenen vuoro|kelle kord|vems tur|hvis tur|hvem sin tur|min tur|kieno eilė|kieno ėjimas|kura kārta|a qui li toca|wie se beurt|dor el meen",
    "score": "puan durumu|skor|kim önde|kaç param var|ne kadar param|berapa uangku|berapa uang saya|siapa yang menang|siapa di depan|magkano na ako|sino ang nangunguna|какой счет|какой счёт|счет какой|сколько у меня|кто впереди|кто выигрывает|скільки у мене|хто веде|jaký je stav|kolik mám|kdo vede|aký je stav|koľko mám|kto vedie|mi az állás|mennyi pénzem|ki vezet|care e scorul|cât am|cine conduce|koji je rezultat|koliko imam|tko vodi|ko vodi|kdo vodi|πόσα έχω|ποιος προηγείται|paljonko minulla|kuka johtaa|mikä on tilanne|palju mul|kes juhib|hur står det|hur mycket har jag|vem leder|hvor mye har jeg|hvor meget har jeg|hvem leder|hvem fører|hva er stillingen|hvad er stillingen|kiek turiu|kas pirmauja|quants diners tinc|qui guanya|hoeveel het ek",
    "time": "ne kadar süre|kaç dakika|ne zamana kadar|berapa lama|sampai kapan|hanggang kailan|gaano katagal|mpaka lini|сколько времени|до скольки|сколько осталось|скільки часу|kolik času|dokdy|koľko času|mennyi idő|meddig|cât timp|până când|koliko vremena|do kada|koliko časa|πόση ώρα|πόσο χρόνο|μέχρι πότε|paljonko aikaa|kuinka kauan|mihin asti|kui kaua|palju aega|hur lång tid|hur länge|hvor lang tid|hvor lenge|hvor længe|kiek laiko|iki kada|cik ilgi|quant de temps|fins quan|hoeveel tyd",
    "help": "nasıl oynanıyor|nasıl oynanır|ne yapmalıyım|ne yapacağım|bagaimana cara|gimana cara|apa yang harus|paano ba|paano maglaro|nifanye nini|как играть|что делать|что мне делать|как ответить|що робити|як грати|jak se hraje|co mám dělat|jak odpovím|čo mám robiť|hogyan kell|mit kell csinálnom|mit csináljak|cum se joacă|ce trebuie să fac|kako se igra|što da radim|šta da radim|τι κάνω|πώς παίζεται|miten tätä|mitä minun pitää|miten vastaan|mida ma pean|hur funkar|hur spelar|hur svarar|vad ska jag göra|hvordan|hva skal jeg gjøre|hvad skal jeg gøre|ką man daryti|ko man darīt|què he de fer|wat moet ek",
    "who": "kim kaldı|kimler kaldı|siapa yang masih|sino pa ang|кто остался|кто еще играет|хто залишився|kdo zbývá|kdo ještě hraje|ki maradt|cine a mai rămas|tko je ostao|ko je ostao|ποιοι έμειναν|kuka on jäljellä|ketkä ovat|kes on alles|vilka är kvar|vem är kvar|hvem er igjen|hvem er tilbage|qui queda",
}


def list_phrases(meaning: str) -> list[str]:
    """List the phrases of a meaning, one of the keys of `PHRASES`, as a normalised sentence has them: without accents,
    numbers in figures.
    """
    said = [fold_letters(each).split() for each in PHRASES[meaning].split("|")]
    return [" ".join(str(NUMBER_WORD_VALUES.get(word, word)) for word in words) for words in said]
