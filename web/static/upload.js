// Sends files piece by piece and resumes where a connection broke; without this script the form sends them whole.
"use strict";
(() => {
  const form = document.querySelector("form.upload");
  if (!form) return;
  const input = form.querySelector("input[type=file]");
  const list = document.querySelector(".sending");
  const status = document.querySelector(".arrived");
  const received = document.querySelector("#received");
  const token = form.querySelector("[name=csrf]").value;
  const pieceBytes = Number(form.dataset.piece);
  const LONGEST_WAIT_S = 30;
  const say = (what, value) => list.dataset[`say${what}`].replace("#", () => value);
  const KNOWN = Symbol("known");
  let running = 0;
  let arrived = 0;
  let queue = Promise.resolve();

  // CRC-32 (ISO 3309), since browsers offer no hash to pages without TLS.
  const table = Uint32Array.from({ length: 256 }, (_, n) => {
    for (let bit = 0; bit < 8; bit += 1) n = n & 1 ? (n >>> 1) ^ 0xedb88320 : n >>> 1;
    return n >>> 0;
  });
  const crc32 = (bytes, before) => {
    let crc = ~before;
    for (const byte of bytes) crc = (crc >>> 8) ^ table[(crc ^ byte) & 0xff];
    return ~crc >>> 0;
  };

  const wait = (seconds) => new Promise((resolve) => {
    const timer = setTimeout(done, seconds * 1000);
    function done() { clearTimeout(timer); window.removeEventListener("online", done); resolve(); }
    window.addEventListener("online", done);
  });

  // The answer as {status, ...JSON}; patient with connections that break and with a machine that is busy.
  async function ask(method, address, body, tell) {
    for (let tried = 1; ; tried += 1) {
      try {
        const answer = await fetch(address, { method, body, headers: { "X-CSRF-Token": token } });
        const reply = await answer.json();
        if (answer.status !== 503) return { status: answer.status, ...reply };
      } catch (error) {
        // No connection, or an answer that is not ours: a proxy, a restart.
      }
      const seconds = Math.min(2 ** (tried - 1), LONGEST_WAIT_S);
      tell(say("Retry", seconds));
      await wait(seconds);
    }
  }

  function row(file) {
    const item = document.createElement("li");
    const name = document.createElement("b");
    name.textContent = file.name;
    const bar = document.createElement("progress");
    bar.max = file.size || 1;
    bar.value = 0;
    bar.setAttribute("aria-label", say("Sent", file.name));
    const text = document.createElement("p");
    text.textContent = say("Waiting");
    item.append(name, bar, text);
    list.append(item);
    const tell = (words) => { text.textContent = words; };
    return { item, bar, tell };
  }

  async function bytesOf(file, start) {
    return new Uint8Array(await file.slice(start, start + pieceBytes).arrayBuffer());
  }

  async function send(file, { item, bar, tell }) {
    for (let round = 0; round < 3; round += 1) {
      const offer = new URLSearchParams({ name: file.name, size_bytes: file.size, modified_ms: Math.round(file.lastModified) });
      let reply = await ask("POST", form.dataset.begin, offer, tell);
      if (reply.status !== 200) return reply.problem;
      const address = `${form.dataset.begin}/${reply.id}`;
      let crc = 0;
      let summed = 0;
      let lost = false;
      while (summed < file.size && !lost) {
        const bytes = await bytesOf(file, summed);
        if (bytes.length === 0) return say("Changed", file.name);
        if (reply.offset <= summed) {
          const sent = await ask("PUT", `${address}?offset=${summed}`, bytes, tell);
          // If only the answer was lost, the piece was received: the machine says how far it is.
          if (sent.status === 404) { lost = true; break; }
          if (sent.status !== 200 && sent.status !== 409) return sent.problem;
          reply = sent;
          if (sent.offset < summed) { lost = true; break; }
        }
        crc = crc32(bytes, crc);
        summed += bytes.length;
        bar.value = summed;
        tell(`${Math.floor((100 * summed) / file.size)} %`);
      }
      if (lost) continue;
      tell(say("Checking"));
      const end = await ask("POST", address, new URLSearchParams({ crc32: crc }), tell);
      if (end.status === 200) {
        item.classList.add("done");
        if (end.known) {
          const link = document.createElement("a");
          link.href = end.known.address;
          link.textContent = end.known.text;
          tell("");
          item.querySelector("p").append(link);
          return KNOWN;
        }
        tell(say("Received"));
        return null;
      }
      if (end.status !== 404 && end.status !== 409) return end.problem;
    }
    return say("Unsent", file.name);
  }

  function take(files) {
    for (const file of files) {
      const shown = row(file);
      running += 1;
      queue = queue.then(async () => {
        let problem;
        try {
          problem = await send(file, shown);
        } catch (error) {
          problem = say("Unread", file.name);
        }
        running -= 1;
        if (problem === KNOWN) {
          shown.bar.remove();
        } else if (problem) {
          shown.item.classList.add("failed");
          shown.bar.remove();
          shown.tell(problem);
        } else {
          arrived += 1;
        }
        if (!running) tellEnd();
      });
    }
  }

  async function tellEnd() {
    status.replaceChildren();
    if (!arrived) return;
    status.append(`${arrived === 1 ? say("One") : say("Many", arrived)} `);
    const link = document.createElement("a");
    link.href = form.dataset.done;
    link.textContent = say("Follow");
    status.append(link);
    const answer = await fetch(received.dataset.part).catch(() => null);
    if (!answer?.ok || running) return;
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
    received.replaceChildren(...fresh.body.childNodes);
    list.querySelectorAll(".done:not(:has(a))").forEach((item) => item.remove());
    received.querySelector("h2")?.focus();
  }

  const drag = form.querySelector(".drag");
  drag.hidden = false;
  input.required = false;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (!input.files.length) { input.focus(); return; }
    take([...input.files]);
    input.value = "";
  });
  for (const kind of ["dragenter", "dragover"]) {
    form.addEventListener(kind, (event) => { event.preventDefault(); form.classList.add("over"); });
  }
  form.addEventListener("dragleave", () => form.classList.remove("over"));
  form.addEventListener("drop", (event) => {
    event.preventDefault();
    form.classList.remove("over");
    take([...event.dataTransfer.files]);
  });
  window.addEventListener("beforeunload", (event) => { if (running) event.preventDefault(); });
})();
