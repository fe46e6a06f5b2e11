"""The comment that calls somebody to a turn: what has happened, who is left, and nothing that only one may know."""

SEALED = {"ann": 3, "bob": 17, "cat": 8}


def test_the_call_to_a_turn_says_what_happened_and_who_is_left_and_no_secret(stage):
    thread = stage.open("ann", "bob", "cat", line="!new season7 pace daily wildcard=no voice=plain")
    for name, n in SEALED.items():
        stage.site.writes(name, f"pick {n}")
        stage.settle()

    def pick(n):
        (who,) = [name for name in SEALED if any(each.key == "select" for each in stage.asked(thread, name))]
        stage.says(who, thread, f"pick {n}")
        stage.pass_by(60)
        return who

    first = pick(5)
    (second,) = [name for name in SEALED if any(each.key == "select" for each in stage.asked(thread, name))]
    third = next(name for name in SEALED if name not in (first, second))
    pick(SEALED[third])
    calls = [each.body for each in thread.tree() if each.author == stage.site.bot and "Write `pick`" in each.body]
    assert f"u/{third}" in calls[-1]
    assert f"out: {second}" in calls[-1]
    assert f"opens square {SEALED[third]}" in calls[-1]
    assert not any("your bomb" in each or "peeked:" in each for each in calls)
