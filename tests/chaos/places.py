"""What is to be heard in one place, and whether it was."""

from bisect import insort
from collections import defaultdict
from collections.abc import Iterator
from itertools import islice

import msgspec

from engine.kernel import Phrase, Told
from host.core.session import Post, ToldLine
from host.core.store.items import build_post_key
from tests.chaos.broken import Broken, law
from tests.chaos.platform import Heard

ALIKE = 200  # answers that begin alike, of which so many are tried
ADDRESSED = "{name}: {said}"
Part = tuple[str, int]  # of which game a post is, and its place among that game's


class Place:
    """What was to be said in one place: the news of each game in order, and answers that belong to no game."""

    def __init__(self, aside: set[str]) -> None:
        self.aside = aside
        self.words: dict[str, list[tuple[float, Post]]] = defaultdict(list)
        self.seen: dict[str, set[int]] = defaultdict(set)
        self.repeated = 0
        self._last: dict[str, int] = {}
        self._at: dict[tuple[str, int], int] = {}  # by game and stamp
        self._alike: dict[str, tuple[list[int], list[int]]] = defaultdict(lambda: ([], []))  # answers, unsaid and said
        self._guessed: dict[int, float] = {}  # answers that were taken for said behind others, and when
        self._sure: set[int] = set()  # answers that began a message
        self._behind: dict[bytes, list[float]] = defaultdict(list)  # when what was said behind others

    def waits(self, at: float, post: Post) -> None:
        """News of a game."""
        law(self._last.get(post.game, -1) < post.stamp, "goes back in time", post)
        self._last[post.game] = post.stamp
        if post.lines or post.asks:
            self._kept(at, post)

    def _kept(self, at: float, post: Post) -> None:
        self._at[post.game, post.stamp] = len(self.words[post.game])
        self.words[post.game].append((at, post))

    def answers(self, at: float, post: Post) -> None:
        """An answer to somebody; the same again, if it has been put off or has moved."""
        if ("", post.stamp) not in self._at and (post.lines or post.asks):
            fresh, _ = self._alike[_first(post.lines, post.asks)]
            self._kept(at, post)
            insort(fresh, len(self.words[""]) - 1, key=self._stamp)  # as they are said

    def _stamp(self, i: int) -> int:
        return self.words[""][i][1].stamp

    def hears(self, heard: Heard, *, moved: bool) -> None:
        """A message that consists of nothing but these, in their order."""
        if not (heard.message.lines or heard.message.asks):
            return
        parts = self._parts(heard)
        for n, (game, i) in enumerate(parts):
            in_turn = not game or moved or self.seen[game] >= set(range(i))
            law(in_turn, "was said out of turn", (game, heard, self.seen[game]))
            if not game:
                self._answered(i, heard.at, first=not n)
            self.seen[game].add(i)

    def _answered(self, i: int, at: float, *, first: bool) -> None:
        if first:
            self._sure.add(i)
        else:
            self._behind[self._words(i)].append(at)
        if i not in self.seen[""]:
            self._was_fresh(i)
            if not first:
                self._guessed[i] = at

    def _words(self, i: int) -> bytes:
        post = self.words[""][i][1]
        return msgspec.json.encode([post.lines, post.asks])

    def _was_fresh(self, i: int) -> None:
        fresh, old = self._like(i)
        fresh.remove(i)
        old.append(i)

    def _like(self, i: int) -> tuple[list[int], list[int]]:
        post = self.words[""][i][1]
        return self._alike[_first(post.lines, post.asks)]

    def _is_sure(self, i: int) -> None:
        """Of a message only the first is sure. If it seems to be said already, one just like it may have been meant."""
        if i not in self._guessed:
            return
        at, post = self._guessed.pop(i), self.words[""][i][1]
        fresh, old = self._like(i)
        for j in sorted(fresh, key=self._is_aside):
            since, other = self.words[""][j]
            if since <= at and (other.lines, other.asks) == (post.lines, post.asks):
                self._was_fresh(j)
                self._guessed[j] = at
                old.remove(i)
                insort(fresh, i, key=self._stamp)
                self.seen[""] ^= {i, j}
                return

    def missing(self) -> list[Post]:
        """What was never said."""
        news = [
            post
            for game, words in self.words.items()
            for i, (_, post) in enumerate(words)
            if game and i not in self.seen[game]
        ]
        return [*news, *self._unanswered()]

    def _unanswered(self) -> Iterator[Post]:
        """Of answers that are just alike, as many as were not said behind others since they were saved."""
        behind = {words: iter(sorted(times)) for words, times in self._behind.items()}
        for i, (since, post) in sorted(enumerate(self.words[""]), key=lambda answer: answer[1][0]):
            if i not in self._sure and not self._is_aside(i):
                said = behind.get(self._words(i), iter(()))
                if not any(at >= since for at in said):
                    yield post

    def _parts(self, heard: Heard) -> list[Part]:
        """Which posts these are."""
        message = heard.message
        known = any(post.stamp == message.stamp for game in (message.game, "") for _, post in self.words[game])
        law(known, "was never saved", heard)
        lines = [_without_name(told) for told in message.lines]
        parts = self._read(heard, [], lines, message.asks)
        if parts is None:
            later = self._read(heard._replace(at=float("inf")), [], lines, message.asks)
            law(later is None, "was said before it was saved", heard)
            raise Broken(f"was not what was saved: {heard}")
        self._answers_whom_it_names(heard, parts)
        game, first = parts[0]
        if not game:
            self._is_sure(first)
        self.repeated += any(i in self.seen[game] for game, i in parts)
        return parts

    def _answers_whom_it_names(self, heard: Heard, parts: list[Part]) -> None:
        """Answers that stand among others in one message begin with the name of whom they answer."""
        at = 0
        for game, i in parts:
            _, post = self.words[game][i]
            alike = [each for _, each in self.words[game] if (each.lines, each.asks) == (post.lines, post.asks)]
            named = [_name(told) for told in heard.message.lines[at : at + len(post.lines)]]
            law(not any(named[1:]), "names somebody in the midst of an answer", heard)
            law(not named or named[0] in ("", *(each.whom for each in alike)), "answers somebody else", (post, heard))
            at += len(post.lines)

    def _read(self, heard: Heard, before: list[Part], lines: list[Told], asks: list[str]) -> list[Part] | None:
        """These posts and what follows them in the message; None if that is nothing that was saved by then."""
        if not lines and not asks:
            return before
        for part in self._next(heard, before, lines, asks):
            at, post = self.words[part[0]][part[1]]
            if at <= heard.at and lines[: len(post.lines)] == post.lines and asks[: len(post.asks)] == post.asks:
                found = self._read(heard, [*before, part], lines[len(post.lines) :], asks[len(post.asks) :])
                if found is not None:
                    return found
        return None

    def _next(self, heard: Heard, before: list[Part], lines: list[Told], asks: list[str]) -> list[Part]:
        """What may come now: first the post with the message's stamp, then what goes on from there; the new first."""
        games = dict.fromkeys((heard.message.game, ""))
        if not before:
            return [(game, i) for game in games if (i := self._at.get((game, heard.message.stamp))) is not None]
        found = [part for game in games if game for part in self._going_on(before, game)]
        early = [part for part in found if not self._in_turn(part, before)]
        mine = {i for game, i in before if not game}
        loose = [
            i
            for first in dict.fromkeys((_first(lines, asks), _first([], asks)))
            for i in self._beginning(first, mine)
            if self.words[""][i][0] <= heard.at
        ]
        same = {self._words(i): i for i in reversed(loose)}
        after = [*(part for part in found if part not in early), *(("", i) for i in same.values())]
        fresh = [part for part in after if part[1] not in self.seen[part[0]]]
        # What is said once more has mostly been said just before.
        return [*fresh, *sorted((part for part in after if part not in fresh), key=lambda part: -part[1]), *early]

    def _beginning(self, first: str, but: set[int]) -> list[int]:
        fresh, old = self._alike[first]
        kinds = (
            (i for i in fresh if not self._is_aside(i)),
            reversed(old),
            (i for i in fresh if self._is_aside(i)),  # what was said is set aside, too, if nobody heard that it was
        )
        return [i for kind in kinds for i in islice((i for i in kind if i not in but), ALIKE)]

    def _is_aside(self, i: int) -> bool:
        return build_post_key(self.words[""][i][1]) in self.aside

    def _in_turn(self, part: Part, before: list[Part]) -> bool:
        game, i = part
        return i == 0 or i - 1 in self.seen[game] or (game, i - 1) in before

    def _going_on(self, before: list[Part], game: str) -> list[Part]:
        mine = [i for which, i in before if which == game]
        rest = [mine[-1] + 1] if mine else range(len(self.words[game]))
        return [(game, i) for i in rest if i < len(self.words[game])]


def _name(told: Told) -> str:
    """Whom an answer among others names, if it does."""
    return str(told.facts["name"]) if told.text == ADDRESSED else ""


def _without_name(told: Told) -> Told:
    said = told.facts.get("said")
    return ToldLine(said.text, said.facts) if told.text == ADDRESSED and isinstance(said, Phrase) else told


def _first(lines: list[Told], asks: list[str]) -> str:
    return repr([*lines[:1], *asks][:1])  # some answers only ask
