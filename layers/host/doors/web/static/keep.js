"use strict";
// A private link is offered to whoever has just done something, never on arrival, and once: who sees it and plays on has
// said not now. Nothing moves for it.
let since = 0;
document.addEventListener("submit", (event) => {
  const box = document.getElementById("keep");
  if (!box || !event.target.closest("main")) return;
  if (!since) setTimeout(() => { box.hidden = false; since = Date.now(); }, 1200);
  else if (Date.now() - since > 5000) { box.hidden = true; document.cookie = "rtab-kept=1;path=/;max-age=31536000;samesite=lax"; }
});
