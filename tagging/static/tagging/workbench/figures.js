// The tagger's own figures, in a dialog: today, this week and this month, and what was paid.
import { byId, make, setText } from "./elements.js";
import { fill, gettext, LANGUAGE } from "./texts.js";

const PERIODS = ["today", "week", "month"];
const NOTHING = "0.00";

export class Figures {
  #api;
  #dialog = byId("figures-dialog");
  #found = byId("figures-found");

  constructor(api) {
    this.#api = api;
  }

  /** Open the dialog, and ask for what it shows. */
  async open() {
    setText("figures-status", gettext("One moment…"));
    this.#found.hidden = true;
    this.#dialog.showModal();
    try {
      this.#show(await this.#api.get("accounts/figures"));
    } catch {
      setText("figures-status", gettext("The server does not answer. Try again later."));
    }
  }

  #show(figures) {
    byId("figures-rows").replaceChildren(...rowsOf(figures).map((cells) => row(...cells)));
    byId("payments").replaceChildren(...figures.payments.map(paymentRow));
    byId("payments-part").hidden = !figures.payments.length;
    setText("figures-rate", ratesIn(figures));
    setText("figures-notes", notes(figures));
    setText("figures-status", figures.payments.length ? "" : gettext("No month is closed and signed off yet."));
    this.#found.hidden = false;
  }
}

/** Return the name of each figure, and its text in each period. */
function rowsOf(figures) {
  const periods = PERIODS.map((name) => figures[name]);
  return [
    [gettext("Photos"), ...periods.map(({ tasksCompleted }) => number(tasksCompleted))],
    [gettext("Numbers"), ...periods.map(({ numbersAdded }) => number(numbersAdded))],
    [gettext("Photos an hour"), ...periods.map(({ tasksPerHour }) => (tasksPerHour === null ? "–" : number(tasksPerHour)))],
    [fill(gettext("Earned (%(currency)s)"), figures), ...periods.map(({ amount }) => exact(amount))],
  ];
}

function notes({ timeZone }) {
  return fill(gettext("Days begin at midnight in %(timeZone)s. What is not handed in yet is not counted."), { timeZone });
}

function paymentRow(payment) {
  const { corrections, brought } = payment;
  const more = [
    corrections === NOTHING ? "" : fill(gettext("corrections %(amount)s"), { amount: exact(corrections) }),
    brought === NOTHING ? "" : fill(gettext("brought over %(amount)s"), { amount: exact(brought) }),
  ];
  const beside = make("span", { className: "quiet" }, more.filter(Boolean).join(", "));
  const earned = make("span", {}, exact(payment.earned), " ", beside);
  return row(monthOf(payment), number(payment.tasks), number(payment.numbers), earned, money(payment.paid, payment));
}

function row(name, ...cells) {
  return make("tr", {}, make("th", { scope: "row" }, name), ...cells.map((cell) => make("td", {}, cell)));
}

/** Return `May 2026`: its middle is in that month whatever the time zone. */
function monthOf({ from, to }) {
  const middle = (Date.parse(from) + Date.parse(to)) / 2;
  return new Intl.DateTimeFormat(LANGUAGE, { month: "long", year: "numeric", timeZone: "UTC" }).format(middle);
}

function number(value) {
  return new Intl.NumberFormat(LANGUAGE, { maximumFractionDigits: 2 }).format(value);
}

/** Return what was earned today, once this is counted too: rates have four places. */
export function earned({ today, ratePerTask, ratePerNumber }, { tasks, numbers }) {
  const places = 10_000;
  const units = (amount) => Math.round(Number(amount) * places);
  return (units(today.amount) + tasks * units(ratePerTask) + numbers * units(ratePerNumber)) / places;
}

/** Return what a photo and a number earn, in words; empty: nothing. */
export function ratesIn({ ratePerTask, ratePerNumber, currency }) {
  const rates = [[ratePerTask, gettext("%(rate)s a photo")], [ratePerNumber, gettext("%(rate)s a number")]];
  const paid = rates.filter(([rate]) => Number(rate) > 0);
  return paid.map(([rate, words]) => fill(words, { rate: money(rate, { currency }) })).join(", ");
}

/** Return an amount as the language writes it; the server gives it as a decimal text, with up to four places. */
function exact(amount) {
  return new Intl.NumberFormat(LANGUAGE, { minimumFractionDigits: 2, maximumFractionDigits: 4 }).format(amount);
}

export function money(amount, { currency }) {
  return `${exact(amount)} ${currency}`;
}
