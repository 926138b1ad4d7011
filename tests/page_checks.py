"""What can be measured of a page's looks: contrast, names, order of the Tab key, what is cut off.

Each of these is JavaScript for `Locator.evaluate` on a part of the page; it returns what is wrong,
one line a fault.
"""

from __future__ import annotations

from playwright.sync_api import CDPSession, Page

WHO_NEEDS_A_NAME = {
    *("button", "checkbox", "combobox", "ComboBoxSelect", "DisclosureTriangle", "link", "listbox"),
    *("menuitem", "radio", "searchbox", "slider", "spinbutton", "switch", "tab", "textbox"),
    *("image", "img"),
}


def unnamed(page: Page, selector: str) -> list[str]:
    """The roles of the controls and pictures that Chromium's accessibility tree has no name for."""
    session: CDPSession = page.context.new_cdp_session(page)
    root = session.send("DOM.getDocument")["root"]["nodeId"]
    found = session.send("DOM.querySelectorAll", {"nodeId": root, "selector": selector})
    roles = []
    for part in found["nodeIds"]:
        for node in session.send("Accessibility.queryAXTree", {"nodeId": part})["nodes"]:
            if node["ignored"]:
                continue  # hidden
            role, name = node["role"]["value"], node.get("name", {}).get("value", "")
            if role in WHO_NEEDS_A_NAME and not name.strip():
                roles.append(role)
    session.detach()
    return roles


def controls(page: Page, selector: str) -> list[dict[str, str]]:
    """Role, name and states of each control, as Chromium's accessibility tree has them."""
    session: CDPSession = page.context.new_cdp_session(page)
    root = session.send("DOM.getDocument")["root"]["nodeId"]
    found = session.send("DOM.querySelectorAll", {"nodeId": root, "selector": selector})
    told = []
    for part in found["nodeIds"]:
        for node in session.send("Accessibility.queryAXTree", {"nodeId": part})["nodes"]:
            role = node["role"]["value"]
            if role in WHO_NEEDS_A_NAME - {"image", "img"} and not node["ignored"]:
                states = {
                    each["name"]: str(each["value"].get("value")) for each in node["properties"]
                }
                texts = {key: str(node.get(key, {}).get("value", "")) for key in ("name", "value")}
                told.append({"valuetext": "", **states, **texts, "role": role})
    session.detach()
    return told


def faults(page: Page, selector: str, script: str) -> list[str]:
    """What a script finds wrong in all of these parts of the page."""
    return [fault for part in page.locator(selector).all() for fault in part.evaluate(script)]


# Everything in a view that a hand can use, from top to bottom; what scrolls is used, too.
USABLE = """root => {
  const fields = 'input, select, textarea, button, [tabindex="0"]';
  const scrolls = e => /auto|scroll/.test(getComputedStyle(e).overflowY)
    && e.scrollHeight > e.clientHeight && !e.querySelector('[tabindex="0"]');
  window.usable = [...root.querySelectorAll('*')]
    .filter(e => e.getClientRects().length && !e.disabled && (e.matches(fields) || scrolls(e)));
  return window.usable.map(e => e.className || e.type);
}"""
FOCUSED = "() => window.usable.indexOf(document.activeElement)"

_COLOURS = """
  const pen = new OffscreenCanvas(1, 1).getContext('2d', {willReadFrequently: true});
  const rgba = colour => {
    pen.clearRect(0, 0, 1, 1);
    pen.fillStyle = colour;
    pen.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = pen.getImageData(0, 0, 1, 1).data;
    return [r, g, b, a / 255];
  };
  const over = ([r, g, b, a], paper) => [r, g, b].map((v, i) => v * a + paper[i] * (1 - a));
  const light = colour => colour.map(v => v / 255)
    .map(v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
    .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
  const ratio = (ink, paper) => {
    const [a, b] = [light(over(ink, paper)), light(paper)].sort((x, y) => y - x);
    return (a + 0.05) / (b + 0.05);
  };
  // Every colour that may lie behind an element: each stripe of a hatching counts.
  const papers = element => {
    const behind = [];
    for (let e = element; e; e = e.parentElement) {
      behind.unshift(getComputedStyle(e));
      if (rgba(behind[0].backgroundColor)[3] === 1) break;
    }
    return behind.reduce((under, style) => {
      const plain = under.map(paper => over(rgba(style.backgroundColor), paper));
      const stripes = style.backgroundImage.match(/rgba?\\([^)]*\\)/g) ?? [];
      return [...plain, ...plain.flatMap(p => stripes.map(stripe => over(rgba(stripe), p)))];
    }, [[255, 255, 255]]);
  };
"""

# Text whose contrast with what is painted behind it is below 4.5 to 1 (WCAG 2.2, 1.4.3, which
# leaves out what cannot be used at the moment).
FAINT = """root => {COLOURS
  const drawnUnder = text => {
    if (!text.ownerSVGElement) return [];
    const {x, y, width, height} = text.getBoundingClientRect();
    return [...text.ownerSVGElement.querySelectorAll('rect, circle')].filter(shape => {
      const box = shape.getBoundingClientRect();
      return shape.compareDocumentPosition(text) & Node.DOCUMENT_POSITION_FOLLOWING
        && box.left < x + width / 2 && x + width / 2 < box.right
        && box.top < y + height / 2 && y + height / 2 < box.bottom
        && getComputedStyle(shape).fill !== 'none';
    });
  };
  const faults = [];
  const look = (element, text, colour) => {
    if (element.matches(':disabled, :disabled *')) return;
    let ink = rgba(colour);
    for (let e = element; e; e = e.parentElement) ink[3] *= getComputedStyle(e).opacity;
    let behind = papers(element);
    for (const shape of drawnUnder(element))
      behind = behind.map(paper => over(rgba(getComputedStyle(shape).fill), paper));
    const worst = Math.min(...behind.map(paper => ratio(ink, paper)));
    if (worst < 4.5) faults.push(`${worst.toFixed(2)} "${text.trim().slice(0, 50)}" in `
      + `${element.tagName}.${element.className.baseVal ?? element.className}`);
  };
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const element = texts.currentNode.parentElement;
    if (!texts.currentNode.data.trim() || !element.getClientRects().length) continue;
    const style = getComputedStyle(element);
    look(element, texts.currentNode.data, element.closest('svg') ? style.fill : style.color);
  }
  for (const field of root.querySelectorAll('input:not([type=range]), textarea, select')) {
    if (!field.getClientRects().length) continue;
    look(field, field.value, getComputedStyle(field).color);
    if (/\\p{L}/u.test(field.placeholder))
      look(field, field.placeholder, getComputedStyle(field, '::placeholder').color);
  }
  return [...new Set(faults)];
}""".replace("COLOURS", _COLOURS)

# Drop-downs whose arrow has a contrast below 3 to 1 with the field (WCAG 2.2, 1.4.11). An arrow
# that is no image is drawn by the browser, for the colour scheme of the page.
FAINT_ARROWS = """async root => {COLOURS
  const faults = [];
  for (const field of root.querySelectorAll('select')) {
    const [paper] = papers(field);
    if (getComputedStyle(field).backgroundImage === 'none') continue;
    const arrow = new Image();
    arrow.src = getComputedStyle(field).backgroundImage.slice(5, -2).replaceAll('\\\\"', '"');
    await arrow.decode();
    const sheet = new OffscreenCanvas(18, 18).getContext('2d');
    sheet.drawImage(arrow, 0, 0, 18, 18);
    const {data} = sheet.getImageData(0, 0, 18, 18);
    let best = 1;
    for (let at = 0; at < data.length; at += 4) {
      const [r, g, b, a] = data.slice(at, at + 4);
      best = Math.max(best, ratio([r, g, b, a / 255], paper));
    }
    if (best < 3) faults.push(`${best.toFixed(2)} for the arrow of ${field.value}`);
  }
  return faults;
}""".replace("COLOURS", _COLOURS)

# Marks of a view that only a colour would tell from what stands beside them.
BY_COLOUR_ALONE = """root => {
  const style = (e, part) => getComputedStyle(e, part);
  const looks = e => ['fontWeight', 'textDecorationLine', 'borderTopWidth', 'borderTopStyle']
    .map(name => style(e)[name]).join() + style(e, '::before').content
    + style(e, '::before').visibility;
  const faults = [];
  for (const pressed of root.querySelectorAll('.widget-toggle-buttons .mod-active'))
    for (const other of pressed.parentElement.querySelectorAll('button:not(.mod-active)'))
      if (looks(pressed) === looks(other)) faults.push(`pressed: ${pressed.textContent}`);
  for (const e of root.querySelectorAll('.cl-evidence'))
    if (!parseFloat(style(e).borderTopWidth)) faults.push(`evidence: ${e.textContent}`);
  for (const e of root.querySelectorAll('.cl-shared'))
    if (style(e).backgroundImage === 'none') faults.push(`stored twice: ${e.textContent}`);
  for (const e of root.querySelectorAll('.cl-proof'))
    if (style(e).strokeDasharray === 'none') faults.push('evidence on the map');
  for (const e of root.querySelectorAll('.cl-verdict'))
    if (e.getClientRects().length && !/\\p{L}{3}/u.test(e.textContent))
      faults.push(`a verdict without words: ${e.outerHTML}`);
  return faults;
}"""

# Text that does not fit its box: what is clipped, and words that break without a hyphen.
CUT_OFF = """root => {
  const name = e => `"${(e.textContent || e.value || '').trim().slice(0, 60)}" in ${e.tagName}`
    + `.${e.className}`;
  const faults = [];
  const boxes = 'button, .widget-label, .widget-label-basic, select, input, td, th, pre, p';
  for (const e of [root, ...root.querySelectorAll(boxes)])
    if (e.getClientRects().length && e.scrollWidth > e.clientWidth + 1)
      if (getComputedStyle(e).display !== 'inline') faults.push(`cut off: ${name(e)}`);
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (texts.nextNode()) {
    const text = texts.currentNode;
    if (text.parentElement.closest('code')) continue; // it has no spaces at which it could break
    for (const word of text.data.matchAll(/[\\p{L}\\p{N}]+/gu)) {
      if (/[\\p{sc=Han}\\p{sc=Hira}\\p{sc=Kana}\\p{sc=Thai}]/u.test(word[0])) continue; // nor these
      range.setStart(text, word.index);
      range.setEnd(text, word.index + word[0].length);
      const lines = new Set([...range.getClientRects()].map(box => Math.round(box.top)));
      if (lines.size > 1) faults.push(`broken: ${word[0]} in ${text.parentElement.tagName}`);
    }
  }
  return [...new Set(faults)];
}"""

# What reaches over the right edge of its output, where it is not seen.
BEYOND = """root => {
  const edge = root.getBoundingClientRect().right + 1;
  const scrolls = e => e.parentElement?.closest('.cl-text, .jupyter-widgets[style*=auto]');
  return [...new Set([...root.querySelectorAll('*')]
    .filter(e => e.getClientRects().length && e.getBoundingClientRect().right > edge && !scrolls(e))
    .map(e => `beyond: ${e.tagName}.${e.className.baseVal ?? e.className}`))];
}"""

# What scrolls and ends in the middle of a line, as if it ended there: a field must show whole
# lines, a pane must fade out.
TORN = """root => [...root.querySelectorAll('*')].filter(e => {
  const style = getComputedStyle(e);
  if (!/auto|scroll/.test(style.overflowY) || e.scrollHeight <= e.clientHeight + 1) return false;
  if (!e.matches('textarea')) return ![e, ...e.querySelectorAll('*')]
    .some(inner => getComputedStyle(inner, '::after').position === 'sticky');
  const line = parseFloat(style.lineHeight);
  const lines = (e.clientHeight - parseFloat(style.paddingTop)) / line;
  return !(Math.abs(lines - Math.round(lines)) * line <= 1);
}).map(e => `${e.tagName}.${e.className} ends in the middle of a line`)"""

# Numbers on a map with the edge of a frame through them, and nothing that keeps it off.
CROSSED = """root => [...root.querySelectorAll('svg.cl-map text')].filter(text => {
  const box = text.getBoundingClientRect(), style = getComputedStyle(text);
  const edged = style.paintOrder.startsWith('stroke') && parseFloat(style.strokeWidth) >= 3;
  return [...text.ownerSVGElement.querySelectorAll('.cl-proof')].some(frame => {
    const {left, right, top, bottom} = frame.getBoundingClientRect();
    const above = frame.compareDocumentPosition(text) & Node.DOCUMENT_POSITION_FOLLOWING;
    return [left, right].some(x => box.left < x && x < box.right)
      && top < box.bottom && box.top < bottom && !(above && edged);
  });
}).map(text => `crossed: ${text.textContent}`)"""

# Tool-tips that say nothing but that nobody wrote one.
NULL_TITLES = """root => [root, ...root.querySelectorAll('[title]')]
  .filter(e => ['null', 'undefined', 'None'].includes(e.title))
  .map(e => `${e.tagName}.${e.className} "${e.textContent.slice(0, 30)}"`)"""

# Pictures that neither have alternative text nor a sentence below them.
UNEXPLAINED = """root => [...root.querySelectorAll('.jp-OutputArea-output img')]
  .filter(e => !e.alt.trim() && !/\\p{L}+ \\p{L}+/u.test(
    e.closest('.jp-OutputArea-child').nextElementSibling?.textContent ?? ''))
  .map((e, place) => `picture ${place + 1}`)"""
