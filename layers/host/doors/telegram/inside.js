"use strict";
// The page inside Telegram: who opens it, its colours, its way back, and a touch for one's own tap. No script of Telegram's is needed.
(() => {
  const CLIENT = "https://web.telegram.org", MOST_LIGHT = .5, READABLE = 4.5;
  const kept = (name) => { try { return sessionStorage[name] || ""; } catch { return ""; } };
  const keep = (name, value) => { try { sessionStorage[name] = value; } catch { /* it is asked for again */ } };
  const native = () => window.TelegramWebviewProxy, noted = () => { try { return "notify" in window.external; } catch { return false; } };
  const there = () => Boolean(native()) || noted() || parent !== window;

  // What is said to the app, by whichever way it has.
  function say(eventType, eventData = {}) {
    if (native()) window.TelegramWebviewProxy.postEvent(eventType, JSON.stringify(eventData));
    else if (noted()) window.external.notify(JSON.stringify({ eventType, eventData }));
    else if (parent !== window) parent.postMessage(JSON.stringify({ eventType, eventData }), CLIENT);
  }

  // Its colours, as far as words stay readable on them.
  const HEX = /^#[0-9a-f]{6}$/i;
  function light(colour) {
    const [r, g, b] = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16) / 255).map((c) => c <= .04045 ? c / 12.92 : ((c + .055) / 1.055) ** 2.4);
    return .2126 * r + .7152 * g + .0722 * b;
  }
  const clear = (a, b) => (Math.max(light(a), light(b)) + .05) / (Math.min(light(a), light(b)) + .05) >= READABLE;
  function colour(theme) {
    const root = document.documentElement.style, fits = (name) => HEX.test(theme[name] || "") ? theme[name] : "";
    const page = fits("secondary_bg_color") || fits("bg_color"), card = fits("section_bg_color") || fits("bg_color"), text = fits("text_color");
    const both = (c) => c && clear(c, page) && clear(c, card);
    if (!page || !card || !both(text)) return;
    root.colorScheme = light(page) < MOST_LIGHT && light(text) > light(page) ? "dark" : "light";
    root.setProperty("--page", page); root.setProperty("--card", card); root.setProperty("--text", text);
    root.setProperty("--soft", both(fits("hint_color")) ? theme.hint_color : text);
    root.setProperty("--link", both(fits("link_color")) ? theme.link_color : text);
    root.setProperty("--hair", `color-mix(in srgb, ${text} 22%, ${card})`);
    root.setProperty("--line", `color-mix(in srgb, ${text} 55%, ${card})`);
  }
  function themed(words) { try { colour(JSON.parse(words)); } catch { /* then it keeps its own */ } }

  // The way back: out of a sheet, or to the page before; where there is none the app shows how to close it.
  const sheet = () => location.hash && location.hash !== "#stage";
  const back = () => { if (sheet()) location.hash = "#stage"; else history.back(); };
  const way = () => { say("web_app_setup_back_button", { is_visible: Boolean(sheet()) || location.pathname !== kept("first") }); };

  const heard = {
    theme_changed: (data) => { const words = JSON.stringify(data?.theme_params || {}); keep("theme", words); themed(words); },
    back_button_pressed: back,
    reload_iframe: () => { say("iframe_will_reload"); location.reload(); },
  };
  const receive = (type, data) => { if (Object.hasOwn(heard, type)) heard[type](data); };
  window.Telegram = { WebView: { receiveEvent: receive } };
  window.TelegramGameProxy = { receiveEvent: receive };
  window.TelegramGameProxy_receiveEvent = receive;
  addEventListener("message", (event) => {
    if (event.source !== parent || event.origin !== CLIENT) return;
    try { const said = JSON.parse(event.data); receive(said.eventType, said.eventData); } catch { /* not meant for us */ }
  });

  // A touch answers one's own tap. Links to elsewhere are opened by the app: its frame may not leave for them.
  function tapped(event) {
    const el = event.isTrusted && event.target.closest?.("button, a, summary, select, input");
    if (!el) return;
    say("web_app_trigger_haptic_feedback", { type: "impact", impact_style: el.matches(".go, .door") ? "medium" : "light" });
    const to = el.matches("a[href]") && new URL(el.href);
    if (!to || (to.origin === location.origin && !el.target) || !to.protocol.startsWith("http")) return;
    event.preventDefault();
    if (to.hostname === "t.me") say("web_app_open_tg_link", { path_full: to.pathname + to.search }); else say("web_app_open_link", { url: to.href });
  }

  // The entrance: what Telegram has signed is sent to our own host, and leaves the address bar with this page.
  async function enter(box) {
    const launch = new URLSearchParams(location.hash.slice(1)), data = launch.get("tgWebAppData");
    const no = (why) => { box.textContent = why; box.nextElementSibling.hidden = false; };
    if (!there() || !data) { no(box.dataset.outside); return; }
    const theme = launch.get("tgWebAppThemeParams") || "";
    keep("theme", theme); themed(theme);
    try {
      const game = new URLSearchParams(location.search).get("game") || "";
      const got = await fetch(location.pathname, { method: "POST", body: new URLSearchParams({ data, game }) }), said = await got.text();
      if (!got.ok) { no(new DOMParser().parseFromString(said, "text/html").querySelector("main [role=alert]")?.textContent || box.dataset.failed); return; }
      if (!(await fetch("/me")).ok) { box.nextElementSibling.firstChild.href = said; box.nextElementSibling.firstChild.target = "_blank"; no(box.dataset.leaky); return; }
      keep("first", said);
      location.replace(said);
    } catch { no(box.dataset.failed); }
  }

  const box = document.getElementById("entrance");
  if (!there() && !box) return;
  say("iframe_ready", { reload_supported: true });
  if (box) enter(box); else { themed(kept("theme")); way(); addEventListener("hashchange", way); }
  say("web_app_ready"); say("web_app_expand"); say("web_app_setup_swipe_behavior", { allow_vertical_swipe: false });
  document.addEventListener("click", tapped);
})();
