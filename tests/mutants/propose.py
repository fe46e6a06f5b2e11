"""Propose mutants: one small fault each, such as a tired engineer makes, drawn by a seed in proportion to lines."""

import ast
import copy
import json
import math
import random
import re
from dataclasses import dataclass
from pathlib import Path

from tests.counts import PLACES, ROOT, find_modules

PAIRS: tuple[tuple[type, type], ...] = (
    *((ast.Lt, ast.LtE), (ast.Gt, ast.GtE), (ast.Eq, ast.NotEq), (ast.In, ast.NotIn), (ast.Is, ast.IsNot)),
    *((ast.And, ast.Or), (ast.Add, ast.Sub), (ast.Mult, ast.FloorDiv)),
)
NEIGHBOURS = {**dict(PAIRS), **{second: first for first, second in PAIRS}, ast.Div: ast.Mult}
TWINS = {"min": "max", "max": "min", "any": "all", "all": "any"}
LOGGED = re.compile(r"\b(log|logger|logging|warnings|gc)\.\w+\(")
OF_NO_CONSEQUENCE = {"__repr__", "__str__", "__hash__"}
TASTE = re.compile(r"computer|looks|picture|drawing|canvas|/bots?/")  # a number there is a matter of taste
LEFT_OUT = (ast.JoinedStr, ast.Import, ast.ImportFrom, ast.Assert)


@dataclass(frozen=True)
class Mutant:
    """One change of a module's text, and the function it is in."""

    path: str
    function: str
    line: int
    kind: str
    old: str
    new: str
    text: str

    def __str__(self):
        return f"{self.path}:{self.line} {self.function} [{self.kind}]\n    - {self.old}\n    + {self.new}"


def propose(path):
    """Every mutant of a module, as what makes it: function, node, kind and text in place of the node."""
    taste = bool(TASTE.search(str(path.relative_to(ROOT))))
    for function, node in find_places(ast.parse(path.read_text("utf-8")), ()):
        yield from ((function, node, kind, new) for kind, new in change(node, taste=taste))


def make(path, function, node, kind, new):
    """Put this in place of the node; None where that is no other program."""
    text = replace(path.read_text("utf-8"), node, new)
    if text is None:
        return None
    old, new = (" ".join(each.split()) for each in (ast.unparse(node), new))
    return Mutant(str(path.relative_to(ROOT)), function, node.lineno, kind, old, new, text)


def find_places(node, names):
    """Every node within a function that may be changed, with the function's name as Python tells it."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, LEFT_OUT) or is_without_consequence(child):
            continue
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            is_function = not isinstance(child, ast.ClassDef)
            inner = (*names, child.name, "<locals>") if is_function else (*names, child.name)
            for part in child.body if child.name not in OF_NO_CONSEQUENCE else ():
                yield from find_within(part, inner)
        else:
            yield from find_within(child, names)


def find_within(node, names):
    """A node and what it holds, where a function of ours runs it."""
    if is_without_consequence(node) or isinstance(node, LEFT_OUT):
        return
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        yield from find_places(ast.Module([node], []), names)
        return
    if names and names[-1] == "<locals>":
        yield ".".join(names[:-1]), node
    yield from find_places(node, names)


def is_without_consequence(node):
    """Is this a docstring, a line of a log, a type, a hint for the garbage collector, a check or a word of what cannot
    happen in a right program (`strict=`, `AssertionError`), or code that never runs?
    """
    if isinstance(node, ast.Expr):
        return isinstance(node.value, ast.Constant) or bool(LOGGED.match(ast.unparse(node)))
    if isinstance(node, ast.keyword):
        return node.arg == "strict"
    if isinstance(node, ast.If):
        return ast.unparse(node.test) in {"TYPE_CHECKING", "__name__ == '__main__'"}
    if isinstance(node, ast.Call):
        return ast.unparse(node.func) in {"cast", "TypeVar", "AssertionError"}
    return isinstance(node, ast.arg)


def change(node, *, taste):
    """The faults this node may have: what kind each is, and the text in place of it."""
    for kind, new in CHANGES.get(type(node), nothing)(node):
        if not (taste and kind == "number"):
            yield kind, new if isinstance(new, str) else ast.unparse(ast.fix_missing_locations(new))


def nothing(_node):
    return ()


def change_comparison(node):
    for index, operator in enumerate(node.ops):
        if type(operator) in NEIGHBOURS:
            new = copy.deepcopy(node)
            new.ops[index] = NEIGHBOURS[type(operator)]()
            yield "comparison", bracket(new)


def bracket(node):
    return f"({ast.unparse(node)})"


def change_condition(node):
    new = copy.deepcopy(node)
    new.op = NEIGHBOURS[type(node.op)]()
    yield "and for or", bracket(new)
    for index in range(len(node.values)):
        new = copy.deepcopy(node)
        del new.values[index]
        yield "condition dropped", bracket(new if len(new.values) > 1 else new.values[0])


def drop_not(node):
    if isinstance(node.op, ast.Not):
        yield "not dropped", bracket(node.operand)
    elif isinstance(node.op, ast.USub):
        yield "sign dropped", bracket(node.operand)


def change_constant(node):
    if isinstance(node.value, bool):
        yield "other truth", str(not node.value)
    elif isinstance(node.value, int):
        yield "number", str(node.value + 1)
        yield "number", str(node.value - 1)
    elif isinstance(node.value, float):
        yield "number", str(node.value * 1.5)


def change_sum(node):
    if type(node.op) in NEIGHBOURS and not isinstance(node.left, ast.JoinedStr | ast.List | ast.Dict):
        new = copy.deepcopy(node)
        new.op = NEIGHBOURS[type(node.op)]()
        yield "sum", bracket(new)


def drop_statement(_node):
    yield "statement dropped", "pass"


def drop_assignment(node):
    target = node.target if isinstance(node, ast.AugAssign) else node.targets[0]
    if isinstance(node, ast.AugAssign) or isinstance(target, ast.Attribute | ast.Subscript):
        yield "statement dropped", "pass"


def change_guard(node):
    yield "guard never", f"if False:\n{block(node.body, node)}{otherwise(node)}"
    yield "guard always", f"if True:\n{block(node.body, node)}{otherwise(node)}"


def otherwise(node):
    margin = " " * node.col_offset
    return f"\n{margin}else:\n{block(node.orelse, node)}" if node.orelse else ""


def block(statements, node):
    margin = " " * (node.col_offset + 4)
    lines = "\n".join(map(ast.unparse, statements)).splitlines()
    return "\n".join(margin + line for line in lines)


def choose_one(node):
    yield "first of two", bracket(node.body)
    yield "second of two", bracket(node.orelse)


def change_call(node):
    name = node.func.id if isinstance(node.func, ast.Name) else ""
    if name in TWINS:
        yield "twin", ast.Call(ast.Name(TWINS[name]), node.args, node.keywords)
    if len(node.args) > 1 and type(node.args[0]) is type(node.args[1]) and not isinstance(node.args[0], ast.Starred):
        first, second, *rest = node.args
        yield "arguments swapped", ast.Call(node.func, [second, first, *rest], node.keywords)
    for index, keyword in enumerate(node.keywords):
        if keyword.arg and not is_without_consequence(keyword):
            rest = [*node.keywords[:index], *node.keywords[index + 1 :]]
            yield "keyword dropped", ast.Call(node.func, node.args, rest)


def change_loop(node):
    yield "first left out", replace_iterable(node)


def replace_iterable(node):
    new = copy.deepcopy(node)
    new.body = [ast.Pass()]
    new.orelse = []
    new.iter = ast.Subscript(ast.Call(ast.Name("list"), [node.iter], []), ast.Slice(ast.Constant(1)))
    head = ast.unparse(new).removesuffix("pass").rstrip()
    return f"{head}\n{block(node.body, node)}{otherwise(node)}"


CHANGES = {
    ast.Compare: change_comparison,
    ast.BoolOp: change_condition,
    ast.UnaryOp: drop_not,
    ast.Constant: change_constant,
    ast.BinOp: change_sum,
    ast.Expr: drop_statement,
    ast.Assign: drop_assignment,
    ast.AugAssign: drop_assignment,
    ast.If: change_guard,
    ast.IfExp: choose_one,
    ast.Call: change_call,
    ast.For: change_loop,
    ast.Continue: drop_statement,
    ast.Break: drop_statement,
}


def replace(text, node, new):
    """The module with this in place of the node, or None where that is no other program."""
    lines = text.encode().splitlines(keepends=True)
    begin, end = lines[: node.lineno - 1], lines[node.end_lineno :]
    first, last = lines[node.lineno - 1], lines[node.end_lineno - 1]
    if first[node.col_offset :].startswith(b"elif"):
        new = f"el{new}"
    whole = first[: node.col_offset] + new.encode() + last[node.end_col_offset :]
    mutant = b"".join([*begin, whole, *end]).decode()
    try:
        same = ast.dump(ast.parse(mutant)) == ast.dump(ast.parse(text))
    except SyntaxError:
        return None
    return None if same else mutant


def draw(seed, how_many, *under, is_plausible=bool):
    """Draw mutants in proportion to lines: a line, and then one of the faults it may have; one in a function."""
    luck = random.Random(seed)
    lines = [
        (path, number)
        for path in find_modules(*(under or PLACES))
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if line.strip() and not line.strip().startswith("#")
    ]
    seen = set()
    proposed: dict[Path, list] = {}
    while how_many:
        path, number = luck.choice(lines)
        if path not in proposed:
            proposed[path] = list(propose(path))
        here = [each for each in proposed[path] if each[1].lineno == number and (path, each[0]) not in seen]
        kinds = sorted({each[2] for each in here})
        if not kinds:
            continue
        kind = luck.choice(kinds)
        mutant = make(path, *luck.choice([each for each in here if each[2] == kind]))
        if mutant and is_plausible(mutant):
            seen.add((path, mutant.function))
            how_many -= 1
            yield mutant


def read_faults(files):
    """Make mutants of the faults that somebody wrote into these files, a line of JSON each."""
    for file in files:
        for line in file.read_text("utf-8").splitlines():
            fault = json.loads(line)
            yield make_by_hand(fault["path"], fault["old"], fault["new"])


def make_by_hand(path, old, new):
    """Put `new` in place of `old`, which stands once in the module; the line is the first that differs."""
    text = (ROOT / path).read_text("utf-8")
    if text.count(old) != 1:
        raise ValueError(f"{path} has {text.count(old)} times: {old}")
    mutant = text.replace(old, new)
    ast.parse(mutant)  # raises where it is no program
    both = zip(text.splitlines(), [*mutant.splitlines(), ""], strict=False)
    line = next(number for number, (before, after) in enumerate(both, 1) if before != after)
    return Mutant(path, find_function(ast.parse(text), line), line, "by hand", old.strip(), new.strip(), mutant)


def find_function(tree, line):
    """Return the name of the innermost function at a line, as Python tells it, or nothing."""
    names = []
    while node := next((each for each in ast.iter_child_nodes(tree) if covers(each, line)), None):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            names += [node.name] if isinstance(node, ast.ClassDef) else [node.name, "<locals>"]
        tree = node
    return ".".join(names).removesuffix(".<locals>")


def covers(node, line):
    return getattr(node, "lineno", math.inf) <= line <= getattr(node, "end_lineno", 0)
