"use strict";
// Fair play (docs/fair-play.md): seals a word for chance as its player sits down, opens it once no more seats are taken,
// and checks the transcript of a finished game. All of it is done here; the host only ever gets hashes and opened words.
(() => {
  const all = (query, root = document) => [...root.querySelectorAll(query)];
  const one = (query, root = document) => root.querySelector(query);
  const bytes = (text) => new TextEncoder().encode(text);
  const hex = (array) => [...array].map((byte) => byte.toString(16).padStart(2, "0")).join("");

  // SHA-256 and SHA-512 are one method with words of 32 or 64 bits. A browser has them only on a page of https.
  const PRIMES = [];
  for (let n = 2n; PRIMES.length < 80; n++) if (PRIMES.every((p) => n % p)) PRIMES.push(n);
  function root(n, power) { // the whole part of a root, by halving
    let low = 0n, high = 1n << 80n;
    while (high - low > 1n) { const middle = (low + high) / 2n; if (middle ** power <= n) low = middle; else high = middle; }
    return low;
  }
  const kind = (bits, rounds, turns) => {
    const size = BigInt(bits), mask = (1n << size) - 1n;
    const part = (p, power) => root(p << (size * power), power) & mask;
    return { size, mask, rounds, turns: turns.map(BigInt), block: bits * 2, word: bits / 8,
      k: PRIMES.slice(0, rounds).map((p) => part(p, 3n)), h: PRIMES.slice(0, 8).map((p) => part(p, 2n)) };
  };
  const SHA256 = kind(32, 64, [2, 13, 22, 6, 11, 25, 7, 18, 3, 17, 19, 10]);
  const SHA512 = kind(64, 80, [28, 34, 39, 14, 18, 41, 1, 8, 7, 19, 61, 6]);
  function compress(sha, state, data, at) {
    const { size, mask, rounds, turns: t, word } = sha, w = [];
    const turn = (x, n) => (x >> n) | (x << (size - n) & mask);
    for (let i = 0; i < 16; i++) {
      let x = 0n;
      for (let j = 0; j < word; j++) x = x << 8n | BigInt(data[at + i * word + j]);
      w.push(x);
    }
    for (let i = 16; i < rounds; i++) {
      const x = w[i - 15], y = w[i - 2];
      w.push((w[i - 16] + (turn(x, t[6]) ^ turn(x, t[7]) ^ x >> t[8]) + w[i - 7] + (turn(y, t[9]) ^ turn(y, t[10]) ^ y >> t[11])) & mask);
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let i = 0; i < rounds; i++) {
      const one_ = h + (turn(e, t[3]) ^ turn(e, t[4]) ^ turn(e, t[5])) + (e & f ^ (e ^ mask) & g) + sha.k[i] + w[i];
      const two = (turn(a, t[0]) ^ turn(a, t[1]) ^ turn(a, t[2])) + (a & b ^ a & c ^ b & c);
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one_) & mask, c, b, a, (one_ + two) & mask];
    }
    return [a, b, c, d, e, f, g, h].map((x, i) => (x + state[i]) & mask);
  }
  function digest(sha, data, state = sha.h, before = 0) {
    const { block, word } = sha, full = Math.ceil((data.length + 1 + 2 * word) / block) * block;
    const padded = new Uint8Array(full);
    padded.set(data); padded[data.length] = 128;
    let bits = BigInt(before + data.length) * 8n;
    for (let i = full - 1; bits; i--) { padded[i] = Number(bits & 255n); bits >>= 8n; }
    for (let at = 0; at < full; at += block) state = compress(sha, state, padded, at);
    return Uint8Array.from(state.flatMap((x) => Array.from({ length: word }, (_, j) => Number(x >> BigInt(8 * (word - 1 - j)) & 255n))));
  }
  function keyed(sha, key) { // an HMAC: the key is taken in once
    const raw = bytes(key), short = raw.length > sha.block ? digest(sha, raw) : raw;
    const begun = (pad) => {
      const block = new Uint8Array(sha.block).fill(pad);
      short.forEach((byte, i) => { block[i] ^= byte; });
      return compress(sha, sha.h, block, 0);
    };
    const inner = begun(0x36), outer = begun(0x5c);
    return (text) => digest(sha, digest(sha, bytes(text), inner, sha.block), outer, sha.block);
  }
  const sha256 = (text) => hex(digest(SHA256, bytes(text)));

  // A word is drawn here, and only its hash is sent. It stays in this browser until it is opened.
  const keep = (name, text) => { try { localStorage.setItem(name, text); } catch { /* then it cannot be opened here */ } };
  const kept = (name) => { try { return localStorage.getItem(name); } catch { return null; } };
  function seal(event) {
    for (const field of all("input[name=luck]", event.target)) {
      const word = hex(crypto.getRandomValues(new Uint8Array(16))), hash = sha256(`word|${word}`);
      keep(`word ${hash}`, word);
      field.value = kept(`word ${hash}`) ? hash : "";
    }
  }
  // What stands on the page then cannot be changed any more without its showing: it is kept, and compared by the check.
  function open() {
    for (const form of all("form[data-sealed]")) {
      const word = kept(`word ${form.dataset.sealed}`), saw = form.dataset.saw;
      if (!word || form.dataset.tried) continue;
      form.dataset.tried = "1";
      if (!saw.split("\n").some((line) => line.endsWith(` ${form.dataset.sealed}`))) continue;
      const name = `saw ${saw.split("\n")[0].split(" ")[1]}`;
      if (kept(name) && kept(name) !== saw) continue; // another list than before: it is not opened for that
      keep(name, saw);
      one("[name=word]", form).value = word;
      form.requestSubmit();
    }
  }

  // -- the check of a transcript

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
    let entropy = "", waiting = [];
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
        sealed.add(sha256(`sealed|${hex(secret.short(`salt|${name}`))}|${name}|${what}`));
        if (method === "2") entropy = stirred(entropy, name, what);
        if (method === "1") waiting.push([name, what]);
      } else if (head === "draw") {
        const draw = JSON.parse(rest), [number, key, , , , , mixed, drew] = draw;
        while (waiting.length && mixed !== entropy) entropy = stirred(entropy, ...waiting.shift());
        if (number !== found.draws || mixed !== entropy || draw[8] || `${drawn(secret, draw)}` !== `${drew}`) faults.push(`draw ${number} ${key}`);
        if (++found.draws % 50 === 0) await pause();
      } else if (head.startsWith(">")) for (const hash of rest.match(/\b[0-9a-f]{64}\b/g) || []) given.add(hash);
      else while (waiting.length) entropy = stirred(entropy, ...waiting.shift());
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

  document.addEventListener("submit", seal, true);
  document.addEventListener("show", (event) => { if (event.detail === "new") open(); });
  if (one("#fair")) wire(one("#fair"));
  open();
})();
