"""The table of commands, and what reads the line of one; a new one adds its line here and nothing elsewhere.

What only builders need is in the workshop (`layers/workshop`); its commands are listed where there is one.
"""

from argparse import ArgumentParser, Namespace
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from host.core.extras import list_extras
from host.doors.registry import list_doors


class Subcommand(NamedTuple):
    """Where a command lives below this package ("module:function"), and its summary in one line."""

    target: str
    summary: str


HOST, WORKSHOP = "host.", "workshop."
COMMANDS = {
    "doctor": Subcommand("run.doctor:run_doctor", "look whether everything is as the host needs it"),
    "games": Subcommand("operate.open_games:games", "list the open games, and for whom they wait"),
    "show": Subcommand("operate.open_games:show", "show a game as everybody may see it"),
    "why": Subcommand("operate.open_games:why", "tell how a game came to where it is"),
    "pause": Subcommand("operate.open_games:pause", "stop a game's clocks"),
    "resume": Subcommand("operate.open_games:resume", "let a game's clocks go on"),
    "import": Subcommand("operate.open_games:import_from_file", "bring a game back from a file"),
    "operator": Subcommand("operate.open_games:run_operator_link", "print the link to the operator's page"),
    "people": Subcommand("operate.goodbye:people", "list everybody whom this host knows"),
    "forget": Subcommand("operate.goodbye:forget", "remove one person who has asked for it"),
    "talk": Subcommand("operate.open_games:run_table_talk", "list what was said at tables and reported; remove it"),
    "farewell": Subcommand("operate.goodbye:farewell", "say something at every open table"),
    "goodbye": Subcommand("operate.goodbye:goodbye", "shut down for good: end every game, hand out all records"),
    "backup": Subcommand("operate.store_commands:backup", "copy everything, with a host running or not"),
    "restore": Subcommand("operate.store_commands:restore", "go on from such a copy; what was there is put away"),
    "mend": Subcommand("operate.store_commands:run_mend", "look at everything that is kept, and put right what can be"),
    "migrate": Subcommand(
        "operate.store_commands:run_migrate", "move everything between a folder and a table in DynamoDB"
    ),
    "page": Subcommand(
        "workshop.pages:run_page_command", "print a page of the docs from the code, such as the rules of a game"
    ),
    "catalogue": Subcommand("workshop.catalogue:run_catalogue_command", "list everything a game has a name for"),
    "export": Subcommand("operate.export:run_export", "print a game as a transcript"),
    "verify": Subcommand("operate.checking:run_verify", "check the chance of a finished game, offline"),
    "rehearse": Subcommand(
        "operate.checking:run_rehearse", "before a release: play every open game again with the code here"
    ),
    "replay": Subcommand("operate.checking:run_replay", "play transcripts again and compare"),
    "simulate": Subcommand(
        "workshop.simulate.any_game:run_simulate_command", "let simple players play, and measure how they fare"
    ),
    "gym": Subcommand("workshop.gym.command:run_gym_command", "let programs play (PettingZoo), and baselines"),
    "bank": Subcommand(
        "workshop.bank.command:run_bank_command", "count the questions of the quiz ladder, check them, import more"
    ),
    "play": Subcommand("run.play:main", "start the host here, with a living game to look at"),
    "service": Subcommand("run.play:run_service", "print a unit for systemd, so that the host starts with the machine"),
    "deploy": Subcommand("operate.deploy:run", "put the host into AWS, or a new release of it"),
    "destroy": Subcommand("operate.deploy:run_destroy", "take it out of AWS again; what is kept stays"),
    "bench": Subcommand("workshop.bench.command:run_bench_command", "measure what a move costs here"),
    "cost": Subcommand("workshop.cost:run_cost_command", "count what a round and a month cost in AWS"),
    "texts": Subcommand(
        "workshop.texts:run_texts_command", "write all texts out for translators, and check translations"
    ),
    "version": Subcommand("run.play:run_version", "say which version this is"),
}
COMMANDS |= {word: Subcommand(*offered) for door in list_doors() for word, offered in door.commands.items()}
COMMANDS |= {word: Subcommand(*offered) for extra in list_extras() for word, offered in extra.commands.items()}


def parse_command_line(command: str, argv: Sequence[str], takes: Mapping[str, str], more: str = "") -> Namespace:
    """Parse the arguments of an `rtab` command, and return them under their names in small letters; end with SystemExit
    if they do not fit. `takes` describes each one: a `WORD` is required, a `[WORD]` optional (None without it),
    `this|that` a choice (returned as `word`), a `--flag` a switch; `more` is shown at the end of the help.
    """
    parser = ArgumentParser(f"rtab {command}", description=COMMANDS[command].summary, epilog=more)
    for name, about in takes.items():
        if name.startswith("--"):
            parser.add_argument(name, action="store_true", help=about)
        elif name.islower():
            parser.add_argument("word", choices=name.split("|"), help=about)
        else:
            plain = name.strip("[]")
            parser.add_argument(plain.lower(), metavar=plain, nargs="?" if plain != name else None, help=about)
    return parser.parse_args(argv)
