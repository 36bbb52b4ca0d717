/* Finds words in the transcript, and leads from one line that has them to the next, also where it is folded away. A link to
   a line of a very long transcript, which comes on several pages, leads to the page that has it. */
"use strict";

(() => {
  if (!document.querySelector("#transcript[data-sheets]")) return;
  function lead() {
    const [, number] = /^#s(\d+)$/.exec(location.hash) || [];
    const asked = new URLSearchParams(location.search).get("line");
    if (!number || asked === number || document.getElementById(`s${number}`)) return;
    location.replace(`${location.pathname}?line=${number}#s${number}`);
  }
  addEventListener("hashchange", lead);
  lead();
})();

(() => {
  const form = document.querySelector(".seek");
  if (!form) return;
  const field = form.querySelector("input");
  const count = form.querySelector("[data-count]");
  /* Without accents and capitals, and as long as before: a place in it is a place in `text`. */
  const plain = (text) => text.toLowerCase().length === text.length
    ? text.toLowerCase().replace(/[^\0-\x7f]/g, (sign) => sign.normalize("NFD")[0])
    : text;
  // The text of a line follows the link with its time.
  const lines = [...document.querySelectorAll("#transcript .turn p[id]")].map((element) => {
    const words = element.firstElementChild.nextSibling;
    return { element, words, plain: plain(words.data) };
  });
  const isPart = document.querySelector("#transcript[data-sheets]");
  const none = isPart ? form.dataset.sayElsewhere : form.dataset.sayNone;
  let hits = [];
  let shown = null;
  let asked = "";

  function mark(wanted) {
    if (!("highlights" in CSS)) return;
    const found = new Highlight();
    for (const { words, plain: text } of hits) {
      for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length)) {
        const range = new Range();
        range.setStart(words, at);
        range.setEnd(words, at + wanted.length);
        found.add(range);
      }
    }
    CSS.highlights.set("found", found);
  }

  function show(hit) {
    if (shown) shown.element.classList.remove("hit");
    shown = hit || null;
    count.textContent = shown ? `${hits.indexOf(shown) + 1} / ${hits.length}` : asked && none;
    form.querySelectorAll("button").forEach((button) => { button.disabled = !shown; });
    if (!shown) return;
    const part = shown.element.closest("details");
    if (part) part.open = true;
    shown.element.classList.add("hit");
    shown.element.scrollIntoView();
  }

  function look() {
    const wanted = plain(field.value.trim().replace(/\s+/g, " "));
    if (wanted === asked) return;
    asked = wanted;
    hits = wanted ? lines.filter((line) => line.plain.includes(wanted)) : [];
    mark(wanted);
    // A word that is being typed does not lead away from a line that still has it.
    const before = lines.indexOf(shown);
    show(hits.find((line) => lines.indexOf(line) >= before) || hits[0]);
  }

  const step = (by) => hits.length && show(hits[(hits.indexOf(shown) + by + hits.length) % hits.length]);
  form.hidden = false;
  field.addEventListener("input", look);
  form.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (button) step(Number(button.value));
  });
  form.addEventListener("submit", (event) => event.preventDefault());
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.isComposing) return;
    event.preventDefault();
    step(event.shiftKey ? -1 : 1);
  });
})();
