// The album's hint beside the photo: unfolded until it was read, that is, with the album's first photo.
import { byId, setText } from "./elements.js";

export class Hint {
  #store;
  #tagatorId;
  #shown = null; // {taskId, albumId, text} of the photo with which it was unfolded

  constructor(store, tagatorId) {
    this.#store = store;
    this.#tagatorId = tagatorId;
  }

  /** Show the hint of a photo's album; a changed one is unfolded again. */
  show({ taskId, albumId }, text = "") {
    if (this.#shown && this.#shown.taskId !== taskId) this.#markRead();
    const part = byId("hint-part");
    part.hidden = !text;
    setText("hint", text);
    const isRead = this.#store.get(this.#name(albumId)) === text;
    if (text && !isRead && !this.#shown) this.#shown = { taskId, albumId, text };
    const state = `${albumId} ${text} ${isRead}`;
    if (part.dataset.state !== state) part.open = !isRead; // the tagger may fold it otherwise
    part.dataset.state = state;
  }

  #markRead() {
    const { albumId, text } = this.#shown;
    this.#store.set(this.#name(albumId), text);
    this.#shown = null;
  }

  #name(albumId) {
    return `hint.${this.#tagatorId()}.${albumId}`;
  }
}
