"use strict";
// What comes from elsewhere while somebody looks: what they have missed, what others feel, and no connection at all.
(() => {
  const all = (query, root = document) => [...root.querySelectorAll(query)];
  const one = (query, root = document) => root.querySelector(query);
  const kept = (name) => { try { return localStorage[name] || ""; } catch { return ""; } };
  const keep = (name, value) => { try { localStorage[name] = value; } catch { /* a private window */ } };
  const game = document.body.dataset.live;

  // Whoever comes back after half an hour is told in ten seconds what they have missed; any tap or key ends it.
  const LONG = 1800, SOME = 3;
  async function missed() {
    const main = one("main[data-version]"), game = document.body.dataset.live, away = one("#away");
    const version = () => parseInt(main.dataset.version.slice(1), 10), now = Date.now() / 1000;
    if (!main || !game || main.dataset.stage !== "running") return;
    const [n, at] = kept(`seen ${game}`).split(" ").map(Number), note = () => { if (!document.hidden && version()) keep(`seen ${game}`, `${version()} ${Math.floor(Date.now() / 1000)}`); };
    note(); setInterval(note, 20000); document.addEventListener("visibilitychange", note);
    if (!away || !at || now - at < LONG || version() - n < SOME) return;
    const got = await fetch(`${away.getAttribute("href")}?since=${n + 1}`);
    const told = got.ok && one(".away", new DOMParser().parseFromString(await got.text(), "text/html"));
    if (!told || !one("li", told)) return;
    const box = document.createElement("div");
    box.className = "moment missed"; box.append(...told.childNodes); one("a", box)?.parentNode.remove();
    one("#place").append(box);
    const end = () => { box.remove(); removeEventListener("click", end, true); removeEventListener("keydown", end, true); };
    addEventListener("click", end, true); addEventListener("keydown", end, true);
    if (!matchMedia("(prefers-reduced-motion: reduce)").matches) setTimeout(end, 10000);
  }
  // Under a moment that everybody was told stand reactions: a tap there sends one, and ends nothing.
  function felt() {
    const moment = one("#place .moment:not(.missed)"), sheet = one("#talk-sheet");
    if (!moment || !sheet || one(".felt", moment)) return;
    const { styles, signs, felt: names } = sheet.dataset, row = document.createElement("div");
    let style = one(`link[href="${styles}"]`);
    if (!style) { style = document.createElement("link"); style.rel = "stylesheet"; style.href = styles; style.onload = felt; document.head.append(style); }
    if (!style.sheet) return; // bare they would push what is seen
    row.className = "felt";
    for (const [kind, name] of names.split("|").map((each) => each.split(":"))) {
      const b = document.createElement("button");
      b.type = "button"; b.tabIndex = -1; b.value = kind; b.title = b.ariaLabel = name;  // keys find the same in the talk
      b.innerHTML = `<svg class="i" aria-hidden="true"><use href="${signs}#${kind}"></use></svg>`;
      b.onclick = (event) => {
        event.stopPropagation();
        if (b.ariaPressed) return;
        b.ariaPressed = "true";
        const body = new URLSearchParams({ entry: moment.dataset.n, felt: kind });
        fetch(`/g/${game}/react`, { method: "POST", body }).then((got) => { if (got.ok) { one("main").dataset.version = ""; counts(moment, row); } }, () => {});
      };
      row.append(b);
    }
    moment.append(row); counts(moment, row, 8);
  }
  // How many feel what, as it comes in, for as long as the moment stands.
  async function counts(moment, row, looks = 1) {
    for (; looks && moment.isConnected; looks -= 1) {
      const got = await fetch(`/g/${game}/felt?n=${moment.dataset.n}`).catch(() => null);
      const said = new Map(got?.ok ? (await got.text()).split("\n").map((each) => each.split(" ")) : []);
      for (const b of all("button", row)) {
        const n = said.get(b.value) || "", shown = one("b", b) || b.appendChild(document.createElement("b"));
        if (shown.textContent !== n) { shown.textContent = n; b.ariaLabel = n ? `${b.title}: ${n}` : b.title; }
      }
      if (looks > 1) await new Promise((done) => { setTimeout(done, 1000); });
    }
  }

  // Without a connection that is said at once. What is answered meanwhile waits in this tab, and goes when it is back:
  // each form carries its own word, so that none counts twice; what comes too late is refused in the host's own words.
  let unsent = [], going = false, strip = null;
  try { unsent = JSON.parse(sessionStorage.unsent || "[]"); } catch { /* a private window */ }
  const note = () => { try { sessionStorage.unsent = JSON.stringify(unsent); } catch { /* a private window */ } };
  function line(text) {
    if (!strip) { strip = document.createElement("p"); strip.className = "line"; strip.setAttribute("role", "status"); document.body.append(strip); }
    strip.hidden = !text; if (strip.textContent !== text) strip.textContent = text;
  }
  const lost = () => line(document.body.dataset.offline);
  // One question has one answer: the last that was given.
  const about = ([path, body]) => { const said = new URLSearchParams(body); return [path, said.get("question") || said.get("do") || said.get("once")].join(" "); };
  async function go() {
    if (going) return;
    going = true;
    while (unsent.length) {
      const [path, body] = unsent[0], got = await fetch(path, { method: "POST", body: new URLSearchParams(body) }).catch(() => null);
      if (!got || got.status >= 500) { going = false; lost(); return; }
      unsent.shift(); note();
      if (got.ok) continue;
      const page = new DOMParser().parseFromString(await got.text(), "text/html");
      one("#alert").textContent = one("main [role=alert]", page)?.textContent || document.body.dataset.failed;
    }
    going = false; line("");
  }
  addEventListener("offline", lost);
  addEventListener("online", go);
  document.addEventListener("unsent", (event) => {
    unsent = [...unsent.filter((each) => about(each) !== about(event.detail)), event.detail]; note(); lost();
  });
  document.addEventListener("show", ({ detail }) => {
    if (detail === "lost") lost();
    else if (detail === "here") { if (unsent.length || (strip && !strip.hidden)) go(); } else felt();
  });
  if (unsent.length) go();
  if (!navigator.onLine) lost();
  missed();
})();
