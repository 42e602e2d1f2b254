// Numbers that could not be sent before their work was over: kept, for the photos may come again.
import { Drafts } from "./drafts.js";

/** Return the name under which the queue of a work is kept. */
export function queueName(tagatorId, workId) {
  return `queue.${tagatorId}.${workId}`;
}

/** Keep the numbers of all works but this one: they were over before everything was sent. */
export function rescueOlderWorks(store, tagatorId, workId = null) {
  const drafts = new Drafts(store, tagatorId);
  for (const name of store.names(`queue.${tagatorId}.`)) {
    if (name === queueName(tagatorId, workId)) continue;
    rescueNumbers(drafts, store.get(name, []));
    store.remove(name);
  }
}

/** Keep the numbers that these changes add. */
export function rescueNumbers(drafts, changes) {
  for (const taskId of new Set(changes.map((change) => change.taskId))) {
    const typed = new Set();
    for (const { kind, value } of changes.filter((change) => change.taskId === taskId)) {
      if (kind === "add" || kind === "addUnlisted") typed.add(value);
      if (kind === "remove") typed.delete(value);
    }
    drafts.rescue(taskId, [...typed]);
  }
}

/** Queue the kept numbers of these tasks again, and return how many there were. */
export function queueRescued(drafts, queue, tasks) {
  let count = 0;
  for (const { taskId } of tasks) {
    for (const value of drafts.takeRescued(taskId)) {
      queue.add({ kind: "add", taskId, value });
      count += 1;
    }
  }
  return count;
}
