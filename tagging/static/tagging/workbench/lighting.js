// Lights the suggestion that the tagger points at, and its partner: a number and who wears it.

/** What is lit follows the pointer, in the list and on the photo, and the focus in the list. */
export class Lighting {
  #view;
  #list;
  #shown = []; // the suggestions, in the order of the list
  #lit = null;

  constructor({ view, stage, list }) {
    this.#view = view;
    this.#list = list;
    for (const kind of ["pointerover", "focusin"]) list.addEventListener(kind, (event) => this.#light(this.#of(event)));
    list.addEventListener("pointerout", () => this.#light(null));
    list.addEventListener("focusout", () => queueMicrotask(() => this.#light(null))); // the focus has moved then
    stage.addEventListener("pointermove", (event) => this.#light(this.#under(event)));
    stage.addEventListener("pointerleave", () => this.#light(null));
  }

  /** Other suggestions are shown, of this photo or of another. */
  of(suggestions) {
    this.#shown = suggestions;
    this.#light(this.#shown.find((one) => isSame(one, this.#lit)) ?? null);
  }

  #of({ target }) {
    return this.#shown[[...this.#list.children].indexOf(target.closest("li"))] ?? null;
  }

  #under(event) {
    const isUnder = (box) => box && this.#view.isOver(box, event);
    const ofNumber = this.#shown.find(({ box }) => isUnder(box));
    return ofNumber ?? this.#shown.find(({ partnerBox }) => isUnder(partnerBox)) ?? null;
  }

  /** Return what has the focus in the list: it is lit where the pointer is on nothing. */
  get #focused() {
    const { activeElement } = document;
    return this.#list.contains(activeElement) ? this.#of({ target: activeElement }) : null;
  }

  #light(pointed) {
    const suggestion = pointed ?? this.#focused;
    if (isSame(suggestion, this.#lit)) return;
    this.#lit = suggestion;
    const lit = suggestion ? [suggestion.box, suggestion.partnerBox] : [];
    this.#view.light(lit.filter(Boolean));
    for (const [at, item] of [...this.#list.children].entries()) {
      item.classList.toggle("lit", isSame(this.#shown[at], suggestion));
    }
  }
}

function isSame(one, other) {
  const name = (suggestion) => suggestion && JSON.stringify([suggestion.value, suggestion.box, suggestion.partnerBox]);
  return (name(one) ?? null) === (name(other) ?? null);
}
