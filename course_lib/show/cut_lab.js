// The cut lab: draws what Python computed, and tells Python what was done to it.
const PARTS = `
  <p class="cl-lab-gone" role="alert"></p>
  <div class="cl-lab-row"><label>Answer <select></select></label>
    <button type="button" class="jupyter-button"></button></div>
  <table class="cl-table"></table>
  <div class="cl-lab-body"><div class="cl-lab-panes"></div>
    <div class="cl-lab-side"><div class="cl-lab-map" tabindex="0" role="application"></div>
      <p class="cl-lab-key"><i class="cl-lab-whole"></i>whole <span class="cl-lab-share"></span>
        <i class="cl-lab-torn"></i>torn <i class="cl-lab-refused"></i>refused: overlap ≥ size</p>
      <p class="cl-lab-quiet">Click, drag, or use the arrow keys.</p></div></div>
  <label class="cl-lab-place">Shown from character <input type="range" step="100"></label>
  <p class="cl-lab-info"></p>`;
const HINT = "Point at a chunk, or Tab to its ✂, to see what it shares. Drag a ✂, or use the arrow " +
  "keys on it. Click a sentence to make it the answer.";
const FIXED = "Point at a chunk to see what it shares. Click a sentence to make it the answer.";
const SHOWN = { width: 340, height: 240, left: 46, right: 12, top: 12, bottom: 40 };
const HUES = 4;

const make = (tag, className, text = "") =>
  Object.assign(document.createElement(tag), { className, textContent: text });

function render({ model, el }) {
  el.classList.add("cl-lab");
  el.innerHTML = PARTS;
  const $ = (selector) => el.querySelector(selector);
  const [answer, play, map, place] = ["select", "button", ".cl-lab-map", "[type=range]"].map($);
  const state = () => model.get("state");
  let drag = null, active = null, timer = null;

  // What is told to Python.

  function tell(name, value) {
    model.set(name, value);
    model.save_changes();
  }
  function set(size, overlap = model.get("point")[1]) {
    const [sizes, overlaps] = state().bounds;
    const held = ([low, high], value) => Math.min(Math.max(Math.round(value), low), high);
    const point = [held(sizes, size), held(overlaps, overlap)];
    if (`${point}` !== `${model.get("point")}`) tell("point", point);
  }
  const pick = (...span) => tell("pick", [state().version, ...span]);

  // The text.

  function inBars(words, [first, last], lanes) {
    let inner = document.createTextNode(words);
    for (let number = first; number <= last && lanes; number++) {
      const bar = make("span", "cl-lab-bar");
      bar.style.setProperty("--hue", `var(--cl-hue-${number % HUES})`);
      bar.style.paddingBottom = `${4 * (number % lanes)}px`;
      bar.append(inner);
      inner = bar;
    }
    return inner;
  }
  function pieceOf([start, words, held, labels], pane) {
    const piece = make(labels.length ? "mark" : "span", "cl-lab-piece");
    const [first, last] = held.length ? held : [0, -1];
    Object.assign(piece.dataset, { start, first, last });
    piece.classList.toggle("cl-lab-shared", last > first);
    piece.classList.toggle("cl-lab-cracked", labels.some((label) => pane.cracked.includes(label)));
    piece.style.setProperty("--one", `var(--cl-tint-${first % HUES})`);
    piece.style.setProperty("--other", `var(--cl-tint-${last % HUES})`);
    if (last < first) piece.classList.add("cl-lab-bare");
    piece.append(inBars(words, [first, last], pane.lanes));
    return piece;
  }
  function cutOf([number, start], pane, crammed) {
    const cut = make("span", "cl-lab-cut");
    const at = `at character ${start.toLocaleString("en")}`;
    Object.assign(cut, { role: "slider", ariaLabel: `start of chunk #${number}`, tabIndex: -1,
      ariaValueNow: start, ariaValueMin: 0, ariaValueMax: state().length, ariaValueText: at });
    if (!number || !pane.drags) cut.ariaReadOnly = "true";
    cut.classList.toggle("cl-lab-bad", pane.torn.includes(start));
    cut.classList.toggle("cl-lab-moves", number > 0 && pane.drags);
    cut.dataset.number = number;
    if (!crammed) cut.dataset.label = number && pane.drags ? `✂ #${number}` : `#${number}`;
    cut.style.setProperty("--hue", `var(--cl-hue-${number % HUES})`);
    return cut;
  }
  function drawPane(pane, box) {
    const [text, figures, call] = box.querySelectorAll(".cl-lab-text, .cl-lab-figures, code");
    const focused = text.contains(document.activeElement) && document.activeElement !== text;
    const starts = new Map(pane.chunks.map((chunk) => [chunk[1], chunk]));
    const seen = new Set();
    const parts = [];
    let flag = -99;
    for (const piece of pane.pieces) {
      const chunk = starts.get(piece[0]);
      if (chunk) parts.push(cutOf(chunk, pane, piece[0] - flag < 7));
      if (parts.at(-1)?.dataset.label && chunk) flag = piece[0];
      for (const label of piece[3])
        if (!seen.has(label) && seen.add(label) && label !== "answer")
          parts.push(Object.assign(make("span", "cl-lab-tag"), { ariaHidden: "true" }));
      if (parts.at(-1)?.className === "cl-lab-tag") parts.at(-1).dataset.label = piece[3].at(-1);
      parts.push(pieceOf(piece, pane));
    }
    text.replaceChildren(...parts);
    const proof = text.querySelector("mark");
    if (proof && text.dataset.shown !== `${state().answer}`)
      text.scrollTop += proof.getBoundingClientRect().top - text.getBoundingClientRect().top - 90;
    text.dataset.shown = state().answer;
    figures.textContent = [pane.figures, pane.crowd].filter(Boolean).join(" · ");
    call.textContent = pane.call;
    box.firstChild.textContent = state().panes.length > 1 ? pane.name : "";
    const cuts = [...text.querySelectorAll(".cl-lab-cut")];
    const one = cuts.find((cut) => cut.dataset.number === active) ??
      cuts.find((cut) => cut.matches(".cl-lab-bad")) ?? cuts[1] ?? cuts[0];
    if (one) one.tabIndex = 0;
    if (one && focused) one.focus({ preventScroll: true });
  }
  function light(box, number) {
    for (const piece of box.querySelectorAll(".cl-lab-piece")) {
      const { first, last } = piece.dataset;
      piece.classList.toggle("cl-lab-dim", number !== null && !(+first <= number && number <= +last));
    }
    const pane = state().panes[[...box.parentElement.children].indexOf(box)];
    const chunk = pane?.chunks.find(([n]) => n === number);
    $(".cl-lab-info").textContent = chunk?.[3] ?? (pane?.drags ? HINT : FIXED);
  }
  function offsetAt({ clientX, clientY }) {
    const caret = document.caretPositionFromPoint?.(clientX, clientY);
    const range = caret ? null : document.caretRangeFromPoint?.(clientX, clientY); // Safari
    const node = caret?.offsetNode ?? range?.startContainer;
    const piece = node?.parentElement?.closest(".cl-lab-piece");
    const before = node?.data?.slice(0, caret?.offset ?? range.startOffset);
    return piece ? +piece.dataset.start + Array.from(before).length : null; // as Python counts
  }
  function newPane() {
    const box = make("div", "cl-lab-pane");
    const text = Object.assign(make("div", "cl-lab-text"), { tabIndex: 0, role: "group", dir: "auto",
      ariaLabel: "The text. Click a sentence to make it the answer." });
    const code = make("code", "");
    const call = make("p", "cl-lab-quiet");
    call.append(code);
    box.append(make("p", "cl-lab-name"), text, make("p", "cl-lab-figures"), call);
    text.addEventListener("scroll", () => {
      for (const other of el.querySelectorAll(".cl-lab-text"))
        if (other.scrollTop !== text.scrollTop) other.scrollTop = text.scrollTop;
    });
    text.addEventListener("pointerdown", (event) => {
      if (!event.target.matches(".cl-lab-moves")) return;
      event.preventDefault(); // no text is selected
      drag = +event.target.dataset.number;
      active = event.target.dataset.number;
      text.setPointerCapture(event.pointerId);
      text.classList.add("cl-lab-dragging");
    });
    text.addEventListener("pointermove", (event) => {
      if (drag !== null) {
        const at = offsetAt(event);
        if (at !== null) set(at / drag + state().held);
      } else {
        const { number, first, last } = event.target.closest("[data-number], [data-last]")?.dataset ?? {};
        light(box, number ? +number : last && +last >= +first ? +last : null);
      }
    });
    for (const over of ["pointerup", "pointercancel"])
      text.addEventListener(over, () => {
        text.classList.remove("cl-lab-dragging");
        setTimeout(() => (drag = null)); // after the click that ends it
      });
    text.addEventListener("pointerleave", () => drag === null && light(box, null));
    text.addEventListener("click", (event) => {
      if (drag !== null || event.target.matches(".cl-lab-cut")) return;
      const at = offsetAt(event);
      const sentence = state().sentences.find(([start, end]) => at !== null && start <= at && at <= end);
      if (sentence) pick(sentence[0], sentence[1]);
    });
    text.addEventListener("focusin", ({ target }) => {
      if (!target.dataset.number) return;
      active = target.dataset.number;
      light(box, +active);
    });
    text.addEventListener("focusout", () => light(box, null));
    text.addEventListener("keydown", (event) => {
      if (!event.target.dataset.number) return;
      const cuts = [...text.querySelectorAll(".cl-lab-cut")];
      const next = cuts[cuts.indexOf(event.target) + ({ ArrowUp: -1, ArrowDown: 1 }[event.key] ?? NaN)];
      const by = { ArrowLeft: -1, ArrowRight: 1, PageDown: -10, PageUp: 10 }[event.key];
      if (next || by) event.preventDefault();
      next?.focus();
      if (by && event.target.matches(".cl-lab-moves")) set(model.get("point")[0] + by);
    });
    return box;
  }

  // The map: a column is a size, a row an overlap.

  function scales() {
    const { width, height, left, right, top, bottom } = SHOWN;
    const { sizes, overlaps } = model.get("chart");
    const columns = (sizes[1] - sizes[0]) / sizes[2] + 1, rows = (overlaps[1] - overlaps[0]) / overlaps[2] + 1;
    const w = (width - left - right) / columns, h = (height - top - bottom) / rows;
    const column = (size) => Math.min(Math.max((size - sizes[0]) / sizes[2], 0), columns - 1);
    return { sizes, overlaps, w, h,
      x: (size) => left + (column(size) + 0.5) * w,
      y: (overlap) => height - bottom - ((overlap - overlaps[0]) / overlaps[2] + 0.5) * h,
      at: (x, y) => [sizes[0] + sizes[2] * Math.floor((x - left) / w),
        overlaps[0] + overlaps[2] * Math.floor((height - bottom - y) / h)] };
  }
  function drawMap() {
    const chart = model.get("chart");
    $(".cl-lab-side").hidden = !chart.torn;
    if (!chart.torn) return;
    const { width, height, left, right, top, bottom } = SHOWN;
    const { sizes, overlaps, w, h, x, y } = scales();
    const base = height - bottom, line = y(chart.promise);
    const torn = chart.torn.map(([row, first, last]) =>
      `M${left + first * w} ${base - row * h}h${(last - first + 1) * w}v${-h}h${(first - last - 1) * w}z`);
    const every = [100, 200, 500].find((gap) => (sizes[1] - sizes[0]) / gap <= 6);
    const ticks = (gap, [low, high]) => Array.from({ length: Math.floor(high / gap) + 1 },
      (_, number) => number * gap).filter((value) => value >= low);
    map.innerHTML = `<svg viewBox="0 0 ${width} ${height}" aria-hidden="true">
      <rect class="cl-lab-whole" x="${left}" y="${top}" width="${width - left - right}" height="${base - top}"/>
      <path class="cl-lab-torn" shape-rendering="crispEdges" d="${torn.join("")}"/>
      <path class="cl-lab-refused" d="M${left} ${y(sizes[0])}H${x(sizes[0])}L${x(overlaps[1])} ${top}H${left}z"/>
      ${ticks(every, sizes).map((size) => `<text x="${x(size)}" y="${base + 15}">${size}</text>`).join("")}
      ${ticks(100, overlaps).map((overlap) =>
        `<text class="cl-lab-end" x="${left - 6}" y="${y(overlap) + 4}">${overlap}</text>`).join("")}
      <text x="${(left + width - right) / 2}" y="${height - 6}">size</text>
      <text transform="translate(12 ${(top + base) / 2}) rotate(-90)">overlap</text>
      ${chart.promise > overlaps[1] ? "" : `<path class="cl-lab-promise" d="M${left} ${line}H${width - right}"/>
      <text class="cl-lab-end" x="${width - right - 4}" y="${line - 5}">L − 1 = ${chart.promise}</text>`}
      <circle r="7"/></svg>`;
    $(".cl-lab-share").textContent = `(${chart.share})`;
  }
  function drawPoint() {
    if (!model.get("chart").torn) return;
    const { x, y } = scales(), [size] = model.get("point");
    const point = $("circle");
    const whole = !state().panes[0].cracked.length;
    point.setAttribute("class", whole ? "" : "cl-lab-cracked");
    point.setAttribute("cx", x(size));
    point.setAttribute("cy", y(state().held));
    map.ariaLabel = `Map of sizes and overlaps; one chunk holds the answer at ${model.get("chart").share}` +
      ` of them. Now size ${size}, overlap ${state().held}: ${whole ? "whole" : "torn"}.`;
  }
  function toPointer(event) {
    const box = map.getBoundingClientRect(), scale = SHOWN.width / box.width;
    set(...scales().at((event.clientX - box.left) * scale, (event.clientY - box.top) * scale));
  }
  map.addEventListener("pointerdown", (event) => {
    map.setPointerCapture(event.pointerId);
    toPointer(event);
  });
  map.addEventListener("pointermove", (event) => event.buttons && toPointer(event));
  map.addEventListener("keydown", (event) => {
    const { sizes, overlaps } = scales(), [size, overlap] = model.get("point");
    const by = event.shiftKey ? 5 : 1;
    const to = { ArrowRight: [size + by * sizes[2], overlap], ArrowLeft: [size - by * sizes[2], overlap],
      ArrowUp: [size, overlap + by * overlaps[2]], ArrowDown: [size, overlap - by * overlaps[2]],
      Home: [sizes[0], overlap], End: [sizes[1], overlap] }[event.key];
    if (to) event.preventDefault();
    if (to) set(...to);
  });

  // The rest.

  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const ready = () => (play.textContent = still.matches ? "▶ one step of size" : "▶ slide the size");
  function slide() {
    const [low, high] = model.get("chart").sizes ?? state().bounds[0];
    const next = model.get("point")[0] + (still.matches ? 50 : 5);
    set(next > high ? low : next);
  }
  function stop() {
    clearInterval(timer);
    timer = null;
    ready();
  }
  play.addEventListener("click", () => {
    if (still.matches) slide();
    else if (timer) stop();
    else {
      timer = setInterval(slide, 80);
      play.textContent = "■ stop";
    }
  });
  answer.addEventListener("change", () => pick(...(state().sentences[answer.selectedIndex - 1] ?? []).slice(0, 2)));
  place.addEventListener("input", () => tell("place", +place.value));
  el.addEventListener("keydown", (event) => event.stopPropagation()); // else "d d" deletes a cell

  function drawTable([heads = [], ...rows]) {
    const cells = (tag, row) => row.map((words, column) => {
      const kind = words === "" ? "td" : column ? tag : "th"; // a head without words is none
      const scope = tag === "th" ? "col" : "row";
      return Object.assign(make(kind, "", words), kind === "td" ? {} : { scope });
    });
    const lines = [[heads, "th"], ...rows.map((row) => [row, "td"])].map(([row, tag]) => {
      const line = make("tr", "");
      line.append(...cells(tag, row));
      return line;
    });
    $("table").hidden = !rows.length;
    $("table").replaceChildren(...lines);
  }
  function draw() {
    const { table, sentences, panes, span, view } = state();
    const names = ["as it was asked", ...sentences.map((each) => each[2])];
    if (`${names}` !== `${[...answer.options].map((option) => option.text)}`)
      answer.replaceChildren(...names.map((name) => new Option(name)));
    answer.selectedIndex = 1 + sentences.findIndex((each) => `${each.slice(0, 2)}` === `${state().answer}`);
    drawTable(table);
    place.parentElement.hidden = !span;
    Object.assign(place, { max: span, value: view[0] });
    place.ariaValueText = `characters ${view.join(" to ")}`;
    const boxes = $(".cl-lab-panes");
    while (boxes.children.length < panes.length) boxes.append(newPane());
    panes.forEach((pane, number) => drawPane(pane, boxes.children[number]));
    if (!el.querySelector(".cl-lab-dim")) light(boxes.firstChild, null);
    drawPoint();
  }
  model.on("change:chart", drawMap);
  model.on("change:state", draw);
  model.on("comm_live_update", () => {
    stop();
    $(".cl-lab-gone").textContent = "Python no longer answers. Start the kernel again, and run this cell.";
  });
  ready();
  still.addEventListener("change", stop);
  drawMap();
  draw();
  return () => {
    stop();
    still.removeEventListener("change", stop);
  };
}

export default { render };
