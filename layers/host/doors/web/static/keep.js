"use strict";
// A private link is offered to whoever has just done something, never on arrival. Nothing moves for it.
document.addEventListener("submit", (event) => {
  if (event.target.closest("main")) setTimeout(() => { document.getElementById("keep").hidden = false; }, 1200);
});
