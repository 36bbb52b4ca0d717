/* Ticks an item off in place: the list stays as it is, and a second tap reopens the item. Filters apply when they
   are chosen. Without this script the whole list is shown anew, by a button. */
"use strict";

(() => {
  // "/" leads to what can be searched on this page, else to the search; where something is typed it is a sign like
  // any other.
  document.addEventListener("keydown", (event) => {
    const search = document.querySelector("#q, .seek input");
    const isTyped = event.target.closest("input, textarea, select");
    if (event.key !== "/" || isTyped || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    if (search) search.focus();
    else location.assign("/#q");
  });
  if (location.hash === "#q") document.querySelector("#q")?.focus();

  document.querySelectorAll(".find").forEach((filters) => {
    filters.addEventListener("change", (event) => event.target.name !== "q" && filters.requestSubmit());
  });

  const form = document.querySelector("#tick");
  if (!form) return;
  const message = document.querySelector("#ticked");
  const say = form.dataset;

  function show(button, isDone) {
    const [was, now] = isDone ? [say.sayDone, say.sayOpen] : [say.sayOpen, say.sayDone];
    const task = button.getAttribute("aria-label").slice(was.length + 2);
    button.closest(".task").classList.toggle("done", isDone);
    button.textContent = isDone ? "✓" : "";
    button.value = isDone ? "open" : "done";
    button.setAttribute("aria-label", `${now}: ${task}`);
    message.className = "hidden";
    message.textContent = `${isDone ? say.sayTicked : say.sayReopened}: ${task}`;
  }

  // With 503 our page says why. What answers while it is away (docs/adr/0181), or a proxy, cannot.
  async function reason(answer) {
    const page = new DOMParser().parseFromString(await answer.text().catch(() => ""), "text/html");
    return page.querySelector("main .lead")?.textContent || say.sayAway;
  }

  form.addEventListener("submit", async (event) => {
    const button = event.submitter;
    event.preventDefault();
    if (button.getAttribute("aria-disabled")) return;
    const body = new URLSearchParams(new FormData(form));
    body.set("status", button.value);
    button.setAttribute("aria-disabled", "true");
    // Done is done: the list that it would lead to is here already.
    const sent = fetch(button.formAction, { method: "POST", body, redirect: "manual" });
    const answer = await sent.catch(() => null);
    if (answer?.type === "opaqueredirect") {
      show(button, button.value === "done");
    } else {
      const why = !answer ? say.sayAway : answer.status === 503 ? await reason(answer) : say.sayFailed;
      message.className = "wrong";
      message.textContent = why;
    }
    button.removeAttribute("aria-disabled");
  });
})();
