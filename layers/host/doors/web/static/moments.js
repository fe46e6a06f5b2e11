"use strict";
// Moments: a door opens, a beat, and what was behind it stands in the board's place. Any tap or key ends it.
(() => {
  const player = window.player, { all, one, byId, parsed, play, ajar, opened } = player;
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const clock = () => performance.now();
  const pause = (ms) => new Promise((done) => { setTimeout(done, ms); });
  const span = (goal, most) => Math.min(most, 300 + 150 * goal.length);
  function count(el, ms) {
    const goal = +el.dataset.count, last = el.textContent, from = clock();
    if (calm.matches || document.hidden) return;
    const head = last.match(/^[^\d]*/)[0], comma = (last.match(/\d([^\d])\d{3}(?!\d)/) || ["", ","])[1];
    (function step(now) {
      const p = Math.max(0, now - from) / ms, n = Math.round(goal * (1 - (1 - p) ** 4)), on = p < 1 && el.isConnected;
      el.textContent = on ? head + String(n).replace(/\B(?=(\d{3})+$)/g, comma) : last;
      if (on) requestAnimationFrame(step);
    })(from);
  }
  const held = (ms) => Promise.race([pause(ms), new Promise((done) => { player.skip = done; })]);
  async function swing(square) {
    const el = square && one(`#place td[data-n="${square}"] .door`);
    if (!el || calm.matches) return;
    if (!el.closest(".ajar")) { ajar(el); await held(280); }
    el.classList.add("flip"); await held(620);
  }
  // At most a quarter of any half minute is spent on moments, a third of that kept for what matters most; where computers
  // alone play, and may be over soon, no more than a fifth of what has been seen so far. What has no time is in its cell, and in the news.
  const SHORT = 900;
  let spent = [];
  function room() {
    const since = clock() - 30000;
    spent = spent.filter(([, end]) => end > since);
    const most = one("main[data-bots]") ? Math.min(clock() / 5, 7500) : 7500;
    return spent.reduce((left, [from, end]) => left - end + Math.max(from, since), most);
  }
  async function show(moment, most) {
    const sum = one(".sum", moment), from = clock(), ms = Math.min(moment.dataset.ms, most);
    await swing(moment.dataset.square);
    moment.hidden = false; byId("place").append(moment);
    if (sum) count(sum, span(sum.dataset.count, ms / 2));
    play(moment.dataset.sound);
    await held(ms);
    moment.remove(); spent.push([from, clock()]);
  }
  // Several small things are one moment: whose each was, and what it came to.
  function gathered(moments) {
    const box = parsed(`<div class="moment many" aria-hidden="true" data-ms="1500" data-sound="tap" data-n="${moments[0].dataset.n}"><ul class="faces moves">`);
    for (const moment of moments.slice(-6)) {
      const li = parsed("<li><b>").firstChild, who = one(".who", moment);
      li.firstChild.textContent = (one(".sum", moment) || one("h2", moment) || moment).textContent;
      if (who) li.prepend(...who.childNodes);
      one("ul", box).append(li);
    }
    return box.firstChild;
  }
  player.run = async (moments, next) => {
    const asked = one("main.asked", next);
    const most = () => Math.max(SHORT, room()), ms = (each) => +each.dataset.ms;
    let small = [];
    const flush = async () => {
      const found = small.filter((each) => room() > [0, SHORT, 2500, 4000][each.dataset.rank]);
      const many = found.length > 1 && found.map(ms).reduce((a, b) => a + b) > room();
      small = [];
      for (const moment of many ? [gathered(found)] : found) await seen(moment, next, asked ? SHORT : most());
    };
    for (const moment of moments) {
      if (moment.dataset.rank > 1) { small.push(moment); continue; }
      await flush();
      if (room() > SHORT || ["crown", "zone"].includes(moment.dataset.kind)) await seen(moment, next, most());
    }
    await flush();
  };
  // A door swings before what lay behind it is seen, and stands open from then on.
  async function seen(moment, next, most) {
    const { square } = moment.dataset, board = (root) => one("#place caption", root)?.textContent;
    await show(moment, most);
    const td = square && board() === board(next) && one(`#place td[data-n="${square}"]`, next);
    if (td) opened(td);
  }
  for (const el of all(".fin .sum")) count(el, span(el.dataset.count, 3000));
})();
