"""The words that the reader knows, by what they do in a sentence. Data only: no sentence stands here whole."""

# ruff: noqa: E501, RUF001 - phrases are easier to read in long lines, and some are in other alphabets

from __future__ import annotations

from engine.kernel.text import LazyPattern
from host.said.reading.numbers import fold_letters
from host.said.reading.phrasebook import NEUTRAL_FOREIGN_WORDS, list_phrases


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
    "ew eww yuck bleh psh whew return chosen placed mi ago tek yuh deh di pon inna seh nuh waan weh irie bredren bredda hon c'est j'ai ay s'il vous plait te plait graag alsjeblieft alstublieft dank bedankt je dziekuje prosze dzieki tack takk abeg bhai",
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
    "autocorrect autocorrected autocorrection typo typos stupid",
    " hell heck damn dang screw it fuck bloody freaking frigging ffs sake smack bang dead yet yolo goo go goes ",
    "idk dunno guess suppose well along forever ever ",
    "ich wir du die der das den dem ein eine einen auf unter hinter mit fur nur noch mal doch dann also nummer el la los",
    "las le les un una y e et und en de del do da na em nella nello nel il lo gli con per com avec pour sur sous dans",
    "derriere detras sob debajo sotto dietro het een op achter onder naar ik je me moi mi mim eu yo io ",
    "lanza lanzo tira tiro joga jogo lance lancer werfe wurfle gooi gooien muss dran glauben wohl halt eben einfach gern gerne mag mochte aqui ca ici hier va vamos dale venga vai allez alors donc pues entonces",
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
    "numbered price figure sum amount secret secretly turn lifeline lifelines joker hulplijn comodin ratunkowe jolly",
)
PARTICLES = LazyPattern(  # of English in Manila, Lagos, Singapore, Delhi: they change nothing
    r",? \b(?:po|opo|ba|lang|naman|na lang|nalang|muna|kasi|abeg|biko|oga|sef|jare|shebi|lah|leh|lor|sia|meh|yaar|bhai|ji)\b"
)
STAND_IN = "playit"  # what the words of a play are replaced by
A_PLAYER = "theplayer"  # what another player's name is replaced by, where no player is chosen
CHOOSING_WORDS |= list_words(
    STAND_IN,
    "staying sticking mettila mettilo ponla ponlo colocala mets mettez escondela escondelo versteck cachez leg zet vamos",
)
CHOOSING_WORDS |= list_words(
    "gie's gis yalla wallah choisi disons dajemy giving sudo stealing risk risking chance attempt unlock uncover unveil pop popping select selecting opt opting commit committing submit enter",
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
    "god's grace basically mostly usually generally eventually recently particularly especially slightly extremely easily properly sadly badly gladly",
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
    "sie haben mogen durfen bekommen kriegen avoir avere hebben krijgen prosic wybrac nehm nimm nimmst mach mache machen offne offnen aufmachen aufdecken will mochte hatt hatte mal dann jetzt heute tor kastchen",
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
CHOOSING_WORDS |= list_words(  # what one does with a square, a bomb, a number or a name
    "live sit sits sitting rest lie lurk reside dwell nestle deposit conceal stash park position locate install lodge dig bury entomb inter shove cram stuff wedge slot squeeze drop dump ditch plonk plop",
    "plunk whop whip sling toss pitch launch aim aiming target targeting point pointing mark marking tick ticking circle highlight assign allocate",
    "deliver ship serve sneak slip slide smuggle house store burrow lay laid set rig wire arm plant planted hid hidden put stick stuck crack cracking",
    "bust busting break breaking unseal unwrap expose explore exploring investigate examine inspect discover lift draw drawing dive diving attack",
    "strike punch blast activate adopt designate designating specify name naming nominate state declare declaring announce announcing register record",
    "confirm confirming request requesting demand suggest suggesting propose proposing recommend favour favor favouring desire",
    "crave seek plump side siding support dare stab punt whirl crack twirl gander shout plug peg pin pinning land landing leap leaping",
    "spring bound bounce vault advance move moving step stepping stride travel shift wager stake raise raising upping contribute chip splash",
    "fork cough part parting dole dish hand handing allot elect electing appoint single finger trial attempt attempting insert inserting dunk tip",
    "snag nab bag cop collect fetch get nick swipe snatch yoink scoop claim earmark mention mentioning ticked tapped pressed pushing push poke prod",
    "proceed proceeding continue venture venturing wander stroll roam pursue opted voted voting ballot switch change swap switching changing",
    "sign unleash detonate hazard hazarding accept accepting pushing letting make made making turning turn flipping dealing deal present submitting",
)
POLITE_WORDS |= list_words(
    "soz srry sozzle",
    "hosts master boys girls girlies sis sista bruv brethren cuz cuzzy comrade comrades colleague colleagues partner partners neighbour neighbours",
    "captain skipper guv guvnor governor sarge sergeant doc professor teacher maestro wizard sunshine treacle petal duck ducky duckie poppet pet flower",
    "chicken chickens lovely lovelies darlings dears dearest sweetheart sugar honeybun babycakes cutie handsome bots machine robots algorithm ai",
    "cobber digger chook mush muckers mucker bois lasses lass lassie laddie hen da'ling habibi habibti effendi yaar boss-man bossman senpai san",
    "senor senora senorita senhor senhora monsieur madame mademoiselle signore signora herr frau meneer mevrouw pan pani panie kolego stary kumpel alter",
    "digga junge leute freunde kinder jungs mes amis copains les gars ragazzi amici raga jongens mensen chicos chicas muchachos gente galera pessoal",
    "appreciate appreciated appreciating grateful gracious bless blessings amen humble humbly kind kindest respect respects regard salutations",
    "goodnight g'day gday evenin mornin afternoonin namaste salaam salam aloha shalom howdy-do hullo hallo hei hej czesc siema witam servus moin gruss",
    "gruesse liebe viele beste saludos abrazos besos beijos abracos bisous baci abbracci saluti groetjes groeten pozdrawiam ole bravo brava",
)
CHAT_WORDS |= list_words(
    "mode leaves remains numbering way sky run fat firm resounding emphatic absolute flat categorical definite it'll this'll that'll there'll one'll where's",
    "lives sits sleeps rests belongs awaits resides dwells waits nestles lurks lurking hides lies stays",
    "probier versuch nehm wahl offn hupf spring glaub denk wag riskier schieb bring hol nehmt gebt gib",
    "best better finest nicest easiest simplest safest wisest cleverest boldest bravest craziest wildest prettiest loneliest quietest",
    "currency currencies readies dosh dough moolah wonga spondulicks cheddar bacon coin coins credits chips",
    "absurd adorable adventurous ambitious angry annoyed appropriate astonishing attractive average awkward beastly bitter blessed blind boiling",
    "brilliant broke bonny braw bright broken bubbly buzzing cautious chaotic charming cheap cheerful chilled chill classic clean clear clueless clumsy",
    "cocky cold comfy common complete confused convenient correct cosmic courageous cracking curious daft dapper dashing decent",
    "delicious delighted delightful desperate determined devilish dirty dizzy dramatic dreadful dreamy eager elegant emotional enormous ecstatic epic",
    "essential excellent exceptional exciting exhausted exotic extra extraordinary fab fabulous fair familiar fantastic fearless festive fierce fiery",
    "filthy final fit flawless foolish formal free freezing friendly frightened frightening frisky funky gallant genius gentle genuine ghastly giddy",
    "gigantic glorious golden grateful gritty groovy grumpy guilty hairy handsome handy hangry hapless harmless hearty heavy hefty heroic hilarious",
    "homely horny horrible huge hungover iconic ideal ignorant immediate immense impatient impressed impulsive incredible inevitable inspired intense",
    "invincible ironic jaunty jealous jolly joyful keen lame large late lazy lekker lonely loopy loud lush mad magical magnificent marvellous massive",
    "meaty mediocre mega mellow mental merry messy mild mindless mischievous modest moist mysterious mystic mystical naive natural naughty neat neutral",
    "nifty noble normal numb optimistic ordinary outrageous outstanding overdue paranoid passionate peaceful peachy peckish perky personal",
    "pious plain playful pleasant plucky poetic pointless polite poor popular posh positive powerful precious precise prime private promising proper",
    "prudent psyched psychic pumped punctual pure puzzled quaint queasy quick quiet quirky random rapid rare rash rational raw ready real reasonable",
    "rebellious reckless relaxed relevant reliable relieved religious reluctant remarkable responsible restless rich ridiculous righteous robust romantic",
    "rotten rough rubbish ruthless sacred sane sassy satisfied saucy savage secure selfish sensational sensible sentimental serene serious",
    "severe shabby shaky shameless sharp shiny shocked shy sick significant silent silly simple sincere skint sleek slick sly smart smashing smooth sneaky",
    "snazzy sober solemn solid sophisticated sour sparkly special spectacular spicy spiffing spiritual splendid spontaneous spot spry stable steady stern",
    "stiff stoked stone-cold straightforward stressed strong stubborn stunning stupendous stylish sublime subtle sudden sunny superb superstitious supreme",
    "sweaty sweet swift swish tactical talented tame tempestuous tender tense terrific thankful thick thirsty thoughtful thrilled thrilling tidy tight",
    "timely timid tipsy top-notch total tough traditional tragic tranquil tremendous tricky triumphant true typical ultimate unbelievable undaunted",
    "unexpected unique unreal unstoppable upbeat urgent useful useless vague vain valiant vast vicious vital vivid wacky warm wealthy whimsical",
    "wicked wise wonky wondrous worthy young yummy zany zealous zen",
    "accordingly additionally admittedly annoyingly anxiously apparently appropriately arguably automatically awfully beautifully",
    "blatantly blindly boldly bravely briefly brutally calmly carefully casually cautiously certainly cheekily cheerfully classically cleverly cluelessly",
    "coincidentally comfortably completely confidently consistently conveniently correctly courageously cunningly curiously daringly deeply deliberately",
    "desperately determinedly directly discreetly dramatically eagerly effectively elegantly emotionally enthusiastically entirely equally especially",
    "essentially eternally evidently exclusively explicitly faithfully famously fearlessly finally firmly foolishly formally fortunately frankly freely",
    "frequently funnily generously gleefully gracefully gratefully greedily gutsily happily harmlessly hastily heavily hereby heroically honestly hopelessly",
    "humbly impulsively incidentally increasingly initially innocently instantly instinctively intentionally interestingly intuitively ironically jokingly",
    "joyfully kindly largely lightly literally logically loudly lovingly loyally luckily madly magically mainly massively mathematically merely merrily",
    "mindlessly miraculously mischievously modestly momentarily mysteriously naively naughtily neatly nervously nicely normally obsessively obviously oddly",
    "officially ominously openly optimistically ordinarily originally outrageously passionately patiently peacefully permanently physically playfully",
    "pleasantly politely positively practically predictably presently primarily privately promptly proudly purely quickly randomly rapidly",
    "rashly rationally readily realistically reasonably recklessly regrettably reliably reluctantly remarkably respectfully responsibly rightly rigorously",
    "ruthlessly safely scientifically seemingly sensibly sentimentally shamelessly sharply shortly silently similarly simultaneously sincerely smoothly",
    "sneakily solely solemnly spectacularly spiritually spontaneously statistically steadily stealthily strategically strictly strongly stubbornly stupidly",
    "stylishly superstitiously surprisingly suddenly swiftly tactically tactfully temporarily thankfully thoroughly thoughtfully tightly totally",
    "traditionally tragically typically ultimately unanimously undoubtedly unexpectedly unfortunately unwisely urgently utterly vaguely valiantly wholeheartedly",
    "wildly willingly wisely wonderfully lastly evenly purposely",
    "moreover furthermore meanwhile nevertheless nonetheless regardless likewise henceforth hereby herewith thereby whereupon forthwith",
    "anyhow somewhat altogether apiece aboard afresh anew aloud apart aside astray awhile hitherto overall outright roundabout",
    "yesss yessss yessir yay yeahh yer yea yeh yahoo yowza yoohoo yikes zoinks zowie wahey wayhey oi oii oy oyy ey eyy ayy ayyy aiyah aiya aiyo aigoo hala naku",
    "hala dios mio mamma mia porca puta carajo caramba ostia joder cono mierda merde putain zut sapristi mince purée purree verdammt scheisse mist mensch",
    "donnerwetter himmel godverdomme verdorie jemig kurde kurcze kurwa cholera matko boze olala oulala oehla",
    "dammit goddammit goddamn darn dang drat blast bugger bollocks crap crikey cripes flippin flipping effing fecking feckin frickin friggin fookin bleedin",
    "bleeding blooming blinkin blinking chuffing shit shite arse ass sod fk fck fkn fkin wtf wth smh tf af bs omw ofc icl istg ong tbf tbc iirc atm irl tmi btw ftw",
    "pog poggers poggies kekw lulz lul lel rofl lolol lolll heheh hehehehe hahahahaha mwah mwahaha bwahaha tehe teehee xddd ayo ayyo aye-aye dope lit fire sick",
    "epic based cringe goat goated slaps vibes vibe vibing yeet yeeting sksksk rizz gyatt skibidi sigma alpha npc main gas gassed peng",
    "leng wagwan innit bare wicked sorted proper dead dench mint lush belter banging cushty pukka ace smashing top-hole spiffing tickety boo",
    "tally-ho pip cheerio chop abracadabra alakazam shazam kapow kaboom wham bam thankyou ma'am whizz bang wallop boing whoosh splat ding dong ping drumroll",
    "drum please suspense ladies behold lo voila presto sesame avada kedavra yabba dabba doo cowabunga charge en garde touche checkmate ",
    "cha-ching ching ka kerching winner chicken dinner clutch legend legendary yolo carpe diem luck knock knocking wood touchwood touch god lord heaven",
    "heavens goodness gracious mercy universe stars moon sun angels angel spirits spirit ghost buddha allah krishna ganesh vishnu mary joseph saints saint",
    "wee bonnie aye nae fae tae dinnae cannae gonnae didnae wasnae isnae ken och auld yer yersel yous youse yez ye yerself meself me-self sel tha thee thou thy",
    "summat owt reet gradely champion canny howay wey aye'right ow'do lovely-jubbly jammy wotcha wotsit thingamajig doodah whatsit whatchamacallit doohickey gizmo",
    "arvo brekkie servo bogan mate's fair dinkum ripper bonza bonzer crikey strewth heaps reckon sweet-as choice-bro chur eh bru boet lekker jislaaik yebo ja-nee shame now-now",
    "o wahala oya sha shaa sef na dey una abeg jare jor wetin omo oga madam chai ehn ehen nawa kai haba walahi wallahi inshallah mashallah alhamdulillah",
    "lor lah leh meh hor sia siao liao can-can shiok alamak aiyoh wah walao confirm-plus-chop paiseh bro-bro macam lagi gak dong deh nih sih kok ya yaudah oke",
    "ji haan yaar bhai bhaiya accha acha arre arrey chalo theek hai bas na matlab bilkul zaroor sahi pakka ekdum jaldi abhi ab to toh hi bhi mai main mein hum",
    "kasi po opo naman nga sige lang ba din rin ako ko ang ng sa yung itong ito eto dito",
    "device explosive explosives charge grenade dynamite tnt semtex nuke package parcel gift present surprise egg trap toy baby beauty beast weapon",
    "sucker bugger lad badboy boy contraption gadget cracker firework fireworks banger boomer kaboom boomstick treasure chest crate envelope window panel",
    "slot bucket hole pot position location coordinate coordinates locations response reply reaction selection decision verdict conclusion vote ballot",
    "nomination candidate preference suggestion punt stab shot crack whirl bash gander attempt try effort bid offer throw jump leap hop bound",
    "target destination destiny doorway tile tiles cubby pigeonhole locker safe-box vault cupboard drawer cabinet mousehole bunker nest lair",
    "den home spot patch plot gap nook cranny hideout hideaway letter letters digit digits figure numeral integer",
)
FOREIGN_WORDS |= list_words(
    # German
    "von vom zum zur im ins am ans beim unterm hinterm uber vor damit dafur davon dies diese dieser dieses jene jener mein dein sein unser",
    "antwort wahl losung buchstabe sprung punkt punkte zahl stelle position platz ort loch kiste tresor umschlag gebot angebot einsatz betrag konto",
    "ware werde wurde mochte muss musste konnte sollte durfte hatte gerne sehr gar nun jedenfalls sowieso bestimmt echt wirklich schnell einmal",
    "bisschen kurz lang wieder weiter vielen herzlichen bitteschon alles klar okidoki jawoll na servus tschuss ciao guten tag abend morgen liebe lieber liebes",
    "verstecke versteck versteckt verstecken vergrabe vergraben leg lege legen platziere platzieren deponiere deponieren aufmachen mach machst entscheide entschieden entscheidung",
    "nominiere stimme fur tipp springe springen hupfe hupfen schmeiss werfe wirf wurfle hau haue drauf rauf riskiere wage probiere versuche versuch glaube vertraue",
    # Spanish
    "al del lo su mi tu nuestro nuestra esto esta estos estas ese esos aquel aquella alli alla ahi letra respuesta opcion eleccion posicion lugar sitio hueco caja cofre",
    "salto numero cifra oferta puja cantidad saltar salta esconde esconderla escondela escondelo guarda guardala entierra coloca colocala dejala deja pongamos abramos abrela",
    "tirare elegir elegire escogere voy vamos seria gustaria encantaria preferiria prefiero confio venga ea hala pues asi que entonces bien muy mucho mucha poco ya",
    "todavia siempre amigo amiga amigos compa compadre wey guey parce pana hombre mujer nene cielo corazon gracias mil porfis finalmente definitivamente seguro claro ojala suerte",
    # Portuguese
    "ao aos pela pelo pelos num numa dum duma meu minha seu sua nosso isto aquilo letra resposta opcao escolha posicao lugar buraco caixa cofre pulo salto oferta lance valor",
    "pular pulo esconder esconda esconde guardar guarda enterra enterrar deixe bora vamo vamos gostaria adoraria prefiro confio acredito jogando mandar bala tacar taca joga",
    "bom boa dia tarde noite tudo bem muito muita pouco ja ainda sempre galera pessoal povo mano mana cara velho veio tio tia amor querida valeu brigado brigada flw finalmente certeza sorte tomara",
    # French
    "au aux du des dans chez vers ce cet cette ces mon ma mes ton ta notre votre leur lettre reponse option choix position endroit lieu trou boite coffre saut bond nombre chiffre",
    "cache cachez cacher cachons planque planquer planquez enterre enterrez pose posez poser place placez placer depose deposez glisse glissez ouvre ouvrez choisis choisissez",
    "saute sauter avance avancer tente tentez tenter misons parie parions vote votons designe elis nomme aimerais prefere prefererais souhaite souhaiterais confiance",
    "tres beaucoup peu encore toujours deja enfin ainsi voila voici tant pis bah ben euh hein quoi mec meuf pote copain copine cher chere bien bonne journee chance certain sure vraiment",
    # Italian
    "al allo alla ai agli alle dal dalla nel nella nello sul sulla del della questo questa quello quella mio mia tuo nostro lettera risposta opzione scelta posizione posto buco",
    "cassa scrigno salto balzo numero cifra offerta puntata salta saltare saltiamo nascondi nascondila nascondiamo sotterra seppellisci piazza metti mettila mettiamola apriamo",
    "scelgo scegliamo sceglierei preferisco preferirei confido fidiamoci tento tentiamo rischio rischiamo voto votiamo nomino andiamo forza dai su beh eh allora quindi",
    "molto tanto poco ancora sempre gia finalmente davvero certo sicuramente amico amica caro cara ragazzi tesoro buona fortuna buonasera buongiorno salve prego mille",
    # Dutch
    "van voor bij om uit in 't het dit dat deze die mijn jouw onze letter antwoord optie keuze positie plek plaats gat kist kluis sprong stap getal cijfer bod inzet",
    "spring springen springt verstop verberg begraaf plaats plaatsen zet zetten gooi gooien open openen kies kiezen neem nemen ga gaan probeer waag stem stemmen noem nomineer",
    "wil wilde zou graag liefst heel erg veel weinig nog altijd al eindelijk echt zeker natuurlijk gewoon eventjes vriend vrienden maat makker jongens lieve beste goedenavond goedemorgen hallo hoi doei",
    # Polish
    "na w we do od za pod nad przy o ten ta to te ci moj moja moje twoj nasz litera odpowiedz opcja wybor pozycja miejsce dziura skrzynia sejf skok liczba cyfra oferta stawka",
    "skacz skacze skocz ukryj ukrywam schowaj chowaj chowam zakop zakopuje poloz klade umiesc umieszczam wstaw otworz otwieram otwieramy wybieram wybieramy bierzemy sprobuj sprobuje",
    "ryzykuje stawiam glosuje typuje nominuje chcialbym chcialabym wole wolalbym prosilbym poprosze ufam bardzo duzo malo jeszcze zawsze juz wreszcie naprawde pewnie oczywiscie po",
    "prostu kolego stary ziomek bracie kochani kochany droga drogi dobry wieczor dzien czesc hej witam",
    # Swedish, Danish, Norwegian
    "och pa till fran av den det en ett min mitt gommer gom lagg lagger satt satter oppna oppnar hoppa hoppar valjer ta tar gissar satsar bjuder rostar tack snalla svar bokstav plats lucka",
    "og paa til fra af min mit gemmer laeg saet aabner hopper vaelger gaetter byder stemmer venligst hilsen svar bogstav plads",
)
FILLERS = CHOOSING_WORDS | POLITE_WORDS | CHAT_WORDS | PLACE_WORDS | FOREIGN_WORDS
FILLERS |= list_words(fold_letters(NEUTRAL_FOREIGN_WORDS)) - list_words(
    "ate usa law felt trio sub million pane meri abner dek hat no o by sec till til bin star sit pun gem bag loop dam fat"
)

# Words with which a second phrase begins after an answer: what follows them is a reason or talk.
CONNECTIVES = list_words(
    A_PLAYER,
    "because cause 'cause cos coz cuz bc bcs since as for in on with so and like if when while who that which it it's its",
    "i i'm im i'll i've ive my that's thats always until till before after",
    "weil denn porque pois car parce perche omdat bo bcoz where why lucky she'll we we're you your u ur just let lets let's",
    "before after good please pls thanks lol haha here goes same even though but yolo hope hoping fingers gonna everyone everybody",
    "nobody noone don't dont trust imma all also again every the this today then now get watch come",
    "mum mom dad final her his he she they'll",
)
ARITHMETIC_WORDS = list_words("minus plus double triple twice half third quarter divided multiplied")
JUDGING_WORDS = list_words(  # “5 looks dodgy”
    "wrong bad scary dangerous suspicious sus suss suspect dodgy fishy unlucky evil deadly trapped risky spooky terrible awful weird odd",
    "strange boring bait rigged haunted poisoned nasty doomed trap tempting crazy insane madness ridiculous overkill excessive greedy iffy shady cursed hot far obvious",
)
UNIT_NOUNS = list_words(
    "left more hundred thousand percent star stars euro pence grand dwarfs sheep fish",
    "squares doors min mins minute minutes sec secs second seconds hour hours hr hrs day days week weeks month months year years yrs yo",
    "people persons players of times time kids sons daughters sisters brothers am pm o'clock oclock percent km miles",
    "metres meters degrees points point goals lives bombs beers pints coffees turns rounds games messages",
)
WORD_CONNECTIVES = list_words(
    "because cause 'cause cos coz cuz bc bcs since weil denn porque pois parce perche omdat como comme come wie like zoals jak i i'm im i'll i've my it it's its that's thats",
    "he's she's they're she'll he'll they've you're you've we're we've who's there's while whilst lol haha for as please then so before he she they if mum mom dad brother sister wife husband son daughter",
)
ASIDE_AFTER = list_words("was were has had gone taken opened went got did cursed closed")
LABELLED_BY = list_words(  # the number after them belongs to these
    "round season level part episode chapter page bus train platform gate room channel version cycle age aged top week year",
    "exam test day league row's grade class plan phase game team vitamin omega formula windows iphone playstation xbox highway route",
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
    "inte ikke icke nem не ні δεν degil tidak bukan jangan nahin nahi hindi ayaw huwag hapana",
)
DOUBTS = list_words(
    "ish",
    "draft maybe perhaps might unsure possibly probably prolly tempted whether later either unless would've could've thinking wondering",
    "vielleicht quiza quizas talvez forse misschien moze considering torn hesitating undecided hypothetically",
    "hesitate hesitant supposedly allegedly theoretically potentially presumably conceivably undecided debating deciding",
    "considered pondering consider mayb depends somewhere between roughly ",
    "belki mungkin kanskje maske kanske ehka talan poate mozda mozna может возможно мабуть ισως labda galbut eger jika kalau hvis jos daca если якщо",
)
OR_WORDS = list_words("or / oder o ou of'of albo lub vs versus veya eller vagy sau ili nebo alebo или або чи atau arba")
SOFT_DOUBTS = list_words("idk dunno unsure")
HARMLESS_IF = list_words(
    "if it's its it is still i may can possible that's that ok okay fine free available there yes so me my turn",
    "you please would don't mind not gone taken open closed im i'm alive dead already by then lol for the this to could be minds again",
    "he she they his her their still awake asleep you'd kind so good live lives survive last lasts long far spared god wills willing allows lucky comes round to back around am up acceptable allowed permitted alright all right correct legal agreeable convenient suits works with",
    "everyone everybody else want wants like likes must insist insists say think need needs ask too late much trouble bother bothers",
)
REVISION_WORDS = list_words(
    "wait actually scratch sorry oops correction rather instead hang hold changed edit better nope typo argh ugh nah no meant mean mist",
    "nein non pardon perdon doch forget ignore ooops whoops oopsie undo switch change",
)
REVISION_PHRASES = (
    "i wanted to say|i wanted to write|i wanted to type|i wanted to put|i meant to write|i meant to type|i meant to put|"
    "no wait|wait no|oh no|no no|wait|no actually|actually|i mean|i meant|i mean to say|make that|make it|no make that|no make it|"
    "scratch that|never|no way|correction|or rather|rather|instead|sorry|oops|ooops|whoops|hang on|hold on|i changed my mind|changed my mind|"
    "i've changed my mind|ive changed my mind|on second thought|on second thoughts|second thoughts|edit|better|nope|forget that|"
    "forget it|ignore that|ignore that last one|my bad|typo|i meant to say|argh|ugh|let me change that|change that to|change to|change it to|changed to|changing to|switched to|switching to|moved to|moving to|swapped to|swap to|or better|"
    "change mine to|change|switch to|switch it to|nah|no|nein|non|nej|pardon|perdon|perdona|doch|doch lieber|lieber|mejor|melhor|plutot|"
    "not that|not that one|thats too obvious|that's too obvious|too obvious|wrong one|i take it back|take that back|cancel that|cancel"
)
CONCLUDING_WORDS = list_words(
    "give gimme so then final finally ok okay yes yeah yep definitely locking lock fine anyway go going i'll ill let's lets therefore have gotta",
    "has alright right decided thus hence it's answer dann alors donc entonces entao allora",
)
OTHERS = list_words(
    A_PLAYER,
    "he she they everyone everybody nobody someone somebody people who wife husband mum mom mother dad father brother",
    "sister son daughter friend nan grandma gran boss her him them kid kids everyones you've said says wants tells asks keeps told picked",
    "suggests suggested recommends recommended claims claimed insists swears took wanted wants had opened chose used thought hated went got was were been did knew saw won lost hit blew gone should've shouldve",
)
FIRST_PERSON = list_words("i i'll ill i'm im i'd let's lets gimme we we'll give put make")
PAST_PLANS = list_words(
    "was were wanted thought had used almost nearly going'to said took picked chose thinking meant'to"
)

# Answers that are words, by the option they mean, in English and in the languages people mix in.
YES_WORDS = (
    "you convinced me|you've convinced me|you persuaded me|you've persuaded me|you talked me into it|yes|y|yess|yse|yeh|yes yes|yeah|yea|ye|yep|yup|yus|yas|yh|aye|sure|sure thing|ok|okay|deal|accept|accepted|i accept|absolutely|definitely|of course|"
    "certainly|affirmative|agreed|why not|go for it|do it|hell yes|hell yeah|gladly|with pleasure|count me in|i'm in|sold|si|oui|ja|da|"
    "hai|claro|claro que sim|claro que si|sim|tak|haan|evet|ja klar|klar|jo|jawohl|natürlich|naturlich|por supuesto|bien sur|certo|jasne|k|kk|okie|okey|alright|fine|sounds good|sounds great|go ahead|fine by me|works for me|you bet|bet|fo sho|for sure|no problem|"
    "no brainer|too right|amen|oh yes|jep|yessir|totally|without a doubt|no doubt|ofc|yup yup|be silly not to|i'd be mad not to"
)
_FOOLISH = [
    f"{fool.replace('_', ' ')} to"
    for fool in sorted(
        list_words(
            "stupid silly mad crazy foolish dumb a_fool an_idiot rude a_mug a_moron a_muppet a_clown nuts bonkers insane",
            "barmy daft bananas reckless unwise dense thick out_of_my_mind a_lunatic a_donkey an_eejit a_numpty a_madman",
            "loco verruckt fou pazzo gek",
        )
    )
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
YES_WORDS += "|a pleasure|my pleasure|would be a pleasure|true|want out|let me out|get me out|need the money|need that money|could use the money|could use that money|aceitar|i'd be mad not to|bite your hand off|bite your arm off|bite his hand off|bite their hand off|snap your hand off|send me the cash|send me the money|sounds like a plan|sounds good|go on, twist my arm|go on then, twist my arm|twist my arm|you've twisted my arm|pourquoi pas|warum nicht|por que no|perche no|waarom niet|czemu nie|oh go on|ah go on so|go on so"
YES_WORDS += "".join(f"|{fool} {verb}" for fool in _FOOLISH for verb in _REFUSING)
YES_WORDS += "".join(f"|{fool.removesuffix(' to')} not to" for fool in _FOOLISH)
YES_WORDS += "".join(
    f"|{lead} go on then" for lead in ("aye", "yeah", "yes", "oh", "ah", "alright", "ok", "fine", "och", "ach")
)
YES_WORDS += (
    "|mais oui|mas sim|pero si|aber ja|ma si|maar ja|ale tak|i'd love to|would love to|more than happy to|i'm game|down for that|"
    "deal me in|count us in|thumbs up|you had me at million|why wouldn't you|of course i do|of course i will|of course i am|you know it|you betcha|you got it|"
    "too right|damn right|damn straight|bloody right|hell yea|heck yes|heck yeah|fuck yes|fuck yeah|shut up and take|say no more|enough said|"
    "is the pope catholic|does a bear|too good to refuse|too good to turn down|too good to miss|where's my money|money talks|good enough for me|"
    "good enough|that'll do|that'll do nicely|that will do|happy with that|quit while i'm ahead|a bird in the hand|bird in the hand|cash it|cash it in|"
    "ka ching|kaching|kerching|sign me up|you got a deal|you've got a deal|you have a deal|it's a deal|that's a deal|we have a deal|shake on it|"
    "you have my word|consider it done|without hesitation|in a heartbeat|music to my ears|be my guest|by all means|please and thank you|"
    "you had me at|yes siree|yessiree|indeed|roger|roger that|copy that|affirm|10 4|certes|evidemment|carrement|avec plaisir|mit vergnugen|mit freuden|"
    "unbedingt|logisch|na klar|aber ja|doch ja|con gusto|con mucho gusto|por supuesto que si|claro pues|obvio|com certeza|com prazer|isso ai|"
    "certamente|volentieri|con piacere|ovviamente|natuurlijk|met plezier|zeker|zeker weten|doe maar|jazeker|pewnie|z przyjemnoscia|no pewnie|biore to|"
    "selvfolgelig|absolut|sagla|haanji bilkul|bilkul|zaroor|pukka|lagi|baraka|oya|oya na|i gree|i agree|count me in for that|sure why not"
)
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
        "who am i to",
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
TAKE_WORDS += (
    "|give it here|hand it over|gimme it|send it over|fork it over|cough it up|bail|bail out|bailing|bailing out|eject|abort|resign|i resign|retire|i'm retiring|i give up|"
    "take what i have|take what i've got|i'm outta here|outta here|get me out of here|call it a day|call it quits|wave goodbye|tap out|tapping out|"
    "big 10-4|10-4|steig aus|ich steige aus|aussteigen|me voy|me retiro|me bajo|saio|estou fora|to fora|vou embora|je me tire|je pars|je m'en vais|me ne vado|esco|mi ritiro|ik stap uit|ik stop ermee|ik ga weg|odchodze|wychodze|spadam"
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
NO_WORDS += (
    "|mais non|mas nao|pero no|aber nein|ma no|maar nee|ale nie|why would i|why would i do that|pass on that|pass on it|pass on this|pass on the offer|let's not|"
    "heck no|fuck no|fuck that|screw that|sod that|bugger that|stuff that|to hell with that|not worth it|isn't worth it|not worth my while|not tempted|not falling for it|"
    "not falling for that|come back with more|come back when|up your offer|you'll have to do better|can do better|"
    "negative|no shot|not a prayer|no dice|no can do|not for all the tea in china|when pigs fly|when hell freezes over|in your dreams|dream on|"
    "you must be joking|you're joking|you're kidding|are you kidding me|are you kidding|are you joking|having a laugh|do me a favour|pull the other one|"
    "i'd rather not|rather not|i'd rather die|not in this lifetime|not in a month of sundays|never in a month of sundays|not bloody likely|not likely|"
    "i think not|i don't think so|don't think so|i do not think so|out of the question|not on your nelly|nae chance|nae danger|naw|not a hope|"
    "not a hope in hell|no bueno|negatory|insulting|an insult|pathetic|derisory|what a joke|keep your cash|keep your offer|stick it|shove it|"
    "i'll pass|i pass|hard no|firm no|it's a no|that's a no|no from me|just getting started|only getting started|not done yet|not finished yet|"
    "i'm not done|unfinished business|no thankyou|not in my lifetime|not even close|not even remotely|not for a second|under no circumstances|by no means|"
    "bien sur que non|certainement pas|hors de question|sans facon|niemals|nie im leben|kommt nicht in die tute|sicher nicht|bestimmt nicht|"
    "por supuesto que no|ni en broma|ni de broma|ni hablar del peluquin|de ninguna manera|jamas|claro que nao|nem morto|nem morta|nunca na vida|"
    "certo che no|ma va|macche|neanche morto|geen sprake van|geen denken aan|nooit|absoluut niet|absolutnie|na pewno nie|wykluczone|nigdy w zyciu"
)
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
    "let it ride|we ball|we ride|we go again|we're going again|ride on|no guts no glory|ride or die|in for a penny|double or nothing|hang on in there|"
    "hold my ground|stand my ground|stay put|staying put|not going anywhere|stick it out|sticking it out|stick with it|hold out|holding out|hold firm|holding firm|hold on for more|soldier on|keep on going|keep it going|"
    "bring on the next|play further|play a little further|play more|play longer|go further|want to go on|wanna go on|want to stay|wanna stay|want to play|wanna play|want to keep playing|still playing|"
    "stay|staying|stay in|staying in|keep playing|keep going|play on|playing on|carry on|carrying on|go on|going on|continue|"
    "risk it|risking it|keep your money|keep the money|keep it|gamble|gambling|let's play|stick around|push on|press on|keep rolling|"
    "hang in|ride it out|see it through|sigo|seguir|sigo jugando|weiter|ich bleibe|bleibe|ich spiele weiter|je reste|on continue|continuo|resto|"
    "rimango|fico|blijf|ik blijf|gram dalej|zostaje|doorgaan|doorspelen|weiterspielen|continuer|here to win"
)
YES_WORDS, NO_WORDS, TAKE_WORDS, STAY_WORDS = (
    "|".join([words, *list_phrases(meaning)])
    for words, meaning in ((YES_WORDS, "yes"), (NO_WORDS, "no"), (TAKE_WORDS, "take"), (STAY_WORDS, "stay"))
)
TAKE_WORDS += (
    "|stop|stopping|quitting|i'm going|i'm gone|goodbye|adios|farewell|i'm done|done here|positive|affirmative"
)
STAY_WORDS += "|see this through|see this out|stopping in|i fight on|fight on|on we go|onward|not a quitter|no quitter|quitters never win|never quit|don't quit|winners never quit|one more round|onwards|forward|play again|keep on trucking|keep on rolling|keep on going|keep on playing|to the end|bring it on|here to stay|here to play"
STAY_WORDS += "".join(
    f"|keep your {what}" for what in ("millions", "million", "cash", "offer", "dirty money", "prize", "9 million")
)
NO_WORDS += "".join(
    f"|{lead} {you} {fine}"
    for lead in ("nah", "no", "nope")
    for you in ("your", "you're", "you are")
    for fine in ("alright", "ok", "okay", "fine", "good")
)
NO_WORDS += "|deffo not|defo not|def not|defs not|definitely not|certainly not|for me it is a no|it's a no"
YES_WORDS += "".join(
    f"|{good} {to} me" for good in ("ok", "okay", "fine", "good", "alright") for to in ("for", "by", "with")
)
NO_WORDS += "|not really|not particularly|not especially|rather leave it|not even if|wild horses couldn't drag me away|false|don't need the money|do not need the money|don't want the money|go away with|didn't come this far to|did not come this far to|didn't come all this way|not gonna happen|not going to happen|ain't gonna happen|won't happen|not happening|no can do|you'd have to pay me more|not for that money|not for that|can't drag me away|couldn't drag me away|can't stop me|can't make me|can't buy me|can't tempt me"
# What a yes or no is said with, that denies nothing.
IDIOMS_OF_DOUBT = "stay safe|stay tuned|stay strong|stay classy|stay calm|stay awake|stay positive|not sure|leave it|leave me|leave him|leave her|yeah right|no idea|no clue|yes and no|yes or no|yes no|no yes|just kidding|only joking|read it|no pressure|no rush"
ANY_WORDS = (
    "you hide it|you place it|you put it|whoever|a name from the hat|out of a hat|from the hat|random|randomly|at random|surprise|any|anything|anywhere|whatever|whichever|wherever|any one|anyone|any of them|any of those|one of them|"
    "you choose|you pick|you decide|u choose|u pick|u decide|you can choose|you can pick|you can decide|up to you|up to u|your choice|your pick|your call|dealer's choice|dealers choice|host's choice|"
    "don't care|dont care|not matter|where you like|what you like|which you like|as you like|you like|don't mind|dont mind|doesn't matter|doesnt matter|no preference|egal|egal welche|egal wo|roll for me|flip a coin|"
    "decide|pick for me|choose for me|just pick|just choose|pick one|choose one|pick something|choose something|let fate|let luck|let chance|"
    "the universe|the computer|do your thing|eeny meeny|spin the wheel|feeling random|all the same to me|same to me|don't mind which|"
    "cualquiera|n'importe|peu importe|qualquer|qualunque|maakt niet uit|obojetnie|wszystko jedno|zufallig|irgendeine|irgendwo|me da igual|tanto faz|"
    "aleatorio|au hasard|a caso|willekeurig|losowo|zufall"
)
ANY_WORDS += (
    "|rng|rng it|rng me|randomise|randomize|randomise it|randomize it|randomly choose|random pick|random one|random number|random square|random door|autopick|auto pick|"
    "quick pick|quickpick|mystery pick|you do it|be my guest and choose|choose whatever|pick whatever|hide it wherever|put it wherever|stick it wherever|wherever you fancy|"
    "whichever you fancy|whatever you fancy|what you fancy|whatever suits|wherever suits|whatever works|whichever works|eeny meeny|eenie meenie|eeny meeny miny moe|ip dip|pin the tail|"
    "throw a dart|throw a dart at it|dart at the board|spin it|spin a wheel|draw lots|draw straws|close your eyes|your guess is as good as mine|guess for me|go for me|"
    "host decides|bot decides|computer decides|dealers pick|chef's choice|chefs choice|house choice|house pick|leave it to you|leave it up to you|i leave it to you|i'll leave it to you|leave it to fate|leave it to chance|"
    "leave it to luck|trust your judgement|over to you|you tell me|what you want|whatever you want|which you want|whichever you want|what you think|whatever you think is best|what you think is best|whatever you say|what u want|whatever u want|wherever you want|where you want"
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
ANY_WORDS = "|".join([ANY_WORDS, *list_phrases("any")])
ANY_HELPERS = FILLERS | list_words(
    "me for you u choose pick decide one ones which where care don't dont mind let want likes like matter something trust fate",
    "dice coin universe luck chance computer gods decide cat dog it's i'm",
)

SYNONYMS: list[tuple[str, str]] = []  # a word, and the word of a label that it means
for _option, _words in {
    "higher": "to_the_moon a_big_one big_one bigger_one sobe anything_above anything_over anything_higher anything_bigger ascend ascends ascending climbs climbing soar soars soaring grow grows growing exceed exceeds surpass surpasses uphill surge surges skyrocket skyrockets go_up goes_up going_up come_up moves_up heads_up rise rising druber hinauf nach_oben skyward skywards north northwards more_high more_up more_big highr up high above upwards bigger greater larger more hoher hoch alto arriba haut plus hoger omhoog mais mas wyzej acima subir"
    " mas_alto mayor maior superior plus_grand plus_grande mas_grande mais_grande piu_grande grosser grossere groter wieksza wiekszy wieksze wyzsza hogere hohere mais_alto plus_haut plus_eleve sopra su piu oben rauf over increase rises rising climb",
    "lower": "lo a_small_one small_one smaller_one desce anything_below anything_under anything_lower anything_smaller deeper descend descends descending decline declines declining shrink shrinks shrinking dip dips dipping plummet plummets plunge plunges tumble tumbles dwindle diminish diminishes sink sinking fall falling go_down goes_down going_down come_down comes_down coming_down moves_down heads_down reduces reduce drunter hinunter nach_unten south southwards downhill more_low more_down more_small lowr lowest_side down low below downwards smaller lesser less under niedriger tiefer runter bajo abajo menos lager omlaag mindre bas moins"
    " mas_bajo menor inferior plus_petit plus_petite mas_pequeno mas_chico mais_pequeno piu_piccolo kleiner kleinere kleine mniejsza mniejszy mniejsze nizsza lagere tiefere mais_baixo plus_bas piu_basso piu_bassa nizej baixo abaixo sotto meno unten beneath decrease falls drop drops dropping sinks",
    "split": "splitsies halvsies halvesies 50/50 50-50 fifty_fifty even_split evenly equal_shares equally moitie_moitie meio_a_meio mitad_y_mitad halbe_halbe half_half half_half fifty-fifty go_dutch share sharing spliting splitting halves halve teilen partager dividir compartir delen podziel dividere spilt splt dividimos dividiamo partageons partage dzielimy delen teilen_wir sharing_is_caring half_each half_and_half fair's_fair go_halves halfsies",
    "safe": "safety_first safety sichere sichern segura seguros bezpieczna safely safest play_it_save playing_it_save better_save_than_sorry on_the_save_side no_risk seguro sicher sur veilig bezpiecznie sicuro salvo better_safe_than_sorry play_it_safe",
    "stop": "that_is_all that's_all not_rolling no_rolling don't_roll want_out i_want_out let_me_out not_another_one not_another lasse_es_gut_sein lass_es_gut_sein mi_done parei that's_me_finished thats_me_finished i'm_folding folding fold ca_suffit es_reicht reicht don't_want_any_more don't_want_more no_further that's_plenty it's_enough that's_enough_for_me it's_enough_for_me nao_quero_mais mir_reicht's mir_reicht reicht_mir stick me_quedo_con_el_dinero mi_tengo_i_soldi ich_behalte_das_geld je_garde_l'argent ik_hou_het_geld i'm_good nah_i'm_good no_thanks rather_not_risk_it not_risking_it won't_risk_it i'm_happy c'est_bon j'arrete that's_me_done that's_my_lot ninguno_mas ninguna_mas nada_mas aucun_autre plus_rien keine_mehr nichts_mehr nessun_altro niente_altro geen_meer niets_meer nic_wiecej nenhum_mais nada_mais i'll_stick i_stick stick_here enough's_enough enough_is_enough stand_pat i_stand enough_gambling bail bail_out bailing bailing_out eject abort retire tap_out tapping_out outta_here call_time leave_it_there leave_it_at_that that'll_do that_will_do that_is_enough call_it_there call_it_here stop_here stop_there bank_that bank_them bank_this pocket_it pocket_that quit_here stopping stopp stops bank enough basta halt quit quitting parar paro pare arrete aufhoren stoppen fermo planto plante wystarczy"
    " genug suficiente i'm_out im_out that's_enough had_enough keep_the_money keeping_the_money keep_my_money keeping_my_money keep_the_cash keeping_the_cash keep_my_cash keeping_my_cash holding_on_to_my_money the_money_stays keep_it keep_what_i_have cash_out me_planto take_the_money"
    " me_quedo nothing_more nothing_more_for_me no_more no_mas no_more_for_me m'arrete je_m'arrete arrete_la ich_hore_auf hore_auf schluss aufgehort chega ik_stop konczę koncze smetto mi_fermo happy_with_what happy_with_this happy_with_that i_keep_what i'll_keep_what keeping_what none_for_me that's_it_for_me that's_all_for_me keep_my_money bank_it call_it_a_day call_it_quits i'm_done im_done",
    "walk": "stop_here_with_the_money stop_with_the_money stop_here stop_now taking_the_money take_the_cash taking_the_cash take_the_dough take_my_cash taking_my_money keep_the_money keep_the_cash keeping_the_money resign i_resign bail bail_out bailing eject give_me_the_money give_me_my_money gimme_the_money hand_over_the_money retire tap_out outta_here call_it_a_day i_give_up best_to_take_the_money leave_with_the_money leave_with walk_off i'm_off cash_in take_what_i_have i'm_done quitting walking leave leaving cash bank take_the_money go_home cash_out i'm_out bank_it take_my_money quit biore_kase biore_pieniadze nehme_das_geld prends_l'argent tomo_el_dinero"
    " cojo_el_dinero pego_o_dinheiro fico_com_o_dinheiro prendo_i_soldi neem_het_geld",
    "phone": "appel_a_1_ami appeler_1_ami appelle_1_ami llamar_a_1_amigo ligar_a_1_amigo chiamare_1_amico telephone_somebody phone_somebody phone_someone call_someone call_somebody ring_someone ring_somebody phone_a_pal call_a_pal phone_a_mate ring_a_mate call_a_mate phone_a_buddy call_a_buddy ring_a_friend ring_up fone call ring phoning calling ringing dial telefonieren anrufen telephone llamar ligar chiamare bellen telefon dzwonie"
    " vriend_bellen een_vriend_bellen freund_anrufen einen_freund_anrufen telefonjoker appeler_un_ami appel_a_un_ami"
    " llamar_a_un_amigo ligar_a_um_amigo ligar_para_um_amigo chiamare_un_amico telefono_a_un_amico telefon_do_przyjaciela",
    "audience": "poll poll_the_room ask_the_room ask_the_crowd ask_everyone ask_everybody ask_the_people the_masses hive_mind crowdsource everybody_in_the_room spectators viewers crowd public publikum publico pubblico publiek people viewers room publicznosc studio"
    " publikumsjoker publikum_fragen vraag_het_publiek avis_du_public aiuto_del_pubblico pytanie_do_publicznosci",
    "50:50": "5050 fifty halves 50/50 50_50 50-50 50_:_50 fiftyfifty moitie-moitie moitie_moitie pol_na_pol halb_halb mitad_y_mitad meio_a_meio",
    "2": "roll_them_both them_both both_of_them the_two double_up both couple deux_des dos_dados dois_dados zwei_wurfel due_dadi twee_dobbelstenen dwie_kostki beide ambos les_deux los_dos os_dois double pair 2x twice zwei deux dos due duas dois twee dwie",
    "1": "lone um_so uno_solo un_seul nur_einen solo_uno maar_een single un_dado um_dado einen_wurfel ein_wurfel un_de een_dobbelsteen jedna_kostka one once eins un uno una een jedna solo",
}.items():
    SYNONYMS += [(_word.replace("_", " "), _option) for _word in _words.split()]

for _option in ("higher", "lower", "split", "safe", "stop", "2", "1", "walk", "phone", "audience", "50:50"):
    SYNONYMS += [(_word, _option) for _word in list_phrases(_option)]

# Taking the money and leaving, stopping and walking away are one thought: what says one says the others.
_KEEPING = sorted(
    list_words(
        "keep keeping stick_with sticking_with settle_for settling_for happy_with content_with satisfied_with pocket",
        "pocketing bank banking take taking grab hold_on_to hang_on_to walk_with walk_away_with leave_with go_home_with",
        "run_with",
    )
)
_ONES_MONEY = sorted(
    list_words(
        "what_i_have what_i've_got what_i_got what_i've_won what_i_have_won what_i_have_got what_i_won what's_mine",
        "my_winnings the_winnings my_earnings my_millions my_loot",
    )
)
_LEAVING = sorted(
    list_words(
        "quit_while_i'm_ahead quit_while_ahead stop_while_i'm_ahead head_home heading_home go_home going_home",
        "time_to_go bow_out bowing_out step_away step_off get_off_here that's_me_done that's_my_lot that'll_do_me",
        "had_my_fill i_know_when_to_stop done_and_dusted hang_up_my_boots cash_me_out cash_me_in no_more_for_me",
        "park_it_here leave_it_here leave_it_at_this finish_here end_here end_it_here pull_out pulling_out",
        "pull_the_plug drop_out dropping_out i'll_stick i_stick stick_here i'll_stand i_stand stand_pat",
        "enough_is_enough that's_enough_for_me i've_had_enough had_enough give_me_the_cheque give_me_the_check",
        "write_me_a_cheque where's_my_cheque take_the_money_and_run take_the_money_n_run grab_the_money_and_run",
        "take_the_cash_and_run i'm_off_home i'm_done_here i'm_finished",
    )
)
_LEAVING += [f"{verb}_{what}" for verb in _KEEPING for what in _ONES_MONEY]
_TAKEN = {*f"{YES_WORDS}|{NO_WORDS}|{STAY_WORDS}|{TAKE_WORDS}".split("|")}
TAKE_WORDS = "|".join([TAKE_WORDS, *(said for each in _LEAVING if (said := each.replace("_", " ")) not in _TAKEN)])
_LEAVING += [each.replace(" ", "_") for each in TAKE_WORDS.split("|") if " " in each]
_GOING_ON = ("continue", "go on", "carry on", "keep going", "go any further", "risk it", "push it", "open more")
SYNONYMS += [(f"{fool} {verb}", "stop") for fool in _FOOLISH for verb in _GOING_ON]
SYNONYMS += [(each.replace("_", " "), option) for each in _LEAVING for option in ("stop", "walk")]

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
CHANGING_WORDS = frozenset().union(
    *(NEGATIONS, DOUBTS, OR_WORDS, OTHERS, PAST_PLANS, ARITHMETIC_WORDS, JUDGING_WORDS, ASIDE_AFTER, LABELLED_BY),
    REVISION_WORDS - {"sorry", "better", "pardon"},
    list_words(
        "if unless when while until till why how what which where whose than only as both other",
        "takes opens chooses votes voted yours theirs they them their he she it his hers ago yesterday tonight tomorrow morning today",
        "is are was am i'm has got there it's says lost won bid bot host",
        "peek lock list order wish use predict report board score rules",
        "pack stats seals check settings help mystuff round",
    ),
)
ONES_OWN_WORDS = FIRST_PERSON | list_words("please pls je ich yo eu io ik jag jeg ja ben")
VERBS_OF_LIFE = list_words(  # “I'll see you at 9”, “going to eat 2”: what is done with them is no answer
    "see meet eat drink wait watch sleep work buy cook invite text phone leave arrive finish remember count lose die regret add subtract",
    "finish start read study drive walk run swim teach learn celebrate turn reach score earn win owe sell spend lend drop kick kill",
    "paid spent bought sold ate drank met ran walked drove slept woke wrote sang caught missed waited worked weigh weighs weighed",
    "double triple halve divide multiply ignore skip check test beat match join call visit talk chat speak answer know hear",
)

WEAK_WORDS = frozenset(
    [
        "true",
        "false",
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
    "ok okay if must insist then lol haha go let's i guess suppose well eh oh why not and thing do it yeah final answer with me now hmm so that's",
)
ANSWERS_ABROAD = list_words(
    "oui si sim ja jo jawohl claro certo evet da tak nein nee nie nao nej non hayir hoher hoch tiefer niedriger runter rauf grosser kleiner alto bajo haut bas",
    "mayor menor maior superior inferior hoger lager groter kleiner wyzej nizej mas menos piu meno sopra sotto acima abaixo oben unten basta genug stopp fermo paro",
    "arrete aufhoren teilen partager dividir compartir condividere dividere delen podziel sicher seguro sicuro veilig bezpiecznie sur publikum publico pubblico publiek publicznosc",
    "telefonjoker anrufen llamar ligar chiamare bellen aceito acepto accetto j'accepte weiter bleibe sigo resto fico blijf zostaje zwei deux dos due dois twee",
)
