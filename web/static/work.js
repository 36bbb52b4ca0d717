/* Shows the progress of a note that is being made, and the new one when it is ready. */
"use strict";

(() => {
  const line = document.querySelector("[data-work]");
  const EVERY_MS = 3000;

  async function look() {
    try {
      const answer = await fetch(line.dataset.work, { credentials: "same-origin" });
      const { doing } = await answer.json();
      // An open form is not interrupted.
      if (doing === null && !document.querySelector(".here")) {
        location.reload();
        return;
      }
      if (doing !== null && line.textContent !== doing) line.textContent = doing;
    } catch {
      // The machine may be restarting; look again later.
    }
    setTimeout(look, EVERY_MS);
  }

  if (line) setTimeout(look, EVERY_MS);
})();
