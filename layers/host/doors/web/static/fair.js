"use strict";
// Fair play (docs/fair-play.md): seals a word for chance as its player sits down, and opens it once no more seats are
// taken. Until then the host has only its hash.
(() => {
  const all = (query, root = document) => [...root.querySelectorAll(query)];
  const one = (query, root) => root.querySelector(query);
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

  document.addEventListener("submit", seal, true);
  document.addEventListener("show", (event) => { if (event.detail === "new") open(); });
  window.fair = { SHA256, SHA512, keyed, sha256, hex, kept }; // for check.js
  open();
})();
