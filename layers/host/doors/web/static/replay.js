"use strict";
// A game looked back on: a slider, the arrow keys, and playing by itself. Without it the links do the same.
(() => {
  const one = (query) => document.querySelector(query);
  const PAUSE = 1600;
  let timer = 0, busy = false, wanted = -1;
  const here = () => +one("#slide").value, last = () => +one("#slide").max;
  async function go(to) {
    wanted = Math.min(Math.max(0, to), last());
    if (busy) return;
    busy = true;
    while (wanted >= 0) {
      const n = wanted;
      wanted = -1;
      try {
        const got = await fetch(`${location.pathname}?n=${n}`);
        if (got.ok) show(new DOMParser().parseFromString(await got.text(), "text/html"), n);
      } catch { stop(); }
    }
    busy = false;
  }
  function show(page, n) {
    const focus = document.activeElement?.id;
    one("main").replaceChildren(...page.querySelector("main").childNodes);
    history.replaceState(null, "", `?n=${n}`);
    wire();
    if (focus && one(`#${focus}`)) one(`#${focus}`).focus({ preventScroll: true });
    if (n >= last()) stop();
  }
  function stop() { clearInterval(timer); timer = 0; label(); }
  function play() {
    if (timer) { stop(); return; }
    if (here() >= last()) go(0);
    timer = setInterval(() => { if (!busy) go(here() + 1); }, PAUSE); label();
  }
  function label() { const b = one("#play"); b.textContent = timer ? b.dataset.stop : b.dataset.play; b.setAttribute("aria-pressed", !!timer); }
  function wire() {
    const slide = one("#slide"), b = one("#play");
    slide.hidden = b.hidden = false; label();
    slide.oninput = () => { stop(); go(here()); };
    b.onclick = play;
  }
  document.addEventListener("keydown", (event) => {
    if (event.target.closest("input, select, textarea") || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step) { event.preventDefault(); stop(); go(here() + step); }
    if (event.key === " " && !event.target.closest("a, button")) { event.preventDefault(); play(); }
  });
  wire();
})();
