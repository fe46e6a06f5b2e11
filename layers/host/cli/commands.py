"""The table of commands; a new one adds its line here and nothing elsewhere."""

from typing import NamedTuple


class Command(NamedTuple):
    """Where a command lives ("module:function", taking the rest of the line), and what it does in one line."""

    target: str
    summary: str


COMMANDS = {
    "doctor": Command("host.cli.doctor:run", "look whether everything is as the host needs it"),
    "games": Command("host.cli.operate:games", "list the open games, and for whom they wait"),
    "show": Command("host.cli.operate:show", "show a game as everybody may see it"),
    "why": Command("host.cli.operate:why", "tell how a game came to where it is"),
    "pause": Command("host.cli.operate:pause", "stop a game's clocks"),
    "resume": Command("host.cli.operate:resume", "let a game's clocks go on"),
    "import": Command("host.cli.operate:bring", "bring a game back from a file"),
    "migrate": Command("host.cli.migrate:run", "move everything between a folder and a table in DynamoDB"),
    "catalogue": Command("host.cli.catalogue:run", "list everything a game has a name for"),
    "export": Command("host.cli.export:run", "print a game as a transcript"),
    "verify": Command("host.cli.verify:run", "check the chance of a finished game, offline"),
    "rehearse": Command("host.cli.rehearse:run", "before a release: play every open game again with the code here"),
    "replay": Command("host.cli.replay:run", "play transcripts again and compare"),
    "simulate": Command("host.cli.simulate:run", "let simple players play, and measure how they fare"),
    "bank": Command("host.cli.bank:run", "count the questions of the quiz ladder, check them, import more"),
    "play": Command("host.cli.play:main", "start the host here, with a living game to look at"),
    "deploy": Command("host.cli.deploy:run", "put the host into AWS, or a new release of it"),
    "destroy": Command("host.cli.deploy:remove", "take it out of AWS again; what is kept stays"),
    "telegram": Command("host.cli.telegram:main", "set the bot up, or look whether all is well with it"),
    "reddit": Command("host.cli.reddit:main", "look whether the bot's account on Reddit may do what it needs"),
    "bench": Command("host.cli.bench:run", "measure what a move costs here"),
    "cost": Command("host.cli.cost:run", "count what a round and a month cost in AWS"),
    "texts": Command("host.cli.texts:run", "write all texts out for translators, and check translations"),
    "version": Command("host.cli.version:run", "say which version this is"),
}
