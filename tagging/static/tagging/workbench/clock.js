// The server's time: the clock of a tagger's computer may be wrong.
export class Clock {
  #ahead = 0; // milliseconds

  /** Take the time of an answer's `Date` header. */
  set(date) {
    const server = Date.parse(date ?? "");
    if (Number.isFinite(server)) this.#ahead = server - Date.now();
  }

  now() {
    return Date.now() + this.#ahead;
  }
}

/** Return `12:05`, or `2:00:00` from an hour on. */
export function span(milliseconds) {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  const two = (figure) => String(figure).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const rest = two(seconds % 60);
  return hours ? `${hours}:${two(minutes)}:${rest}` : `${minutes}:${rest}`;
}
