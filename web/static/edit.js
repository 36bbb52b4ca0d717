/* Opens a form, or the reasons of an item, in the place of its link. Without this script the link leads
   to a page of its own, which says the same. */
"use strict";

(() => {
  const place = (link) => link.closest("li.claim, .turn, .head, .note > section, .task > div, .lines > li");

  function close(box) {
    const link = box.opener;
    box.remove();
    if (link) link.focus();
  }

  async function open(link) {
    const answer = await fetch(link.href, { credentials: "same-origin" });
    if (!answer.ok || answer.redirected) throw new Error(`status ${answer.status}`);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const found = page.querySelector(".here");
    if (!found) throw new Error("nothing to show");
    const box = document.importNode(found, true);
    document.querySelectorAll(".here").forEach((other) => other.remove());
    // The page has its one first heading already.
    const heading = document.createElement("h2");
    heading.id = "here-h";
    heading.textContent = box.querySelector("h1").textContent;
    box.querySelector("h1").replaceWith(heading);
    box.opener = link;
    place(link).append(box);
    box.scrollIntoView({ block: "nearest" });
    box.querySelector(link.hash || "input:not([type=hidden], [type=checkbox]), textarea, a").focus();
  }

  document.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    const link = event.target.closest("a[data-here], a[data-close]");
    if (!link) return;
    const box = link.closest(".here");
    if (link.hasAttribute("data-close")) {
      const toast = link.closest(".toast");
      if (!box && !toast) return;
      event.preventDefault();
      if (box) close(box);
      else toast.remove();
      return;
    }
    event.preventDefault();
    open(link).catch(() => location.assign(link.href));
  });

  /* A line that a link leads to may be folded away. */
  function unfold() {
    const line = document.getElementById(location.hash.slice(1));
    const part = line && line.closest("details");
    if (!part || part.open) return;
    part.open = true;
    line.scrollIntoView();
  }
  addEventListener("hashchange", unfold);
  unfold();

  // Reloading the page must not show the message again.
  const toast = document.querySelector(".toast");
  if (toast) {
    const at = document.getElementById(location.hash.slice(1));
    const box = at?.closest(".claim, .turn, .task");
    if (box) box.append(toast);
    else at?.querySelector("h1, h2")?.after(toast);
    const address = new URL(location);
    address.searchParams.delete("done");
    history.replaceState(null, "", address);
  }

  document.addEventListener("keydown", (event) => {
    const box = document.querySelector(".here");
    if (event.key === "Escape" && box) close(box);
  });
})();
