// The tagger's questions to the lead: those that are not sent yet, and those that the server has.
import { Away } from "./api.js";
import { Queue } from "./queue.js";
import { textOf } from "./refusals.js";
import { fill, gettext } from "./texts.js";

const NAME = "questions.";
const MOST = 50; // the newest

/** Events: `change` (show them again), `said` {text, level}. */
export class Questions extends EventTarget {
  #api;
  #store;
  #queue = null; // of the tagger who is signed in; one that is not sent yet stays over a reload
  #known = []; // as the ClientApi gives them
  #lastAnswerOn; // of the list that is known
  #isAsking = false;

  constructor(api, store) {
    super();
    this.#api = api;
    this.#store = store;
  }

  /** Send what was kept before a reload. */
  begin(tagatorId) {
    if (this.#queue) return;
    const deliver = ({ id, workId, taskId, text }) =>
      this.#api.post(`works/${workId}/tasks/${taskId}/questions`, { questionId: id, text }, id);
    this.#queue = new Queue(this.#store, NAME + tagatorId, deliver, (error) => error instanceof Away);
    this.#queue.addEventListener("sent", ({ detail }) => this.#takeOver(detail.answer));
    this.#queue.addEventListener("refused", ({ detail }) => this.#tellRefusal(detail));
    this.#queue.addEventListener("state", () => this.#tell("change"));
    this.#queue.start();
    this.follow(null);
  }

  stop() {
    this.#queue?.stop();
  }

  ask({ workId, taskId, text }) {
    this.#queue.add({ kind: "ask", workId, taskId, text });
  }

  /** Return all, the newest first: `{taskId, albumName, text, answer, askedOn}`; unsent ones have no `askedOn`. */
  get all() {
    const unsent = (this.#queue?.changes ?? []).map(({ taskId, text }) => ({ taskId, text, answer: "" }));
    return [...unsent.reverse(), ...this.#known];
  }

  of(taskId) {
    return this.all.filter((question) => question.taskId === taskId);
  }

  /** Read them again where the lead has answered since: a work says when that was. */
  async follow(lastAnswerOn) {
    if (!this.#queue || this.#isAsking || lastAnswerOn === this.#lastAnswerOn) return;
    this.#isAsking = true;
    try {
      const { results } = await this.#api.aside(`questions?pageSize=${MOST}`);
      const isFirst = this.#lastAnswerOn === undefined;
      this.#lastAnswerOn = lastAnswerOn ?? latest(results);
      this.#replace(results, isFirst);
    } catch {
      // Asked again when the work is looked at.
    } finally {
      this.#isAsking = false;
    }
  }

  #replace(questions, isFirst) {
    const before = new Map(this.#known.map(({ questionId, answer }) => [questionId, answer]));
    const listed = new Set(questions.map(({ questionId }) => questionId));
    const sentMeanwhile = this.#known.filter(({ questionId }) => !listed.has(questionId));
    this.#known = [...sentMeanwhile, ...questions];
    const answered = questions.find(({ questionId, answer }) => answer && before.get(questionId) !== answer);
    if (answered && !isFirst) this.#say(fill(gettext("The lead has answered: %(answer)s"), answered), "info");
    this.#tell("change");
  }

  #takeOver(question) {
    this.#known = [question, ...this.#known.filter(({ questionId }) => questionId !== question.questionId)];
    this.#tell("change");
  }

  #tellRefusal({ change, error }) {
    this.#say(fill(gettext("Not asked: “%(text)s” %(reason)s"), { text: change.text, reason: textOf(error) }), "alert");
    this.#tell("change");
  }

  #say(text, level) {
    this.#tell("said", { text, level });
  }

  #tell(what, detail) {
    this.dispatchEvent(new CustomEvent(what, { detail }));
  }
}

function latest(questions) {
  return questions.map(({ answeredOn }) => answeredOn).filter(Boolean).sort().at(-1) ?? null;
}
