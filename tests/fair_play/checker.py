"""Checks the chance of an exported game. Written from docs/fair-play.md alone: nothing of the project is imported."""

import hashlib
import hmac
import json
import re
import sys
from bisect import bisect
from itertools import accumulate, count
from pathlib import Path


def sha256(text):
    return hashlib.sha256(text.encode()).hexdigest()


def keyed(secret, text, method="sha256"):
    return hmac.new(secret.encode(), text.encode(), method)


def stirred(entropy, name, what):
    return sha256(f"stir|{entropy}|{name}|{what}")[:32]


def receipt(secret, name, what):
    return sha256(f"sealed|{keyed(secret, f'salt|{name}').hexdigest()}|{name}|{what}")


def numbers(secret, name):
    for n in count():
        block = keyed(secret, f"{name}|{n}", "sha512").digest()
        yield from (int.from_bytes(block[i : i + 8], "big") for i in range(0, 64, 8))


def below(stream, limit):
    return next(n for n in stream if n < 2**64 - 2**64 % limit) % limit


def draw(secret, entropy, number, key, size, k, runs, again):
    stream, places, drew = numbers(secret, f"draw|{number}|{entropy}|{key}"), list(range(size)), []
    weights = [weight for weight, times in runs or [(1, size)] for _ in range(times)]
    for i in range(k):
        if runs or again or k == 1:
            drew.append(bisect(list(accumulate(weights)), below(stream, sum(weights))))
            weights[drew[-1]] *= again or k == 1
        else:
            j = i + below(stream, size - i)
            places[i], places[j] = places[j], places[i]
            drew.append(places[i])
    return drew


def check(text):
    """What is not as promised."""
    lines = [(head, rest.strip()) for head, _, rest in (line.partition(" ") for line in text.splitlines())]
    header = dict(reversed(lines[: lines.index(("begin", ""))]))
    secret, entropy, made, known, given = header["secret"], "", count(), {header["commitment"]}, {header["commitment"]}
    if header.get("chance") != "3":
        yield "this was drawn by another method"
    if sha256(f"commitment|{secret}") != header["commitment"]:
        yield "the secret is not the one that was committed to"
    for seat, whose, sealed, *word in (rest.split(" ", 3) for head, rest in lines if head == "word"):
        entropy = stirred(entropy, f"word|{seat}", *word) if word else entropy
        if (whose == "own") != bool(word) or (word and sha256(f"word|{word[0]}") != sealed):
            yield f"the word of {seat} is not the one that was sealed"
        known.add(sealed)
        given.add(sealed)
    for head, rest in lines:
        if head == "seal":
            known.add(receipt(secret, *json.loads(rest)))
        elif head == "draw":
            number, *how, mixed, drew, _ = json.loads(rest)
            if (number, mixed) != (next(made), entropy) or drew != draw(secret, entropy, number, *how):
                yield f"draw {number} of {how[0]}"
        elif head.startswith(">"):
            given.update(re.findall(r"\b[0-9a-f]{64}\b", rest))
    yield from (f"receipt {each}" for each in sorted(known ^ given))


if __name__ == "__main__":
    sys.stdout.write("\n".join(check(Path(sys.argv[1]).read_text("utf-8"))) + "\n")
