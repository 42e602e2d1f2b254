// The bytes of a photo: kept ones, else from the server in the screen's size.
import { KeptPictures } from "./kept_pictures.js";
import { Line } from "./line.js";

const LARGE_SCREEN = 1500; // pixels of the stage, from which on a fast line brings the larger size

export const SCREEN = "screen";
export const LARGE = "large";
export const ORIGINAL = "original";
export const WIDTHS = { [SCREEN]: 1280, [LARGE]: 2048, [ORIGINAL]: Infinity }; // pixels at most

/** Loads the pictures of one work. */
export class Pictures {
  #api;
  #kept;
  #path;
  line = new Line();

  constructor({ api, tagatorId, workId }) {
    this.#api = api;
    this.#path = `works/${workId}/tasks/`;
    this.#kept = new KeptPictures(tagatorId);
    this.#kept.keepOnly(this.#path);
  }

  /** Return the size in which photos are shown at first: the larger one costs a fast line nothing. */
  sizeFor(pixels) {
    return this.line.isFast && pixels > LARGE_SCREEN ? LARGE : SCREEN;
  }

  /**
   * Return an address that an `<img>` can show; the caller revokes it when it is used no more.
   *
   * Where the server cannot serve the picture, it is the original's.
   */
  async address(task, size, { signal, priority }) {
    if (size === ORIGINAL) return task.imageUrl;
    try {
      return URL.createObjectURL(await this.#blob(task, size, { signal, priority }));
    } catch (error) {
      if (signal.aborted) throw error;
      return task.imageUrl;
    }
  }

  async #blob({ taskId }, size, options) {
    const path = `${this.#path}${taskId}/picture?size=${size}`;
    const address = this.#api.base + path;
    const kept = await this.#kept.get(address);
    if (kept) return kept;
    const { blob, milliseconds } = await this.#api.picture(path, options);
    this.line.took(milliseconds);
    this.#kept.put(address, blob);
    return blob;
  }
}
