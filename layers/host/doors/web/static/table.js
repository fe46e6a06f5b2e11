"use strict";
// Fetches the middle of the page again when it has changed, and moves about a board by arrow keys.
// Everything works without this file; it only saves reloading.
(() => {
  const FAST = 1000, SLOW = 10000, SLOWEST = 60000;
  const game = document.body.dataset.live;
  const byId = (id) => document.getElementById(id);
  const all = (query, root = document) => [...root.querySelectorAll(query)];
  let wait = FAST, busy = false, timer = 0;

  const words = document.body.dataset, units = (words.units || "").split("|");
  const put = (unit, n) => units[unit].replace("#", Math.floor(n));
  const left = (s) => {
    const n = Math.max(0, Math.floor(s));
    if (n >= 86400) return `${put(0, n / 86400)} ${put(1, n % 86400 / 3600)}`;
    if (n >= 3600) return `${put(1, n / 3600)} ${put(2, n % 3600 / 60)}`;
    return n >= 120 ? put(2, n / 60) : put(3, n);
  };
  const tick = () => { for (const el of all("time[data-due]")) el.textContent = left(el.dataset.due - Date.now() / 1000); };

  // One board is one stop of the tab key; the arrows move within it.
  const squares = (board) => all("tbody td", board).map((td) => td.querySelector("button, a"));
  function rove() {
    for (const board of all(".board")) {
      const stops = squares(board).filter(Boolean);
      const here = stops.find((el) => el === document.activeElement) || stops.find((el) => el.tagName === "BUTTON") || stops[0];
      for (const el of stops) el.tabIndex = el === here ? 0 : -1;
    }
  }
  function arrow(event) {
    const el = event.target.closest(".board button, .board a");
    const step = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[event.key];
    if (!el || !step) return;
    event.preventDefault();
    const board = el.closest(".board"), places = squares(board), columns = board.querySelectorAll("thead th").length;
    let at = places.indexOf(el);
    do {
      const row = Math.floor(at / columns) + step[0], column = at % columns + step[1];
      if (row < 0 || column < 0 || column >= columns || row * columns >= places.length) return;
      at = row * columns + column;
    } while (!places[at]);
    places[at].focus(); rove();
  }

  // Several things in order are tapped together, beside the field or in a picture, and still stand in the field.
  const said = (field) => field.value.split(",").map((word) => word.trim()).filter(Boolean);
  function press() {
    for (const b of all("[data-chip]")) b.setAttribute("aria-pressed", !!byId(b.dataset.into) && said(byId(b.dataset.into)).includes(b.dataset.chip));
  }
  function chips() {
    for (const field of all("input[data-chips]")) {
      const box = document.createElement("div");
      box.className = "chips";
      for (const name of field.dataset.chips.split(",")) {
        const b = document.createElement("button");
        b.type = "button"; b.textContent = b.dataset.chip = name; b.dataset.into = field.id;
        box.append(b);
      }
      field.closest("form").append(box);
    }
    press();
  }
  function chip(event) {
    const b = event.target.closest("[data-chip]"), field = b && byId(b.dataset.into), name = b?.dataset.chip;
    if (!field) return;
    const now = said(field);
    field.value = (now.includes(name) ? now.filter((word) => word !== name) : [...now, name]).join(", ");
    press();
  }

  // What somebody has begun to type, chosen or unfolded stays as it was.
  const keep = (root) => ({
    open: all("details[open]", root).map((el) => el.id),
    values: all("input:not([type=hidden]), select", root).filter((el) => el.id && el.value && (el.tagName === "SELECT" ? el.selectedIndex > 0 : true)).map((el) => [el.id, el.value]),
    focus: root.contains(document.activeElement) ? document.activeElement.id : null,
    scroll: all(".wide").map((el) => el.scrollLeft),
  });
  function restore(kept) {
    for (const id of kept.open) if (byId(id)) byId(id).open = true;
    for (const [id, value] of kept.values) {
      const el = byId(id);
      if (el && (el.tagName !== "SELECT" || [...el.options].some((o) => o.value === value))) el.value = value;
    }
    all(".wide").forEach((el, i) => { el.scrollLeft = kept.scroll[i] || 0; });
    if (kept.focus === null) return;
    const el = byId(kept.focus) || document.querySelector(".ask h3") || document.querySelector("main");
    if (el.tagName === "MAIN") el.tabIndex = -1;
    el.focus({ preventScroll: true });
  }
  function swap(html) {
    const old = document.querySelector("main"), kept = keep(old);
    const heard = Math.max(-1, ...all("#said li", old).map((li) => +li.dataset.n));
    const asked = old.classList.contains("asked");
    const box = document.createElement("template");
    box.innerHTML = html;
    old.replaceWith(box.content);
    restore(kept); chips(); rove(); tick();
    const fresh = all("#said li").filter((li) => +li.dataset.n > heard);
    for (const li of fresh) li.classList.add("fresh");
    const turn = !asked && document.querySelector("main.asked .ask h3");
    const said = fresh.reverse().map((li) => li.textContent);
    if (turn) said.push(words.asked, turn.textContent);
    if (said.length) byId("news").textContent = said.join(" ");
    document.title = document.title.replace(/^● /, "");
    if (document.querySelector("main.asked")) document.title = `● ${document.title}`;
  }

  async function look() {
    if (busy || document.hidden) return;
    try {
      const got = await fetch(`/g/${game}/part`, { headers: { "If-None-Match": document.querySelector("main").dataset.version } });
      if (got.status === 200) { swap(await got.text()); wait = FAST; } else wait = Math.min(wait * 1.25, got.ok || got.status === 304 ? SLOW : SLOWEST);
    } catch { wait = Math.min(wait * 2, SLOWEST); }
  }
  async function loop() { clearTimeout(timer); await look(); timer = setTimeout(loop, wait); }
  function soon() { wait = FAST; loop(); }

  async function send(event) {
    const form = event.target, way = event.submitter;
    if (!game || form.method !== "post" || !form.closest("main") || way?.hasAttribute("formaction")) return;
    event.preventDefault();
    if (busy) return;
    busy = true;
    const alert = byId("alert");
    let why = "";
    try {
      const got = await fetch(form.action, { method: "POST", body: new URLSearchParams(new FormData(form, way)) });
      if (!got.ok) {
        const page = new DOMParser().parseFromString(await got.text(), "text/html");
        why = page.querySelector("main [role=alert]")?.textContent || words.failed;
      } else all("input:not([type=hidden])", form).forEach((el) => { el.value = ""; });
    } catch { why = words.offline; }
    busy = false;
    alert.textContent = why;
    document.querySelector("main").dataset.version = "";
    await loop();
  }

  // Whoever sits down stirs a word of this browser's own into all draws (docs/fair-play.md).
  function lucky(event) {
    for (const field of all("input[name=luck]", event.target)) {
      const bytes = crypto.getRandomValues(new Uint8Array(16));
      field.value = field.value || [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    }
  }

  document.addEventListener("keydown", arrow);
  document.addEventListener("submit", lucky, true);
  document.addEventListener("click", chip);
  document.addEventListener("input", press);
  chips(); rove(); tick(); setInterval(tick, 1000);
  if (!game) return;
  document.addEventListener("submit", send);
  document.addEventListener("visibilitychange", () => { if (!document.hidden) soon(); });
  window.addEventListener("online", soon);
  timer = setTimeout(loop, wait);
})();
