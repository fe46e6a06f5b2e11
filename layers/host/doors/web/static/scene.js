"use strict";
// In a scene: counts what is tapped in order, lets the button say what it will send, and moves only what is new.
(() => {
  const all = (query, root = document) => [...root.querySelectorAll(query)], known = new Map();
  let order = [], more = 0;
  const say = (pick) => pick.dataset.say ?? pick.getAttribute("aria-label");
  const picks = () => all("#scene .pk input[name=value]"), parts = () => all("#scene .jn input"), adds = () => all("#scene .ad input"), steps = () => all("[data-step]");
  // A sum is put together from what is tapped, and made less or more in steps; the pot shows it, and the button.
  const sum = () => Math.max(0, adds().reduce((n, part) => n + (part.checked ? +part.value : 0), more));
  const money = (n) => document.getElementById("scene").dataset.sum.replace("0", String(n).replace(/\B(?=(\d{3})+$)/g, ","));
  function total() {
    const go = document.querySelector("[data-go]"), pot = document.querySelector("#scene .hud b"), n = sum();
    for (const b of steps()) { b.hidden = false; b.disabled = +b.dataset.step < 0 && !n; }
    pot.textContent = money(n);
    if (go) { go.disabled = !n; go.textContent = n ? go.dataset.go.replace("#", money(n)) : go.dataset.none; }
  }
  document.addEventListener("click", ({ target }) => {
    const step = target.closest?.("[data-step]");
    if (step) { more += +step.dataset.step; total(); }
  });
  function show() {
    if (steps().length) { total(); return; } // also with nothing to tap
    more = 0;
    const now = picks(), go = document.querySelector("[data-go]");
    order = order.filter((pick) => pick.isConnected && pick.checked);
    for (const pick of now) if (pick.checked && !order.includes(pick)) order.push(pick);
    for (const em of all("#scene .pk em")) em.remove();
    if (now[0]?.type === "checkbox") order.forEach((pick, i) => {
      const em = document.createElement("em");
      em.textContent = document.querySelector("#scene .pairs") ? `${(i >> 1) + 1}${"ab"[i & 1]}` : i + 1; // of a pair
      pick.parentElement.append(em);
    });
    for (const place of all("#scene [data-picked]")) place.textContent = order[place.dataset.picked] ? say(order[place.dataset.picked]) : "?";
    if (!go) return;
    const enough = order.length >= +document.getElementById("scene").dataset.least;
    go.disabled = !enough;
    const said = order.map(say).join(", ");
    const whole = order[0]?.dataset.whole ? said[0].toUpperCase() + said.slice(1) : go.dataset.go.replace("#", said);
    go.textContent = enough ? whole : go.dataset.none;
  }
  document.addEventListener("change", ({ target }) => {
    if (!target.closest("#scene")) return;
    if (target.name === "add") { document.dispatchEvent(new CustomEvent("show", { detail: "tap" })); total(); return; }
    if (target.closest(".jn")) { // parts that make an answer together: 2 and 7 are "2+7"
      const wanted = parts().filter((part) => part.checked).map((part) => part.value).sort().join();
      for (const pick of picks()) pick.checked = pick.value.split("+").sort().join() === wanted;
    } else for (const part of parts()) part.checked = target.value.split("+").includes(part.value);
    if (picks()[0]?.type === "radio") order = [];
    else if (target.checked && order.length >= +target.form.dataset.most) target.checked = false;
    document.dispatchEvent(new CustomEvent("show", { detail: "tap" }));
    show();
  });
  // The order in which things were tapped is the order in which they are sent.
  document.addEventListener("formdata", ({ target, formData }) => {
    if (target.id === "scene" && steps().length) { formData.delete("add"); formData.set("add", sum()); }
    if (target.id !== "scene" || !order.length) return;
    formData.delete("value");
    for (const pick of order) formData.append("value", pick.value);
  });
  // A thing is known by its place in its list, of which each is known by its class: lists grow.
  let last;
  function move() {
    const look = document.querySelector("[data-look]")?.dataset.look, same = look === last, alike = {};
    if (!same) known.clear();
    last = look;
    for (const list of new Set(all(".scene .cell0").map((el) => el.parentElement))) {
      const nth = alike[list.className] = (alike[list.className] ?? 0) + 1;
      all(":scope > .cell0", list).forEach((el, i) => {
        const key = `${list.className} ${nth} ${i}`, html = el.innerHTML;
        if (same && known.get(key) !== html) for (const moved of all("[data-move]", el)) moved.classList.add("fresh");
        known.set(key, html);
      });
    }
    show();
  }
  // The pot counts to its new sum, and says for a while what the last step brought or took.
  let pot;
  const value = (text) => +text.replace(/[^\d]/g, ""), calm = matchMedia("(prefers-reduced-motion:reduce)");
  function count() {
    const el = document.querySelector(".hud b"), look = document.querySelector("[data-look]")?.dataset.look, was = pot;
    pot = el && { look, text: el.textContent };
    if (!el || was?.look !== look || was.text === pot.text) return;
    const { text } = pot, from = value(was.text), more = value(text) - from, began = performance.now();
    const say = (n) => text.replace(/\d[\d,]*/, Math.abs(n).toLocaleString("en-GB")), pill = document.createElement("em");
    pill.className = more < 0 ? "delta less" : "delta";
    pill.textContent = `${more < 0 ? "−" : "+"}${say(more)}`;
    el.previousElementSibling.append(pill);
    if (calm.matches) return;
    requestAnimationFrame(function step(now) {
      const part = Math.min(1, (now - began) / 700);
      el.textContent = part < 1 ? say(Math.round(from + more * part)) : text;
      if (part < 1 && el.isConnected) requestAnimationFrame(step);
    });
  }
  document.addEventListener("show", ({ detail }) => { if (detail === "new") { move(); count(); } });
  move();
  count();
})();
