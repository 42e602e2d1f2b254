// Small pieces of the page.

export function byId(id) {
  return document.getElementById(id);
}

/** Make an element: `make("li", {className: "x"}, child, "text")`. */
export function make(name, properties = {}, ...children) {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
}

/** Put a sign where the caret is, as if it were typed. */
export function putSign(field, sign) {
  const { selectionStart, selectionEnd, value, maxLength } = field;
  if (value.length - (selectionEnd - selectionStart) >= maxLength) return;
  field.setRangeText(sign, selectionStart, selectionEnd, "end");
  field.dispatchEvent(new Event("input"));
}

/** Set a text only if it is another one: a screen reader would read it again. */
export function setText(id, text) {
  const element = byId(id);
  if (element.textContent !== text) element.textContent = text;
}

/** Show these items, each `{key, make}`; elements whose key is shown already stay as they are. */
export function setItems(list, items) {
  const shown = new Map(Array.from(list.children, (child) => [child.dataset.key, child]));
  const wanted = items.map(({ key, make: made }) => {
    const found = shown.get(key) ?? made();
    found.dataset.key = key;
    return found;
  });
  const same = wanted.length === list.children.length && wanted.every((one, place) => list.children[place] === one);
  if (!same) list.replaceChildren(...wanted);
}
