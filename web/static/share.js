/* Copies the note, a link, or one item. The browser's own "copy" is used, since its newer clipboard needs TLS:
   what is pasted is rich text where that is understood, Markdown elsewhere. */
"use strict";

(() => {
  const share = document.querySelector(".share");
  const address = location.origin + location.pathname;
  let markdown = "";

  function copy(button, text, html) {
    const put = (event) => {
      event.preventDefault();
      event.clipboardData.setData("text/plain", text);
      if (html) event.clipboardData.setData("text/html", html);
    };
    document.addEventListener("copy", put, { once: true });
    const words = button.textContent;
    const done = document.execCommand("copy");
    document.removeEventListener("copy", put);
    button.textContent = done ? share.dataset.sayCopied : share.dataset.sayRefused;
    setTimeout(() => { button.textContent = words; }, 2000);
  }

  /* The note as it is here, without what is only for this page. */
  function rich() {
    const page = document.createElement("div");
    for (const part of document.querySelectorAll("h1, .facts, .people, :is(#summary, #actions, #decisions, #questions)")) {
      page.append(part.cloneNode(true));
    }
    page.querySelectorAll("form, .below, .add, .source, summary, .remark").forEach((each) => each.remove());
    page.querySelectorAll("a").forEach((link) => link.replaceWith(...link.childNodes));
    page.querySelectorAll("*").forEach((each) => [...each.attributes].forEach(({ name }) => each.removeAttribute(name)));
    return page.innerHTML;
  }

  function item(claim) {
    const said = [".text", ".meta", ".text:not(.quote) ~ .below blockquote"].map((part) => claim.querySelector(part)?.textContent);
    const lines = said.filter(Boolean).map((words) => words.replace(/\s+/g, " ").trim());
    return [...lines, `${address}#${claim.id}`].join("\n");
  }

  const copies = {
    note: (button) => copy(button, markdown, rich()),
    // With sound, to the second that is heard.
    link: (button) => copy(button, address + (document.querySelector("#moment")?.hash.replace(/^#t=0$/, "") || "")),
    item: (button) => copy(button, item(button.closest(".claim"))),
    print: () => print(),
  };

  document.querySelectorAll("[data-copy]").forEach((button) => { button.hidden = false; });
  // Fetched before it is asked for: a browser copies only while a tap lasts.
  share.addEventListener("toggle", async () => {
    const answer = await fetch(`${location.pathname}.md`, { credentials: "same-origin" });
    if (answer.ok) markdown = await answer.text();
    share.querySelector("[data-copy=note]").disabled = !markdown;
  });
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-copy]");
    if (button) copies[button.dataset.copy](button);
  });
})();
