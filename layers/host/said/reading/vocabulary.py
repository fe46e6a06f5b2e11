"""The words that the reader knows, by what they do in a sentence. Data only: no sentence stands here whole."""

# ruff: noqa: E501 - phrases are easier to read in long lines

from __future__ import annotations


def list_words(*lines: str) -> frozenset[str]:
    """Return the words of these lines as a set."""
    return frozenset(word for line in lines for word in line.split())


# Words that stand around an answer and change nothing: people, politeness, places, chatter, and what one does with it.
CHOOSING_WORDS = list_words(
    "take taking pick picking choose choosing chose select open opening go going try trying do doing want wanna have having",
    "gimme give put putting hide hiding seal sealing place placing plant bury drop stick set vote voting say saying bet",
    "betting bid bidding offer offering jump jumping hop leap make lock locking send play playing use using hit tap",
    "gotta must keep keeping tapping click clicking press reveal flip turn show knock stash tuck shove slap dump chuck pop smash blow bring need",
    "choice answer final guess feeling feel like love prefer fancy reckon believe trust trusting think nominate blame decide decided",
    "settle settled sticking roll rolling throw throwing get getting grab grabbing stay nehme nehmen nimm wahle wahl prends",
    "choisis elijo quiero tomo escolho quero vou scelgo prendo voglio kies neem pak wybieram biore wezme poprosze mach",
    "leg lege setz pon pongo coloca metti mets mettez cacher verstecke escondo esconde nascondi ukryj verstop call",
    "voudrais quisiera gostaria vorrei chcialbym calling ask asking pay pays paying claim invest",
)
POLITE_WORDS = list_words(
    "please pls plz plss pleas plis thanks thank thankyou thx thnx tnx tks ty cheers ta kindly sir madam dear mate man bro bruh bruv dude",
    "pal buddy friend friends guys folks all everyone everybody fam boss host bot robot botty hosty rtab thebot racebot computer",
    "mister mr bestie chef hi hello hey heya hiya hallo hola ciao bonjour salut oi yo ello helo morning evening afternoon",
    "good bitte danke schon porfa porfavor por favor per favore grazie prego gracias obrigado obrigada merci svp",
    "s'il vous plait te plait graag alsjeblieft alstublieft dank bedankt je dziekuje prosze dzieki tack takk abeg bhai",
    "bhaiya mano amigo amiga much very many lot lots sorry apologies love xx x xoxo kisses regards yours",
)
CHAT_WORDS = list_words(
    "lol lmao lmaoo rofl haha hahaha hahah hah ha hehe hehehe heh hihi jaja kkk kkkk xd omg omfg wow woo woohoo yay yolo lfg hmm hm",
    "hmmm mmm mm um umm uh uhh uhm ehm er err erm ah ahh oh ooh oooh eh aha ach och aww ugh argh pff pfft right well ok okay",
    "okey okie k kk alright alrighty fine sure yes yeah yea yep yup aye yessir ja oui si sim tak da claro klar of course certainly",
    "definitely defo def obviously obvs obv surely clearly absolutely totally honestly tbh ngl fr imo imho idc btw frfr rn asap now then",
    "so and also just simply only really actually again today tonight tomorrow already still even this that these there here",
    "time round turn go come on c'mon lets let's let quick quickly fast hurry whatever anyway anyways goes gogo",
    "boom bang fire lucky luck fingers crossed baby babes babe honey darling bold brave favourite favorite usual always",
    "as my own me too first second last next one ones the a an some exactly flat total sum period ",
    "literally basically deffo perfect great nice cool easy simple amen god jesus name inshallah finally",
    "hopefully plain straight whole single old trusty good big little tiny special magic ready done",
    "it's its it is i i'm im i'll ill i'd id i've ive am me my mine myself we we'll we're us our you your you're u ur yours",
    "be being will would shall could can may gonna gotta got must have has to with for on in at under",
    "underneath beneath below behind onto into down up out over about from off per that's thats that'll there's",
    " hell heck damn dang screw it fuck bloody freaking frigging ffs sake smack bang dead yet yolo goo go goes ",
    "idk dunno guess suppose well along forever ever ",
    "ich wir du die der das den dem ein eine einen auf unter hinter mit fur nur noch mal doch dann also nummer el la los",
    "las le les un una y e et und en de del do da na em nella nello nel il lo gli con per com avec pour sur sous dans",
    "derriere detras sob debajo sotto dietro het een op achter onder naar ik je me moi mi mim eu yo io ",
    "wohl halt eben einfach gern gerne mag mochte aqui ca ici hier va vamos dale venga vai allez alors donc pues entonces",
    "entao allora dus wiec pod za kar bas yaar lah sha oga eso es esta este isso essa",
)
CHAT_WORDS |= list_words(
    "sh shh ssh pst psst hush sesame abracadabra hocus pocus bingo eureka tada voila banzai geronimo bismillah bazinga",
    "full definately definitly defiantly mm hm voy vado vais gehe ga ide voto but though tho however aber pero maar ale deserves deserve gets owes owe help better by of them comes come coming lady gentleman miss mrs young man woman girl boy guy safe looks look seems seem sounds sound feels rather poor away plus max send nicely uns fragen naturally con keep keeping there enough should must shall ne innit eh huh plenty",
)
PLACE_WORDS = list_words(
    "square sq door box number numbers num nr no. numero nummer nro field tile tiles cell space spot slot",
    "place option letter answer choice pick move guess bomb bombs bombe bomba bom mine casilla puerta porte porta",
    "case feld tur deur vak drzwi pole numer lucky bidding bet pounds quid dollars dollar bucks buck euros euro eur usd",
    "gbp cash money player vote person guy called letter die dice dices # £ $ € @ & + = : ' \" * ~",
    "secret secretly turn lifeline lifelines joker hulplijn comodin ratunkowe jolly",
)
STAND_IN = "playit"  # what the words of a play are replaced by
CHOOSING_WORDS |= list_words(
    STAND_IN,
    "staying sticking mettila mettilo ponla ponlo colocala mets mettez escondela escondelo versteck cachez leg zet vamos",
)
CHOOSING_WORDS |= list_words(
    "risk risking chance attempt unlock uncover unveil pop popping select selecting opt opting commit committing submit enter",
    "hammer nail whack wack slam bash chuck lob fling hurl bung yeet plump plumping nominating elect punt gamble wager",
    "changed switched swapped gunna finna imma ima tryna wna lemme gimmie giv git wants",
)
POLITE_WORDS |= list_words(
    "lads lad ladies gents gentlemen folk mates chum chums champ cap'n captain matey hun hon sweetie doll legend king queen homie",
    "homies dawg dawgs yall y'all peeps team squad kiddo papa daddy mama mommy duh fella fellas geezer blud uncle aunty bro's",
    "greetings pleased grateful obliged merry happy cheerio toodles ciao regards sincerely faithfully respectfully",
)
CHAT_WORDS |= list_words(
    "fairly pretty quite very super certain positive confident convinced fully dead genuinely truly seriously literally personally",
    "aite hein ig obo ngl fr mean meant possible kannst qui nbr doors numba nmbr ahead",
    "far upon trouble looking kinda sorta kind sort consideration thought careful long hard different interesting special normal particular specific",
    "basically mostly usually generally eventually recently particularly especially slightly extremely easily properly sadly badly gladly",
    "gently softly slowly quietly therefore indeed somehow awesome amazing wonderful famous cute proud glad sad funny honest loyal royal",
    "fresh busy tired sleepy bored hungry drunk excited nervous scared afraid worried anxious terrified calm shaking sweating praying",
    "jk pikachu surprise yup wassup whatsup nm nvm idgaf idgas obvs obvz totes defs fosho legit lowkey highkey deadass swear bussin slay",
    "periodt facts rip woop whoop woot yeehaw yippee hurrah hooray hurray phew sigh shrug ahem alas blimey crikey gosh gee golly jeez",
    "sheesh whoa woah wowza oopsie tut tsk eek argh aye arr ahoy howdy righto rightio righty okeydoke okeydokey okidoki tally ho onwards",
    "forward upwards onward unlucky ai hein kkk kkkk kk rs rsrs jaja jeje mdr ptdr hihi xoxo",
    "duh ofc innit lah leh lor meh welp wellp yikes whee weee wheee oof bruh sheesh aight ight gg ez fyi fingers toes",
    "brave daring cheeky bold crazy reckless careful cautious greedy generous innocent lovely beautiful gorgeous humble mighty",
    "holy golden blessed mysterious obvious juicy tasty shiny smart clever revenge payback karma destiny fate intuition instinct hunch",
    "tonight's today's ta maybe's thingy thing things stuff nearly directly immediately straightaway precisely exactly",
)
FOREIGN_WORDS = list_words(  # what people say around an answer in the languages they mix in
    # German
    "nehm nimm nimmst mach mache machen offne offnen aufmachen aufdecken will mochte hatt hatte mal dann jetzt heute tor kastchen",
    "fach naturlich sicher passt gut genau meine meinen meiner mein soll kommt komm hin rein nach bei unters dahinter pack packe steck",
    "stecke tu tue stell stelle stellen mir mich gib gebe geb geben biete bieten setze setzen tippe sage sag bleib hor tippen los endlich",
    "glaub glaube denke denk so'n na bitteschon dankeschon lieber ganz runde zug lass lasst uns ihr euch wurd wurde gleich hau raus spiel",
    # Spanish
    "abre abro abrir abreme abrire eligo eligiria escojo escoge quisiera dame deme ponla ponme poner mete meto metela esconder esconda",
    "quedo numero casillas cuadro fa vale bueno creo hoy ahora mio bomba ofrezco apuesto apostar pujo doy dar digo seria",
    "jugar juego anda dele tio tia hermano oye hola mira senor senora favorcito gracia abra ponga tomar poniendo siguiente",
    # Portuguese
    "o fui abra escolha escolher quer queria vou casa obrigada valeu bora beleza ta blz acho hoje agora minha meu coloca coloque colocar poe",
    "bota bote botar dou ofereco aposto apostar fico pode ser cara moco moca gente opa oi boa essa esse numa nessa manda mandar pfv pf",
    "jogar jogo deixa ver eu abre quadrado porfa entao meus queridos querido",
    # French
    "prend prendrai prendre ouvre ouvrir ouvrez ouvrons veux veut mets mettre met cacher cachez svp stp bon allez pense crois dirais",
    "dis offre offrir mise miser propose moi ma mon je choisir choisit joue jouer tente essaie merci bonsoir coucou ouais",
    # Italian
    "apri apro aprire prendi prendere scegli scegliere vorrei metto mettere nascondi nascondere dammi direi dico vado perfavore va bene",
    "penso credo offro offrire punto punta puntare mia gioco giochiamo facciamo proviamo deponi deponila piazza piazzala casella numero",
    # Dutch
    "neem nemen open doe doen maar wil zou willen vakje aub dan dus nou even mijn verstop bied bieden geef mij denk gok gokken",
    "zetten leggen graag hoor toch effe deurtje nummertje",
    # Polish
    "wezme wez daj dawaj otwieram otworz otworze otworzyc wybierz chce pole moja moje bomba poloz schowaj chowam ukryj daje licytuje",
    "stawiam ja niech bedzie mysle poprosze dobra dobrze okej to ten ta tym prosze numerek bramka drzwi klade",
    # Swedish, Danish, Turkish, Indonesian, Hindi and others, a few
    "jag jeg tar tager oppna valjer vill vil ha snalla lucka dorr nummer velger tak lutfen kapi numara benim ac sec buka pilih nomor saya",
    "dado dados wurfel dadi dobbelsteen dobbelstenen kostka kostki kosci tarning tarningar",
    "mau tolong dong aja kholo khol dena lagao rakho rakh mera mere wala ji chalo theek hai karo kar do bhaiyya didi arre arrey acha accha",
)
FILLERS = CHOOSING_WORDS | POLITE_WORDS | CHAT_WORDS | PLACE_WORDS | FOREIGN_WORDS

# Words with which a second phrase begins after an answer: what follows them is a reason or talk.
CONNECTIVES = list_words(
    "because cause 'cause cos coz cuz bc bcs since as for in on with so and like if when while who that which it it's its",
    "i i'm im i'll i've ive my that's thats always until till before after",
    "weil denn porque pois car parce perche omdat bo bcoz where why lucky she'll we we're you your u ur just let lets let's wish",
    "before after good please pls thanks lol haha here goes same even though but yolo hope hoping fingers gonna everyone everybody",
    "nobody noone don't dont trust imma all also again every the this today then now get watch come",
    "mum mom dad final her his he she they'll",
)
ARITHMETIC_WORDS = list_words("minus plus double triple twice half third quarter divided multiplied")
JUDGING_WORDS = list_words(  # “5 looks dodgy”
    "wrong bad scary dangerous suspicious sus suss suspect dodgy fishy unlucky evil deadly trapped risky spooky terrible awful weird odd",
    "strange boring bait rigged haunted poisoned nasty doomed trap tempting",
)
UNIT_NOUNS = list_words(
    "left more hundred thousand percent star stars euro pence grand dwarfs sheep fish",
    "squares doors min mins minute minutes sec secs second seconds hour hours hr hrs day days week weeks month months year years yrs yo",
    "people persons players of times time kids sons daughters sisters brothers am pm o'clock oclock percent km miles",
    "metres meters degrees points point goals lives bombs beers pints coffees turns rounds games messages",
)
WORD_CONNECTIVES = list_words(
    "because cause 'cause cos coz cuz bc bcs since weil denn porque pois parce perche omdat como comme come wie like zoals jak i i'm im i'll i've my it it's its that's thats",
    "while whilst lol haha for as please then so before he she they if mum mom dad brother sister wife husband son daughter",
)
ASIDE_AFTER = list_words("was were has had gone taken opened went got did cursed closed")
LABELLED_BY = list_words(  # the number after them belongs to these
    "round season level part episode chapter page bus train platform gate room channel version cycle age aged top week year",
    "exam test day league row's grade class plan phase game",
)
REASONS = list_words("because cause 'cause cos coz cuz bc bcs bcoz since weil denn porque pois parce perche omdat")
ELSEWHERE_WORDS = list_words(
    "at until till til by before after since past around about"
)  # a time of day, not an answer

# Words that weaken, deny or take back.
NEGATIONS = list_words(
    "not never don't dont won't wont can't cant cannot couldn't wouldn't shouldn't isn't isnt aren't ain't aint didn't didnt doesn't doesnt",
    "wasn't haven't no nor neither except excluding without avoid avoiding besides nicht kein keine ni nunca jamais",
    "pas mai niet geen nie nao non sin ohne skip skipping hate hates steer hardly",
)
DOUBTS = list_words(
    "ish",
    "maybe perhaps might unsure possibly probably prolly tempted whether later either unless would've could've thinking wondering",
    "vielleicht quiza quizas talvez forse misschien moze considering torn hesitating undecided hypothetically",
    "considered pondering consider mayb depends somewhere between roughly ",
)
OR_WORDS = list_words("or / oder o ou of'of albo lub abi vs versus")
SOFT_DOUBTS = list_words("idk dunno unsure")
HARMLESS_IF = list_words(
    "if it's its it is still i may can possible that's that ok okay fine free available there yes so me my turn",
    "you please would don't mind not gone taken open closed im i'm alive dead already by then lol could be nobody minds again",
    "comes round to back around am up",
)
REVISION_WORDS = list_words(
    "wait actually scratch sorry oops correction rather instead hang hold changed edit better nope typo argh ugh nah no meant mean mist",
    "nein non pardon perdon doch forget ignore ooops whoops oopsie undo switch change",
)
REVISION_PHRASES = (
    "no wait|wait no|oh no|no no|wait|no actually|actually|i mean|i meant|i mean to say|make that|make it|no make that|no make it|"
    "scratch that|never|no way|correction|or rather|rather|instead|sorry|oops|ooops|whoops|hang on|hold on|i changed my mind|changed my mind|"
    "i've changed my mind|ive changed my mind|on second thought|on second thoughts|second thoughts|edit|better|nope|forget that|"
    "forget it|ignore that|ignore that last one|my bad|typo|i meant to say|argh|ugh|let me change that|change that to|change to|change it to|changed to|changing to|switched to|switching to|moved to|moving to|swapped to|swap to|or better|"
    "change mine to|change|switch to|switch it to|nah|no|nein|non|nej|pardon|perdon|perdona|doch|doch lieber|lieber|mejor|melhor|plutot|"
    "not that|not that one|thats too obvious|that's too obvious|too obvious|wrong one|i take it back|take that back|cancel that|cancel"
)
CONCLUDING_WORDS = list_words(
    "so then final finally ok okay yes yeah yep definitely locking lock fine anyway go going i'll ill let's lets therefore have gotta",
    "has alright right decided thus hence it's answer dann alors donc entonces entao allora",
)
OTHERS = list_words(
    "he she they bob's cat's everyone everybody nobody someone somebody people who wife husband mum mom mother dad father brother",
    "sister son daughter friend nan grandma gran boss her him them kid kids everyones you've said says wants tells asks keeps told picked",
    "took wanted wants had opened chose used thought hated went got was were been did knew saw won lost hit blew gone should've shouldve",
)
FIRST_PERSON = list_words("i i'll ill i'm im i'd let's lets gimme we we'll give put make")
PAST_PLANS = list_words(
    "was were wanted thought had used almost nearly going'to said took picked chose thinking meant'to"
)

# Answers that are words, by the option they mean, in English and in the languages people mix in.
YES_WORDS = (
    "yes|y|yess|yse|yeh|yes yes|yeah|yea|ye|yep|yup|yus|yas|yh|aye|sure|sure thing|ok|okay|deal|accept|accepted|i accept|absolutely|definitely|of course|"
    "certainly|affirmative|agreed|why not|go for it|do it|hell yes|hell yeah|gladly|with pleasure|count me in|i'm in|sold|si|oui|ja|da|"
    "hai|claro|claro que sim|claro que si|sim|tak|haan|evet|ja klar|klar|jo|jawohl|natürlich|naturlich|por supuesto|bien sur|certo|jasne|k|kk|okie|okey|alright|fine|sounds good|sounds great|go ahead|fine by me|works for me|you bet|bet|fo sho|for sure|no problem|"
    "no brainer|too right|amen|oh yes|jep|yessir|totally|without a doubt|no doubt|ofc|yup yup|be silly not to|i'd be mad not to"
)
_FOOLISH = [
    f"{fool} to" for fool in ("stupid", "silly", "mad", "crazy", "foolish", "dumb", "a fool", "an idiot", "rude")
]
_REFUSING = (
    "refuse",
    "say no",
    "decline",
    "turn it down",
    "turn that down",
    "turn this down",
    "reject",
    "stay",
    "go on",
)
_ACCEPTING = ("accept", "take it", "say yes", "leave", "stop", "walk away", "leave now", "stop now", "take that")
YES_WORDS += "".join(f"|{fool} {verb}" for fool in _FOOLISH for verb in _REFUSING)
YES_WORDS += "".join(
    f"|{cannot} {refuse}"
    for cannot in (
        "never",
        "can't",
        "cannot",
        "can not",
        "couldn't",
        "wouldn't",
        "won't",
        "how could i",
        "who could",
        "who would",
        "why would i",
        "hard to",
    )
    for refuse in ("say no", "refuse", "turn it down", "turn that down", "turn this down", "reject")
)
YES_WORDS += (
    "|quero o dinheiro|sim quero o dinheiro|quiero el dinero|ich will das geld|je veux l'argent|voglio i soldi|ik wil het geld|chce kase|chce pieniadze|take my winnings"
    "|deal done|done deal|done|gimme that|take the bag|secure the bag|gimme that bag|that bag|take the l"
    "|yah|ya|yeap|yeppers|yarp|yass|naturally|but of course|why wouldn't i|money please|cash please|yes please|please do|gerne|passt|jo passt|"
    "abgemacht|einverstanden|in ordnung|d'accord|ouais|volontiers|vale|dale|de acuerdo|trato hecho|hecho|combinado|fechado|pode ser|aceito sim|"
    "va bene|d'accordo|affare fatto|akkoord|prima|oczywiscie|jasne ze tak|zgoda|dobra|tamam|theek hai|haanji|haan ji|han|ha ji|le lo|oo|opo"
)
TAKE_WORDS = (
    "where do i sign|gimme the money|give me the money|show me the money|leave|leaving|leave the round|i'm out|"
    "im out|i am out|cash out|cash me out|cashing out|bank|run|walk away|walk|walking away|i'll have it|pay me|"
    "ich nehme das geld|nehme das geld|nehme es|ich nehme es|nehm ich|prendo|lo tomo|me lo quedo|aceito|acepto|"
    "accetto|j'accepte|je prends|aanvaard|biore|ik neem het|get out|getting out|quit|count me out"
)
TAKE_WORDS += "".join(
    f"|{verb} {what}"
    for verb in (
        "take",
        "taking",
        "accept",
        "accepting",
        "grab",
        "grabbing",
        "bank",
        "banking",
        "want",
        "pocket",
        "have",
        "having",
    )
    for what in (
        "it",
        "the money",
        "the cash",
        "the offer",
        "that",
        "the deal",
        "this",
        "that money",
        "that offer",
        "them",
        "my money",
    )
)
NO_WORDS = (
    "no|not in a million years|n|nope|nah|naah|nay|noo|never|no way|no thanks|no thank you|no deal|hell no|not a chance|no chance|absolutely not|"
    "definitely not|certainly not|of course not|not now|not today|not yet|not this time|not for me|never ever|decline|declined|refuse|refused|reject|"
    "rejected|pass|no take|nein|non|nee|nyet|nie|nao|nej|hayir|not interested|not enough|too little|im good|i'm good|never in my life|"
    "over my dead body|nada|ni hablar|nem pensar|auf keinen fall|no gracias|nein danke|non merci|nee dank je|no grazie|nie dziekuje|niet|"
    "not on your life|fat chance|hard pass|nuh uh|not happening|na|i'm fine|no ma'am|no sir"
)
NO_WORDS += "".join(f"|{fool} {verb}" for fool in _FOOLISH for verb in _ACCEPTING)
NO_WORDS += "".join(
    f"|{no} {leaving}"
    for no in ("no", "not")
    for leaving in ("leaving", "walking", "quitting", "running", "selling", "stopping", "going anywhere")
)
NO_WORDS += (
    "|too low|too small|peanuts|not good enough|is that all|lowball|in it to win it|in it to win|in it till the end|i'm in it|i'm in it till the end|i'm in till the end|to the end|till the end|until the end|to the bitter end"
    "|hell naw|naw|nawh|nuh|no no|nope nope|no sirree|no siree|no sale|keep it coming|not for less|claro que no|para nada|que no|lieber nicht|nee joh|"
    "nicht mit mir|kommt nicht in frage|pas question|surtout pas|jamais|jamais de la vie|de jeito nenhum|nem a pau|nao quero|no quiero|ni loco|ni loca|"
    "neanche per sogno|assolutamente no|zeker niet|echt niet|w zyciu|nie ma mowy|nie chce|nahi|nahin|bilkul nahi|yok|hindi"
)
STAY_WORDS = (
    "want to go on|wanna go on|want to stay|wanna stay|want to play|wanna play|want to keep playing|still playing|"
    "stay|staying|stay in|staying in|keep playing|keep going|play on|playing on|carry on|carrying on|go on|going on|continue|"
    "risk it|risking it|keep your money|keep the money|keep it|gamble|gambling|let's play|stick around|push on|press on|keep rolling|"
    "hang in|ride it out|see it through|sigo|seguir|sigo jugando|weiter|ich bleibe|bleibe|ich spiele weiter|je reste|on continue|continuo|resto|"
    "rimango|fico|blijf|ik blijf|gram dalej|zostaje|doorgaan|doorspelen|weiterspielen|continuer|here to win"
)
# What a yes or no is said with, that denies nothing.
IDIOMS_OF_DOUBT = "not sure|leave it|leave me|leave him|leave her|yeah right|no idea|no clue|yes and no|yes or no|yes no|no yes|just kidding|only joking|read it|no pressure|no rush"
ANY_WORDS = (
    "random|randomly|at random|surprise|any|anything|anywhere|whatever|whichever|wherever|any one|anyone|any of them|any of those|one of them|"
    "you choose|you pick|you decide|u choose|u pick|u decide|you can choose|you can pick|you can decide|up to you|up to u|your choice|your pick|your call|dealer's choice|dealers choice|host's choice|"
    "don't care|dont care|not matter|where you like|what you like|which you like|as you like|you like|don't mind|dont mind|doesn't matter|doesnt matter|no preference|egal|egal welche|egal wo|roll for me|flip a coin|"
    "decide|pick for me|choose for me|just pick|just choose|pick one|choose one|pick something|choose something|let fate|let luck|let chance|"
    "the universe|the computer|do your thing|eeny meeny|spin the wheel|feeling random|all the same to me|same to me|don't mind which|"
    "cualquiera|n'importe|peu importe|qualquer|qualunque|maakt niet uit|obojetnie|wszystko jedno|zufallig|irgendeine|irgendwo|me da igual|tanto faz|"
    "aleatorio|au hasard|a caso|willekeurig|losowo|zufall"
)
ANY_WORDS += (
    "|what you want|whatever you want|which you want|whichever you want|what you think|whatever you think is best|what you think is best|whatever you say|what u want|whatever u want|wherever you want|where you want"
    "|roll a dice for me|roll the dice for me|roll a die for me|roll dice for me|throw a dice|toss a coin|lucky dip|pot luck|potluck|blindfold|blindfolded|eyes closed|close my eyes|"
    "closing my eyes|closed my eyes|the universe decides|fate decides|destiny decides|luck decides|god decides|someone random|somebody random|someone at random|anybody|somebody|"
    "same difference|makes no difference|no difference|makes no odds|not fussed|not bothered|i'm easy|im easy|im not fussy|not fussy|not picky|no particular|nothing particular|"
    "give me anything|gimme anything|hit me|irgendwas|such dir was aus|such du aus|du entscheidest|entscheide du|wahl du|du wahlst|mir egal|elige tu|escoge tu|lo que sea|"
    "la que sea|lo que quieras|la que quieras|cual sea|da igual|tu decides|tu eliges|escolhe voce|voce escolhe|escolhe vc|vc escolhe|qualquer um|qualquer uma|voce decide|o que quiser|"
    "choisis pour moi|choisissez pour moi|tu choisis|vous choisissez|c'est toi qui vois|comme tu veux|comme vous voulez|scegli tu|decidi tu|fai tu|una qualsiasi|uno qualsiasi|"
    "kies jij maar|kies maar|jij mag kiezen|kies jij|willekeurige|ty wybierz|wybierz ty|wybierz za mnie|ktorakolwiek|dowolne|slumpen|slumpmassigt|kuch bhi|koi bhi|terserah|kahit ano"
)
ANY_WORDS += "".join(
    f"|{who} {verb} {it} for me"
    for who in ("you", "u", "please")
    for verb in ("hide", "put", "choose", "pick", "place", "do", "open", "select", "take")
    for it in ("it", "one", "mine", "this", "the bomb", "my bomb", "a door", "a square", "that")
)
ANY_WORDS += "".join(
    f"|let the {who} {verb}"
    for who in ("bot", "host", "computer", "machine", "robot", "dice", "cat", "dog")
    for verb in ("choose", "pick", "decide")
)
ANY_HELPERS = FILLERS | list_words(
    "me for you u choose pick decide one ones which where care don't dont mind let want likes like matter something trust fate",
    "dice coin universe luck chance computer gods decide cat dog it's i'm",
)

SYNONYMS: list[tuple[str, str]] = []  # a word, and the word of a label that it means
for _option, _words in {
    "higher": "up high above upwards bigger greater larger more hoher hoch alto arriba haut plus hoger omhoog mais mas wyzej acima subir"
    " mas_alto mayor maior superior plus_grand plus_grande mas_grande mais_grande piu_grande grosser grossere groter wieksza wiekszy wieksze wyzsza hogere hohere mais_alto plus_haut plus_eleve sopra su piu oben rauf over increase rises rising climb",
    "lower": "down low below downwards smaller lesser less under niedriger tiefer runter bajo abajo menos lager omlaag mindre bas moins"
    " mas_bajo menor inferior plus_petit plus_petite mas_pequeno mas_chico mais_pequeno piu_piccolo kleiner kleinere kleine mniejsza mniejszy mniejsze nizsza lagere tiefere mais_baixo plus_bas piu_basso piu_bassa nizej baixo abaixo sotto meno unten beneath decrease falls drop drops dropping sinks",
    "split": "share sharing spliting splitting halves halve teilen partager dividir compartir delen podziel dividere spilt splt dividimos dividiamo partageons partage dzielimy delen teilen_wir sharing_is_caring half_each half_and_half fair's_fair go_halves halfsies",
    "safe": "sichere sichern segura seguros bezpieczna safely safest no_risk seguro sicher sur veilig bezpiecznie sicuro salvo better_safe_than_sorry play_it_safe",
    "stop": "stopping stopp stops bank enough basta halt quit quitting parar paro pare arrete aufhoren stoppen fermo planto plante wystarczy"
    " genug suficiente i'm_out im_out that's_enough had_enough keep_the_money keep_it keep_what_i_have cash_out me_planto take_the_money"
    " me_quedo nothing_more nothing_more_for_me no_more no_mas no_more_for_me m'arrete je_m'arrete arrete_la ich_hore_auf hore_auf schluss aufgehort chega ik_stop konczę koncze smetto mi_fermo happy_with_what happy_with_this happy_with_that i_keep_what i'll_keep_what keeping_what none_for_me that's_it_for_me that's_all_for_me keep_my_money bank_it call_it_a_day call_it_quits i'm_done im_done",
    "walk": "walking leave leaving cash bank take_the_money go_home cash_out i'm_out bank_it take_my_money quit biore_kase biore_pieniadze nehme_das_geld prends_l'argent tomo_el_dinero"
    " cojo_el_dinero pego_o_dinheiro fico_com_o_dinheiro prendo_i_soldi neem_het_geld",
    "phone": "fone call ring phoning calling ringing dial telefonieren anrufen telephone llamar ligar chiamare bellen telefon dzwonie"
    " vriend_bellen een_vriend_bellen freund_anrufen einen_freund_anrufen telefonjoker appeler_un_ami appel_a_un_ami"
    " llamar_a_un_amigo ligar_a_um_amigo ligar_para_um_amigo chiamare_un_amico telefono_a_un_amico telefon_do_przyjaciela",
    "audience": "everybody_in_the_room spectators viewers crowd public publikum publico pubblico publiek people viewers room publicznosc studio"
    " publikumsjoker publikum_fragen vraag_het_publiek avis_du_public aiuto_del_pubblico pytanie_do_publicznosci",
    "50:50": "5050 fifty halves 50/50 50_50 50-50 50_:_50 fiftyfifty moitie-moitie moitie_moitie pol_na_pol halb_halb mitad_y_mitad meio_a_meio",
    "2": "both couple deux_des dos_dados dois_dados zwei_wurfel due_dadi twee_dobbelstenen dwie_kostki beide ambos les_deux los_dos os_dois double pair 2x twice zwei deux dos due duas dois twee dwie",
    "1": "single un_dado um_dado einen_wurfel ein_wurfel un_de een_dobbelsteen jedna_kostka one once eins un uno una een jedna solo",
}.items():
    SYNONYMS += [(_word.replace("_", " "), _option) for _word in _words.split()]

KNOWN_WORDS = frozenset().union(
    *(
        FILLERS,
        CONNECTIVES,
        WORD_CONNECTIVES,
        UNIT_NOUNS,
        ASIDE_AFTER,
        LABELLED_BY,
        REASONS,
        ELSEWHERE_WORDS,
        NEGATIONS,
        DOUBTS,
    ),
    *(
        OR_WORDS,
        REVISION_WORDS,
        OTHERS,
        PAST_PLANS,
        HARMLESS_IF,
        ARITHMETIC_WORDS,
        JUDGING_WORDS,
        list_words(" ".join(_FOOLISH)),
    ),
)
VERBS_OF_LIFE = list_words(  # “I'll see you at 9”, “going to eat 2”: what is done with them is no answer
    "see meet eat drink wait watch sleep work buy cook invite text phone leave arrive finish remember count lose die regret add subtract",
    "finish start read study drive walk run swim teach learn celebrate turn reach score earn win owe sell spend lend drop kick kill",
    "double triple halve divide multiply ignore skip check test beat match join call visit talk chat speak answer know hear",
)

WEAK_WORDS = frozenset(
    [
        "sure",
        "ok",
        "okay",
        "k",
        "kk",
        "okie",
        "okey",
        "alright",
        "fine",
        "deal",
        "bet",
        "right",
        "never",
        "pass",
        "go on",
        "na",
        "claro",
    ]
)
BESIDE_WEAK_WORDS = POLITE_WORDS | list_words(  # what may stand beside “sure” and the like, or they only lead to talk
    "then lol haha go let's i guess suppose well eh oh why not and thing do it yeah final answer with me now hmm so that's",
)
