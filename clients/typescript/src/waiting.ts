import { JobNotDone, WaitedTooLong } from "./problems.js";
import { sleep } from "./retries.js";

interface Waiting {
  /** Seconds until it is given up. */
  timeout?: number;
  /** Seconds between two readings. */
  pause?: number;
}

/** Read again and again until it is as wanted, and return it. */
export async function waitFor<T>(
  read: () => Promise<T>,
  until: (found: T) => boolean,
  { timeout = 300, pause = 0.5 }: Waiting = {},
): Promise<T> {
  const end = Date.now() + timeout * 1000;
  for (;;) {
    const found = await read();
    if (until(found)) return found;
    if (Date.now() + pause * 1000 > end) {
      throw new WaitedTooLong(`after ${timeout} s it is still ${JSON.stringify(found)}`);
    }
    await sleep(pause);
  }
}

/** Read a job again and again until it is finished, and return it. */
export async function waitForJob<Job extends { state: string }>(
  read: () => Promise<{ data: Job }>,
  waiting: Waiting = {},
): Promise<Job> {
  const ends = ["Finished", "Failed", "Cancelled"];
  const { data } = await waitFor(read, (found) => ends.includes(found.data.state), waiting);
  if (data.state !== "Finished") throw new JobNotDone(JSON.stringify(data));
  return data;
}
