"use strict";
// Keeps the page as it is on the server, part by part, and plays what has happened since. Everything works without this file.
(() => {
  const FAST = 1000, SLOW = 10000, SLOWEST = 60000;
  const game = document.body.dataset.live;
  const byId = (id) => document.getElementById(id);
  const all = (query, root = document) => [...root.querySelectorAll(query)];
  const one = (query, root = document) => root.querySelector(query);
  const parsed = (html) => { const box = document.createElement("template"); box.innerHTML = html; return box.content; };
  let wait = FAST, busy = false, again = false, timer = 0, ready = null;

  const words = document.body.dataset, units = (words.units || "").split("|");
  const put = (unit, n) => units[unit].replace("#", Math.floor(n));
  const left = (s) => {
    const n = Math.max(0, Math.floor(s));
    if (n >= 86400) return `${put(0, n / 86400)} ${put(1, n % 86400 / 3600)}`;
    if (n >= 3600) return `${put(1, n / 3600)} ${put(2, n % 3600 / 60)}`;
    return n >= 120 ? put(2, n / 60) : put(3, n);
  };
  const tick = () => { for (const el of all("time[data-due]")) el.textContent = left(el.dataset.due - Date.now() / 1000); };

  // Sounds, and what else is wanted only now and then, come a little later (later.js), and hear of what happens.
  const play = (name) => { document.dispatchEvent(new CustomEvent("show", { detail: name })); };

  function key({ key }) {
    player.skip?.();
    if (key === "Escape") { choose(0); location.hash = location.hash && "#stage"; }
  }

  // A tap sets a door ajar and fills the dock; only a button in the dock does anything. Where a turn takes several squares,
  // further taps add them in order (a second tap on one takes it back): the first is opened, the others wait.
  let chosen = "", picks = [];
  const door = (n) => one(`#place button[name=square][value="${n}"]`);
  function shut() {
    for (const td of all("[data-pick]")) delete td.dataset.pick;
    for (const td of all("td.ajar")) { const el = one(".door, .sq", td); td.classList.remove("ajar"); td.replaceChildren(el); }
  }
  function ajar(el) {
    const td = el.closest("td"), box = document.createElement("span"), focused = el === document.activeElement;
    td.classList.add("ajar"); td.replaceChildren(box); box.append(el);
    if (focused) el.focus({ preventScroll: true });
  }
  function choose(n) {
    const el = n && door(n), panel = byId("panel"), now = byId("now");
    shut(); chosen = el && panel ? n : "";
    picks = chosen && picks.includes(n) ? picks.filter(door) : chosen ? [n] : [];
    if (!panel) return;
    panel.hidden = !chosen; now.hidden = !!chosen;
    if (!chosen) return;
    for (const each of picks) ajar(door(each));
    for (const el of all("#panel [name=value], [data-chosen]")) el.value = picks.join();
    const { name, order } = byId("square-name").dataset, [first, ...later] = picks;
    byId("square-name").textContent = !el.matches(".door") ? el.textContent
      : later.length ? order.replace("#", first).replace("##", later.join(", ")) : name.replace("#", n);
    byId("square-known").textContent = later.length ? byId("square-known").dataset.order : el.dataset.known || byId("square-known").dataset.else;
    if (later.length) picks.forEach((each, at) => { door(each).closest("td").dataset.pick = at + 1; });
    one(".tip", panel).dataset.c = el.closest("td").cellIndex;
    for (const b of all("[data-into]", panel)) b.dataset.chip = n;
    press();
    for (const b of all("[data-squares]", panel)) b.hidden = later.length ? !b.dataset.most : !b.dataset.squares.split(" ").includes(n);
  }
  function tap(event) {
    const el = event.target.closest("#place button[name=square]");
    if (!el || !byId("panel")) return;
    event.preventDefault();
    const n = el.value, way = one("#panel [data-most]"), quick = document.body.dataset.quick;
    if (way && !quick && picks.length && [...picks, n].every((each) => way.dataset.squares.split(" ").includes(each))) {
      picks = picks.includes(n) ? picks.filter((each) => each !== n) : [...picks, n].slice(0, +way.dataset.most);
      choose(picks.at(-1) || 0);
    } else if (n === chosen) return;
    else choose(n);
    play("tap");
    const first = one("#panel button.go:not([hidden])");
    if (quick && first?.value.startsWith("question:")) { first.click(); return; }
    byId("news").textContent = `${byId("square-name").textContent}. ${byId("square-known").textContent}`;
  }

  // Several things in order are tapped together, beside the field or in a picture, and still stand in the field.
  const said = (field) => field.value.split(",").map((word) => word.trim()).filter(Boolean);
  function press() {
    for (const b of all("[data-chip]")) b.setAttribute("aria-pressed", !!byId(b.dataset.into) && said(byId(b.dataset.into)).includes(b.dataset.chip));
  }
  function click(event) {
    player.skip?.();
    const b = event.target.closest("button, a");
    if (!b) return;
    tap(event);
    if (b.matches("#panel .no")) { event.preventDefault(); door(chosen)?.focus({ preventScroll: true }); choose(0); }
    const field = b.dataset.chip && byId(b.dataset.into), name = b.dataset.chip;
    if (!field) return;
    event.preventDefault();
    const now = said(field);
    field.value = (now.includes(name) ? now.filter((word) => word !== name) : [...now, name]).join(", ");
    press();
  }

  // A part is replaced only when it is another than it was: what somebody looks at or types in stays.
  const ONCE = /(name="once" value=")[^"]*/g;
  const sent = new Map();
  const plain = (el) => el.outerHTML.replace(ONCE, "$1");
  function frameOf(part) {
    const copy = part.cloneNode(true);
    for (const td of all("td[data-n]", copy)) td.replaceChildren();
    for (const el of all(".moment", copy)) el.remove();
    delete copy.dataset.n;
    return plain(copy);
  }
  function remember(root) {
    for (const part of all("[data-part]", root)) {
      sent.set(part.id, part.id === "place" ? frameOf(part) : plain(part));
      for (const td of all("td[data-n]", part)) sent.set(`td ${td.dataset.n}`, plain(td));
    }
  }
  const keep = (root) => ({
    open: all("details[open]", root).map((el) => el.id),
    values: all("input:not([type=hidden]), select", root).filter((el) => el.id && el.value && (el.tagName === "SELECT" ? el.selectedIndex > 0 : true)).map((el) => [el.id, el.value]),
    focus: root.contains(document.activeElement) ? document.activeElement.id || "-" : null,
    scroll: [root.scrollTop, root.scrollLeft],
  });
  function restore(kept, root) {
    for (const id of kept.open) if (byId(id)) byId(id).open = true;
    for (const [id, value] of kept.values) {
      const el = byId(id);
      if (el && (el.tagName !== "SELECT" || [...el.options].some((o) => o.value === value))) el.value = value;
    }
    [root.scrollTop, root.scrollLeft] = kept.scroll;
    if (kept.focus === null) return;
    const el = byId(kept.focus) || one("#lamp h2[tabindex]") || one("main");
    if (el.tagName === "MAIN") el.tabIndex = -1;
    el.focus({ preventScroll: true });
  }
  // The element itself stays: a sheet that is open stays open. Where a scene comes or goes nothing stays, and nothing moves.
  function replace(old, fresh) {
    const kept = keep(old);
    if (!one(".scene", old) !== !one(".scene", fresh)) { old.replaceWith(fresh); restore(kept, fresh); return; }
    for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name)) old.removeAttribute(name);
    for (const { name, value } of fresh.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
    old.replaceChildren(...fresh.childNodes);
    restore(kept, old);
  }
  function apply(next) {
    const before = new Map(sent);
    remember(next);
    const held = chosen;
    for (const part of all("[data-part]", next)) {
      const old = byId(part.id);
      if (!old || before.get(part.id) === sent.get(part.id)) { if (part.id === "place") cells(old, part, before); continue; }
      const boards = one("caption", old)?.textContent;
      replace(old, part);
      const board = part.id === "place" && one("#place .board");
      if (board && one("caption", board).textContent !== boards && !one(".sq", board)) board.classList.add("fall");
    }
    const main = one("main"), fresh = one("main", next);
    main.dataset.version = fresh.dataset.version; main.className = fresh.className;
    const once = one("[name=once]", next)?.value || one("main [name=once]")?.value;
    if (once) for (const el of all("main [name=once]")) el.value = once;
    if (held || chosen) choose(held);
    press(); tick(); play("new"); bring();
  }
  function cells(place, part, before) {
    for (const td of all("td[data-n]", part)) {
      const name = `td ${td.dataset.n}`;
      if (before.get(name) !== sent.get(name)) cell(place, td);
    }
  }
  function cell(place, td) {
    const old = one(`td[data-n="${td.dataset.n}"]`, place);
    if (!old) return;
    const opened = one(".door", old) && one(".sq", td);
    if (td.dataset.n === chosen) chosen = picks.filter((each) => each !== chosen).at(-1) || "";
    replace(old, td.cloneNode(true));
    if (opened) one(".sq", old).classList.add("now");
  }

  // Moments are played by moments.js, which comes once the page is seen: what it is given of this page, and gives.
  const opened = (td) => { cell(byId("place"), td); sent.set(`td ${td.dataset.n}`, plain(td)); };
  const player = window.player = { all, one, byId, parsed, play, ajar, opened, run: null, skip: null };
  let played = +(byId("place")?.dataset.n || 0);

  // The style of drawn games is fetched when the first one comes; of moments, once the page is seen.
  const dress = (styles) => Promise.all(styles.filter((href) => href && !one(`link[href="${href}"]`)).map((href) => new Promise((done) => {
    const link = document.createElement("link");
    link.rel = "stylesheet"; link.href = href; link.onload = link.onerror = done; document.head.append(link);
  })));

  // What has happened is seen on the stage as it was; only then does the page become what it has led to.
  async function swap(html) {
    const next = parsed(html), moments = all(".moment", next), heard = Math.max(-1, ...all("#said li").map((li) => +li.dataset.n));
    const asked = one("main.asked"), head = one("#lamp h2")?.textContent;
    for (const el of moments) el.remove();
    for (const el of all("#place .now")) el.classList.remove("now");
    played = +(one("#place", next)?.dataset.n || played);
    await dress(all("[data-styles]", next).flatMap((el) => el.dataset.styles.split(" ")));
    if (moments.length && !document.hidden) { await ready; await player.run?.(moments, next); }
    player.skip = null;
    if (one("main", next).dataset.stage !== one("main").dataset.stage) { location.reload(); return; }
    apply(next);
    const fresh = all("#said li").filter((li) => +li.dataset.n > heard);
    for (const li of fresh) li.classList.add("fresh");
    tell(fresh.reverse().map((li) => li.textContent), !asked && one("main.asked #lamp h2"), head);
  }
  // What has happened, and then whose turn it is; no clock ticks into it.
  function tell(lines, turn, before) {
    const head = one("#lamp h2")?.textContent;
    if (turn) { lines.push(words.asked, turn.textContent); play("turn"); } else if (head && head !== before) lines.push(head);
    if (lines.length) byId("news").textContent = lines.join(" ");
    document.title = document.title.replace(/^● /, "");
    if (one("main.asked")) document.title = `● ${document.title}`;
  }

  // Talk is fetched only where it is in view.
  const wide = matchMedia("(min-width: 60em)"), talks = () => wide.matches || location.hash === "#talk-sheet";
  function asks() {
    const query = new URLSearchParams(location.search);
    query.delete("square"); query.set("n", played); query.set("was", byId("place")?.dataset.table || "");
    if (talks()) query.set("talk", "1");
    return query;
  }
  async function look(part) {
    if (busy) again = true;
    if (busy || (document.hidden && !part)) return;
    busy = true;
    try {
      const got = part || await fetch(`/g/${game}/part?${asks()}`, { headers: { "If-None-Match": one("main").dataset.version } });
      if (got.status === 200) { await swap(await got.text()); wait = FAST; } else wait = Math.min(wait * 1.25, got.ok || got.status === 304 ? SLOW : SLOWEST);
      play("here");
    } catch { wait = Math.min(wait * 2, SLOWEST); play("lost"); }
    busy = false;
    if (again) { again = false; soon(); }
  }
  async function loop(part) { clearTimeout(timer); await look(part); clearTimeout(timer); timer = setTimeout(loop, wait); }
  function soon() { wait = FAST; loop(); }

  // What a form has done comes back as the part itself; while another is on its way or played, it is fetched after that.
  async function send(event) {
    const form = event.target, way = event.submitter;
    if (!game || form.method !== "post" || !form.closest("main, #alert") || way?.hasAttribute("formaction")) return;
    event.preventDefault();
    if (form.dataset.sent) return;
    form.dataset.sent = "1";
    const alert = byId("alert"), free = !busy;
    let why = [], part;
    const body = new URLSearchParams(new FormData(form, way));
    if (free) { busy = true; clearTimeout(timer); }
    try {
      const got = await fetch(`${form.action}?${asks()}`, { method: "POST", body, headers: { "X-Part": "1" } });
      if (got.headers.has("ETag")) part = got;
      else if (!got.redirected) {
        const told = one("main .told, main [role=alert]", new DOMParser().parseFromString(await got.text(), "text/html"));
        why = told ? [...told.childNodes] : [words.failed];
      }
      if (got.ok) { all("input:not([type=hidden],[type=radio],[type=checkbox])", form).forEach((el) => { el.value = ""; }); press(); if (form.id === "panel") unchoose(); }
    } catch { document.dispatchEvent(new CustomEvent("unsent", { detail: [form.action, `${body}`] })); }
    if (free) busy = false;
    delete form.dataset.sent;
    alert.replaceChildren(...why);
    one("main").dataset.version = "";
    await loop(free && part);
  }
  // What was chosen is done: the dock is free for what comes next, and the door stays ajar until it is known what lies there.
  function unchoose() {
    const panel = byId("panel"), now = byId("now");
    door(chosen)?.focus({ preventScroll: true });
    chosen = ""; picks = []; panel.hidden = true; now.hidden = false;
  }

  const load = (src) => new Promise((done) => {
    const more = document.createElement("script");
    more.src = src; more.onload = more.onerror = done; document.head.append(more);
  });
  // What is on the page brings the script that it wants: one that seals words for chance (docs/fair-play.md), a scene's, a button's.
  const loaded = new Set();
  function bring() {
    for (const { dataset: { script } } of all("[data-script]")) if (!loaded.has(script)) { loaded.add(script); load(script); }
  }
  // Who sits down before that script is here waits for it, for a second at most: without it no word is sealed.
  // (An element of the page has that id, so a browser knows the name before the script does.)
  function waitForFair(event) {
    const form = event.target, way = event.submitter, began = Date.now();
    if (window.fair?.kept || form.dataset.seals === "late" || !one("input[name=luck]", form)) return;
    event.preventDefault(); event.stopImmediatePropagation();
    if (form.dataset.seals) return;
    form.dataset.seals = "awaited";
    const go = () => {
      if (!window.fair?.kept && Date.now() - began < 1000) { setTimeout(go, 50); return; }
      form.dataset.seals = "late"; form.requestSubmit(way);
    };
    go();
  }

  document.addEventListener("keydown", key);
  document.addEventListener("click", click);
  document.addEventListener("input", press);
  remember(document);
  chosen = one("#panel:not([hidden]) [name=value]")?.value || "";
  if (chosen) choose(chosen);
  press(); tick(); setInterval(tick, 1000);
  bring();
  document.addEventListener("submit", waitForFair, true);
  if (!game) return;
  ready = Promise.all([load(words.player), dress(words.moments.split(" "))]);
  words.later.split(" ").forEach(load);
  document.addEventListener("submit", send);
  document.addEventListener("visibilitychange", () => { if (!document.hidden) soon(); });
  for (const name of ["online", "hashchange"]) window.addEventListener(name, soon);
  timer = setTimeout(loop, wait);
})();
