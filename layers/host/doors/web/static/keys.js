"use strict";
// One board is one stop of the tab key; the arrows move within it.
(() => {
  const { all, one } = window.player;
  const squares = (board) => all("tbody td", board).map((td) => one("button, a", td));
  function rove() {
    for (const board of all(".board")) {
      const stops = squares(board).filter(Boolean);
      const here = stops.find((el) => el === document.activeElement) || stops.find((el) => el.tagName === "BUTTON") || stops[0];
      for (const el of stops) el.tabIndex = el === here ? 0 : -1;
    }
  }
  document.addEventListener("keydown", (event) => {
    const el = event.target.closest?.(".board button, .board a");
    const step = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[event.key];
    if (!el || !step) return;
    event.preventDefault();
    const board = el.closest(".board"), places = squares(board), columns = all("thead th", board).length;
    let at = places.indexOf(el);
    do {
      const row = Math.floor(at / columns) + step[0], column = at % columns + step[1];
      if (row < 0 || column < 0 || column >= columns || row * columns >= places.length) return;
      at = row * columns + column;
    } while (!places[at]);
    places[at].focus(); rove();
  });
  document.addEventListener("show", ({ detail }) => { if (detail === "new") rove(); });
  rove();
})();
