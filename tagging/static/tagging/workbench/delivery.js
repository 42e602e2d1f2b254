// How each kind of change is asked of the ClientApi. All of them may be repeated.

/** Return the function that delivers a change of this work. */
export function deliveryTo(api, workId) {
  return (change) => {
    const task = `works/${workId}/tasks/${change.taskId}`;
    return REQUESTS[change.kind](api, task, change);
  };
}

const REQUESTS = {
  add: (api, task, { value, id }) => api.post(`${task}/tags`, { tags: [value], customTags: [] }, id),
  addUnlisted: (api, task, { value, id }) =>
    api.post(`${task}/tags`, { tags: [], customTags: [], unlistedTags: [value] }, id),
  remove: (api, task, { value, id }) =>
    api.delete(`${task}/tags?value=${encodeURIComponent(value)}`, id),
  addCustom: (api, task, { value, id }) =>
    api.post(`${task}/tags`, { tags: [], customTags: [value] }, id),
  removeCustom: (api, task, { value, id }) =>
    api.delete(`${task}/tags?customTag=${encodeURIComponent(value)}`, id),
  complete: (api, task, { id }) => api.put(`${task}/complete`, undefined, id),
  skip: (api, task, { reason, id }) => api.put(`${task}/skip`, { reason }, id),
  reopen: (api, task, { id }) => api.put(`${task}/reopen`, undefined, id),
};
