/** What a participant has, by the ClientApi alone: balance, tasks, limits, activities with why. */
import { Finishline, FinishlineError, NotFound, type Schemas } from "finishline-client";

const PORTION = 10; // activities that are shown at once

type Activities = AsyncGenerator<Schemas["OwnActivityOutput"], void, undefined>;

const find = <E extends HTMLElement>(selector: string) => document.querySelector<E>(selector)!;
const [form, more] = [find<HTMLFormElement>("#ask"), find<HTMLButtonElement>("#more")];

form.addEventListener("submit", (event) => {
  event.preventDefault();
  void trying(show);
});

async function show(): Promise<void> {
  const asked = new FormData(form);
  const of = (name: string) => String(asked.get(name)).trim();
  const finishline = new Finishline(of("server"), { token: of("token") });
  const params = { path: { participantId: of("participantId") } };
  const { client } = finishline;
  find("main").hidden = true;
  const [amount, tasks, limits] = await Promise.all([
    client.GET("/balances/{participantId}", { params }).then((it) => it.data.amount, nothingYet),
    all(client.each("/participants/{participantId}/tasks", { params })),
    client.GET("/participants/{participantId}/limits", { params }).then((it) => it.data),
  ]);
  find("#amount").textContent = amount;
  fill("#tasks", tasks.map(ofTask), "None waits for an activity.");
  fill("#limits", limits.map(ofLimit), "There is no limit.");
  fill("#activities", [], "");
  await go(client.each("/participants/{participantId}/activities", { params }));
  find("main").hidden = false;
}

/** Show some more activities; the next page is asked for when it is reached. */
async function go(activities: Activities): Promise<void> {
  const items: HTMLLIElement[] = [];
  let next = await activities.next();
  while (!next.done) {
    items.push(ofActivity(next.value));
    if (items.length === PORTION) break;
    next = await activities.next();
  }
  find("#activities").append(...items);
  more.hidden = next.done === true;
  more.onclick = () => void trying(() => go(activities));
}

async function all<Row>(rows: AsyncGenerator<Row, void, undefined>): Promise<Row[]> {
  const found: Row[] = [];
  for await (const row of rows) found.push(row);
  return found;
}

/** A participant without an operation has no balance yet. */
function nothingYet(error: unknown): string {
  if (error instanceof NotFound) return "0.00";
  throw error;
}

function ofActivity(activity: Schemas["OwnActivityOutput"]): HTMLLIElement {
  const { reward, why } = activity;
  const points = reward === null ? [] : [`Reward: ${reward}`];
  return item(`${moment(activity.createdOn)} · ${activity.what}`, ...points, ...why);
}

function ofTask(task: Schemas["OpenTaskOutput"]): HTMLLIElement {
  const until = task.finishesOn === null ? [] : [`Until ${moment(task.finishesOn)}`];
  const isTried = task.comparedWith !== null;
  const checks = task.checks.map(({ criterion, wanted, got, isMet }) => {
    const last = isTried ? ` (your last activity: ${got}${isMet ? "" : ", not enough"})` : "";
    return `${criterion}: ${wanted}${last}`;
  });
  return item(task.exerciseName, ...until, ...checks);
}

function ofLimit({ limit, left, most, before }: Schemas["AllowanceOutput"]): HTMLLIElement {
  const until = before === null ? [] : [`Until ${moment(before)}`];
  return item(limit, `${left} of ${most} left`, ...until);
}

function moment(text: string): string {
  return new Date(text).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
}

function item(title: string, ...lines: string[]): HTMLLIElement {
  const found = document.createElement("li");
  found.append(title, ...lines.map(small));
  return found;
}

function small(line: string): HTMLElement {
  const found = document.createElement("small");
  found.textContent = line;
  return found;
}

function fill(list: string, items: HTMLLIElement[], none: string): void {
  find(list).replaceChildren(...(items.length > 0 || none === "" ? items : [item(none)]));
}

/** Do something, and say what was wrong with it. */
async function trying(deed: () => Promise<void>): Promise<void> {
  const problem = find("#problem");
  problem.textContent = "";
  try {
    await deed();
  } catch (error) {
    if (!(error instanceof FinishlineError)) throw error;
    problem.textContent = error.message;
  }
}
