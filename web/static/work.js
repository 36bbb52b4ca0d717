/* Tells how far the making of a note is, and shows the new one when it is there. */
"use strict";

(() => {
  const line = document.querySelector("[data-work]");
  const EVERY_MS = 3000;

  async function look() {
    try {
      const answer = await fetch(line.dataset.work, { credentials: "same-origin" });
      const { doing } = await answer.json();
      // Whoever writes something in a form is not interrupted.
      if (doing === null && !document.querySelector(".here")) {
        location.reload();
        return;
      }
      if (doing !== null && line.textContent !== doing) line.textContent = doing;
    } catch {
      // The machine may be starting anew; the next look tells.
    }
    setTimeout(look, EVERY_MS);
  }

  if (line) setTimeout(look, EVERY_MS);
})();
