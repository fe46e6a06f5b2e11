"use strict";
// Calls in a browser that is closed: asks for them when somebody has just played, never on arrival; ends them; tidies up.
(() => {
  const one = (query) => document.querySelector(query);
  const box = one("[data-bell]"), words = box.dataset, game = document.body.dataset.live;
  const kept = (name) => { try { return localStorage[name] || ""; } catch { return ""; } };
  const keep = (name, value) => { try { localStorage[name] = value; } catch { /* a private window */ } };
  const can = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
  const say = (text) => { one("#bell-said").textContent = text; };
  const text = (raw) => btoa(String.fromCharCode(...new Uint8Array(raw))).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
  const bytes = (word) => Uint8Array.from(atob(word.replace(/-/g, "+").replace(/_/g, "/")), (c) => c.charCodeAt(0));
  const named = async (address) => {
    const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(address));
    return [...new Uint8Array(hash)].slice(0, 8).map((byte) => byte.toString(16).padStart(2, "0")).join("");
  };
  const device = () => {
    const seen = navigator.userAgent, on = /Android|iPhone|iPad|Windows|Mac OS|Linux/.exec(seen), by = /Firefox|Edg|OPR|Chrome|Safari/.exec(seen);
    return [by && by[0].replace("Edg", "Edge").replace("OPR", "Opera"), on && on[0]].filter(Boolean).join(", ");
  };

  async function tell(subscription) {
    const body = new URLSearchParams({
      address: subscription.endpoint, key: text(subscription.getKey("p256dh")), secret: text(subscription.getKey("auth")),
      device: device(), ends: one("#bell-ends")?.checked === false ? "" : "1",
    });
    const got = await fetch("/me/browser", { method: "POST", body, redirect: "manual" });
    if (got.type !== "opaqueredirect") throw new Error("refused");
    keep("bell-id", await named(subscription.endpoint));
  }
  // A subscription is tied to the host's key: one of another key is worth nothing.
  async function subscribed(registration, anew) {
    let found = await registration.pushManager.getSubscription();
    const theirs = found?.options?.applicationServerKey;
    if (found && theirs && text(theirs) !== words.key) { await found.unsubscribe(); found = null; }
    if (!found && anew) found = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(words.key) });
    return found;
  }
  async function on() {
    try {
      if (await Notification.requestPermission() !== "granted") { say(words.denied); return; }
      await navigator.serviceWorker.register("/sw.js");
      await tell(await subscribed(await navigator.serviceWorker.ready, true));
      keep("bell", "on"); say(words.done);
      if (!game) location.reload(); else setTimeout(() => { box.hidden = true; }, 3000);
    } catch { say(words.failed); }
  }
  // Once a visit: what has been asked for still holds, unless it was told before and is not known any more (stopped on
  // another device); and what somebody looks at needs no notice any more.
  async function again() {
    const registration = await navigator.serviceWorker.getRegistration("/");
    if (!registration) return;
    seen();
    const wanted = kept("bell") === "on", found = Notification.permission === "granted" && await subscribed(registration, wanted);
    if (!found || !wanted) return;
    const id = await named(found.endpoint);
    if (words.known.split(" ").includes(id)) keep("bell-id", id);
    else if (kept("bell-id") !== id) await tell(found);
  }
  async function seen() {
    const registration = await navigator.serviceWorker.getRegistration("/");
    if (!registration || !registration.getNotifications) return;
    for (const notice of await registration.getNotifications(game ? { tag: game } : {})) notice.close();
    navigator.clearAppBadge?.().catch(() => {});
  }
  const asks = () => can && Notification.permission !== "denied" && !words.known && kept("bell") !== "no";

  one("#bell-on").addEventListener("click", on);
  one("#bell-no")?.addEventListener("click", () => { keep("bell", "no"); box.hidden = true; });
  if (!can) { if (!game) say(words.cannot); return; }
  if (!game) {
    box.hidden = false;
    document.addEventListener("submit", (event) => {
      const stopped = event.target.getAttribute("action") === "/me/browser-off" && event.target.elements.browser.value;
      if (stopped && stopped === kept("bell-id")) keep("bell", "");
    });
  } else document.addEventListener("submit", (event) => {
    if (asks() && event.target.closest("main")) setTimeout(() => { box.hidden = false; }, 1200);
  });
  document.addEventListener("visibilitychange", () => { if (!document.hidden) seen().catch(() => {}); });
  again().catch(() => {});
})();
