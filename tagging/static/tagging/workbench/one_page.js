// One page at a time works: two would send the same changes in two orders.
const NAME = "finishline.workbench";

/** Return whether this page may work; `onLost` is called once another page has taken over. */
export async function isOnlyPage({ takeOver, onLost }) {
  if (!navigator.locks) return true; // pages without TLS: all changes may be repeated
  return await new Promise((resolve) => {
    const options = takeOver ? { steal: true } : { ifAvailable: true };
    navigator.locks
      .request(NAME, options, (lock) => {
        resolve(lock !== null);
        return lock === null ? undefined : new Promise(() => {}); // held as long as the page lives
      })
      .catch((error) => {
        if (error.name === "AbortError") onLost();
        else resolve(true); // a browser that forbids storage has no locks either
      });
  });
}
