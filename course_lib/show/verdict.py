"""The verdict above a view: a screen reader reads it out whenever it changes.

HTML that is replaced takes a live region away with its old words. Here the element stays.
"""

import anywidget
import traitlets

MARKS = {"good": "✔", "bad": "✘", "": ""}

_DRAWN = """
export default {
  render({ model, el }) {
    const line = el.appendChild(document.createElement("div"));
    line.setAttribute("role", "status");
    const show = () => {
      line.className = `cl cl-verdict cl-${model.get("state") || "plain"}`;
      const parts = [["cl-tick", model.get("mark")], ["cl-words", model.get("words")]];
      line.replaceChildren(...parts.filter(([, text]) => text).map(([style, text]) =>
        Object.assign(document.createElement("span"), { className: style, textContent: text })));
    };
    model.on("change", show);
    show();
  },
};
"""


class Verdict(anywidget.AnyWidget):
    """A sentence of state, with a mark and a frame that need no colour; empty, it is not drawn.

    >>> verdict = Verdict()
    >>> verdict.tell("torn at 400", good=False)
    >>> verdict.mark, verdict.words
    ('✘', 'Torn at 400.')
    """

    _esm = _DRAWN
    words = traitlets.Unicode().tag(sync=True)
    mark = traitlets.Unicode().tag(sync=True)
    state = traitlets.Unicode().tag(sync=True)

    def tell(self, words: str, *, good: bool | None = None) -> None:
        """Say a new sentence; `good` is None where nothing is right or wrong."""
        state = "" if good is None else "good" if good else "bad"
        sentence = f"{words[:1].upper()}{words[1:]}." if words else ""
        with self.hold_sync():
            self.words, self.mark, self.state = sentence, MARKS[state], state
