// Shows the tagger's questions: of the photo in hand in the panel, all in the dialog where one is asked.
import { byId, make, setItems, setText } from "./elements.js";
import { fill, gettext, ngettext } from "./texts.js";

export class Asking {
  #questions;
  #store;
  #options;
  #inHand; // returns {tagatorId, workId, taskId, place} of the photo in hand, or null
  #asked = null; // the photo of the dialog

  constructor({ questions, store, options, inHand }) {
    this.#questions = questions;
    this.#store = store;
    this.#options = options;
    this.#inHand = inHand;
    questions.addEventListener("change", () => this.show());
    const text = byId("question");
    text.addEventListener("input", () => this.#store.set(this.#draft, text.value));
    text.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) byId("ask-form").requestSubmit();
    });
    byId("ask-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.#send(text.value.trim());
    });
  }

  /** Open the dialog: with the field while a photo is in hand. */
  open() {
    this.#asked = this.#inHand();
    byId("ask-form").hidden = !this.#asked;
    byId("ask-about").textContent = this.#asked?.place ?? "";
    byId("question").value = this.#asked ? this.#store.get(this.#draft, "") : "";
    byId("ask-dialog").showModal();
    this.show();
    if (this.#asked) byId("question").focus();
  }

  /** Show the questions about the photo in hand, and how many have an answer. */
  show() {
    const inHand = this.#inHand();
    const own = inHand ? this.#questions.of(inHand.taskId) : [];
    byId("questions-part").hidden = !own.length;
    setItems(byId("questions-here"), own.map((question) => item(question)));
    if (byId("ask-dialog").open) this.#showAll();
    this.#showUnread();
  }

  /** Show how many answers there are that the tagger has not opened. */
  #showUnread() {
    const { all } = this.#questions;
    const count = all.filter((question) => answeredAt(question) > this.#options.answersRead).length;
    const news = fill(ngettext("%(count)s new answer", "%(count)s new answers", count), { count });
    byId("answers").hidden = !count;
    setText("answers", news);
    byId("questions-between").hidden = !all.length;
    setText("questions-between", count ? `${gettext("Your questions")}: ${news}` : gettext("Your questions"));
  }

  get #draft() {
    return `question.${this.#asked.tagatorId}.${this.#asked.taskId}`;
  }

  #showAll() {
    const { all } = this.#questions;
    const newest = Math.max(0, ...all.map(answeredAt));
    if (newest > this.#options.answersRead) this.#options.answersRead = newest;
    byId("questions-all-part").hidden = !all.length;
    setItems(byId("questions-all"), all.map((question) => item(question, question.albumName)));
  }

  #send(text) {
    if (!text) return;
    const { workId, taskId } = this.#asked;
    this.#questions.ask({ workId, taskId, text });
    this.#store.remove(this.#draft);
    byId("ask-dialog").close();
  }
}

function answeredAt({ answer, answeredOn }) {
  return answer ? Date.parse(answeredOn) : 0;
}

/** Return an item for `setItems`: the question, and its answer or that there is none yet. */
function item({ questionId, taskId, text, answer, askedOn }, albumName = "") {
  const state = answer || (askedOn ? gettext("Not answered yet.") : gettext("Being sent…"));
  const of = albumName ? [make("span", { className: "quiet" }, fill(gettext("Album %(albumName)s"), { albumName }))] : [];
  return {
    key: `${questionId ?? taskId + text} ${state} ${albumName}`,
    make: () => make("li", {}, ...of, make("p", { className: "asked" }, text), make("p", { className: answer ? "answer" : "quiet" }, state)),
  };
}
