"use strict";
// What is wanted only now and then: sounds, numbers by taps, one tap instead of two. Nothing is lost without it.
(() => {
  const all = (query, root = document) => [...root.querySelectorAll(query)];
  const one = (query, root = document) => root.querySelector(query);
  const kept = (name) => { try { return localStorage[name] || ""; } catch { return ""; } };
  const keep = (name, value) => { try { localStorage[name] = value; } catch { /* a private window */ } };

  // Sounds are made here and are off until they are asked for.
  const loud = () => kept("sound") === "1";
  let air = null;
  function tone(pitch, at, long, kind = "triangle", to = 0) {
    const o = air.createOscillator(), g = air.createGain(), t = air.currentTime + at;
    o.type = kind; o.frequency.setValueAtTime(pitch, t); g.gain.setValueAtTime(.12, t); g.gain.exponentialRampToValueAtTime(.001, t + long);
    if (to) o.frequency.exponentialRampToValueAtTime(to, t + long);
    o.connect(g).connect(air.destination); o.start(t); o.stop(t + long);
  }
  const SOUNDS = {
    tap: () => tone(520, 0, .07), seal: () => tone(140, 0, .16, "square"), bomb: () => tone(160, 0, .9, "sawtooth", 28),
    win: () => [392, 523, 659, 784, 1047, 1319].forEach((f, i) => tone(f, i * .11, i > 4 ? .9 : .3)),
    loss: () => { tone(330, 0, .3); tone(262, .22, .3); tone(175, .44, .9, "sawtooth", 60); },
    drum: () => { for (let i = 0; i < 12; i += 1) tone(90 + i * 4, i * (.14 - i * .004), .1, "square"); },
    cash: () => [523, 659, 784, 1047].forEach((f, i) => tone(f, i * .09, .3)), turn: () => { tone(660, 0, .14); tone(880, .13, .22); },
  };
  function play(name) {
    if (!loud() || document.hidden) return;
    air ||= new AudioContext(); SOUNDS[name]?.();
  }
  function speaker() {
    const b = one("[data-sound]");
    if (!b) return;
    const show = () => {
      const use = one("use", b), there = use.getAttribute("href").split("#")[0];
      b.setAttribute("aria-pressed", loud()); use.setAttribute("href", `${there}#${loud() ? "sound" : "mute"}`);
    };
    b.hidden = false; show();
    b.addEventListener("click", () => { keep("sound", loud() ? "" : "1"); show(); play("turn"); });
  }

  // A switch for the quick: on this device the first tap on a square answers.
  function quick() {
    const b = one("[data-quick-switch]");
    document.body.dataset.quick = kept("quick");
    if (!b) return;
    b.hidden = false; b.setAttribute("aria-pressed", kept("quick") === "1");
    b.onclick = () => { keep("quick", kept("quick") ? "" : "1"); quick(); };
  }

  // A number is said by taps as well: less, more, and some that lie between.
  function steppers() {
    for (const field of all(".dock input[type=number]:not([data-steps])")) {
      const low = +field.min, high = +field.max, step = +field.step || 1, box = document.createElement("div");
      const said = (n) => { field.value = Math.min(high, Math.max(low, low + Math.round((n - low) / step) * step)); field.dispatchEvent(new Event("input", { bubbles: true })); };
      const button = (text, act) => { const b = document.createElement("button"); b.type = "button"; b.textContent = text; b.onclick = act; box.append(b); };
      field.dataset.steps = "1"; box.className = "chips";
      button("\u2212", () => said((+field.value || low) - step));
      for (const share of [0, .25, .5, .75, 1]) { const n = low + Math.round((high - low) * share / step) * step; button(n.toLocaleString("en"), () => said(n)); }
      button("+", () => said((+field.value || low) + step));
      field.closest("form").append(box);
    }
  }
  // While nobody looks at this tab its title and the sign of an installed page say how many games wait: a look a minute, and ever fewer.
  let glance = 0, pauses = 60000;
  const titled = (n) => {
    document.title = document.title.replace(/^\(\d+\) /, "");
    if (n) { document.title = `(${n}) ${document.title}`; navigator.setAppBadge?.(n).catch(() => {}); }
  };
  async function waits() {
    if (!document.hidden) return;
    try {
      const got = await fetch("/waiting");
      if (got.ok && document.hidden) titled(+await got.text());
    } catch { /* without a connection the title stays as it is */ }
    pauses = Math.min(pauses * 1.5, 900000); glance = setTimeout(waits, pauses);
  }
  document.addEventListener("visibilitychange", () => {
    clearTimeout(glance); pauses = 60000;
    if (document.hidden) glance = setTimeout(waits, pauses); else titled(0);
  });

  // Each thing is explained once on this device: the first that has not been, and it stays until something else is asked.
  let coached = "";
  function coach() {
    const told = new Set(kept("coached").split(" ")), all_ = all("[data-coach]");
    const next = all_.find((p) => p.dataset.coach === coached) || all_.find((p) => !told.has(p.dataset.coach));
    coached = next ? next.dataset.coach : "";
    if (next) { next.hidden = false; keep("coached", [...told, coached].join(" ").trim()); }
  }
  // A bomb that one has just sealed falls on its door.
  let had = [];
  function seal() {
    const sealed = [one("#place caption")?.textContent, ...all("#place td:has(.own.bomb)").map((td) => td.dataset.n)];
    for (const n of sealed[0] === had[0] ? sealed : []) {
      const td = had.includes(n) ? null : one(`#place td[data-n="${n}"]`);
      if (td) { td.classList.add("stamp"); play("seal"); setTimeout(() => td.classList.remove("stamp"), 900); }
    }
    had = sealed;
  }
  // What has turned in a drawn game is marked: what is another than it was there, or is new among what was.
  const drawing = () => all("#place .drawn :is(td, li)").map((el) => [el, el.textContent + el.className.replace(/free|now|next|here/g, "").trim()]);
  let drew = [];
  function turned() {
    const is = drawing(), was = drew, same = is.length === was.length;
    drew = is.map(([, text]) => text);
    if (!was.length || (!same && drew.filter((text) => was.includes(text)).length * 2 < is.length)) return;
    is.forEach(([el, text], n) => {
      const at = same ? n : was.indexOf(text);
      if (was[at] !== text && (same || !el.matches(".shut"))) el.classList.add("now");
      if (!same && at >= 0) was[at] = "";
    });
  }
  // What is said in order can be tapped, beside its field.
  function chips() {
    for (const field of all("input[data-chips]")) {
      if (field.dataset.done) continue;
      const box = document.createElement("div");
      box.className = "chips"; field.dataset.done = "1";
      for (const name of field.dataset.chips.split(",")) {
        const b = document.createElement("button");
        b.type = "button"; b.textContent = b.dataset.chip = name; b.dataset.into = field.id;
        box.append(b);
      }
      field.closest("form").append(box);
    }
    if (all("[data-chips]").length) document.dispatchEvent(new Event("input"));
  }
  // Squares that are named together are marked on the board as long as they stand in the field.
  function named() {
    const field = document.getElementById(one("#panel [data-into]")?.dataset.into), said = field ? field.value.split(/[ ,]+/) : [];
    for (const td of all("#place td[data-n]")) td.classList.toggle("named", said.includes(td.dataset.n));
  }
  for (const when of ["click", "input"]) document.addEventListener(when, named);
  // Of questions that are asked together, the next one to be answered is in sight; of a ladder, who climbs it.
  function near() {
    const next = one("main.asked .many:has(.chosen) .quiz:not(:has(.chosen))") || one(".game :is(.next, .here, .upright .t)");
    next?.scrollIntoView?.({ block: "nearest" });
  }
  // A page that is closed to the net says so itself, also where nobody has asked to be called.
  navigator.serviceWorker?.register("/sw.js").catch(() => {});
  // A link goes to friends as one sends everything on this device.
  function share() {
    for (const b of navigator.share ? all("[data-share]") : []) {
      b.hidden = false;
      b.onclick = (event) => { event.preventDefault(); navigator.share({ title: document.title, url: b.dataset.share }).catch(() => {}); };
    }
  }
  const fresh = () => { share(); chips(); quick(); steppers(); coach(); named(); near(); seal(); turned(); };
  document.addEventListener("show", (event) => { if (event.detail === "new") fresh(); else play(event.detail); });
  speaker(); fresh();
})();
