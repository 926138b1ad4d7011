// A range input and its number box: one name, one value, and the keys that a browser gives them.
const PARTS = `<label><span class="cl-slider-name"></span><input type="range"></label>
  <input type="number"><span></span><span class="cl-slider-said" role="status"></span>`;

// A slider by powers of ten stands on 1, 2 … 9, 10, 20 … 90, 100 …, each as far from the next.
const toPlace = (value) => {
  const power = Math.floor(Math.log10(value));
  return 9 * power + Math.floor(value / 10 ** power) - 1;
};
const toValue = (place) => ((place % 9) + 1) * 10 ** Math.floor(place / 9);

function render({ model, el }) {
  el.classList.add("cl-slider");
  el.innerHTML = PARTS;
  const [range, box] = el.querySelectorAll("input");
  const [name, unit, said] = el.querySelectorAll("span");

  const show = () => {
    const [value, min, max, step] = ["value", "min", "max", "step"].map((key) => model.get(key));
    name.textContent = model.get("description");
    unit.textContent = model.get("unit");
    for (const input of [range, box]) {
      input.ariaLabel = model.get("description");
      input.disabled = model.get("disabled");
      Object.assign(input, { min, max, step: input === box ? 1 : step, value });
    }
    if (model.get("powers")) {
      const [first, last, place] = [min, max, value].map(toPlace);
      Object.assign(range, { min: first, max: last, step: 1, value: place });
    }
    range.ariaValueText = `${value} ${model.get("unit")}`.trim();
  };
  const take = (value, words = "") => {
    said.textContent = words;
    model.set("value", value);
    model.save_changes();
    show();
  };
  const slide = () => {
    if (model.get("powers")) return take(Math.min(toValue(+range.value), +box.max));
    const last = +range.value > range.max - range.step; // the end may lie between two steps
    take(last ? +range.max : +range.value);
  };

  range.addEventListener("input", () => model.get("continuous_update") && slide());
  range.addEventListener("change", slide);
  box.addEventListener("change", () => {
    const typed = box.value === "" ? model.get("value") : Math.round(+box.value);
    const value = Math.min(Math.max(typed, +box.min), +box.max);
    const asked = `a whole number from ${box.min} to ${box.max}: ${value} is taken`;
    take(value, box.checkValidity() && box.value !== "" ? "" : asked);
  });
  el.addEventListener("keydown", (event) => event.stopPropagation()); // else "d d" deletes a cell
  model.on("change", show);
  show();
}

export default { render };
