"use strict";
// Checks the transcript of a finished game in this browser (docs/fair-play.md); nothing is sent. fair.js comes before it.
(() => {
  const { SHA256, SHA512, keyed, sha256, hex, kept } = window.fair;
  const one = (query, root = document) => root.querySelector(query);
  const pause = () => new Promise((done) => { setTimeout(done); });
  function* numbers(secret, name) {
    for (let n = 0; ; n++) {
      const block = secret.wide(`${name}|${n}`);
      for (let i = 0; i < 64; i += 8) yield block.slice(i, i + 8).reduce((x, byte) => x << 8n | BigInt(byte), 0n);
    }
  }
  function below(stream, limit) {
    const fair = (1n << 64n) - (1n << 64n) % limit;
    for (;;) { const n = stream.next().value; if (n < fair) return Number(n % limit); }
  }
  function drawn(secret, [number, key, size, k, runs, again, entropy]) {
    const stream = numbers(secret, `draw|${number}|${entropy}|${key}`), drew = [], moved = new Map();
    const weights = runs && runs.flatMap(([weight, times]) => Array(times).fill(weight)), alone = again || k === 1;
    for (let i = 0; i < k; i++) {
      if (weights) {
        let left = below(stream, BigInt(weights.reduce((sum, weight) => sum + weight, 0))), at = 0;
        while (left >= weights[at]) left -= weights[at++];
        drew.push(at);
        if (!alone) weights[at] = 0;
      } else if (alone) drew.push(below(stream, BigInt(size)));
      else {
        const j = i + below(stream, BigInt(size - i));
        drew.push(moved.get(j) ?? j); moved.set(j, moved.get(i) ?? i);
      }
    }
    return drew;
  }
  const SEALED_ANSWER = /^(bomb\.seal|military_aid\.square|add_a_row\.bomb|bid)(?:@\S+)?\s+(\d+)$/;
  const stirred = (entropy, name, what) => sha256(`stir|${entropy}|${name}|${what}`).slice(0, 32);

  function read(text) {
    const lines = text.split(/\r?\n/).map((line) => line.trimEnd()).filter((line) => line && !line.startsWith("#"))
      .map((line) => [line.split(/\s+/, 1)[0], line.replace(/^\S+\s*/, "")]);
    const begin = lines.findIndex(([head]) => head === "begin"), top = lines.slice(0, begin);
    const header = Object.fromEntries(top.toReversed?.() ?? top.slice().reverse());
    const next = lines.findIndex(([head], at) => at > begin && !head.startsWith(">") && head !== "draw" && head !== "seal");
    const first = lines.slice(begin, next < 0 ? lines.length : next).filter(([head]) => head === ">").map(([, rest]) => rest).join(" ");
    return { lines, header, first, words: top.filter(([head]) => head === "word").map(([, rest]) => rest) };
  }
  async function check(text) {
    const { lines, header, first, words } = read(text), faults = [], method = header.chance || "1";
    const found = { method, faults, draws: 0, seals: 0, own: [], withheld: [], compared: false };
    if (!header.secret || !header.commitment || !["1", "2", "3"].includes(method)) return null;
    const secret = { short: keyed(SHA256, header.secret), wide: keyed(SHA512, header.secret) };
    if (sha256(`commitment|${header.secret}`) !== header.commitment) faults.push("commitment");
    const known = new Set([header.commitment]), sealed = new Set(), given = new Set(), names = new Set();
    const players = (header.players || "").split(/\s+/), seats = [], saw = [`commitment ${header.commitment}`, `players ${players.join(" ")}`];
    let entropy = "", waiting = [], mover = "", answer = [];
    for (const rest of words) {
      const [seat, whose, ...more] = rest.split(" "), hash = method === "3" ? more.shift() : "", word = more.join(" ");
      const own = whose === "own", says = `${seat} ${whose === "withheld" ? hash : word}`;
      if (hash) { known.add(hash); saw.push(`${seat} ${hash}`); }
      if (!first.includes(says) || !players.includes(seat) || seats.includes(seat)) faults.push(`word ${seat}`);
      seats.push(seat);
      if (method === "3" && whose === "withheld") { found.withheld.push(seat); continue; }
      if (method === "3" ? !own || sha256(`word|${word}`) !== hash : !own && word !== hex(secret.short(`word|${seat}`)).slice(0, 32)) faults.push(`word ${seat}`);
      if (own) found.own.push(seat);
      entropy = stirred(entropy, `word|${seat}`, word);
    }
    const due = players.filter((seat) => method === "2" || seats.includes(seat));
    if (method !== "1" && due.join(" ") !== seats.join(" ")) faults.push("words");
    const remembered = kept(`saw ${header.commitment}`);
    found.compared = remembered !== null;
    found.other = remembered !== null && remembered !== saw.join("\n");
    if (found.other) faults.push("list");
    for (const [head, rest] of lines) {
      if (head === "seal") {
        const [name, what] = JSON.parse(rest);
        found.seals++;
        if (names.has(name)) faults.push(`seal ${name}`);
        names.add(name);
        if (answer.length && name.split("|").includes(mover)) {
          if (answer[1] !== what) faults.push(`answer ${mover} ${answer.join(" ")}`);
          answer = [];
        }
        sealed.add(sha256(`sealed|${hex(secret.short(`salt|${name}`))}|${name}|${what}`));
        if (method === "2") entropy = stirred(entropy, name, what);
        if (method === "1") waiting.push([name, what]);
      } else if (head === "draw") {
        const draw = JSON.parse(rest), [number, key, , , , , mixed, drew] = draw;
        while (waiting.length && mixed !== entropy) entropy = stirred(entropy, ...waiting.shift());
        if (number !== found.draws || mixed !== entropy || draw[8] || `${drawn(secret, draw)}` !== `${drew}`) faults.push(`draw ${number} ${key}`);
        if (++found.draws % 50 === 0) await pause();
      } else if (head.startsWith(">")) for (const hash of rest.match(/\b[0-9a-f]{64}\b/g) || []) given.add(hash);
      else {
        const [, key, value] = rest.match(SEALED_ANSWER) || [];
        mover = head; answer = key ? [key, value] : [];
        while (waiting.length) entropy = stirred(entropy, ...waiting.shift());
      }
    }
    if (!("partial" in header && method === "1")) {
      for (const each of sealed) if (!given.has(each)) faults.push(`receipt ${each}`);
      for (const each of given) if (!sealed.has(each) && !known.has(each)) faults.push(`receipt ${each}`);
    }
    return found;
  }

  const put = (text, facts) => text.replace(/#(\w+)/g, (_, name) => facts[name]);
  async function report(text) {
    const box = one("#fair"), say = box.dataset, out = one("output", box);
    const told = (...lines) => out.replaceChildren(...lines.map((line) => Object.assign(document.createElement("p"), { textContent: line })));
    told(say.busy);
    let found = null;
    try { found = await check(text); } catch { /* it is no transcript */ }
    if (!found) { told(say.none); return; }
    const name = (seat) => JSON.parse(say.names)[seat] || seat, names = (list) => list.map(name).join(", ");
    const lines = [put(say.checked, found), found.faults.length ? put(say.wrong, { n: found.faults.length, which: found.faults.slice(0, 10).join("; ") }) : say.right];
    lines.push(found.method === "3" ? found.own.length ? put(say.own, { who: names(found.own) }) : say.nobody : say.older);
    if (found.withheld.length) lines.push(put(say.withheld, { who: names(found.withheld) }));
    if (found.method === "3" && found.own.length + found.withheld.length) lines.push(found.other ? say.other : found.compared ? say.compared : say.unseen);
    told(...lines);
  }
  function wire(box) {
    one("button", box).addEventListener("click", async () => {
      try { await report(await (await fetch(box.dataset.transcript)).text()); } catch { one("output", box).textContent = box.dataset.none; }
    });
    one("input[type=file]", box).addEventListener("change", async (event) => { if (event.target.files[0]) report(await event.target.files[0].text()); });
    box.hidden = false;
  }

  wire(one("#fair"));
})();
