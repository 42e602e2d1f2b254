// The numbers of the start list that begin as the tagger types, with their names.
import { make, setItems } from "./elements.js";
import { UNREAD } from "./letters.js";
import { fill, ngettext } from "./texts.js";

const PAUSE = 120; // milliseconds without a digit before the server is asked
const MOST = 8; // entries of an answer; fewer are all that there are

/** Keeps the list under the field; `choose` moves in it (the pattern of a combobox). */
export class Completion {
  #ask;
  #announce;
  #field;
  #list;
  #answers = new Map(); // album and what is typed → entries
  #entries = [];
  #at = -1;
  #timer = null;
  #wanted = "";

  /** `list` is under `field`; `ask(typed)` returns the entries, `announce(text)` tells a screen reader. */
  constructor({ field, list, ask, announce, take }) {
    this.#field = field;
    this.#list = list;
    this.#ask = ask;
    this.#announce = announce;
    this.#list.addEventListener("click", ({ target }) => {
      const number = target.closest("li")?.dataset.number;
      if (number) take(number);
    });
  }

  get isOpen() {
    return this.#entries.length > 0;
  }

  /** The number that is marked in the list, or null. */
  get chosen() {
    return this.#entries[this.#at]?.number ?? null;
  }

  /** This is in the field now, on a photo of this album. */
  type(albumId, typed) {
    const wanted = `${albumId} ${typed}`;
    if (wanted === this.#wanted) return;
    this.#wanted = wanted;
    clearTimeout(this.#timer);
    const known = typed && !typed.includes(UNREAD) ? this.#known(albumId, typed) : [];
    this.#show(known ?? [], typed);
    if (!known) this.#timer = setTimeout(() => this.#look(wanted, typed), PAUSE);
  }

  /** Mark the next or the previous entry. */
  choose(by) {
    const count = this.#entries.length;
    this.#at = this.#at < 0 ? (by > 0 ? 0 : count - 1) : (this.#at + by + count) % count;
    this.#mark();
  }

  close() {
    this.#show([], "");
  }

  async #look(wanted, typed) {
    try {
      this.#answers.set(wanted, await this.#ask(typed));
    } catch {
      return; // a convenience; the next sign asks again
    }
    if (wanted === this.#wanted) this.#show(this.#answers.get(wanted), typed);
  }

  /** Return the entries as far as earlier answers have them all, else null. */
  #known(albumId, typed) {
    for (let length = typed.length; length > 0; length -= 1) {
      const found = this.#answers.get(`${albumId} ${typed.slice(0, length)}`);
      if (found && (length === typed.length || found.length < MOST)) return found.filter(({ number }) => beginsWith(number, typed));
    }
    return null;
  }

  #show(entries, typed) {
    const isPlain = entries.length === 1 && entries[0].number === typed && !entries[0].name;
    this.#entries = isPlain ? [] : entries;
    this.#at = -1;
    setItems(this.#list, this.#entries.map(({ number, name }, place) => ({
      key: `${place} ${number} ${name}`,
      make: () => option(`${this.#list.id}-${place}`, number, name),
    })));
    this.#mark();
    const exact = this.#entries.find(({ number }) => number === typed);
    const text = ngettext("%(count)s number of the start list", "%(count)s numbers of the start list", entries.length);
    if (exact?.name) this.#announce(`${typed}: ${exact.name}`);
    else if (this.isOpen) this.#announce(fill(text, { count: entries.length }));
  }

  #mark() {
    this.#list.hidden = !this.isOpen;
    this.#field.setAttribute("aria-expanded", String(this.isOpen));
    Array.from(this.#list.children).forEach((item, place) => item.setAttribute("aria-selected", String(place === this.#at)));
    if (this.#at < 0) this.#field.removeAttribute("aria-activedescendant");
    else this.#field.setAttribute("aria-activedescendant", `${this.#list.id}-${this.#at}`);
  }
}

function option(id, number, name) {
  const item = make("li", { id, role: "option" }, make("strong", {}, number), " ", name);
  item.dataset.number = number;
  return item;
}

/** Leading zeros do not matter, and letters before the digits may be left out. */
export function beginsWith(number, typed) {
  const [, letters, digits] = parts(number);
  const [, typedLetters, rest] = parts(typed);
  const areLettersMeant = !typedLetters || letters === typedLetters || (!rest && letters.startsWith(typedLetters));
  return areLettersMeant && digits.startsWith(rest);
}

function parts(text) {
  return /^([A-Z]*)0*(.*)$/.exec(text.replace(/[\s-]/g, "").toUpperCase());
}
