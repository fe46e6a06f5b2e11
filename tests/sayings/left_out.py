"""Measures the reader as if it had never studied a file: `python -m tests.sayings.left_out FILE ...`.

For each file, the words and phrases that stand in it and in no other file are taken out of the reader's vocabulary
before the reader is loaded. What is left was known without that file; rules cannot be taken out, so the figure is
still a little too good.
"""

import importlib.util
import re
import subprocess
import sys
from pathlib import Path

VOCABULARY = "host.said.reading.vocabulary"
WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)*")
ALL_FILES = sorted(Path(__file__).parent.glob("*.tsv"))


def list_texts(path):
    lines = path.read_text("utf-8").casefold().splitlines()
    return [line.split("\t")[2] for line in lines if line.count("\t") == 3]


def join_texts(paths):
    return " | ".join(" ".join(WORD.findall(text)) for path in paths for text in list_texts(path))


def load_vocabulary_without(own, others):
    """Load the vocabulary without what stands in the texts `own` and not in `others`."""
    spec = importlib.util.find_spec(VOCABULARY)
    assert spec
    assert spec.origin
    source = Path(spec.origin).read_text("utf-8")
    own_words, other_words = {*WORD.findall(own)}, {*WORD.findall(others)}
    unknown = own_words - other_words

    def is_left_out(phrase):
        said = phrase.replace("_", " ").strip()
        return said in unknown or (" " in said and f" {said} " in own and f" {said} " not in others)

    source = source.replace("for word in line.split())", "for word in line.split() if not is_left_out(word))", 1)
    module = importlib.util.module_from_spec(spec)
    module.__dict__["is_left_out"] = is_left_out
    exec(compile(source, spec.origin, "exec"), module.__dict__)  # noqa: S102 - the reader's own source
    for name, value in vars(module).items():
        if isinstance(value, str) and name.isupper() and value.count("|") > 20:
            setattr(module, name, "|".join(each for each in value.split("|") if not is_left_out(each)))
    module.SYNONYMS[:] = [each for each in module.SYNONYMS if not is_left_out(each[0])]
    sys.modules[VOCABULARY] = module


def main(arguments):
    paths = [Path(each) for each in arguments if not each.startswith("--")]
    if "--one" not in arguments:
        for path in paths:
            subprocess.run([sys.executable, "-m", "tests.sayings.left_out", "--one", str(path)], check=True)
        return
    (path,) = paths
    load_vocabulary_without(
        f" {join_texts([path])} ", f" {join_texts([each for each in ALL_FILES if each.resolve() != path.resolve()])} "
    )
    from tests.sayings import measure  # noqa: PLC0415 - the reader is loaded with what is left

    measure.main([str(path), "--counts"] if "--long" not in sys.argv else [str(path)])


if __name__ == "__main__":
    main(sys.argv[1:])
