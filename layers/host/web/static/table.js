"use strict";
// Fetches the middle of the page again when it has changed. Everything works without this file; it only saves reloading.
(() => {
  const game = document.body.dataset.live;
  const place = () => document.querySelector("main");
  let wait = 1500, busy = false, timer = 0;

  const editing = () => {
    const el = document.activeElement;
    return el && el.closest("main") && (el.tagName === "SELECT" || (el.tagName === "INPUT" && el.value));
  };

  function tick() {
    for (const el of document.querySelectorAll("time[data-due]")) {
      const left = Math.max(0, el.dataset.due - Date.now() / 1000);
      const d = Math.floor(left / 86400), h = Math.floor(left / 3600) % 24, m = Math.floor(left / 60) % 60;
      el.textContent = d ? `${d} d ${h} h` : h ? `${h} h ${m} min` : m ? `${m} min` : `${Math.floor(left)} s`;
    }
  }

  function swap(html) {
    const open = new Set([...document.querySelectorAll("details[open]")].map((el) => el.id));
    const active = document.activeElement;
    const name = active && active.closest("main") ? active.getAttribute("aria-label") : null;
    const box = document.createElement("template");
    box.innerHTML = html;
    place().replaceWith(box.content);
    for (const id of open) { const el = document.getElementById(id); if (el) el.open = true; }
    if (name) { const el = document.querySelector(`[aria-label="${CSS.escape(name)}"]`); if (el) el.focus(); }
    tick();
  }

  async function look() {
    if (busy || document.hidden || editing()) return;
    try {
      const got = await fetch(`/g/${game}/part`, { headers: { "If-None-Match": place().dataset.version } });
      if (got.status === 200) { swap(await got.text()); wait = 1500; } else wait = Math.min(wait * 1.2, 8000);
    } catch { wait = Math.min(wait * 2, 30000); }
  }

  async function loop() { await look(); timer = setTimeout(loop, wait); }

  document.addEventListener("submit", async (event) => {
    const form = event.target;
    if (!form.closest("main")) return;
    event.preventDefault();
    const data = new URLSearchParams(new FormData(form, event.submitter));
    busy = true;
    try {
      const got = await fetch(form.action, { method: "POST", body: data });
      const text = await got.text();
      if (got.ok) { wait = 800; } else {
        const said = new DOMParser().parseFromString(text, "text/html").querySelector("[role=alert]");
        document.getElementById("alert").textContent = said ? said.textContent : "That did not work. Please try again.";
      }
      if (got.ok) document.getElementById("alert").textContent = "";
    } catch { document.getElementById("alert").textContent = "No connection. Please try again."; }
    busy = false;
    document.activeElement && document.activeElement.blur();
    clearTimeout(timer); loop();
  });

  document.addEventListener("visibilitychange", () => { if (!document.hidden && game) { clearTimeout(timer); loop(); } });
  setInterval(tick, 1000); tick();
  if (game) timer = setTimeout(loop, wait);
})();
