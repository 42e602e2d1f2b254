// The panel beside the photo: numbers, tags, suggestions, progress, and the state of sending.
import { span } from "./clock.js";
import { byId, make, setItems, setText } from "./elements.js";
import { money } from "./figures.js";
import { UNFINISHED } from "./in_hand.js";
import { shortcut, UNREAD } from "./letters.js";
import { SKIPPED } from "./projection.js";
import { origin } from "./suggestions.js";
import { fill, gettext, ngettext } from "./texts.js";

/** Show the photo in hand; `known` of its album: hint, guide and tags. `on` has what a press of a button does: `remove`, `custom`, `suggest`. */
export function showTask(current, { progress, hint, guide, known, suggestions, on }) {
  setText("place", placeOf(current, progress));
  byId("progress").max = progress.total;
  byId("progress").value = progress.finished;
  byId("review").hidden = current.state === UNFINISHED;
  setText("review", reviewText(current.state));
  hint.show(current.task, known?.guide?.html ? "" : known?.text); // of one with a guide it is the beginning
  guide.show(known?.guide);
  showNumbers(current, on);
  showSuggestions(suggestions, current.task, on);
  showCustomTags(current, known?.customTags ?? [], on);
}

function reviewText(state) {
  if (state === SKIPPED) return gettext("This photo is skipped. A change takes it back.");
  return gettext("This photo is completed. A change opens it again.");
}

/** Show what was done last, which can be undone. */
export function showDone(deed) {
  byId("done").hidden = !deed;
  setText("done-text", deed?.text ?? "");
}

/** Return `Photo 3 of 20`. */
export function placeOf({ ordinal }, { total, isTrial }) {
  const words = isTrial ? gettext("Trial: photo %(ordinal)s of %(total)s") : gettext("Photo %(ordinal)s of %(total)s");
  return fill(words, { ordinal, total });
}

/** Show the text of the field and why it was refused. */
export function showDraft({ text, reason, isUnlisted }) {
  const field = byId("number");
  if (field.value !== text) field.value = text;
  field.setAttribute("aria-invalid", String(Boolean(reason)));
  setText("reason", reason);
  byId("sure").hidden = !isUnlisted;
}

export function showToday({ today: { tasksCompleted, numbersAdded, amount }, currency }) {
  const photos = ngettext("Today %(count)s photo", "Today %(count)s photos", tasksCompleted);
  const numbers = ngettext("%(count)s number", "%(count)s numbers", numbersAdded);
  const done = [fill(photos, { count: tasksCompleted }), fill(numbers, { count: numbersAdded })];
  const text = [...done, ...(Number(amount) ? [money(amount, { currency })] : [])].join(", ");
  setText("today", text);
  setText("between-today", text);
}

/** Show how long the work lasts; the last two minutes stand out. */
export function showTimeLeft(milliseconds) {
  setText("time-left", span(milliseconds));
  byId("time-left").classList.toggle("urgent", milliseconds < 120_000);
}

/** Show what is still to be sent, and why it is not sent yet. */
export function showConnection(queue) {
  const text = queue ? connectionText(queue) : "";
  setText("connection", text);
  setText("between-connection", text);
  byId("connection").classList.toggle("waiting", Boolean(queue?.trouble));
}

function connectionText({ changes, held, trouble }) {
  const count = changes.filter((change) => change !== held).length;
  if (!count) return held ? gettext("Not handed in yet") : gettext("All saved");
  if (!trouble) return gettext("Saving…");
  const reason = {
    "start-list-unavailable": gettext("The start list is not available."),
  }[trouble.code] ?? (trouble.status ? gettext("The server is busy.") : gettext("No connection."));
  const kept = ngettext("%(count)s change is kept here.", "%(count)s changes are kept here.", count);
  return `${reason} ${fill(kept, { count })}`;
}

function showNumbers({ numbers, draft }, on) {
  const added = numbers.map(({ value, pending, isUnlisted }) => ({
    key: `${value} ${pending} ${isUnlisted}`,
    make: () => chip({ value, pending, isUnlisted }, () => on.remove(value)),
  }));
  const refused = draft.refused.map(({ value, reason }) => ({
    key: `${value} refused`,
    make: () => make("li", { className: "chip refused", title: reason }, value),
  }));
  setItems(byId("numbers"), [...added, ...refused]);
}

function chip({ value, pending, isUnlisted }, remove) {
  const name = fill(gettext("Take back %(value)s"), { value });
  const button = make("button", { type: "button", ariaLabel: name, onclick: remove }, "×");
  const sending = make("span", { className: "unseen" }, gettext("not saved yet"));
  const kept = (value.includes(UNREAD) && gettext("partly legible")) || (isUnlisted && gettext("not in the list"));
  const parts = [value, ...(kept ? [make("span", { className: "quiet" }, kept)] : []), ...(pending ? [sending] : []), button];
  return make("li", { className: `chip ${pending ? "pending" : "sent"}` }, ...parts);
}

function showSuggestions(suggestions, task, on) {
  byId("suggestions-part").hidden = !suggestions.length;
  const items = suggestions.map((suggestion) => ({
    key: `${suggestion.key} ${suggestion.value} ${task.numberFormat}`,
    make: () => suggestionItem(suggestion, task, on),
  }));
  setItems(byId("suggestions"), items);
}

function suggestionItem(suggestion, task, on) {
  const letter = suggestion.key.toUpperCase();
  const button = make(
    "button",
    { type: "button", onclick: () => on.suggest(suggestion) },
    make("kbd", { className: "letter" }, letter),
    make("strong", {}, suggestion.value),
    make("span", { className: "quiet" }, origin(suggestion)),
  );
  button.setAttribute("aria-keyshortcuts", shortcut(letter, task));
  return make("li", {}, button);
}

function showCustomTags({ customTags }, known, on) {
  byId("custom-tags-part").hidden = !known.length;
  const set = new Set(customTags.map((tag) => tag.value));
  const items = known.map(({ name }, place) => ({
    key: `${name} ${set.has(name)}`,
    make: () => customTagItem(name, place, set.has(name), on),
  }));
  setItems(byId("custom-tags"), items);
}

function customTagItem(name, place, isSet, on) {
  const button = make("button", { type: "button", ariaPressed: String(isSet), onclick: () => on.custom(name) }, name);
  if (place < 10) {
    const digit = String((place + 1) % 10);
    button.append(" ", make("kbd", {}, `Alt+${digit}`));
    button.setAttribute("aria-keyshortcuts", `Alt+${digit}`);
  }
  return make("li", {}, button);
}
