"""Recognises small talk that deserves a reply: whose turn it is, the score, the time left, the rules."""

# ruff: noqa: E501 - patterns are easier to read in one line each

from __future__ import annotations

import re
from functools import cache

from engine.kernel.text import LazyPattern
from engine.rulesets import RULESETS
from host.said.reading.language import normalise_sentence
from host.said.reading.numbers import fold_letters
from host.said.reading.phrasebook import ASKED_ABOUT
from host.said.reading.vocabulary import PARTICLES, list_words

TOPIC_PATTERNS = {
    "pause": r"^(?:please )?(?:can|could|let's|shall|may) (?:we )?(?:all )?(?:stop|wait|hold on|halt) (?:for )?(?:an? )?(?:little )?(?:bit|while|moment|minute|min|sec|second)\b|^(?:@\w+ )?(?:\w+ ){0,3}?(?:possible|could|can|please|may|want|need|let's|shall|would)\b.{0,30}\b(?:(?:stop|pause|halt|freeze|hold|suspend) (?:the )?(?:game|clocks?|timer|play|everything)|(?:makes?|have|take|one|1|short|little) (?:a |little |short )*(?:pause|time ?out))\b|\b(?:have|make|take|do|need) (?:a|1|one|another) (?:little |short|quick |small |tiny |5 minute )?(?:break|pause|breather)\b|^(?:please )?(?:can|could|would|will) (?:someone|somebody|anyone|the host|host) (?:please )?(?:pause|stop the clock)|^(?:please )?time ?out\b|\b(?:can|could|let's|shall) (?:we )?take (?:a )?(?:five|5|ten|10|breather)\b|^(?:can|could|may|please) (?:you |i |we )?.{0,20}\b(?:min|mins|minutes|hours?|moment|days?)\b|^(?:please |can we |could we |can you |could you |let'?s |please can we |i want to |we need to |we need a |"
    r"i need a |host )*(?:please )?(?:need to |have to |must |got to )?(?:hold (?:all )?(?:the )?(?:clocks?|game)|pause|take a break|stop the clocks?|freeze|hold the game|"
    r"stop the (?:game|timer|time)|a break|break)(?: please| the game| for| everything| it| now| this| until| game|\W|$)",
    "turn": r"^(?:so )?is it (?:\w+ or me|me or \w+)\b|\bwhat (?:was|is) the question\b|^who (?:\w+ )?(?:after|before) \w+\W*$|c'est a qui|a chi tocca|wiens beurt|(?:who'?s|who is|whose|whos|is it my|my|is it)\b.{0,20}\b(?:turn|go)\b|who'?s? (?:is )?(?:next|up|"
    r"playing now|to (?:"
    r"play|move|go))\b|(?:am i|is it me|who are we|who do we|what are (?:you|we)|who are you|are we) (?:up|next|"
    r"waiting (?:for|on)|wait for)"
    r"|do i (?:have to|need to) (?:play|move|do (?:something|anything))|(?:what|who) are we waiting|"
    r"anything for me to do|waiting for me|"
    r"is it me\b|my turn (?:yet|now|already)?\??$|did i miss my turn|de quem e a vez|wer ist (?:jetzt )?dran|a qui (?:le|est le) tour|a quien le toca|de quien es el turno|czyja kolej|whose move|what am i (?:being )?asked",
    "score": r"^what(?:'s| is| are)? (?!that|it|there|here|this)[a-z]+'?s (?:money|cash|winnings|balance|bank)\b(?! (?:for|problem|about|account))|^what are we all (?:on|at)\b(?! about)|\bhow much (?:is|are) (?:everyone|everybody|we all) (?:on|at|up to)\b|^where(?:'s| is| are) (?:everyone|everybody|we all) (?:at )?(?:with|on|in) (?:the |their |our )?money\b|\bhow much is (?:on|in) my\b|\bwho(?:'s| has|s) got (?:the )?most\b|\bwho has how much\b|\bhow stands it\b|\bhow (?:much|rich) (?:everyone|everybody|each|we all|they all)\b|\bwho(?: is|'s)? (?:in |the )?(?:first|1st|last|second) (?:place|position)\b|what (?:do|have) (?:i|we) (?:still |even )?(?:have|got) (?:left )?(?:to spend|in the bank|in total|in my (?:bank|account|pocket))|how (?:many|much)(?: (?!time|longer|hours|minutes|days|squares|doors|players|people)\w+)? (?:have|has|do|does) (?:i|we|you|they|he|she|\w+)\b|what the others have|kto prowadzi|wer fuhrt|quem (?:esta )?ganhando|quien (?:va )?gana|qui gagne|who has got the most|\bscores?\b|(?<!still )\bstandings?\b|\bleader ?board\b|score ?board|who wins (?:now|so far|currently|at the moment)|who(?:'?s| is)? (?:winning|leads?|leading|first|"
    r"in front|ahead"
    r"|in the lead|on top|has (?:the )?most)|how (?:much|many)(?: money)? (?:do|have|has|does) \w+|how am i doing|"
    r"(?<!in )my (?:total|rank|place)\b"
    r"|\branking\b|how far (?:am i|are we)|what place am i|am i (?:winning|leading|last|ahead)|how much money|"
    r"\btotals\b",
    "time": r"\b(?:have (?:i|we)(?: still)? got|do (?:i|we)(?: still)? have|(?:can|may) (?:i|we) have) (?:(?:some |enough |more )?time )?(?:till|until|til)\b|^when (?:finishes|ends|closes|expires|stops)\b|^(?:by |until |till )?when (?:do|must|should|shall) (?:i|we) (?:have to |need to )?(?:be (?:done|ready|finished)|finish|answer|decide|choose|pick|reply|send)|quanto tempo|cuanto tiempo|wie viel zeit|combien de temps|hoe lang|how (?:long|much longer|much time|many (?:hours|minutes|days))|\bdeadline\b|time left|time (?:do|have) (?:i|"
    r"we)|when (?:does|do|is|must|will"
    r"|would) .{0,40}(?:due|end|ends|over|lapse|expire|out|answer|up|next|close|timer)|(?:until|till|by) when|"
    r"when is my|what time .{0,30}(?:due|end|answer)|\b(?<!o')clock",
    "who": r"wer (?:spielt|ist) noch|quien sigue|qui joue encore|quem ainda|who(?:'?s|s| is| are| else is| all is)? (?:\w+ )?(?:still )?(?:standing|in|out|dead|gone|left|alive|playing|here|the players|"
    r"in the game|in this game"
    r"|in the round|in this round|at the table|with us|has fallen|taking part|joined)\b|who(?: all|"
    r" else)? (?:plays|has joined|joined|am i playing)|list (?:of )?(?:the )?players|how many"
    r" (?:players|people|of us|are)|^(?:show (?:me )?(?:the )?)?players\W*$|who (?:am i|are we) (?:playing|"
    r"up) against|is \w+ (?:still in|out(?! of (?:a|an|one|\d)))\b|am i the only|only one left",
    "board": r"^what was the (?:number|total|sum) before\b|\b(?:show|see)\b.{0,15}\b(?:field|bored|playing field)\b|^(?:which|what) (?:ones?|squares?|doors?|numbers?) (?:can|may|could) i (?:pick|choose|take|open|still)\b|^(?:a |the )?(?:picture|photo|pic|image|map|view) of the (?:board|grid)|(?:which|what) (?:doors|squares) are .{0,10}\bshut\b|how much (?:money )?is (?:still |left )?(?:still )?on the board|\bclosed\W+which (?:ones?|squares|doors)|show (?:me )?(?:all )?(?:the )?.{0,20}\b(?:doors|squares|table)\b|(?:show|see|send|post|display|view|where(?:'?s| is)|give|look at|can i see|repost)\b.{0,20}\b(?:board|grid|"
    r"picture|map)\b|^(?:the )?board"
    r"(?: please| again)?\W*$|(?:what|which)(?: squares| doors| numbers| ones| is| are|'?s)+\b.{0,25}\b(?:open|"
    r"closed|left|free|available|taken|remain|gone|remaining)\b|is"
    r" (?:square |number |door )?[a-e]?\d{1,2} (?:still )?(?:\w+ )?(?:free|open|opened|closed|available|taken|"
    r"left|gone|there)\b|how many (?:squares|doors)|"
    r"what does the board look like|has anyone (?:taken|opened|picked)|is .{0,12}\d.{0,12}(?:still )?(?:free|"
    r"available|closed|taken)\b|what'?s (?:on )?the board",
    "away": r"^brb (?:in )?\d+\b|^(?:camping|hiking|travel+ing|flying|sailing|skiing|at (?:a|the|my) \w+|on (?:a|my) \w+|off|offline|away|out) (?:\w+ ){0,3}?(?:this|next|all|the|over the|until|till|from) (?:weekend|week|month|\w+day|tomorrow)\b|\b(?:i'm|i am|i'll be|i have|i've got|got|having) .{0,20}\b(?:surgery|an? operation|exams?|court|a funeral|a wedding)\b.{0,15}\b(?:tomorrow|today|tonight|this (?:week|morning|afternoon)|all day|on \w+day)\b|\b(?:brb|afk|bbl|bbs|bbiab|gtg|g2g)\b.*\bback (?:in|at|by|after)\b|^(?!.*(?:\?|\bwas\b|\bwere\b)).*\b(?:at|in) (?:the|a|my) \w+ (?:until|till|til) (?:\w+)|^(?!.*\?)(?:.*(?:[,.;!]|\b(?:i'll be|i'm|i am|will be|be|come|coming|and|now|off)) )?(?:back|here again|awake) (?:tomorrow|tonight|on the weekend|in the (?:morning|evening|afternoon))\b|^(?!.*\?).*\b(?:i'm|i am|i'll|i will|we are|we're|im|i have|i've|i can't|cannot|can't)\b.*\b(?:until|till|til|from|back(?: on)?|before) (?:the |next |this |about |around )*(?:mon|tues|wednes|thurs|fri|satur|sun)day\b|^(?!.*\?).*\b(?:until|till|til|from) (?:tomorrow|tonight|next week|the weekend)\b|\bback in (?:about |around |maybe )?(?:\w+) (?:min|minute|hour|hr|day|week)|^(?!.*\?).*\b(?:back|here again|home|around|awake|online) (?:at|by|around|about|after|before) (?:about |around |maybe )?(?:\d{1,2}\b|(?:half|(?:a )?quarter|\d{1,2}) (?:past|to|after) \d|half \d|noon|midnight|lunch|dinner|work|school|breakfast)|\b(?:no|without) (?:phone|internet|signal|wifi|network|reception|data|bars)\b.{0,30}\b(?:until|till|til|(?:for )?(?:the next |about |around |like )?(?:an?|half an?|half|1|one|some|\d+|a few|a couple of) (?:mins?|minutes?|hours?|hrs?|days?))\b|\b(?:not here|away|afk|offline|out|gone) for (?:the next |about |around |like |maybe )*(?:an?|half an?|half|some|\d+|a few|a couple of) (?:mins?|minutes?|hours?|hrs?)\b|\bbin (?:bis|ab) .{0,30}(?:urlaub|weg|unterwegs)|im urlaub\b|\btravel+ing\b.{0,30}\b(?:till?|until|from|(?:this|next|all) (?:week|weekend|month))\b|\bin (?:the )?hospital (?:till?|until)\b|\b(?:i'?m|i am|i'?ll be|i will be|ill be|im|we'?re|be) (?:\w+ ){0,2}(?:away|on (?:holidays?|vacation|leave|"
    r"a plane|a trip)|off(?:line)?|gone|out of (?:town|office)|travel+ing|busy|camping|hiking|"
    r"at a wedding)\b.{0,40}\b(?:until|till|til|"
    r"from|for|this|next|on|the|tomorrow|all|weekend|week|days|back|monday|tuesday|wednesday|thursday|friday|"
    r"saturday|sunday)\b|\b(?:on|going on) (?:holiday|vacation)\b|(?:away|gone|offline|afk|out|travel+ing|"
    r"not here|no internet|holiday|vacation) "
    r"(?:until|till|til|from(?! \d{1,2}\W*$)|for (?:a|the|\d+|some|two|three) ?(?:few )?(?:day|week|weekend|holiday|month))|"
    r"(?:can'?t|cannot|won'?t|not be able to|not|unable to) (?:be able to )?(?:do anything|play|answer|be (?:here|around|"
    r"online|there)) (?:until|till|til|this|for|before|on|next)|"
    r"back (?:on|next) (?:monday|tuesday|wednesday|thursday|friday|saturday|sunday|week|month)|^away\W*$|"
    r"i'?m away|(?:i'?m|i am|im) on (?:holiday|vacation)",
    "help": r"\b(?:no (?:idea|clue)|lost|confused|stuck|understand)\b.{0,40}\bhelp\W*$|\b(?:no (?:idea|clue)) (?:what|how) i(?:'m| am)? (?:supposed|meant|to|should)\b|^what all can i\b|\bhow (?:do|does|can) (?:you|one|i|we|anyone|somebody) (?:even |actually )?win (?:this|it|the game|here|a round)\b|\bhow (?:much|low|high|many) is the (?:minimum|maximum|least|most|lowest|highest|min|max)\b|\b(?:what|which) (?:kinds?|sorts?|types?) of (?:things?|questions?|answers?|stuff|words?)\b.{0,20}\b(?:i|we|you|one)\b|\b(?:do|should|must|can|shall) (?:i|we) (?:just |simply |only )(?:send|type|write|say|tap|click|press|text|reply)\b|\bwhere (?:do|should|must|can|shall) (?:i|we) (?:even |actually |have to )?(?:send|type|write|say|tap|click|press|put|enter|answer|reply)\b|^(?:what|which|how) (?:can|may|could|should|do|must) (?:i|we) (?:even |actually |really |still |all )*\w+|\bam i (?:even )?allowed\b|\b(?:do|does) (?:i|it|we|they) (?:have|need) to\b|\b(?:what|which) (?:questions|things|answers) (?:are|is|can)\b|\bhow (?:i|we) (?:must|can|should)\b|\bdo i (?:get|keep|pay)\b|what(?:'s| is) the (?:smallest|lowest|minimum|least|most|highest) .{0,20}\b(?:allowed|can|may|put|bid)\b|can i ask about (?:two|2|several)\b|^(?:please |pls |i need |some |can (?:you|someone|somebody|anyone) |need |could you )*help(?: me| please|"
    r"\W)*(?: (?:me|please|with this|out|here|i'?m lost))*\W*$|how (?:do|does|can|should) (?:i|we|one|you|this|it|"
    r"the game) (?:play|answer|ask|work|bid|choose|pick|use|do|seal|hide|write|type|"
    r"reply|move|tell|make|enter|submit|lock|peek)|how to (?:play|answer|use|pick|bid)|what (?:do|can|should|must|"
    r"am i supposed to|shall|am) i (?:do|supposed|write|say|type|answer)|i (?:don'?t|do not|dont) (?:understand|"
    r"get|know (?:how|what))|commands|instructions|"
    r"i'?m (?:so )?(?:lost|confused|stuck)|im (?:lost|confused|stuck)|what (?:now|next)\b|no idea what|"
    r"how does (?:this|it|that) (?:game )?work|what are my options|what is this(?: game)?\W*$|huh|jak to dzia|como funciona|wie (?:geht|funktioniert) das|"
    r"comment (?:ca|on) (?:marche|joue)|hoe werkt|come funziona",
}
FOREIGN_TOPIC_PATTERNS = {  # German, Spanish, Portuguese, French, Italian, Dutch, Polish
    "turn": r"(?:c'est )?a mon tour|wer ist (?:\w+ )?(?:dran|an der reihe)|bin ich (?:\w+ )?(?:dran|an der reihe)|(?:a )?quien (?:le )?toca|me toca(?: a mi)?\W*$|es mi turno|quem (?:joga|vai)\b|e (?:a )?minha vez|"
    r"a qui (?:le|est le|c'est le|de) ?(?:tour|jouer)|c'est (?:a )?(?:qui|moi)(?: de jouer| le tour)?\W*$|qui doit jouer|(?:a )?chi tocca|tocca a (?:me|chi)|di chi e il turno|"
    r"wie is (?:er )?(?:nu )?aan de beurt|ben ik (?:\w+ )?aan de beurt|wie moet er|czyja (?:teraz )?kolej|czyj (?:teraz )?ruch|kto teraz|moja kolej|kiski baari|meri baari",
    "score": r"wie steht(?:'s| es)|spielstand|punktestand|wer (?:fuhrt|gewinnt|liegt vorn|hat am meisten)|wie ?viel (?:geld )?hab(?:e)? ich|placar|pontuacao|quem (?:esta|ta) (?:\w+ )?(?:ganhando|na frente|vencendo|liderando)|"
    r"quanto (?:dinheiro )?(?:eu )?tenho|marcador|puntuacion|quien va (?:primero|ganando)|cuanto (?:dinero )?(?:tengo|llevo)|qui (?:mene|est (?:en tete|premier))|combien (?:j'ai|d'argent)|j'ai combien|"
    r"c'est quoi le score|punteggio|classifica|chi (?:vince|sta vincendo|e in testa|e primo)|quanto ho\b|hoe staat het|tussenstand|de stand\b|wie (?:wint|staat (?:er )?(?:voor|eerste))|hoeveel (?:geld )?heb ik|kto wygrywa|ile (?:\w+ )?mam (?:kasy|pieniedzy|punktow)|jaki (?:jest )?wynik",
    "time": r"wie lange (?:noch|hab)|bis wann|wann (?:muss|ist schluss)|ate quando|quanto tempo|hasta cuando|cuanto (?:tiempo|falta)|jusqu'a quand|il reste combien|quanto (?:tempo|manca)|entro quando|tot wanneer|hoeveel tijd|ile (?:\w+ )?czasu|do kiedy",
    "who": r"wer (?:spielt|ist) (?:\w+ )?(?:noch )?(?:mit|dabei|drin|drinnen|im spiel|ubrig)|quem (?:\w+ )?(?:esta|ta) (?:jogando|no jogo|vivo)|quienes? (?:\w+ )?(?:juegan?|quedan?|estan?)\b|qui (?:joue|est encore|reste)|chi (?:gioca|e ancora|resta|rimane)|wie (?:doen|doet|spelen|speelt|zitten|zit)\b|kto (?:gra|jeszcze|zostal)",
    "board": r"wie sieht (?:\w+ )?(?:das )?(?:brett|feld|spielfeld)|como (?:esta|va|ve) (?:el tablero|o tabuleiro)|como ta o tabuleiro|a quoi ressemble (?:le )?(?:plateau|tableau)|com'e il tabellone|come (?:e|sta) il tabellone|hoe (?:ziet|staat) (?:het )?bord|jak wyglada plansza|zeige?t? (?:mir |uns )?(?:\w+ )?(?:das )?(?:brett|feld|spielfeld)|welche (?:felder|turen|nummern|kastchen) (?:sind|gibt)|(?:mostra|mostre|manda|me mostra) (?:o |il )?(?:tabuleiro|quadro|tabellone)|(?:muestra|ensena)(?:me)? el tablero|que (?:casillas|puertas|numeros) (?:quedan|hay|estan)|"
    r"quais (?:casas|portas|numeros)|montre\S* (?:moi )?(?:le )?(?:plateau|tableau)|quelles (?:cases|portes)|quali (?:caselle|porte)|laat (?:het )?bord|welke (?:vakjes|deuren|nummers)|pokaz plansze|jakie pola|ktore (?:pola|drzwi)",
    "pause": r"(?:pause|pausa|pauze|pauza|przerwa) ?(?:bitte|por favor|porfa|s'il|svp|per favore|graag|aub|prosze)?\W*$|\b(?:uhr(?:en)?|spiel) .{0,12}(?:anhalten|stoppen|pausieren)|(?:konnen wir|kannst du|wir brauchen) .{0,20}(?:pause|anhalten)|(?:podemos|pode|puedes|possiamo|puoi|peut|peux) .{0,20}(?:pausa|pausar|pause)|"
    r"par(?:a|ar|e|en) (?:o|el) (?:relogio|tempo|reloj|tiempo)|ferma(?:re|te)? il (?:tempo|gioco)|arrete\w* (?:le )?(?:chrono|jeu|temps)|stop de (?:klok|tijd)|even pauze|zatrzymaj",
    "away": r"\bbin (?:bis|ab|erst|dann|mal|kurz|morgen|heute|\w+ \w+ )?.{0,20}(?:weg|unterwegs|wieder da)|\b(?:estoy|estare|voy a estar) (?:fuera|de viaje|de vacaciones)|\bvuelvo\b|\b(?:estou|vou estar|vou ficar|to) (?:fora|viajando|de ferias|sem (?:net|internet|celular))|\bvolto\b|"
    r"je (?:suis|serai) (?:en vacances|absente?|pas la|parti)|je reviens|(?:sono|saro) (?:via|in vacanza|fuori)|\btorno (?:domani|lunedi|alle|tra)|ik ben (?:\w+ )?(?:weg|op vakantie|er niet)|(?:terug|weer) (?:om|op|morgen)|nie ma mnie|\b(?:wracam|wroce)\b|na (?:urlopie|wakacjach)",
    "help": r"^(?:hilfe|ayuda|ajuda|aide|aiuto|hulp|pomocy|pomoc|socorro|auxilio)\W*$|was (?:soll|muss|mache|kann|mach) ich|wie (?:geht|funktioniert|spielt man|spiele ich)|que (?:hago|tengo que hacer|puedo)|como (?:se )?(?:juega|juego|joga|funciona)|o que (?:eu )?(?:faco|tenho que|devo|posso)|"
    r"qu'est-ce que je (?:fais|dois|peux)|je (?:fais|dois faire) quoi|comment (?:ca|on|je)\b|cosa (?:devo|faccio|posso)|come (?:si gioca|funziona)|wat (?:moet|kan) ik|hoe (?:werkt|speel)|co (?:ja )?(?:mam|robic)|jak (?:to|sie|w to)|ich versteh\w* nicht|no entiendo|nao entendi|je comprends (?:rien|pas)|non capisco|ik snap het niet|nie rozumiem",
}
FOREIGN_RULES = LazyPattern(
    r"^(?:was (?:macht|bedeutet|tut|ist|sind)|que (?:hace|significa|es|son)|(?:o )?que (?:faz|significa|e)|que fait|c'est quoi|qu'est-ce que c'est(?: qu'?)?|(?:che )?cosa (?:fa|significa|e)|cos'e|wat (?:doet|betekent|is|zijn)|co (?:robi|to jest|to)|kya karta hai) (?:(?:der|die|das|el|la|o|a|le|il|lo|de|het|ein|eine|un|una|une|um|uma|een|un') )?(?P<topic>[a-z0-9&'/: -]{3,40}?)\W*$"
)
ADVERBS = LazyPattern(
    r"\b(?:even|actually|really|exactly|again|ever|currently|right now|now|at the moment|just|please|pls|btw|tho|though|then|so far|atm|guys|everyone|mate|bro|man|host|bot|sir) |,? (?:again|now|right now|rn|atm|please|pls|plz|btw|tho|though|then|so far|guys|everyone|mate|bro|man|host|bot|sir|thanks|thx|ty|lol|haha|anyway)(?=\W*$)"
)
ASKED_AFTER = LazyPattern(
    r"^what (?:does|do) (?:this|that|it) (?:mean|do),? (?:the )?(?P<asked>[a-z0-9&'/: -]{3,30}?)\W*$|^(?P<topic>[a-z0-9&'/: -]{3,30}?) ?\?+ what(?:'s| is) (?:that|this|it)\W*$"
)
RULES_PATTERN = LazyPattern(
    r"(?:(?:can|could|would) (?:you|somebody|someone|anybody|anyone) (?:please )?)?(?:(?:what (?:are|is|were|was) )?(?:the )?rules? (?:of|for|about|on) |"
    r"(?:(?:what is|what's|tell me|explain|give me|i need) )?(?:the )?(?:meaning|definition|effect|effects|purpose|point|use|function|power|idea) (?:of|behind) |"
    r"(?:idk|i don't know|dunno|no idea|no clue|not sure|i forgot|i forget|forgot|can't remember|i can't remember|i don't remember|don't remember|i wonder|wondering|remind me|i never know|never knew) what (?=[a-z0-9&'/ -]{3,30} (?:does|do|means|mean|is|are)\W*$)|"
    r"how functions |what do the rules say (?:about|on|for) |rules |explain (?:me )?|tell me (?:about|the rules of) |"
    r"(?:(?:what|wetin) (?:exactly )?(?:does|do|did|will|means|makes) |how (?:does|do|did|will|would|is|are) |(?:how|wetin) (?=[a-z0-9&'/ -]{3,30} (?:is working|are working|works|work|dey do|dey work)\W*$))|what(?:'?s| is| are| was(?= an? .{2,40} again\b)| were) |what's the )"
    r"(?:the |an? )?(?P<topic>[a-z0-9&'/: -]{2,40}?)(?: (?:even|cards|is|are|doing|working|do|does|mean|means|meaning|function|functions|work|works|about|supposed to do|sir|man|bro|dude|mate|lah|abeg|then|now|dey|again|please|square|exactly|for|(?:when|if|once) (?:somebody|someone|you|i|we|one|they|people) (?:opens?|hits?|finds?|uses?|gets?|picks?|takes?|plays?) (?:it|one|that|them)|"
    r"even|i (?:have not|haven't|didn't|don't|do not|never) (?:\w+ )?(?:understood|understand|get|got|know|remember)|to me|here|actually|good for|in this game))*(?: to (?:me|us|an? [a-z0-9-]{1,20}))?\W*$"
)
QUESTION_WORD = LazyPattern(r"^(?:what|how) (?:exactly |again |even )?(?:does|do|did|will)\b")
NO_TOPIC = LazyPattern(
    r"^(?:time|plan|plans|weather|matter|point|news|date|latest|difference|problem|catch|deal|score|hell|heck|fuck)$|^weather\b|^\w+(?:'?s)? (?:bank|money|cash|account)\b|"
    r"\b(?:it|this|that|everyone|everybody|you|i|we|my|your|he|she|they|the (?:score|board|time|bid|answer|matter|point|plan|"
    r"weather)|up|going|new|next|wrong|on|left|here|happening"
    r"|happened|question|turn|score|deadline|best|else|bidding|good|(?<!:)\d+(?!:))\b"
)
TOPICS = {
    topic: LazyPattern(f"{pattern}|{FOREIGN_TOPIC_PATTERNS[topic]}" if topic in FOREIGN_TOPIC_PATTERNS else pattern)
    for topic, pattern in TOPIC_PATTERNS.items()
}
FRIENDLY = LazyPattern(
    r"^(?:(?:hi|hello|hey|hallo|dear|host|bot|ok|okay|so|and|um|hm+|oh|sorry|excuse me|please|btw|"
    r"by the way|wait|remind me|quick question|question|no but|lol|again|no wait|hang on|actually|erm|er|just wondering|may i ask|(?:can|could|would|will) (?:you|someone|somebody|anyone|anybody) (?:please |kindly |just )?(?:tell|remind)(?: me| us)?|do you know|does (?:anyone|anybody|someone) know|tell me|sorry for asking(?: again)?|but)[\s,.!:]+)+"
)
MAX_TALK_LENGTH = 120  # characters; a longer text tells a story


COST_OF_LOSING = LazyPattern(
    r"\b(?:how much|what)(?: money)? (?:do|would|will|can|could|might|did) (?:i|we|you) (?:stand to )?lose\b"
)
ABOUT_BOMBS = LazyPattern(
    r"how many bombs (?:can|may|could) (?:there )?(?:be|exist|lie|hide)|how (?:do|does|is|are) (?:\w+ ){0,3}?bombs? (?:\w+ ){0,2}?(?:works?|working|functions?)\b|what happens (?:if|when) (?:\w+ ){1,7}?(?:bomb|explode)|what does (?:the|my|a) bomb (?:even |actually )?do|can (?:2|two) bombs|what happens (?:if|when) (?:i|you|we|somebody|someone) (?:open|hit|find|pick|take)\w* (?:a|my own|my|the|somebody's) bomb|"
    r"does (?:the|my|a) bomb (?:hit|hurt|kill|count)|\b(?:can|do|does|will|could|would) (?:the )?(?:others?|other players|they|every(?:one|body)|any(?:one|body)|people) (?:else )?(?:also )?(?:see|know|find out|read) (?:where (?:i|my)|my bomb)\b"
)
ABOUT_BIDS = LazyPattern(r"\b(?:if|when)\b.*\bbids?\b.*\b(?:same|equal|tie|tied)\b")  # “and if Cat and I bid the same?”
RULES_ASKED_ABOUT = {"bomb": ABOUT_BOMBS, "bids": ABOUT_BIDS}
JUST_RULES = LazyPattern(r"^(?:the )?rules(?: please)?\W*$")
WHOLE_GAME = LazyPattern(
    r"explain (?:me )?(?:\w+ )?(?:the rules|this game|the game)(?: to (?:me|us))?\b|rules of (?:this|the) game"
)


UNABLE = LazyPattern(  # “I can't play tonight”
    r"\b(?:can't|cannot|can not|won't|will not|unable to|not able to|no time to) (?:be able to |really )?(?:play|answer|reply|respond|be (?:here|around|online)|make it|join)\b.*\b(?:tonight|today|tomorrow|this (?:week|evening|morning|afternoon|weekend)|all (?:day|week|night)|next week|on \w+day|over the weekend|for (?:a|the|\d))\b"
)
ABSENT = LazyPattern(  # “a business trip until the 14th”, “nachtdienst tot morgen 8 uur”
    r"^(?!.*\b(?:was|were|did)\b).*\b(?:until|till|til|bis|hasta|ate(?! \d)|jusqu'(?:a|au)|tot|fino (?:a|al)|do(?= (?:jutra|ponied|wtor|srod|czwart|piat|sob|niedz))) (?:(?:the|about|around|next|this|at least|late|early|after|to|al|el|a|am|zum|o|a la|le|la) )*"
    r"(?:\d|(?:mon|tues|wednes|thurs|fri|satur|sun)day|mon\b|tue\b|wed\b|thu\b|fri\b|sat\b|sun\b|tomorrow|tonight|noon|midnight|morning|evening|afternoon|lunch|dinner|bedtime|weekend|week\b|month\b|morgen|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|abend"
    r"|manana|lunes|martes|miercoles|jueves|viernes|sabado|domingo|amanha|segunda|terca|quarta|quinta|sexta|demain|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche"
    r"|domani|lunedi|martedi|mercoledi|giovedi|venerdi|domenica|maandag|dinsdag|woensdag|donderdag|vrijdag|zaterdag|zondag|jutra|poniedzialku|wtorku|srody|czwartku|piatku|soboty|niedzieli)"
)
ABOUT_OUTCOMES = LazyPattern(
    r"\bwhat if (?:we|they|both|everyone|everybody|nobody|neither)\b|\bwhat(?: exactly)? (?:happens|would happen|will happen)\b|\b(?:do|will|would|could|can) i (?:still )?(?:lose|win)\b|\bhow (?:big|high|low|large|small|far) can (?!i\b|we\b)|\bmakes? (?:me|us|you) (?:lose|win)\b|\bwhat do (?:i|we) (?:lose|win)\b"
    r"|\b(?:which|what) (?:totals?|numbers?|rolls?|sums?|outcomes?|results?) (?:makes?|loses?|wins?|counts?|ends?|is bad|results?)\b|\bwas passiert (?:wenn|bei)|\bque pasa si|\bo que acontece se|\b(?:il se passe quoi|qu'est-ce qui se passe|que se passe-t-il) si|\bcosa succede se|\bwat gebeurt er als|\bco sie stanie"
)
ASKS = LazyPattern(
    r"\?\W*$|^(?:what|which|who|whos|whose|how|when|where|why|is|are|am|do|does|did|can|could|will|has|have|show|tell|send me|remind|let me (?:see|know)|i (?:want|wish|need|would like|'d like) to (?:see|know))\b|\b(?:show|tell|send|remind) me\b"
)
TOPIC_WORDS = {  # what a question is about by one of its words alone
    "time": r"timer|countdown|deadline|expires?|(?<!last )(?<!next )(?<!this )(?<!first )(?<!every )time|seconds|time limit|due",
    "board": r"board|grid|tableau|layout|(?:which|what|how many|list) (?:of the )?(?:squares|doors|boxes)",
    "score": r"how rich|doing money|money ?wise|scores?|scoreboard|standings?|leader ?board|ranking|ranks?|balance|totals?|winning|losing|in the lead|leading|richest|money (?:do|have|has) (?:i|we)|points",
    "who": r"players|playing|alive|eliminated|survivors|opponents|joined",
    "turn": r"turn|waiting|who (?:goes|plays|moves|is|comes|acts) (?:next|now|first|after)|(?:did|has|have|is|are) \w+ (?:gone|go|done|answered|played|moved|picked|chosen|finished)",
    "rules": r"rules|rulebook|how it works",
    "help": r"skip|undo|take it back|lifelines?|jokers|commands?|supposed to|meant to|allowed to|instructions|options|on earth do i|the (?:hell|heck) do i|ways to (?:answer|play)",
}
TOPICS_BY_WORDS = {topic: LazyPattern(rf"\b(?:{words})\b") for topic, words in TOPIC_WORDS.items()}


WHOSE = r"(?:i|we|you|he|she|they|everyone|everybody|everyone else|the others|[a-z]+)"
SENSES = {  # what a question is about by two of its words, the last resort
    "turn": LazyPattern(
        r"^(?:so |and )?(?:who|which (?:player|one|person))\b(?! (?:shall|should|do|can|could|would|to) (?:i|we)\b).{0,25}\b(?:play|plays|go|goes|move|moves|pick|picks|act|acts|answer|answers|choose|chooses|next|up|waiting|holding (?:us|it|things|everything) up)\b|\b(?:am|is|are) (?:i|\w+) (?:up|next)\b(?! to)|\bwaiting (?:for|on) (?:me|who|whom|somebody|someone)\b|\b(?:do|must|should) i (?:go|play|move|act)\b(?! (?:for|with|higher|lower))|\bmy (?:turn|go|move)\b"
    ),
    "score": LazyPattern(
        rf"\b(?:what|how much|how many)\b.{{0,20}}\b(?:have|has|did|do|does|had) {WHOSE}(?: \w+)? (?:got|made|won|earned|have|make|win|lost|banked|saved|collected|on)\b|^what (?:am|are|is) {WHOSE}(?: else)? (?:on|at|up to|worth|sitting on)\b|\b(?:am|are|is) {WHOSE} (?:winning|losing|ahead|behind|leading|rich|broke|first|last)\b|\bwho (?:has|have|is|'s|got)\b.{{0,15}}\b(?:most|richest|winning|ahead|leading|best|poorest|least|top|first|last|second)\b|\bhow rich\b|\bwhat(?:'s| is| are) (?:my|our|the|everyone's|everybody's|\w+'s) (?:\w+ )?(?:total|totals|balance|bank|winnings|money|position|place|rank|tally|points)\b|\bhow (?:am|are|is) {WHOSE} doing\b"
    ),
    "time": LazyPattern(
        rf"\b(?:how long|how much time|how many (?:hours|minutes|mins|days|seconds|secs))\b.{{0,20}}\b(?:have|has|is|are|do|does|till|until|before|left|for|can|may)\b|\b(?:when|what time|by when)\b.{{0,25}}\b(?:{WHOSE} )?(?:end|ends|close|closes|due|answer|over|expire|expires|finish|reply|latest|cut ?off|deadline)\b|\b(?:is|am) (?:there|i) .{{0,12}}\b(?:time|rush|hurry|late)\b"
    ),
    "who": LazyPattern(
        r"^(?:so |and )?(?:who|which (?:players|people|of us))\b.{0,20}\b(?:left|alive|dead|out|standing|remain|remains|remaining|survived|survivors|eliminated|fallen|fell|died|here|still)\b|^how many (?:of us|of you|players|people|are)\b|^(?:did|has|is) \w+ (?:still )?(?:fall|fallen|die|died|dead|alive|eliminated|gone|survive|survived|out of (?:it|the game|the round))\b"
    ),
    "board": LazyPattern(
        r"\b(?:which|what|how many)\b.{0,25}\b(?:squares|doors|numbers|ones|fields|boxes)\b.{0,25}\b(?:left|open|opened|closed|shut|free|gone|taken|available|remain|remaining|choose from|pick from)\b|\b(?:show|see|look at|resend|post|send)\b.{0,15}\b(?:board|grid|picture|map)\b|^what(?:'s| is) (?:left|open|still (?:open|closed|shut|there))\b"
    ),
    "rules": LazyPattern(
        r"\b(?:explain|remind me of|tell me)\b.{0,15}\brules?\b|\bhow (?:does|do) (?:this|the|it)(?: whole)? (?:game|thing|round) (?:work|go)\b|^what happens\b"
    ),
}


def _find_sense(tame: str) -> str:
    """Return the topic that a question is about if two of its words, or its words in another language of the
    phrasebook, point to it; else an empty text.
    """
    foreign = [topic for topic, phrases in ASKED_ABOUT_PHRASES.items() if any(each in f" {tame} " for each in phrases)]
    if foreign:
        return foreign[0]
    found = [topic for topic, pattern in SENSES.items() if pattern.search(tame)]
    return (
        found[0]
        if found and ASKS.search(tame) and not re.search(r"\bshould i\b|\bdo you think\b|\bwould you\b", tame)
        else ""
    )


ASKED_ABOUT_PHRASES = {
    topic: [f" {fold_letters(each)}" for each in phrases.split("|")] for topic, phrases in ASKED_ABOUT.items()
}


def find_asked_about(text: str) -> str:
    """Return the topic of a question in which single words point to just one topic, or two words or a phrase of another
    language do; “away” for people who say that they are or will be; else an empty text.
    """
    tame = FRIENDLY.sub("", normalise_sentence(text)).strip()
    if (ABSENT.search(tame) or UNABLE.search(tame)) and "?" not in tame:
        return "away"
    if ABOUT_OUTCOMES.search(tame):
        return "rules"
    found = [topic for topic, words in TOPICS_BY_WORDS.items() if words.search(tame)]
    if len(found) == 1 and ASKS.search(tame) and len(text) <= MAX_TALK_LENGTH:
        return found[0]
    return _find_sense(tame) if len(text) <= MAX_TALK_LENGTH else ""


def find_talk_topic(text: str) -> tuple[str, str]:
    """Return the topic of small talk that a text is about (turn, score, time, rules …) and the name of the rule it
    asks for; two empty texts if it is none.
    """
    if len(text) > MAX_TALK_LENGTH:
        return "", ""
    found = _find_topic_of_sentence(text)
    parts = [each.strip() for each in re.split(r"(?<=[?!.])\s+", text) if each.strip()]
    clauses = [FRIENDLY.sub("", each.casefold()).strip() for each in text.split(",")]
    named = [_find_topic_of_sentence(each) for each in clauses if QUESTION_WORD.match(each)]
    return next((each for each in (found, *map(_find_topic_of_sentence, parts), *named) if each[0]), ("", ""))


def _find_topic_of_sentence(text: str) -> tuple[str, str]:
    """Return the topic of one sentence of small talk, and the name of the rule that it asks for; two empty texts if it
    is none.
    """
    said = PARTICLES.sub("", normalise_sentence(text)).lstrip("-–—#/ ")
    said = re.sub(r"\bwat (?=are|does|do|can)", "what ", said)
    tame = FRIENDLY.sub("", said).strip()
    if (name := find_named_element(said)) and ASKS_ABOUT_RULE.search(said):
        return "rules", name
    found = _find_topic_of_words(tame)
    return found if found[0] else _find_topic_of_words(ADVERBS.sub(" ", tame).strip().replace("  ", " "))


ASKS_ABOUT_RULE = LazyPattern(
    r"\b(?:explain|explanation|clarify|elaborate|describe|meaning|means|mean|definition|rules?|effects?|purpose|remind|understand|wetin|forgot|good for|course (?:on|in)|details|info|information)\b|"
    r"\bhow (?:does|do|is|are|did|will|would|to use)\b|\b(?:what|wat|what's|whats) (?:\w+ ){0,2}?(?:does|do|is|are|did|will|would|makes?|happens|about)\b|\bwhat's\b|^what (?:the|an?)\b|\btell me (?:about|more|what)\b|\bwhat (?:\w+ ){1,4}(?:does|do|is|are|works)\b"
)
TOLD_OF_RULE = LazyPattern(
    r"\b(?:i|bob|he|she|they|you|we) (?:just |already |finally )?(?:got|have|found|used|had|won|lost|hate|love)\b"
)


@cache
def _list_element_names() -> dict[str, str]:
    """Return the names of what the rules of a game explain, each by its normalised form between two spaces; without
    names of one word or with an article that people also use in everyday sentences.
    """
    named = [name for rules in RULESETS.values() for names in rules.list_topics().values() for name in names]
    plain = {re.sub(r"[^a-z0-9]+", " ", normalise_sentence(name)).strip(): name for name in named}
    return {
        f" {said} ": name
        for said, name in plain.items()
        if (" " in said and not said.startswith(("a ", "the "))) or said in NAMES_OF_ONE_WORD
    }


NAMES_OF_ONE_WORD = list_words(  # of the others, people speak in everyday sentences, too
    "failsafe wormhole switcheroo schadenfreude hypnotise immunise lockdown minefield minesweeper kablam blammo defuse omniscience",
    "nitrous metronome fractioniser hypercube oneplus slipstream fifty50 metamorphosis bloodhound spyglass masquerade kingmaker",
)


def find_named_element(tame: str) -> str:
    """Return the name of the one thing that a sentence names of those that the rules of a game explain (of names within
    a longer one, the longer); an empty text if it names none or several, or only tells that somebody has it.
    """
    said = f" {re.sub(r'[^a-z0-9]+', ' ', tame)} "
    found = [name for plain, name in _list_element_names().items() if plain in said]
    longest = max(found, key=len, default="")
    return longest if all(each in longest for each in found) and not TOLD_OF_RULE.search(tame) else ""


def _find_topic_of_words(tame: str) -> tuple[str, str]:
    """Return the topic of a normalised text, and the name of the rule that it asks for (as it was said; whether there
    is one is not checked); two empty texts if it is no small talk.
    """
    if about := next((name for name, asked in RULES_ASKED_ABOUT.items() if asked.search(tame)), ""):
        return "rules", about
    found = next((topic for topic, pattern in TOPICS.items() if pattern.search(tame)), "")
    found = "rules" if COST_OF_LOSING.search(tame) else found
    if found or WHOLE_GAME.search(tame) or JUST_RULES.match(tame):
        return found or "rules", ""
    if after := ASKED_AFTER.match(tame):
        return "rules", (after["topic"] or after["asked"]).strip()
    rules = RULES_PATTERN.match(tame) or FOREIGN_RULES.match(tame)
    name = rules["topic"].strip().removesuffix(" thing") if rules else ""
    if name in ("rules", "rule") or " of the " in name:
        return "rules", ""
    asked = QUESTION_WORD.match(tame)
    if (
        not name
        or NO_TOPIC.search(name)
        or (asked and not re.search(r"\b(?:do|does|mean|work|works)\W*$|\b(?:do|work)\b", tame[asked.end() :]))
    ):
        return "", ""
    return "rules", name
