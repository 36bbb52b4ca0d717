/* Without the network a page says so instead of the browser. This file is also the service worker, which keeps that one
   page and nothing else: no note is ever on the phone. */
"use strict";

(() => {
  const PAGE = "/static/offline.html";

  if ("document" in self) {
    // Refused where the device does not trust the certificate: then the browser says it, as before.
    navigator.serviceWorker?.register("/offline.js").catch(() => {});
    return;
  }
  addEventListener("install", (event) => {
    event.waitUntil(caches.open("offline").then((kept) => kept.add(new Request(PAGE, { cache: "reload" }))));
  });
  addEventListener("fetch", (event) => {
    if (event.request.mode !== "navigate" || event.request.method !== "GET") return;
    event.respondWith(fetch(event.request).catch(() => caches.match(PAGE)));
  });
})();
