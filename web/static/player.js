/* The line that is heard is marked, a tap on a line or a quote plays from there, #t=SECONDS leads to a moment, and silence
   is skipped where that is wanted. */
"use strict";

(() => {
  const audio = document.querySelector(".player audio");
  const transcript = document.querySelector("#transcript");
  const speed = document.querySelector("#speed");
  const moment = document.querySelector("#moment");
  const keys = document.querySelector("#keys");
  const skip = document.querySelector("#skip");
  const waveform = document.querySelector(".waveform");
  // Shorter ones belong to the talk; what is around a longer one is heard.
  const silenceS = 2;
  const aroundS = 0.5;
  if (!audio || !transcript) return;

  const lines = (transcript.dataset.starts || "").split(" ").filter(Boolean).map((pair) => {
    const [number, start, end] = pair.split(":");
    return { element: document.getElementById(`s${number}`), start: Number(start), end: Number(end || Infinity) };
  });
  // Somebody may talk on while others begin and end.
  lines.forEach((line, place) => { if (place) line.end = Math.max(line.end, lines[place - 1].end); });
  const places = new Map(lines.map((line, place) => [line.element.id, place]));
  let now = -1;
  let hasJumped = false;
  let skips = false;
  const offer = () => document.querySelectorAll(".player .live").forEach((each) => { each.hidden = false; });
  // On a phone the note has the room until somebody listens.
  if (matchMedia("(min-width: 46rem)").matches) offer();
  else audio.addEventListener("play", offer, { once: true });
  transcript.classList.add("playable");

  /* Place of the line that is said at `seconds`; -1 before the first. */
  function lineAt(seconds) {
    let low = 0;
    let high = lines.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      // A tenth early: a jump to a line must not show the one before.
      if (lines[middle].start <= seconds + 0.1) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  function isVisible(element) {
    const box = element.getBoundingClientRect();
    return box.bottom > 0 && box.top < innerHeight;
  }

  function clock(seconds) {
    const whole = Math.floor(seconds);
    const two = (number) => String(number).padStart(2, "0");
    const minutes = Math.floor(whole / 60);
    if (minutes < 60) return `${minutes}:${two(whole % 60)}`;
    return `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(whole % 60)}`;
  }

  function follow() {
    const place = lineAt(audio.currentTime);
    moment.href = `#t=${Math.floor(audio.currentTime)}`;
    moment.textContent = moment.textContent.replace(/[\d:]+/, clock(audio.currentTime));
    if (waveform) {
      const { width } = waveform.viewBox.baseVal;
      const share = Math.min(1, audio.currentTime / Number(waveform.dataset.length));
      waveform.querySelector(".head").setAttribute("transform", `translate(${share * width})`);
    }
    if (place === now) return;
    const before = lines[now] && lines[now].element;
    const line = lines[place] && lines[place].element;
    // A reader who has scrolled away is not moved.
    const goesAlong = hasJumped || (!audio.paused && (!before || isVisible(before)));
    hasJumped = false;
    if (before) before.classList.remove("now");
    if (line) line.classList.add("now");
    if (line && goesAlong) {
      const part = line.closest("details");
      if (part) part.open = true;
      line.scrollIntoView({ block: "nearest" });
    }
    now = place;
  }

  function skipSilence() {
    if (!skip.checked || audio.paused || audio.seeking) return;
    const place = lineAt(audio.currentTime);
    const from = lines[place] ? lines[place].end + aroundS : 0;
    const next = lines[place + 1] && lines[place + 1].start - aroundS;
    if (!next || next - from < silenceS || audio.currentTime < from || audio.currentTime >= next) return;
    skips = true;
    audio.currentTime = next;
  }

  function seek(seconds) {
    const length = Number.isFinite(audio.duration) ? audio.duration : Infinity;
    // Until something of the sound is loaded the player would go on to show the beginning.
    if (audio.preload === "none") audio.preload = "metadata";
    audio.currentTime = Math.min(Math.max(0, seconds), length);
    follow();
  }

  function playFrom(seconds) {
    seek(seconds);
    // Refused only where there is no sound to play, which the player itself shows.
    audio.play().catch(() => {});
  }

  function goToHash() {
    const time = /^#t=(\d+(?:\.\d+)?)$/.exec(location.hash);
    if (time) {
      seek(Number(time[1]));
      // The line's own address: only that shows the transcript on a phone.
      if (lines[now]) location.replace(`#${lines[now].element.id}`);
    } else if (places.has(location.hash.slice(1)) && places.get(location.hash.slice(1)) !== now && audio.paused) {
      seek(lines[places.get(location.hash.slice(1))].start);
    }
  }

  transcript.addEventListener("click", (event) => {
    const line = event.target.closest(".turn p[id]");
    const link = event.target.closest("a");
    const isClock = link && link.parentElement === line && link === line.firstElementChild;
    if (!line || !places.has(line.id) || (link && !isClock) || !getSelection().isCollapsed) return;
    playFrom(lines[places.get(line.id)].start);
  });

  document.addEventListener("click", (event) => {
    const quote = event.target.closest(".proof blockquote a");
    const place = quote && !event.ctrlKey && !event.metaKey ? places.get(quote.hash.slice(1)) : undefined;
    if (place !== undefined) playFrom(lines[place].start);
  });

  if (waveform) {
    waveform.addEventListener("click", (event) => {
      const box = waveform.getBoundingClientRect();
      playFrom((event.clientX - box.left) / box.width * Number(waveform.dataset.length));
    });
  }

  function step(lineCount) {
    const place = Math.min(Math.max(0, lineAt(audio.currentTime) + lineCount), lines.length - 1);
    if (lines[place]) seek(lines[place].start);
  }

  function faster(by) {
    const choice = Math.min(Math.max(0, speed.selectedIndex + by), speed.options.length - 1);
    speed.selectedIndex = choice;
    audio.playbackRate = Number(speed.value);
  }

  const shortcuts = {
    " ": () => { if (audio.paused) playFrom(audio.currentTime); else audio.pause(); },
    ArrowLeft: () => seek(audio.currentTime - 5),
    ArrowRight: () => seek(audio.currentTime + 5),
    ArrowUp: () => step(-1),
    ArrowDown: () => step(1),
    ",": () => faster(-1),
    ".": () => faster(1),
    "?": () => { keys.open = !keys.open; },
  };

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const busy = event.target.closest("input, textarea, select, audio");
    const pressed = event.key === " " && event.target.closest("a, button, summary");
    // Up and down scroll the page until somebody listens.
    const scrolls = event.key.startsWith("ArrowU") || event.key.startsWith("ArrowD");
    if (busy || pressed || !(event.key in shortcuts) || (scrolls && audio.paused)) return;
    event.preventDefault();
    shortcuts[event.key]();
  });

  speed.addEventListener("change", () => { audio.playbackRate = Number(speed.value); });
  // Silence that is skipped moves nobody who reads elsewhere.
  audio.addEventListener("seeking", () => { hasJumped = !skips; skips = false; });
  audio.addEventListener("timeupdate", follow);
  audio.addEventListener("timeupdate", skipSilence);
  addEventListener("hashchange", goToHash);
  goToHash();
})();
