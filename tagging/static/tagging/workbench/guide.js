// The album's guide beside the photo: open until the tagger folds it, and again when it has changed.
import { Problem } from "./api.js";
import { byId, make } from "./elements.js";
import { gettext } from "./texts.js";

export class Guide {
  #store;
  #tagatorId;
  #api;
  #part = byId("guide-part");
  #shown = null; // {albumId, version, html}
  #state = "";
  #isLoading = false;

  constructor(store, tagatorId, api) {
    this.#store = store;
    this.#tagatorId = tagatorId;
    this.#api = api;
    this.#part.addEventListener("toggle", () => this.#onToggle());
    byId("guide-read").addEventListener("click", () => this.toggle());
  }

  /** Show the guide of the album of the photo in hand, or none; the tagger has read what is folded. */
  show(guide) {
    const state = guide?.html ? `${guide.albumId} ${guide.version} ${guide.html}` : "";
    if (state === this.#state) return;
    this.#state = state;
    this.#shown = state ? guide : null;
    this.#forgetPictures();
    byId("guide").innerHTML = guide?.html ?? ""; // cleaned by the server
    translate(byId("guide"));
    this.#part.hidden = !state;
    this.#part.open = state !== "" && this.#store.get(this.#name(guide)) !== guide.version;
    if (this.#part.open) this.#loadPictures();
  }

  /** Fold it, or unfold it; return whether there is one. */
  toggle() {
    if (this.#shown) this.#part.open = !this.#part.open;
    return this.#shown !== null;
  }

  #onToggle() {
    if (!this.#shown) return;
    if (this.#part.open) this.#loadPictures();
    else this.#store.set(this.#name(this.#shown), this.#shown.version);
  }

  /** Load the sample pictures that are not loaded yet, one after the other: the photo goes first. */
  async #loadPictures() {
    if (this.#isLoading) return;
    this.#isLoading = true;
    for (let image = this.#next(); image; image = this.#next()) {
      image.dataset.isAsked = "yes";
      await this.#load(image);
    }
    this.#isLoading = false;
    for (const image of this.#images) if (!image.src) delete image.dataset.isAsked; // when it is unfolded again
  }

  #name({ albumId }) {
    return `guide.${this.#tagatorId()}.${albumId}`;
  }

  get #images() {
    return [...byId("guide").querySelectorAll("img")];
  }

  #next() {
    return this.#images.find((image) => !image.dataset.isAsked);
  }

  async #load(image) {
    const path = `albums/${this.#shown.albumId}/taggingGuide/pictures/${image.dataset.photo}`;
    try {
      const { blob } = await this.#api.picture(path, { priority: "low" });
      if (image.isConnected) enlargeable(image, URL.createObjectURL(blob));
    } catch (error) {
      image.alt = whyNot(error);
    }
  }

  #forgetPictures() {
    for (const image of this.#images) if (image.src) URL.revokeObjectURL(image.src);
  }
}

/** Say in the tagger's language what the server says in English. */
function translate(guide) {
  for (const lost of guide.querySelectorAll(".lost")) lost.textContent = gettext("This sample picture was deleted.");
  for (const image of guide.querySelectorAll("img")) image.alt = gettext("Sample picture");
}

function whyNot(error) {
  const isGone = error instanceof Problem && error.status === 404;
  return isGone ? gettext("This sample picture was deleted.") : gettext("This sample picture cannot be loaded.");
}

/** Show the picture; a press of it shows it larger. */
function enlargeable(image, address) {
  image.src = address;
  const caption = image.nextElementSibling?.textContent ?? "";
  const name = gettext("Show the sample picture larger");
  const button = make("button", { type: "button", className: "plain", ariaLabel: name, onclick: () => enlarge(address, caption) });
  image.replaceWith(button);
  button.append(image);
}

function enlarge(address, caption) {
  byId("sample-picture").src = address;
  byId("sample-caption").textContent = caption || gettext("Sample picture");
  byId("sample-dialog").showModal();
}
