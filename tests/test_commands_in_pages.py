"""Every command in every page is tried in one home, or its page says why not.

`rtab` is run as it stands, with real names in place of GAME and FILE. Of what takes minutes only the line is looked at:
each of its flags must be known, and another test runs it. A target of make is tried with `make -n`. What needs another
machine is not run, and its page says so in a paragraph that begins with *Not run by the tests*.
"""

import io
import re
import shlex
import subprocess
import textwrap
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest

from host.core.cards import dealt_cards
from host.core.deadlines import ticking
from host.core.store.sqlite import SqliteTable
from host.doors.command import main
from host.doors.command.commands import COMMANDS
from tests.host.operating.conftest import Season, a_house

ROOT = Path(__file__).parent.parent
PAGES = sorted([*(ROOT / "docs").glob("*.md"), *ROOT.glob("*.md")])
NOT_RUN = "*Not run by the tests*"
OTHERS = "uvx|pipx|docker|systemctl|loginctl|journalctl|aws|"
OTHERS += "python3|python|pip|apt|nginx|caddy|git|npm|pyenv|curl|mkdir|touch|chmod|cp"
SHELL = r"export [A-Z]+=|set -[a-z]"  # the shell's own
COMMAND = re.compile(rf"(?:[A-Z_]+=\S+ )*(?:\S*/)?(?:rtab|make)(?: |$)|(?:\S*/)?(?:{OTHERS}) |{SHELL}")
FENCE = re.compile(r"^ *```.*?^ *```", re.DOTALL | re.MULTILINE)
TRIED_IN = {  # what takes long, or wants a bot or AWS: the line alone is looked at here, and these run it
    "play": "host/doors/web/living.py",
    "table": "host/doors/terminal/test_table.py",
    "telegram": "host/doors/telegram/test_hosting.py",
    "reddit": "host/doors/reddit/test_operating.py",
    "discord": "host/doors/discord/test_commands.py",
    "migrate": "host/operating/test_migrating.py",
    "simulate": "test_simulate.py",
    "bench": "host/workshop/test_bench_flat.py",
    "cost": "host/workshop/test_cost.py",
    "gym": "gym/test_players.py",
    "texts": "words/test_po.py",
    "bank --check": "ladder/test_check.py",
    "deploy": "host/operating/test_deploying.py",
    "destroy": "host/operating/test_deploying.py",
}
GROWS = ("bank grow", "bank blind", "--table ")  # these write into the source, or want a table in DynamoDB
ALONE = (
    "export",
    "import",
    "restore",
    "resume",
    "show",
    "verify",
    "catalogue",
    "farewell",
    "keepsakes",
    "forget",
    "goodbye",
    "replay",
    "bank --fared",
    "export --story",
)  # what wants more words
NOTATION = re.compile(r"rtab +1 ")  # how a case begins


def commands(path):
    """The commands in a page: in a line of their own that is set apart, or between backquotes."""
    text = path.read_text("utf-8")
    blocks = "\n".join(FENCE.findall(text))
    plain = FENCE.sub("", text)
    apart = [line.strip() for line in re.findall(r"^ {4,}(\S.*)$", plain, re.MULTILINE)]
    found = [*apart, *(line.strip() for line in blocks.splitlines()), *re.findall(r"`([^`\n]+)`", plain)]
    lines = [re.split(r" {3,}|\s+#|\s+>\s", line)[0].strip() for line in found if not NOTATION.match(line)]
    return sorted({line for line in lines if COMMAND.match(line)})


def kind(line):
    """How a command is tried."""
    words = [word for word in line.split() if not re.match(r"[A-Z_]+=", word)]
    name = words[0].rpartition("/")[2]
    if name == "make":
        return "make"
    if name != "rtab":
        return "elsewhere"
    rest = " ".join(words[1:])
    return "line" if rest.startswith((*TRIED_IN, *GROWS)) else "named" if rest in ALONE else "rtab"


ALL = sorted({(line, kind(line)) for path in PAGES for line in commands(path)})
BY = {each: [line for line, how in ALL if how == each] for each in ("rtab", "line", "named", "make", "elsewhere")}
CSV = """question,a,b,c,d,correct,level,category,source,licence
Which town has the Eiffel Tower?,Paris,Lyon,Nice,Brest,a,1,Places,Our club,CC0-1.0
"""
TRIVIA = "#Q Which town has the Eiffel Tower?\n^ Paris\nA Paris\nB Lyon\nC Nice\nD Brest\n"
OPENTDB = """{"response_code": 0, "results": [{"type": "multiple", "difficulty": "easy", "category": "Geography",
"question": "Which town has the Eiffel Tower?", "correct_answer": "Paris",
"incorrect_answers": ["Lyon", "Nice", "Brest"]}]}"""
CASE = re.search(r"```rtab\n(.*?)```", (ROOT / "docs/write-a-case.md").read_text("utf-8"), re.DOTALL)
CARD = dealt_cards.load_card_box("ladder").cards[0].id  # any question of the house's own
FILES = {  # what FILE and FOLDER stand for, by how a command begins
    "replay": "case.rtab",
    "verify": "game.rtab",
    "import": "game.json",
    "restore": "kept.sqlite",
    "packs": "questions.csv",
    "export": "game",
    "bank import --format opentdb": "trivia.json",
    "bank import --format csv": "questions.csv",
    "bank import --format opentriviaqa": "trivia.txt",
}


class Home:
    """A host's folder with a game that is over, one that runs and one that is paused; and the files that pages name."""

    def __init__(self, folder):
        self.folder = folder
        table = SqliteTable(folder / "rtab.sqlite")
        host = a_house(table)
        self.over, self.running, self.paused = (Season(host, seed, 30_000_000).play(moves) for seed, moves in PLAYED)
        assert ticking.pause_session_clocks(host, self.paused.command("ann"), self.paused.game).ok
        table.close()
        (folder / "layers/host/shown/locales").mkdir(parents=True)
        (folder / "docs").mkdir()
        (folder / "tests").mkdir()
        (folder / "tests/transcripts").symlink_to(ROOT / "tests/transcripts/rounds")

    def fill(self):
        """The files, made by commands."""
        for name, text in (("questions.csv", CSV), ("trivia.txt", TRIVIA), ("trivia.json", OPENTDB)):
            (self.folder / name).write_text(text)
        assert CASE
        (self.folder / "case.rtab").write_text(textwrap.dedent(f"   {CASE[1]}"))
        whole = ["export", self.over.game]
        pack = ["bank", "import", "--format", "csv", "questions.csv"]
        for name, words in {"game.rtab": whole, "game.json": [*whole, "--json"], "pack.jsonl": pack}.items():
            (self.folder / name).write_text(ran(words)[1])
        assert ran(["backup", "kept.sqlite"])[0] == 0

    def spelled(self, line):
        """A command's words with real names in place of those in capitals."""
        text = re.sub(r"^\S*rtab ?", "", line).replace("opentdb|csv|opentriviaqa", "csv")
        file = next((name for begins, name in FILES.items() if text.startswith(begins)), "")
        game = {"resume": self.paused, "pause": self.running}.get(text.partition(" ")[0], self.over)
        for word, meant in (
            ("backup [FILE]", "backup one.sqlite"),
            ("backup copy.sqlite", "backup two.sqlite"),
            ("restore copy.sqlite", "restore kept.sqlite"),
            ("FILE", file),
            ("tests/transcripts/mine.rtab", "case.rtab"),
            ("tests/transcripts/alone", "tests/transcripts"),  # the game that docs/a-game.md adds
            ("page alone", "page ladder"),
            ("page GAME", "page ladder"),
            ("catalogue GAME", "catalogue ladder"),
            ("GAME", self.running.game if "--secrets" in text else game.game),
            ("SEED PLAYERS", "1 3"),
            ("--ruleset NAME", "--ruleset ladder"),
            ("COMMAND", "games"),
            ("people [NAME]", "people Ann"),
            ("forget PERSON --yes", "forget Ann --yes"),
            ("forget PERSON", "forget Ann --yes"),
            ("keepsakes FOLDER", "keepsakes records"),
            ("goodbye FOLDER", "goodbye records --yes"),
            ("WORDS", "Goodbye."),
            ("OWNER", "telegram:-1"),
            ("FOLDER ID", f"FOLDER {CARD}"),
            ("WHERE ID", f"WHERE {CARD}"),
            ("FOLDER", str(self.folder)),
            ("WHERE", str(self.folder)),
        ):
            text = text.replace(word, meant)
        return shlex.split(text)


PLAYED = ((1, 100_000), (2, 20), (3, 20))


def ran(words):
    """The exit code, and what was said."""
    out, trouble = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(trouble):
        code = main(words)
    return code, out.getvalue(), trouble.getvalue()


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        folder = tmp_path_factory.mktemp("home")
        for name in ("PORT", "TELEGRAM_BOT_TOKEN", "TELEGRAM_API_URL", "RTAB_TABLE", "RTAB_PACKS"):
            patch.delenv(name, raising=False)
        patch.setenv("RTAB_HOME", str(folder))
        patch.chdir(folder)
        found = Home(folder)
        found.fill()
        assert ran(["replay", "--bless", "case.rtab"])[0] == 0  # whichever command of the page is tried first
        yield found


@pytest.mark.parametrize("line", BY["rtab"])
def test_a_command_does_what_the_page_says(home, line, monkeypatch, tmp_path):
    words = home.spelled(line)
    if words[:1] in (["restore"], ["forget"], ["goodbye"]):  # on a machine of its own
        monkeypatch.setenv("RTAB_HOME", str(tmp_path))
        assert words[0] == "restore" or ran(["restore", "kept.sqlite"])[0] == 0
    code, out, trouble = ran(words)
    if words == ["doctor"]:  # finds that no host runs here, and nothing else
        assert [said[:9] for said in out.splitlines() if not said.endswith("OK")] == ["heartbeat"]
    else:
        assert code == 0, trouble + out[-500:]


@pytest.mark.parametrize("line", BY["line"])
def test_every_word_of_a_long_command_is_known(line):
    words = [word for word in shlex.split(line) if not re.match(r"[A-Z_]+=", word)][1:]
    words = words[2:] if words[0] == "--table" else words
    asked = words[: 2 if words[:1] == ["simulate"] or words[:2] == ["bank", "blind"] else 1]
    code, told, _ = ran([*asked, "--help"])
    assert code == 0
    assert {word for word in words if word.startswith("--")} - {"--table"} <= set(re.findall(r"--[\w-]+", told))
    for begins in (each for each in TRIED_IN if " ".join(words).startswith(each)):
        assert words[0] in (ROOT / "tests" / TRIED_IN[begins]).read_text("utf-8")


@pytest.mark.parametrize("line", BY["named"])
def test_a_command_that_is_only_named_is_there(line):
    assert line.split()[1] in COMMANDS


@pytest.mark.parametrize("line", BY["make"])
def test_a_target_of_make_is_there(line):
    words = [word for word in line.split() if not line.startswith(word) or word == "make"][1:]
    done = subprocess.run(["make", "-n", *words], cwd=ROOT, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_a_page_says_what_the_tests_do_not_run(path):
    others = {line.split()[0].rpartition("/")[2] for line in commands(path) if kind(line) == "elsewhere"}
    said = " ".join(part for part in path.read_text("utf-8").split("\n\n") if part.startswith(NOT_RUN))
    assert {name for name in others if f"`{name}`" not in said} == set()
