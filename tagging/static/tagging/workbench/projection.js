// A task as the tagger sees it: what the server has, and on top the changes not sent yet.

/** The state of a task that was skipped; the server then has it in this work no more. */
export const SKIPPED = "Skipped";

/**
 * Return `{state, numbers: [{value, pending, isUnlisted}], customTags: [{value, pending}]}`.
 *
 * @param task as the ClientApi gives it
 * @param changes those of the task that are still to be sent, in order
 */
export function project(task, changes) {
  const seen = {
    state: task.state,
    numbers: new Map([
      ...task.tags.map(({ value }) => [value, { pending: false, isUnlisted: false }]),
      ...(task.unlistedTags ?? []).map((value) => [value, { pending: false, isUnlisted: true }]),
      ...(task.partialTags ?? []).map((value) => [value, { pending: false, isUnlisted: false }]),
    ]),
    customTags: new Map(task.customTags.map((name) => [name, { pending: false }])),
  };
  for (const change of changes) EFFECTS[change.kind](seen, change);
  return { state: seen.state, numbers: listed(seen.numbers), customTags: listed(seen.customTags) };
}

const EFFECTS = {
  add: ({ numbers }, { value }) => setNew(numbers, value, { isUnlisted: false }),
  addUnlisted: ({ numbers }, { value }) => setNew(numbers, value, { isUnlisted: true }),
  remove: ({ numbers }, { value }) => numbers.delete(value),
  addCustom: ({ customTags }, { value }) => setNew(customTags, value, {}),
  removeCustom: ({ customTags }, { value }) => customTags.delete(value),
  complete: (seen) => (seen.state = "Completed"),
  skip: (seen) => (seen.state = SKIPPED),
  reopen: (seen) => (seen.state = "Assigned"),
};

function setNew(values, value, details) {
  if (!values.has(value)) values.set(value, { pending: true, ...details });
}

function listed(values) {
  return Array.from(values, ([value, details]) => ({ value, ...details }));
}
