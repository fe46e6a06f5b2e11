"use strict";
// Shows notices while no page is open, and says so where there is no connection. It keeps nothing else.
const OFFLINE = "offline-1";
self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(caches.open(OFFLINE).then((kept) => kept.add("/offline")).catch(() => {}));
});
self.addEventListener("activate", (event) => { event.waitUntil(self.clients.claim()); });
self.addEventListener("fetch", (event) => {
  if (event.request.mode !== "navigate" || event.request.method !== "GET") return;
  event.respondWith(fetch(event.request).catch(() => caches.match("/offline").then((page) => page || Response.error())));
});
self.addEventListener("push", (event) => {
  let said = {};
  try { said = event.data ? event.data.json() : {}; } catch { /* a notice without words is a notice */ }
  const one = said.notification || {};
  const shown = { body: one.body || "", tag: one.tag, lang: one.lang, silent: !!one.silent, data: one.navigate || "/", icon: "/static/icon-192.png" };
  if (said.app_badge && self.navigator.setAppBadge) self.navigator.setAppBadge(+said.app_badge).catch(() => {});
  event.waitUntil(self.registration.showNotification(one.title || "Race to a Billion", shown));
});
self.addEventListener("notificationclick", (event) => {
  const there = new URL(event.notification.data || "/", self.location.origin);
  event.notification.close();
  event.waitUntil(self.clients.matchAll({ type: "window", includeUncontrolled: true }).then((open) => {
    const here = open.find((page) => new URL(page.url).pathname === there.pathname);
    return here ? here.focus() : self.clients.openWindow(there.pathname);
  }));
});
