// The signal that work has arrived: the tab's title and icon, and a notification of the browser.
import { byId } from "./elements.js";
import { gettext } from "./texts.js";

export class Signal {
  #options;
  #isOn = false;
  #title = document.title;
  #icon = byId("icon");
  #plain = this.#icon.getAttribute("href");

  constructor(options) {
    this.#options = options;
  }

  /** Show it or take it away; the notification comes once, where no one sees the page. */
  show(isOn) {
    if (isOn === this.#isOn) return;
    this.#isOn = isOn;
    document.title = isOn ? `● ${gettext("Photos are waiting")} · Finishline` : this.#title;
    this.#icon.setAttribute("href", isOn ? this.#icon.dataset.waiting : this.#plain);
    if (isOn && document.hidden && this.#options.notify && isAllowed()) this.#notify();
  }

  /** Let the tagger choose notifications, with a box that is not shown where the browser has none. */
  offer(box) {
    box.addEventListener("change", async () => {
      const wanted = box.checked && (await Notification.requestPermission()) === "granted";
      this.#options.notify = wanted;
      this.prepare(box);
    });
  }

  /** Show in the box what the tagger chose, and hide it where notifications are not possible. */
  prepare(box) {
    box.checked = isAllowed() && this.#options.notify;
    box.closest("label").hidden = !("Notification" in window) || Notification.permission === "denied";
  }

  #notify() {
    try {
      const shown = new Notification(gettext("Photos are waiting"), { tag: "workbench", icon: this.#icon.href });
      shown.onclick = () => {
        window.focus();
        shown.close();
      };
    } catch {
      // Browsers of phones allow it to service workers alone.
    }
  }
}

function isAllowed() {
  return "Notification" in window && Notification.permission === "granted";
}
