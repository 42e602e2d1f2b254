// The trial before paid work: what the page between works says of it, and in a dialog what was right and missed, photo by photo.
import { byId, make, setText } from "./elements.js";
import { frame } from "./photo_view.js";
import { textOf } from "./refusals.js";
import { fill, gettext, ngettext } from "./texts.js";

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
    const marks = missedOf(photo).filter((one) => photo.places[one]).map((one) => frame(photo.places[one], "box"));
    const picture = make("div", { className: "picture" }, image, ...marks);
    return make("li", {}, picture, make("p", {}, linesOf(photo).join(" ")));
  }
}

/** Return what is said between works: that a trial comes first, or was not passed; else nothing. */
export function aheadOf(trial) {
  if (!trial || trial.isPassed) return "";
  const { photosLeft: count } = trial;
  if (!count) return textOf({ code: "trial-not-passed" });
  return fill(ngettext("First a trial: %(count)s photo, unpaid.", "First a trial: %(count)s photos, unpaid.", count), { count });
}

/** Return what is on a photo and was not read. */
function missedOf({ numbers, expectedNumbers }) {
  return expectedNumbers.filter((one) => !numbers.includes(one));
}

function sumOf({ asked, right, needed, isPassed, photosLeft }) {
  const sum = fill(gettext("%(right)s of %(asked)s photos are right."), { asked, right });
  const share = `${Math.round(needed * 100)} %`;
  const enough = isPassed ? gettext("You get paid photos now.") : fill(gettext("Paid photos follow if %(share)s are right: ask the lead."), { share });
  return photosLeft ? sum : `${sum} ${enough}`;
}

const byNumber = new Intl.Collator("en", { numeric: true }).compare;

/** Return in words what was right on a photo, what was missed, and what is not there. */
export function linesOf({ isRight, numbers, customTags, expectedNumbers, expectedCustomTags }) {
  const [read, known] = [[...numbers, ...customTags], [...expectedNumbers, ...expectedCustomTags]].map((values) => values.sort(byNumber));
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
