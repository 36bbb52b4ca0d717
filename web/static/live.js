// Keeps what is live up to date: the room on the pages "Record" and "Meetings", and parts of other pages. Hidden pages ask nothing.
"use strict";
(() => {
  const FAST_MS = 1000;
  const SLOW_MS = 4000;

  // Calls look() again and again while the page is seen; a failure waits longer each time.
  function keep(look, everyMs) {
    let failed = 0;
    let timer = 0;
    async function turn() {
      clearTimeout(timer);
      if (document.hidden) return;
      try {
        await look();
        failed = 0;
      } catch (error) {
        failed += 1;
      }
      timer = setTimeout(turn, Math.min(everyMs() * 2 ** failed, 30000));
    }
    document.addEventListener("visibilitychange", turn);
    timer = setTimeout(turn, everyMs());
  }

  // The answer's body, or null while nothing has changed.
  function asker() {
    let etag = "";
    return async (address) => {
      const answer = await fetch(address, { cache: "no-store", headers: etag ? { "If-None-Match": etag } : {} });
      if (answer.status === 304) return null;
      // Logged out, or a page of another kind: the page itself knows what to say.
      if (answer.redirected || !answer.ok) throw new Error(`${answer.status}`);
      etag = answer.headers.get("ETag") || "";
      return answer.text();
    };
  }

  for (const part of document.querySelectorAll("[data-refresh]")) {
    const ask = asker();
    keep(async () => {
      const markup = await ask(part.dataset.refresh);
      // A part with the focus is not replaced; the next change comes soon enough.
      if (markup === null || part.contains(document.activeElement)) return;
      const fresh = new DOMParser().parseFromString(markup, "text/html");
      const open = new Set([...part.querySelectorAll("details[open]")].map((each) => each.closest("[id]")?.id));
      part.replaceChildren(...fresh.body.childNodes);
      for (const details of part.querySelectorAll("details")) details.open = open.has(details.closest("[id]")?.id);
    }, () => Number(part.dataset.every) * 1000);
  }

  const live = document.querySelector("[data-live]");
  if (!live) return;
  const said = document.querySelector(".said");
  const running = said.querySelector(".running");
  let edition = live.dataset.edition;
  let known = Number(live.dataset.lines);
  const ask = asker();
  const put = (scope, selector, text) => {
    const found = scope.querySelector(selector);
    if (found && found.textContent !== text) found.textContent = text;
    return found;
  };

  function make(tag, ...parts) {
    const element = document.createElement(tag);
    element.append(...parts);
    return element;
  }

  function lineOf({ clock, speaker, text }) {
    const at = make("span", clock);
    at.className = "clock";
    return make("li", at, make("p", ...(speaker ? [make("b", speaker), " "] : []), text));
  }

  function show(news) {
    // A new state has other buttons: reload, unless somebody is choosing or typing something.
    if (news.state !== live.dataset.state) {
      if (!["SELECT", "INPUT"].includes(document.activeElement.tagName)) {
        location.replace(location.pathname);
        return;
      }
    }
    put(live, ".headline", news.headline);
    put(live, ".detail", news.detail);
    const elapsed = put(live, ".elapsed", news.elapsed || "");
    elapsed.hidden = !news.elapsed;
    for (const [minutes, when] of Object.entries(news.since)) {
      const choice = live.querySelector(`#minutes option[value="${minutes}"]`);
      if (choice) choice.textContent = choice.textContent.replace(/\d\d:\d\d/, when);
    }
    const meter = live.querySelector("meter");
    if (meter) {
      meter.value = news.level_dbfs;
      put(live, ".word", news.level);
      const alarms = live.querySelector(".alarms");
      if ([...alarms.children].map((each) => each.textContent).join("\n") !== news.alarms.join("\n")) {
        alarms.replaceChildren(...news.alarms.map((alarm) => make("li", alarm)));
      }
    }
    const follows = running.scrollHeight - running.scrollTop - running.clientHeight < 40;
    if (news.edition !== edition || news.first < known) running.replaceChildren();
    running.append(...news.lines.map(lineOf));
    edition = news.edition;
    known = news.first + news.lines.length;
    if (news.lines.length) said.hidden = false;
    if (news.heard) put(said, ".heard", news.heard);
    if (follows) running.scrollTop = running.scrollHeight;
  }

  running.scrollTop = running.scrollHeight;
  keep(async () => {
    const query = new URLSearchParams({ edition, after: known });
    const news = await ask(`${live.dataset.live}?${query}`);
    if (news !== null) show(JSON.parse(news));
  }, () => (live.querySelector("meter") ? FAST_MS : SLOW_MS));
})();
