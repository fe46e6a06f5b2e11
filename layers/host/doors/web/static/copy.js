"use strict";
// Shows the buttons that copy what stands in another element, and copies it.
(() => {
  const show = () => { for (const b of document.querySelectorAll("[data-copy]")) b.hidden = false; };
  document.addEventListener("click", (event) => {
    const b = event.target.closest("[data-copy]");
    if (b) navigator.clipboard?.writeText(document.getElementById(b.dataset.copy).textContent).then(() => b.classList.add("go"), () => {});
  });
  document.addEventListener("show", (event) => { if (event.detail === "new") show(); });
  show();
})();
