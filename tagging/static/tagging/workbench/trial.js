// How well the tagger read the trial, in a dialog: what was right and what was missed, photo by photo.
import { byId, make, setText } from "./elements.js";
import { fill, gettext } from "./texts.js";

export class Trial {
  #api;
  #dialog = byId("trial-dialog");

  constructor(api) {
    this.#api = api;
  }

  /** Open the dialog with what the server says of the trial. */
  open(trial) {
    setText("trial-sum", sumOf(trial));
    byId("trial-photos").replaceChildren(...trial.photos.map((photo) => this.#item(photo)));
    this.#dialog.showModal();
  }

  #item({ workId, taskId, ...photo }) {
    const image = make("img", { alt: "" });
    const path = `works/${workId}/tasks/${taskId}/picture`;
    this.#api.picture(path, { priority: "low" }).then(({ blob }) => (image.src = URL.createObjectURL(blob)), () => image.remove());
    image.addEventListener("load", () => URL.revokeObjectURL(image.src));
    return make("li", {}, image, make("p", {}, linesOf(photo).join(" ")));
  }
}

function sumOf({ asked, right, needed, isPassed, photosLeft }) {
  const sum = fill(gettext("%(right)s of %(asked)s photos are right."), { asked, right });
  const share = `${Math.round(needed * 100)} %`;
  const enough = isPassed ? gettext("You get paid photos now.") : fill(gettext("Paid photos follow if %(share)s are right: ask the lead."), { share });
  return photosLeft ? sum : `${sum} ${enough}`;
}

/** Return in words what was right on a photo, what was missed, and what is not there. */
export function linesOf({ isRight, numbers, customTags, expectedNumbers, expectedCustomTags }) {
  const [read, known] = [[...numbers, ...customTags], [...expectedNumbers, ...expectedCustomTags]];
  const [right, missed, wrong] = [
    known.filter((one) => read.includes(one)),
    known.filter((one) => !read.includes(one)),
    read.filter((one) => !known.includes(one)),
  ];
  if (isRight && !known.length) return [gettext("Right: no number.")];
  return [
    [right, gettext("Right: %(values)s.")],
    [missed, gettext("Missed: %(values)s.")],
    [wrong, gettext("Not there: %(values)s.")],
  ].filter(([values]) => values.length).map(([values, words]) => fill(words, { values: values.join(", ") }));
}
